"""`gomoku bot`: seats a Gomocup brain in a room of a server.

May import `lab` (brain processes), `engine` and the wire types of `server`. Must not know a running server but over HTTP and WebSocket.
"""

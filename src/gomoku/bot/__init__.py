"""`gomoku bot`: seats a Gomocup brain in a room of a server.

Imports `lab` (brain processes), `engine` and the wire types of `server`; talks to the server over its WebSocket only.
"""

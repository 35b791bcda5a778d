"""HTTP and WebSocket: routes, sockets, middleware, connection limits, static files, OpenAPI.

Translates requests into calls of the hub and of analysis, and results into responses.
May import everything below. Holds no rule of the game and no state of a room."""

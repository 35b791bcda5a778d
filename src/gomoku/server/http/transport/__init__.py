"""Below HTTP: the listening socket, uvicorn's configuration and start, limits of connections.

May import `ops`, the cluster's drain and the message limit of `sockets`. Must not know routes, visitors or rooms."""

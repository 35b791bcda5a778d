"""A Gomocup brain at a room of a server: `gomoku bot`."""

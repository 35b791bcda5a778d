"""The game on the network: rooms whose truth is the database, one socket per page, and the engine behind them."""

"""Tournaments: their state as a value and its next step, their rows in the database, and their director.

May import rooms, storage and people; pairings and tables are in `gomoku.tournament`. Must not know the hub: it learns
of new rooms through a callback, and results are read from the stored rooms."""

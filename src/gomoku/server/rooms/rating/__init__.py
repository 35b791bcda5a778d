"""Ratings as arithmetic: Glicko-2, which games count and how much, the level of a player against the engine.

Pure, like the rest of `rooms`. May import wire and `rooms`. Must not know the database: `people.games` stores the results."""

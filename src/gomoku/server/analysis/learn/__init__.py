"""Puzzles and lessons: proved positions to solve with their records and ratings, and searches that explain the engine.

May import the rest of `analysis`, wire, rooms and storage. Must not know live rooms or HTTP."""

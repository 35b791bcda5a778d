"""Stored results of games by visitor: ratings, levels, games played, and the turns and conditional moves of slow games.

May import wire, rooms and storage, and the rest of `people`. Must not know live rooms or HTTP."""

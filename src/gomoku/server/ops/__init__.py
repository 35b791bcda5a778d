"""Operations: settings, logging, metrics, rate limits, garbage collection, background tasks.

Infrastructure that every other package uses.
May import the standard library and third-party packages only. Must not know the game, rooms or people."""

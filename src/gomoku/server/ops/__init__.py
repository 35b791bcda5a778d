"""Operations: settings, logging, metrics, rate limits, garbage collection, background tasks.

Shared plumbing with no knowledge of the game.
May import the standard library and third-party packages only."""

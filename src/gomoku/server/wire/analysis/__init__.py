"""Messages of the engine's work on positions: analyses, studies, reviews, puzzles, lessons.

May import `values` and value types of rules and engine. Must not know rooms, storage or sockets. Registered in `wire.messages`."""

"""Messages of the engine's work on positions: analyses, studies, reviews, puzzles, lessons.

May import `values` and value types of rules and engine. Registered in `wire.messages`."""

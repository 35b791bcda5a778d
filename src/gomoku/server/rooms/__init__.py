"""The game room as pure functions: state, referee, seating, permissions, clocks, views.

Events in, state out; a command in, events or a refusal out. No I/O and no clock of its own.
May import wire. Must not know the database, sockets or the engine."""

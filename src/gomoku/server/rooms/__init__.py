"""The game room as pure functions: state, referee, seating, permissions, clocks, views.

`referee.decide` turns a command into events or a refusal; `room.apply` folds an event into the state. No I/O, no clock.
May import wire. Must not know the database, sockets or the engine."""

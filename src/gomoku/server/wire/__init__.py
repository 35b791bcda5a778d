"""Message types: everything that crosses the wire or is stored, and what is generated from it.

Holds the values, events, commands and replies of rooms, analysis, study and people, and the TypeScript made from them.
May import rules, engine value types and ops. Must not know rooms, storage or sockets."""

"""Message types: everything that crosses the wire or is stored, and what is generated from it.

`messages` is the registry of all of them; `typescript` generates the types of the page.
May import rules, value types of the engine and ops. Must not know rooms, storage or sockets."""

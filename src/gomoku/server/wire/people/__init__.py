"""Messages about people: the visitor's own account, and everyone else.

May import rules and the rest of `wire`. Must not know rooms, storage or sockets. Registered in `wire.messages`."""

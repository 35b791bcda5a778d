"""Messages about people: the visitor's own account, and everyone else.

May import `values`. Registered in `wire.messages`."""

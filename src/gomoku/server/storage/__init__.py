"""The database: tables, migrations, the append transaction, copies and backups.

Stores events and snapshots of rooms on SQLite or PostgreSQL.
May import wire and rooms. Must not know people, live rooms or HTTP."""

"""Several processes on one database: heartbeats, publish/subscribe, shared cache, drain, supervisor.

Keeps live rooms of all processes in step; the database stays the source of truth.
May import live and everything below. Must not know HTTP."""

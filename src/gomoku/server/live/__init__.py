"""Rooms in use: the hub, its clients, the AI seat and matchmaking.

Serialises commands per room, stores events and broadcasts them.
May import everything below, and knows other processes only through the `Cluster` interface. Must not know Redis or HTTP."""

"""Web Push: the server's keys, encryption of messages, stored subscriptions, and a check of the addresses they name; `gomoku push-key`.

May import wire, rooms and storage. Must not know live rooms or HTTP routes."""

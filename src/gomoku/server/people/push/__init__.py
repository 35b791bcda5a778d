"""Web Push: the server's keys, encrypted messages, the browsers that want them, and where they may be sent; `gomoku push-key`.

May import wire and storage. Must not know live rooms or HTTP routes."""

"""Moderation: reports, mutes and bans, moderators and the log of what they do; `gomoku moderate`.

May import wire, rooms and storage, and the rest of people. Must not know live rooms or HTTP."""

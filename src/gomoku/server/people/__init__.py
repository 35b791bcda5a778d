"""Visitors and accounts: signed cookies, passphrases, bearer tokens, profiles, relations.

Rows about people, read and written: of their games in `games`, collections and moderation in packages of their own.
May import wire, rooms and storage. Must not know live rooms or HTTP."""

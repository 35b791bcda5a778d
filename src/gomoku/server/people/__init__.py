"""Visitors and accounts: signed cookies, passphrases, bearer tokens, ratings.

May import wire, rooms and storage. Must not know live rooms or HTTP."""

"""Visitors and accounts: signed cookies, passphrases, bearer tokens, ratings.

Everything about who somebody is and how strong.
May import wire, rooms and storage. Must not know live rooms or HTTP."""

"""HTTP routes about people: accounts, tokens of their programs, profiles, challenges, moderation.

May import all of the server but `app` and `serve`. Must not know the other routes."""

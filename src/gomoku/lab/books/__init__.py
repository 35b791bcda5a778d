"""Opening books: how they are grown, and what is shown of them.

May import the engine, `lab.jobs` and `lab.types`. Must not know how a game uses a book.
"""

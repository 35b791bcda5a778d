"""Opening books: growing them by drop-out expansion, and showing them as tables and trees.

May import the engine, `lab.jobs` and `lab.types`. Must not know how a game uses a book.
"""

"""The opening books that come with the program, one for each rule set: see `gomoku.engine.book`.

Data only: it imports nothing and must not know how a book is read.
"""

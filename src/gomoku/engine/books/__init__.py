"""The opening books that come with the program, one for each rule set: see `gomoku.engine.book`."""

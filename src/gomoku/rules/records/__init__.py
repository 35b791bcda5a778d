"""Game records in files and links: SGF, Piskvork's PSQ and REC, POS text, RenLib, and a compact line.

May import the rest of `rules`. Must not know collections, the engine or the server.
"""

from gomoku.rules.records import link, pos, psq, sgf
from gomoku.rules.records.errors import RecordError
from gomoku.rules.records.files import FORMATS, losses, read, read_all, write, write_all
from gomoku.rules.records.record import Piskvork, Record

__all__ = [
    "FORMATS",
    "Piskvork",
    "Record",
    "RecordError",
    "link",
    "losses",
    "pos",
    "psq",
    "read",
    "read_all",
    "sgf",
    "write",
    "write_all",
]

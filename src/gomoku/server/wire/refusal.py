"""Refusals: commands and requests that are valid messages but not allowed."""

from enum import StrEnum

from gomoku.server.ops.errors import ExpectedError
from gomoku.server.wire.values import Cell, Millis


class Reason(StrEnum):
    """Why something was refused. The page has a sentence for each, under `refused.<reason>`."""

    # the rules' own words
    OCCUPIED = "occupied"
    OFF_BOARD = "off_board"
    GAME_OVER = "game_over"
    DOUBLE_THREE = "double_three"
    DOUBLE_FOUR = "double_four"
    OVERLINE = "overline"
    SELF_CAPTURE = "self_capture"
    OPENING = "opening"
    # the room's
    NOT_YOUR_TURN = "not_your_turn"
    NOT_SEATED = "not_seated"
    NOT_OWNER = "not_owner"
    STALE = "stale"  # the board has changed since the page last looked
    PAUSED = "paused"
    NOT_PLAYING = "not_playing"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NO_CHANGE = "no_change"  # it is so already
    NO_OFFER = "no_offer"
    OFFER_PENDING = "offer_pending"
    TOO_SOON = "too_soon"  # `wait` says for how long
    ALIKE = "alike"  # the two sides' stones could not be told apart
    SEAT_TAKEN = "seat_taken"
    BAD_OPTIONS = "bad_options"
    NOT_HERE = "not_here"  # this kind of room has no such thing
    RATED = "rated"  # not in a rated game
    # the server's
    UNKNOWN_ROOM = "unknown_room"
    MALFORMED = "malformed"
    TOO_BIG = "too_big"
    TOO_FAST = "too_fast"
    TOO_MANY = "too_many"
    BUSY = "busy"
    STORAGE = "storage"  # the database cannot be written: nothing has changed
    UNREADABLE = "unreadable"  # a file or link that holds no game
    FOREIGN = "foreign"  # a request from another site
    NAME_TAKEN = "name_taken"  # somebody else signs in under that name
    BAD_PASSPHRASE = "bad_passphrase"  # nobody has this name and this passphrase
    BAD_TOKEN = "bad_token"  # an unknown token, or one that was taken back


class Refusal(ExpectedError):
    """Raised instead of carrying out a command; nothing has changed."""

    def __init__(self, reason: Reason, detail: str = "", cell: Cell | None = None, wait: Millis | None = None) -> None:
        super().__init__(detail or str(reason))
        self.reason, self.detail, self.cell, self.wait = reason, detail, cell, wait

"""Refusals: commands and requests that are valid messages but not allowed."""

from enum import StrEnum

from gomoku.server.ops.errors import ExpectedError
from gomoku.server.wire.values import Cell, Millis


class Reason(StrEnum):
    """Reason of a refusal. `Catalogue.reasons` has a sentence for each."""

    # refused by the rules
    OCCUPIED = "occupied"
    OFF_BOARD = "off_board"
    GAME_OVER = "game_over"
    DOUBLE_THREE = "double_three"
    DOUBLE_FOUR = "double_four"
    OVERLINE = "overline"
    SELF_CAPTURE = "self_capture"
    OPENING = "opening"
    # refused by the room
    NOT_YOUR_TURN = "not_your_turn"
    NOT_SEATED = "not_seated"
    NOT_OWNER = "not_owner"
    STALE = "stale"  # the board has changed since the command was sent
    PAUSED = "paused"
    NOT_PLAYING = "not_playing"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NO_CHANGE = "no_change"  # already the case
    NO_OFFER = "no_offer"
    OFFER_PENDING = "offer_pending"
    TOO_SOON = "too_soon"  # cooldown; `wait` says how long
    ALIKE = "alike"  # the two sides' stones would look too similar
    SEAT_TAKEN = "seat_taken"
    BAD_OPTIONS = "bad_options"
    NOT_HERE = "not_here"  # not available in this kind of room
    BANNED = "banned"  # banned from the room by its owner
    MUTED = "muted"  # muted in the room by its owner
    CHATTY = "chatty"  # too many lines of chat; `wait` says how long
    NOT_YOUR_MOVE = "not_your_move"  # only the player who has just moved may ask for an undo
    RATED = "rated"  # not allowed in a rated game
    UNKEPT = "unkept"  # a rated game needs a name with a passphrase
    BLOCKED = "blocked"  # a person in the room has blocked the visitor
    SILENCED = "silenced"  # muted by a moderator; `wait` says how long, `detail` why
    EXPELLED = "expelled"  # banned from the site by a moderator; `wait` and `detail` as for a mute
    TOURNAMENT = "tournament"  # not allowed in a game of a tournament, or not in its present state
    # refused by the server
    NOT_MODERATOR = "not_moderator"
    UNKNOWN_PERSON = "unknown_person"  # no account has that name
    SLOW_GAMES = "slow_games"  # the visitor plays the maximum number of slow games
    OPEN_ROOMS = "open_rooms"  # the visitor waits in the maximum number of listed rooms
    UNKNOWN_ROOM = "unknown_room"
    MALFORMED = "malformed"
    TOO_BIG = "too_big"
    TOO_FAST = "too_fast"
    TOO_MANY = "too_many"
    BUSY = "busy"
    STORAGE = "storage"  # the database cannot be written; nothing has changed
    UNREADABLE = "unreadable"  # the file or link contains no game
    FOREIGN = "foreign"  # cross-site request
    NAME_TAKEN = "name_taken"  # another visitor signs in with that name
    BAD_PASSPHRASE = "bad_passphrase"  # wrong name or passphrase
    BAD_TOKEN = "bad_token"  # unknown or revoked token


class Refusal(ExpectedError):
    """A command or request is refused; nothing has changed."""

    def __init__(self, reason: Reason, detail: str = "", cell: Cell | None = None, wait: Millis | None = None) -> None:
        super().__init__(detail or str(reason))
        self.reason, self.detail, self.cell, self.wait = reason, detail, cell, wait

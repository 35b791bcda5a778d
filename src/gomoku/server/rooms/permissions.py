"""Who may do what: the checks that commands share. What is not allowed raises `Refusal`."""

from dataclasses import dataclass

from gomoku.rules import Player, Rules
from gomoku.server.rooms.room import PLAYERS, Room
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import MAX_AI_BOARD_SIZE, Millis, Options, Person, RoomKind


@dataclass(frozen=True)
class Actor:
    """Who gives a command: a visitor, or the engine in a player's place."""

    visitor: str = ""
    engine_of: Player | None = None
    ms: Millis | None = None
    """How long the engine thought."""


def clean(text: str) -> str:
    """What people wrote, on one line and without what cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def seats_of(room: Room, by: Actor) -> tuple[Player, ...]:
    """The players somebody speaks for; none for the owner of a game of AI against AI."""
    if by.engine_of is not None:
        return (by.engine_of,)
    seats = room.held_by(by.visitor)
    if not seats and not (room.kind is RoomKind.LOCAL and by.visitor == room.owner):
        raise Refusal(Reason.NOT_SEATED, "only players may do that")
    return seats


def player_asked(room: Room, by: Actor) -> Player:
    """The player who is asked, if that is the one who speaks."""
    seats = seats_of(room, by)
    require_game(room)
    if room.paused:
        raise Refusal(Reason.PAUSED, "the game is paused")
    asked = room.asked
    if asked is None or asked not in seats:
        raise Refusal(Reason.NOT_YOUR_TURN, f"{asked} is asked now")
    return asked


def require_game(room: Room) -> None:
    if not room.began:
        raise Refusal(Reason.NOT_PLAYING, "the game has not begun")
    if room.is_over:
        raise Refusal(Reason.GAME_OVER, "the game is over")


def require_owner(room: Room, by: Actor) -> None:
    if by.visitor != room.owner:
        raise Refusal(Reason.NOT_OWNER, "only the room's owner may do that")


def require_engine(options: Options) -> None:
    """Is the engine able to play this?"""
    rules = Rules.parse(options.rules)
    if max(rules.width, rules.height) > MAX_AI_BOARD_SIZE:
        raise Refusal(Reason.BAD_OPTIONS, f"the engine plays on boards up to {MAX_AI_BOARD_SIZE} x {MAX_AI_BOARD_SIZE}")


def require_casual(room: Room) -> None:
    if room.is_rated:
        raise Refusal(Reason.RATED, "a rated game is played without help, undo and pauses")


def needs_consent(room: Room, seats: tuple[Player, ...]) -> bool:
    """Is there another person at the board?"""
    return any(isinstance(room.holder(player), Person) for player in PLAYERS if player not in seats)


def speaker(room: Room, seats: tuple[Player, ...]) -> Player:
    """For whom somebody speaks; where one holds both seats, for the player who is asked."""
    if not seats:
        raise Refusal(Reason.NOT_SEATED, "only a person who plays may do that")
    return seats[0] if len(seats) == 1 else room.asked or seats[0]

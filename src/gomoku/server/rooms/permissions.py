"""Permission checks shared by the commands. A failed check raises `Refusal`."""

import unicodedata
from dataclasses import dataclass
from typing import Final

from gomoku.rules import Player, Rules
from gomoku.server.rooms.room import PLAYERS, Room
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.values import MAX_AI_BOARD_SIZE, Millis, Options, Person, RoomKind

MAX_MARKS: Final = 3
"""Marks on one letter. Dozens of them, which no language has, would cover the lines above and below."""
_BLANK: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that count as printable and show nothing."""


@dataclass(frozen=True)
class Actor:
    """Sender of a command: a visitor, or the engine on a player's seat."""

    visitor: str = ""
    engine_of: Player | None = None
    """The player the engine acts for; none for a visitor."""
    ms: Millis | None = None
    """Thinking time of the engine."""


def clean(text: str) -> str:
    """User text on one line, without unprintable and invisible characters, and with a few marks on a letter at most."""
    shown, marks = [], 0
    for character in text:
        is_mark = unicodedata.category(character) in ("Mn", "Me")
        marks = marks + 1 if is_mark else 0
        if marks <= MAX_MARKS:
            shown.append(character if character not in _BLANK else " ")
    return on_one_line("".join(shown))


def on_one_line(text: str) -> str:
    """Text without unprintable characters and repeated spaces."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def players_of(room: Room, by: Actor) -> tuple[Player, ...]:
    """Players the actor controls; none for the owner of a game between AIs."""
    if by.engine_of is not None:
        return (by.engine_of,)
    players = room.held_by(by.visitor)
    if not players and not (room.kind is RoomKind.LOCAL and by.visitor == room.owner):
        raise Refusal(Reason.NOT_SEATED, "only players may do that")
    return players


def require_turn(room: Room, by: Actor) -> Player:
    """The player to act, if the actor controls that player."""
    players = players_of(room, by)
    require_game(room)
    if room.paused:
        raise Refusal(Reason.PAUSED, "the game is paused")
    to_act = room.to_act
    if to_act is None or to_act not in players:
        raise Refusal(Reason.NOT_YOUR_TURN, f"{to_act} is to act")
    return to_act


def require_game(room: Room) -> None:
    if not room.began:
        raise Refusal(Reason.NOT_PLAYING, "the game has not begun")
    if room.is_over:
        raise Refusal(Reason.GAME_OVER, "the game is over")


def require_owner(room: Room, by: Actor) -> None:
    if by.visitor != room.owner:
        raise Refusal(Reason.NOT_OWNER, "only the room's owner may do that")


def require_engine(options: Options) -> None:
    """Refuse options that the engine cannot play."""
    rules = Rules.parse(options.rules)
    if max(rules.width, rules.height) > MAX_AI_BOARD_SIZE:
        raise Refusal(Reason.BAD_OPTIONS, f"the engine plays on boards up to {MAX_AI_BOARD_SIZE} x {MAX_AI_BOARD_SIZE}")


def require_casual(room: Room) -> None:
    require_no_tournament(room)
    if room.is_rated:
        raise Refusal(Reason.RATED, "a rated game is played without help, undo and pauses")


def require_no_tournament(room: Room) -> None:
    """Refuse what would change the players or the number of games of a pairing."""
    if room.tournament:
        raise Refusal(Reason.TOURNAMENT, "a game of a tournament is played once, by its players, to its end")


def needs_consent(room: Room, players: tuple[Player, ...]) -> bool:
    """Does another person play as well?"""
    return any(isinstance(room.holder(player), Person) for player in PLAYERS if player not in players)


def acting_player(room: Room, players: tuple[Player, ...]) -> Player:
    """The player an actor stands for; the player to act if one visitor holds both seats."""
    if not players:
        raise Refusal(Reason.NOT_SEATED, "only a person who plays may do that")
    return players[0] if len(players) == 1 else room.to_act or players[0]

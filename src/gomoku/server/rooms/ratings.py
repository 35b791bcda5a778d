"""Elo ratings: which games count, and by how much. Pure; `ladder` keeps them in the database.

Everybody has a rating for each rule set. The first games move it more: nobody knows yet what it should be.
"""

from functools import lru_cache
from typing import Final

from gomoku.rules import Player, Rules
from gomoku.rules.variant import OFFERED_SIZES
from gomoku.server.rooms.room import PLAYERS, Room
from gomoku.server.wire.values import Elo, EndedBy, NoClock, Options, Person, RoomKind

START: Final = 1500
LEAST: Final = 100
"""No rating falls below this."""
PROVISIONAL: Final = 10
"""Games until a rating is trusted."""
FIRST_STEP: Final = 40
STEP: Final = 20
"""The most a game can move a rating, in points: at first, and later."""
SPREAD: Final = 400
"""Points by which the stronger one is expected to win ten games of eleven."""
FEWEST: Final = 6
"""Actions: a game that ended earlier counts for nobody."""

NEW: Final = Elo(START, 0, True)
"""Of somebody who has not played yet."""


@lru_cache(maxsize=1000)
def pool_of(rules: str) -> str | None:
    """The rule set under which a game is rated; None where its rules are somebody's own."""
    known = Rules.parse(rules)
    changes = known.changes()
    size = changes.pop("size", None)
    if changes or (size is not None and known.width not in OFFERED_SIZES.get(known.name, ())):
        return None
    return known.name if known.width == known.height else None


def why_not(options: Options) -> str | None:
    """What keeps a game with these options from being rated; None where nothing does."""
    if isinstance(options.clock, NoClock):
        return "a rated game needs a clock"
    if pool_of(options.rules) is None:
        return "only a rule set as it stands is rated, on a board of one of its usual sizes"
    return None


def counts(room: Room) -> bool:
    """Has a rated game just ended here that is still to be counted?"""
    if not room.is_rated or room.changes is not None or room.ply < FEWEST:
        return False
    outcome = room.outcome
    if outcome is None or outcome.by is EndedBy.CANCELLED:
        return False
    first, second = room.holders
    return isinstance(first, Person) and isinstance(second, Person) and first.visitor != second.visitor


def wanted(room: Room) -> tuple[Player, ...]:
    """The players whose rating the room does not know yet."""
    if room.kind is RoomKind.LOCAL or pool_of(room.options.rules) is None:
        return ()
    seats = zip(PLAYERS, room.holders, room.elos, strict=True)
    return tuple(player for player, holder, elo in seats if is_rateable(holder) and elo is None)


def is_rateable(holder: object) -> bool:
    """Is this somebody who has ratings? Engines and other programs have none."""
    return isinstance(holder, Person) and not holder.bot


def score(room: Room) -> float:
    """What the first player made of a finished game: 1, 0 or a half."""
    outcome = room.outcome
    assert outcome is not None
    return 0.5 if outcome.player is None else float(outcome.player is PLAYERS[0])


def changes(elos: tuple[Elo, Elo], first_score: float) -> tuple[int, int]:
    """By how much a game moves both ratings."""
    first, second = elos
    return _change(first, second, first_score), _change(second, first, 1 - first_score)


def _change(own: Elo, other: Elo, made: float) -> int:
    expected = 1 / (1 + 10 ** ((other.rating - own.rating) / SPREAD))
    step = FIRST_STEP if own.provisional else STEP
    return max(round(step * (made - expected)), LEAST - own.rating)


def after(elo: Elo, change: int) -> Elo:
    """A rating once one more game has counted."""
    games = elo.games + 1
    return Elo(elo.rating + change, games, games < PROVISIONAL)

"""Elo ratings: which games are rated and how they change the ratings. Pure; `people.rating_store` stores them.

A player has one rating per rule set. While it is provisional, the K-factor is higher.
"""

from functools import lru_cache
from typing import Final

from gomoku.rules import PRESETS, Player, Rules
from gomoku.server.rooms.room import PLAYERS, Room
from gomoku.server.wire.values import Elo, EndedBy, NoClock, Options, Person, RoomKind

INITIAL_RATING: Final = 1500
"""Rating of a new player."""
MIN_RATING: Final = 100
"""Floor of all ratings."""
PROVISIONAL_GAMES: Final = 10
"""Games until a rating is no longer provisional."""
K_PROVISIONAL: Final = 40
"""K-factor of provisional ratings, in points."""
K_FACTOR: Final = 20
"""K-factor of established ratings, in points."""
RATING_SCALE: Final = 400
"""Rating difference, in points, at which the stronger player is expected to score 10 of 11."""
MIN_ACTIONS: Final = 6
"""Shorter games, in actions, are not rated."""

NEW_PLAYER: Final = Elo(INITIAL_RATING, 0, True)
"""Rating before the first rated game."""


@lru_cache(maxsize=1000)
def pool_of(rules: str) -> str | None:
    """Rule set whose ratings a game counts for; None for custom rules, which are not rated."""
    known = Rules.parse(rules)
    changes = known.changes()
    size = changes.pop("size", None)
    if changes or (size is not None and known.width not in PRESETS[known.name].other_sizes):
        return None
    return known.name if known.width == known.height else None


def unrated_reason(options: Options) -> str | None:
    """Why a game with these options cannot be rated; None if it can."""
    if isinstance(options.clock, NoClock):
        return "a rated game needs a clock"
    if pool_of(options.rules) is None:
        return "only unmodified rule sets are rated, on a board of one of their usual sizes"
    return None


def needs_rating_update(room: Room) -> bool:
    """Has a rated game ended whose rating changes are not stored yet?"""
    if not room.is_rated or room.changes is not None or room.ply < MIN_ACTIONS:
        return False
    outcome = room.outcome
    if outcome is None or outcome.by is EndedBy.CANCELLED:
        return False
    first, second = room.holders
    return isinstance(first, Person) and isinstance(second, Person) and first.visitor != second.visitor


def missing_ratings(room: Room) -> tuple[Player, ...]:
    """Players whose rating is not loaded into the room yet."""
    if room.kind is RoomKind.LOCAL or pool_of(room.options.rules) is None:
        return ()
    seats = zip(PLAYERS, room.holders, room.elos, strict=True)
    return tuple(player for player, holder, elo in seats if is_rateable(holder) and elo is None)


def is_rateable(holder: object) -> bool:
    """Can this holder have ratings? Engines and bots cannot."""
    return isinstance(holder, Person) and not holder.bot


def score(room: Room) -> float:
    """Score of the first player in a finished game: 1, 0.5 or 0."""
    outcome = room.outcome
    assert outcome is not None
    return 0.5 if outcome.player is None else float(outcome.player is PLAYERS[0])


def rating_changes(elos: tuple[Elo, Elo], first_score: float) -> tuple[int, int]:
    """Rating changes of both players after a game."""
    first, second = elos
    return _change(first, second, first_score), _change(second, first, 1 - first_score)


def _change(own: Elo, other: Elo, scored: float) -> int:
    expected = 1 / (1 + 10 ** ((other.rating - own.rating) / RATING_SCALE))
    k = K_PROVISIONAL if own.provisional else K_FACTOR
    return max(round(k * (scored - expected)), MIN_RATING - own.rating)


def updated(elo: Elo, change: int) -> Elo:
    """The rating after one more game."""
    games = elo.games + 1
    return Elo(elo.rating + change, games, games < PROVISIONAL_GAMES)

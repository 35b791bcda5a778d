"""Ratings: which games are rated, how much they count, and how they change the ratings. Pure; `people.games.rating_store` stores them.

A player has one Glicko-2 rating per rule set. It is provisional until its deviation is small.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gomoku.rules import PRESETS, Player, Rules
from gomoku.server.rooms.rating import glicko
from gomoku.server.rooms.rating.glicko import GameScore, Glicko
from gomoku.server.rooms.room import PLAYERS, Room
from gomoku.server.wire.values import Elo, EndedBy, Moment, NoClock, Options, Person, RoomKind

MIN_RATING: Final = 100
"""Floor of all ratings."""
SETTLED_DEVIATION: Final = 110
"""Deviation up to which a rating is settled: about ten games against settled opponents, years against new ones."""
PERIOD: Final = 86_400_000
"""Milliseconds of a rating period without games, after which a deviation grows."""
MIN_ACTIONS: Final = 10
"""Shorter games, in actions, are not rated."""
PAIR_WINDOW: Final = 86_400_000
"""Milliseconds for which the games of the same two players are counted."""
FULL_PAIR_GAMES: Final = 3
"""Games of the same two players in that time that count in full; each further one counts half as much as the one before."""
MAX_PAIR_GAMES: Final = 6
"""Games of the same two players in that time that count at all."""


@dataclass(frozen=True)
class PlayerRating:
    """A player's rating as it is stored."""

    glicko: Glicko = Glicko()
    games: int = 0
    updated: Moment = 0
    """Time of the last change; 0 for never."""

    def at(self, now: Moment) -> Glicko:
        """The rating now: its deviation has grown since the last game."""
        return glicko.aged(self.glicko, (now - self.updated) / PERIOD) if self.updated else self.glicko

    def elo(self, now: Moment) -> Elo:
        """The rating as it is shown."""
        current = self.at(now)
        deviation = round(current.deviation)
        return Elo(round(current.rating), self.games, deviation > SETTLED_DEVIATION, deviation)


NEW_PLAYER: Final = PlayerRating().elo(0)
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
    if not room.is_rated or room.changes is not None or room.uncounted is not None or room.ply < MIN_ACTIONS:
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


def weight_of(earlier: int) -> float:
    """Weight of a game after `earlier` games of the same two players; 0 if it does not count."""
    return 0.0 if earlier >= MAX_PAIR_GAMES else 0.5 ** max(0, earlier - FULL_PAIR_GAMES + 1)


def after_game(
    before: tuple[PlayerRating, PlayerRating], first_score: float, weight: float, now: Moment
) -> tuple[PlayerRating, PlayerRating]:
    """The ratings of both players after a game."""
    first, second = before
    return _after(first, second, first_score, weight, now), _after(second, first, 1 - first_score, weight, now)


def _after(own: PlayerRating, other: PlayerRating, scored: float, weight: float, now: Moment) -> PlayerRating:
    new = glicko.after(own.at(now), (GameScore(other.at(now), scored, weight),))
    # whole points, so that the changes shown add up to the rating
    return PlayerRating(Glicko(max(MIN_RATING, round(new.rating)), new.deviation, new.volatility), own.games + 1, now)

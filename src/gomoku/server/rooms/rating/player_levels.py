"""A player's strength on the scale of the engine's levels: which games count, and how they change it. Pure.

A Glicko-2 rating, where each level of `engine.levels` stands a fixed number of points above the one below. `people.games.level_store`
stores it.
"""

import math
from typing import Final

from gomoku.rules import Rules
from gomoku.server.rooms.rating import glicko, ratings
from gomoku.server.rooms.rating.glicko import Glicko
from gomoku.server.rooms.rating.ratings import PlayerRating
from gomoku.server.rooms.room import PLAYERS, Room
from gomoku.server.wire.values import (
    Ai,
    EndedBy,
    LevelResult,
    LevelUncounted,
    Moment,
    Person,
    PlayerLevel,
    RoomKind,
)

FIRST_LEVEL: Final = 3
"""Level of a new player, who is as likely weaker as stronger."""
LEVELS: Final = (1, 10)
STEP: Final = 400 * math.log10(3)
"""Rating points between two levels: each beats the one below in about three games of four (`benchmarks/ladder.py`)."""
_CENTRE: Final = Glicko().rating
_BOUNDS: Final = (LEVELS[0] - 1, LEVELS[1] + 1)
"""Bounds of an estimate: always losing to the lowest level, or beating the highest, says no more."""
_OFF_BOARD: Final = (EndedBy.RESIGNATION, EndedBy.AGREEMENT, EndedBy.TIME, EndedBy.ABANDONED)


def rating_of(level: float) -> float:
    """The rating of a level."""
    return _CENTRE + STEP * (level - FIRST_LEVEL)


def shown(rating: PlayerRating, now: Moment) -> PlayerLevel:
    """The estimate as it is shown."""
    current = rating.at(now)
    level = FIRST_LEVEL + (current.rating - _CENTRE) / STEP
    lowest, highest = LEVELS
    plays = min(highest, max(lowest, math.floor(level + 0.5)))
    return PlayerLevel(round(level, 1), round(current.deviation / STEP, 1), rating.games, plays)


def after_game(own: PlayerRating, level: int, score: float, now: Moment) -> PlayerRating:
    """The estimate after a game against a level, whose strength is known and does not change."""
    engine = PlayerRating(Glicko(rating_of(level), glicko.MIN_DEVIATION))
    new, _ = ratings.after_game((own, engine), score, 1.0, now)
    lowest, highest = map(rating_of, _BOUNDS)
    value = min(round(highest), max(round(lowest), round(new.glicko.rating)))
    return PlayerRating(Glicko(value, new.glicko.deviation, new.glicko.volatility), new.games, now)


def pool_of(rules: str) -> str:
    """Rule set whose estimate fits a game; custom rules are nearest to the one they were made from."""
    return Rules.parse(rules).name


def is_pooled(rules: str) -> bool:
    """Do games with these rules count?"""
    return ratings.pool_of(rules) is not None


def seats_of(room: Room) -> tuple[Person, Ai] | None:
    """The person and the engine of a local game between the two; None for any other game."""
    first, second = room.holders
    pair = (second, first) if isinstance(first, Ai) else (first, second)
    person, engine = pair
    if room.kind is not RoomKind.LOCAL or not isinstance(person, Person) or not isinstance(engine, Ai):
        return None
    return None if person.bot else (person, engine)


def is_due(room: Room) -> bool:
    """Has a game against the engine ended whose result is not in the room yet?"""
    outcome = room.outcome
    if outcome is None or outcome.by is EndedBy.CANCELLED or room.level_result is not None:
        return False
    return seats_of(room) is not None


def uncounted(room: Room) -> LevelUncounted | None:
    """Reason for which a finished game does not count; None if it does."""
    if not is_pooled(room.options.rules):
        return LevelUncounted.RULES
    if room.unfit is not None:
        return room.unfit
    if any(room.hints):
        return LevelUncounted.HINT
    outcome = room.outcome
    assert outcome is not None
    return LevelUncounted.SHORT if outcome.by in _OFF_BOARD and room.ply < ratings.MIN_ACTIONS else None


def settled(room: Room, own: PlayerRating) -> tuple[PlayerRating, LevelResult]:
    """The player's estimate after the game that has ended, and the result to show."""
    seats = seats_of(room)
    assert seats is not None
    now = room.updated
    why = uncounted(room)
    if why is not None:
        return own, LevelResult(shown(own, now), shown(own, now), why)
    person, engine = seats
    made = ratings.score(room)
    is_first = room.holder(PLAYERS[0]) == person
    new = after_game(own, engine.level, made if is_first else 1 - made, now)
    return new, LevelResult(shown(own, now), shown(new, now))

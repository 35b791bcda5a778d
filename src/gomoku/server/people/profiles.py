"""Public profiles: what anyone may see of a person with a passphrase, and the viewer's own score against them.

Visitors without a passphrase have no profile, and stay nameless in those of others. Games of private rooms are
never shown; those between viewer and person count in the viewer's head to head.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, and_, case, func, or_, select

from gomoku.rules import Color
from gomoku.rules.opening_names import rows_of
from gomoku.server.people import relations
from gomoku.server.people.games import rating_store
from gomoku.server.people.names import key_of
from gomoku.server.storage.tables import game, played_game, rated_game, rating_point, token, visitor
from gomoku.server.wire.messages import Reason, RoomSummary
from gomoku.server.wire.people.social_messages import (
    GameResult,
    HeadToHead,
    KnownNames,
    OpeningTally,
    PlayedGame,
    PlayedGames,
    PublicProfile,
    RatingHistory,
    RatingPoint,
    Tally,
)
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import EndedBy, Moment, Phase, RoomKind, is_bot

RECENT_GAMES: Final = 5
"""Games shown on a profile itself."""
SHOWN_OPENINGS: Final = 5
LATEST_TOGETHER: Final = 6
"""Results of a head to head that are shown one by one."""
MAX_POINTS: Final = 400
"""Points of a rating history; more cannot be told apart in a graph."""

_summary: Final = msgspec.json.Decoder(RoomSummary)
_RESULTS: Final = (GameResult.LOST, GameResult.DRAWN, GameResult.WON)
"""By half points."""


def find(connection: Connection, name: str) -> Row[Any]:
    """The row of the person with this name and a passphrase. Raises Refusal."""
    row = connection.execute(select(visitor).where(visitor.c.sign_in == key_of(name))).one_or_none()
    if row is None:
        raise Refusal(Reason.UNKNOWN_PERSON, "no one with a passphrase has that name")
    return row


def name_of(connection: Connection, who: str) -> str:
    """The name of a visitor; empty for one who has set none."""
    return connection.scalar(select(visitor.c.name).where(visitor.c.id == who)) or ""


def known(connection: Connection, names: Iterable[str]) -> KnownNames:
    """The names among these that belong to a person with a passphrase."""
    keys = {key_of(name[:40]): name for name in names}
    found = connection.scalars(select(visitor.c.sign_in).where(visitor.c.sign_in.in_(sorted(keys))))
    return KnownNames(tuple(keys[key] for key in sorted(found)))


def profile(connection: Connection, name: str, viewer: str, now: Moment) -> PublicProfile:
    """A person's profile as the viewer sees it, without their current activity. Raises Refusal."""
    row = find(connection, name)
    person: str = row.id
    listed = and_(_plays(person), played_game.c.kind == RoomKind.LISTED)
    return PublicProfile(
        name=row.name,
        motto=row.motto,
        since=row.created,
        me=person == viewer,
        activity=None,
        standings=rating_store.standings(connection, person, now),
        results=_tally(connection, person, listed),
        followers=relations.followers(connection, person),
        relation=relations.relation(connection, viewer, person),
        openings=_openings(connection, person),
        together=None if person == viewer else _together(connection, viewer, person),
        games=games(connection, person, RECENT_GAMES, 0),
    )


def games(connection: Connection, person: str, limit: int, offset: int) -> PlayedGames:
    """A page of a person's listed games, latest first."""
    mine = and_(_plays(person), played_game.c.kind == RoomKind.LISTED)
    latest = select(played_game).where(mine).order_by(played_game.c.at.desc(), played_game.c.game_id)
    rows = connection.execute(latest.limit(limit).offset(offset)).all()
    total = connection.scalar(select(func.count()).select_from(played_game).where(mine)) or 0
    shown = _Shown(connection, rows)
    return PlayedGames(tuple(shown.game(row, person) for row in rows), total)


def rating_history(connection: Connection, person: str, rules: str) -> RatingHistory:
    """A person's rating in a rule set over time, thinned out evenly; the first and last game are always kept."""
    mine = and_(rating_point.c.visitor == person, rating_point.c.rules == rules)
    query = select(rating_point).where(mine).order_by(rating_point.c.at, rating_point.c.round)
    rows = connection.execute(query).all()
    step = max(1, -(-len(rows) // MAX_POINTS))
    kept = rows[::-1][::step][::-1]
    if rows and kept[0] is not rows[0]:
        kept = [rows[0], *kept]
    return RatingHistory(rules, tuple(_point(row) for row in kept))


def _point(row: Row[Any]) -> RatingPoint:
    return RatingPoint(row.at, row.value, None if row.deviation is None else round(row.deviation))


def _plays(person: str) -> ColumnElement[bool]:
    return or_(played_game.c.first == person, played_game.c.second == person)


def _half_points(person: str) -> ColumnElement[int]:
    return case((played_game.c.first == person, played_game.c.half_points), else_=2 - played_game.c.half_points)


def _tally(connection: Connection, person: str, which: ColumnElement[bool]) -> Tally:
    points = _half_points(person)
    query = select(points, func.count()).where(which).group_by(points)
    return _tally_of(dict(connection.execute(query).all()))


def _tally_of(counts: dict[int, int]) -> Tally:
    return Tally(counts.get(2, 0), counts.get(1, 0), counts.get(0, 0))


def _openings(connection: Connection, person: str) -> tuple[OpeningTally, ...]:
    other = case((played_game.c.first_side == Color.X, Color.O.value), else_=Color.X.value)
    side = case((played_game.c.first == person, played_game.c.first_side), else_=other)
    points = _half_points(person)
    named = and_(_plays(person), played_game.c.kind == RoomKind.LISTED, played_game.c.opening != "")
    columns = (played_game.c.opening, side.label("side"), points.label("points"))
    grouped = select(*columns, func.count().label("games")).where(named)
    found: dict[tuple[str, str], dict[int, int]] = {}
    for row in connection.execute(grouped.group_by(*columns)):
        found.setdefault((row.opening, row.side), {})[row.points] = row.games
    best = sorted(found.items(), key=lambda entry: (-sum(entry[1].values()), entry[0]))
    return tuple(
        OpeningTally(name, Color(color), _tally_of(counts), rows_of(name))
        for (name, color), counts in best[:SHOWN_OPENINGS]
    )


def _together(connection: Connection, viewer: str, person: str) -> HeadToHead | None:
    both = and_(_plays(viewer), _plays(person))
    results = _tally(connection, viewer, both)
    if results == Tally():
        return None
    latest = select(_half_points(viewer)).where(both).order_by(played_game.c.at.desc()).limit(LATEST_TOGETHER)
    return HeadToHead(results, tuple(_RESULTS[half] for half in connection.scalars(latest)))


class _Shown:
    """Data shown with some games beside their own rows: opponents' names, rating changes, the last position."""

    def __init__(self, connection: Connection, rows: Sequence[Row[Any]]) -> None:
        people = {name for row in rows for name in (row.first, row.second)}
        self._names = _names(connection, people)
        keys = {row.game_id for row in rows}
        rated = connection.execute(select(rated_game).where(rated_game.c.game_id.in_(keys)))
        self._changes = {(row.game_id, row.round): (row.first_change, row.second_change) for row in rated}
        places = keys | {row.archive for row in rows}
        lines = connection.execute(select(game.c.id, game.c.line).where(game.c.id.in_(places)))
        self._lines = {name: _summary.decode(line) for name, line in lines}

    def game(self, row: Row[Any], person: str) -> PlayedGame:
        is_first = row.first == person
        mine, theirs = (0, 1) if is_first else (1, 0)
        side, opponent = Color(row.first_side), row.second if is_first else row.first
        half = row.half_points if is_first else 2 - row.half_points
        changes = self._changes.get((row.game_id, row.round))
        line = self._line(row)
        return PlayedGame(
            room=line.room if line else "",
            at=row.at,
            rules=row.rules,
            opponent=self._names.get(opponent, ""),
            bot=is_bot(opponent),
            elo=line.elos[theirs] if line and opponent in self._names else None,
            side=side if is_first else side.other,
            result=_RESULTS[half],
            by=EndedBy(row.ended_by),
            change=changes[mine] if changes else None,
            rows=line.rows if line else (),
            last=line.last if line else None,
            stones=line.stones if line else PlayedGame.__struct_defaults__[-1],
        )

    def _line(self, row: Row[Any]) -> RoomSummary | None:
        """The room that shows a game: its archive, or its own room until the next game starts there."""
        if (kept := self._lines.get(row.archive)) is not None:
            return kept
        own = self._lines.get(row.game_id)
        is_same = own and own.phase is Phase.OVER and own.outcome and own.outcome.by == row.ended_by
        return own if is_same else None


def _names(connection: Connection, people: Iterable[str]) -> dict[str, str]:
    """Names that may be shown: of people with a passphrase, and of bots."""
    asked = sorted(people)
    kept = select(visitor.c.id, visitor.c.name).where(visitor.c.id.in_(asked), visitor.c.sign_in.is_not(None))
    bots = select(token.c.visitor, token.c.name).where(token.c.visitor.in_(asked))
    return {name: shown for query in (bots, kept) for name, shown in connection.execute(query)}

"""Ratings in the database: loaded when players sit down, updated in the transaction that ends a rated game.

The event that ends a game, its `rated` event and the new ratings are one transaction, committed only if the ratings
have not changed since the update was computed. So a game is rated exactly once or not at all, across crashes and with
any number of processes.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, insert, or_, select, update

from gomoku.server.people import origins
from gomoku.server.rooms.rating import glicko, ratings
from gomoku.server.rooms.rating.glicko import Glicko
from gomoku.server.rooms.rating.ratings import PlayerRating
from gomoku.server.rooms.room import PLAYERS, Room, apply, visitor_at
from gomoku.server.storage.tables import rated_game, rating, rating_point, visitor
from gomoku.server.wire.events import Event, Rated
from gomoku.server.wire.people.account_messages import Leaderboard, LeaderboardEntry, Standing
from gomoku.server.wire.values import Elo, Holder, Moment, Person, RoomKind, Uncounted

LEADERBOARD_SIZE: Final = 100
"""Entries of a leaderboard."""

T = TypeVar("T")
Read = Callable[[Callable[[Connection], T]], Awaitable[T]]
Elos = tuple[Elo | None, Elo | None]


def ratings_of(
    connection: Connection, rules: str, visitors: Iterable[str], lock: bool = False
) -> dict[str, PlayerRating]:
    """Ratings of these visitors, with the default for new players. `lock`: lock the rows for an update."""
    names = sorted(set(visitors))
    query = select(rating).where(rating.c.rules == rules, rating.c.visitor.in_(names)).order_by(rating.c.visitor)
    rows = connection.execute(query.with_for_update() if lock else query)  # SQLite has one write lock anyway
    known = {row.visitor: _rating(row) for row in rows}
    return {name: known.get(name, PlayerRating()) for name in names}


def _rating(row: Row[Any]) -> PlayerRating:
    return PlayerRating(Glicko(row.value, row.deviation, row.volatility), row.games, row.updated)


def elos_of(connection: Connection, rules: str, visitors: Iterable[str], now: Moment) -> dict[str, Elo]:
    """Ratings of these visitors as they are shown."""
    return {name: found.elo(now) for name, found in ratings_of(connection, rules, visitors).items()}


@dataclass(frozen=True)
class RatingUpdate:
    """Rating changes of a finished game, written with the event that ended it. A `Guard` of the store."""

    room: Room
    """The room at the end of the game."""
    rules: str
    before: tuple[PlayerRating, PlayerRating]
    after: tuple[PlayerRating, PlayerRating]

    @property
    def changes(self) -> tuple[int, int]:
        first, second = (
            round(new.glicko.rating - old.glicko.rating) for old, new in zip(self.before, self.after, strict=True)
        )
        return first, second

    @property
    def elos(self) -> tuple[Elo, Elo]:
        first, second = (new.elo(self.room.updated) for new in self.after)
        return first, second

    @property
    def visitors(self) -> tuple[str, str]:
        first, second = map(visitor_at, self.room.holders)
        assert first is not None
        assert second is not None
        return first, second

    def holds(self, connection: Connection) -> bool:
        """Lock the ratings. Are they still those the changes were computed from?"""
        known = ratings_of(connection, self.rules, self.visitors, lock=True)
        return tuple(known[name] for name in self.visitors) == self.before

    def write(self, connection: Connection) -> None:
        at = self.room.updated
        first, second = self.visitors
        row = {"game_id": self.room.id, "round": self.room.round, "rules": self.rules, "at": at}
        row |= {"first": first, "second": second}
        row |= {"first_change": self.changes[0], "second_change": self.changes[1]}
        connection.execute(insert(rated_game).values(row))
        made = ratings.score(self.room)
        for index, score in enumerate((made, 1 - made)):
            self._write_one(connection, index, score, at)

    def _write_one(self, connection: Connection, index: int, score: float, at: Moment) -> None:
        name, before, now = self.visitors[index], self.before[index], self.after[index]
        values: dict[str, Any] = {"value": round(now.glicko.rating), "games": now.games, "updated": at}
        values |= {"deviation": now.glicko.deviation, "volatility": now.glicko.volatility}
        mine = and_(rating.c.visitor == name, rating.c.rules == self.rules)
        won, drawn = int(score == 1), int(score == 0.5)
        if before.games:
            counted = {"wins": rating.c.wins + won, "draws": rating.c.draws + drawn}
            connection.execute(update(rating).where(mine).values(values | counted))
        else:
            row = {"visitor": name, "rules": self.rules, "wins": won, "draws": drawn, **values}
            connection.execute(insert(rating).values(row))
        point = {"visitor": name, "game_id": self.room.id, "round": self.room.round, "rules": self.rules, "at": at}
        point |= {"value": values["value"], "deviation": now.glicko.deviation}
        connection.execute(insert(rating_point).values(point))
        if connection.scalar(select(visitor.c.id).where(visitor.c.id == name)) is None:
            row = {"id": name, "name": self.room.name(PLAYERS[index]), "created": at}
            connection.execute(insert(visitor).values(row))


async def with_ratings(
    read: Read[Any], happened: tuple[Event, ...], rooms: list[Room]
) -> tuple[tuple[Event, ...], list[Room], RatingUpdate | None]:
    """Add `rated` events if ratings are due. `rooms`: the room before the events, and after each.

    After the end of a rated game, `rated` is inserted at once: the players may leave with the next event.
    """
    if rooms[0].kind is RoomKind.LOCAL:
        return happened, rooms, None
    rating_update = None
    end = next((number for number, room in enumerate(rooms) if number and ratings.needs_rating_update(room)), None)
    if end is not None:
        room = rooms[end]
        settled = await read(lambda connection: _rating_update(connection, room))
        if isinstance(settled, RatingUpdate):
            rating_update = settled
            rated = Rated(at=room.updated, elos=settled.elos, changes=settled.changes)
        else:
            rated = Rated(at=room.updated, elos=room.elos, uncounted=settled)
        happened = (*happened[:end], rated, *happened[end:])
        rooms = _rooms(rooms[0], happened)
    if ratings.missing_ratings(rooms[-1]):
        last = rooms[-1]
        happened = (*happened, Rated(at=last.updated, elos=await elos_in_room(read, last)))
        rooms = _rooms(rooms[0], happened)
    return happened, rooms, rating_update


def _rooms(before: Room, happened: Sequence[Event]) -> list[Room]:
    rooms = [before]
    for event in happened:
        rooms.append(apply(before.id, rooms[-1], event))
    return rooms


def _rating_update(connection: Connection, room: Room) -> RatingUpdate | Uncounted:
    """The changes of a game that has just ended, or why there are none."""
    rules, now = ratings.pool_of(room.options.rules), room.updated
    first, second = map(visitor_at, room.holders)
    assert rules is not None
    assert first is not None
    assert second is not None
    if origins.are_shared(connection, room.id, first, second):
        return Uncounted.SAME_ADDRESS
    weight = ratings.weight_of(_pair_games(connection, first, second, now - ratings.PAIR_WINDOW))
    if not weight:
        return Uncounted.REPEATED
    known = ratings_of(connection, rules, (first, second))
    before = (known[first], known[second])
    return RatingUpdate(room, rules, before, ratings.after_game(before, ratings.score(room), weight, now))


def _pair_games(connection: Connection, one: str, other: str, since: Moment) -> int:
    """Rated games of two players with each other, under any rules."""
    first, second = rated_game.c.first, rated_game.c.second
    pair = or_(and_(first == one, second == other), and_(first == other, second == one))
    query = select(func.count()).select_from(rated_game).where(pair, rated_game.c.at >= since)
    return connection.scalar(query) or 0


async def elos_in_room(read: Read[Any], room: Room) -> Elos:
    """Ratings of the players in a room."""
    rules = ratings.pool_of(room.options.rules)
    if rules is None:
        return (None, None)
    names = [holder.visitor for holder in room.holders if isinstance(holder, Person) and not holder.bot]
    known: dict[str, Elo] = await read(lambda connection: elos_of(connection, rules, names, room.updated))

    def elo(holder: Holder) -> Elo | None:
        return known.get(visitor_at(holder) or "")

    first, second = room.holders
    return (elo(first), elo(second))


# --- lists ---


def leaderboard(connection: Connection, rules: str, me: str, now: Moment) -> Leaderboard:
    """The best players of a rule set, and the visitor's own entry. Only settled ratings of kept names are ranked."""
    ranked = _ranked(rules, now)
    query = select(rating, visitor.c.name, visitor.c.sign_in).outerjoin(visitor, visitor.c.id == rating.c.visitor)
    best = (
        query.where(ranked).order_by(rating.c.value.desc(), rating.c.updated, rating.c.visitor).limit(LEADERBOARD_SIZE)
    )
    lines = [_entry(row, rank, row.visitor == me, now) for rank, row in enumerate(connection.execute(best).all(), 1)]
    total = connection.scalar(_count(ranked)) or 0
    own = connection.execute(query.where(rating.c.rules == rules, rating.c.visitor == me)).one_or_none()
    mine = None if own is None else _entry(own, _rank(connection, rules, own, now), True, now)
    return Leaderboard(rules, tuple(lines), total, mine)


def _ranked(rules: str, now: Moment) -> ColumnElement[bool]:
    """Condition of a place on the leaderboard: a settled rating, and a name with a passphrase."""
    grown = rating.c.deviation * rating.c.deviation + (now - rating.c.updated) / float(ratings.PERIOD) * (
        rating.c.volatility * rating.c.volatility * glicko.SCALE**2
    )
    settled = (ratings.SETTLED_DEVIATION + 0.5) ** 2  # as rounded for display
    return and_(rating.c.rules == rules, grown < settled, visitor.c.sign_in.is_not(None))


def _count(ranked: ColumnElement[bool]) -> Select[int]:
    return select(func.count()).select_from(rating.join(visitor, visitor.c.id == rating.c.visitor)).where(ranked)


def _rank(connection: Connection, rules: str, own: Row[Any], now: Moment) -> int | None:
    ranked = _ranked(rules, now)
    if not connection.scalar(_count(and_(ranked, rating.c.visitor == own.visitor))):
        return None
    value, updated, name = own.value, own.updated, own.visitor
    level = and_(rating.c.value == value, rating.c.updated == updated, rating.c.visitor < name)
    earlier = and_(rating.c.value == value, rating.c.updated < updated)
    better = _count(and_(ranked, or_(rating.c.value > value, earlier, level)))
    return 1 + (connection.scalar(better) or 0)


def _entry(row: Row[Any], rank: int | None, me: bool, now: Moment) -> LeaderboardEntry:
    games, name = row.games, row.name
    wins, draws, sure = row.wins, row.draws, row.sign_in is not None
    return LeaderboardEntry(rank, name or "", _rating(row).elo(now), wins, draws, games - wins - draws, sure, me)


def standings(connection: Connection, me: str, now: Moment) -> tuple[Standing, ...]:
    """A visitor's ratings, most played rule set first."""
    query = select(rating).where(rating.c.visitor == me).order_by(rating.c.games.desc(), rating.c.rules)
    rows = connection.execute(query).all()
    return tuple(
        Standing(
            row.rules,
            _rating(row).elo(now),
            row.wins,
            row.draws,
            row.games - row.wins - row.draws,
            _rank(connection, row.rules, row, now),
        )
        for row in rows
    )

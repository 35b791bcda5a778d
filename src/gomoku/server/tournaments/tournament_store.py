"""Tournaments in the database: rows that change by compare-and-swap on the tournament's version.

A new round is one transaction: the tournament's version, its pairings, and a room for each of them. So each pairing is
made once, whichever process makes it, and a killed process leaves a whole round or nothing. Results are read from
the rooms' own rows, which hold them from the moment a game is over.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, and_, case, delete, func, insert, or_, select, update

from gomoku.server.people import names
from gomoku.server.people.games import rating_store
from gomoku.server.rooms.rating import ratings
from gomoku.server.rooms.room import Room, apply
from gomoku.server.storage import tables
from gomoku.server.storage.store import Conflict, insert_room
from gomoku.server.tournaments.tournament import Board, Entrant, Tournament
from gomoku.server.wire.events import Created
from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.tournament_messages import (
    TournamentList,
    TournamentSettings,
    TournamentState,
    TournamentSummary,
)
from gomoku.server.wire.values import Moment, Options, Person, Phase, RoomKind

_settings: Final = msgspec.json.Decoder(TournamentSettings).decode
_summary: Final = msgspec.json.Decoder(RoomSummary).decode
LIVE: Final = (TournamentState.OPEN, TournamentState.RUNNING)
"""States that change."""


def room_id(tournament: str, round: int, board: int) -> str:
    """Id of a pairing's room, the same from every process: a pairing has one room."""
    return hashlib.blake2b(f"tournament {tournament} {round} {board}".encode(), digest_size=9).hexdigest()


def load(connection: Connection, id: str) -> Tournament | None:
    """A tournament with its players and boards."""
    row = connection.execute(select(tables.tournament).where(tables.tournament.c.id == id)).one_or_none()
    if row is None:
        return None
    player, board = tables.tournament_player, tables.tournament_pairing
    players = connection.execute(select(player).where(player.c.tournament == id).order_by(player.c.number))
    boards = connection.execute(select(board).where(board.c.tournament == id).order_by(board.c.round, board.c.board))
    return Tournament(
        id,
        row.owner,
        _settings(row.settings),
        row.created,
        row.version,
        TournamentState(row.state),
        row.round,
        row.ends,
        row.due,
        tuple(Entrant(p.visitor, p.number, p.name, p.bot, p.rating, p.withdrawn) for p in players),
        tuple(map(_board, boards)),
        tuple(msgspec.json.decode(row.barred)),
    )


def _board(row: Row[Any]) -> Board:
    points = None if row.first_points is None else (row.first_points, row.second_points)
    return Board(row.round, row.board, row.first, row.second, row.made, row.room, points, row.played, row.ended)


def games_of(connection: Connection, rooms: Iterable[str]) -> dict[str, RoomSummary]:
    """The state of these rooms, as lists show it."""
    query = select(tables.game.c.id, tables.game.c.line).where(tables.game.c.id.in_(sorted(filter(None, rooms))))
    return {id: _summary(line) for id, line in connection.execute(query)}


def due(connection: Connection, now: Moment) -> list[str]:
    """Tournaments with a step due: by the clock, or because a game has ended or was deleted."""
    each, board, game = tables.tournament, tables.tournament_pairing, tables.game
    late = select(each.c.id).where(each.c.state.in_(LIVE), each.c.due <= now)
    ended = (
        select(board.c.tournament)
        .select_from(board.outerjoin(game, game.c.id == board.c.room))
        .where(board.c.ended.is_(None), or_(game.c.id.is_(None), game.c.phase == Phase.OVER))
    )
    return sorted({*connection.scalars(late), *connection.scalars(ended)})


def count_of(connection: Connection, owner: str) -> int:
    """Tournaments of an owner that are open or running."""
    each = tables.tournament
    mine = and_(each.c.owner == owner, each.c.state.in_(LIVE))
    return connection.scalar(select(func.count()).select_from(each).where(mine)) or 0


def listed(connection: Connection, limit: int, offset: int = 0) -> TournamentList:
    """A page of the tournaments and their number: running ones; open ones, most players first, so that empty announcements hide no
    others; then finished ones, the latest first."""
    each, player = tables.tournament, tables.tournament_player
    shown = each.c.state.in_((*LIVE, TournamentState.OVER))
    players = select(func.count()).where(player.c.tournament == each.c.id).scalar_subquery()
    order = case({TournamentState.RUNNING: 0, TournamentState.OPEN: 1}, value=each.c.state, else_=2)
    joined = case((each.c.state == TournamentState.OPEN, players), else_=0)
    query = select(each, players.label("players")).where(shown)
    query = query.order_by(order, joined.desc(), each.c.updated.desc(), each.c.id)
    total = connection.scalar(select(func.count()).select_from(each).where(shown)) or 0
    return TournamentList(tuple(map(_listed, connection.execute(query.limit(limit).offset(offset)))), total)


def _listed(row: Row[Any]) -> TournamentSummary:
    return TournamentSummary(
        id=row.id,
        settings=_settings(row.settings),
        state=TournamentState(row.state),
        players=row.players,
        round=row.round,
        created=row.created,
        leader=row.leader,
    )


def rating_of(connection: Connection, rules: str, visitor: str, now: Moment) -> int:
    """A visitor's rating for the seeding; that of a new player under rules that are not rated."""
    pool = ratings.pool_of(rules)
    if pool is None:
        return ratings.NEW_PLAYER.rating
    return rating_store.elos_of(connection, pool, (visitor,), now)[visitor].rating


# --- changes ---


def create(connection: Connection, made: Tournament) -> None:
    connection.execute(insert(tables.tournament).values(_columns(made) | {"id": made.id, "created": made.created}))


def save(connection: Connection, before: Tournament, after: Tournament, now: Moment, start_by: int) -> list[Room]:
    """Write a step; returns the new rooms. Raises Conflict with nothing changed if it was not the next one."""
    each = tables.tournament
    moved = connection.execute(
        update(each)
        .where(each.c.id == before.id, each.c.version == before.version)
        .values(_columns(after) | {"version": before.version + 1, "updated": now})
    )
    if moved.rowcount != 1:
        raise Conflict(before.id)
    _save_players(connection, before, after)
    known = {(board.round, board.number): board for board in before.boards}
    rooms = []
    for board in after.boards:
        old = known.get((board.round, board.number))
        if old is None:
            connection.execute(insert(tables.tournament_pairing).values(_board_columns(after, board)))
            if board.room:
                rooms.append(_open_room(connection, after, board, now, start_by))
        elif old != board:
            place = tables.tournament_pairing.c
            mine = and_(place.tournament == after.id, place.round == board.round, place.board == board.number)
            connection.execute(update(tables.tournament_pairing).where(mine).values(_board_columns(after, board)))
    return rooms


def _save_players(connection: Connection, before: Tournament, after: Tournament) -> None:
    player = tables.tournament_player
    old, new = ({each.number: each for each in found.players} for found in (before, after))
    for number in old.keys() | new.keys():
        if old.get(number) == new.get(number):
            continue
        connection.execute(delete(player).where(player.c.tournament == after.id, player.c.number == number))
        if (each := new.get(number)) is not None:
            connection.execute(insert(player).values(tournament=after.id, **vars(each)))


def _columns(tournament: Tournament) -> dict[str, Any]:
    return {
        "version": tournament.version,
        "owner": tournament.owner,
        "settings": msgspec.json.encode(tournament.settings),
        "state": tournament.state,
        "round": tournament.round,
        "ends": tournament.ends,
        "due": tournament.due,
        "updated": tournament.created,
        "barred": msgspec.json.encode(tournament.barred).decode(),
        "leader": tournament.leader,
    }


def _board_columns(tournament: Tournament, board: Board) -> dict[str, Any]:
    first, second = board.points or (None, None)
    return {
        "tournament": tournament.id,
        "round": board.round,
        "board": board.number,
        "first": board.first,
        "second": board.second,
        "room": board.room,
        "first_points": first,
        "second_points": second,
        "played": board.played,
        "made": board.made,
        "ended": board.ended,
    }


def _open_room(connection: Connection, tournament: Tournament, board: Board, now: Moment, start_by: int) -> Room:
    """Create the room of a pairing, with both seated. Rated if both are people with a passphrase."""
    settings, visitors = tournament.settings, (board.first, board.second or "")
    players = [tournament.entrant(visitor) for visitor in visitors]
    rated = settings.rated and not any(each.bot for each in players) and not names.unkept(connection, visitors)
    first, second = (Person(each.visitor, each.name, each.bot) for each in players)
    created = Created(
        at=now,
        by=f"tournament-{tournament.id}",  # no visitor, so that none may delete it or change its options
        kind=RoomKind.LISTED,
        options=Options(settings.rules, settings.opening, settings.clock, rated=rated),
        holders=(first, second),
        title=settings.name,
        elos=_elos(connection, settings.rules, players, now),
        tournament=tournament.id,
        start_by=now + start_by,
    )
    room = apply(board.room, None, created)
    insert_room(connection, room, created, None)
    return room


def _elos(connection: Connection, rules: str, players: Sequence[Entrant], now: Moment) -> Any:
    pool = ratings.pool_of(rules)
    people = [each.visitor for each in players if not each.bot]
    known = rating_store.elos_of(connection, pool, people, now) if pool else {}
    return tuple(known.get(each.visitor) for each in players)

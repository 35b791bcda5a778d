"""A room's step from one version to the next, in SQL: if it is still at the one, and the command was not carried out before.

SQLite takes some statements in a row, which cost it nothing. For PostgreSQL each statement is a trip over the network,
so there the whole step is a single one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    ARRAY,
    Connection,
    Integer,
    LargeBinary,
    Select,
    String,
    bindparam,
    func,
    insert,
    literal_column,
    select,
    update,
)

from gomoku.server.storage.tables import game, game_command, game_event


class Conflict(Exception):
    """Somebody else has changed the room meanwhile, or there is one of that id already."""


class Repeated(Exception):
    """This command was carried out before."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"carried out before: version {seq}")
        self.seq = seq


@dataclass(frozen=True)
class CommandId:
    """The name of a command: unique within a room for each visitor."""

    visitor: str
    id: str


def advance(
    connection: Connection,
    room: str,
    seq: int,
    values: dict[str, Any],
    events: Sequence[bytes],
    command: CommandId | None,
) -> None:
    """Move a room on from version `seq`, by these events. Raises Repeated or Conflict, with nothing changed.

    `values`: the columns of `game`; the snapshot's only where there is a new one.
    """
    given = values | {"room": room, "expected": seq}
    if connection.dialect.name == "postgresql":
        statement = _AT_ONCE_WITH_SNAPSHOT if "snapshot" in values else _AT_ONCE
        given |= {"visitor": command and command.visitor, "name": command and command.id}
        given |= {"numbers": list(range(seq + 1, seq + 1 + len(events))), "events": list(events)}
        row = connection.execute(statement, given).one()
        if row.repeated is not None:
            raise Repeated(row.repeated)
        if not row.moved:
            raise Conflict(room)
        return
    raise_if_repeated(connection, room, command)
    moved = connection.execute(_MOVE_WITH_SNAPSHOT if "snapshot" in values else _MOVE, given)
    if moved.rowcount != 1:
        raise Conflict(room)
    put_events(connection, room, seq, events, command)


def seen(connection: Connection, room: str, command: CommandId) -> int | None:
    """The version a command led to when it was carried out; None if it never was."""
    key = {"room": room, "visitor": command.visitor, "name": command.id}
    seq: int | None = connection.scalar(_SEEN, key)
    return seq


def raise_if_repeated(connection: Connection, room: str, command: CommandId | None) -> None:
    if command is not None:
        seq = seen(connection, room, command)
        if seq is not None:
            raise Repeated(seq)


def put_events(
    connection: Connection, room: str, after: int, events: Sequence[bytes], command: CommandId | None
) -> None:
    """Events that follow the one of that number, and the command that led to them."""
    rows = [{"game_id": room, "seq": number, "data": data} for number, data in enumerate(events, after + 1)]
    connection.execute(_PUT, rows)
    if command is not None:
        named = {"game_id": room, "visitor": command.visitor, "id": command.id, "seq": after + len(events)}
        connection.execute(_NAME, named)


# --- statements: made once, for making them takes longer than running them ---

_CHANGED: Final[dict[str, Any]] = {
    column.name: bindparam(column.name) for column in game.columns if column.name != "id"
} | {"keeper": func.coalesce(bindparam("keeper", type_=game.c.keeper.type), game.c.keeper)}
_PUT: Final = insert(game_event)
_NAME: Final = insert(game_command)
_SEEN: Final = select(game_command.c.seq).where(
    game_command.c.game_id == bindparam("room"),
    game_command.c.visitor == bindparam("visitor", type_=String),
    game_command.c.id == bindparam("name", type_=String),
)


def _moving(snapshot: bool) -> Any:
    left_out = () if snapshot else ("snapshot", "snapshot_seq")
    values = {name: value for name, value in _CHANGED.items() if name not in left_out}
    return update(game).where(game.c.id == bindparam("room"), game.c.version == bindparam("expected")).values(values)


def _at_once(snapshot: bool) -> Select[Any]:
    """All of it in one statement; says the version that the command led to before, and whether the room was moved."""
    known = _SEEN.cte("known")
    is_new = ~select(literal_column("1")).select_from(known).exists()
    moved = _moving(snapshot).where(is_new).returning(game.c.id, game.c.version).cte("moved")
    numbers = func.unnest(bindparam("numbers", type_=ARRAY(Integer)))
    data = func.unnest(bindparam("events", type_=ARRAY(LargeBinary)))
    put = (
        insert(game_event)
        .from_select(["game_id", "seq", "data"], select(moved.c.id, numbers, data), include_defaults=False)
        .cte("put")
    )
    visitor, name = bindparam("visitor", type_=String), bindparam("name", type_=String)
    row = select(moved.c.id, visitor, name, moved.c.version).where(visitor.is_not(None))
    named = (
        insert(game_command).from_select(["game_id", "visitor", "id", "seq"], row, include_defaults=False).cte("named")
    )
    repeated = select(known.c.seq).scalar_subquery().label("repeated")
    count = select(func.count()).select_from(moved).scalar_subquery().label("moved")
    return select(repeated, count).add_cte(put, named)


_MOVE: Final = _moving(snapshot=False)
_MOVE_WITH_SNAPSHOT: Final = _moving(snapshot=True)
_AT_ONCE: Final = _at_once(snapshot=False)
_AT_ONCE_WITH_SNAPSHOT: Final = _at_once(snapshot=True)

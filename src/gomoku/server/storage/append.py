"""Appends events to a room in SQL: compare-and-swap on its version, idempotent by command id.

On SQLite this is a sequence of cheap statements. On PostgreSQL each statement is a network round trip, so everything is
one statement.
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
    """The room is no longer at the expected version, or its id is taken."""


class Repeated(Exception):
    """The command was executed before, and led to version `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"carried out before: version {seq}")
        self.seq = seq


@dataclass(frozen=True)
class CommandId:
    """Idempotency key of a command: unique per room and visitor."""

    visitor: str
    id: str


def append_events(
    connection: Connection,
    room: str,
    seq: int,
    values: dict[str, Any],
    events: Sequence[bytes],
    command: CommandId | None,
) -> None:
    """Append events to a room at version `seq`. Raises Repeated or Conflict with nothing changed.

    `values`: the columns of `game`; those of the snapshot only if there is a new one.
    """
    given = values | {"room": room, "expected": seq}
    if connection.dialect.name == "postgresql":
        statement = _APPEND_WITH_SNAPSHOT if "snapshot" in values else _APPEND
        given |= {"visitor": command and command.visitor, "name": command and command.id}
        given |= {"numbers": list(range(seq + 1, seq + 1 + len(events))), "events": list(events)}
        row = connection.execute(statement, given).one()
        if row.repeated is not None:
            raise Repeated(row.repeated)
        if not row.moved:
            raise Conflict(room)
        return
    require_new_command(connection, room, command)
    moved = connection.execute(_UPDATE_WITH_SNAPSHOT if "snapshot" in values else _UPDATE, given)
    if moved.rowcount != 1:
        raise Conflict(room)
    insert_events(connection, room, seq, events, command)


def committed_seq(connection: Connection, room: str, command: CommandId) -> int | None:
    """Version a command led to; None if it was never executed."""
    key = {"room": room, "visitor": command.visitor, "name": command.id}
    seq: int | None = connection.scalar(_COMMITTED_SEQ, key)
    return seq


def require_new_command(connection: Connection, room: str, command: CommandId | None) -> None:
    if command is not None:
        seq = committed_seq(connection, room, command)
        if seq is not None:
            raise Repeated(seq)


def insert_events(
    connection: Connection, room: str, after: int, events: Sequence[bytes], command: CommandId | None
) -> None:
    """Insert the events after number `after`, and the id of the command that caused them."""
    rows = [{"game_id": room, "seq": number, "data": data} for number, data in enumerate(events, after + 1)]
    connection.execute(_INSERT_EVENTS, rows)
    if command is not None:
        named = {"game_id": room, "visitor": command.visitor, "id": command.id, "seq": after + len(events)}
        connection.execute(_INSERT_COMMAND, named)


# --- statements: built once, because building them takes longer than executing them ---

_COLUMNS: Final[dict[str, Any]] = {
    column.name: bindparam(column.name) for column in game.columns if column.name != "id"
} | {"keeper": func.coalesce(bindparam("keeper", type_=game.c.keeper.type), game.c.keeper)}
_INSERT_EVENTS: Final = insert(game_event)
_INSERT_COMMAND: Final = insert(game_command)
_COMMITTED_SEQ: Final = select(game_command.c.seq).where(
    game_command.c.game_id == bindparam("room"),
    game_command.c.visitor == bindparam("visitor", type_=String),
    game_command.c.id == bindparam("name", type_=String),
)


def _update_game(snapshot: bool) -> Any:
    left_out = () if snapshot else ("snapshot", "snapshot_seq")
    values = {name: value for name, value in _COLUMNS.items() if name not in left_out}
    return update(game).where(game.c.id == bindparam("room"), game.c.version == bindparam("expected")).values(values)


def _append_statement(snapshot: bool) -> Select[Any]:
    """Everything in one statement. Returns the version an earlier execution led to, and whether the room was updated."""
    known = _COMMITTED_SEQ.cte("known")
    is_new = ~select(literal_column("1")).select_from(known).exists()
    moved = _update_game(snapshot).where(is_new).returning(game.c.id, game.c.version).cte("moved")
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


_UPDATE: Final = _update_game(snapshot=False)
_UPDATE_WITH_SNAPSHOT: Final = _update_game(snapshot=True)
_APPEND: Final = _append_statement(snapshot=False)
_APPEND_WITH_SNAPSHOT: Final = _append_statement(snapshot=True)

"""Export of rooms to game files, import of game files as rooms, archiving of finished games."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from gomoku.rules import Color, Game, Player, Rules, RulesError
from gomoku.rules.diagram import diagram_of, draw
from gomoku.rules.records import FORMATS, Record, RecordError, read_all, sgf
from gomoku.rules.records.pos import RowsFrom
from gomoku.rules.records.record import COMMENTS, VARIATIONS, noted
from gomoku.server.rooms.room import Room, apply, archive_id
from gomoku.server.wire import events
from gomoku.server.wire.events import Event
from gomoku.server.wire.values import (
    MAX_SOURCE_LENGTH,
    Ai,
    EndedBy,
    Moment,
    Name,
    Open,
    Options,
    Person,
    RoomKind,
)

MEDIA_TYPES: Final = {
    "sgf": "application/x-go-sgf",
    "psq": "text/plain",
    "rec": "text/plain",
    "pos": "text/plain",
    "link": "text/plain",
    "txt": "text/plain",
    "svg": "image/svg+xml",
}
"""Media type of each export format."""
MAX_IMPORTED_GAMES: Final = 200
"""Limit of games per file."""
MAX_IMPORTED_MOVES: Final = 20_000
"""Limit of moves per file, over all games."""


@dataclass(frozen=True)
class File:
    """A file for download."""

    name: str
    media: str
    text: str


# --- export ---


def record_of(room: Room, move: int | None = None) -> Record:
    """A room's game as a record: complete, or after its first `move` stones."""
    game = room.game.copy() if move is None else room.game.at(move)
    times = {
        number: action.ms for number, action in enumerate(room.actions[: len(game.actions)], 1) if action.ms is not None
    }
    seats = game.seats
    record = Record(
        game,
        black=_name(room, seats[Color.X]),
        white=_name(room, seats[Color.O]),
        result=_result(room) if move is None or move == len(room.game.moves) else "",
        date=datetime.fromtimestamp(room.created / 1000, UTC).date().isoformat(),
        event=room.title,
        times=times,
    )
    return _with_source(record, room, sgf.loads(room.source)) if room.source else record


def _with_source(record: Record, room: Room, source: Record) -> Record:
    """The record with what its game's file holds besides the moves, unless the room has changed it."""
    is_whole = len(record.game.actions) == len(room.game.actions)
    is_same = record.game.actions == source.game.actions and room.ended == _ended(source.game, source.result)
    assert source.tree is not None
    return replace(
        record,
        black=source.black if record.black == _short(source.black) else record.black,
        white=source.white if record.white == _short(source.white) else record.white,
        event=source.event if record.event == _short(source.event) else record.event,
        date=source.date,
        result=source.result if is_same else record.result,
        comments=sgf.comments_along(source.tree, record.game),
        tree=source.tree if is_whole else None,  # for the first moves alone, the rest would be a variation
    )


def _name(room: Room, player: Player) -> str:
    holder = room.holder(player)
    if isinstance(holder, Ai):
        return f"Gomoku AI, level {holder.level}"
    return holder.name if isinstance(holder, Person) else ""


def _result(room: Room) -> str:
    """Result in SGF notation."""
    outcome = room.outcome
    if outcome is None or outcome.by is EndedBy.CANCELLED:
        return ""
    if outcome.winner is None:
        return "0"
    how = {EndedBy.RESIGNATION: "R", EndedBy.TIME: "T", EndedBy.ABANDONED: "F", EndedBy.BANNED: "F"}.get(outcome.by, "")
    return f"{'B' if outcome.winner is Color.X else 'W'}+{how}"


def export(room: Room, format: str, move: int | None = None, lossy: bool = False, numbers: bool = False) -> File:
    """A room's game as a file. Raises RecordError if the format cannot express it or `move` is out of range."""
    if format not in MEDIA_TYPES:
        raise RecordError(f"unknown format; known are {', '.join(MEDIA_TYPES)}")
    if move is not None and not 0 <= move <= len(room.game.moves):
        raise RecordError(f"the game has moves 0 to {len(room.game.moves)}, not {move}")
    record = record_of(room, move)
    if format == "svg":
        text = draw(diagram_of(record.game, numbers=numbers))
    elif format == "txt":
        text = as_text(record)
    else:
        text = FORMATS[format].dumps(record, lossy)
    return File(f"gomoku-{room.id[:8]}.{format}", MEDIA_TYPES[format], text)


def as_text(record: Record) -> str:
    """A game as plain text: players, board, moves."""
    game = record.game
    rows = game.rows()
    names = [game.name((x, game.rules.height - 1))[:-1].rstrip("-") for x in range(game.rules.width)]
    wide = max(map(len, names))
    numbers = [str(game.rules.height - y) for y in range(game.rules.height)]
    header = "    " + " ".join(name.rjust(wide) for name in names)
    board = [f"{number:>3} " + " ".join(c.rjust(wide) for c in row) for number, row in zip(numbers, rows, strict=True)]
    moves = [
        f"{number}. {game.name(played.cell)}" + (f"x{len(played.captured)}" if played.captured else "")
        for number, played in enumerate(game.played, 1)
    ]
    lines = [" ".join(moves[start : start + 10]) for start in range(0, len(moves), 10)]
    taken = f"taken: X {game.taken[Color.X]}, O {game.taken[Color.O]}" if game.rules.capture_sizes else ""
    head = [
        f"Rules {game.rules.spec()}" + ("" if game.opening == "standard" else f", opening {game.opening}"),
        f"X {record.black or '?'} - O {record.white or '?'}" + (f"  {record.outcome}" if record.outcome else ""),
        *([taken] if taken else []),
    ]
    return "\n".join([*head, "", header, *board, "", *lines, ""])


# --- import ---


def imported(
    data: bytes, format: str | None, rules: str | None, rows_from: RowsFrom, visitor: str, now: Moment
) -> list[tuple[Room, events.Created]]:
    """Every game of a file as a new local room of a visitor. CPU-bound: run it in a thread. Raises RecordError."""
    try:
        given = Rules.parse(rules) if rules else None
    except RulesError as error:
        raise RecordError(str(error)) from None
    found = read_all(data, format, given, rows_from)
    if len(found) > MAX_IMPORTED_GAMES:
        raise RecordError(f"the file has {len(found)} games; at most {MAX_IMPORTED_GAMES} are allowed")
    if sum(len(record.game.actions) for record in found) > MAX_IMPORTED_MOVES:
        raise RecordError(f"the file has too many moves; at most {MAX_IMPORTED_MOVES} are allowed")
    made = [created_from(record, visitor, now) for record in found]
    return [(apply(new_id(), None, created), created) for created in made]


def created_from(record: Record, visitor: str, now: Moment, opponent: Ai | None = None) -> events.Created:
    """The `created` event of a room that starts from a record. An opponent gets the side that is not to move."""
    game = record.game
    names = {game.seats[Color.X]: record.black, game.seats[Color.O]: record.white}
    mine = game.seats[game.to_move]
    first, second = (
        Person(visitor, _short(names[player])) if opponent is None or player is mine else opponent
        for player in (Player.P1, Player.P2)
    )
    return events.Created(
        at=now,
        by=visitor,
        kind=RoomKind.LOCAL,
        options=Options(rules=game.rules.spec(), opening=game.opening),
        holders=(first, second),
        title=_short(record.event),
        link=game.to_link(),
        times=tuple(record.times.get(number) for number in range(1, len(game.actions) + 1)),
        ended=_ended(game, record.result),
        source=_source(record),
    )


def _source(record: Record) -> str:
    """The record's file as SGF, if it holds more than a room does."""
    if record.tree is None and not record.date and not record.comments:
        return ""
    text = sgf.dumps(record)
    if len(text) > MAX_SOURCE_LENGTH:
        raise RecordError(f"a game of {len(text)} characters; at most {MAX_SOURCE_LENGTH} are kept with a game")
    return text


def is_annotated(room: Room) -> bool:
    """Does the file of a room's game hold comments or variations?"""
    return bool(room.source) and not {COMMENTS, VARIATIONS}.isdisjoint(noted(sgf.loads(room.source)))


def _short(text: str) -> Name:
    return " ".join(text.split())[:40]


_RECORDED: Final = {"r": EndedBy.RESIGNATION, "t": EndedBy.TIME, "f": EndedBy.ABANDONED}


def _ended(game: Game, result: str) -> tuple[EndedBy, Player | None] | None:
    """Result recorded in a file, if the board does not show it: `B+Resign`, `W+T`, `0` or `Draw`."""
    result = result.strip().lower()
    if game.is_over or not result:
        return None
    if result in ("0", "draw"):
        return (EndedBy.AGREEMENT, None)
    side, plus, how = result.partition("+")
    color = {"b": Color.X, "w": Color.O}.get(side)
    if not plus or color is None:
        return None
    return (_RECORDED.get(how[:1], EndedBy.RESIGNATION), game.seats[color])


# --- archive ---


def archived(steps: Iterable[tuple[Room, Event]]) -> tuple[Room, Event] | None:
    """A separate room for a finished game that the next event would clear or detach from its players.

    `steps`: the room before each event, and the event.
    """
    ending = events.Restarted | events.Started | events.Stood | events.OptionsChanged
    for before, event in steps:
        if isinstance(event, ending) and before.is_finished and not before.kept and before.actions:
            if not (isinstance(event, events.OptionsChanged) and before.kind is RoomKind.LOCAL):
                return _kept(before)
    return None


def _kept(before: Room) -> tuple[Room, Event]:
    first, second = (Person(before.owner) if isinstance(holder, Open) else holder for holder in before.holders)
    created = events.Created(
        at=before.updated,
        by=before.owner,
        kind=RoomKind.LOCAL,
        options=before.options,
        holders=(first, second),
        stones=before.stones,
        title=before.title,
        link=before.game.to_link(),
        times=tuple(action.ms for action in before.actions[: before.ply]),
        ended=before.ended,
        elos=before.elos,
        changes=before.changes,
        source=before.source,
    )
    return apply(archive_id(before), None, created), created


def new_id() -> str:
    """A random room id."""
    return secrets.token_hex(9)

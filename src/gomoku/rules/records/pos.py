"""POS text: moves run together, `h8i9g7`, or a diagram of the board; and Gomocup's openings.

In a move the letter is the column, `i` included, and the number the row from 1. Programs disagree about where row 1 is:
`rows_from` decides, and also which row a diagram begins with. More lines may follow a diagram:

    to_move O           the side to move; otherwise inferred from the numbers of stones
    taken 2 4           stones taken so far by black and by white
    moves h8i9          what was played since
"""

import re
from collections.abc import Iterable
from itertools import pairwise
from string import ascii_lowercase
from typing import Final, Literal, TypeAlias

from gomoku.rules.board import Cell
from gomoku.rules.game import Game, Setup
from gomoku.rules.records.errors import MAX_GAMES, MAX_MOVES_IN_FILE, RecordError, Source, shown
from gomoku.rules.records.record import Record, refuse_opening, setup_of
from gomoku.rules.records.replay import Replay, new_game, set_up_game, sized
from gomoku.rules.variant import Color, Rules

RowsFrom: TypeAlias = Literal["top", "bottom"]

KEEPS: Final[frozenset[str]] = frozenset()
"""Data that the format can hold besides the moves."""

_MOVE: Final = re.compile(r"([A-Za-z])([0-9]{1,2})[\s,]*+")
_GLYPHS: Final = {"x": "X", "o": "O"} | dict.fromkeys(".-_+", ".")
_DIAGRAM: Final = re.compile(r"[xXoO.\-_+ \t]+")
_TAKEN: Final = re.compile(r"([0-9]{1,5})\s+([0-9]{1,5})")
_NUMBER: Final = re.compile(r"[\s,]*+(-?[0-9]{1,3})(?![0-9])[\s,]*+")


def loads(text: str, rules: Rules | None = None, rows_from: RowsFrom = "top") -> Record:
    """Read moves or a diagram. Given rules adopt the size of a diagram; the default is freestyle, 15 x 15 for moves."""
    source = Source(text)
    _check_direction(rows_from)
    lines = _lines(source)
    if lines and _DIAGRAM.fullmatch(lines[0][1]):
        return Record(_read_diagram(source, lines, rules, rows_from))
    if len(lines) > 1:
        raise source.error(lines[1][0], "expected all moves on one line")
    game = new_game(source, 0, rules or Rules.preset("freestyle"))
    hint = "" if rules else " (the file does not say the rules; freestyle 15 x 15 was taken)"
    for offset, line in lines:
        _read_moves(Replay(source, game, hint), source, offset, line, rows_from)
    return Record(game)


def dumps(record: Record, rows_from: RowsFrom = "top", lossy: bool = False) -> str:
    """The moves on one line; a setup position as a diagram, followed by its moves.

    Raises RecordError if part of the game would be lost; `lossy` allows that for an opening's decisions.
    """
    _check_direction(rows_from)
    refuse_opening(record, "POS", lossy)
    game = record.game
    moves = "".join(_move_text(cell, game.rules, rows_from) for cell in game.moves)
    setup = setup_of(game)
    return moves + "\n" if setup is None else _diagram(setup, rows_from, moves)


def loads_openings(text: str, rules: Rules) -> list[list[Cell]]:
    """Read Gomocup's opening file: one opening per line, its cells as `dx,dy` from the centre. Each is replayed."""
    source = Source(text)
    found: list[list[Cell]] = []
    moves = 0
    for offset, line in _lines(source):
        cells = _read_offsets(source, offset, line, rules)
        moves += len(cells)
        if len(found) >= MAX_GAMES or moves > MAX_MOVES_IN_FILE:
            raise source.error(offset, "too many openings in one file")
        found.append(cells)
    return found


def dumps_openings(openings: Iterable[Iterable[Cell]], rules: Rules) -> str:
    """The inverse of `loads_openings`."""
    cx, cy = rules.centre
    lines = (", ".join(f"{x - cx},{y - cy}" for x, y in cells) for cells in openings)
    return "".join(line + "\n" for line in lines)


def _check_direction(rows_from: str) -> None:
    if rows_from not in ("top", "bottom"):
        raise RecordError(f"rows are counted from the top or the bottom, not from {shown(rows_from)}")


def _lines(source: Source) -> list[tuple[int, str]]:
    """Non-blank lines, each with its offset."""
    offset = 0
    found = []
    for line in source.text.split("\n"):
        if line.strip(" \t\r\ufeff"):
            found.append((offset, line.strip("\r\ufeff")))
        offset += len(line) + 1
    return found


# --- moves ---


def _read_moves(replay: Replay, source: Source, offset: int, line: str, rows_from: RowsFrom) -> None:
    """Replay concatenated moves; spaces and commas between them are allowed."""
    height = replay.game.rules.height
    at = len(line) - len(line.lstrip())
    while at < len(line):
        match = _MOVE.match(line, at)
        if match is None:
            why = f"expected a move such as h8, not {shown(line[at:])}"
            raise source.error(offset + at, why, replay.stones + 1)
        row = int(match[2])
        y = row - 1 if rows_from == "top" else height - row
        replay.stone(offset + at, (ascii_lowercase.index(match[1].lower()), y))
        at = match.end()


def _move_text(cell: Cell, rules: Rules, rows_from: RowsFrom) -> str:
    x, y = cell
    if rules.width > len(ascii_lowercase):
        raise RecordError(f"POS has letters for {len(ascii_lowercase)} columns, not for {rules.width}")
    row = y + 1 if rows_from == "top" else rules.height - y
    return f"{ascii_lowercase[x]}{row}"


# --- diagrams ---


def _read_diagram(source: Source, lines: list[tuple[int, str]], rules: Rules | None, rows_from: RowsFrom) -> Game:
    rows: list[str] = []
    for offset, line in lines:
        if not _DIAGRAM.fullmatch(line):
            break
        rows.append("".join(_GLYPHS[glyph] for glyph in line.lower() if glyph in _GLYPHS))
        if len(rows[-1]) != len(rows[0]):
            why = f"this row has {len(rows[-1])} cells, the first has {len(rows[0])}"
            raise source.error(offset, why)
    footer = _read_footer(source, lines[len(rows) :])
    start = lines[0][0]
    rules = sized(source, start, rules, len(rows[0]), len(rows))
    if rows_from == "bottom":
        rows.reverse()
    to_move, taken = _read_turn(source, footer, rows)
    game = set_up_game(source, start, rules, rows, to_move, taken)
    if "moves" in footer:
        offset, moves = footer["moves"]
        _read_moves(Replay(source, game), source, offset, moves, rows_from)
    return game


def _read_footer(source: Source, lines: list[tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """Parse the lines below a diagram: keys with values and their offsets."""
    found: dict[str, tuple[int, str]] = {}
    for offset, line in lines:
        key, _, value = line.strip().partition(" ")
        if key not in ("to_move", "taken", "moves") or key in found:
            why = f"below a diagram expected to_move, taken or moves, each once, not {shown(line)}"
            raise source.error(offset, why)
        value = value.strip()
        found[key] = (offset + line.rindex(value) if value else offset, value)
    return found


def _read_turn(source: Source, footer: dict[str, tuple[int, str]], rows: list[str]) -> tuple[Color, tuple[int, int]]:
    to_move, taken = _turn_by_count(rows), (0, 0)
    if "to_move" in footer:
        offset, word = footer["to_move"]
        if word not in tuple(Color):
            raise source.error(offset, f"to_move must be X or O, not {shown(word)}")
        to_move = Color(word)
    if "taken" in footer:
        offset, words = footer["taken"]
        match = _TAKEN.fullmatch(words)
        if match is None:
            raise source.error(offset, f"taken must be two numbers, black's and white's, not {shown(words)}")
        taken = (int(match[1]), int(match[2]))
    return to_move, taken


def _turn_by_count(rows: Iterable[str]) -> Color:
    """Side to move by stone count: O if black has more stones, otherwise X."""
    text = "".join(rows)
    return Color.X if text.count("X") <= text.count("O") else Color.O


def _diagram(setup: Setup, rows_from: RowsFrom, moves: str) -> str:
    lines = list(setup.rows if rows_from == "top" else reversed(setup.rows))
    if setup.to_move is not _turn_by_count(lines):
        lines.append(f"to_move {setup.to_move}")
    if setup.taken != (0, 0):
        lines.append(f"taken {setup.taken[0]} {setup.taken[1]}")
    if moves:
        lines.append(f"moves {moves}")
    return "".join(line + "\n" for line in lines)


# --- openings ---


def _read_offsets(source: Source, offset: int, line: str, rules: Rules) -> list[Cell]:
    """Parse one opening and replay it from the empty board."""
    numbers: list[tuple[int, int]] = []  # each with its offset
    at = 0
    while at < len(line):
        match = _NUMBER.match(line, at)
        if match is None:
            raise source.error(offset + at, f"expected dx,dy, dx,dy, …, not {shown(line[at:])}")
        numbers.append((offset + match.start(1), int(match[1])))
        at = match.end()
    if len(numbers) % 2:
        raise source.error(numbers[-1][0], "the last cell has one coordinate only")
    replay = Replay(source, new_game(source, offset, rules))
    cx, cy = rules.centre
    for (where, dx), (_, dy) in list(pairwise(numbers))[::2]:
        replay.stone(where, (cx + dx, cy + dy))
    return list(replay.game.moves)

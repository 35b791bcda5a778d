"""A whole game in one short line for links: letters, digits and `-_~.`, none of which a URL needs to escape.

    g1~42.size-15~swap2~SETUP~ACTIONS~CHECK

    g1        format version
    rules     name of the rule set and changed parameters
    opening   empty for the standard opening
    SETUP     empty, or separated by dots: side to move, captures of black, of white, black's cells, white's cells
    ACTIONS   stones, two characters per cell; between dots, an answer to an opening decision: a word, a number, or the
              cells of an offer
    CHECK     CRC-32 of everything before the last `~`, in six characters

A game with names, or with a result that the board does not show, is a `g2` with one more part before CHECK: black's
name, white's and the result, one per line, as UTF-8 in base 64.

A cell is the number `y * width + x`; numbers are written in base 64. Comments and times are not included.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import crc32
from collections.abc import Iterable
from string import ascii_letters, digits
from typing import Final

from gomoku.rules.board import Cell
from gomoku.rules.game import Action, Game, Played
from gomoku.rules.records.errors import MAX_MOVES, RecordError, Source, shown
from gomoku.rules.records.record import NAMES, OPENING, RESULT, RULES, Record, checked_rules, result_on_board, setup_of
from gomoku.rules.records.replay import Replay, cells_of, new_game, rows_of, set_up_game
from gomoku.rules.variant import Color, Rules

KEEPS: Final = frozenset({RULES, OPENING, NAMES, RESULT})
"""Data that the format can hold besides the moves."""

VERSION: Final = "g1"
NAMED_VERSION: Final = "g2"
MAX_NAME_LENGTH: Final = 100
"""Characters of a name or result; what is longer is cut."""
_MAX_LENGTH: Final = 3_000 + 4 * MAX_MOVES
_DIGITS: Final = ascii_letters + digits + "-_"
_VALUE: Final = {sign: number for number, sign in enumerate(_DIGITS)}
_VERSION: Final = re.compile(r"g[0-9]{1,3}~")
_SETUP: Final = re.compile(r"([XO])\.([0-9]{1,5})\.([0-9]{1,5})\.([\w-]*)\.([\w-]*)", re.ASCII)


def loads(text: str) -> Record:
    """Read the game of a link. Raises RecordError for a damaged one."""
    source = Source(text)
    text = text.strip().replace("%7E", "~").replace("%7e", "~")  # percent-encoded by some programs
    if not text.startswith((VERSION + "~", NAMED_VERSION + "~")):
        newer = _VERSION.match(text)
        raise RecordError("this link has a newer format" if newer else f"a game link begins with {VERSION}~")
    if len(text) > _MAX_LENGTH:
        raise RecordError(f"the link has {len(text)} characters; at most {_MAX_LENGTH} are read")
    body, _, check = text.rpartition("~")
    if check != _check(body):
        raise RecordError("the link is damaged: its checksum does not match; was it copied completely?")
    sections = body.split("~")
    expected = 6 if sections[0] == NAMED_VERSION else 5
    if len(sections) != expected:
        raise RecordError(f"the link has {len(sections) + 1} parts instead of {expected + 1}")
    _, rules_text, opening, setup, actions = sections[:5]
    names = _read_names(sections[5]) if expected == 6 else ("", "", "")
    body = "~".join(sections[:5])
    source = Source(body)
    rules = _read_rules(rules_text)
    if setup:
        if opening:
            raise RecordError("the link holds both an opening and a set-up position")
        game = _read_setup(source, rules, setup)
    else:
        game = new_game(source, len(VERSION) + 1, rules, opening or "standard")
    _read_actions(source, Replay(source, game), actions, len(body) - len(actions))
    return Record(game, *names)


def dumps(record: Record) -> str:
    """The record's game as a link."""
    game = record.game
    rules = checked_rules(game.rules)
    setup = setup_of(game)
    names = _names_text(record)
    body = "~".join(
        (
            NAMED_VERSION if names else VERSION,
            _rules_text(rules),
            "" if game.opening == "standard" else game.opening,
            "" if setup is None else _setup_text(rules, setup.rows, setup.to_move, setup.taken),
            "".join(_action_text(rules, action) for action in game.actions),
            *([names] if names else []),
        )
    )
    return f"{body}~{_check(body)}"


def of_moves(rules: Rules, moves: Iterable[Cell], result: str = "", black: str = "", white: str = "") -> str:
    """The link of a game from the empty board, from its moves, which are not checked, its result in SGF notation and both names."""
    parts = (_rules_text(checked_rules(rules)), "", "", _cells_text(rules, moves))
    names = _joined_names(black, white, result)
    body = "~".join((NAMED_VERSION, *parts, names) if names else (VERSION, *parts))
    return f"{body}~{_check(body)}"


def _check(body: str) -> str:
    """Checksum: detects every damaged run of up to four characters, and nearly all others."""
    return _base64(crc32(body.encode("utf-8", "replace")), 6)


def _base64(number: int, length: int) -> str:
    return "".join(_DIGITS[number >> shift & 63] for shift in range(6 * (length - 1), -1, -6))


# --- names ---


def _names_text(record: Record) -> str:
    """Both names and the result, if the board does not show it; empty if there are none."""
    result = "" if record.result == result_on_board(record.game) else record.result
    return _joined_names(record.black, record.white, result)


def _joined_names(*texts: str) -> str:
    lines = list(map(_line, texts))
    return urlsafe_b64encode("\n".join(lines).encode("utf-8", "replace")).decode().rstrip("=") if any(lines) else ""


def _read_names(text: str) -> tuple[str, str, str]:
    try:
        lines = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode().split("\n")
        black, white, result = map(_line, lines)
    except ValueError:
        raise RecordError("the link's names cannot be read") from None
    return black, white, result


def _line(text: str) -> str:
    return " ".join(text.split())[:MAX_NAME_LENGTH].strip()


# --- rules ---


def _rules_text(rules: Rules) -> str:
    """`42;size=15;capture_sizes=2,3` as `42.size-15.capture_sizes-2_3`. No value holds a dot, dash or underscore."""
    return rules.spec().replace(";", ".").replace("=", "-").replace(",", "_")


def _read_rules(text: str) -> Rules:
    name, *pairs = text.split(".")
    spec = [name]
    for pair in pairs:
        key, _, value = pair.partition("-")
        spec.append(f"{key}={value.replace('_', ',')}")
    try:
        return Rules.parse(";".join(spec))
    except ValueError as error:
        raise RecordError(f"the link's rules: {error}") from None


# --- cells ---


def _cell_text(rules: Rules, cell: Cell) -> str:
    return _base64(cell[1] * rules.width + cell[0], 2)


def _cells_text(rules: Rules, cells: Iterable[Cell]) -> str:
    return "".join(_cell_text(rules, cell) for cell in cells)


def _read_cells(rules: Rules, text: str) -> list[Cell]:
    """Parse cells; they may lie below the board. Raises RecordError."""
    if len(text) % 2 or any(sign not in _VALUE for sign in text):
        raise RecordError(f"the link's cells cannot be read: {shown(text)}")
    numbers = (_VALUE[text[i]] * 64 + _VALUE[text[i + 1]] for i in range(0, len(text), 2))
    return [(number % rules.width, number // rules.width) for number in numbers]


# --- setup position ---


def _setup_text(rules: Rules, rows: Iterable[str], to_move: Color, taken: tuple[int, int]) -> str:
    rows = list(rows)
    stones = (_cells_text(rules, cells_of(rows, color)) for color in Color)
    return ".".join([to_move, *map(str, taken), *stones])


def _read_setup(source: Source, rules: Rules, text: str) -> Game:
    match = _SETUP.fullmatch(text)
    if match is None:
        raise RecordError("the link's set-up position cannot be read")
    black, white = (_read_cells(rules, match[group]) for group in (4, 5))
    if any(y >= rules.height for _, y in black + white) or len({*black, *white}) < len(black + white):
        raise RecordError("the link's set-up position has stones off the board or on each other")
    taken = (int(match[2]), int(match[3]))
    return set_up_game(source, 0, rules, rows_of(rules, black, white), Color(match[1]), taken)


# --- actions ---


def _action_text(rules: Rules, action: Action) -> str:
    if isinstance(action, Played):
        return _cell_text(rules, action.cell)
    answer = action.answer
    text = _cells_text(rules, answer) if isinstance(answer, tuple) else str(answer)  # type: ignore[arg-type]
    return f".{text}."


def _read_actions(source: Source, replay: Replay, text: str, offset: int) -> None:
    """Replay the actions: stones and answers alternate between dots."""
    rules = replay.game.rules
    pieces = text.split(".")
    if len(pieces) % 2 == 0:
        raise RecordError("the link's last answer to the opening is not closed")
    for number, piece in enumerate(pieces):
        if number % 2 == 0:
            for index, cell in enumerate(_read_cells(rules, piece)):
                replay.stone(offset + 2 * index, cell)
        elif replay.waits_for_offer:
            replay.offer(offset, _read_cells(rules, piece))
        else:
            replay.answer(offset, piece)
        offset += len(piece) + 1

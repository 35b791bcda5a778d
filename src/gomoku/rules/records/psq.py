"""Piskvork's text files: `.psq`, and `.rec` of the older Gomotur.

Neither names the rules: they are given, otherwise freestyle; the board size is the file's. Both hold moves only: a setup
position cannot be written, and opening decisions are dropped only if the caller allows it.
"""

import re
from collections.abc import Sequence
from typing import Final

from gomoku.rules.game import Played
from gomoku.rules.records.errors import RecordError, Source, shown
from gomoku.rules.records.record import (
    NAMES,
    PISKVORK,
    TIMES,
    Piskvork,
    Record,
    refuse_opening,
    setup_of,
)
from gomoku.rules.records.replay import Replay, new_game, sized
from gomoku.rules.variant import Rules

KEEPS: Final = frozenset({NAMES, TIMES, PISKVORK})
"""Data that the format can hold besides the moves."""
REC_SIZE: Final = 20
"""The only board size of Gomotur."""

_HEADER: Final = re.compile(
    r"\s*Piskvorky\s+(\d{1,4})\s*x\s*(\d{1,4})\s*,\s*(\d{1,9})\s*:\s*(\d{1,9})\s*,\s*([01])\s*", re.ASCII
)
_MOVE: Final = re.compile(r"\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*(?:,\s*(\d{1,12})\s*)?", re.ASCII)
_LIKE_MOVE: Final = re.compile(r"\s*-?\d+\s*,\s*-?\d", re.ASCII)
"""Prefix of a move line; no player name may look like it."""
_CODE: Final = re.compile(r"\s*(-?\d{1,9})\s*", re.ASCII)


def loads(text: str, rules: Rules | None = None) -> Record:
    """Read a `.psq` file."""
    reader = _Reader(text)
    header = _HEADER.fullmatch(reader.line(0))
    if header is None:
        raise reader.error(0, "expected a header such as 'Piskvorky 15x15, 0:0, 0'")
    width, height, level1, level2, first = (int(number) for number in header.groups())
    record, at = reader.moves(1, sized(reader.source, 0, rules, width, height), rules is None, origin=1)
    names, at = reader.names(at) if not reader.is_code_or_end(at) else (("", ""), at)
    record.black, record.white = names[first], names[1 - first]
    code, trailer = reader.end(at)
    record.piskvork = Piskvork((level1, level2), first, code, trailer)
    return record


def loads_rec(text: str, rules: Rules | None = None) -> Record:
    """Read a `.rec` file: names first, that of the starting player on top; cells count from 0."""
    reader = _Reader(text)
    names, at = reader.names(0)
    if at >= len(reader.lines):
        raise reader.error(at, "no moves after the players' names")
    record, at = reader.moves(at, sized(reader.source, 0, rules, REC_SIZE, REC_SIZE), rules is None, origin=0)
    record.black, record.white = names
    code, trailer = reader.end(at)
    record.piskvork = Piskvork(code=code, trailer=trailer)
    return record


def dumps(record: Record, lossy: bool = False) -> str:
    """The record as a `.psq` file.

    Raises RecordError if part of the game would be lost; `lossy` allows that for an opening's decisions.
    """
    _check(record, "PSQ", lossy)
    rules, extra = record.game.rules, record.piskvork or Piskvork()
    header = f"Piskvorky {rules.width}x{rules.height}, {extra.levels[0]}:{extra.levels[1]}, {extra.first}"
    names = _names(record)
    if extra.first:
        names.reverse()
    return _joined([header, *_move_lines(record, origin=1), *names, str(extra.code), *extra.trailer])


def dumps_rec(record: Record, lossy: bool = False) -> str:
    """The record as a `.rec` file."""
    _check(record, "REC", lossy)
    rules, extra = record.game.rules, record.piskvork or Piskvork()
    if (rules.width, rules.height) != (REC_SIZE, REC_SIZE):
        board = f"{rules.width} x {rules.height}"
        raise RecordError(f"REC holds boards of {REC_SIZE} x {REC_SIZE} only, not {board}")
    names = _names(record) or ["homo-1", "homo-2"]  # Piskvork's names for anonymous humans
    return _joined([*names, *_move_lines(record, origin=0), str(extra.code), *extra.trailer])


class _Reader:
    """The lines of a file in order, without trailing blank lines."""

    def __init__(self, text: str) -> None:
        self.source = Source(text)
        self.lines = text.removeprefix("\ufeff").rstrip().replace("\r\n", "\n").split("\n")

    def line(self, at: int) -> str:
        return self.lines[at] if at < len(self.lines) else ""

    def error(self, at: int, why: str, move: int | None = None) -> RecordError:
        return RecordError(why, line=at + 1, move=move)

    def moves(self, at: int, rules: Rules, is_guess: bool, origin: int) -> tuple[Record, int]:
        """Replay the moves from this line; return the game and the next line."""
        hint = " (the file does not say the rules; freestyle was taken)" if is_guess else ""
        source = Source("")  # lines are counted here, not characters
        record = Record(new_game(source, 0, rules))
        replay = Replay(source, record.game, hint)
        while match := _MOVE.fullmatch(self.line(at)):
            try:
                replay.stone(0, (int(match[1]) - origin, int(match[2]) - origin))
            except RecordError as error:
                raise self.error(at, error.why, error.move) from None
            if int(match[3] or 0):
                record.times[replay.actions] = int(match[3])
            at += 1
        if _LIKE_MOVE.match(self.line(at)):
            raise self.error(at, f"expected a move x,y,ms, not {shown(self.line(at))}", replay.actions + 1)
        return record, at

    def is_code_or_end(self, at: int) -> bool:
        return at >= len(self.lines) or _CODE.fullmatch(self.lines[at]) is not None

    def names(self, at: int) -> tuple[tuple[str, str], int]:
        """The two player names, and the next line."""
        if at + 1 >= len(self.lines):
            raise self.error(at, "expected the names of both players, one per line")
        for line in (at, at + 1):
            if _LIKE_MOVE.match(self.lines[line]) or _CODE.fullmatch(self.lines[line]):
                raise self.error(line, f"expected a player's name, not {shown(self.lines[line])}")
        # As names are written: the words of one line, without a carriage return between them.
        black, white = (" ".join(line.split()) for line in self.lines[at : at + 2])
        return (black, white), at + 2

    def end(self, at: int) -> tuple[int, tuple[str, ...]]:
        """The result code at the end of the file, and lines that a server added."""
        if at >= len(self.lines):
            return 0, ()
        code = _CODE.fullmatch(self.lines[at])
        if code is None:
            raise self.error(at, f"expected the closing code, a number, not {shown(self.lines[at])}")
        trailer = tuple(line.rstrip() for line in self.lines[at + 1 :])
        for number, line in enumerate(trailer, start=at + 1):
            if _MOVE.fullmatch(line):
                raise self.error(number, "a move after the closing code")
        return int(code[1]), trailer


def _check(record: Record, name: str, lossy: bool) -> None:
    if setup_of(record.game) is not None:
        raise RecordError(f"{name} holds moves only: a set-up position cannot be written; write SGF")
    refuse_opening(record, name, lossy)


def _move_lines(record: Record, origin: int) -> list[str]:
    return [
        f"{action.cell[0] + origin},{action.cell[1] + origin},{record.times.get(number, 0)}"
        for number, action in enumerate(record.game.actions, start=1)
        if isinstance(action, Played)
    ]


def _names(record: Record) -> list[str]:
    """Both names as lines, black first; empty if neither is known."""
    names = [" ".join(name.split()) for name in (record.black, record.white)]
    for name in names:
        if _LIKE_MOVE.match(name) or _CODE.fullmatch(name):
            raise RecordError(f"the name {shown(name)} would be read as a number in this format")
    return names if any(names) else []


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"

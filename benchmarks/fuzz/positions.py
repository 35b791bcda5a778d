"""Fuzz target: set-up positions of any rule set with any stones, and moves from there.

The rules and the server's views of a position must answer, or refuse with a reason; undoing a move must restore the position.
"""

import contextlib
import json
import random
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from benchmarks.fuzz.generators import Maker, message_bytes
from benchmarks.fuzz.in_process import Fault
from gomoku.rules import Game, IllegalMove, PositionError, Rules, RulesError
from gomoku.server.analysis import positions, study
from gomoku.server.wire.analysis import analysis_messages, study_messages
from gomoku.server.wire.messages import encode
from gomoku.server.wire.refusal import Refusal
from tests.records.games import facts

REFUSED: Final = (Refusal, msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""Exceptions that the routes turn into responses."""

SMALL: Final = (";size=5", ";size=6", ";size=7", ";size=5x9", ";size=8x6", ";size=9", ";size=11", "")
"""Mostly small boards: denser in tactics, and faster to check."""


def inputs(rng: random.Random) -> Iterator[bytes]:
    """Positions with moves, as sent by a page."""
    maker = Maker(rng, SMALL)
    while True:
        yield message_bytes(rng, {"start": maker.position(), "moves": maker.moves()})


def check(data: bytes) -> None:
    """Check every view of a position."""
    with contextlib.suppress(*REFUSED):
        encode(study.view_after(msgspec.json.decode(data, type=study_messages.StudyPosition)))
    with contextlib.suppress(*REFUSED):
        read = msgspec.json.decode(data, type=study_messages.StudyPosition)
        game = positions.game_of(read.start)
        encode(positions.evaluate(game))
        encode(
            analysis_messages.LineReply(
                positions.walk(game.copy(), tuple(read.moves[: analysis_messages.MAX_LINE_MOVES]))
            )
        )
        for cell in read.moves[:3] if not game.is_over else ():
            with contextlib.suppress(Refusal):
                encode(positions.evaluate_cell(game.copy(), cell))
    try:
        decoded = json.loads(data)
    except (ValueError, RecursionError):
        return
    _set_up(decoded)


def _set_up(decoded: Any) -> None:
    """Check the rules directly, with values that the wire has not validated."""
    start = decoded.get("start") if isinstance(decoded, dict) else None
    if (
        not isinstance(start, dict)
        or not isinstance(start.get("rules"), str)
        or not isinstance(start.get("rows"), list)
    ):
        return
    rows, taken = start["rows"], start.get("taken")
    if not all(isinstance(row, str) for row in rows) or start.get("to_move") not in ("X", "O"):
        return
    try:
        counts = dict(zip("XO", taken, strict=True)) if taken is not None and _are_counts(taken) else {}
        game = Game.from_rows(Rules.parse(start["rules"]), rows, start["to_move"], counts)
    except (RulesError, PositionError):
        return
    before = facts(game)
    made = 0
    moves = decoded.get("moves")
    for cell in moves if isinstance(moves, list) else ():
        if isinstance(cell, list) and len(cell) == 2 and all(type(part) is int for part in cell):
            try:
                game.play((cell[0], cell[1]))
                made += 1
            except IllegalMove:
                continue
    for _ in range(made):
        game.undo()
    if facts(game) != before:
        raise Fault("undoing the moves does not restore the position")


def _are_counts(taken: Any) -> bool:
    return isinstance(taken, list) and len(taken) == 2 and all(type(count) is int for count in taken)

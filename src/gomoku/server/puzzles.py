"""Puzzles: proved positions to be solved on the board. The engine defends, and says where a move lets the win slip.

The positions are in `puzzles.json`, which `gomoku.lab.puzzles` makes. Moves that are not known to solve one are put to
the engine: what it proves to win is as good.
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources

import msgspec

from gomoku.engine.types import Limit, Result
from gomoku.rules import Color, Game, IllegalMove, Rules
from gomoku.rules.game import play_all
from gomoku.server import deeds, study
from gomoku.server.engines import EngineError, Engines, EnginesBusy, Job, Priority
from gomoku.server.messages import Reason
from gomoku.server.rights import Refusal
from gomoku.server.studies import (
    Puzzle,
    PuzzleAnswer,
    PuzzleHint,
    PuzzleKind,
    PuzzleLine,
    PuzzleList,
    PuzzleSolution,
    Verdict,
)
from gomoku.server.values import Cell

THINK = 1.0
"""Seconds for an answer; a proof is mostly found much sooner."""
SHOWN = 8
"""Moves of a refutation."""


class _Entry(msgspec.Struct, frozen=True):
    """A puzzle in the file; cells by name, in a row."""

    id: str
    rules: str
    kind: PuzzleKind
    level: int
    plies: int
    moves: str
    answers: str
    line: str


@dataclass(frozen=True)
class Known:
    """A puzzle with its solution."""

    entry: _Entry
    game: Game
    """At its start; not to be changed."""
    answers: tuple[Cell, ...]
    line: tuple[Cell, ...]

    @property
    def side(self) -> Color:
        return self.game.to_move


@cache
def _entries() -> dict[str, _Entry]:
    text = resources.files("gomoku.server").joinpath("puzzles.json").read_bytes()
    return {entry.id: entry for entry in msgspec.json.decode(text, type=list[_Entry])}


@cache
def _known(name: str) -> Known:
    entry = _entries()[name]
    game = play_all(Game(Rules.parse(entry.rules)), entry.moves.split())
    answers, line = (tuple(map(game._cell, text.split())) for text in (entry.answers, entry.line))
    return Known(entry, game, answers, line)


def known(name: str) -> Known:
    """Raises Refusal where there is no such puzzle."""
    if name not in _entries():
        raise Refusal(Reason.UNKNOWN_ROOM, "there is no such puzzle")
    return _known(name)


@cache
def listing() -> PuzzleList:
    """Every puzzle, the easier ones first."""
    lines = [PuzzleLine(entry.id, entry.rules, entry.kind, entry.level) for entry in _entries().values()]
    return PuzzleList(tuple(sorted(lines, key=lambda line: (line.rules, line.level, line.kind, line.id))))


def shown(name: str) -> Puzzle:
    """What is known of a puzzle before it is solved."""
    puzzle = known(name)
    entry, game = puzzle.entry, puzzle.game
    return Puzzle(
        entry.id,
        entry.rules,
        entry.kind,
        entry.level,
        entry.plies,
        study.position_of(game),
        game.moves[-1] if game.moves else None,
        study.view_of(game),
    )


def solution(name: str) -> PuzzleSolution:
    """Played out to the end."""
    puzzle = known(name)
    return PuzzleSolution(deeds.reasoned(puzzle.game.copy(), puzzle.line))


class Riddler:
    """Answers to what visitors try."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines

    async def attempt(self, visitor: str, name: str, moves: tuple[Cell, ...]) -> PuzzleAnswer:
        """What a move comes to. Raises Refusal where it cannot be made."""
        puzzle = known(name)
        before = _after(puzzle, moves[:-1])
        if before.to_move is not puzzle.side or before.is_over:
            raise Refusal(Reason.NOT_YOUR_TURN, "the moves do not end with one of the visitor's")
        game = before.copy()
        _play(game, moves[-1])
        own = moves[-1:]
        if game.is_over:
            verdict = Verdict.SOLVED if game.winner is puzzle.side else Verdict.WRONG
            return _answer(verdict, before, own)
        first = len(moves) == 1
        if puzzle.entry.kind is PuzzleKind.SAVE:
            if first and moves[0] in puzzle.answers:
                return _answer(Verdict.SOLVED, before, own)
            result = await self._search(visitor, game)
            return _answer(Verdict.WRONG, before, (*own, *result.pv[:SHOWN]), played=2)
        result = await self._search(visitor, game)
        sure = (first and moves[0] in puzzle.answers) or moves == puzzle.line[: len(moves)]
        if not sure and (result.win_in is None or result.win_in > 0):
            return _answer(Verdict.WRONG, before, (*own, *result.pv[:SHOWN]), played=2)
        _play(game, result.move)
        if game.is_over:  # a five that was not broken, or the last move there was
            verdict = Verdict.SOLVED if game.winner is puzzle.side else Verdict.WRONG
            return _answer(verdict, before, (*own, result.move))
        left = None if result.win_in is None else -result.win_in - 1
        return _answer(Verdict.ON, before, (*own, result.move), left)

    async def hint(self, visitor: str, name: str, moves: tuple[Cell, ...]) -> PuzzleHint:
        """The move to be found."""
        puzzle = known(name)
        game = _after(puzzle, moves)
        if game.is_over or game.to_move is not puzzle.side:
            raise Refusal(Reason.NOT_YOUR_TURN, "there is nothing to be found here")
        if moves == puzzle.line[: len(moves)] and len(moves) < len(puzzle.line):
            cell = puzzle.line[len(moves)]
        else:
            cell = (await self._search(visitor, game)).move
        (step,) = deeds.reasoned(game, (cell,))
        return PuzzleHint(step)

    async def _search(self, visitor: str, game: Game) -> Result:
        job = Job(
            game.rules,
            Priority.HINT,
            lambda worker: worker.search(game, Limit(time=THINK)),
            f"puzzle {visitor}",
        )
        try:
            return await self._engines.ask(job)
        except (EngineError, EnginesBusy) as error:
            raise Refusal(Reason.BUSY, str(error)) from None


def _after(puzzle: Known, moves: tuple[Cell, ...]) -> Game:
    game = puzzle.game.copy()
    for cell in moves:
        _play(game, cell)
    return game


def _play(game: Game, cell: Cell) -> None:
    try:
        game.play(cell)
    except IllegalMove as error:
        raise Refusal(Reason(str(error.reason)), str(error), cell) from None


def _answer(
    verdict: Verdict, before: Game, line: tuple[Cell, ...], left: int | None = None, played: int | None = None
) -> PuzzleAnswer:
    """`played`: how many moves of the line the board shows; all of them unless said otherwise."""
    after = before.copy()
    for cell in line[:played]:
        after.play(cell)
    reply = line[1] if len(line) > 1 else None
    return PuzzleAnswer(verdict, reply, deeds.reasoned(before, line), study.view_of(after), left)

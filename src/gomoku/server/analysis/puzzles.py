"""Puzzles: proved positions to be solved on the board. The engine defends, and says where a move lets the win slip.

The positions are in `puzzles.json`, which `gomoku.lab.tactics.puzzles` makes, with their proofs. Moves that a proof does not know
are put to the engine: what it proves to win is as good.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

import msgspec

from gomoku.engine.types import Limit, Result
from gomoku.rules import Color, Game, IllegalMove, Rules
from gomoku.rules.game import play_all
from gomoku.rules.notation import cell_of
from gomoku.server.analysis import move_reasons, study
from gomoku.server.analysis.engine_pool import EngineError, EnginePool, Job, PoolBusy, Priority
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.study_messages import (
    Puzzle,
    PuzzleAnswer,
    PuzzleHint,
    PuzzleKind,
    PuzzleList,
    PuzzleSolution,
    PuzzleSummary,
    Verdict,
)
from gomoku.server.wire.values import Cell

THINK = 0.6
"""Seconds for a defence."""
DOUBT = 2.5
"""Seconds to prove a move that no proof knows; mostly it takes much less."""
SHOWN = 8
"""Moves of a refutation."""


Proof: TypeAlias = list[Any]
"""`[move]`, which ends the game, or `[move, replies]`."""
Replies: TypeAlias = dict[str, Proof]
"""What is ready for each reply of the defender; `*` for those that are not named."""


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
    proofs: list[Proof]
    """Of every first move that is known to win."""
    lost: Replies
    """How every move loses but the one that saves."""


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

    def proved(self, moves: Sequence[Cell]) -> list[Proof]:
        """What the proofs have ready after those moves: with the visitor to move, the moves that win; after a move of the
        visitor's, the proof it belongs to; nothing where no proof knows it."""
        ready = self.entry.proofs
        for number, cell in enumerate(moves):
            name = self.game.name(cell)
            if number % 2 == 0:
                ready = [proof for proof in ready if proof[0] == name]
            else:
                known = [proof[1] for proof in ready if len(proof) > 1]
                ready = [replies.get(name, replies.get("*")) for replies in known if name in replies or "*" in replies]
        return ready


@cache
def _entries() -> dict[str, _Entry]:
    text = resources.files("gomoku.server.analysis").joinpath("puzzles.json").read_bytes()
    return {entry.id: entry for entry in msgspec.json.decode(text, type=list[_Entry])}


@cache
def _known(name: str) -> Known:
    entry = _entries()[name]
    game = play_all(Game(Rules.parse(entry.rules)), entry.moves.split())
    answers, line = (tuple(_named(game, name) for name in text.split()) for text in (entry.answers, entry.line))
    return Known(entry, game, answers, line)


def _named(game: Game, name: str) -> Cell:
    return cell_of(name, game.rules.width, game.rules.height)


def known(name: str) -> Known:
    """Raises Refusal where there is no such puzzle."""
    if name not in _entries():
        raise Refusal(Reason.UNKNOWN_ROOM, "there is no such puzzle")
    return _known(name)


@cache
def listing() -> PuzzleList:
    """Every puzzle, the easier ones first."""
    lines = [PuzzleSummary(entry.id, entry.rules, entry.kind, entry.level) for entry in _entries().values()]
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
    return PuzzleSolution(move_reasons.reasoned(puzzle.game.copy(), puzzle.line))


class PuzzleMaster:
    """Answers to what visitors try."""

    def __init__(self, engines: EnginePool) -> None:
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
        if puzzle.entry.kind is PuzzleKind.SAVE:
            if len(moves) == 1 and moves[0] in puzzle.answers:
                return _answer(Verdict.SOLVED, before, own)
            return await self._refute(visitor, puzzle, before, game, moves)
        sure = bool(puzzle.proved(moves))
        result = await self._search(visitor, game, THINK if sure else DOUBT)
        if not sure and (result.win_in is None or result.win_in > 0):
            return _answer(Verdict.WRONG, before, (*own, *result.pv[:SHOWN]), played=2)
        _play(game, result.move)
        if game.is_over:  # a five that was not broken, or the last move there was
            verdict = Verdict.SOLVED if game.winner is puzzle.side else Verdict.WRONG
            return _answer(verdict, before, (*own, result.move))
        left = None if result.win_in is None else -result.win_in - 1
        return _answer(Verdict.ON, before, (*own, result.move), left)

    async def _refute(
        self, visitor: str, puzzle: Known, before: Game, game: Game, moves: tuple[Cell, ...]
    ) -> PuzzleAnswer:
        """How a move that does not save loses: its proof says the answer, the engine how it goes on."""
        lost = puzzle.entry.lost
        proof = lost.get(game.name(moves[0]), lost.get("*")) if len(moves) == 1 else None
        if proof is None:
            pv = (await self._search(visitor, game, THINK)).pv
        else:
            reply = _named(game, proof[0])
            game.play(reply)
            pv = (reply, *(() if game.is_over else (await self._search(visitor, game, THINK)).pv))
        return _answer(Verdict.WRONG, before, (moves[-1], *pv[:SHOWN]), played=2)

    async def hint(self, visitor: str, name: str, moves: tuple[Cell, ...]) -> PuzzleHint:
        """The move to be found."""
        puzzle = known(name)
        game = _after(puzzle, moves)
        if game.is_over or game.to_move is not puzzle.side:
            raise Refusal(Reason.NOT_YOUR_TURN, "there is nothing to be found here")
        ready = puzzle.proved(moves)
        if moves == puzzle.line[: len(moves)] and len(moves) < len(puzzle.line):
            cell = puzzle.line[len(moves)]
        elif ready:
            cell = _named(game, ready[0][0])
        else:
            cell = (await self._search(visitor, game, DOUBT)).move
        (step,) = move_reasons.reasoned(game, (cell,))
        return PuzzleHint(step)

    async def _search(self, visitor: str, game: Game, seconds: float) -> Result:
        job = Job(
            game.rules,
            Priority.HINT,
            lambda worker: worker.search(game, Limit(time=seconds)),
            f"puzzle {visitor}",
        )
        try:
            return await self._engines.ask(job)
        except (EngineError, PoolBusy) as error:
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
    return PuzzleAnswer(verdict, reply, move_reasons.reasoned(before, line), study.view_of(after), left)

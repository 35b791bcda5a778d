"""Puzzles: proved positions to be solved on the board. The engine defends and refutes wrong moves.

The positions and their proofs are in `puzzles.json`, written by `gomoku.lab.tactics.puzzles`. A move that no proof
contains is given to the engine, and accepted if the engine proves the win.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any, Final, TypeAlias

import msgspec

from gomoku.engine.types import Limit, Result
from gomoku.rules import Color, Game, IllegalMove, Rules
from gomoku.rules.game import play_all
from gomoku.rules.notation import cell_of
from gomoku.server.analysis import move_reasons, study
from gomoku.server.analysis.engine_pool import EngineError, EnginePool, Job, PoolBusy, Priority
from gomoku.server.rooms.rating.glicko import Glicko
from gomoku.server.rooms.rating.ratings import PlayerRating
from gomoku.server.wire.analysis.learn_messages import (
    Puzzle,
    PuzzleAnswer,
    PuzzleHint,
    PuzzleKind,
    PuzzleList,
    PuzzleSolution,
    PuzzleSummary,
    PuzzleTheme,
    Verdict,
)
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Cell

DEFENCE_TIME = 0.6
"""Seconds of search for a defence."""
PROOF_TIME = 2.5
"""Seconds of search, at most, to prove a move that is not in the proofs."""
MAX_REFUTATION = 8
"""Moves of a refutation shown, at most."""
EASIEST_RATING: Final = 800
"""Initial rating of a puzzle, without the points for its length."""
RATING_PER_PLY: Final = 100
"""Rating points per ply of the solution."""
HARDEST_RATING: Final = 2200
"""Highest initial rating of a puzzle."""
FIRST_DEVIATION: Final = 200.0
"""Rating deviation of a puzzle before its first try."""


Proof: TypeAlias = list[Any]
"""`[move]`, which ends the game, or `[move, replies]`; moves by name."""
Replies: TypeAlias = dict[str, Proof]
"""The proof after each reply of the defender; `*` for all other replies."""


class _Entry(msgspec.Struct, frozen=True):
    """A puzzle in the file; cells are names separated by spaces."""

    id: str
    rules: str
    kind: PuzzleKind
    themes: tuple[PuzzleTheme, ...]
    level: int
    plies: int
    moves: str
    answers: str
    line: str
    proofs: list[Proof]
    """Proofs of the winning first moves."""
    lost: Replies
    """Refutations of the moves that do not save, for puzzles of kind SAVE."""


@dataclass(frozen=True)
class SolvedPuzzle:
    """A puzzle with its start position and solution."""

    entry: _Entry
    game: Game
    """The start position; read-only."""
    answers: tuple[Cell, ...]
    line: tuple[Cell, ...]

    @property
    def side(self) -> Color:
        return self.game.to_move

    def proofs_after(self, moves: Sequence[Cell]) -> list[Proof]:
        """The proofs that remain after those moves; none if the last move is not in a proof.

        With the visitor to move they start with the winning moves; after a visitor's move, with that move.
        """
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
    text = resources.files("gomoku.server.analysis.learn").joinpath("puzzles.json").read_bytes()
    return {entry.id: entry for entry in msgspec.json.decode(text, type=list[_Entry])}


@cache
def _load(name: str) -> SolvedPuzzle:
    entry = _entries()[name]
    game = play_all(Game(Rules.parse(entry.rules)), entry.moves.split())
    answers, line = (tuple(_named(game, name) for name in text.split()) for text in (entry.answers, entry.line))
    return SolvedPuzzle(entry, game, answers, line)


def _named(game: Game, name: str) -> Cell:
    return cell_of(name, game.rules.width, game.rules.height)


def find(name: str) -> SolvedPuzzle:
    """A puzzle by id. Raises Refusal if there is none."""
    if name not in _entries():
        raise Refusal(Reason.UNKNOWN_ROOM, "there is no such puzzle")
    return _load(name)


@cache
def listing() -> PuzzleList:
    """Every puzzle by rule set, the easier ones first, with the ratings they start with. CPU-bound the first time."""
    lines = [_summary(_load(name)) for name in _entries()]
    return PuzzleList(tuple(sorted(lines, key=lambda line: (line.rules, line.level, line.kind, line.id))))


def _summary(puzzle: SolvedPuzzle) -> PuzzleSummary:
    entry, game = puzzle.entry, puzzle.game
    rows, last = tuple(game.rows()), game.moves[-1] if game.moves else None
    elo = first_rating(entry.id).elo(0)
    return PuzzleSummary(entry.id, entry.rules, entry.kind, entry.themes, entry.level, entry.plies, rows, last, elo, 0)


def first_rating(name: str) -> PlayerRating:
    """The rating of a puzzle before its first try."""
    plies = _entries()[name].plies
    return PlayerRating(Glicko(min(HARDEST_RATING, EASIEST_RATING + RATING_PER_PLY * plies), FIRST_DEVIATION))


def daily(day: int) -> str:
    """The puzzle of a day, counted from 1970. None repeats before all have had their day."""
    names = _entries()
    turn, number = divmod(day, len(names))
    return sorted(names, key=lambda name: sha256(f"{turn} {name}".encode()).digest())[number]


def statement(name: str) -> Puzzle:
    """A puzzle without its solution."""
    puzzle = find(name)
    entry, game = puzzle.entry, puzzle.game
    return Puzzle(
        entry.id,
        entry.rules,
        entry.kind,
        entry.themes,
        entry.level,
        entry.plies,
        study.position_of(game),
        game.moves[-1] if game.moves else None,
        study.view_of(game),
    )


def solution(name: str) -> PuzzleSolution:
    """The solution, played to the end."""
    puzzle = find(name)
    return PuzzleSolution(move_reasons.explain(puzzle.game.copy(), puzzle.line))


class PuzzleChecker:
    """Checks the moves that visitors try."""

    def __init__(self, engines: EnginePool) -> None:
        self._engines = engines

    async def attempt(self, visitor: str, name: str, moves: tuple[Cell, ...]) -> PuzzleAnswer:
        """The verdict on the last move, with the reply. Raises Refusal if it is illegal."""
        puzzle = find(name)
        before = _after(puzzle, moves[:-1])
        if before.to_move is not puzzle.side or before.is_over:
            raise Refusal(Reason.NOT_YOUR_TURN, "the last move must be the visitor's")
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
        sure = bool(puzzle.proofs_after(moves))
        result = await self._search(visitor, game, DEFENCE_TIME if sure else PROOF_TIME)
        if not sure and (result.win_in is None or result.win_in > 0):
            left = None if result.win_in is None else -result.win_in
            return _answer(Verdict.WRONG, before, (*own, *result.pv[:MAX_REFUTATION]), left, played=2)
        _play(game, result.move)
        if game.is_over:  # an unbroken five, or a full board
            verdict = Verdict.SOLVED if game.winner is puzzle.side else Verdict.WRONG
            return _answer(verdict, before, (*own, result.move))
        left = None if result.win_in is None else -result.win_in - 1
        return _answer(Verdict.ON, before, (*own, result.move), left)

    async def _refute(
        self, visitor: str, puzzle: SolvedPuzzle, before: Game, game: Game, moves: tuple[Cell, ...]
    ) -> PuzzleAnswer:
        """Refute a move that does not save: the proof gives the reply, the engine the continuation."""
        lost = puzzle.entry.lost
        proof = lost.get(game.name(moves[0]), lost.get("*")) if len(moves) == 1 else None
        if proof is None:
            pv = (await self._search(visitor, game, DEFENCE_TIME)).pv
        else:
            reply = _named(game, proof[0])
            game.play(reply)
            pv = (reply, *(() if game.is_over else (await self._search(visitor, game, DEFENCE_TIME)).pv))
        return _answer(Verdict.WRONG, before, (moves[-1], *pv[:MAX_REFUTATION]), played=2)

    async def hint(self, visitor: str, name: str, moves: tuple[Cell, ...]) -> PuzzleHint:
        """The move to find, with its reasons."""
        puzzle = find(name)
        game = _after(puzzle, moves)
        if game.is_over or game.to_move is not puzzle.side:
            raise Refusal(Reason.NOT_YOUR_TURN, "there is no move to find here")
        ready = puzzle.proofs_after(moves)
        if moves == puzzle.line[: len(moves)] and len(moves) < len(puzzle.line):
            cell = puzzle.line[len(moves)]
        elif ready:
            cell = _named(game, ready[0][0])
        else:
            cell = (await self._search(visitor, game, PROOF_TIME)).move
        (step,) = move_reasons.explain(game, (cell,))
        return PuzzleHint(step)

    async def _search(self, visitor: str, game: Game, seconds: float) -> Result:
        job = Job(
            game.rules,
            Priority.HINT,
            lambda worker: worker.search(game, Limit(time=seconds)),
            f"puzzle {visitor}",
            visitor=visitor,
            seconds=seconds,
        )
        try:
            return await self._engines.ask(job)
        except (EngineError, PoolBusy) as error:
            raise Refusal(Reason.BUSY, str(error)) from None


def _after(puzzle: SolvedPuzzle, moves: tuple[Cell, ...]) -> Game:
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
    """`played`: number of moves of the line that the view shows; None for all."""
    after = before.copy()
    for cell in line[:played]:
        after.play(cell)
    reply = line[1] if len(line) > 1 else None
    return PuzzleAnswer(verdict, reply, move_reasons.explain(before, line), study.view_of(after), left)

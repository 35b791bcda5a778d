"""Long attacks: positions with a forced win that takes 15 plies and more, to measure how soon the engine announces it.

One position a line: rule set | plies of a known win, an upper bound | moves from the empty board as x,y. Lines with # are comments.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gomoku.engine import Engine, Limit, Result, is_win
from gomoku.lab.tactics.finder import games
from gomoku.lab.types import LabError
from gomoku.rules import Cell, Game, Rules

SHORTEST = 15
"""Plies of the shortest win that is a long attack."""
UNDECIDED = 250
"""Static evaluation up to which a position looks undecided, in points."""
HEAD = "# rules | length in plies of a win that a long search has proved, an upper bound | moves from the empty board, x,y\n"


@dataclass(frozen=True)
class AttackPosition:
    """A position with a forced win for the side to move."""

    rules: str
    plies: int
    """Length of a known win: an upper bound."""
    game: Game


def read(path: Path) -> list[AttackPosition]:
    """The positions of a file. Raises LabError for an invalid one."""
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LabError(f"cannot read {path}: {error}") from None
    attacks = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("#") or not line.strip():
            continue
        try:
            rules, plies, moves = (part.strip() for part in line.split("|"))
            game = Game(Rules.parse(rules))
            for cell in moves.split():
                x, y = cell.split(",")
                game.play((int(x), int(y)))
            attacks.append(AttackPosition(rules, int(plies), game))
        except ValueError as error:  # RulesError and IllegalMove are among them
            raise LabError(f"{path}, line {number}: {error}") from None
    return attacks


def announced_after(result: Result) -> float:
    """Seconds until the first proved win of a search; infinite if there was none."""
    if not is_win(result.score):
        return float("inf")
    return next(info.seconds for info in result.history if is_win(info.score))


def replay(engine: Engine, game: Game, result: Result, nodes: int) -> tuple[Cell, ...] | None:
    """Play an announced win to its end; None if it holds, else the moves up to the reply that finds no answer.

    After each move of the attack every legal reply is played, and the engine must again announce a win, which need not
    be the shortest; the line continues with the reply that resists longest. The rules decide who has won.
    """
    attacker, left = game.to_move, result.win_in
    assert left is not None
    while True:
        game = game.copy()
        game.play(result.move)
        left -= 1
        toughest: tuple[Game, Result, int] | None = None
        for reply in () if game.is_over else game.allowed_cells():
            branch = game.copy()
            branch.play(reply)
            if branch.winner is attacker:
                continue
            found = None if branch.is_over else engine.search(branch, Limit(nodes=nodes, mate=left - 1))
            if found is None or found.win_in is None or found.win_in < 0:
                return branch.moves
            if toughest is None or found.win_in > toughest[2]:
                toughest = branch, found, found.win_in
        if toughest is None:
            return None if game.winner is attacker else game.moves
        game, result, left = toughest


def find(rules: Rules, spec: str, paths: list[Path], out: Path, count: int, nodes: int) -> Iterator[int]:
    """Search games for long attacks until the file holds `count`; an existing file is continued. Yields their number after each game.

    Only the earliest won position of a game counts: it is the one in which the win was hardest to see.
    """
    known = {tuple(attack.game.moves) for attack in read(out)} if out.exists() else set()
    try:
        with out.open("a", encoding="ascii") as file, Engine(rules) as engine:
            if not known:
                file.write(HEAD)
            for moves in games(paths):
                if len(known) >= count:
                    break
                found = _earliest(engine, rules, moves, nodes)
                if found and tuple(moves[: found[0]]) not in known:
                    length, plies = found
                    known.add(tuple(moves[:length]))
                    file.write(f"{spec} | {plies} | {' '.join(f'{x},{y}' for x, y in moves[:length])}\n")
                    file.flush()
                yield len(known)
    except OSError as error:
        raise LabError(f"cannot write {out}: {error.strerror or error}") from None


def _earliest(engine: Engine, rules: Rules, moves: list[Cell], nodes: int) -> tuple[int, int] | None:
    """Moves played before the earliest long attack of the winner, and its length in plies; None if there is none."""
    found = None
    for length in range(len(moves) - SHORTEST, 0, -2):  # before each move of the winner, who made the last one
        game = Game(rules)
        for cell in moves[:length]:
            game.play(cell)
        engine.new_game()
        plies = engine.search(game, Limit(nodes=nodes)).win_in
        if plies is None or plies < 0:
            break
        if plies >= SHORTEST and abs(engine.evaluate(game)) <= UNDECIDED:
            found = (length, plies)
    return found

"""`gomoku analyze`: live display of a search on the terminal, or JSON lines for programs.

Builds what is shown; the command parses the arguments and prints.
"""

import json
from collections.abc import Callable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gomoku.cli import terminal
from gomoku.cli_tools import in_thread
from gomoku.engine import Engine, Info, Limit, Result
from gomoku.engine.types import Variation, plies_to_win
from gomoku.rules import Cell, Game
from gomoku.rules.notation import name_of

SHOWN_MOVES = 12
"""Moves of a principal variation shown on the terminal."""


def words(score: int, game: Game) -> str:
    """A score as text, from the side to move: `Black wins in 7`, `+120 for Black`."""
    mover, other = game.to_move.stone_name.capitalize(), game.to_move.other.stone_name.capitalize()
    plies = plies_to_win(score)
    if plies is not None:
        return f"{mover if plies > 0 else other} wins in {abs(plies)}"
    return f"{score:+d} for {mover}"


def moves_text(game: Game, moves: tuple[Cell, ...], most: int | None = None) -> str:
    names = [name_of(move, game.rules.width, game.rules.height) for move in moves[:most]]
    return " ".join(names) + (" …" if most is not None and len(moves) > most else "")


def picture(game: Game, info: Info | None, history: tuple[Info, ...] = ()) -> RenderableType:
    """The live display: statistics, candidates with principal variations, and best moves by depth."""
    if info is None:
        return Text("thinking …")
    figures = Text(words(info.score, game), style="bold")
    for figure in (
        f"depth {info.depth} / {info.selective_depth}",
        f"{info.nodes:,} positions",
        f"{info.nodes_per_second:,}/s",
        f"table {info.hash_permille / 10:.0f} %",
        f"{info.seconds:.2f} s",
    ):
        figures.append(f"   {figure}", style="not bold")
    lines = Table(box=None, pad_edge=False, header_style="dim")
    lines.add_column("#", justify="right")
    lines.add_column("move")
    lines.add_column("score", justify="right")
    lines.add_column("line")
    for number, line in enumerate(info.lines, start=1):
        lines.add_row(
            str(number),
            moves_text(game, (line.move,)),
            _short(line),
            moves_text(game, line.pv, SHOWN_MOVES),
        )
    return Group(figures, Text(), lines, Text(), Text(_changes(game, history), style="dim"))


def _short(line: Variation) -> str:
    plies = line.win_in
    return f"{line.score:+d}" if plies is None else f"wins in {plies}" if plies > 0 else f"loses in {-plies}"


def _changes(game: Game, history: tuple[Info, ...]) -> str:
    """Depths at which the best move changed."""
    parts: list[str] = []
    last = None
    for info in history:
        if info.pv[:1] != last:
            last = info.pv[:1]
            parts.append(f"{moves_text(game, info.pv[:1])} from depth {info.depth}")
    return "; then ".join(parts)


def as_json(game: Game, info: Info) -> dict[str, Any]:
    """An iteration as JSON values; cells by name."""
    return {
        "depth": info.depth,
        "selective_depth": info.selective_depth,
        "score": info.score,
        "win_in": info.win_in,
        "nodes": info.nodes,
        "nodes_per_second": info.nodes_per_second,
        "seconds": round(info.seconds, 4),
        "hash_permille": info.hash_permille,
        "lines": [
            {
                "move": moves_text(game, (line.move,)),
                "score": line.score,
                "win_in": line.win_in,
                "pv": moves_text(game, line.pv).split(),
            }
            for line in info.lines
        ],
    }


def tree_text(game: Game, result: Result) -> str:
    """The recorded search tree as JSON: the position and its nodes, parents before children."""
    assert result.tree is not None
    whole = {
        "rules": game.rules.spec(),
        "rows": game.rows(),
        "to_move": str(game.to_move),
        "taken": {str(color): stones for color, stones in game.taken.items()},
        "complete": result.tree.complete,
        "nodes": result.tree.as_json(),
    }
    return json.dumps(whole) + "\n"


class Analysis:
    """One analysis: its engine, and the iterations so far."""

    def __init__(self, game: Game, threads: int, memory: float) -> None:
        self.game = game
        self.engine = Engine(game.rules, threads, memory)
        self.history: list[Info] = []

    def run(self, limit: Limit, lines: int, record: int, show: Callable[[Info], None]) -> Result:
        """Search, and call `show` after every depth. The search runs in a thread, so that this one can handle Ctrl-C."""

        def on_info(info: Info) -> None:
            self.history.append(info)
            show(info)

        return in_thread(lambda: self.engine.search(self.game, limit, on_info, lines, record))

    def picture(self) -> RenderableType:
        return picture(self.game, self.history[-1] if self.history else None, tuple(self.history))

    def summary(self, result: Result) -> str:
        best = moves_text(self.game, (result.move,))
        return f"{terminal.state(self.game)} Best is {best}: {words(result.score, self.game)}."

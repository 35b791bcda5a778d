"""Who can sit down at a match: our engine in any configuration, the yardsticks, and any Gomocup brain.

A player is named by a short text, `engine:nodes=5000,NULL_DEPTH=99` or `brain:./pbrain-x`, so that matches can be written down,
repeated, and sent to other processes.
"""

from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from gomoku.core import params, weights
from gomoku.engine import Engine, Limit
from gomoku.rules import Cell, Game, Rules


@dataclass(frozen=True)
class Choice:
    """A move and how it was found."""

    move: Cell
    seconds: float
    score: int | None = None
    depth: int | None = None
    nodes: int | None = None


class Player(Protocol):
    """Anything that chooses moves."""

    def new_game(self, rules: Rules) -> None: ...
    def choose(self, game: Game) -> Choice: ...
    def close(self) -> None: ...


class EnginePlayer:
    """Our engine. Options: time, nodes, depth, threads, memory, weights=hand or a file, and any search parameter."""

    def __init__(self, options: dict[str, str]) -> None:
        options = dict(options)
        take = options.pop
        time, nodes, depth = take("time", ""), take("nodes", ""), take("depth", "")
        self.limit = Limit(
            time=float(time) if time else None,
            nodes=int(nodes) if nodes else None,
            depth=int(depth) if depth else None,
        )
        self.threads = int(take("threads", "1"))
        self.memory = float(take("memory", "16"))
        self.weights = take("weights", "")
        self.params = {}
        for name, value in options.items():
            if name not in params.PARAMS:
                raise ValueError(f"unknown engine option {name!r}")
            self.params[name] = int(value)
        self.engine: Engine | None = None

    def new_game(self, rules: Rules) -> None:
        if self.engine is None or self.engine.rules != rules:
            self.close()
            self.engine = Engine(
                rules,
                self.threads,
                self.memory,
                weights=_numbers(self.weights, rules),
                search_params=self.params,
            )
        else:
            self.engine.new_game()

    def choose(self, game: Game) -> Choice:
        assert self.engine is not None
        result = self.engine.search(game, self.limit)
        return Choice(result.move, result.seconds, result.score, result.depth, result.nodes)

    def close(self) -> None:
        if self.engine:
            self.engine.close()
            self.engine = None


def _numbers(source: str, rules: Rules) -> weights.Numbers | None:
    if not source:
        return None
    if source == "hand":
        return weights.hand_made()
    return weights.read(source)[rules.name]


def make_player(spec: str) -> Player:
    """The player of that name."""
    kind, _, rest = spec.partition(":")
    if kind == "engine":
        return EnginePlayer(dict(part.split("=", 1) for part in rest.split(",") if part))
    raise ValueError(f"unknown player {spec!r}")


def clock() -> float:
    return perf_counter()

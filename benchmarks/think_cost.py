"""Cost of observing a search: nodes per second without the panel, with it, and with the tree recorded.

    .venv/bin/python benchmarks/think_cost.py [42 | freestyle | standard | renju] [--nodes 60000] [--rounds 3]

Each position is searched to the same number of nodes in every mode, in turn. CPU time on one thread is measured; load on the
machine still causes a percent or two of noise, so the time spent on messages is also measured separately. With the
panel, every completed depth is encoded as the message the page gets. The recorded tree has at most 60,000 nodes, as for
the page; trees are recorded on request only, never in the search of a game.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from gomoku.engine import Engine, Limit
from gomoku.engine.types import Info
from gomoku.lab.bench import check_core
from gomoku.rules import Game
from gomoku.server.analysis.room_jobs import info_message
from gomoku.server.analysis.search_trees import MAX_RECORDED_NODES
from gomoku.server.wire import messages

from engine_depth import NAMES, positions  # type: ignore[import-not-found]  # isort: skip - its neighbour


@dataclass
class Mode:
    """A mode of observation."""

    name: str
    on_info: Callable[[Info], None] | None = None
    record: int = 0
    seconds: list[float] = field(default_factory=list)
    """CPU seconds of each round over all positions."""
    nodes: int = 0

    def search(self, engine: Engine, game: Game, nodes: int) -> float:
        engine.new_game()
        began = time.process_time()
        result = engine.search(game, Limit(nodes=nodes), self.on_info, record=self.record)
        spent = time.process_time() - began
        self.nodes += result.nodes
        return spent


ENCODING = [0.0]
"""Seconds spent on encoding messages."""


def encode_info(info: Info) -> None:
    """Encode a depth as the server does for followers."""
    began = time.thread_time()
    messages.encode(messages.Thinking("room", None, 0, 500, info=info_message(info)))
    ENCODING[0] += time.thread_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="?", choices=NAMES, default="42")
    parser.add_argument("--nodes", type=int, default=60_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    check_core()
    games = positions(arguments.rules)
    modes = [Mode("panel off"), Mode("panel on", encode_info), Mode("tree recorded", record=MAX_RECORDED_NODES)]
    with Engine(games[0].rules, 1, 32) as engine:
        for number in range(arguments.rounds):
            totals = [0.0] * len(modes)
            for game in games:
                order = list(range(len(modes)))
                for k in order[number % len(modes) :] + order[: number % len(modes)]:  # rotate the order
                    totals[k] += modes[k].search(engine, game, arguments.nodes)
            for mode, total in zip(modes, totals, strict=True):
                mode.seconds.append(total)
    plain = statistics.median(modes[0].seconds)
    print(f"{arguments.rules}: {len(games)} positions, {arguments.nodes} nodes, median of {arguments.rounds} rounds")
    for mode in modes:
        spent = statistics.median(mode.seconds)
        speed = mode.nodes / len(mode.seconds) / spent
        print(f"{mode.name:14} {speed:10,.0f} nodes/s   {100 * (spent / plain - 1):+6.2f} %")
    print(f"messages alone {100 * ENCODING[0] / sum(modes[1].seconds):6.3f} % of the time with the panel on")


if __name__ == "__main__":
    main()

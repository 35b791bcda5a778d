"""What it costs to be watched: nodes per second with the panel off and on, and with the tree recorded.

    .venv/bin/python benchmarks/think_cost.py [42 | freestyle | standard | renju] [--nodes 60000] [--rounds 3]

Each position is searched to the same number of nodes in every way, in turn, so that all do the same work. Counted is
processor time, on one thread; a busy machine still makes a difference of a percent or two, so that the time
spent on messages is measured by itself as well. With the panel on, every completed depth is written as
the message that the page gets. A recorded tree is the one of the page, 60,000 positions at most. Recording happens only
when somebody opens the tree, never in the search that a game waits for.
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
class Way:
    """A way to be watched."""

    name: str
    on_info: Callable[[Info], None] | None = None
    record: int = 0
    seconds: list[float] = field(default_factory=list)
    """Processor time of each round over all positions."""
    nodes: int = 0

    def search(self, engine: Engine, game: Game, nodes: int) -> float:
        engine.new_game()
        began = time.process_time()
        result = engine.search(game, Limit(nodes=nodes), self.on_info, record=self.record)
        spent = time.process_time() - began
        self.nodes += result.nodes
        return spent


WRITING = [0.0]
"""Seconds that were spent on messages."""


def write(info: Info) -> None:
    """What the server does with a depth for those who follow."""
    began = time.thread_time()
    messages.encode(messages.Thinking("room", None, 0, 500, info=info_message(info)))
    WRITING[0] += time.thread_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="?", choices=NAMES, default="42")
    parser.add_argument("--nodes", type=int, default=60_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    check_core()
    games = positions(arguments.rules)
    ways = [Way("panel off"), Way("panel on", write), Way("tree recorded", record=MAX_RECORDED_NODES)]
    with Engine(games[0].rules, 1, 32) as engine:
        for number in range(arguments.rounds):
            totals = [0.0] * len(ways)
            for game in games:
                order = list(range(len(ways)))
                for k in order[number % len(ways) :] + order[: number % len(ways)]:  # nobody is always first
                    totals[k] += ways[k].search(engine, game, arguments.nodes)
            for way, total in zip(ways, totals, strict=True):
                way.seconds.append(total)
    plain = statistics.median(ways[0].seconds)
    print(f"{arguments.rules}: {len(games)} positions, {arguments.nodes} nodes, median of {arguments.rounds} rounds")
    for way in ways:
        spent = statistics.median(way.seconds)
        speed = way.nodes / len(way.seconds) / spent
        print(f"{way.name:14} {speed:10,.0f} nodes/s   {100 * (spent / plain - 1):+6.2f} %")
    print(f"messages alone {100 * WRITING[0] / sum(ways[1].seconds):6.3f} % of the time with the panel on")


if __name__ == "__main__":
    main()

"""Latency in the browser: from a click to the stone on the board, and to the AI's answer.

    .venv/bin/python benchmarks/web_latency.py [--moves 30] [--games 2] [--level 10]

Plays against the AI at the default 0.5 s in Chromium, with its own server. Times are taken in the page, from the release
of the pointer to the first frame that shows the stone: pale while it is sent, and solid once stored. Targets: 50 ms to the
stored stone, 550 ms to the answer.
"""

import argparse
import statistics
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web.chromium import browser_and_server
from tests.web.table import Table

PROBE = """() => {
    const stones = () => document.querySelectorAll('.board .stones > g').length;
    const seen = () => stones() + document.querySelectorAll('.board .pending').length;
    const moves = () => document.querySelectorAll('.moves td button').length;
    window.probe = null;
    document.querySelector('.cells').addEventListener('pointerup', () => {
        const start = performance.now();
        const before = { seen: seen(), moves: moves() };
        const times = { shown: null, stored: null, answered: null };
        window.probe = times;
        const look = () => {
            const now = performance.now() - start;
            if (times.shown === null && seen() > before.seen) times.shown = now;
            if (times.stored === null && moves() > before.moves) times.stored = now;
            if (times.answered === null && moves() > before.moves + 1) times.answered = now;
            else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    }, { capture: true });
}"""


def play(page: Page, moves: int, level: int) -> list[dict[str, float]]:
    table = Table(page)
    table.start_by_form(opponent="computer", level=level, aiTime=500)
    page.evaluate(PROBE)
    times: list[dict[str, float]] = []
    for _ in range(moves):
        state = table.wait_for_turn()
        if state["phase"] == "over":
            break
        page.evaluate("window.probe = null")
        table.click(table.cell_name(free_cell(state)))
        page.wait_for_function("() => window.probe?.answered || document.querySelector('.result')", timeout=20_000)
        times.append(page.evaluate("window.probe"))
    return times


def free_cell(state: dict[str, Any]) -> tuple[int, int]:
    """A legal cell near the centre, so that the game is neither trivial nor over at once."""
    closed = {tuple(shut["cell"]) for shut in state["forbidden"]}
    cells = [
        (x, y)
        for y, row in enumerate(state["rows"])
        for x, mark in enumerate(row)
        if mark == "." and (x, y) not in closed
    ]
    breaks = [tuple(cell) for cell in state["breaks"]]
    middle = state["width"] // 2
    nearest = min(breaks or cells, key=lambda c: (c[0] * 2 - middle * 2) ** 2 + (c[1] * 3 - middle * 3) ** 2)
    return (nearest[0], nearest[1])


def report(name: str, times: list[float], goal: float | None) -> None:
    times = sorted(times)
    if not times:
        return
    at = {share: times[min(len(times) - 1, int(len(times) * share))] for share in (0.5, 0.95)}
    within = "" if goal is None else f"   within {goal:.0f} ms: {sum(t <= goal for t in times)} of {len(times)}"
    print(
        f"{name:10} n {len(times):3}   mean {statistics.mean(times):6.1f}   median {at[0.5]:6.1f}"
        f"   95 % {at[0.95]:6.1f}   slowest {times[-1]:6.1f} ms{within}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=30, help="clicks per game")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--level", type=int, default=10, help="level of the AI; 10 uses its full time")
    given = parser.parse_args()
    times: list[dict[str, float]] = []
    with browser_and_server() as (browser, server):
        for _ in range(given.games):
            context = browser.new_context(
                base_url=server.address, viewport={"width": 1440, "height": 900}, service_workers="block"
            )
            times += play(context.new_page(), given.moves, given.level)
            context.close()
    for name, goal in (("shown", 50.0), ("stored", 50.0), ("answered", 550.0)):
        report(name, [time[name] for time in times if time[name] is not None], goal)


if __name__ == "__main__":
    main()

"""Speed of the page in the browser: loading and interaction, by the figures that Lighthouse and the web vitals report.

    .venv/bin/python benchmarks/page_speed.py [--slower 4] [--visits 3] [SCREEN…]

Each screen is visited with an empty cache in Chromium, with its processor throttled by a factor and a separate server.
FCP and LCP: until the first content, and the largest part of it, is painted. TBT: sum of the time beyond 50 ms of the
main thread's tasks until the network is idle. CLS: by how much the layout shifts. INP: the longest time from an input
to the next frame that is painted, among the interactions of the screen. Medians of the visits; INP: the worst of all of
them.
"""

import argparse
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web.app.test_loading import transfer_sizes
from tests.web.chromium import browser_and_server
from tests.web.serving import Server
from tests.web.table import Table, settle

MOVES = ("K10", "L11", "K8", "L9", "M10", "J9")
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1440, "height": 900}

OBSERVE = """() => {
    const vitals = (window.vitals = { fcp: 0, lcp: 0, tbt: 0, cls: 0, inp: 0 });
    const watch = (type, note) =>
        new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, durationThreshold: 16 });
    watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') vitals.fcp = entry.startTime; });
    watch('largest-contentful-paint', (entry) => { vitals.lcp = entry.startTime; });
    watch('longtask', (entry) => { vitals.tbt += Math.max(0, entry.duration - 50); });
    watch('layout-shift', (entry) => { if (!entry.hadRecentInput) vitals.cls += entry.value; });
    watch('event', (entry) => { if (entry.interactionId) vitals.inp = Math.max(vitals.inp, entry.duration); });
}"""
Vitals = dict[str, float]


def use_home(table: Table) -> None:
    page = table.page
    for name in ("Two players", "Computer", "Freestyle", "More"):
        page.get_by_text(name, exact=True).first.click()
        settle(page)


def use_game(table: Table) -> None:
    table.play("C3", "C4", "D5")
    table.page.keyboard.press("t")
    settle(table.page)
    table.page.keyboard.press("t")


def use_study(table: Table) -> None:
    table.play("K10", "L11", "K8")
    for key in ("Home", ".", "."):
        table.page.keyboard.press(key)
    settle(table.page)


def use_puzzles(table: Table) -> None:
    table.page.locator(".tile").first.click()
    expect(table.page.locator(".puzzle .verdict button").first).to_be_visible()
    settle(table.page)


def use_rooms(table: Table) -> None:
    table.page.get_by_role("button", name="New room").or_(table.page.get_by_role("button", name="Create")).first.click()
    settle(table.page)


SCREENS: dict[str, tuple[str, Callable[[Table], None]]] = {
    "home": ("/", use_home),
    "game": ("/game/ROOM", use_game),
    "study": ("/analyse", use_study),
    "puzzles": ("/puzzles", use_puzzles),
    "rooms": ("/rooms", use_rooms),
}


def visit(browser: Browser, server: Server, name: str, size: Any, slower: float) -> tuple[int, Vitals]:
    """Bytes loaded and vitals of one visit with an empty cache."""
    context = browser.new_context(
        base_url=server.address, viewport=size, service_workers="block", locale="en-GB", has_touch=False
    )
    path, use = SCREENS[name]
    table = Table(context.new_page())
    if "ROOM" in path:
        table.start(*MOVES)
        path = path.replace("ROOM", table.room)
        cookies = context.cookies()
        context.close()
        context = browser.new_context(base_url=server.address, viewport=size, service_workers="block", locale="en-GB")
        context.add_cookies(cookies)  # type: ignore[arg-type]
        table = Table(context.new_page())
    page = table.page
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.add_init_script(f"({OBSERVE})()")
    sizes = transfer_sizes(page, path)
    loaded = read(page)
    use(table)
    used = read(page)
    context.close()
    return sum(sizes.values()), loaded | {"inp": used["inp"]}


def read(page: Page) -> Vitals:
    # Observers are notified of an entry in a later task.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    vitals: Vitals = page.evaluate("window.vitals")
    return vitals


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--slower", type=float, default=4, help="factor by which the browser's processor is throttled")
    parser.add_argument("--visits", type=int, default=3, help="visits of each screen and size")
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help=", ".join(SCREENS))
    options = parser.parse_args()
    if unknown := set(options.screens) - SCREENS.keys():
        parser.error(f"there is no screen {', '.join(sorted(unknown))}")
    with browser_and_server() as (browser, server):
        print(f"processor {options.slower:g} times slower, {options.visits} visits each")
        print(f"{'screen':<18}{'kB':>7}{'FCP':>9}{'LCP':>9}{'TBT':>9}{'CLS':>8}{'INP':>9}")
        for name in options.screens or SCREENS:
            for width, size in ((1440, LAPTOP), (390, PHONE)):
                seen = [visit(browser, server, name, size, options.slower) for _ in range(options.visits)]
                kilobytes = statistics.median(bytes_ for bytes_, _ in seen) / 1000
                middle = {key: statistics.median(vitals[key] for _, vitals in seen) for key in seen[0][1]}
                worst = max(vitals["inp"] for _, vitals in seen)
                print(
                    f"{name:<10}{width:>5} px{kilobytes:>8.1f}{middle['fcp']:>6.0f} ms{middle['lcp']:>6.0f} ms"
                    f"{middle['tbt']:>6.0f} ms{middle['cls']:>8.3f}{worst:>6.0f} ms",
                    flush=True,
                )


if __name__ == "__main__":
    main()

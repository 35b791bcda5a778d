"""Interaction to next paint: how long the page takes to answer a click or a key, one kind of interaction at a time.

    .venv/bin/python benchmarks/page_interactions.py [--slower 4] [--visits 5] [--phone] [--processor] [INTERACTION…]

Each interaction is done several times in Chromium, with its processor throttled by a factor and a separate server. The
figures are those of the Event Timing API, as the web vitals define INP: from the input to the next frame that is
painted, in steps of 8 ms; of each visit the slowest interaction. For the median visit the slowest interaction is broken
down: waiting for the main thread, its handlers, and style, layout and paint.

On a busy machine every visit is disturbed somewhere. `undisturbed` therefore takes each interaction of the script, the
first stone, the second, from the visit in which it was fastest, and then the slowest of these: what the page itself costs.

With `--processor`, for a busy machine: processor time of the main thread from the input to the end of the next frame,
traced at full speed and multiplied by the factor. The compositor's part is not included.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

sys.path.insert(0, str(Path(__file__).parents[1]))

from gomoku.server.analysis.learn import puzzles
from tests.web.chromium import browser_and_server
from tests.web.learn.test_puzzles import cell_name
from tests.web.screens import GAME as MOVES
from tests.web.serving import Server
from tests.web.table import Table, close_dialog, settle

GAME = MOVES.split()
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1440, "height": 900}

OBSERVE = """() => {
    window.interactions = new Map();
    const begun = [];
    for (const name of ['keydown', 'pointerdown'])
        addEventListener(name, ({ timeStamp }) => begun.push(timeStamp), { capture: true });
    new PerformanceObserver((list) => {
        for (const { interactionId, name, startTime, duration, processingStart, processingEnd } of list.getEntries()) {
            if (!interactionId) continue;
            const number = begun.findLastIndex((time) => time <= startTime);
            const before = window.interactions.get(interactionId);
            if (before && before.total >= duration) continue;
            const wait = processingStart - startTime;
            const work = processingEnd - processingStart;
            const paint = duration - wait - work;
            window.interactions.set(interactionId, { number, name, total: duration, wait, work, paint });
        }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 });
}"""
"""Keeps the longest event of each interaction, with its number in the visit: a click consists of several events."""

LEAST = 16.0
"""Shorter interactions are not reported."""

TASK = "ThreadControllerImpl::RunTask"
INPUTS = ("keydown", "pointerdown", "click")

Interaction = dict[str, Any]


class Visitor(Table):
    """A visitor whose processor is throttled from `begin` on."""

    slower = 1.0
    tracer: Browser | None = None
    """Whether to trace instead of throttling."""


def place_stones(table: Visitor) -> None:
    table.start(*GAME[:20])
    begin(table)
    for name in ("C3", "C5", "E3", "Q4", "R5", "D16"):
        table.play(name)
        settle(table.page)


def open_dialogs(table: Visitor) -> None:
    table.start(*GAME)
    begin(table)
    for name in ("Settings", "Share") if is_wide(table) else ("Settings", "More"):
        table.page.get_by_role("button", name=name).first.click()
        expect(table.page.get_by_role("dialog")).to_be_visible()
        settle(table.page)
        close_dialog(table.page)
        settle(table.page)


def step_through_moves(table: Visitor) -> None:
    table.start(*GAME)
    begin(table)
    for key in ("Home", ".", ".", ".", "End", ",", ","):
        table.page.keyboard.press(key)
        settle(table.page)


def step_through_a_study(table: Visitor) -> None:
    table.start(*GAME)
    table.page.goto(f"/analyse/{table.room}")
    expect(table.page.locator(".step")).to_have_count(len(GAME))
    begin(table)
    for key in ("Home", ".", ".", ".", "End", ",", ","):
        table.page.keyboard.press(key)
        settle(table.page)


def open_the_analysis_board(table: Visitor) -> None:
    table.page.goto("/")
    begin(table)
    table.page.get_by_role("link", name="Analyse").filter(visible=True).first.click()
    expect(table.page.locator(".frame")).to_be_visible()
    settle(table.page)


def analyse(table: Visitor) -> None:
    table.page.goto("/analyse")
    begin(table)
    for name in ("K10", "L11", "K8", "L9"):
        table.play(name)
        settle(table.page)


def type_a_comment(table: Visitor) -> None:
    table.page.goto("/analyse")
    table.play("K10")
    begin(table)
    write = table.page.get_by_role("button", name="Write a comment")
    write.scroll_into_view_if_needed()
    write.click()
    table.page.get_by_label("Comment").press_sequentially("the centre")
    settle(table.page)


def fill_in_the_form(table: Visitor) -> None:
    table.open_form({"opponent": "computer"})
    begin(table)
    for name in ("Two players", "Computer", "Freestyle", "More", "Captures · 42"):
        table.page.get_by_text(name, exact=True).filter(visible=True).first.click()
        settle(table.page)
    table.page.get_by_text("Two players", exact=True).first.click()
    table.page.locator(".form input[type=text]").first.press_sequentially("Ada")
    settle(table.page)


def solve_a_puzzle(table: Visitor) -> None:
    name = next(
        line["id"] for line in table.page.request.get("/api/puzzles").json()["puzzles"] if line["kind"] == "save"
    )
    table.page.goto(f"/puzzles/{name}")
    expect(table.board).to_be_visible()
    rows = table.page.request.get(f"/api/puzzles/{name}").json()["start"]["rows"]
    begin(table)
    table.click(cell_name(list(puzzles.find(name).answers[0]), len(rows)))
    expect(table.page.locator(".verdict h2")).to_have_text("Solved")
    settle(table.page)


def open_the_thinking(table: Visitor) -> None:
    table.start(*GAME[:20])
    begin(table)
    for _ in range(2):
        table.page.keyboard.press("t")
        expect(table.page.locator(".think")).to_be_visible()
        settle(table.page)
        table.page.keyboard.press("t")
        expect(table.page.locator(".play, .ph")).to_be_visible()
        settle(table.page)


def walk_through_the_screens(table: Visitor) -> None:
    table.page.goto("/")
    begin(table)
    for name in ("Rooms", "Learn", "Games", "Play"):
        table.page.get_by_role("link", name=name, exact=True).filter(visible=True).first.click()
        expect(table.page.get_by_role("heading").first).to_be_visible()
        table.page.wait_for_load_state("networkidle")
        settle(table.page)


def filter_puzzles(table: Visitor) -> None:
    table.page.goto("/puzzles")
    expect(table.page.locator(".tile").first).to_be_visible()
    begin(table)
    for name in ("The only defence", "Fours by force"):
        table.page.get_by_role("button", name=name).click()
        settle(table.page)
    table.page.get_by_label("Order").select_option(index=1)
    settle(table.page)


INTERACTIONS: dict[str, Callable[[Visitor], None]] = {
    "stone": place_stones,
    "dialog": open_dialogs,
    "step": step_through_moves,
    "study-step": step_through_a_study,
    "analyse": open_the_analysis_board,
    "study-stone": analyse,
    "comment": type_a_comment,
    "form": fill_in_the_form,
    "puzzle": solve_a_puzzle,
    "think": open_the_thinking,
    "screens": walk_through_the_screens,
    "filter": filter_puzzles,
}


def is_wide(table: Visitor) -> bool:
    size = table.page.viewport_size
    assert size is not None
    return size["width"] > 700


def begin(table: Visitor) -> None:
    """Wait until the page is idle, throttle the processor, and count from here."""
    page = table.page
    page.wait_for_load_state("networkidle")
    settle(page)
    if table.tracer:
        table.tracer.start_tracing(
            page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]
        )
        return
    page.evaluate(f"({OBSERVE})()")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": table.slower})


def visit(browser: Browser, server: Server, name: str, size: Any, slower: float, processor: bool) -> list[Interaction]:
    """The interactions of one visit, the slowest first."""
    context = browser.new_context(base_url=server.address, viewport=size, service_workers="block", locale="en-GB")
    table = Visitor(context.new_page())
    table.slower = slower
    table.tracer = browser if processor else None
    INTERACTIONS[name](table)
    # Observers are notified of an entry in a later task.
    table.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))")
    seen: list[Interaction]
    if processor:
        seen = processor_times(json.loads(browser.stop_tracing())["traceEvents"], slower)
    else:
        seen = table.page.evaluate("[...window.interactions.values()]")
    context.close()
    return sorted(seen, key=lambda interaction: -interaction["total"])


def undisturbed(visits: list[list[Interaction]]) -> float:
    """The slowest of all interactions, each as it was in its fastest visit, in ms."""
    times = [{one["number"]: one["total"] for one in seen} for seen in visits]
    numbers = set().union(*times)
    return max((min(time.get(number, LEAST) for time in times) for number in numbers), default=LEAST)


def processor_times(events: list[dict[str, Any]], slower: float) -> list[Interaction]:
    """Processor time of the main thread for each input, until the next frame is committed, times the factor, in ms."""
    threads = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e.get("name") == "thread_name"}
    main = [e for e in events if "tdur" in e and threads.get((e["pid"], e["tid"])) == "CrRendererMain"]
    inputs = [e for e in main if e["name"] == "EventDispatch" and e["args"]["data"]["type"] in INPUTS]
    found = []
    for number, begun in enumerate(sorted(inputs, key=lambda e: e["ts"])):
        mine = [e for e in main if e["pid"] == begun["pid"]]
        frames = [e["ts"] + e["dur"] for e in mine if e["name"] == "Commit" and e["ts"] > begun["ts"]]
        if not frames:
            continue
        tasks = [e for e in mine if e["name"] == TASK and e["ts"] + e["dur"] > begun["ts"] and e["ts"] < min(frames)]
        # A task may contain others.
        outer = [e for e in tasks if not any(o["ts"] < e["ts"] and e["ts"] < o["ts"] + o["dur"] for o in tasks)]
        total, work = slower * sum(e["tdur"] for e in outer) / 1000, slower * begun["tdur"] / 1000
        found.append(
            {
                "number": number,
                "name": begun["args"]["data"]["type"],
                "total": total,
                "wait": 0.0,
                "work": work,
                "paint": total - work,
            }
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--slower", type=float, default=4, help="factor by which the processor is throttled")
    parser.add_argument("--visits", type=int, default=5, help="visits for each kind of interaction")
    parser.add_argument("--phone", action="store_true", help="390 × 844 instead of 1440 × 900")
    parser.add_argument("--processor", action="store_true", help="processor time instead of wall-clock time")
    parser.add_argument("interactions", nargs="*", metavar="INTERACTION", help=", ".join(INTERACTIONS))
    options = parser.parse_args()
    if unknown := set(options.interactions) - INTERACTIONS.keys():
        parser.error(f"there is no interaction {', '.join(sorted(unknown))}")
    size = PHONE if options.phone else LAPTOP
    with browser_and_server() as (browser, server):
        print(f"processor {options.slower:g} times slower, {options.visits} visits each, {size['width']} px")
        print(
            f"{'':<14}{'undisturbed':>11}{'best':>10}{'median':>11}{'worst':>11}   of the median: waiting, handlers, paint"
        )
        for name in options.interactions or INTERACTIONS:
            visits = [
                visit(browser, server, name, size, options.slower, options.processor) for _ in range(options.visits)
            ]
            slowest = sorted((seen[0] for seen in visits if seen), key=lambda interaction: interaction["total"])
            if not slowest:
                print(f"{name:<14}below {LEAST:.0f} ms", flush=True)
                continue
            best, middle, worst = slowest[0], slowest[len(slowest) // 2], slowest[-1]
            print(
                f"{name:<14}{undisturbed(visits):>8.0f} ms{best['total']:>7.0f} ms{middle['total']:>8.0f} ms"
                f"{worst['total']:>8.0f} ms"
                f"   {middle['wait']:.0f}, {middle['work']:.0f}, {middle['paint']:.0f} ({middle['name']})",
                flush=True,
            )


if __name__ == "__main__":
    main()

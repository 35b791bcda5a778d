"""A visitor's actions on the page: choose a game, click cells, press keys, read the board.

Nothing here waits for time: every helper waits for a state, for at most `TIMEOUT`. States that last only a moment (a line
that plays by itself, a search under way) are recorded in the page by `Table.record`, as polling could miss them.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

from tests.web.serving import room_of

T = TypeVar("T")
Snapshot: TypeAlias = dict[str, Any]
State: TypeAlias = dict[str, Any]

TIMEOUT: Final = 60_000
"""How long a state is waited for, in ms: a machine whose cores are all busy must make it."""
POLL: Final = 50
"""Pause between two reads of the server's state, in ms."""
LAST: Final = re.compile("last move")
"""In the label of the cell of the last move."""

MIDDLE_AT_REST = """async element => {
    const frame = () => new Promise(done => { requestAnimationFrame(done); setTimeout(done, 100); });
    const read = () => { const b = element.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    for (let before = read(); ; ) {
        await frame();
        const now = read();
        if (now.join() === before.join()) return now;
        before = now;
    }
}"""
"""The middle of an element, once two frames in a row show it in the same place."""

SETTLED = """async () => {
    const frame = () => new Promise(done => { requestAnimationFrame(done); setTimeout(done, 100); });
    const moving = () => document.getAnimations().filter(a => a.effect?.getComputedTiming().endTime !== Infinity
        && a.playState === 'running');
    do {
        await frame();
        await frame();
        await Promise.allSettled(moving().map(animation => animation.finished));
    } while (moving().length);
}"""
"""Until no transition and no animation runs, but for endless ones."""

RECORD = """selector => {
    const counts = [];
    const note = () => {
        const count = document.querySelectorAll(selector).length;
        if (counts.at(-1) !== count) counts.push(count);
    };
    new MutationObserver(note).observe(document, { attributes: true, childList: true, subtree: true });
    note();
    (window.recorded ??= {})[selector] = counts;
}"""
"""Notes every change of the number of elements that match."""

HAS_PASSED = """([selector, wanted]) => {
    let next = 0;
    for (const count of window.recorded[selector]) if (count === wanted[next]) next++;
    return next === wanted.length;
}"""


REMEMBER = "(name, value) => localStorage.setItem(`gomoku.${name}`, JSON.stringify(value))"


def settle(page: Page) -> None:
    """Wait until the page has drawn its latest state and nothing fades or moves any more."""
    page.evaluate(SETTLED)


def width_of(locator: Locator) -> float:
    box = locator.bounding_box()
    assert box is not None
    return box["width"]


class Table:
    """A page and its one game."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(TIMEOUT)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._console)

    def _console(self, message: ConsoleMessage) -> None:
        # A socket that cannot be opened is what tests of a lost connection are about.
        if message.type == "error" and "WebSocket" not in message.text and "ERR_CONNECTION" not in message.text:
            self.errors.append(message.text)

    def assert_no_errors(self) -> None:
        assert not self.errors, self.errors

    # --- to begin ---

    def remember(self, name: str, value: Any) -> None:
        """Put something into the page's memory (its local storage), before it is loaded or while it is."""
        if self.page.url.startswith("http"):
            self.page.evaluate(f"({REMEMBER})({json.dumps(name)}, {json.dumps(value)})")
        else:
            self.page.add_init_script(
                f"if (location.protocol.startsWith('http') && !sessionStorage.{name}) {{"
                f" sessionStorage.{name} = 'set';"  # once, not at every load
                f" ({REMEMBER})({json.dumps(name)}, {json.dumps(value)}); }}"
            )

    def choose(self, choice: dict[str, Any] | None = None) -> None:
        """Open the form of a new game, with the choice the page remembers set to `choice`."""
        self.remember("choice", choice or {})
        self.page.goto("/")
        expect(self.page.get_by_role("radio", name="42", exact=True)).to_be_visible()

    def start(self, **choice: Any) -> None:
        """Start a game: two players on this computer unless `opponent` says otherwise."""
        self.choose({"opponent": "two", **choice})
        self.page.get_by_role("button", name="Start game").click()
        self.page.wait_for_url("**/game/*")
        expect(self.board).to_be_visible()

    # --- to see ---

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("grid")

    @property
    def room(self) -> str:
        return room_of(self.page.url)

    def snapshot(self) -> Snapshot:
        """The game as the server has it."""
        answer = self.page.request.get(f"/api/games/{self.room}")
        assert answer.ok, answer.status
        snapshot: Snapshot = answer.json()
        return snapshot

    def state(self) -> State:
        state: State = self.snapshot()["state"]
        return state

    def stones(self) -> int:
        """Number of stones drawn at this moment."""
        return self.page.locator(".board .stones > g").count()

    def expect_stones(self, count: int) -> None:
        expect(self.page.locator(".board .stones > g")).to_have_count(count)

    def expect_moves(self, count: int) -> None:
        expect(self.page.locator(".moves td button")).to_have_count(count)

    def cell(self, name: str) -> Locator:
        """A cell as a screen reader finds it."""
        return self.page.locator(f"[role=gridcell][aria-label^='{name},']")

    def moves(self) -> list[str]:
        return self.page.locator(".moves td button > span:first-child").all_inner_texts()

    # --- to play ---

    def point(self, name: str) -> tuple[float, float]:
        """Position of a cell on the screen, once the board has stopped moving."""
        x, y = self.cell(name).evaluate(MIDDLE_AT_REST)
        return x, y

    def click(self, name: str) -> None:
        self.page.mouse.click(*self.point(name))

    def play(self, *names: str) -> None:
        """Play stones in turn, each of them shown before the next."""
        for name in names:
            self.click(name)
            expect(self.cell(name)).to_have_attribute("aria-label", LAST)

    # --- to wait ---

    def until(self, read: Callable[[], T | None], what: str = "it did not come about") -> T:
        """The first value of `read` that is true."""
        for _ in range(TIMEOUT // POLL):
            if found := read():
                return found
            self.page.wait_for_timeout(POLL)  # the interval of polling; unlike time.sleep it lets events in
        raise AssertionError(what)

    def wait_for(self, true: Callable[[State], bool]) -> State:
        """Wait until the server's state satisfies `true`."""
        state: State = {}

        def fits() -> bool:
            nonlocal state
            state = self.state()
            return true(state)

        try:
            self.until(fits)
        except AssertionError:
            raise AssertionError(f"still {state['phase']}, {state['status']}, ply {state['ply']}") from None
        return state

    def wait_past(self, ply: int) -> State:
        """Wait until more actions have been made."""
        return self.wait_for(lambda state: state["ply"] > ply)

    def my_turn(self) -> State:
        """Wait until it is this visitor's turn, or the game is over, on the server and on the page."""
        listed = self.page.locator(".moves button")
        return self.wait_for(lambda s: (s["acts"] or s["phase"] == "over") and s["ply"] == listed.count())

    def record(self, selector: str) -> None:
        """Record, from now on, the number of elements that match: see `expect_passed`."""
        self.page.evaluate(RECORD, selector)

    def expect_passed(self, selector: str, *counts: int) -> None:
        """Wait until the recorded number of elements has taken these values, in this order."""
        self.page.wait_for_function(HAS_PASSED, arg=[selector, counts])

    def name(self, cell: Sequence[int]) -> str:
        """The page's name of a cell of the server."""
        state = self.state()
        column = state["columns"][cell[0]]
        return f"{column}{state['height'] - cell[1]}"

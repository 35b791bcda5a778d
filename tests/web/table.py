"""A visitor's actions on the page: choose a game, click cells, press keys, read the board.

A test that is not about the form starts its game over a WebSocket, first moves included, and opens the page there
(`Table.start`): that takes half the CPU time, and a move less than a tenth.

Helpers wait for states, never for a fixed time, and for at most `TIMEOUT`. Transient states (an animated line, a search in
progress) are recorded inside the page by `Table.record`, because polling could miss them.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

from gomoku.server.people.identity import COOKIE
from tests.server import page as wire
from tests.web.serving import room_of

T = TypeVar("T")
Snapshot: TypeAlias = dict[str, Any]
State: TypeAlias = dict[str, Any]

TIMEOUT: Final = 60_000
"""Longest wait for a state, in ms; enough for a machine whose cores are all busy."""
POLL: Final = 50
"""Polling interval for the server's state, in ms."""
LOST: Final = re.compile("WebSocket|ERR_CONNECTION|ERR_CONTENT_LENGTH_MISMATCH")
"""Messages that the browser logs when a connection is lost, as in tests that kill the server on purpose."""
LAST: Final = re.compile("last move")
"""Part of the accessible label of the last move's cell."""

PIXELS = """async data => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height).data;
}"""
"""Returns the bytes of a picture, four a pixel; given as PNG in base64."""

STABLE_CENTRE = """async element => {
    const frame = () => new Promise(done => { requestAnimationFrame(done); setTimeout(done, 100); });
    const read = () => { const b = element.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    for (let before = read(); ; ) {
        await frame();
        const now = read();
        if (now.join() === before.join()) return now;
        before = now;
    }
}"""
"""Returns the centre of an element once it is the same in two consecutive frames."""

FINISH_ANIMATIONS = """async () => {
    const frame = () => new Promise(done => { requestAnimationFrame(done); setTimeout(done, 100); });
    const moving = () => document.getAnimations().filter(a => a.effect?.getComputedTiming().iterations === 1
        && a.playState === 'running');
    do {
        await frame();
        await frame();
        await Promise.allSettled(moving().map(animation => animation.finished));
    } while (moving().length);
}"""
"""Waits until no transition or animation is running, except repeated ones."""

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
"""Records every change in the number of elements that match the selector."""

HAS_RECORDED = """([selector, wanted]) => {
    let next = 0;
    for (const count of window.recorded[selector]) if (count === wanted[next]) next++;
    return next === wanted.length;
}"""
"""True once the recorded counts contain the wanted ones, in order."""

STORE_LOCALLY = "(name, value) => localStorage.setItem(`gomoku.${name}`, JSON.stringify(value))"


RULES: Final = "/api/rules"


def creation(
    presets: Sequence[dict[str, Any]],
    *,
    opponent: str = "two",
    level: int = 3,
    levelTwo: int = 3,
    order: str = "first",
    preset: str = "42",
    size: int = 19,
    changes: dict[str, str] | None = None,
    opening: str = "standard",
    aiTime: int = 500,
    clock: dict[str, Any] | None = None,
    names: Sequence[str] = ("", ""),
) -> dict[str, Any]:
    """The command that the form sends for a choice, without type and id; `test_form` compares both."""
    own_size = next(known["size"] for known in presets if known["name"] == preset)
    parameters = ([] if size == own_size else [f"size={size}"]) + [f"{k}={v}" for k, v in (changes or {}).items()]
    me: dict[str, Any] = {"type": "me", "name": ""}
    computer: dict[str, Any] = {"type": "ai", "level": level}
    seats: dict[str, list[dict[str, Any]]] = {
        "computer": [me, computer] if order == "first" else [computer, me],
        "two": [{"type": "me", "name": name} for name in names],
        "watch": [computer, {"type": "ai", "level": levelTwo}],
    }
    first, second = seats[opponent]
    return {
        "kind": "local",
        "options": {
            "rules": ";".join([preset, *parameters]),
            "opening": opening,
            "clock": clock or {"type": "none"},
            "ai_time": aiTime,
            "rated": False,
            "delay": 0,
        },
        "first": first,
        "second": second,
        "stones": ["black", "white"],
        "title": "",
    }


def create_game(visitor: wire.Page, command: dict[str, Any], moves: Sequence[str]) -> str:
    """Create a game and play its first moves, all of them the visitor's; returns the room's id."""
    done = visitor.command("create", **command)
    assert done["type"] == "done", done
    room = str(done["room"])
    visitor.watch(room)
    for name in moves:
        state = visitor.state(room)
        done = visitor.play(room, state["columns"].index(name[0]), state["height"] - int(name[1:]))
        assert done["type"] == "done", done
        visitor.until_state(room, lambda now, before=state["ply"]: now["ply"] > before)
    return room


def close_dialog(page: Page) -> None:
    """Press Escape, and wait until the dialog is gone: until then it takes all keys."""
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def settle(page: Page) -> None:
    """Wait until the page has rendered its latest state and all animations have ended, except repeated ones."""
    page.evaluate(FINISH_ANIMATIONS)


def width_of(locator: Locator) -> float:
    box = locator.bounding_box()
    assert box is not None
    return box["width"]


class Table:
    """A browser page and the game it shows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(TIMEOUT)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._console)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not LOST.search(message.text):
            self.errors.append(f"{message.text} {message.location['url']}")

    def assert_no_errors(self) -> None:
        assert not self.errors, self.errors

    # --- start ---

    def store_locally(self, name: str, value: Any) -> None:
        """Store a value in the page's local storage: at once on a loaded page, otherwise at its first load."""
        if self.page.url.startswith("http"):
            self.page.evaluate(f"({STORE_LOCALLY})({json.dumps(name)}, {json.dumps(value)})")
        else:
            self.page.add_init_script(
                f"if (location.protocol.startsWith('http') && !sessionStorage.{name}) {{"
                f" sessionStorage.{name} = 'set';"  # only once, not on every load
                f" ({STORE_LOCALLY})({json.dumps(name)}, {json.dumps(value)}); }}"
            )

    def open_form(self, choice: dict[str, Any] | None = None) -> None:
        """Open the new-game form with `choice` as the remembered choices."""
        self.store_locally("choice", choice or {})
        self.page.goto("/")
        expect(self.page.get_by_role("radio", name="Captures · 42")).to_be_visible()

    def start(self, *moves: str, **choice: Any) -> None:
        """Open a game as the form starts it with this choice, after `moves`; by default between two players on this computer."""
        self.store_locally("choice", {"opponent": "two", **choice})
        rules = self.page.request.get(RULES)
        address = rules.url.removesuffix(RULES)
        known = {cookie["name"]: cookie["value"] for cookie in self.page.context.cookies(address)}.get(COOKIE)
        with wire.Page(address, f"{COOKIE}={known}" if known else None) as visitor:
            assert visitor.cookie is not None
            cookie = visitor.cookie.removeprefix(f"{COOKIE}=")
            self.page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": address}])
            room = create_game(visitor, creation(rules.json()["presets"], **choice), moves)
        self.page.goto(f"/game/{room}")
        expect(self.board).to_be_visible()
        if moves:
            expect(self.cell(moves[-1])).to_have_attribute("aria-label", LAST)

    def start_by_form(self, **choice: Any) -> None:
        """Start a game as a visitor does; by default between two players on this computer."""
        self.open_form({"opponent": "two", **choice})
        self.page.get_by_role("button", name="Start game").click()
        self.page.wait_for_url("**/game/*")
        expect(self.board).to_be_visible()

    # --- read ---

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("grid")

    @property
    def room(self) -> str:
        return room_of(self.page.url)

    def snapshot(self) -> Snapshot:
        """The server's snapshot of the game."""
        answer = self.page.request.get(f"/api/games/{self.room}")
        assert answer.ok, answer.status
        snapshot: Snapshot = answer.json()
        return snapshot

    def state(self) -> State:
        state: State = self.snapshot()["state"]
        return state

    def stones(self) -> int:
        """Number of stones currently drawn."""
        return self.page.locator(".board .stones > g").count()

    def expect_stones(self, count: int) -> None:
        expect(self.page.locator(".board .stones > g")).to_have_count(count)

    def expect_moves(self, count: int) -> None:
        expect(self.page.locator(".moves td button")).to_have_count(count)

    def cell(self, name: str) -> Locator:
        """A cell, located by its accessible label."""
        return self.page.locator(f"[role=gridcell][aria-label^='{name},']")

    def moves(self) -> list[str]:
        return self.page.locator(".moves td button > span:first-child").all_inner_texts()

    # --- play ---

    def screen_position(self, name: str) -> tuple[float, float]:
        """Screen coordinates of a cell's centre, once the board has stopped moving."""
        x, y = self.cell(name).evaluate(STABLE_CENTRE)
        return x, y

    def click(self, name: str) -> None:
        self.page.mouse.click(*self.screen_position(name))

    def play(self, *names: str) -> None:
        """Play moves in turn; wait until each is shown before the next."""
        for name in names:
            self.click(name)
            expect(self.cell(name)).to_have_attribute("aria-label", LAST)

    # --- wait ---

    def until(self, read: Callable[[], T | None], what: str = "the condition was not met in time") -> T:
        """Poll `read` until it returns a truthy value, and return that value."""
        for _ in range(TIMEOUT // POLL):
            if found := read():
                return found
            self.page.wait_for_timeout(POLL)  # polling interval; unlike time.sleep it lets Playwright dispatch events
        raise AssertionError(what)

    def wait_for(self, condition: Callable[[State], bool]) -> State:
        """Poll the server's state until it satisfies `condition`, and return it."""
        state: State = {}

        def is_met() -> bool:
            nonlocal state
            state = self.state()
            return condition(state)

        try:
            self.until(is_met)
        except AssertionError:
            raise AssertionError(f"still {state['phase']}, {state['status']}, ply {state['ply']}") from None
        return state

    def wait_past_ply(self, ply: int) -> State:
        """Wait until the game has passed `ply`."""
        return self.wait_for(lambda state: state["ply"] > ply)

    def wait_for_turn(self) -> State:
        """Wait until server and page agree that it is this visitor's turn or that the game is over."""
        listed = self.page.locator(".moves button")
        return self.wait_for(lambda s: (s["acts"] or s["phase"] == "over") and s["ply"] == listed.count())

    def record(self, selector: str) -> None:
        """Start recording the number of elements that match, for `expect_recorded`."""
        self.page.evaluate(RECORD, selector)

    def expect_recorded(self, selector: str, *counts: int) -> None:
        """Wait until the recorded counts include these values, in this order."""
        self.page.wait_for_function(HAS_RECORDED, arg=[selector, counts])

    def cell_name(self, cell: Sequence[int]) -> str:
        """Name on the page of a cell given by server coordinates."""
        state = self.state()
        column = state["columns"][cell[0]]
        return f"{column}{state['height'] - cell[1]}"

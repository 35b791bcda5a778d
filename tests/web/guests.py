"""Players who meet in rooms: each has a separate browser context, and so a separate identity."""

import json
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Locator, expect

from tests.server.page import Page, new_id
from tests.support.waiting import wait_until
from tests.web.serving import Server
from tests.web.table import LAST, Table, settle

SERVE_WITH_DELAYS = """
import json, pathlib, signal, sys
from gomoku.server.live import hub
from gomoku.server.rooms import seating
delays = pathlib.Path(sys.argv.pop())
def set_delays(*_):
    seating.COUNTDOWN, seating.ABSENCE_TIMEOUT = json.loads(delays.read_text())
    delays.unlink()
signal.signal(signal.SIGUSR1, set_delays)
set_delays()
hub.GONE_AFTER = 0.5
from gomoku.cli import main
main()
"""
"""Runs `gomoku serve` with delays chosen by the test. It reads them from a file at the start and on SIGUSR1, then deletes the file."""
COUNTDOWN: Final = 700
"""Countdown before a game starts, in ms."""
ABSENCE_TIMEOUT: Final = 2_000
"""Absence of a player after which the opponent can claim the win, in ms."""


class ShortDelayServer(Server):
    """`gomoku serve` with short delays, which a test can change."""

    def __init__(self, database: Path) -> None:
        super().__init__(database)
        self.delays = database.with_suffix(".delays")

    def command(self) -> list[str]:
        return [sys.executable, "-c", SERVE_WITH_DELAYS, *self.arguments(), str(self.delays)]

    def start(self) -> None:
        self._write_delays()
        super().start()

    def set_delays(self, countdown: int = COUNTDOWN, absence: int = ABSENCE_TIMEOUT) -> None:
        """Change the delays, in ms: long ones let a test observe the delay itself; the defaults restore the short ones."""
        assert self.process is not None
        self._write_delays(countdown, absence)
        self.process.send_signal(signal.SIGUSR1)
        wait_until(lambda: not self.delays.exists(), what="the server has not read its delays")

    def _write_delays(self, countdown: int = COUNTDOWN, absence: int = ABSENCE_TIMEOUT) -> None:
        draft = self.delays.with_suffix(".new")
        draft.write_text(json.dumps([countdown, absence]))
        draft.rename(self.delays)


class Guest(Table):
    """The page of a visitor who uses rooms."""

    # --- list of rooms ---

    def visit_rooms(self) -> None:
        """Open the list; what arrives late moves what is below it, so a click waits for all of it."""
        self.page.goto("/rooms")
        expect(self.page.get_by_role("heading", name="Rooms", exact=True)).to_be_visible()
        expect(self.page.locator(".lab[role=status]")).to_contain_text("here")
        expect(self.page.get_by_role("button", name="Captures · 42, 3 + 2")).to_be_visible()

    def row(self, title: str) -> Locator:
        return self.page.locator(".rooms tbody tr").filter(has_text=title)

    def open_room(self, title: str, by_link: bool = False, **choice: object) -> str:
        """Create a room with this visitor in its first seat; returns its URL."""
        self.store_locally("choice", choice)
        self.visit_rooms()
        self.page.get_by_role("button", name="Create a room", exact=True).first.click()
        self.page.get_by_label("Name of the room").fill(title)
        if by_link:
            self.page.get_by_text("By link only").click()
        self.page.get_by_role("button", name="Open the room").click()
        self.page.wait_for_url("**/room/*")
        expect(self.page.get_by_role("heading", name=title)).to_be_visible()
        return self.page.url

    def sit_down(self, url: str) -> None:
        self.page.goto(url)
        self.page.get_by_role("button", name="Sit down").click()
        expect(self.page.get_by_role("button", name="I am ready")).to_be_visible()

    def start_afresh(self) -> None:
        """Become a new visitor under the first name."""
        self.visit_rooms()
        self.page.evaluate("localStorage.removeItem('gomoku.settings')")
        self.page.context.clear_cookies()
        self.visit_rooms()

    def keep_name(self) -> None:
        """Set a passphrase, which rated games need, from a separate address."""
        name = f"{self.page.evaluate('JSON.parse(localStorage[`gomoku.settings`]).name')} {new_id()}"
        # by the page itself, so that its sockets have the new cookie before they reconnect
        answer = self.page.evaluate(
            """async ([name, address]) => {
                const headers = { "Content-Type": "application/json", "X-Forwarded-For": address };
                const body = JSON.stringify({ name, passphrase: "correct horse" });
                return (await fetch("/api/me/passphrase", { method: "POST", headers, body })).json();
            }""",
            [name, f"host-{name}"],
        )
        assert answer["name"] == name, answer

    # --- room ---

    @property
    def room(self) -> str:
        match = re.search(r"/(?:game|room)/([\w-]+)", self.page.url)
        assert match, self.page.url
        return match[1]

    def seat(self, player: str) -> Locator:
        return self.page.locator(f"[data-seat={player}]")

    def get_ready(self) -> None:
        self.page.get_by_role("button", name="I am ready").click()

    def say(self, text: str) -> None:
        self.page.get_by_label("Say something").fill(text)
        self.page.get_by_role("button", name="Send", exact=True).click()

    # --- game ---

    def expect_last_move(self, cell: str) -> None:
        expect(self.cell(cell)).to_have_attribute("aria-label", LAST)

    def press(self, name: str) -> None:
        """Press a button by its exact name."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def choose_from_menu(self, name: str) -> None:
        """Choose an entry of the `More` menu."""
        self.press("More")
        self.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()

    def offer(self, kind: str) -> Locator:
        return self.page.locator(f"[data-offer={kind}]")

    def accept(self, kind: str) -> None:
        self.offer(kind).get_by_role("button", name="Accept").click()

    def deny(self, kind: str) -> None:
        self.offer(kind).get_by_role("button", name="Deny").click()


@contextmanager
def guest(browser: Browser, server: Server, name: str, **options: Any) -> Iterator[Guest]:
    context = browser.new_context(
        base_url=server.address,
        service_workers="block",
        locale="en-GB",
        viewport={"width": 1440, "height": 900},
        **options,
    )
    context.add_init_script(
        "if (location.protocol.startsWith('http') && !localStorage.getItem('gomoku.settings'))"
        f" localStorage.setItem('gomoku.settings', JSON.stringify({{name: {name!r}, sound: false}}))"
    )
    guest = Guest(context.new_page())
    yield guest
    guest.assert_no_errors()
    context.close()


def seat_both(server: Server, first: Guest, second: Guest, **options: object) -> str:
    """Start a game over WebSockets, without the browser, and open it in both guests' pages; returns the room's id."""
    with Page(server.address) as one, Page(server.address) as two:
        room = one.create("me", "open", kind="listed", **options)
        two.watch(room)
        two.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})
        for page in (one, two):
            page.command("ready", room=room, ready=True)
        one.until_state(room, lambda state: state["phase"] == "playing")
        for guest, page in ((first, one), (second, two)):
            assert page.cookie is not None
            cookie, value = page.cookie.split("=", 1)
            guest.page.context.add_cookies([{"name": cookie, "value": value, "url": server.address}])
            guest.page.goto(f"/room/{room}")
            expect(guest.board).to_be_visible()
    return room


def short_delay_server(folder: Path) -> ShortDelayServer:
    return ShortDelayServer(folder / "rooms.sqlite")


def play(first: Guest, second: Guest, *cells: str) -> None:
    """Play moves in turn; wait until the opponent's page shows each."""
    for number, cell in enumerate(cells):
        mover, other = (first, second) if number % 2 == 0 else (second, first)
        mover.click(cell)
        other.expect_last_move(cell)


def assert_fits_screens(one: Guest) -> None:
    """Assert that a laptop, a tablet and a phone need no sideways scrolling."""
    for width, height in ((1440, 900), (820, 1180), (390, 844)):
        one.page.set_viewport_size({"width": width, "height": height})
        settle(one.page)
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width

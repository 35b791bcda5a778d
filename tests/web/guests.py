"""Players who meet in rooms: each has a browser context, and so an identity, of their own."""

import json
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Locator, expect

from tests.server.page import Page
from tests.support.waiting import wait_until
from tests.web.serving import Server
from tests.web.table import LAST, Table

HASTY = """
import json, pathlib, signal, sys
from gomoku.server.live import hub
from gomoku.server.rooms import seating
waits = pathlib.Path(sys.argv.pop())
def set_waits(*_):
    seating.COUNTDOWN, seating.ABSENCE_TIMEOUT = json.loads(waits.read_text())
    waits.unlink()
signal.signal(signal.SIGUSR1, set_waits)
set_waits()
hub.GONE_AFTER = 0.5
from gomoku.cli import main
main()
"""
"""`gomoku serve` with waits that a test chooses: it reads them from a file, which it then removes, at SIGUSR1."""
COUNTDOWN: Final = 700
"""Before a game starts, in ms."""
ABSENCE: Final = 2_000
"""After which the win can be claimed from a player who is gone, in ms."""


class HastyServer(Server):
    """`gomoku serve` with short waits, which a test can set anew."""

    def __init__(self, database: Path) -> None:
        super().__init__(database)
        self.waits = database.with_suffix(".waits")

    def command(self) -> list[str]:
        serve = ["serve", "--port", str(self.port), "--database", str(self.database)]
        return [sys.executable, "-c", HASTY, *serve, str(self.waits)]

    def start(self) -> None:
        self._write()
        super().start()

    def set_waits(self, countdown: int = COUNTDOWN, absence: int = ABSENCE) -> None:
        """Wait longer, so that a test can look at the wait itself; or as briefly as before. In ms."""
        assert self.process is not None
        self._write(countdown, absence)
        self.process.send_signal(signal.SIGUSR1)
        wait_until(lambda: not self.waits.exists(), what="the server does not read its waits")

    def _write(self, countdown: int = COUNTDOWN, absence: int = ABSENCE) -> None:
        written = self.waits.with_suffix(".new")
        written.write_text(json.dumps([countdown, absence]))
        written.rename(self.waits)


class Guest(Table):
    """A visitor of rooms."""

    # --- the list ---

    def visit_rooms(self) -> None:
        self.page.goto("/rooms")
        expect(self.page.get_by_role("heading", name="Rooms", exact=True)).to_be_visible()

    def line(self, title: str) -> Locator:
        return self.page.locator(".rooms tbody tr").filter(has_text=title)

    def open_room(self, title: str, by_link: bool = False, **choice: object) -> str:
        """A new room, with this visitor on its first seat."""
        self.remember("choice", choice)
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

    # --- the room ---

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

    # --- the game ---

    def sees(self, cell: str) -> None:
        expect(self.cell(cell)).to_have_attribute("aria-label", LAST)

    def do(self, name: str) -> None:
        """Press a button of the table."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def more(self, name: str) -> None:
        """Choose a line of the menu."""
        self.do("More")
        self.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()

    def request(self, kind: str) -> Locator:
        return self.page.locator(f"[data-offer={kind}]")

    def accept(self, kind: str) -> None:
        self.request(kind).get_by_role("button", name="Accept").click()

    def deny(self, kind: str) -> None:
        self.request(kind).get_by_role("button", name="Deny").click()


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
    """Start a game over the wire and open it in both guests' pages; the room's id."""
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


def hasty(folder: Path) -> HastyServer:
    return HastyServer(folder / "rooms.sqlite")

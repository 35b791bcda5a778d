"""What a person does at the page: choose a game, click cells, press keys, look."""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

from tests.web.serving import room_of

Snapshot: TypeAlias = dict[str, Any]
State: TypeAlias = dict[str, Any]
LAST = re.compile("last move")
"""In the label of the cell of the last move."""


class Table:
    """A page and its one game."""

    def __init__(self, page: Page) -> None:
        self.page = page
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

    def choose(self, choice: dict[str, Any] | None = None) -> None:
        """The form at home, with what the page remembers set to `choice`."""
        self.page.goto("/nowhere")  # any page of ours, to reach its memory
        self.page.evaluate("c => localStorage.setItem('gomoku.choice', JSON.stringify(c))", choice or {})
        self.page.goto("/")
        expect(self.page.get_by_role("radio", name="42", exact=True)).to_be_visible()

    def start(self, **choice: Any) -> None:
        """A new game: two players on this computer unless `opponent` says otherwise."""
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
        """How many stones are drawn."""
        return self.page.locator(".board .stones > g").count()

    def cell(self, name: str) -> Locator:
        """A cell as a screen reader finds it."""
        return self.page.locator(f"[role=gridcell][aria-label^='{name},']")

    def moves(self) -> list[str]:
        return self.page.locator(".moves td button > span:first-child").all_inner_texts()

    # --- to play ---

    def point(self, name: str) -> tuple[float, float]:
        """Where a cell lies on the screen."""
        box = self.cell(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, name: str) -> None:
        self.page.mouse.click(*self.point(name))

    def play(self, *names: str) -> None:
        """Stones, one after the other, each of them seen before the next."""
        for name in names:
            self.click(name)
            expect(self.cell(name)).to_have_attribute("aria-label", LAST)

    def wait_for(self, true: Callable[[State], bool], seconds: float = 15) -> State:
        """Until the server's state is as wished."""
        for _ in range(int(seconds * 20)):
            state = self.state()
            if true(state):
                return state
            self.page.wait_for_timeout(50)
        raise AssertionError(f"still {state['phase']}, {state['status']}, ply {state['ply']}")

    def wait_past(self, ply: int) -> State:
        """Until more actions have been made."""
        return self.wait_for(lambda state: state["ply"] > ply, seconds=30)

    def my_turn(self) -> State:
        """Until it is this visitor's turn, or the game is over, on the server and on the page."""
        state = self.wait_for(lambda s: bool(s["acts"]) or s["phase"] == "over")
        expect(self.page.locator(".moves button")).to_have_count(state["ply"])
        return state

    def name(self, cell: Sequence[int]) -> str:
        """What the page calls a cell of the server's."""
        state = self.state()
        column = state["columns"][cell[0]]
        return f"{column}{state['height'] - cell[1]}"

"""Makes the pictures of the page in docs/images: page-*.jpg. Run by `make screenshots`, or with the names of a few.

It starts a separate server and plays the scenes in Chromium, so the pictures show what the page really does.
The computer's moves are its own: the pictures differ a little from run to run.
"""

import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.web.chromium import browser_and_server  # noqa: E402 - found only now
from tests.web.guests import Guest  # noqa: E402
from tests.web.screens import GAME, GRACE  # noqa: E402
from tests.web.table import Table  # noqa: E402

IMAGES = ROOT / "docs" / "images"


class Studio:
    """Chromium, and the folder of its pictures."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    def table(self, width: int = 1440, height: int = 900, **more: Any) -> Table:
        context = self.browser.new_context(
            base_url=self.address,
            viewport={"width": width, "height": height},
            service_workers="block",
            **{"locale": "en-GB", **more},
        )
        return Table(context.new_page())

    def guest(self, name: str) -> Guest:
        """A visitor with a name, for a room."""
        table = self.table()
        table.page.goto("/nowhere")
        table.page.evaluate("name => localStorage.setItem('gomoku.settings', JSON.stringify({name}))", name)
        return Guest(table.page)

    def take(self, table: Table, name: str) -> None:
        table.page.mouse.move(1, 1)
        table.page.wait_for_timeout(900)
        table.page.screenshot(path=IMAGES / f"page-{name}.jpg", type="jpeg", quality=84)
        table.page.context.close()
        print(f"docs/images/page-{name}.jpg")


def home(studio: Studio) -> None:
    table = studio.table()
    table.start_by_form(opponent="two", names=["Aoi", "Bram"])
    table.play(*GAME.split())
    table.open_form({})
    studio.take(table, "home")


def game(studio: Studio) -> None:
    """Against the computer, doing what the hint says."""
    table = studio.table()
    table.start_by_form(opponent="computer", level=8)
    suggestion = table.page.locator(".say[data-hint]")
    for _ in range(12):
        if table.wait_for_turn()["phase"] == "over":
            break
        table.page.keyboard.press("h")
        expect(suggestion).to_be_visible(timeout=15_000)
        table.click(suggestion.get_attribute("data-hint") or "")
        expect(suggestion).to_be_hidden()
    table.wait_for_turn()
    table.page.keyboard.press("h")
    expect(suggestion).to_be_visible(timeout=15_000)
    studio.take(table, "game")


def grace(studio: Studio) -> None:
    table = studio.table(color_scheme="dark")
    table.start_by_form(opponent="two", names=["Aoi", "Bram"], mine="coral", theirs="lapis")
    table.play(*GRACE.split())
    studio.take(table, "grace")


def room(studio: Studio) -> None:
    first, second = studio.guest("Aoi"), studio.guest("Bram")
    first.open_room("Sunday table")
    second.sit_down(first.page.url)
    for guest, stone in ((first, "lapis"), (second, "coral")):
        chosen = guest.page.locator(".big-stone")
        while stone not in (chosen.get_attribute("aria-label") or "").lower():
            guest.page.get_by_role("button", name="Next colour").click()
            guest.page.wait_for_timeout(300)
    second.get_ready()
    first.say("Swap2 today? I place three.")
    second.say("Fine with me. Lapis suits you.")
    expect(first.page.get_by_text("Lapis suits you")).to_be_visible()
    studio.take(first, "room")
    second.page.context.close()


def think(studio: Studio) -> None:
    table = studio.table()
    table.start_by_form(opponent="two", names=["Aoi", "Bram"])
    table.play(*GAME.split()[:12])
    table.page.keyboard.press("t")
    expect(table.page.locator(".numbers[data-live=false]")).to_be_visible(timeout=30_000)
    studio.take(table, "think")


def doge(studio: Studio) -> None:
    table = studio.table()
    table.start_by_form(opponent="two", names=["such Aoi", "much Bram"])
    *before, last = GAME.split()
    table.play(*before)
    table.page.keyboard.press("d")
    expect(table.page.locator("#s-doge")).to_have_count(1)
    table.play(last)
    table.page.locator(".toast").evaluate("toast => toast.remove()")
    studio.take(table, "doge")


def learn(studio: Studio) -> None:
    table = studio.table()
    table.page.goto("/learn")
    studio.take(table, "learn")


def phone(studio: Studio) -> None:
    table = studio.table(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
    table.start_by_form(opponent="two", names=["Aoi", "Bram"])
    for name in GAME.split():
        table.page.touchscreen.tap(*table.screen_position(name))
        table.page.touchscreen.tap(*table.screen_position(name))
        table.page.wait_for_timeout(80)
    table.page.touchscreen.tap(*table.screen_position("H9"))
    studio.take(table, "phone")


SCENES = {scene.__name__: scene for scene in (home, game, grace, room, think, doge, learn, phone)}


def main(names: list[str]) -> None:
    if unknown := set(names) - SCENES.keys():
        sys.exit(f"there is no scene {', '.join(sorted(unknown))}: choose from {', '.join(SCENES)}")
    with browser_and_server() as (browser, server):
        for name in names or SCENES:
            SCENES[name](Studio(browser, server.address))


if __name__ == "__main__":
    main(sys.argv[1:])

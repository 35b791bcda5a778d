"""Makes contact sheets of the page: every screen at every size, light and dark, two PNG files per screen.

    .venv/bin/python docs/make_contact_sheets.py FOLDER [SCREEN…]

They are for looking at, not for keeping: they show what a test cannot see.
"""

import argparse
import base64
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, expect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from docs.make_screenshots import GAME, GRACE, Studio  # noqa: E402 - found only now
from tests.server.page import Page as Guest  # noqa: E402
from tests.web.chromium import browser_and_server  # noqa: E402
from tests.web.table import Table, settle  # noqa: E402
from tests.web.test_sizes import SIDEWAYS, SIZES  # noqa: E402

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HEIGHT = 430
"""Height of a picture on a sheet, in px."""


def visit(path: str, wanted: str = "main") -> Callable[[Table], None]:
    """A screen that only needs its address."""

    def go(table: Table) -> None:
        table.page.goto(path)
        expect(table.page.locator(wanted).first).to_be_visible()
        table.page.wait_for_load_state("networkidle")

    return go


def game(table: Table) -> None:
    table.start(*GAME.split())


def aim(table: Table) -> None:
    table.start(*GAME.split()[:12])
    table.page.touchscreen.tap(*table.screen_position("H9"))


def grace(table: Table) -> None:
    table.start(*GRACE.split())


def opening(table: Table) -> None:
    table.start("K10", "L10", "K11", opening="swap2")
    expect(table.page.locator(".ask .answers")).to_be_visible()


def advice(table: Table) -> None:
    opening(table)
    table.page.keyboard.press("h")
    expect(table.page.locator(".ask .opening-advice")).to_be_visible()


def study_advice(table: Table) -> None:
    table.start("K10", "L11", "L9")
    visit(f"/analyse/{table.room}", ".frame")(table)
    table.page.keyboard.press("End")
    expect(table.page.locator(".stones > g")).to_have_count(3)
    table.page.get_by_role("button", name="Opening advice").click()
    expect(table.page.locator(".advice-card .opening-advice")).to_be_visible()


def think(table: Table) -> None:
    table.start(*GAME.split()[:20])
    table.page.keyboard.press("t")
    expect(table.page.locator(".numbers[data-live=false]")).to_be_visible()


def over(table: Table) -> None:
    table.start(*GAME.split())
    table.page.get_by_role("button", name="Resign").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(table.page.locator(".result")).to_be_visible()


def after(table: Table) -> None:
    over(table)
    visit(f"/game/{table.room}/after")(table)


def mistakes(table: Table) -> None:
    over(table)
    visit(f"/game/{table.room}/mistakes")(table)


def tree(table: Table) -> None:
    table.start(*GAME.split()[:20])
    visit(f"/game/{table.room}/tree")(table)


def study(table: Table) -> None:
    over(table)
    visit(f"/analyse/{table.room}", ".frame")(table)


def figure(table: Table) -> None:
    study(table)
    table.page.get_by_role("button", name="Diagram").click()
    expect(table.page.get_by_role("dialog").get_by_role("img")).to_be_visible()


def shared(table: Table) -> None:
    table.start(*GAME.split())
    visit(table.page.request.get(f"/api/games/{table.room}/link").json()["path"], ".frame")(table)


def minute(table: Table) -> None:
    visit("/", ".form")(table)
    table.page.mouse.move(300, 200)  # it is loaded with the first sign of a visitor
    expect(table.page.get_by_role("region", name="The first minute")).to_be_visible()


def prove(table: Table) -> None:
    visit("/analyse", ".frame")(table)
    table.play("K10", "A1", "L11", "A3", "K12", "A5", "M10", "C7")
    table.page.get_by_role("button", name="Prove it").click()
    table.page.get_by_role("button", name="Show the tree").click()
    expect(table.page.get_by_role("tree")).to_be_visible()


def own_clock(table: Table) -> None:
    table.open_form({"clock": {"type": "byoyomi", "time": 30_000, "periods": 4, "period": 12_500}})
    expect(table.page.get_by_label("Minutes")).to_be_visible()


def room(table: Table) -> None:
    visit("/rooms")(table)
    table.page.get_by_role("button", name="Create").first.click()
    table.page.get_by_role("dialog").get_by_role("button", name="Open").click()
    table.page.wait_for_url("**/room/*")


def slow(table: Table) -> None:
    visit("/")(table)
    address = table.page.url
    with Guest(address) as bob:
        for days, rules in ((1, "42"), (3, "renju"), (7, "pente")):
            clock = {"type": "correspondence", "days": days}
            room = bob.create(
                "me" if days > 1 else "open", "open" if days > 1 else "me", "listed", rules=rules, clock=clock
            )
            table.page.goto(f"/room/{room}")
            table.page.get_by_role("button", name="Sit down").click()
            expect(table.page.locator(".frame")).to_be_visible()
    visit("/rooms", ".slow-games a")(table)


def collection(table: Table) -> None:
    visit("/games")(table)
    table.page.get_by_role("button", name="Collection").click()
    files = sorted((ROOT / "docs" / "games").rglob("*.sgf"))
    broken = {"name": "broken.sgf", "mimeType": "", "buffer": b"(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh];B[hh])"}
    mine = table.page.locator(".collection")
    mine.locator("input[type=file]").set_input_files(
        [broken, *({"name": f.name, "mimeType": "", "buffer": f.read_bytes()} for f in files)]
    )
    expect(mine.locator(".collected").first).to_be_visible()
    mine.locator(".failures summary").click()


def puzzle(table: Table) -> None:
    visit("/puzzles")(table)
    table.page.locator("main a[href^='/puzzles/']").first.click()
    expect(table.board).to_be_visible()


SCREENS: dict[str, Callable[[Table], None]] = {
    "home": visit("/", ".form"),
    "minute": minute,
    "own-clock": own_clock,
    "game": game,
    "aim": aim,
    "grace": grace,
    "opening": opening,
    "advice": advice,
    "study_advice": study_advice,
    "think": think,
    "over": over,
    "after": after,
    "mistakes": mistakes,
    "tree": tree,
    "study": study,
    "prove": prove,
    "figure": figure,
    "setup": visit("/analyse/setup", ".frame"),
    "shared": shared,
    "rooms": visit("/rooms"),
    "tournaments": visit("/tournaments"),
    "room": room,
    "slow": slow,
    "games": visit("/games"),
    "collection": collection,
    "puzzles": visit("/puzzles", "main a[href^='/puzzles/']"),
    "puzzle": puzzle,
    "learn": visit("/learn"),
    "lessons": visit("/lessons"),
    "you": visit("/you"),
    "leaderboard": visit("/leaderboard"),
    "lost": visit("/nowhere"),
}


def pictures(page: Page, scheme: Literal["light", "dark"]) -> str:
    """The screen at every size, as an HTML page: landscape above, portrait and a phone turned sideways below."""
    found = []
    for width, height in [*SIZES, SIDEWAYS[0]]:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        settle(page)
        shot = base64.b64encode(page.screenshot(type="jpeg", quality=80)).decode()
        line = "" if width > height or not found or "<br>" in "".join(found) else "<br>"
        found.append(f'{line}<img height="{HEIGHT}" src="data:image/jpeg;base64,{shot}">')
    return f"<body style='margin:8px;background:#888;white-space:nowrap'>{''.join(found)}"


def main(folder: Path, names: list[str]) -> None:
    if unknown := set(names) - SCREENS.keys():
        sys.exit(f"there is no screen {', '.join(sorted(unknown))}: choose from {', '.join(SCREENS)}")
    folder.mkdir(parents=True, exist_ok=True)
    with browser_and_server() as (browser, server):
        sheet = browser.new_page(viewport={"width": 1970, "height": 2 * HEIGHT + 30})
        for name in names or SCREENS:
            table = Studio(browser, server.address).table(has_touch=True)
            table.page.set_default_timeout(20_000)
            SCREENS[name](table)
            for scheme in SCHEMES:
                sheet.set_content(pictures(table.page, scheme))
                sheet.screenshot(path=folder / f"{name}-{scheme}.png")
            table.page.context.close()
            print(name, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Makes contact sheets of the page.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help=", ".join(SCREENS))
    options = parser.parse_args()
    main(options.folder, options.screens)

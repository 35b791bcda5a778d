"""Every screen of the page, for a visitor with a touch screen: how to get there, for tests and contact sheets."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import FilePayload, expect

from tests.server.page import Page as Guest
from tests.server.page import new_id
from tests.web.table import Table

ROOT = Path(__file__).parents[2]
GAME = (
    "K10 K12 H12 J13 J11 G13 L9 M8 H14 H13 L11 J13 F13 L13 K13 J9 M12 N13 L10 L8 M10 J10 J8 J10 K9 K11 L12 K8 K10 N8"
    " O8 N11 M10 N9 N12 N10 N7 K12"
)
GRACE = (
    "K10 J11 L11 J9 M12 O14 J10 H10 L10 M10 L13 L12 L9 L7 K8 M8 G11 L9 K10 N11 N7 K14 K9 K11 M13 K11 L11 K6 H11 K11"
    " L8 G12 M7"
)


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


def review(table: Table) -> None:
    after(table)
    expect(table.page.locator(".to-learn li, .went-accuracy li").first).to_be_visible()
    visit(f"/analyse/{table.room}", ".frame")(table)
    expect(table.page.locator(".step[data-grade]").first).to_be_attached()
    table.page.locator(".tree > .seg").get_by_text("Review").click()
    expect(table.page.locator(".sides")).to_be_visible()
    table.page.locator(".turning .chip").first.click()
    expect(table.page.locator(".coach-card .judged").first).to_be_visible()


def explorer(table: Table) -> None:
    visit("/analyse", ".frame")(table)
    table.page.locator(".tree > .seg").get_by_text("What others played").click()
    table.page.locator(".explorer").get_by_text("Engine", exact=False).first.click()
    expect(table.page.locator(".explorer .replies tbody tr").first).to_be_visible()


def study_tree(table: Table) -> None:
    study(table)
    table.page.wait_for_url("**/study/*")
    table.page.get_by_role("button", name="Tree", exact=True).click()
    expect(table.page.get_by_role("tree")).to_be_visible()


def settings(table: Table) -> None:
    game(table)
    table.page.get_by_role("button", name="Settings").click()
    expect(table.page.get_by_role("dialog")).to_be_visible()


def keys(table: Table) -> None:
    game(table)
    table.page.keyboard.press("?")
    expect(table.page.get_by_role("dialog")).to_be_visible()


def share(table: Table) -> None:
    game(table)
    table.page.get_by_role("button", name="Share").click()
    expect(table.page.get_by_role("dialog").get_by_role("textbox")).to_be_visible()


def open_file(table: Table) -> None:
    visit("/games")(table)
    table.page.get_by_role("button", name="Open a file").click()
    expect(table.page.get_by_role("dialog")).to_be_visible()


def practice(table: Table) -> None:
    after(table)
    expect(table.page.locator(".went-accuracy li").first).to_be_visible()
    visit("/puzzles/mistakes")(table)


def person(table: Table) -> None:
    visit("/you")(table)
    name = f"Aoi {new_id()[:8]}"
    headers = {"X-Forwarded-For": f"host-{name}"}
    answer = table.page.request.post(
        "/api/me/passphrase", data={"name": name, "passphrase": "correct horse"}, headers=headers
    )
    assert answer.ok, answer.status
    visit(f"/@{name}", "main h1")(table)


def new_tournament(table: Table) -> None:
    visit("/tournaments")(table)
    table.page.get_by_role("button", name="New tournament").first.click()
    expect(table.page.get_by_role("dialog")).to_be_visible()


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
    broken = FilePayload(name="broken.sgf", mimeType="", buffer=b"(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh];B[hh])")
    mine = table.page.locator(".collection")
    mine.locator("input[type=file]").set_input_files(
        [broken, *(FilePayload(name=f.name, mimeType="", buffer=f.read_bytes()) for f in files)]
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
    "own_clock": own_clock,
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
    "review": review,
    "explorer": explorer,
    "study_tree": study_tree,
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
    "daily": visit("/puzzles/daily", ".frame"),
    "practice": practice,
    "watch": visit("/watch"),
    "person": person,
    "new_tournament": new_tournament,
    "settings": settings,
    "keys": keys,
    "share": share,
    "open_file": open_file,
}

"""Every screen size, in one visit: the board is the largest square that fits, and the controls of each step are on the screen."""

import base64
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.play.test_play import GRACE
from tests.web.screens import SCREENS
from tests.web.serving import Server
from tests.web.table import PIXELS, Table, settle, width_of

SIZES = [(1440, 900), (1280, 800), (1024, 768), (820, 1180), (390, 844), (390, 664), (360, 640)]
GUTTERS = 50
"""Space that the board leaves on both sides together, in px, where nothing else is."""

OUT_OF_REACH = """selector => [...document.querySelectorAll(selector)].filter(element => {
    const box = element.getBoundingClientRect();
    if (!box.width) return false;
    const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !inside || !element.contains(hit);
}).map(element => element.outerHTML.slice(0, 120))"""
"""Returns the controls that are off the screen, or under something else."""

UNUSED = """() => {
    const board = document.querySelector('.frame').getBoundingClientRect();
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (const element of document.querySelectorAll('header.top, .col, .strip, .aimcard, .tabs, .desk, .ttl, .ev')) {
        const box = element.getBoundingClientRect();
        if (!box.width) continue;
        const beside = box.bottom > board.top && box.top < board.bottom;
        if (beside && box.right <= board.left) left = Math.max(left, box.right);
        if (beside && box.left >= board.right) right = Math.min(right, box.left);
        if (!beside && box.bottom <= board.top) top = Math.max(top, box.bottom);
        if (!beside && box.top >= board.bottom) bottom = Math.min(bottom, box.top);
    }
    return [board.width - board.height, Math.min(right - left - board.width, bottom - top - board.height)];
}"""
"""Returns by how much the board is not a square, and by how much it could grow before it meets something."""

INSET = """() => Math.min(...[...document.querySelectorAll('.coords text')].map(text => {
    const [name, board] = [text.getBoundingClientRect(), document.querySelector('.frame').getBoundingClientRect()];
    return Math.min(name.left - board.left, board.right - name.right);
}))"""
"""Returns the least distance of a coordinate from the left and right rim of the board, in px."""

HALF_COVERED = """() => {
    const tops = [...document.querySelectorAll('.ph :is(.aimcard, .ask, .grace, .result, .shared)')]
        .map(card => card.getBoundingClientRect()).filter(box => box.width).map(box => box.top);
    return [...document.querySelectorAll('.ph :is(.strip, .mv)')].filter(row => {
        const box = row.getBoundingClientRect();
        return getComputedStyle(row).visibility === 'visible' && tops.some(top => box.top < top && top < box.bottom - 6);
    }).map(row => row.className);
}"""
"""Returns the rows of an upright screen of which a part looks out above a card; their padding, 6 px, may be under it."""

SIDEWAYS = [(844, 390), (667, 375), (640, 360)]
"""Phones turned sideways: the board takes the height, and everything else stands beside it."""

ABOVE_START = """() => {
    const top = selector => document.querySelector(selector).getBoundingClientRect();
    return top('#start').top - top('.more summary').bottom;
}"""
"""Returns the space between the last row of the form and Start, in px."""

COLOURS = f"async data => new Set(new Uint32Array((await ({PIXELS})(data)).buffer)).size"
"""Returns the number of colours of a picture."""

RIM = 2.5
"""Least distance of a coordinate from the rim, in px: on a phone the rim is the edge of the screen."""

OVERLAPPING = """([first, second]) => {
    const boxes = selector => [...document.querySelectorAll(selector)].flatMap(element => [...element.getClientRects()]);
    const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    return boxes(first).some(a => a.width && boxes(second).some(b => b.width && !apart(a, b)));
}"""
"""Whether an element of one kind lies over one of another."""

TIME = re.compile(r"\d\.\d\d\d? ?s")

STUDY = ".actsr button, .engine .now :is(button, input)"
STUDY_ON_A_PHONE = ".pacts button, .unfold"
LEAVE = ".ttl .leave"
STEP = ".aimcard button, .ask button, .result :is(button, a), .grace, .say, .acts button, .tabs button"


@pytest.fixture
def touched(browser: Browser, server: Server) -> Iterator[Table]:
    """A visitor with a touch screen."""
    context = browser.new_context(base_url=server.address, has_touch=True, service_workers="block", locale="en-GB")
    table = Table(context.new_page())
    yield table
    table.assert_no_errors()
    context.close()


def assert_fits(table: Table, step: str, wanted: str) -> None:
    """On every size, all controls of the step are on the screen, and the board is as large as it can be."""
    for width, height in SIZES + SIDEWAYS:
        table.page.set_viewport_size({"width": width, "height": height})
        expect(table.page.locator(wanted)).to_be_visible()
        settle(table.page)
        assert table.page.evaluate(OUT_OF_REACH, STEP) == [], f"{step} at {width} × {height}"
        oblong, unused = table.page.evaluate(UNUSED)
        assert abs(oblong) < 1, f"{step} at {width} × {height}: not a square"
        assert unused < GUTTERS, f"{step} at {width} × {height}: the board could be {unused} px larger"
        assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert table.page.evaluate(HALF_COVERED) == [], f"{step} at {width} × {height}: half under a card"
        assert table.page.evaluate(INSET) >= RIM, (
            f"{step} at {width} × {height}: the numbers of the rows touch the edge"
        )


def assert_in_reach(page: Page, step: str, controls: str) -> None:
    """On every size, the controls of the step are on the screen without scrolling, and nothing reaches beyond its sides."""
    for width, height in SIZES + SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator(controls).first).to_be_visible()
        assert page.evaluate(OUT_OF_REACH, controls) == [], f"{step} at {width} × {height}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{step} at {width} × {height}"


def test_a_new_game_can_be_started_on_every_size(touched: Table) -> None:
    """With every menu of the form open, for a returning visitor."""
    page = touched.page
    touched.open_form({"opponent": "two", "clock": {"type": "byoyomi", "time": 30_000, "periods": 4, "period": 12_500}})
    page.locator(".more summary").click()
    assert_in_reach(page, "new game", "#start")


def test_a_first_visitor_sees_what_can_be_chosen(touched: Table) -> None:
    """On screens that are wider than high: board and form are side by side."""
    page = touched.page
    page.goto("/")
    expect(page.locator("main.first .slider input, main.first input[type=range]").first).to_be_attached()
    for width, height in SIZES:
        if width > height:
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            for wanted in (".form .opp label", ".form .chips label", ".more summary", "#start", ".hero h1"):
                assert page.evaluate(OUT_OF_REACH, wanted) == [], f"{wanted} at {width} × {height}"
            assert page.evaluate(ABOVE_START) >= 8, f"more rules at {width} × {height}"


def test_a_first_visitor_on_a_phone_sees_the_level_and_what_goes_on(touched: Table) -> None:
    """Below the first minute, above Start: the level and a row of chips, as wide as the screen at most."""
    page = touched.page
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto("/")
    page.mouse.move(200, 200)
    expect(page.get_by_role("region", name="The first minute")).to_be_visible()
    expect(page.get_by_role("link", name="Today’s puzzle")).to_be_visible()
    for width, height in SIZES:
        if width <= 700:
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            wanted = ".form .slider, .new-here, .life a, #start, .minute button"
            assert page.evaluate(OUT_OF_REACH, wanted) == [], f"{width} × {height}"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_no_row_of_the_form_is_cut_off_above_start(touched: Table) -> None:
    """Where the form is longer than the screen, its rows fade out above the button: first visit, later, with the fields of a clock."""
    page = touched.page
    page.goto("/")
    clock = {"type": "byoyomi", "time": 30_000, "periods": 4, "period": 12_500}
    for choice in (None, {}, {"clock": clock}):
        if choice is not None:
            touched.open_form(choice)
        page.add_style_tag(content=".minute { display: none }")  # its shadow falls on the form
        for width, height in SIZES + SIDEWAYS:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator("#start")).to_be_in_viewport(ratio=1)
            settle(page)
            box = page.locator(".go").bounding_box()
            assert box is not None
            rim = page.screenshot(clip={"x": box["x"] + 8, "y": box["y"] - 4, "width": box["width"] - 16, "height": 3})
            colours = page.evaluate(COLOURS, base64.b64encode(rim).decode())
            assert colours == 1, f"{choice} at {width} × {height}"


def test_every_step_of_a_game_fits_every_size(touched: Table) -> None:
    page = touched.page
    page.set_viewport_size({"width": 390, "height": 664})
    touched.start(opening="swap2")
    page.touchscreen.tap(*touched.screen_position("K10"))
    assert_fits(touched, "aim", ".aimcard")
    touched.play("K10", "L10", "K11")
    assert_fits(touched, "question", ".ask .answers")
    page.keyboard.press("h")
    expect(page.locator(".ask .opening-advice")).to_be_visible()
    for width, height in SIZES:
        if width > height:
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            seats = ".seat, .ask .answers button, .acts button"
            assert page.evaluate(OUT_OF_REACH, seats) == [], f"advice at {width} × {height}"
    page.set_viewport_size({"width": 1280, "height": 800})
    settle(page)
    assert page.evaluate(OUT_OF_REACH, ".ask .chances") == [], "the whole advice on a small laptop"
    page.locator(".answers button").first.click()
    page.keyboard.press("h")
    assert_fits(touched, "hint", ".say")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    assert_fits(touched, "result", ".result")
    for width, height in SIZES:
        if width > height:
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            assert page.evaluate(OUT_OF_REACH, ".moves [aria-current]") == [], f"the last move at {width} × {height}"
    page.get_by_role("link", name="How it went").click()
    assert_in_reach(page, "after the game", ".went h1, .went .bt > *")
    expect(page.locator(".went-accuracy")).to_be_visible()
    for width, height in SIZES:
        if width > 700:
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            assert page.evaluate(OUT_OF_REACH, ".went-accuracy li") == [], f"accuracy at {width} × {height}"


def test_a_phone_turned_sideways_shows_the_last_moves(touched: Table) -> None:
    """Beside the board: both seats, the last moves in whole rows, playback and actions; also beside the thinking."""
    page = touched.page
    touched.start(*GRACE[:-1])
    for width, height in SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        wanted = ".seat, .list .navb button, .acts button, .moves [aria-current]"
        assert page.evaluate(OUT_OF_REACH, wanted) == [], f"{width} × {height}"
    page.keyboard.press("t")
    expect(page.locator(".thinkbar")).to_be_visible()
    for width, height in SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert page.evaluate(OUT_OF_REACH, ".thinkbar button") == [], f"{width} × {height}"
        assert width_of(page.locator(".frame")) > height - 100, f"the board beside the thinking at {width} × {height}"


def test_the_words_about_a_shared_game_stay_in_one_line(touched: Table) -> None:
    page = touched.page
    touched.start(*GRACE[:4])
    page.goto(page.request.get(f"/api/games/{touched.room}/link").json()["path"])
    words = page.locator(".notice .grow, .middle .grow").filter(has_text="A shared game")
    for width, height in SIZES + SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        expect(words).to_be_in_viewport(ratio=1)
        settle(page)
        box = words.bounding_box()
        assert box is not None
        assert box["height"] < 30, f"{width} × {height}"
        assert page.evaluate(OUT_OF_REACH, ".say button") == [], f"{width} × {height}"


def test_the_study_fits_every_size(touched: Table) -> None:
    page = touched.page
    page.goto("/analyse")
    touched.play("K10", "L10")
    for width, height in SIZES + SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        upright = width < height
        phone = width <= 700 and upright
        expect(page.locator(".pacts")).to_be_visible(visible=phone)
        expect(page.locator("header.top")).to_be_visible(visible=min(width, height) > 700)
        settle(page)
        sideways = (width, height) in SIDEWAYS
        wanted = STUDY_ON_A_PHONE if phone else LEAVE if sideways else ".actsr button" if upright else STUDY
        assert page.evaluate(OUT_OF_REACH, wanted) == [], f"{width} × {height}"
        oblong, unused = page.evaluate(UNUSED)
        assert abs(oblong) < 1, f"{width} × {height}: not a square"
        assert unused < GUTTERS, f"{width} × {height}: the board could be {unused} px larger"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".ev").bounding_box() is not None
    touched.start(*GRACE[:8])
    page.goto(f"/analyse/{touched.room}")
    expect(page.locator(".kept")).to_contain_text("Saved.")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        names = [".about > *, .about small", ".kept > *, .tools-of, .unfold"]
        assert not page.evaluate(OVERLAPPING, names), f"the head at {width} × {height}"
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Diagram").click()
    expect(page.get_by_role("dialog").get_by_role("img")).to_have_js_property("complete", True)
    assert_in_reach(page, "diagram", "dialog .acts button, dialog .shut")


STEPS = {
    "grace": ".grace, .acts button, .tabs button",
    "shared": ".say button",
    "setup": ".setup .acts button",
    "mistakes": ".puzzle h1, .puzzle .verdict button",
    "daily": ".verdict button",
}
"""Screens with a board that no other test here visits, and the controls of their step."""


@pytest.mark.parametrize("name", STEPS)
def test_the_board_is_the_largest_square_and_its_step_in_reach(touched: Table, name: str) -> None:
    page = touched.page
    page.set_viewport_size({"width": 1440, "height": 900})
    SCREENS[name](touched)
    expect(page.locator(STEPS[name]).first).to_be_visible()
    for width, height in SIZES + SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(OUT_OF_REACH, STEPS[name]) == [], f"{width} × {height}"
        oblong, unused = page.evaluate(UNUSED)
        assert abs(oblong) < 1, f"{width} × {height}: not a square"
        assert unused < GUTTERS, f"{width} × {height}: the board could be {unused} px larger"


def test_the_tree_has_its_node_beside_it(touched: Table) -> None:
    """On screens that are wider than high: the canvas takes the height, the node's figures and buttons are in sight."""
    page = touched.page
    touched.start(*GRACE[:8])
    page.goto(f"/game/{touched.room}/tree")
    expect(page.get_by_role("tree")).to_be_visible()
    for width, height in SIZES:
        if width > height:
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            assert page.evaluate(OUT_OF_REACH, ".tx .node .foot button, .tx .nodeboard") == [], f"{width} × {height}"


def test_a_puzzle_fits_every_size(touched: Table) -> None:
    """Today's puzzle has its task under the board; others beside it, if there is room."""
    page = touched.page
    page.goto("/puzzles")
    expect(page.locator(".tile").first).to_be_visible()
    assert_in_reach(page, "today's puzzle", ".today h1, .today .verdict :is(h2, button, a)")
    page.set_viewport_size({"width": 1024, "height": 768})
    settle(page)
    assert page.evaluate(OUT_OF_REACH, ".streak, .puzzle-themes button") == [], "the index is beside the board"
    page.locator(".tile").first.click()
    expect(page.locator(".puzzle .verdict button").first).to_be_visible()
    for width, height in SIZES + SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert page.evaluate(OUT_OF_REACH, ".puzzle .task h1, .puzzle .verdict button") == [], f"{width} × {height}"
        oblong, _ = page.evaluate(UNUSED)
        assert abs(oblong) < 1, f"{width} × {height}: not a square"
        if (width, height) in SIDEWAYS:
            assert width_of(page.locator(".frame")) > height - GUTTERS, f"the board at {width} × {height}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(INSET) >= RIM, f"{width} × {height}: the numbers of the rows touch the edge"


def test_the_time_of_the_engine_is_on_every_screen(touched: Table) -> None:
    page = touched.page
    page.set_viewport_size({"width": 1440, "height": 900})
    touched.start(opponent="computer", level=1, aiTime=100)
    touched.click("K10")
    expect(page.locator(".timer .now")).to_have_text(TIME)
    for width, height in SIZES + SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        shown = page.locator(".timer .now" if width > 1180 else ".seat .engine-time, .strip .sub").first
        expect(shown).to_have_text(TIME)
        expect(shown).to_be_in_viewport(ratio=1)

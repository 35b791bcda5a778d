"""What one sees on a screen: words in one piece, marks that show, controls in sight, edges in line."""

import base64
import re
from collections import Counter

from playwright.sync_api import expect

from tests.server.page import Page as Guest
from tests.server.page import new_id
from tests.web import screens
from tests.web.app.test_sizes import HALF_COVERED, OUT_OF_REACH
from tests.web.table import PIXELS, Table, close_dialog, settle

LINES = """selector => [...document.querySelectorAll(selector)].filter(element => element.offsetWidth).map(element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const feet = [...range.getClientRects()].filter(box => box.width).map(box => box.bottom).sort((a, b) => a - b);
    return feet.filter((foot, i) => !i || foot > feet[i - 1] + 6).length;
})"""
"""Returns the number of lines that the words of each element take."""

LEFT = "selector => [...document.querySelectorAll(selector)].map(element => Math.round(element.getBoundingClientRect().left))"

CUT = """selector => [...document.querySelectorAll(selector)].flatMap(line => {
    const edge = line.getBoundingClientRect();
    return [...line.querySelectorAll(':scope > span:not(.vh)')].map(move => move.getBoundingClientRect())
        .filter(move => move.top < edge.bottom - 2 && move.right > edge.right + 1);
}).length"""
"""Returns the number of moves of which only a part is seen."""

NARROW = """selector => [...document.querySelectorAll(selector)].filter(select => {
    const style = getComputedStyle(select);
    const pen = new OffscreenCanvas(1, 1).getContext('2d');
    pen.font = style.font;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return pen.measureText(select.selectedOptions[0].text).width > room;
}).map(select => select.selectedOptions[0].text)"""
"""Returns what is chosen in the menus that are too narrow for it."""

SEEN = f"""async data => {{
    const values = await ({PIXELS})(data);
    const light = value => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const lights = [];
    for (let i = 0; i < values.length; i += 4)
        lights.push(0.2126 * light(values[i]) + 0.7152 * light(values[i + 1]) + 0.0722 * light(values[i + 2]));
    const ground = lights[0];
    return lights.filter(value => (value + 0.05) / (ground + 0.05) > 2.5).length / lights.length;
}}"""
"""Returns the share of a picture that stands out from the dark ground in its corner."""


def resize(table: Table, width: int, height: int) -> None:
    table.page.set_viewport_size({"width": width, "height": height})
    settle(table.page)


def test_puzzles(table: Table) -> None:
    """Numbers of the themes are not broken; the buttons of today's puzzle are one row of a phone."""
    screens.SCREENS["puzzles"](table)
    for width, height in ((1280, 800), (1024, 768)):
        resize(table, width, height)
        assert set(table.page.evaluate(LINES, ".puzzle-themes .num")) == {1}, width
    resize(table, 390, 844)
    buttons = table.page.locator(".today .acts > :is(button, a)")
    assert len({round(box["y"]) for button in buttons.all() if (box := button.bounding_box())}) == 1


def test_advice_on_an_opening(table: Table) -> None:
    """The words of each answer stay in one line, clear of the title."""
    screens.advice(table)
    for width, height in ((1280, 800), (1024, 768), (390, 844), (360, 640)):
        resize(table, width, height)
        lines = table.page.evaluate(LINES, ".answers button")
        assert max(lines) <= 2 + (width < 700), f"{width}: {lines}"  # the words, and below them the chance
        title, answers = (table.page.locator(f".ask {part}").bounding_box() for part in ("h2", ".answers"))
        assert title is not None
        assert answers is not None
        assert answers["y"] - title["y"] - title["height"] >= 5, width


def test_small_black_stones_in_the_dark(table: Table) -> None:
    table.page.emulate_media(color_scheme="dark")
    table.start("K10", "L10", "L11")
    screens.visit(f"/analyse/{table.room}", ".frame")(table)
    stone = table.page.locator(".tree .st").first
    expect(stone).to_be_visible()
    settle(table.page)
    assert table.page.evaluate(SEEN, base64.b64encode(stone.screenshot()).decode()) > 0.08


def test_the_head_of_a_study(table: Table) -> None:
    """On a narrow desk names, date and rules are one line, and lines of moves end with a whole one."""
    screens.study(table)
    table.page.wait_for_url("**/study/*")
    expect(table.page.locator(".kept .seg")).to_be_visible()
    expect(table.page.locator(".about")).not_to_contain_text("-")  # not "2026-11-19"
    for width, height in ((1280, 800), (1024, 768)):
        resize(table, width, height)
        assert table.page.evaluate(LINES, ".about") == [1], width
        assert table.page.evaluate(CUT, ".cand .pv button") == 0, width
    tops = [round(box["y"]) for button in table.page.locator(".actsr button").all() if (box := button.bounding_box())]
    assert sorted(Counter(tops).values()) == [3, 3], "six questions are two rows of three"


def test_the_tree_on_an_upright_tablet(table: Table) -> None:
    screens.tree(table)
    expect(table.page.locator(".tx .foot button").first).to_be_visible()
    resize(table, 820, 1180)
    assert table.page.evaluate(OUT_OF_REACH, ".tx .foot button:not([disabled])") == []


def test_a_shared_game_on_a_low_phone(table: Table) -> None:
    """The card does not cut the moves in half."""
    screens.shared(table)
    for width, height in ((390, 664), (360, 640)):
        resize(table, width, height)
        assert table.page.evaluate(HALF_COVERED) == []


def test_a_clock_of_ones_own(table: Table) -> None:
    """The menu shows its words whole, and the fields come into sight when they are asked for."""
    table.open_form({})
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        resize(table, width, height)
        menu = table.page.locator(".sel .box select").nth(3)
        menu.focus()
        menu.select_option(label="Own values")
        expect(table.page.get_by_label("Minutes")).to_be_visible()
        settle(table.page)
        assert table.page.evaluate(NARROW, ".sel select") == [], width
        assert table.page.evaluate(OUT_OF_REACH, ".own-clock input") == [], width
        menu.select_option(index=0)


def test_more_rules(table: Table) -> None:
    """Opened, they come into sight above Start."""
    table.open_form({})
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        resize(table, width, height)
        summary = table.page.locator(".more summary")
        summary.press("Enter")
        expect(table.page.locator(".params")).to_be_visible()
        settle(table.page)
        assert table.page.evaluate(OUT_OF_REACH, ".params label:nth-child(-n+4) select") == [], width
        summary.press("Enter")
        expect(table.page.locator(".params")).to_have_count(0)


def test_the_name_of_a_person_on_an_upright_tablet(table: Table) -> None:
    """It is one line: the buttons leave it room."""
    screens.visit("/you")(table)
    with Guest(table.page.url.removesuffix("/you")) as hana:
        name = hana.keep_name(f"Hana of the lake {new_id()[-6:]}")
    screens.visit(f"/@{name}", ".hero h1")(table)
    resize(table, 820, 1180)
    assert table.page.evaluate(LINES, ".hero h1") == [1]


def test_a_new_tournament(table: Table) -> None:
    """There is one button for it, and that of the form is in sight however long the form is."""
    screens.visit("/tournaments")(table)
    expect(table.page.get_by_role("button", name="New tournament")).to_have_count(1)
    table.page.get_by_role("button", name="New tournament").click()
    expect(table.page.get_by_role("dialog")).to_be_visible()
    for width, height in ((1440, 900), (1024, 768), (390, 664)):
        resize(table, width, height)
        assert table.page.evaluate(OUT_OF_REACH, ".announce .primary") == [], width
        dialog, button = (table.page.locator(part).bounding_box() for part in (".announce", ".announce .primary"))
        assert dialog is not None
        assert button is not None
        below = dialog["y"] + dialog["height"] - button["y"] - button["height"]
        assert below < 24, f"{width}: fields below the button"


def test_results_of_the_explorer_are_a_hundred(table: Table) -> None:
    screens.explorer(table)
    parts = table.page.locator(".replies .results").first.locator("i").all_inner_texts()
    assert sum(int(part) for part in parts if part) == 100


def test_a_resignation_and_the_mistakes(table: Table) -> None:
    """The card says how the game stood; from a mistake the way back to the game is there on a low phone, too."""
    screens.after(table)
    expect(table.page.locator(".standing")).to_have_text(re.compile("^(The game is even|(Black|White) (is|wins) .+)$"))
    screens.visit(f"/game/{table.room}/mistakes", ".task a")(table)
    resize(table, 390, 664)
    expect(table.page.get_by_role("link", name="Back to the game")).to_be_visible()


def test_cards_of_home_are_in_line(table: Table) -> None:
    resize(table, 1024, 768)
    screens.own_clock(table)
    table.page.mouse.move(300, 200)  # they come with the first sign of a visitor
    expect(table.page.locator(".life .card").first).to_be_visible()
    assert len(set(table.page.evaluate(LEFT, ".float:not(.life) .card:first-child, .life .card:first-child"))) == 1


def test_the_first_minute_on_a_phone(table: Table) -> None:
    """The form below it ends with a whole row, above Start."""
    screens.minute(table)
    for width, height in ((390, 844), (412, 915), (430, 932)):
        resize(table, width, height)
        start = table.page.locator(".go").bounding_box()
        rows = [row.bounding_box() for row in table.page.locator(".form .opp label, .form .stones button").all()]
        assert start is not None
        cut = [row for row in rows if row and row["y"] < start["y"] < row["y"] + row["height"]]
        assert cut == [], f"{width} x {height}"


def test_grace_on_a_turned_phone(table: Table) -> None:
    """One's own seat is at the lower edge, as at any other moment."""
    screens.grace(table)
    resize(table, 844, 390)
    seat = table.page.locator(".col.right .seat").last.bounding_box()
    assert seat is not None
    assert seat["y"] + seat["height"] > 370


def test_what_goes_on_leaves_room_for_the_first_minute(table: Table) -> None:
    screens.visit("/", ".form")(table)
    with Guest(table.page.url) as bob:
        bob.create("me", "open", kind="listed")
        screens.minute(table)
        # the puzzle of the day and the open room; games that other tests have left may be there, too
        expect(table.page.locator(".life .card").nth(1)).to_be_visible()
        for width, height in ((1440, 900), (1280, 800), (1024, 768)):
            resize(table, width, height)
            card, life = (table.page.locator(part).bounding_box() for part in (".minute", ".life"))
            assert card
            assert life
            assert card["y"] + card["height"] + 8 <= life["y"], f"{width} x {height}"


def test_the_desk_of_a_study_on_a_tablet(table: Table) -> None:
    """In landscape its graph has the room below the board, its tools are as large as a finger, its questions are in two rows."""
    screens.study(table)
    table.page.wait_for_url("**/study/*")
    resize(table, 1024, 768)
    board, graph = (table.page.locator(part).bounding_box() for part in (".frame", ".egw"))
    assert board
    assert graph
    assert board["y"] + board["height"] < graph["y"]
    assert graph["y"] + graph["height"] <= 768
    assert abs(graph["width"] - board["width"]) < 1
    sizes = [tool.bounding_box() for tool in table.page.locator(".tools-of button").all()]
    assert all(size and min(size["width"], size["height"]) >= 40 for size in sizes), sizes
    for width, height in ((1024, 768), (390, 844)):
        resize(table, width, height)
        ends = Counter(
            round(box["y"]) for button in table.page.locator(".actsr button").all() if (box := button.bounding_box())
        )
        assert len(ends) == 2, f"{width}: {ends}"
        last = [button.bounding_box() for button in table.page.locator(".actsr button").all()][-1]
        row = table.page.locator(".actsr").bounding_box()
        assert last
        assert row
        assert row["x"] + row["width"] - last["x"] - last["width"] < 2, f"{width}: a hole at the end"


def test_titles_and_toasts_on_a_phone(table: Table) -> None:
    """A long title keeps its distance from the cross, and a toast that fits is one line."""
    table.start("K10", "L10")
    resize(table, 390, 664)
    table.page.get_by_role("button", name="More").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Draw").click()
    title = table.page.locator("dialog h2")
    expect(title).to_have_text("End the game as a draw?")
    settle(table.page)
    words = title.evaluate(
        "title => { const r = document.createRange(); r.selectNodeContents(title); return r.getBoundingClientRect().right; }"
    )
    cross = table.page.locator("dialog .shut").bounding_box()
    assert cross
    assert words <= cross["x"] + 8, "the button is wider than its cross"
    close_dialog(table.page)
    table.page.get_by_role("button", name="Undo").click()
    expect(table.page.locator(".toast")).to_be_visible()
    assert table.page.evaluate(LINES, ".toast > span") in ([], [1])
    box = table.page.locator(".toast").bounding_box()
    assert box
    assert box["height"] < 50

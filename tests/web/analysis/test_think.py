"""The thinking panel: live search statistics, lines with ghost stones, board layers, explanations of moves."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from tests.web.accessibility import assert_accessible
from tests.web.table import Table, settle, width_of

PAIR = ("K10", "L10", "A1", "M10")
"""Black can capture a pair at N10."""
THREE = ("K10", "A1", "L10", "A3", "M10", "A5", "T19", "C7")
"""Black has an open three and is to move."""


def statistics(page: Page, **attributes: str) -> Locator:
    marks = "".join(f"[data-{name}={value}]" for name, value in attributes.items())
    return page.locator(f".numbers{marks}")


def stat(page: Page, name: str) -> str:
    """The text of one statistic."""
    found = page.locator(".stats div").filter(has_text=re.compile(f"^{name}")).locator("dd")
    return found.inner_text().strip()


def think(table: Table, *moves: str, **choice: Any) -> Page:
    """Start a game, play moves and open the panel."""
    table.start(*moves, **choice)
    table.page.keyboard.press("t")
    expect(table.page.locator(".think")).to_be_visible()
    return table.page


# --- panel ---


def test_the_panel_follows_the_computer(table: Table) -> None:
    page = think(table, opponent="computer", level=10, aiTime=2000)
    table.click("K10")
    expect(statistics(page, live="false", kind="move")).to_be_visible()  # the engine has started
    live, ghost = ".numbers[data-live=true][data-kind=move]", ".pv [data-ghost='1']"
    for selector in (live, ghost):
        table.record(selector)
    table.click("A1")
    for selector in (live, ghost):
        table.expect_recorded(selector, 1)
    expect(statistics(page, live="false", kind="move")).to_be_visible()
    played = page.locator("[role=gridcell][aria-label*='white, last move']").get_attribute("aria-label") or ""
    expect(page.locator(".numbers h2")).to_have_text(f"White played {played.split(',')[0]}")
    assert int(stat(page, "Depth")) >= 4
    assert int(stat(page, "Deepest")) >= int(stat(page, "Depth"))
    assert int(re.sub(r"\D", "", stat(page, "Positions"))) > 1000
    assert stat(page, "Table used").endswith("%")
    expect(page.locator(".score .n")).to_have_text(re.compile(r"^([+−]?\d+|[+−]∞)$"))
    expect(page.locator(".score .w")).to_have_text(re.compile("even|ahead|winning|wins in"))
    # the chart has a point per depth, and the last one names the move played
    expect(page.locator(".depths circle")).to_have_count(int(stat(page, "Depth")))
    assert played.split(",")[0] in (page.locator(".depths svg").get_attribute("aria-label") or "").split("Depth")[-1]
    # the expected line starts after the move
    expect(page.locator(".line h2")).to_have_text(f"Line after {played.split(',')[0]}")


def test_a_panel_opened_late_shows_the_last_move(table: Table) -> None:
    table.start(opponent="computer", level=10, aiTime=300)
    page = table.page
    table.click("K10")
    last = page.locator("[role=gridcell][aria-label*='white, last move']")
    expect(last).to_be_attached()
    page.keyboard.press("t")
    expect(statistics(page, live="false", kind="move")).to_be_visible()
    played = (last.get_attribute("aria-label") or "").split(",")[0]
    expect(page.locator(".numbers h2")).to_have_text(f"White played {played}")
    assert int(stat(page, "Depth")) >= 2


def test_weaker_levels_show_their_candidates(table: Table) -> None:
    page = think(table, opponent="computer", level=3, aiTime=300)
    table.click("K10")
    expect(statistics(page, live="false", kind="move")).to_be_visible()
    expect(page.locator(".cand tbody tr").nth(3)).to_be_visible()


def test_a_closed_panel_receives_no_search_data(table: Table) -> None:
    page = think(table, opponent="computer", level=10, aiTime=200)
    received: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: received.append(str(data))))
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".play")).to_be_visible()
    page.reload()
    expect(page.locator(".play")).to_be_visible()
    expect(page.locator(".cells")).to_be_visible()
    table.click("K10")
    table.wait_past_ply(1)
    table.wait_for_turn()
    assert not any('"selective_depth"' in data for data in received)
    page.keyboard.press("t")
    expect(page.locator(".think")).to_be_visible()
    page.reload()
    expect(page.locator(".think")).to_be_visible()


def test_a_hint_is_shown_in_the_panel(table: Table) -> None:
    page = think(table, opponent="computer", level=10, aiTime=200)
    table.click("K10")
    expect(statistics(page, live="false", kind="move")).to_be_visible()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(statistics(page, kind="hint")).to_be_visible()
    expect(page.locator(".numbers h2")).to_have_text("Hint for Black")


# --- candidates and lines ---


def test_an_analysis_compares_moves(table: Table) -> None:
    page = think(table, *THREE)
    rows = page.locator(".cand tbody tr")
    expect(rows).to_have_count(8)
    expect(statistics(page, live="false", kind="analysis")).to_be_visible()
    expect(page.locator(".score .w")).to_have_text(re.compile("Black wins in"))
    page.get_by_label("Lines").select_option("3")
    expect(rows).to_have_count(3)
    page.get_by_role("switch", name="Analyse this position").click()
    expect(rows).to_have_count(0)


def test_a_line_is_stepped_through_with_its_captures(table: Table) -> None:
    page = think(table, *PAIR)
    # A running analysis would grow the panel and move the line under the pointer.
    page.get_by_role("switch", name="Analyse this position").click()
    shown = ".pv.firm [data-ghost]"
    ghosts = page.locator(shown)

    def ask_for_three_moves(route: Route) -> None:
        """In its second of search a busy machine may see two moves ahead only."""
        reply = route.fetch()
        while len(reply.json()["steps"]) < 3:
            reply = route.fetch()
        route.fulfill(response=reply)

    page.route("**/api/refute", ask_for_three_moves)
    page.keyboard.press("w")
    table.click("N10")
    line = page.locator(".explained .pvs button")
    expect(line.first).to_have_text("N10")
    line.first.hover()
    expect(ghosts).to_have_count(1)
    expect(page.locator(".pv [data-taken]")).to_have_count(2)
    expect(line.first).to_have_attribute("aria-label", re.compile("^1. Black N10, takes [LM]10, [LM]10$"))
    line.nth(2).hover()
    expect(ghosts).to_have_count(3)
    page.mouse.move(5, 5)
    expect(ghosts).to_have_count(0)
    page.get_by_role("button", name="One move forward in the line").click()
    page.get_by_role("button", name="One move forward in the line").click()
    expect(ghosts).to_have_count(2)
    page.get_by_role("button", name="One move back in the line").click()
    expect(ghosts).to_have_count(1)
    table.record(shown)
    page.get_by_role("button", name="Play the line").click()
    table.expect_recorded(shown, 1, 2, 3)
    # playback stops at the end of the line, or on request
    expect(page.get_by_role("button", name="Play the line")).to_be_visible()
    page.get_by_role("button", name="Play the line").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Play the line")).to_be_visible()


# --- layers ---


def test_threats_are_layers_with_a_legend(table: Table) -> None:
    page = think(table, *THREE)
    page.get_by_role("switch", name="Analyse this position").click()
    marks = page.locator("[data-threat]")
    expect(marks).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator("[data-threat='X open_four']")).to_have_count(2)
    expect(page.locator("[data-threat='X four']")).to_have_count(2)
    page.get_by_role("button", name="Open four", exact=True).click()
    expect(page.locator("[data-threat='X open_four']")).to_have_count(0)
    expect(page.locator("[data-threat='X four']")).to_have_count(2)
    page.keyboard.press("l")
    expect(marks).to_have_count(0)
    page.get_by_role("button", name="Four", exact=True).click()
    expect(page.locator("[data-threat='X four']")).to_have_count(2)
    # also as text for screen readers, and without the panel
    expect(page.locator(".layercard ul")).to_contain_text("Black: four at")
    page.keyboard.press("t")
    expect(page.locator(".play [data-threat='X four']")).to_have_count(2)
    expect(page.locator(".play .threat-legend")).to_contain_text("Black solid, White hollow")
    expect(page.locator(".play .threat-legend li")).to_have_count(6)


def test_captures_and_open_pairs_are_layers(table: Table) -> None:
    page = think(table, *PAIR)
    page.keyboard.press("l")
    expect(page.locator("[data-threat='X capture']")).to_have_count(1)
    expect(page.locator("[data-threat='O vulnerable']")).to_have_count(1)
    page.get_by_role("button", name="Open to capture").click()
    expect(page.locator("[data-threat='O vulnerable']")).to_have_count(0)


def test_heat_and_forbidden_points(table: Table) -> None:
    page = think(table, "K10", "A1", "L10", "A3", "J9", "A5", "J8", "A7")
    expect(page.locator("[data-heat]").first).to_be_visible()
    page.get_by_role("button", name="Heat map").click()
    expect(page.locator("[data-heat]")).to_have_count(0)
    expect(page.locator(".board .forbidden")).not_to_have_count(0)
    page.get_by_role("button", name="Forbidden", exact=True).click()
    expect(page.locator(".board .forbidden")).to_have_count(0)


def test_the_first_glance_is_a_layer(table: Table) -> None:
    """The policy's likeliest moves are drawn on request, and the choice is kept."""
    page = think(table, "K10", "A1", "L10", "A3")
    glances = page.locator("[data-glance]")
    expect(page.locator("[data-heat]").first).to_be_visible()
    expect(glances).to_have_count(0)
    page.get_by_role("button", name="Heat map").click()
    page.get_by_role("button", name="First glance").click()
    expect(glances).not_to_have_count(0)
    shares = [int(text.rstrip("%")) for text in glances.locator("text").all_text_contents()]
    assert shares == sorted(shares, reverse=True)
    assert 1 <= min(shares) <= max(shares) <= sum(shares) <= 105, "rounded to whole percent"
    page.reload()
    expect(glances).not_to_have_count(0)


def test_the_second_opinion_is_a_layer(table: Table) -> None:
    """What the network adds is drawn on request, with numbers where it is most, and told in a sentence."""
    page = think(table, *PAIR)
    page.get_by_role("switch", name="Analyse this position").click()
    shares = page.locator("[data-share]")
    expect(shares).to_have_count(0)
    page.get_by_role("button", name="Second opinion").click()
    expect(shares).not_to_have_count(0)
    added = [int(share.get_attribute("data-share") or 0) for share in shares.all()]
    assert [abs(points) for points in added] == sorted((abs(points) for points in added), reverse=True)
    expect(page.locator(".opinion .for[data-share]")).to_have_count(sum(points > 0 for points in added))
    expect(page.locator(".opinion .against[data-share]")).to_have_count(sum(points < 0 for points in added))
    numbers = [int(text.replace("−", "-")) for text in shares.locator("text").all_text_contents()]
    assert numbers == added[: len(numbers)]
    legend = page.locator("[data-opinion]")
    expect(legend).to_contain_text("blue for the side to move, red against it")
    most = f"{added[0]:+}".replace("-", "−")
    expect(legend).to_have_text(re.compile(rf"matter most: [A-T]\d+\s{re.escape(most)}[,.]"))
    page.reload()
    expect(shares).not_to_have_count(0)
    page.get_by_role("button", name="Second opinion").click()
    expect(shares).to_have_count(0)


# --- explanations ---


def test_any_cell_can_be_explained(table: Table) -> None:
    page = think(table, *THREE)
    stones = table.stones()
    page.get_by_role("button", name="Try a point").click()
    table.click("S2")
    explanation = page.locator(".explained[data-cell=S2]")
    expect(page.locator("[data-asked]")).to_have_count(1)
    expect(explanation.locator(".tried")).to_have_text(
        re.compile(r"^S2 makes no direct threat; White answers \w+, which .+\. \w+ would win in 2\.$")
    )
    expect(explanation.locator(".eye"), "the numbers are folded").to_be_hidden()
    explanation.get_by_text("The numbers").click()
    expect(explanation.locator(".eye")).to_be_visible()
    assert table.stones() == stones, "asking plays no move"
    table.click("N10")
    explanation = page.locator(".explained[data-cell=N10]")
    explanation.get_by_text("The numbers").click()
    expect(explanation.locator("[data-shape=open_four]")).to_have_count(1)
    expect(explanation.locator(".pvs button").first).to_have_text("N10")
    # the terms add up to the evaluation of the position
    for part in (0, 1):
        total = explanation.locator(".sum").nth(part)
        values = [int(text.replace("−", "-").replace(" ", "")) for text in total.locator("dd").all_inner_texts()]
        assert sum(values[1:]) == values[0]
        assert str(values[0]) == total.get_attribute("data-total")
    expect(explanation.locator(".glanced dd").first).to_have_text(re.compile(r"^\d+%, number \d+ of all moves$"))
    expect(explanation.locator(".glanced .part")).to_have_count(4)
    expect(explanation.locator(".shares-said")).to_have_text(
        re.compile(r"^For the network, these points matter most: [A-T]\d+\s[+−]\d+(, [A-T]\d+\s[+−]\d+){1,3}\.$")
    )
    table.click("K10")
    expect(page.locator(".explained")).to_contain_text("There is a stone on that point.")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".explained")).to_have_count(0)
    table.click("N10")
    expect(page.locator("[role=gridcell][aria-label^='N10, black']")).to_have_count(1)


def test_on_a_phone_the_board_stays_in_view(table: Table) -> None:
    page = think(table, *THREE)
    page.set_viewport_size({"width": 390, "height": 844})
    box = table.board.bounding_box()
    for words in ("even", "the computer says that White is clearly ahead, and more than fits"):
        page.locator(".score .w").evaluate("(element, words) => { element.textContent = words; }", words)
        assert table.board.bounding_box() == box, "the board does not move with the length of the text"
    page.get_by_role("button", name="Try a point").click()
    expect(table.board).to_be_in_viewport(ratio=0.95)
    table.click("S2")
    expect(page.locator(".explained[data-cell=S2] h2")).to_be_in_viewport()


def test_a_forbidden_cell_is_explained(table: Table) -> None:
    page = think(table, "K10", "A1", "L10", "A3", "J9", "A5", "J8", "A7")
    page.keyboard.press("w")
    table.click("J10")
    expect(page.locator(".explained")).to_contain_text("double-three", ignore_case=True)
    expect(page.locator(".explained .pvs")).to_have_count(0)


def test_explanations_by_keyboard(table: Table) -> None:
    page = think(table, *THREE)
    page.keyboard.press("w")
    page.locator(".cells").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".explained")).to_have_attribute("data-cell", "D7")


def test_the_best_move_is_explained(table: Table) -> None:
    page = think(table, *THREE)
    expect(statistics(page, live="false", kind="analysis")).to_be_visible()
    expect(page.locator(".whycard h2")).to_have_text(re.compile("^Why [A-T]1?[0-9]\\?$"))
    expect(page.locator(".whycard .why")).to_contain_text("It makes an open four")


# --- accessibility, French, screen sizes, loading ---


def test_the_panel_has_no_violations(table: Table) -> None:
    page = think(table, *THREE)
    page.keyboard.press("l")
    expect(statistics(page, live="false", kind="analysis")).to_be_visible()
    page.keyboard.press("w")
    table.click("S2")
    expect(page.locator(".explained .pvs")).to_be_visible()
    assert_accessible(page)


def test_the_panel_in_french(table: Table) -> None:
    table.page.add_init_script("localStorage.setItem('gomoku.settings', JSON.stringify({language: 'fr'}))")
    page = table.page
    page.goto("/")
    page.evaluate("localStorage.setItem('gomoku.choice', JSON.stringify({opponent: 'two'}))")
    page.goto("/")
    page.get_by_role("button", name="Commencer").click()
    page.wait_for_url("**/game/*")
    expect(table.board).to_be_visible()
    for name in THREE:
        table.click(name)
        expect(table.cell(name)).to_have_attribute("aria-label", re.compile("dernier coup"))
    page.keyboard.press("t")
    expect(statistics(page, live="false", kind="analysis")).to_be_visible()
    page.keyboard.press("w")
    table.click("S2")
    expect(page.locator(".explained .pvs")).to_be_visible()
    text = page.locator("main").inner_text()
    assert not re.search(r"\b(the|Depth|wins|Best|Black|White|Along|stones)\b", text), text


CUT = """selector => [...document.querySelectorAll(selector)].filter(
    element => element.scrollWidth > element.clientWidth).map(element => element.textContent)"""
"""Returns the words that do not fit into their place."""


def test_the_panel_fits_every_screen(table: Table) -> None:
    page = think(table, *THREE)
    for width, height in ((1440, 900), (1280, 800), (1280, 720), (1024, 768), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".cand tbody tr")).to_have_count(8)
        settle(page)
        assert page.evaluate(CUT, ".thinkbar .who b") == [], (width, height)
        # The chevron of a menu takes 25 px.
        assert (
            page.locator(".candidates select").evaluate("menu => parseFloat(getComputedStyle(menu).paddingRight)") > 25
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
        expect(table.board).to_be_in_viewport(ratio=0.95)
        if width > height:
            expect(page.locator(".numbers h2")).to_be_in_viewport(ratio=1)
            assert width_of(page.locator(".think .frame")) > 500, (width, height)
        if width > 1180:
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (width, height)


def test_the_panel_is_loaded_lazily(table: Table) -> None:
    requested: list[str] = []
    table.page.on("request", lambda request: requested.append(request.url))
    table.start("K10")
    assert not any("/Think" in url or "/Tree" in url for url in requested)
    table.page.keyboard.press("t")
    expect(table.page.locator(".think")).to_be_visible()
    assert any("/ThinkingTable" in url for url in requested)


TOGGLE = """() => new Promise(done => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 't', bubbles: true }));
    requestAnimationFrame(() => done([
        document.querySelector('.switches label:last-child input')?.checked, !!document.querySelector('.think'),
    ]));
})"""
"""Presses T, and returns what the next frame shows: whether the switch is on, and whether the panel is there."""


def test_the_switch_answers_before_the_panel_is_laid_out(table: Table) -> None:
    """On a slow machine the panel takes longer than an answer may: the frame after the key has the switch, the next one the panel."""
    page = table.page
    table.start("K10", "L11")
    page.keyboard.press("t")  # loads the panel
    expect(page.locator(".think")).to_be_visible()
    page.keyboard.press("t")
    expect(page.locator(".play")).to_be_visible()
    assert page.evaluate(TOGGLE) == [True, False]
    expect(page.locator(".think")).to_be_visible()

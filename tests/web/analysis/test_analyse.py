"""The analysis board: variations, position set-up, files, engine lines, game review."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Route, expect

from tests.support.waiting import wait_until
from tests.web.accessibility import assert_accessible
from tests.web.table import LAST, Table, width_of

SGF = "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Aoi]PW[Bram];B[hh]C[centre](;W[ii];B[gg])(;W[hi]C[other];B[gh]))"
BLUNDERS = "(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh];W[aa];B[ih];W[ac];B[jh];W[ae];B[kh];W[ag];B[lh])"
"""White never blocks."""


SHADED = """() => [...document.querySelectorAll('.engine .cand tbody tr')].map(row =>
    getComputedStyle(row.cells[0]).backgroundColor !== 'rgba(0, 0, 0, 0)')"""
"""Which of the engine's lines stand out."""


def visit(table: Table) -> None:
    table.page.goto("/analyse")
    expect(table.board).to_be_visible()


def load(table: Table, text: str) -> None:
    table.page.get_by_role("button", name="Open", exact=True).click()
    dialog = table.page.get_by_role("dialog")
    dialog.get_by_label("Game or link").fill(text)
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog).to_be_hidden()


def step(table: Table, name: str) -> Locator:
    return table.page.locator(".step", has_text=re.compile(rf"\b{name}\b"))


def leaf(table: Table, name: str) -> None:
    """Open the tab of the moves, the review, or the explorer."""
    table.page.locator(".tree > .seg").get_by_text(name).click()


def engine_off(table: Table) -> None:
    table.page.get_by_role("switch", name="Analysis").uncheck()


def test_moves_and_variations(table: Table) -> None:
    visit(table)
    engine_off(table)
    table.play("K10", "L10", "A1", "M10", "N10")
    table.expect_stones(3)  # the server removes the captured pair
    table.page.keyboard.press("Home")
    expect(table.page.locator(".stones > g")).to_have_count(0)
    table.page.keyboard.press(".")
    table.page.keyboard.press(".")
    expect(table.cell("L10")).to_have_attribute("aria-label", LAST)
    table.play("C3")
    expect(table.page.locator(".variation .step")).to_contain_text("2.Black C3")
    table.page.get_by_role("button", name="Write a comment").click()
    table.page.get_by_label("Comment").fill("another way")
    table.page.get_by_role("button", name="Make main line").click()
    expect(table.page.locator(".variation .step").first).to_contain_text("A1")
    expect(table.page.locator(".way.main > p")).to_have_text("another way")
    table.page.reload()  # immediately: the latest edit must be saved already
    expect(table.page.locator(".way.main > p")).to_have_text("another way")
    expect(table.cell("C3")).to_have_attribute("aria-label", LAST)
    table.page.get_by_role("button", name="Delete from here").click()
    expect(table.page.locator(".variation")).to_have_count(0)
    table.page.get_by_role("button", name="Undo").click()
    expect(table.page.locator(".variation")).to_have_count(1)


def test_a_forbidden_move_is_explained(table: Table) -> None:
    visit(table)
    engine_off(table)
    for black, white in (("K10", "A1"), ("L10", "A3"), ("N12", "A5"), ("N13", "A7")):
        table.play(black, white)
    expect(table.cell("N10")).to_have_attribute("aria-label", re.compile("forbidden"))
    table.click("N10")
    expect(table.page.locator(".bubble")).to_be_visible()
    assert table.stones() == 8


def test_a_click_counts_before_the_position_is_loaded(table: Table) -> None:
    held: list[Route] = []
    table.page.route("**/api/study/look", lambda route: held.append(route))
    visit(table)
    table.click("K10")
    expect(table.page.locator(".board .pending")).to_have_count(1)
    table.until(lambda: len(held) >= 2)
    table.page.unroute("**/api/study/look")  # lets the held requests go on
    expect(table.cell("K10")).to_have_attribute("aria-label", LAST)


def test_any_position_can_be_set_up(table: Table) -> None:
    visit(table)
    engine_off(table)
    page = table.page
    page.get_by_role("button", name="Set up").click()
    for name in ("K10", "L10", "M10", "N10"):
        table.click(name)
    page.get_by_text("places White").click()
    table.click("O10")
    table.click("A1")
    table.click("A1")
    page.get_by_text("erases").click()
    table.click("K10")
    expect(page.locator(".stones > g")).to_have_count(4)
    page.get_by_label("Stones taken by Black").fill("10")
    expect(page.get_by_role("alert").filter(has_text="impossible")).to_be_visible()
    expect(page.get_by_role("button", name="Use this position")).to_be_disabled()
    table.errors.clear()  # the browser logs the status 400
    page.get_by_label("Stones taken by Black").fill("8")
    page.get_by_label("Board size").select_option("15")
    expect(page.locator("[role=gridcell]")).to_have_count(225)
    page.get_by_role("radiogroup", name="To move").get_by_text("White").click()
    page.get_by_role("button", name="Use this position").click()
    expect(page.get_by_role("button", name="Use this position")).to_be_hidden()
    table.play("A1")
    expect(table.cell("A1")).to_have_attribute("aria-label", re.compile("white"))


def test_a_file_with_several_games_offers_a_choice(table: Table) -> None:
    visit(table)
    engine_off(table)
    page = table.page
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_label("Game or link").fill(SGF + BLUNDERS)
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    choices = page.get_by_role("dialog").locator(".open-list button")
    expect(choices).to_have_count(2)
    expect(choices.nth(0)).to_contain_text("Aoi – Bram")
    expect(choices.nth(1)).to_contain_text("9 moves")
    choices.nth(1).click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator(".way.main .step")).to_have_count(9)
    expect(page.locator(".who")).to_have_count(0)


def test_a_file_with_variations_survives_a_round_trip(table: Table) -> None:
    visit(table)
    engine_off(table)
    load(table, SGF)
    expect(table.page.locator(".who")).to_contain_text("Aoi – Bram")
    expect(table.page.locator(".variation .step")).to_have_count(2)
    step(table, "G9").click()
    expect(table.page.locator(".opening-name")).to_have_text("11I Shagetsu")
    step(table, "H7").click()
    expect(table.page.locator(".opening-name")).to_be_empty()
    table.page.get_by_role("button", name="Write a comment").click()
    expect(table.page.get_by_label("Comment")).to_have_value("other")
    table.page.get_by_label("Comment").fill("a ] better one")
    with table.page.expect_download() as download:
        table.page.get_by_role("button", name="Save as SGF").click()
    text = Path(download.value.path()).read_text()
    assert "C[a \\] better one]" in text
    assert "C[centre]" in text
    assert text.count("(;") == 3, "the main line and one variation"
    table.page.get_by_role("button", name="New board").click()
    expect(table.page.locator(".step")).to_have_count(0)
    load(table, text)
    step(table, "H7").click()
    expect(table.page.get_by_label("Comment")).to_have_value("a ] better one")


def test_the_explorer_shows_what_was_played(table: Table) -> None:
    visit(table)
    for text in (BLUNDERS, BLUNDERS.replace("B[hh];W[aa]", "B[hh];W[oo]").replace("RU", "C[other]RU")):
        assert table.page.request.post("/api/import", data=text).ok
    start = {"rules": "freestyle;size=15", "rows": ["." * 15] * 15, "to_move": "X", "taken": [0, 0]}
    asked = {"position": {"start": start, "moves": []}, "source": "mine"}
    wait_until(lambda: table.page.request.post("/api/explorer", data=asked).json()["totals"]["mine"] == 2)
    load(table, BLUNDERS)
    engine_off(table)
    expect(table.page.locator(".step")).to_have_count(9)
    table.page.keyboard.press("Home")
    expect(table.page.locator(".stones > g")).to_have_count(0)
    table.page.wait_for_url("**/study/*")
    card = table.page.locator(".explorer")
    leaf(table, "What others played")
    row = card.locator(".replies tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("2 100 %")
    expect(card.locator(".passed a")).to_have_count(1)
    expect(card.locator(".passed .thumb circle"), "the board at its end").to_have_count(9)
    card.get_by_label("Rating of both").select_option("1400 +")
    expect(card, "neither game was rated").to_contain_text("No game has passed here")
    card.get_by_label("Rating of both").select_option("Any rating")
    expect(row).to_have_count(1)
    card.get_by_label("Clock").select_option("Quick")
    expect(card).to_contain_text("No game has passed here")
    card.get_by_label("Clock").select_option("No clock")
    expect(row, "without a clock").to_have_count(1)
    card.get_by_label("Clock").select_option("Any clock")
    row.get_by_role("button", name="Play H8").click()
    expect(card.get_by_role("button", name="Play A15")).to_be_visible()
    expect(row).to_have_count(1)  # both corners are one move
    card.get_by_text("This server").click()
    expect(card).to_contain_text("No game has passed here")
    card.get_by_text(re.compile("^Engine")).click()
    expect(row.first).to_contain_text("%")
    expect(card.get_by_label("Clock")).to_have_count(0)
    expect(card.locator(".replies tfoot")).to_contain_text("All")
    expect(card.locator(".replies thead"), "what the opening book thinks of each move").to_contain_text("Engine")
    expect(row.first.locator(".book")).to_have_text(re.compile(r"^\d\d %$"))
    expect(table.page.locator(".shares [data-heat]").first, "shares of the games on the board").to_be_visible()
    # What an opening rule asks here, and what the engine would answer.
    table.page.get_by_role("button", name="Opening advice").click()
    table.page.get_by_label("Opening rule").select_option("pro")
    expect(table.page.locator(".advice-card .opening-advice")).to_be_visible()
    table.page.get_by_label("Opening rule").select_option("standard")
    expect(table.page.locator(".advice-card")).to_contain_text("asks nothing here")
    # A game of the engine against itself opens as a study of its own.
    before = table.page.url
    card.locator(".passed a", has_text="Engine").first.click()
    table.page.wait_for_url(lambda url: "/study/" in url and url != before)
    leaf(table, "Moves")
    expect(table.page.locator(".step").nth(12)).to_be_visible()
    expect(table.page.locator(".shares"), "only beside the list").to_have_count(0)
    table.errors.clear()  # the browser logs the status 400 of an opening that asks nothing


def test_the_second_opinion_is_a_layer_of_the_position_shown(table: Table) -> None:
    visit(table)
    engine_off(table)
    table.play("K10", "L10", "A1", "M10")
    shares = table.page.locator("[data-share]")
    table.page.get_by_role("button", name="Layers", exact=True).click()
    table.page.get_by_role("button", name="Second opinion").click()
    expect(shares).not_to_have_count(0)
    table.page.keyboard.press("Home")
    expect(table.page.locator("[data-opinion]")).to_contain_text("Here the network adds nothing for any single point.")
    expect(shares).to_have_count(0)


def test_an_invalid_game_is_refused(table: Table) -> None:
    visit(table)
    table.page.get_by_role("button", name="Open", exact=True).click()
    dialog = table.page.get_by_role("dialog")
    dialog.get_by_label("Game or link").fill("(;FF[4]GM[4]SZ[15];B[hh];B[hh])")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("turn")
    table.errors.clear()  # the browser logs the status 400


def test_the_number_of_engine_lines_can_be_changed(table: Table) -> None:
    visit(table)
    table.play("K10")
    rows = table.page.locator(".engine .cand tbody tr")
    expect(rows).to_have_count(3)
    table.page.get_by_role("button", name="Numbers").click()
    table.page.get_by_role("button", name="One more line").click()
    expect(rows).to_have_count(4)
    expect(table.page.locator("[data-heat]").first).to_be_visible()
    # What the engine expects does not look like a stone that is there.
    expect(table.page.locator(".pv:not(.firm) [data-ghost='1'] use")).to_have_attribute("opacity", "0.5")
    expect(table.page.locator(".engine[data-live=false]"), "rows move while the engine searches").to_be_visible()
    assert table.page.evaluate(SHADED) == [True, False, False, False], "the best line, wherever its row stood before"
    heights = table.page.evaluate(
        "[...document.querySelectorAll('.engine .cand tbody tr')].map(row => row.offsetHeight)"
    )
    assert len(set(heights)) == 1, "the best line stands out by its colour, not its height"
    expect(table.page.locator(".by-depth .lab").first).to_contain_text(re.compile(r"[Dd]epth ([3-9]|\d\d)"))
    rows.nth(1).hover()  # after the chart above them has come, which moves them
    expect(table.page.locator(".pv.firm [data-ghost='1']")).to_be_visible()
    table.page.locator(".power summary").click()
    table.page.get_by_label("Memory").select_option(index=0)
    table.page.reload()
    expect(rows, "the choice is kept").to_have_count(4)
    table.page.get_by_role("button", name="Numbers").click()
    table.page.locator(".power summary").click()
    expect(table.page.get_by_label("Memory").locator("option:checked")).to_have_text("8 MB")
    rows.first.get_by_role("button").first.click()
    expect(table.page.locator(".step")).to_have_count(2)
    engine_off(table)
    expect(rows).to_have_count(0)
    expect(table.page.locator("[data-heat]")).to_have_count(0)


TRY_AT_ONCE = """() => {
    const named = name => [...document.querySelectorAll('button')].find(button => button.textContent === name);
    named('Try a point').click();
    const board = document.querySelector('.cells');
    queueMicrotask(() => queueMicrotask(() => board.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))));
}"""
"""Clicks the button, and chooses the cell of the keyboard's cursor before the browser draws a frame."""


def test_a_point_chosen_at_once_is_tried_and_not_played(table: Table) -> None:
    visit(table)
    table.play("K10")
    table.page.keyboard.press("ArrowRight")
    table.page.evaluate(TRY_AT_ONCE)
    expect(table.page.locator("[data-tried=L10]")).to_be_visible()
    table.expect_stones(1)


def test_a_study_answers_explains_and_plays_on(table: Table) -> None:
    visit(table)
    page = table.page
    table.play("K10", "A1", "L10", "A3", "M10", "A5")
    page.get_by_role("button", name="Numbers").click()
    expect(page.locator(".by-depth svg circle").first).to_be_visible()
    page.get_by_role("button", name="Layers").click()
    page.get_by_role("button", name="Open four").click()
    expect(page.locator("[data-threat='X open_four']").first).to_be_visible()
    page.get_by_role("button", name="Try a point").click()
    table.click("S2")
    expect(page.locator("[data-tried=S2]")).to_contain_text("S2 makes no direct threat; White answers")
    expect(page.locator(".step"), "nothing is played").to_have_count(6)
    page.get_by_role("button", name="Why", exact=True).click()
    because = page.locator(".whycard")
    expect(because.get_by_role("heading")).to_have_text(re.compile(r"Why (J|N)10\?"))
    expect(because, "as in a game").to_contain_text("It makes an open four")
    prove(table)
    page.wait_for_url("**/study/*")
    study = page.url
    page.get_by_role("button", name="Tree", exact=True).press("Enter")
    page.wait_for_url(study + "/tree/6")
    expect(page.get_by_role("tree")).to_be_visible()
    expect(page.locator(".mark.best").first).to_contain_text("win")
    page.get_by_role("button", name="Back to the game").click()
    page.wait_for_url(study)
    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Against the computer, level 3").click()
    page.wait_for_url("**/game/*")
    table.click("N10")
    expect(page.locator(".moves td button")).to_have_count(8)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Back to the study").click()
    page.wait_for_url(study)
    expect(page.locator(".step")).to_have_count(6)


def prove(table: Table) -> None:
    """A forced win is proved, walked through by a defence of the list and one on the board, and added to the study."""
    card = table.page.get_by_role("region", name="Prove it")
    table.page.get_by_role("button", name="Prove it").click()
    expect(card.get_by_role("heading")).to_have_text("Black wins by force in 2 moves")
    ghosts = table.page.locator("[data-ghost]")
    expect(ghosts).to_have_count(1)
    expect(table.page.locator(".capsule[data-threat='X five']"), "the row that it makes").to_have_count(1)
    expect(table.page.locator("[data-behind='X five']"), "and where it threatens to go on").to_have_count(2)
    expect(table.page.locator("[data-heat]"), "what the engine thought before is not shown").to_have_count(0)
    expect(card.locator(".does"), "what the move does").to_have_text(re.compile(r"^[JN]10 makes an open four\.$"))
    card.get_by_role("button", name=re.compile("is answered by")).first.click()
    expect(ghosts).to_have_count(3)
    expect(card.locator(".end")).to_have_text("Black wins here")
    card.get_by_role("button", name="Show the tree").click()
    tree = table.page.get_by_role("tree", name="The winning tree")
    chosen = tree.locator("[aria-selected=true]")
    expect(chosen, "the walk goes on there").to_have_attribute("aria-level", "2")
    tree.get_by_role("treeitem").first.click()
    expect(ghosts).to_have_count(1)
    size = table.page.viewport_size
    assert size is not None
    table.page.set_viewport_size({"width": 844, "height": 390})
    card.locator(".defences button").last.scroll_into_view_if_needed()
    expect(card.locator(".defences button").last, "a phone turned sideways scrolls to it").to_be_in_viewport(ratio=0.9)
    table.page.set_viewport_size(size)
    table.page.keyboard.press("ArrowRight")
    expect(chosen).to_be_focused()
    expect(ghosts).to_have_count(3)
    before = chosen.inner_text()
    table.page.keyboard.press("ArrowDown")
    expect(chosen).not_to_have_text(before)
    expect(chosen).to_have_attribute("aria-level", "2")
    table.page.keyboard.press("ArrowLeft")
    expect(chosen).to_have_attribute("aria-level", "1")
    assert_accessible(table.page)
    whole = table.page.get_by_role("button", name="Whole board")
    enlarged = width_of(table.board)
    whole.click()
    assert width_of(table.board) < enlarged / 1.5, "the part that matters was enlarged"
    expect(whole).to_be_hidden()
    share = card.get_by_role("button", name="Share")
    expect(share).to_be_enabled()
    card.get_by_role("button", name="Back to the board").click()
    expect(tree).to_be_hidden()
    expect(share).to_be_hidden()
    card.get_by_role("button", name="Try to defend it").click()
    table.click("T1")
    expect(card.locator(".path")).to_contain_text("T1")
    expect(table.page.locator(".step"), "nothing is played").to_have_count(6)
    card.get_by_role("button", name="Add to study").click()
    expect(table.page.locator(".step")).to_have_count(9)
    expect(table.page.locator(".step").nth(6)).to_have_attribute("aria-current", "step")
    table.page.get_by_role("button", name="Delete from here").click()
    expect(table.page.locator(".step")).to_have_count(6)
    positions = card.locator("[data-positions]").get_attribute("data-positions")
    expect(table.page.locator(".kept [role=status]")).to_contain_text("Saved.")
    table.page.evaluate("localStorage.removeItem('gomoku.study')")
    table.page.reload()
    table.page.get_by_role("button", name="Black wins by force in 2 moves").click()
    expect(card, "nothing is searched again").to_contain_text("Proved earlier and kept with the study.")
    expect(card.locator("[data-positions]")).to_have_attribute("data-positions", positions or "")
    expect(card.get_by_role("button", name=re.compile("is answered by")).first).to_be_visible()


def test_lines_arrive_without_moving_anything(table: Table) -> None:
    """Nothing below the engine moves, and a line that appears under a resting pointer was not pointed at."""
    visit(table)
    rows, tree = table.page.locator(".engine .cand tbody tr"), table.page.locator(".tree")
    expect(table.page.locator(".engine[data-live=false]"), "until then it may begin anew").to_be_visible()
    expect(rows).to_have_count(3)
    place, box = tree.bounding_box(), rows.nth(1).bounding_box()
    assert box is not None
    table.page.keyboard.press("t")
    expect(rows).to_have_count(0)
    table.page.mouse.move(box["x"] + 200, box["y"] + 12)
    table.page.keyboard.press("t")
    expect(rows).to_have_count(3)
    assert tree.bounding_box() == place
    expect(table.page.locator("g.pv")).to_be_visible()
    expect(table.page.locator("g.pv.firm")).to_have_count(0)
    table.page.mouse.move(box["x"] + 201, box["y"] + 12)
    expect(table.page.locator("g.pv.firm"), "now it is").to_be_visible()


def test_a_listed_game_is_reviewed(table: Table) -> None:
    """From the list of games to grades, turning points, the graph and an annotated file."""
    page = table.page
    page.goto("/games")
    response = page.request.post("/api/import", data=BLUNDERS)
    assert response.ok
    page.reload()
    page.get_by_role("button", name="Analyse this game").first.click()
    expect(page.locator(".step")).to_have_count(9)
    page.wait_for_url("**/study/*")
    study = page.url
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator(".sides")).to_be_visible()
    leaf(table, "Moves")
    expect(page.locator(".step[data-grade]")).to_have_count(9)
    expect(page.locator(".kept [role=status]")).to_contain_text("Saved.")
    page.reload()
    expect(page.locator(".step[data-grade]"), "the review is kept with the study").to_have_count(9)
    mistakes = page.locator(".step[data-grade=mistake], .step[data-grade=blunder]")
    assert mistakes.count() >= 1
    expect(page.locator(".eg canvas")).to_be_visible()
    assert page.locator(".eg").get_attribute("data-slips")
    expect(page.locator(".egw .tipped")).to_contain_text("was the turning point")
    leaf(table, "Review")
    page.locator(".turning .chip").first.click()
    leaf(table, "Moves")
    expect(page.locator(".judged")).to_contain_text("gave away")
    expect(page.locator(".judged .q"), "the coach says why").to_have_text(re.compile(r"\w\.$"))
    expect(page.locator("[data-coach=better]"), "and shows it").to_have_count(1)
    expect(page.locator(".board .grade-mark"), "at the stone, too").to_have_text(re.compile(r"^\?\??$"))
    page.locator(".judged").get_by_role("button", name="Show as variation").click()
    expect(page.locator(".variation")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as SGF").click()
    assert "gave away" in Path(download.value.path()).read_text()
    box = page.locator(".eg").bounding_box()
    assert box is not None
    # Locator.click, not the mouse: engine lines that arrive above the graph may still move it.
    page.locator(".eg").click(position={"x": box["width"] - 3, "y": box["height"] / 2})
    expect(page.locator(".step[aria-current]")).to_contain_text("L8")
    page.get_by_label("Title").fill("Nobody blocks")
    expect(page.locator(".kept [role=status]")).to_contain_text("Saved.")
    page.goto("/games")
    page.get_by_role("button", name="Studies", exact=True).click()
    expect(page.locator(".game")).to_contain_text("reviewed")
    page.get_by_role("link", name="Nobody blocks").click()
    expect(page.locator(".variation")).to_have_count(1)
    assert page.url == study
    page.goto("/games")
    page.get_by_role("button", name="Analyse this game").first.click()
    page.wait_for_url(study)  # a game has one study
    expect(page.locator(".step[data-grade]").first).to_be_visible()


def test_a_review_can_be_stopped(table: Table) -> None:
    visit(table)
    load(table, "(;FF[4]GM[4]SZ[15]RU[standard];B[hh];W[ii];B[hi];W[hj];B[ij];W[gh];B[jk];W[kl];B[ih];W[jh])")
    table.page.get_by_role("button", name="Analyse this game").click()
    expect(table.page.get_by_role("progressbar")).to_be_visible()
    table.page.get_by_role("button", name="Stop").click()
    expect(table.page.get_by_role("button", name="Analyse this game")).to_be_enabled()


def test_in_french_and_by_keyboard(table: Table) -> None:
    visit(table)
    table.page.get_by_label("Language").select_option(label="Français")
    expect(table.page.get_by_role("button", name="Composer")).to_be_visible()
    table.page.get_by_role("switch", name="Analyse").uncheck()
    table.board.focus()
    table.page.keyboard.press("ArrowUp")
    table.page.keyboard.press("Enter")
    expect(table.page.locator(".step")).to_have_count(1)
    table.page.get_by_role("button", name="SGF").focus()
    table.page.keyboard.press(",")
    expect(table.page.locator(".step[aria-current]")).to_have_count(0)


def test_home_does_not_load_the_graph_library(table: Table) -> None:
    requested: list[str] = []
    table.page.on("request", lambda request: requested.append(request.url))
    table.page.goto("/")
    table.page.wait_for_load_state("networkidle")
    assert not [url for url in requested if "uPlot" in url or "AnalyseScreen" in url]


DRAWN = """() => {
    const { x, y } = document.querySelector('.board .lines rect');
    const along = (spot, first) => Math.round((spot.baseVal.value - first.baseVal.value) / 40);
    return [...document.querySelectorAll('.stones use')].map(one => [along(one.x, x), along(one.y, y)]);
}"""
"""Where the stones are drawn, in lines from the upper left corner."""
CENTRE = "one => { const b = one.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }"


def test_the_board_can_be_turned_and_mirrored(table: Table) -> None:
    """Stones, coordinates, clicks, arrow keys, and what others played follow; the moves keep their names."""
    visit(table)
    page = table.page
    load(table, "(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh];W[gi];B[kc])")
    engine_off(table)
    expect(page.locator(".step")).to_have_count(3)
    page.keyboard.press("End")

    def stones() -> list[list[int]]:
        found: list[list[int]] = page.evaluate(DRAWN)
        return found

    def corners() -> list[str]:
        """The first coordinate of the lower edge, and of the left one."""
        names = page.locator(".coords text").all_text_contents()
        return [names[0], names[30]]

    upright = [[7, 7], [6, 8], [10, 2]]
    expect(page.locator(".stones use")).to_have_count(3)
    assert stones() == upright
    assert corners() == ["A", "15"]
    turn = page.get_by_role("button", name="Turn the board")
    mirror = page.get_by_role("button", name="Mirror the board")
    turn.click()
    expect(turn).to_have_accessible_name("Turn the board (now 90°)")
    assert stones() == [[14 - y, x] for x, y in upright], "clockwise"
    assert corners() == ["1", "A"]
    expect(page.locator(".step").last).to_contain_text("K13")
    mirror.click()
    expect(mirror).to_have_attribute("aria-pressed", "true")
    assert stones() == [[y, x] for x, y in upright], "from left to right, as it is seen"
    # A click, the keyboard cursor, and a screen reader's grid speak of the cell that is seen there.
    table.play("N5")
    assert stones()[3] == [10, 13]
    page.locator(".cells").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cells")).to_have_attribute("aria-activedescendant", "cell-13-11")
    expect(table.cell("N4")).to_have_attribute("id", "cell-13-11")
    page.keyboard.press("Enter")
    expect(table.cell("N4")).to_have_attribute("aria-label", LAST)
    assert stones()[4] == [11, 13]
    # It stays so with the study: in this browser, and as a link shows it to others.
    page.wait_for_url("**/study/*")
    expect(page.get_by_text("Saved. You will find it under Games.")).to_be_visible()
    page.reload()
    expect(mirror).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".stones use")).to_have_count(5)
    assert stones()[:3] == [[y, x] for x, y in upright]
    stored = page.request.get(page.url.replace("/study/", "/api/studies/")).json()["draft"]
    assert stored["turn"] == 7
    assert stored["study"]["nodes"][1]["cell"] == [7, 7]
    # By key, all the way round.
    page.keyboard.press("v")
    page.keyboard.press("o")
    page.keyboard.press("o")
    page.keyboard.press("o")
    expect(turn).to_have_accessible_name("Turn the board (now 0°)")
    assert stones()[:3] == upright
    # What others played is drawn where it was played.
    page.keyboard.press("o")
    leaf(table, "What others played")
    page.keyboard.press("Home")
    page.locator(".explorer label").filter(has_text="Engine").click()
    row = page.locator(".explorer .replies tbody tr button").first
    expect(row).to_have_text("H8")
    page.keyboard.press(".")
    expect(row).not_to_have_text("H8")
    name = row.inner_text().strip()
    shown = page.locator(".shares [data-heat='1']").first
    expect(shown).to_be_visible()
    centre, cell = shown.evaluate(CENTRE), table.cell(name).evaluate(CENTRE)
    assert all(abs(a - b) < 4 for a, b in zip(centre, cell, strict=True)), (name, centre, cell)
    assert_accessible(page)

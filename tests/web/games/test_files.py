"""Saved games: list, search, export, import, sharing."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from gomoku.rules import Game, Rules
from tests.web.table import Table, close_dialog

MOVES = ["K10", "L10", "A1", "M10", "N10", "L11", "M12"]


def export(table: Table, name: str, folder: Path) -> Path:
    table.page.get_by_role("button", name="Share").click()
    with table.page.expect_download() as download:
        table.page.get_by_role("dialog").get_by_text(name).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    close_dialog(table.page)
    return path


def open_file(table: Table, path: Path) -> None:
    table.page.goto("/games")
    table.page.get_by_role("button", name="Open a file").click()
    table.page.get_by_role("dialog").locator("input[type=file]").set_input_files(path)
    table.page.wait_for_url("**/game/*")
    expect(table.board).to_be_visible()


@pytest.mark.parametrize(("name", "suffix"), [("SGF, with every detail", "sgf"), ("PSQ, for Piskvork", "psq")])
def test_a_game_survives_export_and_import(table: Table, tmp_path: Path, name: str, suffix: str) -> None:
    table.start(*MOVES)
    first = table.room
    before = table.snapshot()
    path = export(table, name, tmp_path)
    assert path.suffix == f".{suffix}"
    open_file(table, path)
    assert table.room != first
    after = table.snapshot()
    assert [action["cell"] for action in after["actions"]] == [action["cell"] for action in before["actions"]]
    if suffix == "sgf":
        assert after["state"]["rows"] == before["state"]["rows"]
        expect(table.page.locator(".board .stones > g")).to_have_count(len(MOVES) - 2)


NOTED = """(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Aoi]PW[Bram]DT[2019-05-04]C[a friendly game]PC[Oslo]
;B[hh]C[the centre](;W[ii];B[gg]MS[1520])
(;W[hi]C[or here]))
"""


def test_an_annotated_file_keeps_everything_through_game_and_study(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "noted.sgf"
    path.write_text(NOTED)
    open_file(table, path)
    game = table.room
    table.page.locator(".toast").get_by_role("button", name="Analyse this game").click()
    tree = table.page.get_by_role("region", name="Moves")
    expect(tree).to_contain_text("the centre")
    expect(tree.locator(".variation")).to_have_count(1)
    expect(table.page.locator(".who")).to_contain_text("4 May 2019")
    with table.page.expect_download() as download:
        table.page.get_by_role("button", name="Save").click()
    download.value.save_as(path)
    assert "".join(path.read_text().split()) == "".join(NOTED.split())
    table.page.goto(f"/game/{game}")
    exported = export(table, "SGF, with every detail", tmp_path).read_text()
    assert "".join(exported.split()) == "".join(NOTED.split())


DROP = """text => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'game.sgf'));
    const at = name => new DragEvent(name, { dataTransfer: files, bubbles: true, cancelable: true });
    return ['dragover', 'drop'].map(name => document.querySelector('#content').dispatchEvent(at(name)));
}"""
"""Drops a file on the page. Returns whether the browser would handle it, and so leave the page."""


def test_a_dropped_file_is_opened_where_it_fell(table: Table) -> None:
    table.start("K10")
    game = table.page.url
    assert table.page.evaluate(DROP, NOTED) == [False, False]
    dialog = table.page.get_by_role("dialog")
    expect(dialog).to_contain_text("game.sgf")
    assert table.page.url == game, "nothing happens unasked"
    dialog.get_by_role("button", name="Open").click()
    expect(dialog).to_be_hidden()
    table.page.wait_for_url(lambda url: url != game)
    assert table.state()["ply"] == 3
    table.page.goto("/analyse")
    expect(table.board).to_be_visible()
    assert table.page.evaluate(DROP, NOTED) == [False, False]
    expect(table.page.get_by_role("region", name="Moves")).to_contain_text("the centre")


SET_UP = """(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Aoi]PW[Bram]DT[2019-05-04]AB[hh][ih]AW[ii]PL[W]C[from here on]
;W[gg]C[in the way](;B[jh];W[kh])
(;B[hg]LB[hf:A]C[or here];W[hf]))
"""
"""A position that was set up, White to move, with comments, a letter and a variation."""


NASTY = r"""(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]PB[あおい \\ "one"]PW[Брам & <b>x</b>]EV[Größe: final]DT[2019-05-04,05]C[line one
with \] bracket and \\ backslash]GN[name]XX[private][second];B[hh]C[😀 ok]TR[hh]LB[gg:A][ii:12];W[hi](;B[ji]N[branch]
;W[ii]SQ[aa][bb])
(;B[ih];W[jj]BM[1]))
"""
"""Escapes, alphabets, markup in names, a range of dates, a property of another program, marks and a named branch."""


def save(table: Table, button: Locator, path: Path) -> str:
    """The file that the button downloads, without white space."""
    with table.page.expect_download() as download:
        button.click()
    download.value.save_as(path)
    return "".join(path.read_text().split())


@pytest.mark.parametrize("text", [NOTED, SET_UP, NASTY], ids=["noted", "set_up", "nasty"])
def test_a_file_is_unchanged_by_every_way_in_and_out(table: Table, tmp_path: Path, text: str) -> None:
    """Home, a drop on a game, a drop on a study, the study's own dialog, and a collection."""
    page = table.page
    path, out = tmp_path / "in.sgf", tmp_path / "out.sgf"
    path.write_text(text)
    wanted = "".join(text.split())
    written = page.get_by_role("button", name=re.compile("^Save( as SGF)?$"))

    def assert_study_writes_it(door: str) -> None:
        expect(page.get_by_role("region", name="Moves").locator(".variation"), door).to_have_count(1)
        assert save(table, written, out) == wanted, door

    def assert_game_writes_it(door: str) -> None:
        expect(table.board).to_be_visible()
        assert "".join(export(table, "SGF, with every detail", tmp_path).read_text().split()) == wanted, door

    page.goto("/")
    page.get_by_role("button", name="Open a game file").click()
    page.get_by_role("dialog").locator("input[type=file]").set_input_files(path)
    page.wait_for_url("**/game/*")
    assert_game_writes_it("home")
    page.goto(f"/analyse/{table.room}")
    assert_study_writes_it("the study of a game")

    table.start("K10")
    before = page.url
    page.evaluate(DROP, text)
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    page.wait_for_url(lambda url: url != before)
    assert_game_writes_it("a drop on a game")

    page.goto("/analyse")
    expect(table.board).to_be_visible()
    page.evaluate(DROP, text)
    assert_study_writes_it("a drop on a study")
    page.reload()
    assert_study_writes_it("a reload")

    page.get_by_role("button", name="New board").click()
    expect(page.locator(".step")).to_have_count(0)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("dialog").locator("input[type=file]").set_input_files(path)
    assert_study_writes_it("the study's dialog")

    page.goto("/games")
    page.get_by_role("button", name="Collection").click()
    mine = page.get_by_role("region", name="Collection")
    mine.locator("input[type=file]").set_input_files(path)
    expect(mine.locator(".collected")).to_have_count(1)
    assert save(table, mine.get_by_role("link", name="Export"), out) == wanted, "a collection"
    mine.locator(".collected a").click()
    assert_study_writes_it("a game of a collection")


def test_pos_text_can_be_pasted(table: Table, tmp_path: Path) -> None:
    table.start("H8", "I9", "G7", preset="freestyle", size=15)
    path = export(table, "POS, moves as text", tmp_path)
    before = table.snapshot()["actions"]
    table.page.goto("/games")
    table.page.get_by_role("button", name="Open a file").click()
    dialog = table.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(path.read_text())
    dialog.get_by_role("button", name="Open").click()
    table.page.wait_for_url("**/game/*")
    assert [action["cell"] for action in table.snapshot()["actions"]] == [action["cell"] for action in before]


def test_an_unreadable_file_is_explained(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "odd.sgf"
    path.write_text("(;GM[4]SZ[19];B[zz]")
    table.page.goto("/games")
    table.page.get_by_role("button", name="Open a file").click()
    table.page.locator("input[type=file]").set_input_files(path)
    expect(table.page.get_by_role("dialog").get_by_role("alert")).to_contain_text(
        "There is no game in it that we can read."
    )
    table.errors = [error for error in table.errors if "400" not in error]


def test_files_are_imported_into_a_collection_that_is_searched_and_exported(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "club.sgf"
    second = NOTED.replace("Aoi", "Cleo").replace("B[hh]C[the centre]", "B[gh]").replace("2019", "2021")
    path.write_text(NOTED + second + "(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh];B[hh])")
    table.page.goto("/games")
    table.page.get_by_role("button", name="Collection").click()
    mine = table.page.get_by_role("region", name="Collection")
    for became in ("2 added, 0 known already, 1 unreadable.", "0 added, 2 known already, 1 unreadable."):
        mine.locator("input[type=file]").set_input_files(path)
        expect(mine).to_contain_text(became)
    mine.get_by_text("Could not be read: 1").click()
    expect(mine.locator(".failures li")).to_contain_text("club.sgf, 3")
    expect(mine.locator(".collected")).to_have_count(2)
    # Nothing is lost: what could not be read is saved with the reason, repaired, and imported again.
    with table.page.expect_download() as download:
        mine.get_by_role("button", name="Save them, to be repaired").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert "club.sgf, 3: line 1, column" in saved.read_text()
    saved.write_text(saved.read_text().replace(";B[hh];B[hh]", "PB[Dai]PW[Eri];B[hh]"))
    mine.locator("input[type=file]").set_input_files(saved)
    expect(mine).to_contain_text("1 added, 0 known already, 0 unreadable.")
    mine.get_by_label("Rules").select_option("freestyle")
    table.page.get_by_role("searchbox").fill("Eri")
    expect(mine.locator(".collected")).to_have_text([re.compile("Dai – Eri")])
    mine.get_by_role("button", name="Delete").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(mine.locator(".collected")).to_have_count(0)
    table.page.get_by_role("searchbox").fill("")
    mine.get_by_label("Rules").select_option("")
    expect(mine.locator(".collected")).to_have_count(2)
    mine.get_by_label("Since").fill("2020")
    expect(mine.locator(".collected")).to_have_text([re.compile("Cleo – Bram")])
    mine.get_by_label("Since").fill("")
    board = Game(Rules.preset("freestyle", size=15))
    board.play("H8")
    mine.get_by_label("Position").fill(f"http://gomoku.example/shared/{board.to_link()}")
    expect(mine.locator(".collected")).to_have_text([re.compile("Aoi – Bram")])
    mine.get_by_label("Position").fill("")
    mine.get_by_label("Since").fill("2020")
    expect(mine.locator(".collected")).to_have_text([re.compile("Cleo – Bram")])
    with table.page.expect_download() as download:
        mine.get_by_role("link", name="Export").click()
    download.value.save_as(path)
    assert "Cleo" in path.read_text()
    assert "Aoi" not in path.read_text()
    mine.locator(".collected a").click()
    # With everything the file said.
    tree = table.page.get_by_role("region", name="Moves")
    expect(tree.locator(".variation")).to_have_count(1)
    expect(table.page.locator(".who")).to_contain_text("Cleo")
    # And as a source of the explorer: turned and mirrored, both first moves are different ones.
    table.page.keyboard.press("Home")
    table.page.locator(".tree > .seg").get_by_text("What others played").click()
    card = table.page.locator(".explorer")
    card.get_by_text("Imported 2").click()
    expect(card.locator(".replies tbody tr")).to_have_count(2)
    expect(card.locator(".passed a")).to_have_count(2)
    # How far the line was known, and all the games that reached a position.
    card.get_by_role("button", name="Play H8").click()
    expect(card.locator(".followed li")).to_have_text(["H8 1"])
    table.play("A2")
    expect(card.locator(".followed li")).to_have_text(["H8 1", "A2 0"])
    expect(card.locator(".followed [data-left=true]")).to_have_text("A2 0")
    card.locator(".followed").get_by_text("H8").click()
    expect(card.locator(".followed li")).to_have_count(1)
    card.get_by_role("link", name="All").click()
    expect(mine.get_by_label("Position")).to_have_value(re.compile(r"^g\d~"))
    expect(mine.locator(".collected")).to_have_text([re.compile("Aoi – Bram")])
    # The opening by name, with its stones as they are usually drawn.
    mine.locator(".collected a").click()
    for cell in ("H8", "G9", "G7"):
        table.play(cell)
    table.page.locator(".tree > .seg").get_by_text("What others played").click()
    expect(card.locator(".named b")).to_have_text("7I Hogetsu")
    expect(card.locator(".named .thumb circle")).to_have_count(3)
    # What to choose here in swap2, and what would follow.
    table.page.get_by_role("button", name="Opening advice").click()
    advice = table.page.locator(".advice-card")
    expect(advice.locator(".verdict")).to_contain_text("Take Black")
    expect(advice.locator(".aim")).to_contain_text(
        re.compile(r"The side that stands better\. Expected next: [A-O]\d+, ")
    )


def test_the_chosen_list_is_in_sight_on_a_phone(table: Table) -> None:
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.page.goto("/games/collection")
    chosen = table.page.get_by_role("button", name="Collection", pressed=True)
    expect(chosen).to_be_in_viewport(ratio=1)
    table.page.get_by_role("button", name="All", exact=True).evaluate("button => button.click()")
    expect(table.page.get_by_role("button", name="All", exact=True)).to_be_in_viewport(ratio=1)


def test_a_shared_link_contains_the_whole_game(table: Table) -> None:
    table.start(*MOVES, names=["Ada", "Grace"])
    rows = table.state()["rows"]
    place = table.board.bounding_box()
    table.page.get_by_role("button", name="Share").click()
    field = table.page.get_by_role("dialog").get_by_role("textbox")
    expect(field).to_have_value(re.compile("/shared/g2~"))
    link = field.input_value()
    table.page.goto(link)
    expect(table.page.locator(".notice")).to_contain_text("A shared game")
    assert sorted(table.page.locator(".seat .who").all_inner_texts()) == ["Ada", "Grace"]
    for dead in ("Hint", "Undo", "Resign", "Restart", "Share"):
        expect(table.page.get_by_role("button", name=dead)).to_have_count(0)
    expect(table.page.locator(".moves td button")).to_have_count(len(MOVES))
    assert table.board.bounding_box() == place, "the words do not push the board"
    table.page.keyboard.press("Home")
    table.page.keyboard.press(".")
    table.expect_stones(1)
    table.page.get_by_role("button", name="Analyse").click()
    expect(table.page.locator(".who")).to_contain_text("Ada – Grace")
    expect(table.page.locator(".step")).to_have_count(len(MOVES))
    table.page.goto(link)
    table.page.get_by_role("button", name="Keep a copy").click()
    table.page.wait_for_url("**/game/*")
    assert table.state()["rows"] == rows


def test_export_as_pictures_and_text(table: Table, tmp_path: Path) -> None:
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.start(*MOVES)
    svg = export(table, "Picture, SVG", tmp_path)
    assert svg.read_text().lstrip().startswith("<svg")
    png = export(table, "Picture, PNG", tmp_path)
    assert png.read_bytes().startswith(b"\x89PNG")
    assert 5_000 < len(png.read_bytes()) < 900_000
    table.page.get_by_role("button", name="Share").click()
    table.page.get_by_role("button", name="Copy as text").click()
    expect(table.page.locator(".toast")).to_contain_text("Copied.")
    text = table.page.evaluate("navigator.clipboard.readText()")
    assert "A B C D E F G H J K" in text
    assert "N10" in text


def test_games_are_listed_found_and_deleted(table: Table) -> None:
    page = table.page
    page.goto("/games")
    expect(page.get_by_text("No games yet")).to_be_visible()
    table.start("K10", names=["Ada", "Grace"])
    table.start("H8", "H9", names=["Edsger", "Alan"], preset="renju", size=15)
    page.goto("/games")
    expect(page.locator(".game")).to_have_count(2)
    expect(page.locator(".game").first).to_contain_text("Edsger against Alan")
    expect(page.locator(".game").first).to_contain_text("2 moves")
    expect(page.locator(".game").first.locator("circle")).to_have_count(2)
    page.get_by_role("searchbox", name="Find a game").fill("Grace")
    expect(page.locator(".game")).to_have_count(1)
    page.get_by_role("searchbox", name="Find a game").fill("Babbage")
    expect(page.get_by_text("No games found")).to_be_visible()
    page.get_by_role("searchbox", name="Find a game").fill("")
    expect(page.locator(".game")).to_have_count(2)
    page.get_by_role("button", name="Finished", exact=True).click()
    expect(page.locator(".game")).to_have_count(0)
    page.get_by_role("button", name="All", exact=True).click()
    page.get_by_role("button", name="Delete: Edsger against Alan").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".game")).to_have_count(1)
    page.reload()
    expect(page.locator(".game")).to_have_count(1)
    page.get_by_role("link", name="Ada against Grace").click()
    expect(table.cell("K10")).to_have_attribute("aria-label", re.compile("last move"))

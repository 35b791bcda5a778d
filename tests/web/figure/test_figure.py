"""The diagram to print: numbers, letters and caption as chosen, printed alone, saved as a file."""

from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import Page, expect

from tests.web.accessibility import assert_accessible
from tests.web.table import Table

VISIBLE = "[...document.querySelectorAll('body *')].filter(e => getComputedStyle(e).visibility === 'visible').map(e => e.tagName)"


def saved_texts(page: Page, folder: Path) -> list[str | None]:
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as SVG").click()
    download.value.save_as(folder / "figure.svg")
    tree = ElementTree.parse(folder / "figure.svg")
    return [text.text for text in tree.iter("{http://www.w3.org/2000/svg}text")]


def test_a_game_and_a_study_become_a_figure(table: Table, tmp_path: Path) -> None:
    page = table.page
    table.start("K10", "L10", "A1", "M10", "A3", "C1", "N10")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Diagram with numbers and letters").click()
    dialog = page.get_by_role("dialog", name="A diagram to print")
    dialog.get_by_label("Numbers from move").fill("5")
    dialog.get_by_label("Caption").fill("The pair is lost")
    picture = dialog.get_by_role("img", name="The diagram")
    expect(picture).to_have_js_property("complete", True)
    box = picture.bounding_box()
    assert box is not None
    picture.click(position={"x": box["width"] / 2, "y": box["width"] / 2 - box["width"] * 40 / 812})
    expect(dialog.get_by_label("Letters on")).to_have_value("K11")
    table.until(lambda: {"A", "5", "7", "The pair is lost"} <= set(saved_texts(page, tmp_path)), "no such figure")
    dialog.get_by_label("Letters on").fill("K10")
    expect(dialog.get_by_role("alert")).to_be_visible()
    table.errors.clear()  # the browser logs every refusal
    dialog.get_by_label("Letters on").fill("")
    expect(dialog.get_by_role("alert")).to_be_hidden()
    assert_accessible(page)
    page.emulate_media(media="print")
    assert page.evaluate(VISIBLE) == ["IMG"], "on paper there is the diagram alone"

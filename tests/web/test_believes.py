"""What the computer believes of the person it plays, in the panel."""

import re

from playwright.sync_api import expect

from tests.web.table import Table


def test_the_panel_tells_a_careless_person_so(table: Table) -> None:
    table.start(opponent="computer", level=10, aiTime=200)
    page = table.page
    page.keyboard.press("t")
    expect(page.locator(".think")).to_be_visible()
    believes = page.locator(".believes")
    for number, cell in enumerate(("A1", "A4", "A7", "A10", "A13"), start=1):
        table.click(cell)
        expect(page.locator(".numbers[data-live=false][data-kind=move]")).to_be_visible()
        expect(believes).to_contain_text(f"in {number} move")
        if believes.get_attribute("data-weakness"):
            break
    expect(believes.locator("h2")).to_have_text("What it thinks of your play")
    expect(believes).to_have_attribute("data-weakness", re.compile("fours|threes|captures|depth"))
    expect(believes).to_contain_text(re.compile("You (leave|answer|overlook|do not)"))

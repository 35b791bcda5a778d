"""The AI's model of its opponent, as shown in the thinking panel."""

import re

from playwright.sync_api import expect

from tests.web.table import Table


def test_the_panel_names_the_weakness_of_a_careless_player(table: Table) -> None:
    table.start(opponent="computer", level=10, aiTime=400)
    page = table.page
    page.keyboard.press("t")
    expect(page.locator(".think")).to_be_visible()
    opponent_model = page.locator(".believes")
    for number, cell in enumerate(("A1", "A4", "A7", "A10", "A13"), start=1):
        table.click(cell)
        expect(page.locator(".numbers[data-live=false][data-kind=move]")).to_be_visible()
        expect(opponent_model).to_contain_text(f"in {number} move")
        if opponent_model.get_attribute("data-weakness"):
            break
    expect(opponent_model.locator("h2")).to_have_text("What it thinks of your play")
    expect(opponent_model).to_have_attribute("data-weakness", re.compile("fours|threes|captures|depth"))
    expect(opponent_model).to_contain_text(re.compile("You (leave|answer|overlook|do not)"))

"""Opening protocols on the page, step by step, also against the AI."""

import pytest
from playwright.sync_api import expect

from tests.web.table import Table

SPOTS = ["K10", "L11", "J9", "M12", "H8", "N13", "G7", "O14", "K12", "L8", "M8", "J13", "F10", "P9"]


def answer_until_play(table: Table) -> list[str]:
    """Answer every question of the opening; returns the kinds of questions asked."""
    asked: list[str] = []
    for _ in range(30):
        state = table.wait_for_turn()
        question = state["question"]
        if question["step"] == "play":
            return asked
        asked.append(question["kind"])
        card = table.page.locator(".ask")
        expect(card).to_be_visible()
        allowed = question["cells"]
        free = [[x, y] for y, row in enumerate(state["rows"]) for x, mark in enumerate(row) if mark == "."]
        if question["kind"] in ("stone", "pick"):
            cells = [cell for cell in (allowed or free) if cell in free]
            middle = (state["width"] - 1) / 2
            table.click(table.cell_name(min(cells, key=lambda c: abs(c[0] - middle) + abs(c[1] - middle) * 1.01)))
        elif question["kind"] == "offer":
            for cell in free[:: max(1, len(free) // question["count"])][: question["count"]]:
                table.click(table.cell_name(cell))
            card.get_by_role("button", name="Offer these").click()
        else:
            card.locator(".answers button").first.click()
        table.wait_past_ply(state["ply"])
    raise AssertionError("the opening does not end")


def test_swap2_with_the_ai(table: Table) -> None:
    table.start(opponent="computer", opening="swap2", level=5, aiTime=100, preset="42")
    card = table.page.locator(".ask")
    expect(card).to_contain_text("Place three stones")
    table.play("K10", "L11")
    table.click("M9")
    expect(table.page.locator(".moves td button").nth(2)).to_be_visible()
    expect(table.page.locator(".list .opening-name")).to_have_text("4I Suigetsu")
    answer_until_play(table)
    actions = table.snapshot()["actions"]
    assert any(action["answer"] in ("black", "white", "two") for action in actions), "an opening choice was made"
    # The choice is in the move list, and the game continues.
    expect(table.page.locator(".moves .answer").first).to_be_visible()
    table.wait_for_turn()


def test_swap2_if_the_ai_places_the_stones(table: Table) -> None:
    table.start(opponent="computer", order="second", opening="swap2", level=5, aiTime=100, preset="42")
    card = table.page.locator(".ask")
    expect(card).to_contain_text("or place two more stones")
    # A hint tells which side is better, what to answer and why.
    table.page.keyboard.press("h")
    told = card.locator(".opening-advice")
    expect(told.locator(".verdict")).to_contain_text("The computer would say:")
    assert told.get_attribute("data-aim") in ("better_color", "pass_on")
    expect(card.locator(".answers small")).to_have_count(3)
    expect(card.get_by_role("button", name="Two more stones")).to_contain_text("≈ 50 %")
    card.get_by_role("button", name="Two more stones").click()
    expect(card).to_contain_text("Place two more stones")
    answer_until_play(table)
    assert [action["answer"] for action in table.snapshot()["actions"]].count("two") == 1


@pytest.mark.parametrize("opening", ["pro", "long_pro", "swap", "rif", "soosorv8", "taraguchi10"])
def test_every_opening_is_asked_step_by_step(table: Table, opening: str) -> None:
    table.start(opponent="two", opening=opening, preset="renju", size=15)
    asked = answer_until_play(table)
    assert asked[0] == "stone"
    if opening in ("rif", "soosorv8"):
        assert "offer" in asked
        assert "pick" in asked
    if opening == "soosorv8":
        assert "number" in asked


def test_cells_closed_by_the_opening_are_marked_and_refused(table: Table) -> None:
    table.start(opening="pro")
    expect(table.page.locator(".board .allowed circle")).to_have_count(1)
    table.click("A1")
    expect(table.page.locator(".board .bubble")).to_contain_text("The opening does not allow that.")
    assert table.state()["ply"] == 0
    table.play("K10", "L10")
    expect(table.page.locator(".board .closed rect")).to_have_count(25)
    card = table.page.locator(".ask")
    expect(card).to_contain_text("outside the central 5 × 5")
    expect(card).to_contain_text("The dark points are closed.")


def test_players_have_no_colour_before_they_have_chosen_one(table: Table) -> None:
    table.start(opening="swap")
    card, seats = table.page.locator(".ask"), table.page.locator(".seat .who")
    expect(card.get_by_role("heading")).to_have_text("Player 1")
    assert sorted(seats.all_inner_texts()) == ["Player 1", "Player 2"]
    for number, stone in ((1, "black"), (2, "white"), (3, "black")):
        expect(card).to_contain_text(f"Stone {number} of 3: {stone}")
        table.play(SPOTS[number])
    expect(card.get_by_role("heading")).to_have_text("Player 2")
    card.get_by_role("button", name="Take Black").click()
    expect(card).to_have_count(0)
    assert sorted(seats.all_inner_texts()) == ["Black", "White"]

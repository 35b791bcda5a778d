"""The new-game form: every option reaches the game and is remembered."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.table import Table, creation


def test_every_option_reaches_the_game(table: Table) -> None:
    page = table.page
    table.open_form()
    expect(page.locator(".note .unbroken")).to_contain_text("double-three")
    page.get_by_role("radio", name="Computer").check()
    expect(page.get_by_role("slider", name="Level 3"), "a first visitor's").to_be_visible()
    page.get_by_role("slider", name="Level 3").fill("4")
    page.get_by_role("button", name="Moves second: White").click()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("radio", name="Pente", exact=True).check()
    page.get_by_role("combobox", name="Board").select_option("15")
    page.get_by_role("combobox", name="Opening").select_option("pro")
    page.get_by_role("combobox", name="AI time").select_option("250")
    own_clock(page)
    page.get_by_text("More rules and forbidden moves").click()
    # However long the form is, it can be sent from where one is; and all menus have one chevron.
    expect(page.get_by_role("button", name="Start game")).to_be_in_viewport(ratio=1)
    assert (
        page.evaluate("new Set([...document.querySelectorAll('select')].map(s => getComputedStyle(s).appearance)).size")
        == 1
    )
    page.get_by_role("combobox", name="Double-three forbidden").select_option("both")
    page.get_by_role("combobox", name="Self-capture forbidden").select_option("X")
    page.get_by_role("switch", name="A five can still be broken for one turn").check()
    expect(page.locator("summary .chip")).to_have_text("3 rules changed")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/game/*")
    state = table.wait_for_turn()
    options = state["options"]
    name, *changes = options["rules"].split(";")
    assert name == "pente"
    assert sorted(changes) == [
        "ban_double_three=both",
        "ban_self_capture=X",
        "endgame_capture=true",
        "size=15",
    ]
    assert (options["opening"], options["ai_time"]) == ("pro", 250)
    assert options["clock"] == OWN_CLOCK
    assert [seat["holder"]["type"] for seat in state["seats"]] == ["ai", "person"]
    assert state["seats"][0]["holder"]["level"] == 4
    assert (state["width"], state["height"]) == (15, 15)

    page.goto("/")
    expect(page.get_by_role("radio", name="Pente", exact=True)).to_be_checked()
    expect(page.get_by_role("slider", name="Level 4")).to_be_visible()
    expect(page.get_by_role("combobox", name="Opening")).to_have_value("pro")
    expect(page.locator("summary .chip")).to_have_text("3 rules changed")
    expect(page.get_by_role("textbox", name="Minutes")).to_have_value("0.5")
    page.get_by_role("combobox", name="Clock").select_option(label="5 min + 3 s")
    expect(page.get_by_role("textbox", name="Minutes")).to_be_hidden()


OWN_CLOCK = {"type": "byoyomi", "time": 30_000, "periods": 4, "period": 12_500}


def own_clock(page: Page) -> None:
    """Type a clock. One that the server would not take keeps the form from being sent, and says why."""
    page.get_by_role("combobox", name="Clock").select_option(label="Own values")
    page.get_by_role("textbox", name="Minutes").fill("2000")
    mistake = page.locator("[role=alert].mistake")
    expect(mistake).to_have_text("Minutes: a number from 0.02 to 1440.")
    page.get_by_role("button", name="Start game").click()
    expect(page.get_by_role("textbox", name="Minutes")).to_be_focused()
    page.get_by_role("textbox", name="Minutes").fill("0,5")
    page.get_by_role("radio", name="Byo-yomi").check()
    page.get_by_role("textbox", name="Periods").fill("4")
    page.get_by_role("textbox", name="Seconds per period").fill("12.5")
    expect(mistake).to_have_count(0)


@pytest.mark.parametrize(
    "choice",
    [
        {"opponent": "two", "names": ["Ada", "Bo"], "preset": "freestyle"},
        {"opponent": "computer", "level": 4, "order": "second", "opening": "swap2", "aiTime": 100},
        {
            "opponent": "watch",
            "level": 2,
            "levelTwo": 5,
            "preset": "renju",
            "size": 15,
            "changes": {"capture_goal": "2"},
            "clock": {"type": "fischer", "time": 60_000, "increment": 1000},
        },
    ],
    ids=lambda choice: choice["opponent"],
)
def test_tests_start_games_as_the_form_does(table: Table, choice: dict[str, Any]) -> None:
    sent: list[dict[str, Any]] = []
    table.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame))))
    table.start_by_form(**choice)
    command = next(message for message in sent if message["type"] == "create")
    presets = table.page.request.get("/api/rules").json()["presets"]
    assert command == {"type": "create", "id": command["id"], **creation(presets, **choice)}


def test_every_rule_set_can_be_started(table: Table) -> None:
    page = table.page
    presets = page.request.get("/api/rules").json()["presets"]
    assert len(presets) >= 11
    table.start()
    for preset in presets:
        page.keyboard.press("n")
        page.wait_for_url("/")
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("radio", name=preset["title"]["en"], exact=True).check()
        page.get_by_role("button", name="Start game").click()
        page.wait_for_url("**/game/*")
        expect(table.board).to_be_visible()
        table.play("H8")
        state = table.state()
        assert state["options"]["rules"] == preset["name"]
        assert state["width"] == preset["size"]


def test_clicks_cycle_the_stone_colours(table: Table) -> None:
    page = table.page
    table.open_form({"opponent": "two"})
    page.get_by_role("button", name="First player's stones: Black. Press to change").click()
    page.get_by_role("button", name="First player's stones: Coral. Press to change").click()
    page.get_by_role("button", name="Second player's stones: White. Press to change").click()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/game/*")
    table.play("K10", "L10")
    assert [seat["stone"] for seat in table.state()["seats"]] == ["jade", "coral"]
    expect(table.page.locator(".board .stones use").first).to_have_attribute("href", "#s-jade")
    expect(table.cell("K10")).to_have_attribute("aria-label", re.compile("jade"))
    # Also during the game.
    page.get_by_role("button", name=re.compile("^Jade stones")).click()
    expect(table.page.locator(".board .stones use").first).to_have_attribute("href", "#s-lapis")


def test_the_player_chooses_a_colour_against_the_computer(table: Table) -> None:
    page = table.page
    table.open_form()
    page.get_by_role("button", name="Plum").click()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/game/*")
    expect(page.locator("[data-seat=P1]")).to_be_visible()
    assert [seat["stone"] for seat in table.state()["seats"]] == ["plum", "white"]


def test_home_offers_to_continue_the_last_unfinished_game(table: Table) -> None:
    table.start("K10", "L11", names=["Ada", "Bo"])
    room = table.room
    table.page.goto("/")
    card = table.page.get_by_role("link", name=re.compile("Continue your game"))
    expect(card).to_contain_text("Ada against Bo, 2 moves")
    card.click()
    table.page.wait_for_url(f"**/game/{room}")
    expect(table.cell("L11")).to_have_attribute("aria-label", re.compile("last move"))


@pytest.mark.parametrize("address", ["/nothing", "/game/none", "/shared/none"])
def test_unknown_addresses_show_an_error(table: Table, address: str) -> None:
    table.page.goto(address)
    expect(table.page.get_by_text(re.compile("leads nowhere|no longer exists|no game in this link"))).to_be_visible()
    table.errors = [error for error in table.errors if "404" not in error and "400" not in error]


def test_home_links_to_the_rooms_and_the_position_editor(table: Table):
    table.open_form({})
    table.page.get_by_role("link", name="Set up a position").click()
    expect(table.page.get_by_role("button", name="Use this position")).to_be_visible()
    table.page.get_by_role("link", name="Play", exact=True).first.click()
    table.page.get_by_role("link", name=re.compile("^Play online")).click()
    expect(table.page.get_by_role("heading", name="Rooms", exact=True)).to_be_visible()


def test_a_finished_game_links_to_its_analysis(table: Table):
    table.start("K10", "A1", "L10", "A3", "M10", "A5", "N10", "A7", preset="freestyle")
    table.play("O10")
    table.page.locator(".result").get_by_role("link", name="Analyse").click()
    expect(table.page.get_by_role("button", name="Analyse this game")).to_be_enabled()

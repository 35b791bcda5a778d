"""Games in the browser, against the AI and between two players on one computer."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server import page as wire
from tests.web.serving import Server
from tests.web.table import State, Table

FAR = ["T1", "A1", "T19", "A19", "T10", "A10", "K1", "K19", "T4", "A4", "D1", "Q19"]
"""Remote cells, where a stone does not affect the game."""


def hint(table: Table) -> str:
    """Ask for a hint; returns the suggested cell."""
    table.page.keyboard.press("h")
    suggestion = table.page.locator(".say[data-hint]")
    expect(suggestion).to_be_visible()
    return suggestion.get_attribute("data-hint") or ""


def play_to_the_end(table: Table, choose: Callable[[Table, State], str]) -> State:
    for _ in range(90):
        state = table.wait_for_turn()
        if state["phase"] == "over":
            return state
        table.click(choose(table, state))
        table.wait_past_ply(state["ply"])
    raise AssertionError("the game does not end")


def follow_hint(table: Table, state: State) -> str:
    return hint(table)


def aim_for_captures(table: Table, state: State) -> str:
    """Capture a pair if possible; otherwise follow the hint, unless it makes five: then threaten a pair instead."""
    if state["takes"]:
        return table.cell_name(state["takes"][0]["cell"])
    suggested = hint(table)
    rows = state["rows"]
    cell = (state["columns"].index(suggested[0]), state["height"] - int(suggested[1:]))
    if not makes_five(rows, cell):
        return suggested
    forbidden = {tuple(entry["cell"]) for entry in state["forbidden"]}
    free = [
        (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "." and (x, y) not in forbidden
    ]
    candidates = [c for c in free if not makes_five(rows, c)]
    best: tuple[int, int] = max(candidates, key=lambda c: pairs_threatened(rows, c))
    return table.cell_name(best)


RAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def ray(rows: list[str], cell: tuple[int, int], step: tuple[int, int], length: int) -> str:
    """The marks next to a cell in one direction; `#` beyond the edge."""
    cells = [(cell[0] + i * step[0], cell[1] + i * step[1]) for i in range(1, length + 1)]
    return "".join(rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else "#" for x, y in cells)


def makes_five(rows: list[str], cell: tuple[int, int]) -> bool:
    run = {step: len(ray(rows, cell, step, 4)) - len(ray(rows, cell, step, 4).lstrip("X")) for step in RAYS}
    return any(run[(dx, dy)] + run[(-dx, -dy)] >= 4 for dx, dy in RAYS)


def pairs_threatened(rows: list[str], cell: tuple[int, int]) -> int:
    lines = [ray(rows, cell, step, 3) for step in RAYS]
    return 10 * lines.count("OO.") + sum(line[0] == "O" for line in lines)


def test_a_game_against_the_ai_is_won_by_five(table: Table) -> None:
    table.start(opponent="computer", level=1, preset="freestyle", size=15, aiTime=100)
    state = play_to_the_end(table, follow_hint)
    assert state["outcome"]["by"] == "line"
    assert state["outcome"]["winner"] == "X"
    result = table.page.locator(".result")
    expect(result.get_by_role("heading")).to_have_text("You win")
    expect(result).to_contain_text("with five in a row")
    expect(table.page.locator(".board .won .line")).to_have_count(1)
    expect(table.page.get_by_role("alert")).to_contain_text("You win: with five in a row.")


def test_a_game_against_the_ai_is_won_by_capture(table: Table) -> None:
    table.start(opponent="computer", level=1, preset="42", changes={"capture_goal": "2"}, aiTime=100)
    # One pair wins for either side, so the AI sometimes wins.
    for _ in range(6):
        state = play_to_the_end(table, aim_for_captures)
        assert state["outcome"]["by"] == "capture"
        if state["outcome"]["winner"] == "X":
            break
        table.page.get_by_role("button", name="Play again").click()
        table.wait_for(lambda s: s["ply"] == 0)
    expect(table.page.locator(".result")).to_contain_text("You win")
    expect(table.page.locator(".result")).to_contain_text("with a captured pair")
    expect(table.page.locator("[data-taker=X] .pocket.fresh")).to_have_count(1)
    # The board shows what has won: a line from the stone to the stones it took.
    assert table.page.locator(".board .won .line").count() >= 1
    assert table.page.locator(".board .won .trace").count() >= 2


def test_the_ai_replies_and_its_timer_is_shown(table: Table) -> None:
    table.start(opponent="computer", level=10, aiTime=500)
    table.click("K10")
    expect(table.page.locator(".moves button")).to_have_count(2)
    timer = table.page.get_by_role("region", name="Computer’s time")
    expect(timer.locator(".now")).to_have_text(re.compile(r"^\d\.\d\ds$"))
    expect(timer).to_contain_text("Average")
    expect(timer.locator(".spark rect")).to_have_count(1)
    expect(table.page.locator("[data-seat=P1]")).to_contain_text("Your turn")
    table.page.get_by_role("button", name="Resign").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(table.page.locator(".result")).to_contain_text("by resignation")
    expect(table.page.locator(".result.won"), "a loss has no happy frame").to_have_count(0)


def test_two_players_on_one_computer(table: Table) -> None:
    table.start(names=["Aoi", "Bram"])
    expect(table.page.locator("[data-seat=P1]")).to_contain_text("Aoi")
    table.play("K10", "K11", "L10", "L11", "M10", "M11", "N10", "N11")
    assert table.moves() == ["K10", "K11", "L10", "L11", "M10", "M11", "N10", "N11"]
    faded = "document.querySelector('.list .scroll').computedStyleMap().get('mask-image').toString()"
    assert table.page.evaluate(faded) == "none", "the first row is whole where nothing is above it"
    table.play("O10")
    result = table.page.locator(".result")
    expect(result).to_contain_text("Aoi wins")
    expect(table.page.locator("[data-seat=P1]")).to_contain_text("Winner")
    # Clicks after the end of the game have no effect.
    table.click("A1")
    assert table.state()["ply"] == 9


def test_a_capture_removes_the_pair_and_fills_a_pocket(table: Table) -> None:
    table.start("K10", "L10", "A1", "M10")
    table.play("N10")
    table.expect_stones(3)
    expect(table.cell("L10")).to_have_attribute("aria-label", "L10, empty, just captured")
    expect(table.page.locator("[data-taker=X] .pocket svg")).to_have_count(1)
    # The pocket fills when the stones have flown there.
    expect(table.page.locator("[data-taker=X] .pocket.fresh svg")).to_have_css("animation-delay", "0.4s")
    expect(table.page.locator(".board .trace")).to_have_count(2)
    expect(table.page.get_by_role("log")).to_contain_text("Black N10 takes L10 and M10.")


def test_hovering_shows_what_a_move_would_capture(table: Table) -> None:
    table.start("K10", "L10", "A1", "M10")
    expect(table.page.locator(".board .takes")).to_have_count(0)
    table.page.mouse.move(*table.screen_position("N10"))
    expect(table.page.locator(".board .ghost")).to_have_count(1)
    expect(table.page.locator(".board .takes")).to_have_count(2)
    expect(table.cell("N10")).to_have_attribute("aria-label", "N10, empty, takes a pair")
    table.page.mouse.move(*table.screen_position("N11"))
    expect(table.page.locator(".board .takes")).to_have_count(0)


def test_a_double_three_is_refused_with_a_reason(table: Table) -> None:
    table.start("H10", "A1", "J10", "A3", "L9", "A5", "L8")
    table.play("A7")
    expect(table.cell("L10")).to_have_attribute("aria-label", re.compile("L10, empty, forbidden, Double-three"))
    expect(table.page.locator(".board .forbidden")).to_have_count(1)
    table.click("L10")
    expect(table.page.locator(".board .bubble")).to_contain_text("Double-three is not allowed here.")
    expect(table.page.get_by_role("alert")).to_contain_text("Double-three is not allowed here.")
    assert table.state()["ply"] == 8
    table.expect_stones(8)
    # With the switch off the point is not marked, but still refused.
    table.page.get_by_role("switch", name="Forbidden points").uncheck()
    table.page.mouse.move(5, 5)
    table.click("L10")
    assert table.state()["ply"] == 8


GRACE = ["L9", "L11", "J10", FAR[0], "K10", FAR[1], "L10", FAR[2], "M10", FAR[3], "N10"]


def test_a_five_is_broken_in_the_grace_turn(table: Table) -> None:
    table.start(*GRACE[:-1])
    table.play(GRACE[-1])
    card = table.page.locator(".grace")
    expect(card).to_contain_text("Five in a row, but not won yet")
    expect(card).to_contain_text("capture at L8")
    expect(table.page.locator(".board .break")).to_have_count(1)
    expect(table.page.locator(".board .in-five")).to_have_count(5)
    expect(table.page.get_by_role("alert")).to_contain_text("Break it at L8.")
    expect(table.page.locator("[data-seat=P2]")).to_contain_text("Break the five")
    table.play("L8")
    expect(card).to_be_hidden()
    state = table.state()
    assert (state["phase"], state["status"]) == ("playing", "ongoing")


def test_a_five_that_is_not_broken_in_the_grace_turn_wins(table: Table) -> None:
    table.start(*GRACE)
    table.play(FAR[4])
    expect(table.page.locator(".result")).to_contain_text("Black wins")
    expect(table.page.locator(".result")).to_contain_text("with five in a row")
    assert table.state()["outcome"]["winner"] == "X"
    expect(table.page.locator(".result.won")).to_have_count(1)  # both sides are ours
    expect(table.page.locator(".board .won .band"), "nothing lies over the neighbouring stones").to_have_count(0)


def test_a_hint_that_a_move_overtakes_is_forgotten(table: Table) -> None:
    table.start("K10", "A1")
    button = table.page.get_by_role("button", name="Hint")
    button.click()
    expect(button).to_be_disabled()
    table.play("T19")
    expect(button).to_be_enabled()


def test_a_hint_is_shown_but_not_played(table: Table) -> None:
    table.start("K10", "A1", "L10", "A3", "M10", "A5")
    table.page.get_by_role("button", name="Hint").click()
    suggestion = table.page.locator(".say[data-hint]")
    expect(suggestion).to_contain_text(re.compile(r"wins in \d+ moves: it makes an open four"))
    expect(table.page.locator(".board [data-behind='X five']"), "where the five would be").to_have_count(2)
    expect(table.page.locator(".board .capsule[data-threat='X five']"), "the row that becomes one").to_have_count(1)
    expect(suggestion.locator(".signs"), "what the sign on the board means").to_have_text("Five · Black")
    expect(table.page.locator(".board .hint .pulse")).to_have_count(1)
    assert table.state()["ply"] == 6, "a hint plays no move"
    expect(table.page.get_by_role("log")).to_contain_text("Suggestion:")
    table.play("T19")
    expect(table.page.locator(".board .hint")).to_have_count(0)
    # A hint ends with the game.
    table.page.get_by_role("button", name="Hint").click()
    expect(table.page.locator(".board .hint .pulse")).to_have_count(1)
    table.page.get_by_role("button", name="Resign").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(table.page.locator(".result")).to_be_visible()
    expect(table.page.locator(".board .hint")).to_have_count(0)


def test_undo_against_the_ai_takes_back_both_moves(table: Table) -> None:
    table.start(opponent="computer", level=3, aiTime=100)
    table.click("K10")
    expect(table.page.locator(".moves button")).to_have_count(2)
    table.page.get_by_role("button", name="Undo").click()
    expect(table.page.locator(".moves button")).to_have_count(0)
    table.expect_stones(0)
    expect(table.page.locator(".toast")).to_contain_text("Took back")
    table.page.get_by_role("button", name="Redo").first.click()
    expect(table.page.locator(".moves button")).to_have_count(2)


def test_undo_and_redo_on_one_computer(table: Table) -> None:
    table.start("K10", "L10", "A1", "M10")
    table.play("N10")
    table.page.keyboard.press("u")
    expect(table.page.locator(".moves td button")).to_have_count(4)
    table.expect_stones(4)  # the captured pair is back
    toast = table.page.locator(".toast")
    expect(toast).to_contain_text("Redo")
    box, board = toast.bounding_box(), table.board.bounding_box()
    assert box is not None
    assert board is not None
    assert box["y"] + box["height"] <= board["y"], "the toast does not cover the board"
    table.page.keyboard.press("r")
    expect(table.page.locator(".moves td button")).to_have_count(5)
    table.expect_stones(3)
    # What was taken back and redone, or played over, cannot be redone.
    expect(toast).to_be_hidden(timeout=2_000)


def test_resign_restart_draw_and_pause(table: Table) -> None:
    page = table.page
    table.start("K10", "L10")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".notice")).to_contain_text("The game is paused")
    table.click("A1")
    assert table.state()["ply"] == 2
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("White wins")
    dialog.get_by_role("button", name="Keep playing").click()
    assert table.state()["phase"] == "playing"
    page.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(page.locator(".result")).to_contain_text("White wins")
    expect(page.locator(".result")).to_contain_text("by resignation")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".moves button")).to_have_count(0)
    table.play("K10")
    page.get_by_role("button", name="Draw").click()
    dialog.get_by_role("button", name="Keep playing").click()
    assert table.state()["phase"] == "playing"
    page.get_by_role("button", name="Draw").click()
    dialog.get_by_role("button", name="Draw").click()
    expect(page.locator(".result")).to_contain_text("A draw")


def test_replay_steps_through_the_moves(table: Table) -> None:
    page = table.page
    table.start("K10", "L10", "A1", "M10", "N10")
    page.keyboard.press("Home")
    table.expect_stones(0)
    page.keyboard.press(".")
    page.keyboard.press(".")
    table.expect_stones(2)
    expect(page.locator(".notice")).to_contain_text("After 1… L10")
    page.get_by_role("button", name="M10").click()
    table.expect_stones(4)
    # A click during replay returns to the current position and plays no move.
    table.click("T19")
    table.expect_stones(3)
    assert table.state()["ply"] == 5
    table.record(".board .stones > g")
    page.keyboard.press(" ")
    table.expect_recorded(".board .stones > g", 3, 0, 1, 2, 3, 4, 3)
    table.expect_stones(3)
    page.keyboard.press("m")
    expect(page.locator(".board .numbers text")).to_have_text(["1", "3", "5"])
    # A ring marks the last stone, so that its number can be read.
    expect(page.locator(".board .last")).to_have_count(0)
    expect(page.locator(".board .last-ring")).to_have_count(1)


COUNT_FRAMES = """
window.frames_wanted = 0;
const request = requestAnimationFrame;
window.requestAnimationFrame = done => { window.frames_wanted++; return request(done); };
"""


def test_clocks_run_without_drawing_every_frame(table: Table) -> None:
    table.page.add_init_script(COUNT_FRAMES)
    table.start(clock={"type": "fischer", "time": 60_000, "increment": 1000})
    expect(table.page.locator("[data-seat=P1] .clk")).to_have_text(re.compile(r"^(1:00|0:5\d)$"))
    table.play("K10")
    clock = table.page.locator("[data-seat=P2] .clk")
    expect(clock).to_have_class(re.compile("on"))
    table.page.evaluate("window.frames_wanted = 0")
    expect(clock).to_have_text(re.compile(r"^0:5[0-8]$"))
    assert table.page.evaluate("window.frames_wanted") < 20


def test_a_game_between_two_ais_is_watched_and_paused(table: Table, server: Server) -> None:
    table.start(opponent="watch", level=2, levelTwo=2, aiTime=100)
    state = table.wait_for(lambda s: s["ply"] >= 6)
    assert [seat["holder"]["type"] for seat in state["seats"]] == ["ai", "ai"]
    expect(table.page.get_by_role("button", name="Hint")).to_be_disabled()
    table.page.get_by_role("button", name="Pause").click()
    expect(table.page.get_by_role("button", name="Resume")).to_be_visible()
    ply = table.state()["ply"]
    with wire.Page(server.address) as visitor:  # another such game goes on by three moves
        room = visitor.create("ai", "ai", level=2, ai_time=100)
        visitor.until_state(room, lambda state: state["ply"] >= 3)
    assert table.state()["ply"] == ply


def test_a_move_is_shown_before_the_server_confirms_it(table: Table, page: Page) -> None:
    held: list[Callable[[], None]] = []

    def hold_moves(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            if '"play"' in str(message):
                held.append(lambda: server.send(message))
            else:
                server.send(message)

        socket.on_message(forward)

    page.route_web_socket(re.compile("."), hold_moves)
    table.start()
    table.click("K10")
    expect(page.locator(".board .pending")).to_have_count(1)
    table.until(lambda: len(held) == 1)
    assert table.state()["ply"] == 0
    held[0]()
    expect(table.cell("K10")).to_have_attribute("aria-label", re.compile("last move"))
    expect(page.locator(".board .pending")).to_have_count(0)

"""Puzzles: selection, play against the computer's defence, hints, solutions, ratings, the puzzle of the day."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from gomoku.server.analysis.learn import puzzles
from tests.web.table import LAST, Table


def fetch(page: Page, path: str, **body: Any) -> Any:
    answer = page.request.post(path, data=body) if body else page.request.get(path)
    assert answer.ok, answer.status
    return answer.json()


def pick(page: Page, **wanted: Any) -> str:
    """The id of the first puzzle with these properties."""
    lines = fetch(page, "/api/puzzles")["puzzles"]
    name: str = next(line["id"] for line in lines if all(line[key] == value for key, value in wanted.items()))
    return name


def cell_name(cell: list[int], size: int) -> str:
    letters = "ABCDEFGHJKLMNOPQRST" if size == 19 else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return f"{letters[cell[0]]}{size - cell[1]}"


def answer_of(name: str) -> list[int]:
    """The first move of the solution; to ask the server for it would end the first try."""
    return list(puzzles.find(name).answers[0])


def solve(table: Table, name: str) -> None:
    """Play the server's hints until the puzzle is solved."""
    size = len(fetch(table.page, f"/api/puzzles/{name}")["start"]["rows"])
    moves: list[Any] = []
    for _ in range(15):
        hint = fetch(table.page, f"/api/puzzles/{name}/hint", moves=moves)["move"]["cell"]
        with table.page.expect_response(re.compile("/try$")) as response:
            table.click(cell_name(hint, size))
        answer = response.value.json()
        moves += [hint, answer["reply"]]
        if answer["verdict"] == "solved":
            break
        expect(table.cell(cell_name(answer["reply"], size))).to_have_attribute("aria-label", LAST)
    expect(table.page.locator(".verdict h2")).to_have_text("Solved")


def test_a_puzzle_is_chosen_and_solved(table: Table) -> None:
    page = table.page
    page.goto("/learn")
    page.get_by_role("link", name="Puzzles").click()
    daily = fetch(page, "/api/puzzles/daily")
    tiles = page.get_by_role("region", name="All puzzles").locator(".tile")
    expect(tiles).to_have_count(24)
    expect(page.get_by_role("region", name="Today’s puzzle").get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name="The only defence").click()
    expect(tiles).not_to_have_count(24)
    expect(tiles.first.locator("circle")).not_to_have_count(0)
    tiles.first.click()
    page.wait_for_url("**/puzzles/*")
    name = page.url.rsplit("/", 1)[1]
    expect(page.locator(".task h1")).to_have_text("The only defence")
    expect(page.get_by_role("region", name="Your rating")).to_contain_text("1500 ± 350")
    size = len(fetch(page, f"/api/puzzles/{name}")["start"]["rows"])
    table.click(cell_name(answer_of(name), size))
    expect(page.locator(".verdict h2")).to_have_text("Solved")
    rated = fetch(page, "/api/puzzles/me")["elo"]
    assert rated["games"] == 1
    expect(page.get_by_role("region", name="Your rating")).to_contain_text(f"{rated['rating']} ± {rated['deviation']}+")
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(lambda url: name not in url)
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("1 of")).to_have_count(2)
    page.get_by_label("Show").select_option("Solved")
    expect(tiles).to_have_count(1)
    expect(tiles).to_contain_text("Solved")
    page.goto("/puzzles/daily")
    expect(page.locator(".task h1")).to_have_text("Today’s puzzle")
    expect(page.get_by_role("region", name="Streak")).to_contain_text("Solve today’s to make it 1.")
    expect(page.get_by_role("link", name="Yesterday")).to_have_attribute("href", f"/puzzles/{daily['yesterday']}")


def test_a_puzzle_that_starts_with_a_breakable_five(table: Table) -> None:
    name = pick(table.page, rules="42", kind="break", level=1)
    table.page.goto(f"/puzzles/{name}")
    expect(table.page.locator(".in-five").first).to_be_visible()
    expect(table.page.locator(".break"), "where to break is the puzzle").to_have_count(0)
    puzzle = fetch(table.page, f"/api/puzzles/{name}")
    shut = [*puzzle["view"]["breaks"], *(line["cell"] for line in puzzle["view"]["forbidden"])]
    rows = puzzle["start"]["rows"]
    idle = next([x, 18] for x in range(19) if rows[18][x] == "." and [x, 18] not in shut)
    play_by_keys(table, idle)
    expect(table.page.locator(".verdict")).to_contain_text("five stands.")
    table.page.keyboard.press("u")
    expect(table.page.locator(".verdict")).not_to_contain_text("five stands.")
    solve(table, name)


def play_by_keys(table: Table, cell: list[int]) -> None:
    """Move the cursor of a board of 19 lines to a cell, and place a stone there."""
    page = table.page
    for _ in range(30):
        if table.board.evaluate("board => board === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(table.board).to_be_focused()
    page.keyboard.press("ArrowDown")  # the first arrow shows the cursor
    label = page.locator(f"#{table.board.get_attribute('aria-activedescendant')}").get_attribute("aria-label") or ""
    column, row = "ABCDEFGHJKLMNOPQRST".index(label[0]), 19 - int(label[1:].partition(",")[0])
    for steps, keys in ((cell[0] - column, ("ArrowLeft", "ArrowRight")), (cell[1] - row, ("ArrowUp", "ArrowDown"))):
        for _ in range(abs(steps)):
            page.keyboard.press(keys[steps > 0])
    page.keyboard.press("Enter")


def test_a_wrong_move_is_refuted_and_costs_rating(table: Table) -> None:
    page = table.page
    name = pick(page, rules="42", kind="save")
    page.goto(f"/puzzles/{name}")
    solution = answer_of(name)
    rows = fetch(page, f"/api/puzzles/{name}")["start"]["rows"]
    wrong = next([x, y] for y in (0, 18) for x in range(19) if rows[y][x] == "." and [x, y] != solution)
    expect(table.board).to_be_visible()
    before = table.stones()
    table.click(cell_name(wrong, 19))
    expect(page.locator(".verdict h2")).to_have_text("Not this one")
    expect(page.locator(".told li")).not_to_have_count(0)
    expect(page.get_by_role("region", name="Your rating").locator(".down")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".stones > g")).to_have_count(before)
    table.click(cell_name(solution, 19))
    expect(page.locator(".verdict h2")).to_have_text("Solved")
    expect(page.locator(".verdict")).to_contain_text("Well found.")


def test_hints_come_in_two_steps(table: Table) -> None:
    page = table.page
    name = pick(page, rules="renju", kind="five", level=2)
    page.goto(f"/puzzles/{name}")
    cell = fetch(page, f"/api/puzzles/{name}/hint", moves=[])["move"]["cell"]
    expect(table.board).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".hint-text")).to_contain_text("The move")
    expect(page.locator(".board .hint")).to_have_count(0)
    page.get_by_role("button", name="Show me where").click()
    expect(page.locator(".hint-text")).to_contain_text(cell_name(cell, 15))
    expect(page.locator(".board .hint")).to_have_count(1)


def test_the_solution_is_replayed_with_explanations(table: Table) -> None:
    page = table.page
    name = pick(page, rules="42", kind="five", level=3)
    page.goto(f"/puzzles/{name}")
    page.get_by_role("button", name="Solution").click()
    steps = page.locator(".told li")
    plies = len(fetch(page, f"/api/puzzles/{name}/solution")["line"])
    expect(steps).to_have_count(plies)
    expect(page.locator(".told li[aria-current]")).to_have_text(re.compile(r"^1\."))
    page.get_by_role("button", name="To the end").click()
    expect(steps.last).to_have_attribute("aria-current", "step")
    expect(steps.last).to_contain_text("five")
    page.get_by_label("Language").select_option(label="Français")
    expect(steps.last).to_contain_text("aligne cinq")

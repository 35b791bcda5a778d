"""Puzzles: selection, play against the computer's defence, hints, solutions, streaks."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.table import LAST, Table


def fetch(page: Page, path: str, **body: Any) -> Any:
    answer = page.request.post(path, data=body) if body else page.request.get(path)
    assert answer.ok, answer.status
    return answer.json()


def pick(page: Page, **wanted: Any) -> str:
    """The id of the first puzzle with these properties."""
    puzzles = fetch(page, "/api/puzzles")["puzzles"]
    name: str = next(puzzle["id"] for puzzle in puzzles if all(puzzle[key] == value for key, value in wanted.items()))
    return name


def cell_name(cell: list[int], size: int) -> str:
    letters = "ABCDEFGHJKLMNOPQRST" if size == 19 else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return f"{letters[cell[0]]}{size - cell[1]}"


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
    expect(page.locator(".tile").first).to_be_visible()
    total = page.locator(".tile").count()
    page.get_by_role("radiogroup", name="Difficulty").get_by_text("Medium").click()
    page.get_by_label("To find").select_option("capture")
    expect(page.locator(".tile")).not_to_have_count(total)
    page.locator(".tile").first.click()
    page.wait_for_url("**/puzzles/*")
    name = page.url.rsplit("/", 1)[1]
    expect(page.locator(".task h1")).to_have_text("Win by captures")
    solve(table, name)
    expect(page.get_by_role("region", name="Streak")).to_contain_text("Streak1")
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(lambda url: name not in url)
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("1 of")).to_be_visible()
    expect(page.locator(".tile").first).to_contain_text("solved")
    page.reload()
    expect(page.get_by_role("region", name="Streak")).to_contain_text("Streak1")


def test_a_puzzle_that_starts_with_a_breakable_five(table: Table) -> None:
    name = pick(table.page, rules="42", kind="break", level=1)
    table.page.goto(f"/puzzles/{name}")
    expect(table.page.locator(".in-five").first).to_be_visible()
    expect(table.page.locator(".break"), "where to break is the puzzle").to_have_count(0)
    puzzle = fetch(table.page, f"/api/puzzles/{name}")
    shut = [*puzzle["view"]["breaks"], *(line["cell"] for line in puzzle["view"]["forbidden"])]
    rows = puzzle["start"]["rows"]
    idle = next([x, 18] for x in range(19) if rows[18][x] == "." and [x, 18] not in shut)
    table.click(cell_name(idle, 19))
    expect(table.page.locator(".verdict")).to_contain_text("five stands.")
    table.page.get_by_role("button", name="Try again").click()
    solve(table, name)


def test_a_wrong_move_is_refuted_and_ends_the_streak(table: Table) -> None:
    page = table.page
    page.goto("/puzzles")
    page.evaluate("localStorage.setItem('gomoku.puzzles', JSON.stringify({solved: [], streak: 4, best: 4}))")
    name = pick(page, rules="42", kind="save")
    page.goto(f"/puzzles/{name}")
    solution = fetch(page, f"/api/puzzles/{name}/solution")["line"][0]["cell"]
    rows = fetch(page, f"/api/puzzles/{name}")["start"]["rows"]
    wrong = next([x, y] for y in (0, 18) for x in range(19) if rows[y][x] == "." and [x, y] != solution)
    expect(table.board).to_be_visible()
    before = table.stones()
    table.click(cell_name(wrong, 19))
    expect(page.locator(".verdict h2")).to_have_text("Not this one")
    expect(page.locator(".told li")).not_to_have_count(0)
    expect(page.get_by_role("region", name="Streak")).to_contain_text("Streak0")
    expect(page.get_by_role("region", name="Streak")).to_contain_text("Best4")
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

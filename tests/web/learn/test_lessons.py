"""The lessons: interactive figures computed by the engine."""

from typing import Any

from playwright.sync_api import Locator, expect

from tests.web.table import Table


def lesson(table: Table, name: str) -> tuple[Locator, Any]:
    """A lesson, scrolled into view, and the server's data for it."""
    section = table.page.locator(f"#{name}")
    section.scroll_into_view_if_needed()
    expect(section).not_to_have_attribute("aria-busy", "true")
    answer = table.page.request.get(f"/api/lessons/{name}")
    assert answer.ok
    return section, answer.json()


def visit(table: Table) -> None:
    table.page.goto("/learn")
    table.page.get_by_role("link", name="How it thinks").click()
    expect(table.page.get_by_role("heading", name="How it thinks")).to_be_visible()


def test_minimax_fills_the_tree_from_the_leaves_up(table: Table) -> None:
    visit(table)
    section, data = lesson(table, "minimax")
    assert section.locator(".value").count() == 0
    section.get_by_role("button", name="One step forward").click()
    expect(section.locator(".value")).to_have_count(1)
    expect(section.locator(".now[role=status]")).to_contain_text("the evaluation says")
    section.get_by_role("button", name="Play").click()
    expect(section.locator(".value")).to_have_count(len(data["full"]))
    expect(section.locator(".edge.best")).to_have_count(2)
    root = str(abs(data["full"][0]["value"]))
    expect(section.locator(".now[role=status]")).to_contain_text(root)


def test_alpha_beta_shows_the_cut_offs_of_a_real_search(table: Table) -> None:
    visit(table)
    section, data = lesson(table, "alpha-beta")
    nodes = data["tree"]
    expect(section.locator(".unseen")).to_have_count(len(nodes))
    slider = section.get_by_role("slider")
    slider.fill("1")
    expect(section.locator(".node")).to_have_count(1)
    cut = next(number for number, node in enumerate(nodes) if node["why"] == "cut" and node["unsearched"])
    slider.fill(str(cut + 1))
    expect(section.locator(".now[role=status]")).to_contain_text(f"{nodes[cut]['unsearched']} others")
    slider.fill(str(len(nodes)))
    expect(section.locator(".node")).to_have_count(len(nodes))
    cuts = [node for node in nodes if node["why"] == "cut" and node["unsearched"]]
    expect(section.locator(".scissors")).to_have_count(len(cuts))
    expect(section.locator(".why")).to_contain_text(f"{len(nodes)} positions")
    expect(section.locator("text[transform]"), "no figure is slanted").to_have_count(0)


def test_any_point_can_be_inspected(table: Table) -> None:
    visit(table)
    section, _ = lesson(table, "patterns")
    expect(section.locator("h3")).to_contain_text("What the evaluation sees")
    before = section.locator("h3").inner_text()
    point = section.locator("[role=gridcell][aria-label^='C3,']")
    point.scroll_into_view_if_needed()  # figures that load above it push it down
    cell = point.bounding_box()
    assert cell is not None
    table.page.mouse.click(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    expect(section.locator("h3")).to_contain_text("C3")
    assert "C3" not in before
    rows = section.locator(".numbers tbody tr")
    expect(rows).to_have_count(8)
    heights = {round(box["height"]) for row in rows.all() if (box := row.bounding_box())}
    assert max(heights) - min(heights) < 4, "all rows have the same height"


def test_threats_iterative_deepening_and_the_transposition_table(table: Table) -> None:
    visit(table)
    section, _ = lesson(table, "threats")
    expect(section.locator("[data-threat]").first).to_be_visible()
    assert table.page.evaluate("localStorage['gomoku.threats'] ?? 'unset'") == "unset", (
        "games show threats as they did before"
    )
    section, data = lesson(table, "deepening")
    section.get_by_role("slider").fill(str(len(data["history"])))
    expect(section.locator(".depths tbody tr")).to_have_count(len(data["history"]))
    section, data = lesson(table, "table")
    expect(section.locator(".why")).to_contain_text("fewer positions")


def test_in_french_on_a_phone(table: Table) -> None:
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.page.goto("/lessons")
    table.page.evaluate(
        "localStorage.setItem('gomoku.settings', JSON.stringify({...JSON.parse(localStorage['gomoku.settings']), language: 'fr'}))"
    )
    table.page.reload()
    expect(table.page.get_by_role("heading", name="Comment il réfléchit")).to_be_visible()
    lesson(table, "table")
    width = table.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "the page does not scroll sideways"

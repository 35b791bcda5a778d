"""Accessibility of a page, as axe finds it."""

from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Page, expect

from tests.web.table import settle

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
COLOUR_RULES: Final = ["color-contrast", "link-in-text-block"]
"""Rules that axe checks in dark mode: a page is otherwise the same as in light mode."""
AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def assert_accessible(page: Page, part: str = "html") -> None:
    """Assert that axe finds no violation on the page, or in the part that a selector names, in light and dark mode."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.read_text())
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-scheme", scheme)
        settle(page)  # contrast is only meaningful once fades have ended
        options = {"resultTypes": ["violations"]} | ({"runOnly": COLOUR_RULES} if scheme == "dark" else {})
        found = page.evaluate("([part, options]) => axe.run(part, options)", [part, options])
        problems = [
            f"{violation['id']}: {violation['help']}: {[node['html'][:160] for node in violation['nodes'][:4]]}"
            for violation in found["violations"]
        ]
        assert not problems, f"{scheme}: " + "\n".join(problems)

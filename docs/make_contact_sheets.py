"""Makes contact sheets of the page: every screen at every size, light beside dark, three PNG files per screen.

    .venv/bin/python docs/make_contact_sheets.py FOLDER [--locale de-DE] [SCREEN…]

They are for looking at, not for keeping: they show what a test cannot see. Laptops have a mouse; tablets, and
phones upright and turned, a touch screen.
"""

import argparse
import base64
import sys
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from docs.make_screenshots import Studio  # noqa: E402 - found only now
from tests.web.app.test_sizes import SIDEWAYS, SIZES  # noqa: E402
from tests.web.chromium import browser_and_server  # noqa: E402
from tests.web.crowd import CROWDED, Crowd  # noqa: E402
from tests.web.screens import SCREENS  # noqa: E402
from tests.web.table import settle  # noqa: E402

Size: TypeAlias = tuple[int, int]

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
SHEETS: Final[dict[str, list[tuple[float, list[Size]]]]] = {
    "laptop": [(0.7, [size]) for size in SIZES[:2]],
    "tablet": [(0.75, [size]) for size in SIZES[2:4]] + [(0.9, SIDEWAYS[:1])],
    "phone": [(1, SIZES[4:])],
}
"""The rows of each sheet: their scale, and the sizes of the page in them."""


def set_touch(page: Page, on: bool) -> None:
    page.context.new_cdp_session(page).send("Emulation.setTouchEmulationEnabled", {"enabled": on})


def picture(page: Page, size: Size, scheme: Literal["light", "dark"], scale: float) -> str:
    """The screen as an HTML image."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    settle(page)
    shot = base64.b64encode(page.screenshot(type="jpeg", quality=88)).decode()
    return f'<img width="{width * scale:.0f}" src="data:image/jpeg;base64,{shot}">'


def sheet_of(page: Page, rows: list[tuple[float, list[Size]]]) -> str:
    """The screen at these sizes, as an HTML page whose body is as wide as they are."""
    found = [
        "".join(picture(page, size, scheme, scale) for size in sizes for scheme in SCHEMES) for scale, sizes in rows
    ]
    style = "body { background: #888; font-size: 0; margin: 0; white-space: nowrap; width: max-content } img { margin: 3px }"
    return f"<style>{style}</style>{'<br>'.join(found)}"


def main(folder: Path, names: list[str], locale: str) -> None:
    known = [*SCREENS, *CROWDED]
    if unknown := set(names) - set(known):
        sys.exit(f"there is no screen {', '.join(sorted(unknown))}: choose from {', '.join(known)}")
    folder.mkdir(parents=True, exist_ok=True)
    with browser_and_server() as (browser, server), ExitStack() as stack:
        crowd = cache(lambda: Crowd(server, stack))
        sheet = browser.new_page()
        for name in names or known:
            table = Studio(browser, server.address).table(has_touch=True, locale=locale)
            table.page.set_default_timeout(20_000)
            if name in SCREENS:
                SCREENS[name](table)
            else:
                CROWDED[name](table, crowd())
            for kind, rows in SHEETS.items():
                set_touch(table.page, on=kind != "laptop" or name == "aim")
                sheet.set_content(sheet_of(table.page, rows))
                sheet.locator("body").screenshot(path=folder / f"{name}-{kind}.png")
            table.page.context.close()
            print(name, *table.errors, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Makes contact sheets of the page.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help=", ".join([*SCREENS, *CROWDED]))
    parser.add_argument("--locale", default="en-GB", help="language of the page; en-GB by default")
    options = parser.parse_args()
    main(options.folder, options.screens, options.locale)

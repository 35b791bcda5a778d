"""Makes contact sheets of the page: every screen at every size, light and dark, two PNG files per screen.

    .venv/bin/python docs/make_contact_sheets.py FOLDER [SCREEN…]

They are for looking at, not for keeping: they show what a test cannot see.
"""

import argparse
import base64
import sys
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from docs.make_screenshots import Studio  # noqa: E402 - found only now
from tests.web.chromium import browser_and_server  # noqa: E402
from tests.web.screens import SCREENS  # noqa: E402
from tests.web.table import settle  # noqa: E402
from tests.web.test_sizes import SIDEWAYS, SIZES  # noqa: E402

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HEIGHT = 430
"""Height of a picture on a sheet, in px."""


def pictures(page: Page, scheme: Literal["light", "dark"]) -> str:
    """The screen at every size, as an HTML page: landscape above, portrait and a phone turned sideways below."""
    found = []
    for width, height in [*SIZES, SIDEWAYS[0]]:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        settle(page)
        shot = base64.b64encode(page.screenshot(type="jpeg", quality=80)).decode()
        line = "" if width > height or not found or "<br>" in "".join(found) else "<br>"
        found.append(f'{line}<img height="{HEIGHT}" src="data:image/jpeg;base64,{shot}">')
    return f"<body style='margin:8px;background:#888;white-space:nowrap'>{''.join(found)}"


def main(folder: Path, names: list[str]) -> None:
    if unknown := set(names) - SCREENS.keys():
        sys.exit(f"there is no screen {', '.join(sorted(unknown))}: choose from {', '.join(SCREENS)}")
    folder.mkdir(parents=True, exist_ok=True)
    with browser_and_server() as (browser, server):
        sheet = browser.new_page(viewport={"width": 1970, "height": 2 * HEIGHT + 30})
        for name in names or SCREENS:
            table = Studio(browser, server.address).table(has_touch=True)
            table.page.set_default_timeout(20_000)
            SCREENS[name](table)
            for scheme in SCHEMES:
                sheet.set_content(pictures(table.page, scheme))
                sheet.screenshot(path=folder / f"{name}-{scheme}.png")
            table.page.context.close()
            print(name, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Makes contact sheets of the page.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help=", ".join(SCREENS))
    options = parser.parse_args()
    main(options.folder, options.screens)

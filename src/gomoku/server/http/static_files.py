"""The built page: its files, held in memory and compressed once, with headers that let browsers keep what cannot change."""

import base64
import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parents[1] / "static"
FOR_GOOD: Final = "public, max-age=31536000, immutable"
_INLINE: Final = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
_TEXT: Final = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")

NOT_BUILT: Final = (
    b"<!doctype html><meta charset=utf-8><title>Gomoku</title>"
    b"<p>The page has not been built yet. Run <code>make</code> in the project's folder and load this again."
)


@dataclass(frozen=True)
class StaticFile:
    """A file as it goes out."""

    body: bytes
    zipped: bytes | None
    media: str
    etag: str
    cache: str
    scripts: str = ""
    """For the content security policy: hashes of the scripts that stand in the file."""


class StaticFiles:
    """The files of a folder by their path. A file that has changed on disk is read again."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._known: dict[str, tuple[float, StaticFile]] = {}

    def file(self, path: str) -> StaticFile | None:
        """A file of the page; None where there is none."""
        parts = [part for part in path.split("/") if part]
        if not parts or any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
            return None
        return self._read("/".join(parts))

    @property
    def index(self) -> StaticFile | None:
        """The page itself; None where it has not been built."""
        return self._read("index.html")

    def _read(self, path: str) -> StaticFile | None:
        file = self._folder / path
        try:
            if not file.is_file() or not file.resolve().is_relative_to(self._folder.resolve()):
                return None
            changed = file.stat().st_mtime
            known = self._known.get(path)
            if known is None or known[0] != changed:
                known = self._known[path] = (changed, page_of(path, file.read_bytes()))
            return known[1]
        except OSError:
            return None


def page_of(path: str, body: bytes) -> StaticFile:
    """A file ready to be sent."""
    media = mimetypes.guess_type(path)[0] or "application/octet-stream"
    if path.endswith((".js", ".mjs")):
        media = "text/javascript"
    elif path.endswith(".webmanifest"):
        media = "application/manifest+json"
    zipped = gzip.compress(body, 9, mtime=0) if media.startswith(_TEXT) and len(body) > 500 else None
    is_hashed = path.startswith("assets/")
    scripts = ""
    if path.endswith(".html"):
        digests = (base64.b64encode(hashlib.sha256(script).digest()).decode() for script in _INLINE.findall(body))
        scripts = " ".join(f"'sha256-{digest}'" for digest in digests)
    etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    return StaticFile(body, zipped, media, etag, FOR_GOOD if is_hashed else "no-cache", scripts)

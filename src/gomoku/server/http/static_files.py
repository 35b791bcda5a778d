"""Files of the built page: kept in memory, compressed once, with ETag and cache headers.

Not Litestar's static files: those answer no conditional requests and compress a file again for every response.
"""

import base64
import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parents[1] / "static"
"""Folder that the page is built into."""
IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""Cache-Control of files whose name changes with their content."""
_INLINE_SCRIPT: Final = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
_COMPRESSIBLE: Final = (
    "text/",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
)

NOT_BUILT: Final = (
    b"<!doctype html><meta charset=utf-8><title>Gomoku</title>"
    b"<p>The page has not been built yet. Run <code>make</code> in the project's folder and load this again."
)


@dataclass(frozen=True)
class StaticFile:
    """A file, ready to be sent."""

    body: bytes
    gzipped: bytes | None
    """Compressed body; None if that would not help."""
    media: str
    etag: str
    cache: str
    scripts: str = ""
    """Hashes of the inline scripts, for the content security policy."""


class StaticFiles:
    """Cache of a folder's files. A file that has changed on disk is read again."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._known: dict[str, tuple[float, StaticFile]] = {}

    def file(self, path: str) -> StaticFile | None:
        """The file at a URL path, or None. Hidden files and paths out of the folder have none."""
        parts = [part for part in path.split("/") if part]
        if not parts or any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
            return None
        return self._read("/".join(parts))

    @property
    def index(self) -> StaticFile | None:
        """The page; None if it has not been built."""
        return self._read("index.html")

    def _read(self, path: str) -> StaticFile | None:
        file = self._folder / path
        try:
            if not file.is_file() or not file.resolve().is_relative_to(self._folder.resolve()):
                return None
            changed = file.stat().st_mtime
            known = self._known.get(path)
            if known is None or known[0] != changed:
                known = self._known[path] = (changed, static_file(path, file.read_bytes()))
            return known[1]
        except OSError:
            return None


def static_file(path: str, body: bytes) -> StaticFile:
    """Prepare a file: media type, compression, ETag, cache headers."""
    media = mimetypes.guess_type(path)[0] or "application/octet-stream"
    if path.endswith((".js", ".mjs")):
        media = "text/javascript"
    elif path.endswith(".webmanifest"):
        media = "application/manifest+json"
    gzipped = gzip.compress(body, 9, mtime=0) if media.startswith(_COMPRESSIBLE) and len(body) > 500 else None
    is_hashed = path.startswith("assets/")
    scripts = ""
    if path.endswith(".html"):
        digests = (
            base64.b64encode(hashlib.sha256(script).digest()).decode() for script in _INLINE_SCRIPT.findall(body)
        )
        scripts = " ".join(f"'sha256-{digest}'" for digest in digests)
    etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    return StaticFile(body, gzipped, media, etag, IMMUTABLE if is_hashed else "no-cache", scripts)

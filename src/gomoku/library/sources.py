"""Streams games from files, folders and archives, one at a time: no file is ever held as a whole.

An SGF file is split into its games as it is read, so that damage is limited to one game. Folders are walked, ZIP
archives read member by member. What cannot be read is an `Entry` with its error.
"""

import codecs
import contextlib
import io
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from gomoku.rules import PRESETS, Rules, RulesError
from gomoku.rules.records import FORMATS, Record, RecordError, sgf
from gomoku.rules.records.errors import MAX_BYTES
from gomoku.rules.records.files import ReadOptions, decode, sniff
from gomoku.rules.records.record import Piskvork
from gomoku.rules.records.renlib import lines
from gomoku.rules.records.tree import print_games

ENDINGS: Final = ("sgf", "psq", "rec", "pos", "lib", "zip")
"""Endings of the files that are read from a folder or an archive; others are counted."""
_CHUNK: Final = 1 << 16
_HEAD: Final = 1 << 12
"""Bytes in which an SGF file declares its encoding."""
_WIDE: Final = re.compile(
    rb"CA\s*\[\s*(gb2312|gbk|gb18030|big5|big5hkscs|shift_jis|cp932|cp949|cp950|euc-?[jk][pr])\s*\]", re.I
)
"""Encodings in which a bracket can be the second byte of a character."""


@dataclass(frozen=True)
class Entry:
    """One game of a file, as text that its format reads, or the reason why there is none."""

    source: str
    """The file, with the archive before it."""
    number: int
    """Number of the game in its file, from 1."""
    format: str = ""
    text: str = ""
    error: RecordError | None = None

    def record(self, rules: Rules | None = None) -> Record:
        """The game, replayed; a file from Gomocup has its result in its name. Raises RecordError."""
        if self.error is not None:
            raise self.error
        if self.format == "sgf":
            return sgf.loads(self.text, rules)
        record = FORMATS[self.format].loads(self.text, ReadOptions(rules))
        if self.format == "psq" and not record.outcome:
            record.result = _judged(self.source, record.piskvork)
        return record


@dataclass
class Progress:
    """Progress of reading."""

    total: int = 0
    """Bytes of all files."""
    done: int = 0
    files: int = 0
    other: int = 0
    """Files in folders and archives that are not game files."""


def entries(paths: Sequence[Path], progress: Progress, encoding: str | None = None) -> Iterator[Entry]:
    """Every game of the files and folders, in order. `encoding`: of files that are not UTF-8 and declare none."""
    progress.total = sum(
        size for _, size in _files(paths, Progress())
    )  # walked twice: a list of a million files is large
    for path, size in _files(paths, progress):
        before = progress.done
        progress.files += 1
        try:
            with path.open("rb") as file:
                yield from _of_file(file, str(path), size, progress, before, encoding)
        except OSError as error:
            yield Entry(str(path), 1, error=RecordError(f"cannot read it: {error.strerror or error}"))
        progress.done = before + size


def _files(paths: Iterable[Path], progress: Progress) -> Iterator[tuple[Path, int]]:
    for path in paths:
        if not path.is_dir():
            yield path, path.stat().st_size if path.exists() else 0
            continue
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                if _ending(name) in ENDINGS:
                    found = Path(folder, name)
                    yield found, found.stat().st_size if found.exists() else 0
                else:
                    progress.other += 1


def _ending(name: str) -> str:
    return Path(name).suffix.lower().removeprefix(".")


def _of_file(
    file: BinaryIO, source: str, size: int, progress: Progress, before: int, encoding: str | None
) -> Iterator[Entry]:
    ending = _ending(source)
    if ending == "zip":
        yield from _of_archive(file, source, size, progress, before, encoding)
        return
    for entry in _of_stream(file, source, size, encoding):
        if file.seekable():
            progress.done = before + min(file.tell(), size)
        yield entry


def _of_archive(
    file: BinaryIO, source: str, size: int, progress: Progress, before: int, encoding: str | None
) -> Iterator[Entry]:
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError) as error:
        yield Entry(source, 1, error=RecordError(f"not a ZIP archive that can be read: {error}"))
        return
    unpacked = 0
    packed = sum(member.compress_size for member in archive.infolist()) or 1
    for member in archive.infolist():
        name = f"{source}/{member.filename}"
        unpacked += member.compress_size
        if member.is_dir():
            continue
        if _ending(member.filename) == "zip":
            yield Entry(name, 1, error=RecordError("an archive in an archive is not opened: unpack it first"))
        elif _ending(member.filename) not in ENDINGS:
            progress.other += 1
        else:
            try:
                with archive.open(member) as stream:
                    yield from _of_stream(stream, name, member.file_size, encoding)  # type: ignore[arg-type]
            except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError) as error:
                yield Entry(name, 1, error=RecordError(f"the archive is damaged here: {error}"))
        progress.done = before + size * unpacked // packed


def _of_stream(stream: BinaryIO, source: str, size: int, encoding: str | None) -> Iterator[Entry]:
    ending = _ending(source)
    if ending == "lib":
        yield from _of_library(stream, source, encoding)
    elif ending == "sgf":
        yield from _of_sgf(stream, source, encoding)
    elif size > MAX_BYTES:
        yield Entry(source, 1, error=RecordError(f"the file has {size} bytes; at most {MAX_BYTES} are read"))
    else:
        try:
            text = decode(stream.read(MAX_BYTES + 1), encoding)
            format = ending if ending in FORMATS else sniff(text)
            if format == "sgf":
                yield from _of_sgf(io.BytesIO(text.encode("utf-8")), source, None)
            else:
                yield Entry(source, 1, format, text)
        except RecordError as error:
            yield Entry(source, 1, error=error)


def _of_library(stream: BinaryIO, source: str, encoding: str | None) -> Iterator[Entry]:
    number = 0
    try:
        for number, line in enumerate(lines(stream, encoding), start=1):
            yield Entry(source, number, "sgf", print_games([line]))
    except RecordError as error:
        yield Entry(source, number + 1, error=error)


# --- SGF, game by game ---


class Text(Protocol):
    """Source of characters that games are read from."""

    def read(self, size: int, /) -> str: ...


class _Text:
    """A stream of bytes as text. The caller closes the stream."""

    def __init__(self, stream: BinaryIO, encoding: str | None) -> None:
        """`encoding`: used if none is declared at the beginning, and the stream is not UTF-8."""
        self._stream = stream
        self._head = stream.read(_HEAD)
        declared = _WIDE.search(self._head)
        self.encoding, errors = "utf-8", "surrogateescape"
        if declared:
            self.encoding, errors = codecs.lookup(declared[1].decode()).name, "strict"
        elif encoding is not None and not self._is_utf8():
            self.encoding, errors = encoding, "replace"
        self._decoder = codecs.getincrementaldecoder(self.encoding)(errors)

    def _is_utf8(self) -> bool:
        """Whether all of the stream is UTF-8; it is read to the end, and set back."""
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            data = self._head
            while data:
                decoder.decode(data)
                data = self._stream.read(_CHUNK)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
        finally:
            self._stream.seek(len(self._head))
        return True

    def read(self, size: int) -> str:
        """The next characters, at most about `size`; empty at the end."""
        while True:
            data = self._head or self._stream.read(size)
            self._head = b""
            text = self._decoder.decode(data, final=not data)
            if text or not data:
                return text


def _of_sgf(stream: BinaryIO, source: str, encoding: str | None) -> Iterator[Entry]:
    text = _Text(stream, encoding)
    number = 0
    try:
        for number, game in enumerate(games_in(text), start=1):
            yield _entry(source, number, game)
    except UnicodeDecodeError:
        why = f"not a text in the declared encoding {text.encoding}"
        yield Entry(source, number + 1, error=RecordError(why))
    else:
        if not number:
            yield Entry(source, 1, error=RecordError("no game found: SGF begins with '(;'"))


def _entry(source: str, number: int, game: str | None) -> Entry:
    if game is None:
        return Entry(source, number, error=RecordError(f"a game of more than {MAX_BYTES} characters"))
    try:
        game.encode("utf-8")
    except UnicodeEncodeError:  # not UTF-8: the game may declare its own encoding
        try:
            return Entry(source, number, "sgf", decode(game.encode("utf-8", "surrogateescape")))
        except RecordError as error:
            shown = game.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            return Entry(source, number, text=shown, error=error)
    return Entry(source, number, "sgf", game.removeprefix("\ufeff"))


_OUTSIDE: Final = re.compile(r"[()\[]")
_INSIDE: Final = re.compile(r"[\]\\]")
_GAME: Final = re.compile(r"\(\s*;")
_NEW_GAME: Final = re.compile(r"\(\s*;\s*(?:FF|GM)\s*\[")
_LOOK_AHEAD: Final = 64
"""Characters that decide whether a parenthesis begins a game."""


def games_in(text: Text) -> Iterator[str | None]:
    """The games of an SGF file, each from `(;` to its `)`; None for one that is too long.

    If a `)` is missing, the next game is recognised by `FF` or `GM` in its root.
    """
    chunk, at, start = text.read(_CHUNK), 0, 0
    parts: list[str] = []
    size = depth = 0
    inside = False
    while chunk:
        sign = (_INSIDE if inside else _OUTSIDE).search(chunk, at)
        short = sign is not None and sign.start() + _LOOK_AHEAD > len(chunk)
        if sign is None or short:
            keep = sign.start() if sign is not None else len(chunk)
            more = text.read(_CHUNK)
            if more or sign is None:
                if depth:
                    size += keep - start
                    if size <= MAX_BYTES:
                        parts.append(chunk[start:keep])
                    else:
                        parts.clear()
                chunk, at, start = chunk[keep:] + more, 0, 0
                continue
        assert sign is not None
        at = sign.end()
        if sign[0] == "\\":
            at += 1
        elif sign[0] == "]":
            inside = False
        elif sign[0] == "[":
            inside = depth > 0
        elif sign[0] == "(":
            if depth and _NEW_GAME.match(chunk, sign.start()):
                yield _whole(parts, chunk[start : sign.start()], size)
                parts, size, depth, start = [], 0, 1, sign.start()
            elif depth or _GAME.match(chunk, sign.start()):
                start = start if depth else sign.start()
                depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield _whole(parts, chunk[start:at], size)
                parts, size, start = [], 0, at
    if depth:
        yield _whole(parts, "", size)


def _whole(parts: list[str], last: str, size: int) -> str | None:
    return "".join([*parts, last]) if size + len(last) <= MAX_BYTES else None


# --- rules ---

_RULES: Final = re.compile(
    "|".join(rf"(?<![a-z])({re.escape(name)})(?![a-z])" for name in PRESETS if not name.isdigit()), re.I
)


_JUDGED: Final = re.compile(r"(?:.*[/\\])?\d+_\d+_\d+_([0-2])\.psq", re.ASCII | re.IGNORECASE | re.DOTALL)
"""Name of a file from Gomocup: round, both engines, and the colour that won: 1 is Black, 2 White, 0 nobody."""
_RESULTS: Final = {"1": "B+", "2": "W+", "0": "0"}


def _judged(source: str, said: Piskvork | None) -> str:
    """The result of a game that did not end on the board, by the name of its file from Gomocup; empty if that does not say it.

    The last line of such a file has the winner, too, but counted by engine: which of them is Black depends on the opening.
    """
    named = _JUDGED.fullmatch(source)
    if named is None or said is None or not said.trailer:
        return ""
    winner = said.trailer[0].partition(",")[0].strip()
    return _RESULTS[named[1]] if winner in ("1", "2", "0") and (winner == "0") == (named[1] == "0") else ""


_GROUP: Final = re.compile(r"\n\s*-?\d+\s*\n[0-2],([^\n]*\S)\s*\Z")
"""The last line of a PSQ file from Gomocup, after the closing code: the winner's number, and the group of the tournament."""


def rules_for(entry: Entry) -> Rules | None:
    """Rules for a game whose format names none: those of its path, or of the group in Gomocup's files; None for SGF."""
    if entry.format == "sgf":
        return None
    found = rules_in(entry.source)
    if found is None and entry.format == "psq" and (group := _GROUP.search(entry.text.replace("\r\n", "\n"))):
        found = rules_in(group[1])
    return found


_FOLDER: Final = re.compile(r"(?:^|[/\\])rules=([^/\\]+)(?=[/\\])")
"""A folder that states rules in full, as `folder_of` names it."""


def folder_of(rules: Rules) -> str:
    """Name of a folder whose files are read under these rules, for formats that do not name them."""
    return f"rules={rules.spec()}"


def rules_in(source: str) -> Rules | None:
    """Rules that a path names, as in `Gomocup2024-renju.zip`, for formats that do not name them."""
    for stated in reversed(_FOLDER.findall(source)):
        with contextlib.suppress(RulesError):
            return Rules.parse(stated)
    found = _RULES.findall(source.replace("_", " "))
    names = [name.lower() for groups in found for name in ([groups] if isinstance(groups, str) else groups) if name]
    return Rules.preset(names[-1]) if names else None


def is_assumed_freestyle(source: str) -> bool:
    """Whether neither a file's format nor its path names rules."""
    return source.lower().endswith((".psq", ".rec", ".pos")) and rules_in(source) is None

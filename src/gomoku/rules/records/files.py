"""Record files: choice of the codec, encoding, size limits.

Every failure, a missing file included, is a RecordError.
"""

import codecs
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from gomoku.rules.records import link, pos, psq, sgf
from gomoku.rules.records.errors import MAX_BYTES, RecordError, shown
from gomoku.rules.records.pos import RowsFrom
from gomoku.rules.records.record import (
    COMMENTS,
    DATE,
    EVENT,
    NAMES,
    OPENING,
    PISKVORK,
    RESULT,
    RULES,
    TIMES,
    VARIATIONS,
    Record,
    noted,
)
from gomoku.rules.variant import Rules

FilePath: TypeAlias = str | os.PathLike[str]


@dataclass(frozen=True)
class ReadOptions:
    """Reading options, for what a file may leave open."""

    rules: Rules | None = None
    rows_from: RowsFrom = "top"
    any_game: bool = False


@dataclass(frozen=True)
class Format:
    """A file format."""

    name: str
    keeps: frozenset[str]
    """Data that the format can hold besides position and moves."""
    loads: Callable[[str, ReadOptions], Record]
    dumps: Callable[[Record, bool], str]


_SGF_KEEPS: Final = frozenset({RULES, OPENING, NAMES, RESULT, DATE, EVENT, COMMENTS, TIMES, VARIATIONS, PISKVORK})

FORMATS: Final[dict[str, Format]] = {
    "sgf": Format("SGF", _SGF_KEEPS, lambda text, o: sgf.loads(text, o.rules, o.any_game), lambda r, _: sgf.dumps(r)),
    "psq": Format("Piskvork", psq.KEEPS, lambda text, o: psq.loads(text, o.rules), psq.dumps),
    "rec": Format("Gomotur", psq.KEEPS, lambda text, o: psq.loads_rec(text, o.rules), psq.dumps_rec),
    "pos": Format(
        "POS text",
        pos.KEEPS,
        lambda text, o: pos.loads(text, o.rules, o.rows_from),
        lambda r, lossy: pos.dumps(r, lossy=lossy),
    ),
    "link": Format("link", link.KEEPS, lambda text, _: link.loads(text), lambda r, _: link.dumps(r) + "\n"),
}
"""Formats by file extension. `.txt` is detected by its content when read, and written as POS."""


def read(
    source: FilePath | bytes,
    format: str | None = None,
    rules: Rules | None = None,
    rows_from: RowsFrom = "top",
    any_game: bool = False,
) -> Record:
    """Read one game from a file or its bytes. The format follows from the extension, otherwise from the content.

    `rules` apply to formats that name none (PSQ, REC, POS), and override `RU` in SGF; `rows_from` is for POS,
    `any_game` for SGF.
    """
    text, found = _text_and_format(source, format)
    return FORMATS[found].loads(text, ReadOptions(rules, rows_from, any_game))


def read_all(
    source: FilePath | bytes,
    format: str | None = None,
    rules: Rules | None = None,
    rows_from: RowsFrom = "top",
    any_game: bool = False,
) -> list[Record]:
    """Read all games of a file, as `read` does: an SGF file may hold several."""
    text, found = _text_and_format(source, format)
    if found == "sgf":
        return sgf.loads_collection(text, rules, any_game)
    return [FORMATS[found].loads(text, ReadOptions(rules, rows_from, any_game))]


def write(record: Record, path: FilePath, format: str | None = None, lossy: bool = False) -> None:
    """Write a record; the format is the file extension unless given.

    Raises RecordError if the format cannot hold the game; `lossy` allows the loss of an opening's decisions. `losses`
    tells beforehand which annotations will be left out.
    """
    _write(FORMATS[_format_to_write(path, format)].dumps(record, lossy), path)


def write_all(records: Sequence[Record], path: FilePath, format: str | None = None, lossy: bool = False) -> None:
    """Write several records into one file, which must be SGF unless there is only one."""
    found = _format_to_write(path, format)
    if found == "sgf":
        _write(sgf.dumps_collection(records), path)
    elif len(records) == 1:
        write(records[0], path, found, lossy)
    else:
        raise RecordError(f"{FORMATS[found].name} holds one game, not {len(records)}; write SGF")


def losses(record: Record, format: str) -> list[str]:
    """Data of the record that the format cannot hold, for messages."""
    keeps = FORMATS[_known(format)].keeps
    return [what for what in noted(record) if what not in keeps]


# --- choosing ---

_RECORD_MOVE: Final = re.compile(r"\s*[0-9]+\s*,\s*[0-9]+\s*,\s*[0-9]+\s*")


def sniff(text: str) -> str:
    """Detect the format of a text. Raises RecordError if it is empty."""
    start = text.lstrip("\ufeff \t\r\n")
    if not start:
        raise RecordError("the file is empty")
    if start.startswith("Piskvorky"):
        return "psq"
    if re.match(r"g[0-9]{1,3}(~|%7[Ee])", start):
        return "link"
    lines = start.split("\n", 3)
    if len(lines) > 2 and _RECORD_MOVE.fullmatch(lines[2]):
        return "rec"
    return "sgf" if start[0] == "(" or "(;" in start else "pos"


def _known(format: str) -> str:
    if format not in FORMATS:
        raise RecordError(f"unknown format {shown(format)}; known are {', '.join(FORMATS)}")
    return format


def _ending(path: FilePath) -> str:
    return Path(path).suffix.lower().removeprefix(".")


def _format_to_write(path: FilePath, format: str | None) -> str:
    if format is not None:
        return _known(format)
    ending = _ending(path)
    if ending != "txt" and ending not in FORMATS:
        known = ", ".join("." + name for name in (*FORMATS, "txt"))
        name = shown(Path(path).name)
        raise RecordError(f"the file's ending says the format: expected {known}, not {name}")
    return "pos" if ending == "txt" else ending


def _text_and_format(source: FilePath | bytes, format: str | None) -> tuple[str, str]:
    if isinstance(source, bytes):
        text = decode(source)
        return text, _known(format) if format else sniff(text)
    text = decode(_content(source))
    ending = _ending(source)
    if format is None and ending in FORMATS:
        format = ending
    return text, _known(format) if format else sniff(text)


# --- bytes ---

_CHARSET: Final = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_-]{1,40})\s*\]")
_ENCODINGS: Final = (
    {"big5", "big5hkscs", "gb18030", "gb2312", "gbk", "cp932", "cp949", "cp950", "euc_jp", "euc_kr", "shift_jis"}
    | {"cp437", "cp850", "cp852", "cp866", "koi8-r", "koi8-u", "mac-roman", "tis-620"}
    | {f"cp{page}" for page in range(1250, 1259)}
    | {f"iso8859-{part}" for part in range(1, 17)}
)
"""Encodings accepted besides UTF-8. Some of Python's others are slow on malicious input (punycode)."""


def _content(path: FilePath) -> bytes:
    try:
        size = os.stat(path).st_size
        if size > MAX_BYTES:
            raise RecordError(f"{Path(path).name} has {size} bytes; at most {MAX_BYTES} are read")
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)  # the size of a pipe is unknown beforehand
    except OSError as error:
        raise RecordError(f"cannot read {Path(path).name}: {error.strerror or error}") from None
    except ValueError as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"cannot read {shown(str(path))}: {error}") from None


def known_encoding(name: str) -> str:
    """The codec of that name. Raises RecordError if files are not read in it."""
    try:
        codec = codecs.lookup(name).name
    except (LookupError, ValueError):
        codec = ""
    if codec not in _ENCODINGS:
        raise RecordError(f"the encoding {shown(name)} is not known; known are {', '.join(sorted(_ENCODINGS))}")
    return codec


def decode(data: bytes, encoding: str | None = None) -> str:
    """Decode a file: UTF-8, otherwise the encoding that an SGF file declares in `CA`, otherwise the one that is given."""
    if len(data) > MAX_BYTES:
        raise RecordError(f"the file has {len(data)} bytes; at most {MAX_BYTES} are read")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if encoding is not None and _CHARSET.search(data) is None:
            return data.decode(encoding, "replace")
        return _decode_declared(data, error.start)


def _decode_declared(data: bytes, bad: int) -> str:
    line = data.count(b"\n", 0, bad) + 1
    column = bad - data.rfind(b"\n", 0, bad)
    declared = _CHARSET.search(data)
    if declared is None:
        raise RecordError("not a text in UTF-8, and no other encoding is declared", line, column)
    name = declared[1].decode("ascii")
    try:
        codec = codecs.lookup(name).name
        if codec not in _ENCODINGS:
            raise LookupError
        return data.decode(codec)
    except LookupError:
        why = f"not a text in UTF-8, and the declared encoding {shown(name)} is not known"
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        why = f"not a text in UTF-8, nor in the declared encoding {shown(name)}"
    raise RecordError(why, line, column)


def _write(text: str, path: FilePath) -> None:
    try:
        Path(path).write_bytes(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise RecordError(f"a character cannot be written: {shown(text[error.start : error.end])}") from None
    except OSError as error:
        raise RecordError(f"cannot write {Path(path).name}: {error.strerror or error}") from None
    except ValueError as error:
        raise RecordError(f"cannot write {shown(str(path))}: {error}") from None

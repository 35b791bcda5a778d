"""Files of networks: a line of JSON with what the network is for and how it was made, then its integers, compressed.

The integers are little-endian: weights of 16 bits, biases of 32, in the order of `PARTS`.
"""

import json
import os
import sys
import zlib
from array import array
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from gomoku.core.learned.weights import closest_fit

if TYPE_CHECKING:
    from gomoku.rules import Rules

NetworkNumbers: TypeAlias = dict[str, memoryview]
"""The integers of a network, by part."""

VERSION = 3
"""Format version of a file."""
SUFFIX = ".net"
FOLDER = os.path.dirname(__file__)  # not pathlib: it would delay the engine's start
PARTS = {
    "rows": "h",
    "first": "h",
    "first_bias": "i",
    "second": "h",
    "second_bias": "i",
    "last": "h",
    "last_bias": "i",
    "policy": "h",
    "policy_bias": "i",
}
"""By part: the `struct` code of its integers."""


class NetworkError(ValueError):
    """The file holds no network that this program can use."""


def read(path: str) -> tuple[dict[str, Any], NetworkNumbers]:
    """The description and the integers of a file. Raises OSError, or NetworkError if it is damaged or made for another program."""
    with open(path, "rb") as file:
        head, packed = file.readline(4096), file.read()
    try:
        about = json.loads(head)
        version, sizes, checksum = about["version"], about["parts"], about["crc32"]
        if version != VERSION:
            raise NetworkError(f"{path} is a network of version {version}; this program reads version {VERSION}")
        content = zlib.decompress(packed)
        numbers: NetworkNumbers = {}
        start = 0
        for name, code in PARTS.items():
            part = array(code)
            end = start + sizes[name] * part.itemsize
            part.frombytes(content[start:end])
            if sys.byteorder == "big":
                part.byteswap()
            numbers[name], start = memoryview(part), end
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        if isinstance(error, NetworkError):
            raise
        raise NetworkError(f"{path} is not a network, or damaged") from None
    if start != len(content) or zlib.crc32(content) != checksum:
        raise NetworkError(f"{path} is damaged: its checksum does not match")
    return about, numbers


def pack(about: dict[str, Any], numbers: NetworkNumbers) -> bytes:
    """The content of a file."""
    content = b""
    for name, code in PARTS.items():
        part = array(code, numbers[name])
        if sys.byteorder == "big":
            part.byteswap()
        content += part.tobytes()
    sizes = {name: len(numbers[name]) for name in PARTS}
    whole = {"version": VERSION, **about, "parts": sizes, "crc32": zlib.crc32(content)}
    return json.dumps(whole).encode("ascii") + b"\n" + zlib.compress(content, 9)


def network_for(rules: "Rules") -> NetworkNumbers | None:
    """The network that comes with the program for a rule set: that of the rule set whose weights it uses, if it has one."""
    return _built_in(closest_fit(rules))


@cache
def _built_in(preset: str) -> NetworkNumbers | None:
    path = os.path.join(FOLDER, preset + SUFFIX)
    return read(path)[1] if os.path.exists(path) else None

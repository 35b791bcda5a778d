"""Settings that the manager sends with `INFO`: keys, parsers and defaults. `INFO` is never answered.

Unknown keys and malformed values are ignored. An unsupported rule is reported by the next command that needs an answer.
"""

import os

from gomoku import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

UNLIMITED = 2147483647
"""Value of `time_left` for a game without a time limit, in milliseconds."""
MEGABYTE = 1048576
MAX_THREADS = 256


class Settings:
    """Current settings. Defaults: freestyle, 5 s per move, 70 MB."""

    def __init__(self) -> None:
        self.turn_ms = 5000
        """Milliseconds per move; 0 means as fast as possible."""
        self.match_ms = 0
        """Milliseconds per game; 0 means no limit."""
        self.left_ms: int | None = None
        """Milliseconds left for the game, as last sent by the manager; may be negative."""
        self.left_is_news = False
        """`left_ms` was updated since the time manager last read it."""
        self.max_memory = 70_000_000
        """Memory limit of the whole process in bytes; 0 means no limit."""
        self.hash_kb: int | None = None
        self.threads = 1
        self.max_depth: int | None = None
        self.max_nodes: int | None = None
        self.level: int | None = None
        self.spec = "freestyle"
        """Rule set in the syntax of `Rules.parse`. `START` sets the board size."""
        self.rule_fault: str | None = None
        """Reason for which the requested rules are not supported; None if they are."""
        self.captured: tuple[int, int] | None = None
        """Stones captured by us and by the opponent, for the next position set up."""
        self.uses_book = False
        """Open from the book that comes with the program."""
        self.suggests = False
        """Answer `SUGGEST x,y` instead of a move."""
        self.sends_messages = False
        """Send a `MESSAGE` with depth, value and line before each move."""
        self.game_type: int | None = None
        self.folder = ""

    def put(self, key: str, value: str) -> None:
        """Set one key; unknown keys and malformed values are ignored."""
        entry = KEYS.get(key.lower())
        if entry is None:
            return
        name, read = entry
        try:
            found = read(value.strip())
        except ValueError:
            return
        if isinstance(found, Unsupported):
            self.rule_fault = found.text
            return
        setattr(self, name, found)
        if name == "spec":
            self.rule_fault = None
        elif name == "left_ms":
            self.left_is_news = True

    @property
    def memory(self) -> int | None:
        """Memory limit in bytes, the lower of the manager's and the operating system's; None if there is none."""
        limits = [limit for limit in (self.max_memory, system.data_limit()) if limit]
        return min(limits) if limits else None


class Unsupported:
    """A well-formed value that is not supported, with the reason."""

    def __init__(self, text: str) -> None:
        self.text = text


# --- values ---


def number(text: str) -> int:
    """Parse an integer of at most 19 digits, with an optional sign."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise ValueError(text)
    return int(text)


def within(least: int, most: int) -> "Callable[[str], int]":
    def read(text: str) -> int:
        value = number(text)
        if not least <= value <= most:
            raise ValueError(text)
        return value

    return read


def memory(text: str) -> int:
    """Parse a memory limit in bytes. Some managers send KB: nothing runs in less than 1 MB, so less is KB, except 0."""
    value = within(0, 10**15)(text)
    return value if value >= MEGABYTE else 1024 * value


def optional(text: str) -> int | None:
    """Parse a limit; 0 means none."""
    return within(0, 10**15)(text) or None


def pair(text: str) -> tuple[int, int]:
    """Parse two integers separated by a comma or a space."""
    first, second = text.replace(",", " ").split()
    return number(first), number(second)


def taken(text: str) -> tuple[int, int]:
    own, enemy = pair(text)
    if not (0 <= own <= 10_000 and 0 <= enemy <= 10_000):
        raise ValueError(text)
    return own, enemy


def piskvork_rule(text: str) -> str | Unsupported:
    """Parse Piskvork's rule bits: 1 exactly five, 2 continuous game, 4 renju, 8 caro."""
    from gomoku.rules.variant import preset_of_piskvork

    rule = number(text)
    preset = preset_of_piskvork(rule)
    if preset is not None:
        return preset
    return Unsupported(
        "a continuous game cannot be played" if rule > 0 and rule & 2 else f"rule {rule} cannot be played"
    )


def rule_set(text: str) -> str | Unsupported:
    """Parse a preset with optional changes, such as `42;three=flank`."""
    from gomoku.rules.variant import Rules, RulesError

    try:
        return Rules.parse(text).spec()
    except RulesError as error:
        return Unsupported(str(error))


def threads(text: str) -> int:
    """Parse a thread count, capped at the number of processors."""
    return min(within(1, 1 << 31)(text), os.cpu_count() or 1, MAX_THREADS)


KEYS: "dict[str, tuple[str, Callable[[str], Any]]]" = {
    "timeout_turn": ("turn_ms", within(0, 10**12)),
    "timeout_match": ("match_ms", within(0, 10**12)),
    "time_left": ("left_ms", number),
    "max_memory": ("max_memory", memory),
    "game_type": ("game_type", number),
    "rule": ("spec", piskvork_rule),
    "folder": ("folder", str),
    "max_depth": ("max_depth", optional),
    "max_node": ("max_nodes", optional),
    "thread_num": ("threads", threads),
    "hash_size": ("hash_kb", optional),
    "gomoku.rules": ("spec", rule_set),
    "gomoku.captured": ("captured", taken),
    "gomoku.threads": ("threads", threads),
    "gomoku.level": ("level", within(1, 10)),
    "gomoku.book": ("uses_book", lambda text: bool(within(0, 1)(text))),
    "gomoku.suggest": ("suggests", lambda text: bool(within(0, 1)(text))),
    "gomoku.messages": ("sends_messages", lambda text: bool(within(0, 1)(text))),
}
"""Attribute and parser by key. `evaluate` is a query and handled by the protocol."""

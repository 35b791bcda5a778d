"""What `INFO` says: every key, what its value may be, and where it is kept. Nothing here is ever answered.

Unknown keys and malformed values are ignored. A rule that cannot be played is kept as the reason for the next `ERROR`.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

UNLIMITED = 2147483647
"""What `time_left` says where there is no limit for the game."""
MEGABYTE = 1048576
MAX_THREADS = 256


class Settings:
    """Everything a manager has said by `INFO`; without any, freestyle, 5 s a turn and 70 MB."""

    def __init__(self) -> None:
        self.turn_ms = 5000
        """Milliseconds a move; 0 is as fast as possible."""
        self.match_ms = 0
        """Milliseconds a game; 0 is no limit."""
        self.left_ms: int | None = None
        """What is left of them, as the manager said last; it may be negative."""
        self.left_is_news = False
        """The manager has spoken of the time left since the clock looked."""
        self.max_memory = 70_000_000
        """Bytes for the whole process; 0 is no limit."""
        self.hash_kb: int | None = None
        self.threads = 1
        self.max_depth: int | None = None
        self.max_nodes: int | None = None
        self.level: int | None = None
        self.spec = "freestyle"
        """The rule set, as `Rules.parse` reads it. Its size does not count: `START` says that."""
        self.rule_fault: str | None = None
        """Why the rules asked for cannot be played."""
        self.captured: tuple[int, int] | None = None
        """Stones taken so far by us and by the enemy, for the next position that is set up."""
        self.suggests = False
        """Answer `SUGGEST x,y` instead of a move."""
        self.is_chatty = False
        """Tell with a `MESSAGE` before each move how it was found."""
        self.game_type: int | None = None
        self.folder = ""

    def put(self, key: str, value: str) -> None:
        """Take one `INFO` in; what cannot be understood is ignored."""
        entry = KEYS.get(key.lower())
        if entry is None:
            return
        name, read = entry
        try:
            found = read(value.strip())
        except ValueError:
            return
        if isinstance(found, Fault):
            self.rule_fault = found.text
            return
        setattr(self, name, found)
        if name == "spec":
            self.rule_fault = None
        elif name == "left_ms":
            self.left_is_news = True

    @property
    def memory(self) -> int | None:
        """Bytes the process may take, as the manager says and as the system enforces; None without a limit."""
        limits = [limit for limit in (self.max_memory, data_limit()) if limit]
        return min(limits) if limits else None


class Fault:
    """A value that was understood and cannot be granted."""

    def __init__(self, text: str) -> None:
        self.text = text


def data_limit() -> int:
    """Bytes of data that the system allows the process, 0 where it sets no limit."""
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_DATA)
    return 0 if soft == resource.RLIM_INFINITY else soft


# --- values ---


def number(text: str) -> int:
    """A whole number as managers write them."""
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


def optional(text: str) -> int | None:
    """A limit; 0 lifts it."""
    return within(0, 10**15)(text) or None


def pair(text: str) -> tuple[int, int]:
    """Two numbers with a comma or a blank between them."""
    first, second = text.replace(",", " ").split()
    return number(first), number(second)


def taken(text: str) -> tuple[int, int]:
    own, enemy = pair(text)
    if not (0 <= own <= 10_000 and 0 <= enemy <= 10_000):
        raise ValueError(text)
    return own, enemy


def piskvork_rule(text: str) -> str | Fault:
    """A sum of 1 exactly five, 2 continuous, 4 renju, 8 caro."""
    from gomoku.rules.variant import preset_of_piskvork

    rule = number(text)
    preset = preset_of_piskvork(rule)
    if preset is not None:
        return preset
    return Fault("a continuous game cannot be played" if rule > 0 and rule & 2 else f"rule {rule} cannot be played")


def rule_set(text: str) -> str | Fault:
    """Ours: a preset, with changes or without."""
    from gomoku.rules.variant import Rules, RulesError

    try:
        return Rules.parse(text).spec()
    except RulesError as error:
        return Fault(str(error))


def threads(text: str) -> int:
    """More than there are processors would only be in each other's way."""
    return min(within(1, 1 << 31)(text), os.cpu_count() or 1, MAX_THREADS)


KEYS: "dict[str, tuple[str, Callable[[str], Any]]]" = {
    "timeout_turn": ("turn_ms", within(0, 10**12)),
    "timeout_match": ("match_ms", within(0, 10**12)),
    "time_left": ("left_ms", number),
    "max_memory": ("max_memory", within(0, 10**15)),
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
    "gomoku.suggest": ("suggests", lambda text: bool(within(0, 1)(text))),
    "gomoku.messages": ("is_chatty", lambda text: bool(within(0, 1)(text))),
}
"""Key to the setting and the reader of its value. `evaluate` is a question, and the protocol's own."""

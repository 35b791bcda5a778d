"""Players of a match: our engine in any configuration, the baselines, and any Gomocup brain.

A player is identified by a text, its spec, so that matches can be logged, repeated and sent to other processes:

    engine                          our engine; engine:time=0.1,threads=2,level=7,weights=hand,NULL_DEPTH=99; with book=shipped
                                    its first moves are drawn from the book, by the seed of the match
    greedy, classic:depth=4         the baselines
    brain:./pbrain-x,time=0.5       a program that speaks the Gomocup protocol; info.thread_num=2 sends that INFO
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeVar

from gomoku.core import _core, params
from gomoku.core.learned import networks, weights
from gomoku.engine import Engine, Limit, answer
from gomoku.engine.book import Book, BookError, book_for, read
from gomoku.engine.levels import LEVELS, play_at
from gomoku.engine.position import load_position
from gomoku.lab.types import ChosenMove, LabError, MatchPlayer, OpeningPlayer
from gomoku.rules import Game, Rules
from gomoku.rules.openings import Answer

DEFAULT_TIME = "0.5"
"""Seconds per move if no limit is given."""
ENGINE_OPTIONS = ("time", "nodes", "depth", "level", "threads", "memory", "weights", "network", "book")
"""Options of the engine besides the search parameters."""
Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Spec:
    """A parsed player spec."""

    kind: str
    command: str
    """Command line of a brain; empty for other kinds."""
    options: dict[str, str]

    @classmethod
    def parse(cls, text: str) -> "Spec":
        kind, _, rest = text.partition(":")
        parts = [part for part in rest.split(",") if part]
        command = parts.pop(0) if kind == "brain" and parts else ""
        options = {}
        for part in parts:
            key, found, value = part.partition("=")
            if not (found and key and value):
                raise LabError(f"expected option=value in the player {text!r}, not {part!r}")
            options[key.strip()] = value.strip()
        return cls(kind.strip(), command.strip(), options)

    def __str__(self) -> str:
        options = [f"{key}={value}" for key, value in self.options.items()]
        rest = ",".join([self.command, *options] if self.command else options)
        return f"{self.kind}:{rest}" if rest else self.kind


class EnginePlayer:
    """Our engine. Options: time, nodes, depth, level, threads, memory, weights=hand or a file, network=none or a file, book=shipped or a file, and any search parameter."""

    def __init__(self, options: dict[str, str]) -> None:
        options = dict(options)
        take = options.pop
        limits = {name: take(name, None) for name in ("time", "nodes", "depth")}
        if not any(limits.values()):
            limits["time"] = DEFAULT_TIME
        self.limit = Limit(
            time=number("time", limits["time"], float),
            nodes=number("nodes", limits["nodes"], int),
            depth=number("depth", limits["depth"], int),
        )
        self.threads = number("threads", take("threads", "1"), int) or 1
        self.memory = number("memory", take("memory", "16"), float) or 16.0
        self.weights, self.network = take("weights", ""), take("network", "")
        self.level = number("level", take("level", None), int)
        if self.level is not None and self.level not in LEVELS:
            raise LabError(f"levels are 1 to {len(LEVELS)}, not {self.level}")
        self.book_source = take("book", "")
        self.book: Book | None = None
        self.rng = random.Random()
        self.params = {}
        for name, value in options.items():
            if params.current_name(name) not in params.PARAMS:
                raise LabError(f"the engine has no option {name!r}{did_you_mean(name)}")
            self.params[name] = int(value) if value.lstrip("-").isdecimal() else bad_number(name, value)
        self.engine: Engine | None = None

    @property
    def time_limit(self) -> float | None:
        return self.limit.time

    def seed(self, text: str) -> None:
        self.rng = random.Random(text)

    def new_game(self, rules: Rules) -> None:
        if self.engine is None or self.engine.rules != rules:
            self.close()
            self.book = book_of(self.book_source, rules)
            self.engine = Engine(
                rules,
                self.threads,
                self.memory,
                **evaluation_of(self.weights, self.network, rules),
                search_params=self.params,
            )
        else:
            self.engine.new_game()

    def choose(self, game: Game) -> ChosenMove:
        assert self.engine is not None, "call new_game first"
        started = perf_counter()
        known = self.book and self.book.choose(game, self.rng)
        if known:
            result = known
        elif self.level is None:
            result = self.engine.search(game, self.limit)
        else:  # seeded by the game so far, so that a match is reproducible
            luck = random.Random(f"{self.level}/{game.moves}")
            result = play_at(self.engine, game, self.level, self.limit, luck)
        seconds = perf_counter() - started
        return ChosenMove(result.move, seconds, result.score, result.depth, result.nodes)

    def decide(self, game: Game) -> tuple[list[Answer], float]:
        assert self.engine is not None, "call new_game first"
        started = perf_counter()
        found = answer(self.engine, game, self.limit, self.rng)
        return [found], perf_counter() - started

    def close(self) -> None:
        if self.engine:
            self.engine.close()
            self.engine = None


class BaselinePlayer:
    """`greedy` and `classic`: see `gomoku.core.baselines`. Option of `classic`: depth."""

    def __init__(self, kind: str, options: dict[str, str]) -> None:
        options = dict(options)
        self.depth = (number("depth", options.pop("depth", "4"), int) or 4) if kind == "classic" else 0
        refuse_rest(kind, options)
        self.rules: Rules | None = None

    @property
    def time_limit(self) -> None:
        return None

    def new_game(self, rules: Rules) -> None:
        if self.rules != rules:
            self.rules = rules
            self.baselines = _core.Baselines(rules)

    def choose(self, game: Game) -> ChosenMove:
        started = perf_counter()
        load_position(self.baselines, game)
        if self.depth == 0:
            return ChosenMove(self.baselines.greedy(), perf_counter() - started)
        move, value, nodes = self.baselines.classic(self.depth)
        return ChosenMove(move, perf_counter() - started, value, self.depth, nodes)

    def close(self) -> None:
        pass


def make_player(spec: str) -> MatchPlayer:
    """Create the player of a spec. Raises LabError for an invalid one."""
    parsed = Spec.parse(spec)
    if parsed.kind == "engine":
        return EnginePlayer(parsed.options)
    if parsed.kind in ("greedy", "classic"):
        return BaselinePlayer(parsed.kind, parsed.options)
    if parsed.kind == "brain":
        from gomoku.lab.matches.brains import BrainPlayer

        return BrainPlayer(parsed.command, parsed.options)
    raise LabError(f"there is no player {spec!r}: known are engine, greedy, classic and brain:PATH")


def with_limits(spec: str, time: float | None = None, nodes: int | None = None) -> str:
    """Add a limit to a spec, if the player takes one and has none."""
    parsed = Spec.parse(spec)
    if parsed.kind == "engine" and not {"time", "nodes", "depth"} & set(parsed.options):
        if nodes:
            parsed.options["nodes"] = str(nodes)
        if time or not nodes:
            parsed.options["time"] = f"{time:g}" if time else DEFAULT_TIME
    elif parsed.kind == "brain" and "time" not in parsed.options:
        parsed.options["time"] = f"{time:g}" if time else DEFAULT_TIME
    return str(parsed)


def threads_of(spec: str) -> int:
    """Number of threads the player searches with."""
    player = make_player(spec)
    if isinstance(player, EnginePlayer):
        return player.threads
    threads = Spec.parse(spec).options.get("info.thread_num", "")
    return int(threads) if threads.isdecimal() and threads != "0" else 1


def check_player(spec: str, rules: Rules, opening: str = "standard") -> None:
    """Start the player once. Raises LabError if it cannot play the rules or the opening."""
    from gomoku.lab.types import PlayerFault

    player = make_player(spec)
    try:
        if opening != "standard" and not isinstance(player, OpeningPlayer):
            raise LabError(f"{spec} cannot play the opening {opening}")
        player.new_game(rules)
    except PlayerFault as fault:
        raise LabError(f"{spec} cannot play {rules}: {fault}") from None
    except (ValueError, OverflowError, MemoryError) as error:
        raise LabError(f"{spec} cannot play {rules}: {error}") from None
    finally:
        player.close()


# --- helpers ---


def weights_of(source: str, rules: Rules) -> weights.Numbers | None:
    """Evaluation weights of a file, or the hand-made ones for `hand`; None, the built-in weights, for an empty source."""
    if not source:
        return None
    if source == "hand":
        return weights.hand_made()
    try:
        sections = weights.read(source)
    except OSError as error:
        raise LabError(f"cannot read the weights {source}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError):
        raise LabError(f"{source} is not a file of weights") from None
    if rules.name not in sections:
        raise LabError(f"{source} holds no weights for {rules.name}")
    return sections[rules.name]


def book_of(source: str, rules: Rules) -> Book | None:
    """The book of a file, or the one that comes with the program for `shipped`; None for an empty source."""
    if not source:
        return None
    try:
        book = book_for(rules) if source == "shipped" else read(source)
    except OSError as error:
        raise LabError(f"cannot read the book {source}: {error.strerror or error}") from None
    except BookError as error:
        raise LabError(str(error)) from None
    if book is None or book.about.get("rules") != rules.spec():
        raise LabError(f"there is no book for {rules}" if book is None else f"{source} is not a book for {rules}")
    return book


def evaluation_of(source: str, network: str, rules: Rules) -> dict[str, Any]:
    """Options of `Engine`: the weights of a source, and the network of a file, none for `none`, or the built-in one."""
    numbers = weights_of(source, rules)
    if not network:
        return {"weights": numbers}
    numbers = numbers or weights.numbers_for(rules)
    if network == "none":
        return {"weights": numbers}
    try:
        about, learned = networks.read(network)
    except OSError as error:
        raise LabError(f"cannot read the network {network}: {error.strerror or error}") from None
    except networks.NetworkError as error:
        raise LabError(str(error)) from None
    if about.get("rules") != weights.closest_fit(rules):
        raise LabError(f"{network} is a network for {about.get('rules')}, not for {rules.name}")
    return {"weights": numbers, "network": learned}


def number(name: str, text: str | None, kind: Callable[[str], Number]) -> Number | None:
    """Parse a positive number. Raises LabError."""
    if text is None:
        return None
    try:
        value = kind(text)
    except ValueError:
        bad_number(name, text)
    if not 0 < value < 1e12:
        bad_number(name, text)
    return value


def bad_number(name: str, text: str) -> int:
    raise LabError(f"{name} must be a number above 0, not {text!r}")


def did_you_mean(name: str) -> str:
    """The end of an error message about an unknown option of the engine: the names close to it, if any."""
    from difflib import get_close_matches

    known = {option.upper(): option for option in (*ENGINE_OPTIONS, *params.PARAMS)}
    near = [known[match] for match in get_close_matches(name.upper(), known)]
    return f": did you mean {' or '.join(near)}?" if near else ""


def refuse_rest(kind: str, options: dict[str, str]) -> None:
    for name in options:
        raise LabError(f"{kind} has no option {name!r}")

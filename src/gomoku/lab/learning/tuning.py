"""Tuning of the search parameters: SPSA on games of the engine against itself.

An iteration is a match between the two perturbed engines on openings of its own. The games of an iteration run in parallel,
iterations one after the other, so that a tuning does not depend on the number of processes. The log holds one line per
iteration. Nothing here changes the engine: the result is a player spec, to be confirmed by an SPRT.
"""

import re
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gomoku.core import params
from gomoku.lab.jobs import local
from gomoku.lab.jobs.logs import Log
from gomoku.lab.jobs.pool import Pool
from gomoku.lab.learning.spsa import MIN_STEP, Spsa, State, TunedParameter
from gomoku.lab.matches import match
from gomoku.lab.matches.players import EnginePlayer, Spec, did_you_mean, make_player
from gomoku.lab.matches.stats import Tally
from gomoku.lab.types import LabError
from gomoku.rules import Rules

SPANS = {
    "ASPIRATION": 30,
    "RFP_MARGIN": 50,
    "RFP_IMPROVING": 50,
    "RAZOR_MARGIN": 100,
    "NULL_MARGIN": 60,
    "KILLER_BONUS": 40,
    "LMP_BASE": 4,
    "LMP_SLOPE": 10,
    "LMP_NOT_IMPROVING": 40,
    "FUTILITY_MARGIN": 50,
    "LMR_BASE": 100,
    "LMR_SLOPE": 60,
    "LMR_NOT_IMPROVING": 256,
    "THREAT_HISTORY": 8,
}
"""Parameters tuned by default, with half the width of their range around the start. Depths and budgets of the threat searches
are left out: they take few values, or trade time for strength, which games at fixed nodes do not show."""
STEPS_IN_RANGE = 10
"""Width of a range, in derived steps."""
CHOICE = re.compile(
    r"(?P<name>\w+)(?:=(?P<low>-?\d{1,9})\.\.(?P<high>-?\d{1,9})(?::(?P<step>\d{1,9}(?:\.\d{1,6})?))?)?"
)


@dataclass(frozen=True)
class TuningPlan:
    """A tuning: what is tuned, and the games that decide."""

    player: str
    """Spec of the engine to start from, with its limit."""
    rules: str
    spsa: Spsa
    pairs: int
    """Pairs of games per iteration."""
    openings: str = match.BALANCED

    def about(self) -> dict[str, Any]:
        """Head of the log. The iterations belong to it: all gains depend on them."""
        found: dict[str, Any] = {"log": "tune", **self._games()}
        return found | {parameter.name: str(parameter) for parameter in self.spsa.parameters}

    def next_match(self, state: State) -> match.Match:
        """The match of the next iteration."""
        first, second = (with_values(self.player, side) for side in self.spsa.perturbed(state))
        return match.Match(
            first,
            second,
            self.rules,
            self.pairs,
            self.spsa.seed,
            openings=self.openings,
            skip=state.iteration * self.pairs,
        )

    def result(self, state: State) -> str:
        """Spec of the engine with the values that have changed."""
        start = self.spsa.start().rounded()
        return with_values(
            self.player, {name: value for name, value in state.rounded().items() if value != start[name]}
        )

    def as_json(self, state: State) -> dict[str, Any]:
        """The tuning so far, for programs."""
        now = state.rounded()
        found = [
            {**asdict(parameter), "value": state.values[parameter.name], "now": now[parameter.name]}
            for parameter in self.spsa.parameters
        ]
        counts = {"done": state.iteration, "games": 2 * self.pairs * state.iteration}
        return {**self._games(), **counts, "parameters": found, "result": self.result(state)}

    def _games(self) -> dict[str, Any]:
        """Everything that determines the games played, except the parameters."""
        return {
            "player": self.player,
            "rules": self.rules,
            "openings": self.openings,
            "seed": self.spsa.seed,
            "iterations": self.spsa.iterations,
            "pairs": self.pairs,
            "rate": self.spsa.rate,
        }


def start_values(player: str, rules: Rules) -> dict[str, int]:
    """The search parameters of a player. Raises LabError if it has none, or one out of range."""
    engine = make_player(player)
    if not isinstance(engine, EnginePlayer):
        raise LabError(f"only the engine has search parameters, not {player!r}")
    try:
        values: dict[str, int] = params.values_for(rules, engine.params)
    except ValueError as error:
        raise LabError(str(error)) from None
    return values


def parameters(
    start: dict[str, int], chosen: Iterable[str] = (), held: Iterable[str] = ()
) -> tuple[TunedParameter, ...]:
    """The parameters to tune, in the order of their declaration.

    `chosen` are texts `NAME`, `NAME=LOW..HIGH` or `NAME=LOW..HIGH:STEP`; without any, all of SPANS are tuned. Those named in
    `held` are left alone. Raises LabError for unknown names and impossible ranges.
    """
    kept = {_name(name) for name in held}
    found: dict[str, TunedParameter] = {}
    for text in list(chosen) or SPANS:
        parts = CHOICE.fullmatch(text)
        if parts is None:
            raise LabError(f"expected NAME, NAME=LOW..HIGH or NAME=LOW..HIGH:STEP, not {text!r}")
        name = _name(parts["name"])
        if name in found:
            raise LabError(f"{name} is given twice")
        found[name] = _parameter(name, start[name], parts)
    tuned = tuple(found[name] for name in params.DECLARED if name in found and name not in kept)
    if not tuned:
        raise LabError("there is no parameter left to tune")
    return tuned


def _parameter(name: str, start: int, parts: re.Match[str]) -> TunedParameter:
    declared = params.DECLARED[name]
    if parts["low"] is not None:
        low, high = int(parts["low"]), int(parts["high"])
        if low < declared.low or high > declared.high:
            raise LabError(f"the range of {name} must lie in {declared.low}..{declared.high}, not {low}..{high}")
    else:
        span = SPANS.get(name, abs(start))
        if span == 0:
            raise LabError(f"{name} starts at 0: give its range, as in {name}=LOW..HIGH")
        low, high = max(start - span, declared.low), min(start + span, declared.high)
    step = float(parts["step"]) if parts["step"] else max(MIN_STEP, (high - low) / STEPS_IN_RANGE)
    try:
        return TunedParameter(name, start, low, high, step)
    except ValueError as error:
        raise LabError(str(error)) from None


def _name(text: str) -> str:
    name: str = params.current_name(text)
    if name not in params.DECLARED:
        raise LabError(f"there is no search parameter {text!r}{did_you_mean(text)}")
    return name


def with_values(player: str, values: dict[str, int]) -> str:
    """The player with other values of search parameters."""
    spec = Spec.parse(player)
    # a former name of the same parameter would contradict the value
    options = {key: text for key, text in spec.options.items() if params.current_name(key) not in values}
    return str(Spec(spec.kind, spec.command, options | {name: str(value) for name, value in values.items()}))


def run(
    plan: TuningPlan, processes: int, log: Path | None = None, pool: Pool = local.run
) -> Generator[tuple[State, Tally]]:
    """Tune; yield the state with the results of the current iteration, first as the log left it, then after each pair."""
    book = Log(log, plan.about()) if log else None
    try:
        state = _replayed(plan, book) if book else plan.spsa.start()
        yield state, Tally()
        while state.iteration < plan.spsa.iterations:
            tally = Tally()
            games = match.run(plan.next_match(state), min(processes, 2 * plan.pairs), pool=pool)
            with closing(games):
                for tally, _ in games:
                    if sum(tally.pairs) < plan.pairs:
                        yield state, tally
            state = plan.spsa.updated(state, tally.wins - tally.losses)
            if book:
                book.append(_record(state, tally))
            yield state, tally
    finally:
        if book:
            book.close()


def _record(state: State, tally: Tally) -> dict[str, Any]:
    counts = {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}
    return {"iteration": state.iteration, **counts, "values": state.values}


def _replayed(plan: TuningPlan, book: Log) -> State:
    """The state after the iterations of a log. Raises LabError unless each follows from the one before."""
    state = plan.spsa.start()
    for line, record in enumerate(book.records, start=2):
        try:
            wins, draws, losses = (int(record[key]) for key in ("wins", "draws", "losses"))
            if wins + draws + losses != 2 * plan.pairs or record["iteration"] != state.iteration + 1:
                raise ValueError("games")
            state = plan.spsa.updated(state, wins - losses)
            if not all(abs(record["values"][name] - value) < 1e-3 for name, value in state.values.items()):
                raise ValueError("values")
        except (KeyError, TypeError, ValueError):
            raise LabError(f"{book.path}, line {line}: this is not the next iteration of the tuning") from None
    if state.iteration > plan.spsa.iterations:
        raise LabError(f"{book.path} holds more than {plan.spsa.iterations} iterations")
    return state

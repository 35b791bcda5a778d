"""Training: rounds of self-play, fit and gate match. New weights replace the best so far only if they win their match.

Games, weights and gate logs are stored by round in one folder. Finished steps are not repeated, so that a training can be
interrupted and resumed at any time.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gomoku.core.learned import weights
from gomoku.lab.learning import fit, selfplay
from gomoku.lab.matches import match
from gomoku.lab.matches.players import weights_of
from gomoku.lab.matches.stats import Sprt, Tally
from gomoku.lab.output import Ticker, write_text
from gomoku.lab.types import LabError
from gomoku.rules import Rules

GATE = Sprt(0, 10)
"""Test that new weights must pass."""
VERSION = 1
"""Format version of a weights file."""


@dataclass(frozen=True)
class TrainingPlan:
    """Parameters of a training."""

    rules: str
    folder: Path
    rounds: int = 4
    games: int = 5000
    """Self-play games per round."""
    nodes: int = 2500
    """Nodes per move, in self-play and in gate matches."""
    gate_pairs: int = 400
    processes: int = 1
    start: str = "hand"
    """Initial weights: `hand`, a file, or empty for the built-in weights."""
    seed: int = 1

    def games_file(self, number: int) -> Path:
        return self.folder / f"games-{number}.jsonl"

    def weights_file(self, number: int) -> Path:
        return self.folder / f"weights-{number}.json"

    def gate_file(self, number: int) -> Path:
        return self.folder / f"gate-{number}.jsonl"


@dataclass(frozen=True)
class Fitted:
    """Result of a fit."""

    numbers: weights.Numbers
    positions: int
    loss_before: float
    loss_after: float

    def __str__(self) -> str:
        return f"{self.positions} positions, loss {self.loss_before:.4f} -> {self.loss_after:.4f}"


def fit_files(rules: str, files: list[Path], start: str, processes: int, mix: float) -> Fitted:
    """Fit weights to the games of the files; `mix` is the share of the game result in the target."""
    samples = fit.extract(rules, files, processes)
    if len(samples.result) < 100 or not (samples.game % 20 == 0).any():
        raise LabError(f"{len(samples.result)} positions are too few to fit anything")
    before = weights_of(start, Rules.parse(rules)) or weights.numbers_for(Rules.parse(rules))
    vector, loss_before, loss_after = fit.fit_values(samples, fit.to_vector(before), mix=mix)
    return Fitted(fit.from_vector(vector, before), len(samples.result), loss_before, loss_after)


def train(plan: TrainingPlan, ticker: Ticker) -> str:
    """Run all rounds; return the source of the best weights: a file, or the initial source."""
    best = plan.start
    for number in range(1, plan.rounds + 1):
        _play(plan, number, best, ticker)
        path = plan.weights_file(number)
        if not path.exists():
            ticker.start(f"round {number}, fit", None)
            # games of the last two rounds; scores of hand-made weights are no training target
            files = [plan.games_file(n) for n in (number - 1, number) if n > 0]
            mix = 1.0 if number == 1 and plan.start == "hand" else 0.7
            fitted = fit_files(plan.rules, files, best, plan.processes, mix)
            note = f"training round {number}: {plan.games} games at {plan.nodes} nodes"
            write_section(path, Rules.parse(plan.rules).name, fitted.numbers, note)
            ticker.say(f"round {number}: {fitted}")
        tally = _gate(plan, number, best, ticker)
        passed = GATE.verdict(tally)
        accepted = passed if passed is not None else tally.score > 0.5
        ticker.say(f"round {number}: {'accepted' if accepted else 'rejected'}  {tally}  {GATE.text(tally)}")
        if accepted:
            best = str(path)
    return best


def _play(plan: TrainingPlan, number: int, best: str, ticker: Ticker) -> None:
    ticker.start(f"round {number}, games", plan.games)
    path, seed = plan.games_file(number), plan.seed * 1000 + number
    for done in selfplay.run(plan.rules, plan.games, plan.nodes, path, plan.processes, seed, best):
        ticker.show(done)


def _gate(plan: TrainingPlan, number: int, best: str, ticker: Ticker) -> Tally:
    """Gate match: the new weights against the best so far, at fixed nodes."""
    ticker.start(f"round {number}, gate", plan.gate_pairs)
    bout = match.Match(
        _player(plan, str(plan.weights_file(number))),
        _player(plan, best),
        plan.rules,
        plan.gate_pairs,
        plan.seed * 1000 + number,
        GATE,
    )
    tally = Tally()
    for tally, _ in match.run(bout, plan.processes, plan.gate_file(number)):
        ticker.show(sum(tally.pairs), f"{tally.elo_text()}  {GATE.text(tally)}")
    return tally


def _player(plan: TrainingPlan, source: str) -> str:
    """Player spec of the engine with these weights."""
    return f"engine:nodes={plan.nodes}" + (f",weights={source}" if source else "")


def write_section(path: Path, name: str, numbers: weights.Numbers, note: str) -> None:
    """Write the weights of one rule set into a weights file, keeping the others; `note` records how they were made."""
    whole: dict[str, Any] = {"version": VERSION, "made": {}, "rules": {}}
    try:
        if path.exists():
            whole = {**whole, **json.loads(path.read_text(encoding="ascii"))}
        sections: dict[str, weights.Numbers] = whole["rules"]
        sections[name] = numbers
        whole.setdefault("made", {})[name] = note
        text = _format(whole)
    except OSError as error:
        raise LabError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, TypeError, KeyError):
        raise LabError(f"{path} is there already and is not a file of weights") from None
    write_text(path, text)


def _format(whole: dict[str, Any]) -> str:
    """JSON with one list a line, for readable diffs."""
    head = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in whole.items() if key != "rules"]
    sections = []
    for name, numbers in whole["rules"].items():
        lists = [f"  {json.dumps(key)}: {json.dumps(values, separators=(',', ':'))}" for key, values in numbers.items()]
        sections.append(f" {json.dumps(name)}: {{\n" + ",\n".join(lists) + "\n }")
    return "{\n" + ",\n".join([*head, '"rules": {\n' + ",\n".join(sections) + "\n}"]) + "\n}\n"

"""Training of a network: epochs over the examples, a checkpoint after each, the loss on held-out games, and a check of the result.

The target is a winning chance: a mixture of the game's result and the search score; a position behind an aside has no result, and its target
is the score alone. With a teacher, the target of every position is the teacher's judgement, and its policy that of the teacher. Every twentieth game is held out. The exported integers are compared with the trained fractions on held-out positions, in the core itself.
"""

import io
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from gomoku.core import _core
from gomoku.core.constants import BLACK, WHITE
from gomoku.core.learned import networks
from gomoku.core.learned.networks import NetworkNumbers
from gomoku.core.learned.weights import numbers_for
from gomoku.engine.types import SCALE
from gomoku.lab.learning.examples import NO_SCORE, Examples
from gomoku.lab.learning.network_model import LineNetwork, Lines, Output
from gomoku.lab.learning.teacher import Judgement, Material, Teacher
from gomoku.lab.output import write_bytes
from gomoku.lab.types import LabError
from gomoku.rules import Rules

HELD_OUT: Final = 20
"""One game in HELD_OUT is held out."""
LEAST: Final = 1_000
"""Minimum number of positions of a training."""
CHECKED: Final = 1_000
"""Held-out positions on which the core is compared with the trained network."""
MOST_ROUNDING: Final = 4.0
"""Evaluation points by which positions may differ from the trained network, which is not rounded: root of the mean square."""
ROUNDED_FROM: Final = 2 / 3
"""Share of the epochs after which the rows are rounded in training, too."""
MOST_POLICY_ROUNDING: Final = 0.5
"""Logits by which the policy may differ: root of the mean square."""
LOOK: Final = 16_384
"""Positions that are computed at a time."""


@dataclass(frozen=True)
class NetworkPlan:
    """Parameters of a training."""

    epochs: int = 5
    batch: int = 2048
    rate: float = 3e-3
    """Learning rate at its peak; the rows of single lines learn at a third of it."""
    mix: float = 0.4
    """Share of the game's result in the target."""
    policy: float = 0.1
    """Weight of the policy's loss, beside that of the value."""
    only_policy: bool = False
    """Train a network that orders moves and has no value."""
    only_value: bool = False
    """Leave the policy out of the exported network: it evaluates, and moves are ordered as without it."""
    decay: float = 1.0
    """Weight decay of the rows of single lines, towards the rows of their groups."""
    seed: int = 1
    teacher_epochs: int = 0
    """Epochs of the teacher's training; 0 for none, who learns from the games themselves."""


@dataclass(frozen=True)
class Losses:
    """Log loss of predictions of the game's result on held-out positions, by predictor."""

    linear: float
    """The linear evaluation alone."""
    network: float
    """The evaluation with the network."""
    search: float
    """The score of the search: what an evaluation may hope for."""
    policy: float
    """Loss of the policy on the move that the search chose."""
    hits: float
    """Share of the positions in which the policy's first move is the search's."""
    aside_linear: float | None = None
    """Loss of the linear evaluation on the scores of searches behind asides; None without asides."""
    aside_network: float | None = None
    """Loss of the evaluation with the network on them."""
    teacher: float | None = None
    """The teacher; None without one."""

    def __str__(self) -> str:
        said = f"held-out loss: linear {self.linear:.4f}, network {self.network:.4f}, search {self.search:.4f}"
        if self.teacher is not None:
            said += f", teacher {self.teacher:.4f}"
        said += f"; policy {self.policy:.3f}, first move right {self.hits:.1%}"
        if self.aside_linear is not None:
            said += f"; behind asides: linear {self.aside_linear:.4f}, network {self.aside_network:.4f}"
        return said


@dataclass(frozen=True)
class Trained:
    """A trained network with its measurements."""

    numbers: NetworkNumbers
    positions: int
    losses: Losses
    rounding: float
    """Difference between the integers and the trained fractions, in evaluation points: root of the mean square."""
    policy_rounding: float
    """Difference between the integers and the trained fractions, in logits of the policy: root of the mean square."""


class Training:
    """A training that can be interrupted after any epoch and resumed from its checkpoint."""

    def __init__(self, rules: Rules, examples: Examples, plan: NetworkPlan, device: str) -> None:
        if len(examples.result) < LEAST:
            raise LabError(f"{len(examples.result)} positions are too few to train a network")
        torch.manual_seed(plan.seed)
        self.rules, self.examples, self.plan = rules, examples, plan
        self.device = torch.device(device)
        self.stones = self._tensor(examples.stones)
        self.white, self.situation = self._tensor(examples.white), self._tensor(examples.situation)
        self.counts = self._tensor(examples.counts).float()
        self.linear, self.score = self._tensor(examples.linear).float(), self._tensor(examples.score).float()
        self.result, self.move = self._tensor(examples.result), self._tensor(examples.move).long()
        thought = torch.sigmoid(self.score / SCALE)
        played, self.searched = ~self.result.isnan(), self.score != NO_SCORE
        self.target = torch.where(played, plan.mix * self.result + (1 - plan.mix) * thought, thought)
        held = self._tensor(examples.game) % HELD_OUT == 0
        self.held, self.held_asides = ((held & kind).nonzero()[:, 0] for kind in (played, ~played & self.searched))
        if not len(self.held):
            raise LabError("no game is held out: there are too few of them")
        self.for_teacher = (~held & self.searched).nonzero()[:, 0]
        self.rows = (~held).nonzero()[:, 0] if plan.teacher_epochs else self.for_teacher
        self.judged: Judgement | None = None
        self.network = LineNetwork(Lines(rules, self.device)).to(self.device)
        if plan.only_policy:
            for weight in self.network.last.parameters():
                nn.init.zeros_(weight).requires_grad_(False)
        single = [self.network.own_rows.weight]
        others = [weight for weight in self.network.parameters() if weight is not single[0]]
        self.optimizer = torch.optim.AdamW(
            [{"params": single, "weight_decay": plan.decay}, {"params": others, "weight_decay": 1e-4}]
        )
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(
            self.optimizer,
            [plan.rate / 3, plan.rate],
            total_steps=plan.epochs * (len(self.rows) // plan.batch + 1),
            pct_start=0.1,
        )
        self.epoch = 0

    def learn_from_teacher(self, path: Path, on_step: Callable[[int, int], None]) -> None:
        """Let a teacher judge all positions: that of the file, or, if there is none, one that is trained first and written there."""
        teacher = Teacher(self.rules, self.device)
        target = torch.where(self.searched, self.target, 0.5)
        material = Material(self.stones, self.white, self.situation, self.linear, target, self.move)
        if path.exists():
            teacher.load(path)
        else:
            teacher.train(material, self.for_teacher, self.plan.teacher_epochs, self.plan.seed, on_step)
            teacher.save(path)
        self.judged = teacher.judge(material)
        self.target = torch.sigmoid(self.judged.value)

    def _tensor(self, array: Any) -> Tensor:
        return torch.tensor(array, device=self.device)

    def run(self, checkpoint: Path | None, on_step: Callable[[int, int], None]) -> Iterator[Losses]:
        """Train epoch by epoch; yields the losses after each. `on_step` is told steps done and in all."""
        if checkpoint:
            self._resume(checkpoint)
        while self.epoch < self.plan.epochs:
            self.network.rounded = self.epoch >= ROUNDED_FROM * self.plan.epochs
            order = torch.Generator().manual_seed(1000 * self.plan.seed + self.epoch)
            shuffled = self.rows[torch.randperm(len(self.rows), generator=order).to(self.device)]
            parts = shuffled.split(self.plan.batch)
            for step, rows in enumerate(parts, start=1):
                output = self.look(rows)
                if self.judged:
                    loss = _divergence(output, self.judged.policy[rows])
                else:
                    loss = _policy_loss(output, self.move[rows])[0]
                if not self.plan.only_policy:
                    value = self._loss(self.linear[rows] + output.added, self.target[rows]).mean()
                    loss = value + self.plan.policy * loss
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                self.schedule.step()
                self.network.keep_in_range()
                on_step(self.epoch * len(parts) + step, self.plan.epochs * len(parts))
            self.epoch += 1
            if checkpoint:
                self._save(checkpoint)
            yield self.losses()

    def look(self, rows: Tensor) -> Output:
        """Output of the network for a batch of positions."""
        output: Output = self.network(
            self.stones[rows], self.white[rows], self.situation[rows], self.counts[rows], self.linear[rows]
        )
        return output

    @torch.no_grad()
    def losses(self) -> Losses:
        """Losses on the held-out games and their asides."""
        linear, network = self._losses_of(self.held, self.result)
        search = float(self._loss(self.score[self.held], self.result[self.held]).mean())
        found = [_policy_loss(self.look(part), self.move[part]) for part in self.held.split(LOOK)]
        counts = sum(count for _, _, count in found)
        policy, hits = (sum(float(each[k]) * each[2] for each in found) / counts for k in range(2))
        asides: tuple[float | None, float | None] = (None, None)
        if len(self.held_asides):
            asides = self._losses_of(self.held_asides, torch.sigmoid(self.score / SCALE))
        teacher = None
        if self.judged:
            teacher = float(self._loss(SCALE * self.judged.value[self.held], self.result[self.held]).mean())
        return Losses(linear, network, search, policy, hits, *asides, teacher)

    def _losses_of(self, rows: Tensor, target: Tensor) -> tuple[float, float]:
        """Mean loss of the linear evaluation, and with the network."""
        network = torch.cat([self.linear[part] + self.look(part).added for part in rows.split(LOOK)])
        wanted = target[rows]
        return float(self._loss(self.linear[rows], wanted).mean()), float(self._loss(network, wanted).mean())

    @staticmethod
    def _loss(value: Tensor, target: Tensor) -> Tensor:
        return functional.binary_cross_entropy_with_logits(value / SCALE, target, reduction="none")

    def finish(self) -> Trained:
        """Export the network. Raises LabError if the core does not compute with it what was trained."""
        if self.plan.only_value:
            for weight in self.network.policy.parameters():
                nn.init.zeros_(weight)
        numbers = self.network.to_numbers()
        error, policy_error = self._rounding(numbers)
        if error > MOST_ROUNDING:
            raise LabError(f"the integers differ from the trained network by {error:.1f} evaluation points")
        if self.plan.only_value:
            policy_error = 0.0
        if policy_error > MOST_POLICY_ROUNDING:
            raise LabError(f"the integers differ from the trained policy by {policy_error:.2f}")
        return Trained(numbers, len(self.examples.result), self.losses(), error, policy_error)

    @torch.no_grad()
    def _rounding(self, numbers: NetworkNumbers) -> tuple[float, float]:
        """Difference between the core and the trained network on held-out positions, of value and policy: roots of the mean square."""
        rows = self.held[:: max(1, len(self.held) // CHECKED)]
        trained = self.look(rows)
        cells = torch.full((len(rows), self.stones.shape[1]), torch.nan, device=self.device)
        cells[trained.position, trained.cell] = trained.logits
        added, policy = trained.added.cpu().numpy(), cells.cpu().numpy()
        tables = _core.PatternTables(self.rules)
        weights = _core.Weights(tables, numbers_for(self.rules), self.rules.capture_goal)
        board = _core.Board(self.rules, tables, weights.by_code())
        evaluator = _core.Evaluator(board, weights, _core.NetworkTables(numbers))
        errors, policy_errors = [], []
        for row, value, logits in zip(rows.tolist(), added, policy, strict=True):
            self._load(board, row)
            errors.append(evaluator.terms()[-2] - float(value))
            policy_errors += [logit - logits[y * self.rules.width + x] for (x, y), logit in evaluator.logits()]
        return float(np.sqrt(np.mean(np.square(errors)))), float(np.sqrt(np.nanmean(np.square(policy_errors))))

    def _load(self, board: Any, row: int) -> None:
        """Set up an example on a board, with as many stones taken as its situation says."""
        width, white = self.rules.width, bool(self.examples.white[row])
        text = "".join((".OX" if white else ".XO")[stone] for stone in self.examples.stones[row])
        taken = [0, 0]
        if goal := self.rules.capture_goal:
            taken = [-(-fifths * goal // 5) for fifths in divmod(int(self.examples.situation[row]), 5)]
        lines = [text[at : at + width] for at in range(0, len(text), width)]
        board.load(lines, WHITE if white else BLACK, *(reversed(taken) if white else taken))

    def _save(self, path: Path) -> None:
        state = {
            "plan": asdict(self.plan),
            "positions": len(self.examples.result),
            "epoch": self.epoch,
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "schedule": self.schedule.state_dict(),
        }
        content = io.BytesIO()
        torch.save(state, content)
        write_bytes(path, content.getvalue())

    def _resume(self, path: Path) -> None:
        """Resume from a checkpoint of the same plan and examples, if there is one."""
        if not path.exists():
            return
        try:
            state = torch.load(path, map_location=self.device, weights_only=True)
            same = state["plan"] == asdict(self.plan) and state["positions"] == len(self.examples.result)
        except Exception as error:  # a damaged file fails in many ways
            raise LabError(f"{path} is not a checkpoint of this training: {error}") from None
        if not same:
            raise LabError(f"{path} belongs to another training; remove it to begin anew")
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.schedule.load_state_dict(state["schedule"])
        self.epoch = state["epoch"]


def _policy_loss(output: Output, move: Tensor) -> tuple[Tensor, Tensor, int]:
    """Cross-entropy of the search's moves, the share in which the policy puts that move first, and how many moves there are."""
    count = len(move)
    highest = torch.full((count,), -torch.inf, device=move.device)
    highest = highest.scatter_reduce(0, output.position, output.logits.detach(), "amax")
    shifted = output.logits - highest[output.position]
    total = torch.zeros(count, device=move.device).index_add(0, output.position, shifted.exp())
    chosen = (output.cell == move[output.position]).nonzero()[:, 0]
    at = output.position[chosen]
    loss = (total[at].log() - shifted[chosen]).sum() / max(1, len(chosen))
    return loss, (shifted[chosen] >= 0).float().mean(), len(chosen)


def _divergence(output: Output, wanted: Tensor) -> Tensor:
    """Cross-entropy of the network's policy with the teacher's, over the cells that the network has logits for."""
    count = len(wanted)
    chances = _log_softmax(wanted[output.position, output.cell].float(), output.position, count).exp()
    return -(chances * _log_softmax(output.logits, output.position, count)).sum() / count


def _log_softmax(logits: Tensor, position: Tensor, count: int) -> Tensor:
    """Logarithms of the softmax over the logits of each position."""
    highest = torch.full((count,), -torch.inf, device=logits.device)
    highest = highest.scatter_reduce(0, position, logits.detach(), "amax")
    shifted = logits - highest[position]
    total = torch.zeros(count, device=logits.device).index_add(0, position, shifted.exp())
    return shifted - total.log()[position]


def about(rules: Rules, trained: Trained, games: int, note: str) -> dict[str, Any]:
    """The description in a network's file: what it is for and how it was made."""
    return {
        "rules": rules.name,
        "games": games,
        "positions": trained.positions,
        "losses": {name: round(value, 4) for name, value in asdict(trained.losses).items() if value is not None},
        "rounding": round(trained.rounding, 1),
        "policy_rounding": round(trained.policy_rounding, 3),
        "made": note,
    }


def pack(rules: Rules, trained: Trained, games: int, note: str) -> bytes:
    """The content of the network's file."""
    return networks.pack(about(rules, trained, games, note), trained.numbers)

"""The teacher: a large network that sees the whole board, trained on the same games, whose judgement a small network learns.

A game has one result and each of its positions one searched move, which says little about any single position. A deep residual network finds in many
games what the results and searches have in common, and comes close to the search itself. It is a thousand times too slow for the
engine; but it judges any position, also those that nobody has searched, with a winning chance and a policy for every cell: far more to
learn from than a result and a move.
"""

import io
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from gomoku.engine.types import SCALE
from gomoku.lab.output import write_bytes
from gomoku.lab.types import LabError
from gomoku.rules import Rules

PLANES: Final = 8
"""Planes of the input: own stones, the other's, empty cells, the board, pairs taken by either side, White to move, linear evaluation."""
MOST_LINEAR: Final = 3.0
"""Bound of the linear evaluation as an input, in units of SCALE."""
WIDTH: Final = 128
BLOCKS: Final = 9
POOLED_EVERY: Final = 3
"""One block in POOLED_EVERY looks at the whole board."""
SYMMETRIES: Final = 8
ASKED: Final = 4
"""Symmetries of a position over which its judgement is averaged."""
BATCH: Final = 2_048
LOOK: Final = 8_192
"""Positions that are judged at a time."""
RATE: Final = 2e-3
WARM_UP: Final = 0.04
"""Share of the steps in which the learning rate grows to its peak."""
POLICY_WEIGHT: Final = 0.1
FORBIDDEN: Final = -1e4
"""Logit of a cell with a stone."""


class Block(nn.Module):
    """A residual block of two convolutions; a pooled one adds the mean and the maximum over the board in between."""

    def __init__(self, pooled: bool) -> None:
        super().__init__()
        self.first_norm, self.first = nn.BatchNorm2d(WIDTH), nn.Conv2d(WIDTH, WIDTH, 3, padding=1, bias=False)
        if pooled:
            self.to_pool, self.from_pool = nn.Conv2d(WIDTH, WIDTH // 4, 1), nn.Linear(WIDTH // 2, WIDTH)
        self.pooled = pooled
        self.second_norm, self.second = nn.BatchNorm2d(WIDTH), nn.Conv2d(WIDTH, WIDTH, 3, padding=1, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.first_norm(x))
        z: Tensor = self.first(y)
        if self.pooled:
            z = z + self.from_pool(_whole_board(functional.relu(self.to_pool(y))))[:, :, None, None]
        return x + self.second(functional.relu(self.second_norm(z)))


class TeacherNetwork(nn.Module):
    """Winning chance of the side to move, as a logit, and the policy of every cell."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.width, self.height, self.captures = rules.width, rules.height, bool(rules.capture_sizes)
        self.stem = nn.Conv2d(PLANES, WIDTH, 5, padding=2)
        self.blocks = nn.Sequential(*(Block(k % POOLED_EVERY == POOLED_EVERY - 1) for k in range(BLOCKS)))
        self.norm = nn.BatchNorm2d(WIDTH)
        self.policy = nn.Sequential(nn.Conv2d(WIDTH, WIDTH // 4, 1), nn.ReLU(), nn.Conv2d(WIDTH // 4, 1, 1))
        self.to_value = nn.Conv2d(WIDTH, 48, 1)
        self.value = nn.Sequential(nn.Linear(2 * 48 + 3, 96), nn.ReLU(), nn.Linear(96, 1))
        nn.init.zeros_(self.value[2].weight)
        nn.init.zeros_(self.value[2].bias)

    def forward(self, stones: Tensor, white: Tensor, situation: Tensor, linear: Tensor) -> tuple[Tensor, Tensor]:
        n = len(stones)
        board = stones.view(n, self.height, self.width)
        own, other = (situation // 5, situation % 5) if self.captures else (0 * situation, 0 * situation)
        facts = torch.stack((own / 4, other / 4, (linear / SCALE).clamp(-MOST_LINEAR, MOST_LINEAR)), 1).float()
        x = torch.ones(n, PLANES, self.height, self.width, device=stones.device)
        for plane, part in enumerate((board == 1, board == 2, board == 0)):
            x[:, plane] = part
        for plane, number in enumerate((facts[:, 0], facts[:, 1], white.float(), facts[:, 2]), start=4):
            x[:, plane] = number[:, None, None]
        with torch.autocast(stones.device.type, torch.bfloat16):
            x = self.blocks(self.stem(x.to(memory_format=torch.channels_last)))
            x = functional.relu(self.norm(x))
            policy = self.policy(x).flatten(1)
            seen = _whole_board(functional.relu(self.to_value(x)))
            value = self.value(torch.cat((seen, facts), 1))[:, 0]
        return value.float() + linear / SCALE, policy.float().masked_fill(stones != 0, FORBIDDEN)


def _whole_board(x: Tensor) -> Tensor:
    return torch.cat((x.mean((2, 3)), x.amax((2, 3))), 1)


def turned(stones: Tensor, cell: Tensor, width: int, height: int, symmetry: int) -> tuple[Tensor, Tensor]:
    """One of the eight symmetries of a batch of boards, and a cell of each; of the first four only, where the board is not square."""
    board = stones.view(len(stones), height, width)
    y, x = cell // width, cell % width
    if symmetry & 1:
        board, x = board.flip(2), width - 1 - x
    if symmetry & 2:
        board, y = board.flip(1), height - 1 - y
    if symmetry & 4 and width == height:
        board, x, y = board.transpose(1, 2), y, x
    return board.reshape(len(stones), -1), torch.where(cell < 0, cell, y * width + x)


@dataclass(frozen=True)
class Material:
    """What a teacher learns from and judges, on the device."""

    stones: Tensor
    white: Tensor
    situation: Tensor
    linear: Tensor
    target: Tensor
    """Winning chance by the result and the search."""
    move: Tensor
    """The cell that the search chose, or negative."""


@dataclass(frozen=True)
class Judgement:
    """The teacher's judgement, by position."""

    value: Tensor
    """Logit of the winning chance."""
    policy: Tensor
    """Logits of all cells, in half precision."""


class Teacher:
    """A teacher on a device."""

    def __init__(self, rules: Rules, device: torch.device) -> None:
        self.rules, self.device = rules, device
        self.network = TeacherNetwork(rules).to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]

    def train(
        self, material: Material, rows: Tensor, epochs: int, seed: int, on_step: Callable[[int, int], None]
    ) -> None:
        """Train on these rows of the material; `on_step` is told steps done and in all."""
        optimizer = torch.optim.AdamW(self.network.parameters(), lr=RATE, weight_decay=0.02)
        rng = torch.Generator().manual_seed(seed)
        steps = epochs * len(rows.split(BATCH))
        step = 0
        self.network.train()
        for _ in range(epochs):
            for part in rows[torch.randperm(len(rows), generator=rng).to(self.device)].split(BATCH):
                share = step / steps
                rate = RATE * min(1.0, share / WARM_UP + 0.02) * (0.01 + 0.99 * (1 + math.cos(math.pi * share)) / 2)
                for group in optimizer.param_groups:
                    group["lr"] = rate
                symmetry = int(torch.randint(SYMMETRIES, (1,), generator=rng))
                loss = self._loss(material, part, symmetry)
                optimizer.zero_grad(set_to_none=True)
                loss.backward()  # type: ignore[no-untyped-call]
                optimizer.step()
                step += 1
                on_step(step, steps)

    def _loss(self, material: Material, rows: Tensor, symmetry: int) -> Tensor:
        stones, move = turned(material.stones[rows], material.move[rows], self.rules.width, self.rules.height, symmetry)
        value, policy = self.network(stones, material.white[rows], material.situation[rows], material.linear[rows])
        loss = functional.binary_cross_entropy_with_logits(value, material.target[rows])
        searched = move >= 0
        moves = functional.cross_entropy(policy, move.clamp(min=0), reduction="none")
        return loss + POLICY_WEIGHT * (moves * searched).sum() / searched.sum().clamp(min=1)

    @torch.no_grad()
    def judge(self, material: Material) -> Judgement:
        """Judge all positions: the value as the mean over some symmetries, the policy of the position as it stands."""
        self.network.eval()
        values, policies = [], []
        for rows in torch.arange(len(material.stones), device=self.device).split(LOOK):
            total = torch.zeros(len(rows), device=self.device)
            for symmetry in range(ASKED):
                stones, _ = turned(
                    material.stones[rows], material.move[rows], self.rules.width, self.rules.height, symmetry
                )
                value, policy = self.network(
                    stones, material.white[rows], material.situation[rows], material.linear[rows]
                )
                total += value / ASKED
                if symmetry == 0:
                    policies.append(policy.half())
            values.append(total)
        return Judgement(torch.cat(values), torch.cat(policies))

    def save(self, path: Path) -> None:
        """Write the teacher, so that it can be used again."""
        content = io.BytesIO()
        torch.save({"rules": self.rules.spec(), "network": self.network.state_dict()}, content)
        write_bytes(path, content.getvalue())

    def load(self, path: Path) -> None:
        """Read a teacher of the same rule set. Raises LabError if the file holds none."""
        try:
            state: dict[str, Any] = torch.load(path, map_location=self.device, weights_only=True)
            rules = state["rules"]
            if rules == self.rules.spec():
                self.network.load_state_dict(state["network"])
        except Exception as error:  # a damaged file fails in many ways
            raise LabError(f"{path} is not a teacher: {error}") from None
        if rules != self.rules.spec():
            raise LabError(f"{path} is a teacher of {rules}, not of {self.rules.spec()}")

"""The network of `gomoku.core.network` as PyTorch trains it: the same sums and clamps with fractions, and their export to integers.

A row of a line is the sum of two: one shared by all lines that mean the same to both sides (class and captures), and one of its own, held
small. So a line that was rarely seen behaves like its kind, not at random.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from gomoku.core import _core
from gomoku.core import constants as c
from gomoku.core.learned.networks import NetworkNumbers
from gomoku.rules import Rules

# Integers are fractions times these.
CELL_UNIT: Final = 256
INPUT_UNIT: Final = CELL_UNIT >> c.NET_INPUT_SHIFT
FIRST_UNIT: Final = 1 << 14
HIDDEN_UNIT: Final = 128
SECOND_UNIT: Final = 1 << c.NET_SECOND_SHIFT
LAST_UNIT: Final = (1 << c.NET_LAST_SHIFT) // HIDDEN_UNIT
POLICY_UNIT: Final = (1 << (c.NET_LOGIT_SHIFT + c.NET_POLICY_SHIFT)) // (CELL_UNIT * HIDDEN_UNIT)

CELL_BOUND: Final = c.NET_CLAMP / CELL_UNIT
INPUT_BOUND: Final = c.NET_INPUT / INPUT_UNIT
HIDDEN_BOUND: Final = c.NET_UNIT / HIDDEN_UNIT
ROW_BOUND: Final = 2047 / CELL_UNIT
INPUT_SCALE: Final = 16.0
"""Inputs are sums over many cells: divided by this they suit the first layer."""
COUNT_SCALE: Final = 4.0
"""The same for counts of cells."""
LINEAR_SCALE: Final = 200.0
"""The same for the linear evaluation."""
LEAK: Final = 0.01
"""Share of the gradient that passes where a number is clamped, so that it can come back."""
COPIES: Final = 32
"""Copies of the rows' gradient on an accelerator: most lines are the same few, and additions to one row wait for each other."""
OUTPUT_SCALE: Final = 100.0
"""Evaluation points of an output of 1."""

AXES: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
STEPS: Final = tuple(step for step in range(-c.NET_REACH, c.NET_REACH + 1) if step)


class Lines:
    """The numbers of all lines, what they look like with the colours exchanged, and which of them mean the same."""

    def __init__(self, rules: Rules, device: torch.device) -> None:
        numbers, self.count = _core.line_numbers()
        by_key = torch.tensor(np.frombuffer(numbers, np.uint16).astype(np.int64))
        keys = torch.arange(c.NET_KEYS)
        exchanged = by_key[((keys & c.NET_LOW_BITS) << 1) | ((keys >> 1) & c.NET_LOW_BITS)]
        possible = by_key != c.NET_NO_LINE
        swap = torch.zeros(self.count, dtype=torch.long)
        swap[by_key[possible]] = exchanged[possible]
        patterns = _core.PatternTables(rules)
        kinds: dict[Any, int] = {}
        groups = torch.zeros(self.count, dtype=torch.long)
        for key in keys[possible].tolist():
            kind = patterns.meaning(key, c.NET_REACH)
            groups[by_key[key]] = kinds.setdefault(kind, len(kinds))
        self.by_key, self.swap, self.groups = by_key.to(device), swap.to(device), groups.to(device)
        self.group_count = len(kinds)
        self.width, self.height = rules.width, rules.height
        self.are_untied = rules.ban_overline == "X" or rules.five_X != rules.five_O
        """The two sides play by different rules."""

    def through(self, stones: Tensor) -> Tensor:
        """n x cells x axes: the line through every cell."""
        n = len(stones)
        whole = stones.view(n, self.height, self.width).int()
        board = functional.pad(whole, (c.NET_REACH,) * 4, value=c.WALL)
        found = torch.empty(n, self.height * self.width, len(AXES), dtype=torch.int16, device=stones.device)
        for axis, (dy, dx) in enumerate(AXES):
            key = torch.zeros_like(whole)
            for place, step in enumerate(STEPS):
                y, x = c.NET_REACH + step * dy, c.NET_REACH + step * dx
                key |= board[:, y : y + self.height, x : x + self.width] << (2 * place)
            found[:, :, axis] = self.by_key[key.long()].view(n, -1).to(torch.int16)
        return found


@dataclass
class Output:
    """Output of the network for a batch of positions."""

    added: Tensor
    """By position: what is added to the linear evaluation, in evaluation points."""
    logits: Tensor
    """The policy of every empty cell in line with a stone."""
    position: Tensor
    """By logit: the position it belongs to, in ascending order."""
    cell: Tensor
    """By logit: its cell, row by row."""


class LineNetwork(nn.Module):
    """The network: its term of the evaluation, and its policy."""

    def __init__(self, lines: Lines) -> None:
        super().__init__()
        views = 1 + lines.are_untied
        self.lines = lines
        self.rounded = False
        """Compute with rows rounded as the core has them: a network that is trained so makes up for it."""
        self.own_rows = nn.Embedding(views * lines.count, c.NET_HALF)
        self.shared_rows = nn.Embedding(views * lines.group_count, c.NET_HALF)
        groups = [lines.groups + view * lines.group_count for view in range(views)]
        self.group_of = torch.cat(groups)
        blank = torch.zeros(1, lines.width * lines.height, dtype=torch.uint8, device=lines.swap.device)
        self.empty_lines = lines.through(blank)[0].long()
        self.first = nn.Linear(c.NET_INPUTS, c.NET_HIDDEN, bias=False)
        self.first_bias = nn.Embedding(c.SITUATIONS, c.NET_HIDDEN)
        self.second = nn.Linear(c.NET_HIDDEN, c.NET_HIDDEN)
        self.last = nn.Linear(c.NET_HIDDEN, 1)
        self.policy = nn.Linear(c.NET_HIDDEN, c.NET_WIDTH)
        # at first, few numbers are clamped and the output is close to nothing
        nn.init.normal_(self.shared_rows.weight, mean=0.12, std=0.1)
        nn.init.normal_(self.own_rows.weight, std=0.01)
        nn.init.normal_(self.first.weight, std=0.2)
        nn.init.constant_(self.first_bias.weight, 0.5)
        nn.init.constant_(self.second.bias, 0.3)
        nn.init.normal_(self.last.weight, std=0.02)
        nn.init.zeros_(self.last.bias)
        nn.init.normal_(self.policy.weight, std=0.05)
        nn.init.zeros_(self.policy.bias)

    def rows(self) -> Tensor:
        """Numbers of each line as its own side sees it: those of Black, then, where they differ, of White."""
        rows = self.own_rows.weight + self.shared_rows.weight[self.group_of]
        if self.rounded:  # the gradient passes as if they were not
            rows = rows + ((rows * CELL_UNIT).round() / CELL_UNIT - rows).detach()
        return rows

    def forward(self, stones: Tensor, white: Tensor, situation: Tensor, counts: Tensor, linear: Tensor) -> Output:
        rows = self.rows()
        lines = self.lines.through(stones)
        other_view = self.lines.count if self.lines.are_untied else 0
        empty = stones == 0
        # cells whose lines are those of the empty board add nothing
        which, cell = ((lines != self.empty_lines).any(-1) & empty).nonzero(as_tuple=True)
        seen, mover = lines[which, cell].long(), white[which].long().unsqueeze(-1)
        own = _clamped(rows, seen + other_view * mover)
        other = _clamped(rows, self.lines.swap[seen] + other_view * (1 - mover))
        blank = torch.stack([_clamped(rows, self.empty_lines + other_view * view) for view in range(2)])
        turn = white.long()
        inputs = []
        for part, side in ((own, turn), (other, 1 - turn)):
            base = blank[side[which], cell]
            pool = torch.zeros(len(stones), c.NET_HALF, device=rows.device).index_add(0, which, part - base)
            taken_up = torch.stack([(~empty).float() @ blank[view] for view in range(2)])
            inputs.append(pool - taken_up[side, torch.arange(len(stones), device=rows.device)])
        facts = counts.clamp(max=c.NET_COUNT) / COUNT_SCALE
        facts[:, c.NET_COUNTS - 1] = linear.clamp(-c.NET_LINEAR, c.NET_LINEAR) / LINEAR_SCALE
        facts[:, -1] = facts[:, c.NET_COUNTS - 1].abs()
        pool = torch.cat(inputs, -1).clamp(-INPUT_BOUND, INPUT_BOUND) / INPUT_SCALE
        x = torch.cat((pool, facts), -1)
        hidden = _clamp(self.first(x) + self.first_bias(situation.long()), HIDDEN_BOUND)
        policy = self.policy(hidden)[which]
        logits = (torch.cat((own, other), -1) * policy).sum(-1)
        hidden = _clamp(self.second(hidden), HIDDEN_BOUND)
        return Output(self.last(hidden).squeeze(-1) * OUTPUT_SCALE, logits, which, cell)

    @torch.no_grad()
    def keep_in_range(self) -> None:
        """Clamp the weights to what the integers can hold."""
        self.own_rows.weight.clamp_(-ROW_BOUND / 2, ROW_BOUND / 2)
        self.shared_rows.weight.clamp_(-ROW_BOUND / 2, ROW_BOUND / 2)
        self.first.weight[:, : c.NET_WIDTH].clamp_(-0.85 * INPUT_SCALE, 0.85 * INPUT_SCALE)
        self.first.weight[:, c.NET_WIDTH :].clamp_(-12.4, 12.4)
        self.second.weight.clamp_(-7.99, 7.99)
        self.policy.weight.clamp_(-31.9, 31.9)

    def to_numbers(self) -> NetworkNumbers:
        """The integers of the core."""
        units = torch.full((c.NET_INPUTS,), FIRST_UNIT / INPUT_SCALE)
        units[c.NET_WIDTH :] = INPUT_UNIT * FIRST_UNIT / (COUNT_SCALE * c.NET_COUNT_UNIT)
        units[[c.NET_WIDTH + c.NET_COUNTS - 1, -1]] = INPUT_UNIT * FIRST_UNIT / LINEAR_SCALE
        first = self.first.weight.detach().cpu() * units
        second = self.second.weight.detach().cpu() * SECOND_UNIT
        first_bias = self.first_bias.weight.detach().cpu() * (INPUT_UNIT * FIRST_UNIT)
        second_bias = self.second.bias.detach().cpu() * (HIDDEN_UNIT * SECOND_UNIT)
        # shifts round down, by half a unit on average: the biases give that back
        first_bias += first[:, : c.NET_WIDTH].sum(-1) / 2 + (1 << c.NET_FIRST_SHIFT) / 2
        second_bias += (1 << c.NET_SECOND_SHIFT) / 2
        return {
            "rows": _whole(self.rows(), CELL_UNIT, np.int16),
            "first": _whole(first, 1, np.int16),
            "first_bias": _whole(first_bias, 1, np.int32),
            "second": _whole(second, 1, np.int16),
            "second_bias": _whole(second_bias, 1, np.int32),
            "last": _whole(self.last.weight, OUTPUT_SCALE * LAST_UNIT, np.int16),
            "last_bias": _whole(self.last.bias, OUTPUT_SCALE * LAST_UNIT * HIDDEN_UNIT, np.int32),
            "policy": _whole(self.policy.weight, POLICY_UNIT, np.int16),
            "policy_bias": _whole(self.policy.bias, POLICY_UNIT * HIDDEN_UNIT, np.int32),
        }


class _SumOfRows(torch.autograd.Function):
    """The sum of the four rows of each cell. PyTorch's own gradient of a look-up sorts its indices, which takes most of the time."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, lines: Tensor) -> Tensor:  # type: ignore[override]
        ctx.save_for_backward(lines)
        ctx.count = len(rows)
        total = rows[lines[:, 0]]
        for axis in range(1, len(AXES)):
            total = total + rows[lines[:, axis]]
        return total

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:  # type: ignore[override]
        (lines,) = ctx.saved_tensors
        copies = COPIES if gradient.is_cuda else 1
        found = torch.zeros(copies * ctx.count, gradient.shape[1], device=gradient.device)
        start = torch.arange(len(lines), device=gradient.device) % copies * ctx.count
        for axis in range(len(AXES)):
            found.index_add_(0, lines[:, axis] + start, gradient)
        return found.view(copies, ctx.count, -1).sum(0), None


def _clamped(rows: Tensor, lines: Tensor) -> Tensor:
    """The clamped sums of cells, given the lines through them."""
    sums: Tensor = _SumOfRows.apply(rows, lines)  # type: ignore[no-untyped-call]
    return _clamp(sums, CELL_BOUND)


def _clamp(numbers: Tensor, bound: float) -> Tensor:
    """Clamp to 0 and the bound; a little of the gradient passes."""
    rest = LEAK * (numbers - numbers.clamp(0, bound))
    return numbers.clamp(0, bound) + rest - rest.detach()


def _whole(weights: Tensor, unit: float, kind: Any) -> memoryview:
    scaled = np.round(weights.detach().cpu().numpy().reshape(-1) * unit)
    bounds = np.iinfo(kind)
    return np.ascontiguousarray(np.clip(scaled, bounds.min, bounds.max).astype(kind)).data

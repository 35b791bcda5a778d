"""Report of the soak test, as JSON and as text."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass
class Injected:
    """A fault and its effect."""

    at: float
    """Seconds from the start."""
    name: str
    what: str
    lasted: float
    recovered: float | None
    """Seconds from the fault's end to the next acknowledgement of any command."""
    all_back: float | None
    """Seconds from the fault's end until every room made progress; None on a timeout."""
    reconnects: int
    refused: dict[str, int]
    """Refused commands by reason, from the fault's start to recovery."""


@dataclass
class Memory:
    """Memory of a server process, in megabytes."""

    pid: int
    seconds: float
    first: float
    last: float
    most: float
    slope: float
    """Growth in megabytes per minute over the judged time."""
    judged: float
    """Seconds without faults, in the second half of the process's life, over which the slope was measured."""


@dataclass
class Report:
    kind: str
    seed: int
    seconds: float = 0.0
    players: dict[str, int] = field(default_factory=dict)
    moves: int = 0
    acknowledged: int = 0
    reconnects: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    abusive: dict[str, int] = field(default_factory=dict)
    latency_ms: dict[str, float] = field(default_factory=dict)
    slowest_ai: float = 0.0
    faults: list[Injected] = field(default_factory=list)
    memory: list[Memory] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    growing: list[str] = field(default_factory=list)

    @property
    def faulty(self) -> list[str]:
        """All violations."""
        return [
            *(f"lost: {what}" for what in self.lost),
            *(f"stuck: {what}" for what in self.stuck),
            *(f"seen differently: {what}" for what in self.differences),
            *(f"wrong: {what}" for what in self.wrong),
            *(f"memory: {what}" for what in self.growing),
        ]

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "soak.json").write_text(json.dumps(asdict(self) | {"passed": not self.faulty}, indent=2) + "\n")
        (folder / "soak.txt").write_text(self.text() + "\n")

    def text(self) -> str:
        """The report as text."""
        who = ", ".join(f"{count} {name}" for name, count in self.players.items())
        times = ", ".join(f"{name} {value:.0f}" for name, value in self.latency_ms.items())
        lines = [
            f"Soak: {self.kind}, {self.seconds / 60:.1f} minutes, seed {self.seed}",
            f"  {who}",
            f"  {self.moves} moves of people and AIs; {self.acknowledged} commands acknowledged; {self.reconnects} reconnections",
            f"  answers to commands, ms: {times}; slowest answer of an AI {self.slowest_ai:.1f} s",
            f"  refused: {_counts(self.refused)}",
            f"  abusive clients: {_counts(self.abusive)}",
            "",
            f"{len(self.faults)} faults",
            f"  {'at':>6}  {'fault':22} {'lasted':>7} {'next ack':>9} {'all back':>9}  effect",
        ]
        for fault in self.faults:
            effect = f"{fault.reconnects} reconnections; refused: {_counts(fault.refused)}; {fault.what}"
            lines.append(
                f"  {fault.at:5.0f}s  {fault.name:22} {fault.lasted:6.1f}s {_seconds(fault.recovered)} "
                f"{_seconds(fault.all_back)}  {effect}"
            )
        lines += ["", "Memory of the servers, MB"]
        lines += [
            f"  process {one.pid}: {one.seconds:5.0f} s, {one.first:.0f} to {one.last:.0f}, at most {one.most:.0f}"
            + (f", {one.slope:+.2f} a minute in {one.judged:.0f} s of calm" if one.judged else "")
            for one in self.memory
        ]
        lines += ["", "PASSED" if not self.faulty else f"FAILED: {len(self.faulty)} violations"]
        return "\n".join(lines + [f"  {what}" for what in self.faulty[:50]])


def _seconds(value: float | None) -> str:
    return f"{value:8.1f}s" if value is not None else "    never"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"

"""Tactical suites: positions with a proved outcome, stored as text, verified by the rules alone, and solved by the engine.

A position is a forced win for the side to move (kind `five`, `capture`, or `break` if an enemy five must be broken first), or has
exactly one move that does not lose (kind `save`). Its proof is stored with it. `prover` finds proofs with the core; `check`
verifies them on a `Game`, with every legal reply of the defender. Proofs are those of `engine.proof`.

A proof reads `H8 (J9: K4, G7: J9 (G8: F6, *: F6), *: J9)`: play H8; answer J9 with K4, which wins at once, G7 with J9 and so on,
any other reply (`*`) with J9. Without `*`, every reply that is not listed loses at once: it leaves a five standing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from gomoku.engine import Defence, Engine, Limit, ProofError, ProofNode
from gomoku.engine.proof import Checker
from gomoku.lab.types import LabError
from gomoku.rules import Cell, Game, IllegalMove, NotationError, Rules, RulesError, Status
from gomoku.rules.game import play_all
from gomoku.rules.notation import cell_of, name_of

KINDS = ("five", "capture", "break", "save")


@dataclass(frozen=True)
class Tactic:
    """A position with its proved outcome."""

    rules: str
    moves: tuple[Cell, ...]
    kind: str
    plies: int
    """Plies to the end of the game: of the shortest win, or of the longest resistance if the saving move is missed."""
    wins: tuple[ProofNode, ...] = ()
    """Proofs of all known winning moves, shortest first."""
    save: Cell | None = None
    lost: Defence | None = None
    """The enemy's answers to all moves except the saving one."""
    tags: tuple[str, ...] = ()
    """Motifs of the proof: `refill`, `set-up`, `double capture`, `banned block`, `breakable five`, `counter-five`, `quiet`.
    `more`: quiet moves may win as well, and are not listed."""

    @property
    def solutions(self) -> tuple[Cell, ...]:
        """Moves that solve the position."""
        return (self.save,) if self.save else tuple(proof.move for proof in self.wins)

    def game(self) -> Game:
        return play_all(Game(Rules.parse(self.rules)), self.moves)


# --- text ---


def dumps(tactic: Tactic) -> str:
    """Format a position as a block of lines."""
    rules = Rules.parse(tactic.rules)

    def name(cell: Cell) -> str:
        return name_of(cell, rules.width, rules.height)

    def proof_text(proof: ProofNode) -> str:
        return name(proof.move) + (f" {defence_text(proof.defence)}" if proof.defence else "")

    def defence_text(defence: Defence) -> str:
        entries = [f"{name(cell)}: {proof_text(proof)}" for cell, proof in defence.answers]
        if defence.rest:
            entries.append(f"*: {proof_text(defence.rest)}")
        return f"({', '.join(entries)})"

    lines = [f"rules {tactic.rules}", f"moves {' '.join(map(name, tactic.moves))}", f"kind {tactic.kind}"]
    lines.append(f"plies {tactic.plies}")
    if tactic.tags:
        lines.append(f"tags {', '.join(tactic.tags)}")
    lines += [f"win {proof_text(proof)}" for proof in tactic.wins]
    if tactic.save and tactic.lost:
        lines += [f"save {name(tactic.save)}", f"lost {defence_text(tactic.lost)}"]
    return "\n".join(lines) + "\n"


def read(path: Path) -> list[Tactic]:
    """Read the positions of a suite. Raises LabError for an invalid file."""
    try:
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise LabError(f"cannot read {path}: {error}") from None
    found = []
    lines: dict[str, list[str]] = {}
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.startswith("#"):
            continue
        if line.strip():
            key, _, rest = line.partition(" ")
            lines.setdefault(key, []).append(rest.strip())
            continue
        if lines:
            try:
                found.append(_tactic(lines))
            except (ValueError, KeyError, IndexError, RulesError) as error:
                raise LabError(f"{path}: the position before line {number} cannot be read: {error}") from None
            lines = {}
    return found


def _tactic(lines: dict[str, list[str]]) -> Tactic:
    rules = Rules.parse(lines["rules"][0])

    def one(text: str) -> Cell:
        return cell_of(text, rules.width, rules.height)

    kind = lines["kind"][0]
    if kind not in KINDS:
        raise NotationError(f"there is no kind {kind!r}")
    lost = _Reader(lines["lost"][0], rules).defence() if "lost" in lines else None
    return Tactic(
        rules=lines["rules"][0],
        moves=tuple(map(one, lines["moves"][0].split())),
        kind=kind,
        plies=int(lines["plies"][0]),
        wins=tuple(_Reader(text, rules).proof() for text in lines.get("win", ())),
        save=one(lines["save"][0]) if "save" in lines else None,
        lost=lost,
        tags=tuple(lines["tags"][0].split(", ")) if "tags" in lines else (),
    )


class _Reader:
    """Parser of a proof."""

    def __init__(self, text: str, rules: Rules) -> None:
        for mark in "(),:":
            text = text.replace(mark, f" {mark} ")
        self.words = text.split()
        self.at = 0
        self.rules = rules

    def next(self, expected: str = "") -> str:
        word = self.words[self.at] if self.at < len(self.words) else ""
        if not word or (expected and word != expected):
            raise NotationError(f"a proof has {word!r} where {expected or 'a cell'!r} belongs")
        self.at += 1
        return word

    def sees(self, word: str) -> bool:
        return self.at < len(self.words) and self.words[self.at] == word

    def cell(self) -> Cell:
        return cell_of(self.next(), self.rules.width, self.rules.height)

    def proof(self) -> ProofNode:
        move = self.cell()
        return ProofNode(move, self.defence() if self.sees("(") else None)

    def defence(self) -> Defence:
        answers: list[tuple[Cell, ProofNode]] = []
        rest = None
        self.next("(")
        while True:
            if self.sees("*"):
                self.next()
                self.next(":")
                rest = self.proof()
            else:
                reply = self.cell()
                self.next(":")
                answers.append((reply, self.proof()))
            if not self.sees(","):
                break
            self.next()
        self.next(")")
        return Defence(tuple(answers), rest)


# --- verification by the rules alone ---


def check(tactic: Tactic, thorough: bool = False) -> Checker:
    """Verify the whole proof under the rules. Raises ProofError."""
    try:
        game = tactic.game()
    except IllegalMove as error:
        raise ProofError(f"the position cannot be reached: {error}") from None
    if game.is_over:
        raise ProofError("the game is over")
    checker = Checker(game, thorough)
    if tactic.kind == "save":
        if tactic.save is None or tactic.lost is None or game.why_illegal(tactic.save):
            raise ProofError("there is no legal saving move")
        checker.defence(tactic.lost, game.to_move.other, {tactic.save})
        plies = tactic.lost.plies
    else:
        if not tactic.wins:
            raise ProofError("there is no proof")
        if (tactic.kind == "break") != (game.status is Status.GRACE):
            raise ProofError(f"the kind is not {tactic.kind}")
        for proof in tactic.wins:
            checker.win(proof, game.to_move)
        plies = min(proof.plies for proof in tactic.wins)
    if plies != tactic.plies:
        raise ProofError(f"the proof has {plies} plies, not {tactic.plies}")
    return checker


# --- solving ---

Outcome: TypeAlias = tuple[Tactic, Cell, float]
"""Position, the engine's move, and the seconds it took."""


def solve(
    tactics: Iterable[Tactic], limit: Limit, threads: int = 1, memory_mb: float = 32, lines: int = 1
) -> Iterator[Outcome]:
    """Search each position with a cleared engine, for that many variations."""
    engine: Engine | None = None
    try:
        for tactic in tactics:
            game = tactic.game()
            if engine is None or engine.rules != game.rules:
                if engine:
                    engine.close()
                engine = Engine(game.rules, threads, memory_mb)
            else:
                engine.new_game()
            started = perf_counter()
            move = engine.search(game, limit, lines=lines).move
            yield tactic, move, perf_counter() - started
    finally:
        if engine:
            engine.close()


class SuiteScore:
    """Statistics of a solved suite."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seen: Counter[str] = Counter()
        self.solved: Counter[str] = Counter()
        self.failures: list[str] = []
        self.slowest = 0.0

    def add(self, outcome: Outcome) -> None:
        tactic, move, seconds = outcome
        self.seen[tactic.kind] += 1
        self.slowest = max(self.slowest, seconds)
        if move in tactic.solutions:
            self.solved[tactic.kind] += 1
            return
        name = tactic.game().name
        wanted = " ".join(map(name, tactic.solutions))
        number = self.seen.total()
        self.failures.append(f"{self.name} {number}: {tactic.kind} in {tactic.plies}, {name(move)} not {wanted}")

    def row(self) -> list[str]:
        """Table row: name, positions, solved, percentage, solved of each kind, slowest answer."""
        kinds = [f"{self.solved[kind]}/{self.seen[kind]}" for kind in KINDS]
        share = 100 * self.solved.total() / max(1, self.seen.total())
        return [
            self.name,
            str(self.seen.total()),
            str(self.solved.total()),
            f"{share:.1f}",
            *kinds,
            f"{self.slowest:.3f}",
        ]

    def as_json(self) -> dict[str, object]:
        return {
            "file": self.name,
            "positions": self.seen.total(),
            "solved": self.solved.total(),
            "kinds": {kind: [self.solved[kind], self.seen[kind]] for kind in KINDS},
            "slowest": round(self.slowest, 3),
        }

"""Tactical suites: positions with a proved outcome, stored as text, verified by the rules alone, and solved by the engine.

A position is a forced win for the side to move (kind `five`, `capture`, or `break` if an enemy five must be broken first), or has
exactly one move that does not lose (kind `save`). Its proof is stored with it. `prover` finds proofs with the core; `check`
verifies them on a `Game`, with every legal reply of the defender.

A proof reads `H8 (J9: K4, G7: J9 (G8: F6, *: F6), *: J9)`: play H8; answer J9 with K4, which wins at once, G7 with J9 and so on,
any other reply (`*`) with J9. Without `*`, every reply that is not listed loses at once: it leaves a five standing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from gomoku.engine import Engine, Limit
from gomoku.lab.types import LabError
from gomoku.rules import Cell, Color, Game, IllegalMove, NotationError, Played, Rules, RulesError, Status, WinBy
from gomoku.rules.game import play_all
from gomoku.rules.notation import cell_of, name_of

KINDS = ("five", "capture", "break", "save")


class ProofError(ValueError):
    """A proof fails; the message gives the line."""


@dataclass(frozen=True)
class Defence:
    """The attacker's answers to the replies of the defender."""

    answers: tuple[tuple[Cell, "Proof"], ...]
    rest: "Proof | None" = None
    """Answer to all other replies; None if those lose at once."""

    @property
    def plies(self) -> int:
        """Plies to the end of the game, including the reply."""
        longest = max((proof.plies for _, proof in self.answers), default=0)
        return 1 + max(longest, self.rest.plies if self.rest else 0)


@dataclass(frozen=True)
class Proof:
    """A winning move and the answers to each reply; without a defence the move ends the game."""

    move: Cell
    defence: Defence | None = None
    plies: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plies", 1 + (self.defence.plies if self.defence else 0))


@dataclass(frozen=True)
class Tactic:
    """A position with its proved outcome."""

    rules: str
    moves: tuple[Cell, ...]
    kind: str
    plies: int
    """Plies to the end of the game: of the shortest win, or of the longest resistance if the saving move is missed."""
    wins: tuple[Proof, ...] = ()
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

    def proof_text(proof: Proof) -> str:
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

    def proof(self) -> Proof:
        move = self.cell()
        return Proof(move, self.defence() if self.sees("(") else None)

    def defence(self) -> Defence:
        answers: list[tuple[Cell, Proof]] = []
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


class Checker:
    """Verifies a proof by playing all its lines; counts them and collects their motifs."""

    def __init__(self, game: Game, thorough: bool = False) -> None:
        """`thorough` also plays replies that do not break a standing five, which lose at once by the rules."""
        self.game = game
        self.thorough = thorough
        self.start = len(game.actions)
        self.lines = 0
        self.tags: set[str] = set()
        self.last_win: WinBy | None = None

    def win(self, proof: Proof, attacker: Color) -> None:
        """Verify a proof with the attacker to move."""
        game = self.game
        line = game.actions[self.start :]
        refilled = any(isinstance(action, Played) and proof.move in action.captured for action in line)
        try:
            played = game.play(proof.move)
        except IllegalMove as error:
            raise ProofError(f"{self._line()}: {error}") from None
        if len(played.captured) >= 4:
            self.tags.add("double capture")
        if refilled:
            self.tags.add("refill")
        if game.status is Status.GRACE:
            self.tags.add("breakable five")
        if proof.defence is None:
            if game.status is not Status.WIN or game.winner is not attacker:
                raise ProofError(f"{self._line()}: this should end the game")
            self.lines += 1
            self.last_win = game.win_by
        elif game.is_over:
            raise ProofError(f"{self._line()}: the game is over already")
        else:
            self.defence(proof.defence, attacker)
        game.undo()

    def defence(self, defence: Defence, attacker: Color, saved: Cell | None = None) -> None:
        """Verify all legal replies of the defender except the saving one."""
        game = self.game
        answers = dict(defence.answers)
        if defence.rest and not defence.rest.defence and game.why_illegal(defence.rest.move):
            self.tags.add("banned block")
        finishes = {proof.move for proof in (*answers.values(), defence.rest) if proof and not proof.defence}
        replies = [(x, y) for y, row in enumerate(game.rows()) for x, glyph in enumerate(row) if glyph == "."]
        if game.status is Status.GRACE and not self.thorough:
            replies = list(game.breaks)
        for cell in replies:
            if cell == saved:
                continue
            try:
                captured = len(game.play(cell).captured)
            except IllegalMove:
                continue
            if game.is_over:
                if game.winner is not attacker:
                    raise ProofError(f"{self._line()}: the defender escapes")
                self.lines += 1
            else:
                proof = answers.get(cell, defence.rest)
                if proof is None:
                    raise ProofError(f"{self._line()}: there is no answer to this")
                if captured >= 4:
                    self.tags.add("double capture")
                if game.status is Status.GRACE:
                    self.tags.add("counter-five")
                elif finishes and proof.defence and not captured and cell not in finishes:
                    self.tags.add("set-up")
                self.win(proof, attacker)
            game.undo()

    def _line(self) -> str:
        return " ".join(self.game.name(cell) for cell in self.game.moves[self.start :])


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
        checker.defence(tactic.lost, game.to_move.other, tactic.save)
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


def solve(tactics: Iterable[Tactic], limit: Limit, threads: int = 1, memory_mb: float = 32) -> Iterator[Outcome]:
    """Search each position with a cleared engine."""
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
            move = engine.search(game, limit).move
            yield tactic, move, perf_counter() - started
    finally:
        if engine:
            engine.close()


class Score:
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

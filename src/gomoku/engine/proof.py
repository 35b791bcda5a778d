"""Proofs of forced wins as values, and their check by the rules alone.

A `ProofNode` is a winning move with the answers to every reply, a `Defence` those answers. Equal parts of a tree are usually one object,
so a proof is a graph that unfolds to a much larger tree. `Proof` is what `Engine.prove` returns.

Imports `rules` only: `check` must not trust what found the proof.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any

from gomoku.rules import Cell, Color, Game, IllegalMove, Played, PositionError, Status, WinBy


class ProofError(ValueError):
    """A proof fails; the message gives the line."""


class Attack(IntEnum):
    """Kind of attack that is searched; each includes those before it."""

    FOURS = 0  # moves that threaten to win at once
    THREES = 1  # moves that threaten to win by fours
    EVERY = 2  # any move


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Defence:
    """The attacker's answers to the replies of the defender."""

    answers: "tuple[tuple[Cell, ProofNode], ...]" = field(repr=False)
    rest: "ProofNode | None" = field(default=None, repr=False)
    """Answer to all other replies; None if those lose at once."""
    plies: int = field(init=False, compare=False)
    """Plies to the end of the game, including the reply."""
    attack: Attack = field(init=False, compare=False, repr=False)
    """The widest attack among the answers."""
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        longest = max((node.plies for _, node in self.answers), default=0)
        object.__setattr__(self, "plies", 1 + max(longest, self.rest.plies if self.rest else 0))
        widest = max((node.attack for _, node in self.answers), default=Attack.FOURS)
        object.__setattr__(self, "attack", max(widest, self.rest.attack) if self.rest else widest)
        object.__setattr__(self, "_hash", hash((self.answers, self.rest)))

    def __hash__(self) -> int:  # computed once: a tree is deep and its parts are shared
        return self._hash

    def groups(self) -> "list[tuple[tuple[Cell, ...], ProofNode]]":
        """Listed replies with the same answer together, the longest resistance first."""
        found: dict[ProofNode, list[Cell]] = {}
        for cell, node in self.answers:
            found.setdefault(node, []).append(cell)
        return sorted(((tuple(cells), node) for node, cells in found.items()), key=lambda group: -group[1].plies)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class ProofNode:
    """A winning move and the answers to each reply; without a defence the move ends the game."""

    move: Cell
    defence: Defence | None = field(default=None, repr=False)
    plies: int = field(init=False, compare=False)
    """Plies to the end of the game against the longest resistance."""
    attack: Attack = field(init=False, compare=False, repr=False)
    """The widest attack in the tree. What a move threatens is the answer to any other reply."""
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plies", 1 + (self.defence.plies if self.defence else 0))
        attack = Attack.FOURS
        if self.defence:
            threat = self.defence.rest
            if threat is not None and threat.defence is not None:
                attack = Attack.THREES if threat.attack is Attack.FOURS else Attack.EVERY
            attack = max(attack, self.defence.attack)
        object.__setattr__(self, "attack", attack)
        object.__setattr__(self, "_hash", hash((self.move, self.defence)))

    def __hash__(self) -> int:
        return self._hash


class Outcome(StrEnum):
    """Result of a proof, for the side to move."""

    WIN = "win"  # it has a forced win
    LOSS = "loss"  # every move of it loses
    DEFENCE = "defence"  # it would lose by passing, and some moves were shown to lose
    UNKNOWN = "unknown"


class Ended(StrEnum):
    """Reason for which a prover stopped."""

    DECIDED = "decided"  # a win or a loss is proved
    TIME = "time"
    NODES = "nodes"
    MEMORY = "memory"  # the proof exceeds the number of positions that may be stored
    STOPPED = "stopped"
    BUDGET = "budget"  # the largest budget of a search was reached


@dataclass(frozen=True)
class Stage:
    """Effort of a prover on one kind of attack."""

    attack: Attack
    nodes: int
    seconds: float = field(compare=False)


@dataclass(frozen=True)
class Proof:
    """Result of a prover for a position, with the whole tree."""

    outcome: Outcome
    ended: Ended
    win: ProofNode | None = field(default=None, repr=False)
    """The win of the side to move."""
    lost: Defence | None = field(default=None, repr=False)
    """The opponent's wins after every move but those in `open`."""
    open: tuple[Cell, ...] = ()
    """The moves that were not refuted, if some were."""
    threat: ProofNode | None = field(default=None, repr=False)
    """The opponent's win if the side to move passed; None if its five stands on the board."""
    nodes: int = 0
    """Positions searched, in this call."""
    seconds: float = 0.0
    stages: tuple[Stage, ...] = ()
    """The kinds of attack that were tried in this call."""
    attack: Attack | None = None
    """The kind of attack that found the wins, of either side; None if none is proved. Their trees may need less."""

    @property
    def move(self) -> Cell | None:
        """The winning move, or the only one that was not refuted."""
        if self.win:
            return self.win.move
        return self.open[0] if len(self.open) == 1 else None

    @property
    def plies(self) -> int | None:
        """Plies to the end of a proved win or loss against the longest resistance; a shorter win may exist."""
        if self.outcome is Outcome.WIN and self.win:
            return self.win.plies
        return self.lost.plies if self.outcome is Outcome.LOSS and self.lost else None

    def line(self, game: Game) -> list[Cell]:
        """The main line of a win, of a loss, or else of the threat; the defender resists as long as possible."""
        if self.win:
            return main_line(game, self.win)
        if self.outcome is Outcome.LOSS and self.lost:
            reply, answer = longest_resistance(game, self.lost)
            twin = game.copy()
            twin.play(reply)
            return [reply, *(main_line(twin, answer) if answer else ())]
        other = passed(game) if self.threat else None
        return main_line(other, self.threat) if other and self.threat else []

    def as_json(self, game: Game) -> dict[str, Any]:
        """The proof as JSON values; cells by name. Trees refer to entries of `nodes`, parts before wholes."""
        table = _Table(game)
        lost = table.defence(self.lost) if self.lost else None
        trees = {
            "win": table.add(self.win) if self.win else None,
            "lost": lost,
            "threat": table.add(self.threat) if self.threat else None,
        }
        return {
            "rules": game.rules.spec(),
            "rows": game.rows(),
            "to_move": str(game.to_move),
            "taken": {str(color): stones for color, stones in game.taken.items()},
            "outcome": str(self.outcome),
            "ended": str(self.ended),
            "move": game.name(self.move) if self.move else None,
            "plies": self.plies,
            "attack": None if self.attack is None else self.attack.name.lower(),
            "line": [game.name(cell) for cell in self.line(game)],
            "open": [game.name(cell) for cell in self.open],
            "searched": self.nodes,
            "seconds": round(self.seconds, 3),
            **trees,
            "nodes": table.rows,
        }


class _Table:
    """The nodes of a proof as a list, each once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rows: list[dict[str, Any]] = []
        self.number: dict[int, int] = {}

    def add(self, root: ProofNode) -> int:
        """The number of a node; a new one is added with its parts."""
        for node in parts(root) if id(root) not in self.number else ():
            if id(node) not in self.number:
                self.number[id(node)] = len(self.rows)
                replies = self.defence(node.defence) if node.defence else None
                self.rows.append({"move": self.game.name(node.move), "plies": node.plies, "replies": replies})
        return self.number[id(root)]

    def defence(self, defence: Defence) -> dict[str, Any]:
        groups = [
            {"cells": [self.game.name(cell) for cell in cells], "node": self.add(node)}
            for cells, node in defence.groups()
        ]
        return {"listed": groups, "any_other": self.add(defence.rest) if defence.rest else None}


def parts(root: ProofNode) -> Iterator[ProofNode]:
    """Every different node of a tree once, parts before wholes."""
    seen: set[int] = set()
    stack = [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            yield node
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            if node.defence:
                below = [answer for _, answer in node.defence.answers]
                stack += [(answer, False) for answer in (*below, node.defence.rest) if answer]


# --- lines ---


def passed(game: Game) -> Game | None:
    """The same position with the other side to move; None if there is no such position."""
    try:
        other = Game.from_rows(game.rules, game.rows(), game.to_move.other, game.taken)
    except PositionError:
        return None
    return None if other.is_over else other


def main_line(game: Game, root: ProofNode) -> list[Cell]:
    """Moves of a proof to the end of the game, against the longest resistance."""
    twin = game.copy()
    line: list[Cell] = []
    node: ProofNode | None = root
    while node is not None:
        twin.play(node.move)
        line.append(node.move)
        if node.defence is None:
            break
        reply, node = longest_resistance(twin, node.defence)
        twin.play(reply)
        line.append(reply)
    return line


def longest_resistance(game: Game, defence: Defence) -> tuple[Cell, ProofNode | None]:
    """The reply of longest resistance, and what answers it."""
    legal = [(cell, node) for cell, node in defence.answers if game.why_illegal(cell) is None]
    longest = max(legal, key=lambda entry: entry[1].plies, default=None)
    rest = defence.rest
    if longest is not None and (rest is None or longest[1].plies >= rest.plies):
        return longest
    other = other_reply(game, {cell for cell, _ in defence.answers}, rest.move if rest else None)
    assert other is not None, "a defence answers every reply"
    return other, rest


def other_reply(game: Game, named: Collection[Cell], wanted: Cell | None) -> Cell | None:
    """A reply that is not listed: the attacker's next cell if possible, otherwise near the last move; None without one."""
    last = game.moves[-1] if game.moves else game.rules.centre
    cells = [(x, y) for y in range(game.rules.height) for x in range(game.rules.width)]
    cells.sort(key=lambda cell: (cell != wanted, abs(cell[0] - last[0]) + abs(cell[1] - last[1]), cell))
    for cell in cells:
        if cell in named:
            continue
        trial = game.copy()
        try:
            trial.play(cell)
        except IllegalMove:
            continue
        if wanted is None or (trial.is_over or trial.why_illegal(wanted) is None):
            return cell
    return None


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

    def win(self, proof: ProofNode, attacker: Color) -> None:
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

    def defence(self, defence: Defence, attacker: Color, saved: Collection[Cell] = ()) -> None:
        """Verify all legal replies of the defender except the saving ones."""
        game = self.game
        answers = dict(defence.answers)
        if defence.rest and not defence.rest.defence and game.why_illegal(defence.rest.move):
            self.tags.add("banned block")
        finishes = {proof.move for proof in (*answers.values(), defence.rest) if proof and not proof.defence}
        replies = [(x, y) for y, row in enumerate(game.rows()) for x, glyph in enumerate(row) if glyph == "."]
        if game.status is Status.GRACE and not self.thorough:
            replies = list(game.breaks)
        for cell in replies:
            if cell in saved:
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


def check(proof: Proof, game: Game) -> int:
    """Verify by the rules alone all that a proof claims about the position; returns the lines played. Raises ProofError.

    Every legal reply is played at every turn of the defender: slow on large boards.
    """
    twin = game.copy()
    if twin.is_over:
        raise ProofError("the game is over")
    checker = Checker(twin)
    mover = twin.to_move
    if proof.outcome is Outcome.WIN:
        if proof.win is None:
            raise ProofError("there is no tree of the win")
        checker.win(proof.win, mover)
    elif proof.outcome is Outcome.LOSS:
        if proof.lost is None or proof.open:
            raise ProofError("not every move is refuted")
        checker.defence(proof.lost, mover.other)
    elif proof.outcome is Outcome.DEFENCE:
        if proof.lost is None or not proof.open:
            raise ProofError("a defence needs moves that are refuted and moves that are not")
        if wrong := [cell for cell in proof.open if twin.why_illegal(cell)]:
            raise ProofError(f"{game.name(wrong[0])} is not legal")
        checker.defence(proof.lost, mover.other, frozenset(proof.open))
        return checker.lines + _check_threat(proof, game)
    return checker.lines


def _check_threat(proof: Proof, game: Game) -> int:
    """Verify that the opponent would win after a pass; returns the lines played."""
    if game.status is Status.GRACE:
        return 0
    other = passed(game)
    if other is None or proof.threat is None:
        raise ProofError("there is no threat to defend against")
    checker = Checker(other)
    checker.win(proof.threat, other.to_move)
    return checker.lines

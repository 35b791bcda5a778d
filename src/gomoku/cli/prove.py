"""`gomoku prove`: the result of a proof in words, its main line, and its tree as indented text.

Builds what is shown; the command parses the arguments and prints.
"""

import sys
from collections.abc import Iterator

from gomoku.cli import terminal
from gomoku.cli.analyze import moves_text
from gomoku.cli_tools import in_thread
from gomoku.engine import Engine, Limit
from gomoku.engine.proof import Defence, Ended, Outcome, Proof, ProofNode, parts
from gomoku.engine.prover import Progress, Prover
from gomoku.rules import Cell, Game, Status

REASONS = {
    Ended.TIME: "the time ran out",
    Ended.NODES: "the node limit was reached",
    Ended.MEMORY: "the proof needs more positions than may be stored; see --kept",
    Ended.STOPPED: "stopped",
    Ended.BUDGET: "the search found nothing more",
}
LISTED = 12
"""Cells named in a group of replies; the others are counted."""


class Work:
    """A prover at work on a position; reports its progress on standard error if that is a terminal."""

    def __init__(self, game: Game, threads: int, memory: float, kept: int) -> None:
        self.game = game
        self._engine = Engine(game.rules, threads, memory)
        self._prover = Prover(self._engine, kept)
        self._shows = sys.stderr.isatty()

    def run(self, limit: Limit) -> Proof:
        """Prove in a thread, so that this one can handle Ctrl-C."""
        with self._engine:
            proof = in_thread(lambda: self._prover.prove(self.game, limit, self._report if self._shows else None))
        if self._shows:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        return proof

    def stop(self) -> None:
        self._prover.stop()
        self._engine.stop()

    def _report(self, progress: Progress) -> None:
        parts = [
            f"{progress.seconds:.0f} s",
            f"{progress.nodes:,} positions",
            f"budget {progress.budget:,}",
            f"{progress.stored:,} kept",
        ]
        if progress.refuted:
            parts.append(f"{progress.refuted} moves refuted")
        if progress.line:
            parts.append(moves_text(self.game, progress.line, 10))
        print("\r\x1b[K" + "   ".join(parts), end="", file=sys.stderr, flush=True)


def words(game: Game, proof: Proof) -> str:
    """The outcome in a few lines."""
    mover, other = game.to_move.stone_name.capitalize(), game.to_move.other.stone_name.capitalize()
    lines = [terminal.state(game)]
    if proof.outcome is Outcome.WIN and proof.win:
        lines.append(f"{mover} wins with {game.name(proof.win.move)}, within {_plies(proof.plies)}.")
    elif proof.outcome is Outcome.LOSS:
        lines.append(f"{mover} is lost: {other} wins after every move, within {_plies(proof.plies)}.")
    elif proof.outcome is Outcome.DEFENCE:
        threat = (
            "has a five on the board" if game.status is Status.GRACE else f"threatens to win within {_threat(proof)}"
        )
        lines.append(f"{other} {threat}. Not refuted: {moves_text(game, proof.open)}; every other move loses.")
    else:
        lines.append("Nothing is proved.")
    if proof.ended is not Ended.DECIDED:
        lines.append(f"The search ended early: {REASONS[proof.ended]}.")
    if line := proof.line(game):
        lines.append(
            f"{'Threat' if proof.outcome is Outcome.DEFENCE else 'Main line'}: {moves_text(game, tuple(line))}"
        )
    return "\n".join(lines)


def figures(proof: Proof) -> str:
    """Effort and size of a proof."""
    searched = f"{proof.nodes:,} positions searched in {proof.seconds:.2f} s"
    return f"{searched}; {_size(proof):,} different positions in the tree"


def tree_text(game: Game, proof: Proof, depth: int | None = None) -> str:
    """The tree, one line per group of replies with the answer; `depth` limits the moves of the attacker."""
    if proof.win:
        lines = [game.name(proof.win.move) + _end(proof.win), *_replies(game, proof.win.defence, 1, depth)]
    else:
        lines = list(_replies(game, proof.lost, 0, depth))
    return "\n".join(lines)


def _replies(game: Game, defence: Defence | None, level: int, depth: int | None) -> Iterator[str]:
    """Lines of the replies to a move and what follows them."""
    if defence is None or level == depth:
        return
    groups: list[tuple[str, ProofNode]] = [(_names(game, cells), node) for cells, node in defence.groups()]
    if defence.rest:
        groups.append(("any other", defence.rest))
    for replies, node in groups:
        yield f"{'  ' * level}{replies}: {game.name(node.move)}{_end(node)}"
        yield from _replies(game, node.defence, level + 1, depth)
    if defence.rest is None:
        yield f"{'  ' * level}any other: loses at once"


def _names(game: Game, cells: tuple[Cell, ...]) -> str:
    more = f" and {len(cells) - LISTED} more" if len(cells) > LISTED else ""
    return moves_text(game, cells[:LISTED]) + more


def _end(node: ProofNode) -> str:
    return f" ({_plies(node.plies)})" if node.defence else " wins"


def _plies(plies: int | None) -> str:
    return "1 ply" if plies == 1 else f"{plies} plies"


def _threat(proof: Proof) -> str:
    return _plies(proof.threat.plies if proof.threat else None)


def _size(proof: Proof) -> int:
    """Different nodes of the tree."""
    roots = [node for node in (proof.win, proof.threat) if node]
    if proof.lost:
        roots += [node for node in (*(answer for _, answer in proof.lost.answers), proof.lost.rest) if node]
    return len({id(node) for root in roots for node in parts(root)})

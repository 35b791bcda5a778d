"""Public interface of the compiled core: `Engine`, `Limit`, `Info`, `Result`.

`answer` makes the engine's decisions in openings and `advise` explains them, `play_at` plays at a strength level, `Inspector` breaks an evaluation
down, `ThreatSearch` finds wins by continuous threats, `Engine.prove` proves wins and defences with the whole tree and `check` verifies
it by the rules alone. `gomoku.engine.worker` runs an engine in a separate process; it is
not imported here, because most programs do not need it.

May import `rules` and `core`. Knows nothing of protocols, rooms or the network.
"""

from gomoku.engine.engine import Engine
from gomoku.engine.inspector import Inspector
from gomoku.engine.levels import LEVELS, Level, play_at
from gomoku.engine.opening_decisions import Advice, Aim, Choice, advise, answer
from gomoku.engine.proof import Attack, Defence, Ended, Outcome, Proof, ProofError, ProofNode, Stage, check
from gomoku.engine.prover import Progress, Prover
from gomoku.engine.search_tree import SearchTree
from gomoku.engine.threat_search import ThreatSearch
from gomoku.engine.types import WIN, WIN_BOUND, Info, Limit, Result, Variation, is_loss, is_win

__all__ = [
    "LEVELS",
    "WIN",
    "WIN_BOUND",
    "Advice",
    "Aim",
    "Attack",
    "Choice",
    "Defence",
    "Ended",
    "Engine",
    "Info",
    "Inspector",
    "Level",
    "Limit",
    "Outcome",
    "Progress",
    "Proof",
    "ProofError",
    "ProofNode",
    "Prover",
    "Result",
    "SearchTree",
    "Stage",
    "ThreatSearch",
    "Variation",
    "advise",
    "answer",
    "check",
    "is_loss",
    "is_win",
    "play_at",
]

"""`Prover`: proves that the side to move wins or loses, or which of its moves hold, with the whole tree as proof.

The search claims, the prover verifies. In each round, with a growing node budget, three kinds of attack are tried in
turn: fours alone, which `ForcedWins` proves by itself; fours and threes, claimed by the search for continuous threats;
and any move, claimed by `Engine.search`. After a claimed move every legal reply is played. Most replies lose to
continuous threats and are answered by `ForcedWins`; for the others a new claim is requested, one level deeper. A claim
whose tree cannot be completed is discarded and retried with a larger budget.

Verified nodes are stored by position, so that a call for the same position resumes where the last one ended. The number
of nodes kept is bounded: the least recently used are dropped.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from time import monotonic
from typing import TYPE_CHECKING, Final

from gomoku.engine.forced_wins import ForcedWins, Trees
from gomoku.engine.proof import Attack, Defence, Ended, Outcome, Proof, ProofNode, Stage, passed
from gomoku.engine.threat_search import ThreatSearch
from gomoku.engine.types import Info, Limit, Result, is_loss, is_win
from gomoku.rules import Cell, Game, Rules, Status

if TYPE_CHECKING:
    from gomoku.engine.engine import Engine

MOST_NODES: Final = 200_000
"""Nodes of proofs kept, at most."""
DEFAULT_SECONDS: Final = 10.0
FIRST_BUDGET: Final = 5_000
"""Positions of each search in the first round."""
GROWTH: Final = 4
"""Each round has a budget this many times that of the one before."""
LAST_BUDGET: Final = 10**11
"""No round has a larger budget: by then every search ends by itself."""
THREATS: Final = 40
"""Most threats in a row of a VCF."""
VCF_SHARE: Final = 25
"""A VCF may visit the budget divided by this, within the following bounds."""
LEAST_VCF: Final = 300
MOST_VCF: Final = 20_000
THREES: Final = 12
"""Most threes of a VCT."""
VCT_SHARE: Final = 5
"""A VCT may visit the budget divided by this."""
THREAT_BUDGET: Final = MOST_VCF * VCF_SHARE
"""Largest budget with which threat searches are repeated: by then they have found what they can."""
ROOTS: Final = 16
"""Positions whose rounds are remembered."""
ESCAPES: Final = 24
"""Replies remembered because they held elsewhere: they are tried first."""
ALTERNATIVES: Final = 4
"""Moves requested from the search if the tree of its first one could not be completed."""
ANY_WIN: Final = 10_000
"""Plies: the search stops at any proved result."""
SHORT: Final = 0.05
"""Seconds: a search with less time left is cut short by it."""
PROGRESS_SECONDS: Final = 0.2
"""Least time between two reports."""


@dataclass(frozen=True)
class Progress:
    """State of a prover at work."""

    budget: int
    """Positions of each search in this round."""
    nodes: int
    """Positions searched in this call."""
    seconds: float
    stored: int
    """Nodes of proofs kept."""
    line: tuple[Cell, ...]
    """Moves from the root to the position being worked on; empty while the root is searched."""
    refuted: int
    """Moves of the side to move that were shown to lose."""
    depth: int
    """Plies from the root that the searches of this call have reached."""
    attack: Attack
    """The kind of attack being tried."""
    stages: tuple[Stage, ...]
    """Effort spent on each kind of attack in this call."""


ProgressCallback = Callable[[Progress], None]


class _End(Exception):
    """A limit was reached."""

    def __init__(self, why: Ended) -> None:
        self.why = why


class _Enough(Exception):
    """The share of this round for refutations is used up."""


@dataclass
class _Claim:
    """The search's claim about a position."""

    budget: int
    move: Cell | None = None
    """A move that it claims to win; None if it knows none."""
    loses: bool = False
    """Whether it claims that the side to move loses."""
    failed: set[Cell] = field(default_factory=set)
    """Moves whose tree could not be completed."""


@dataclass
class _Root:
    """Results about a position that the caller asked about."""

    budget: int = FIRST_BUDGET
    attack: Attack | None = None
    """The kind of attack that found the latest win, of either side."""
    win: ProofNode | None = None
    threat: ProofNode | None = None
    refuted: dict[Cell, ProofNode] = field(default_factory=dict)
    open: list[Cell] | None = None
    """Moves that are neither refuted nor lose at once, the next one to try first; None before any were examined."""

    @property
    def is_decided(self) -> bool:
        return self.win is not None or self.open == []


class Prover:
    """Proves positions of one rule set by the searches of an engine. Usually called through `Engine.prove`."""

    def __init__(self, engine: "Engine", most_nodes: int = MOST_NODES) -> None:
        if most_nodes < 1:
            raise ValueError(f"most_nodes must be positive, not {most_nodes}")
        self._engine = engine
        self._most_nodes = most_nodes
        self._search = ThreatSearch(engine.rules)
        self._stopped = False
        self._share_end: int | None = None
        """Number of nodes at which the refutation of root moves pauses."""
        self.forget()

    def forget(self) -> None:
        """Drop everything stored: the next call equals that of a new prover."""
        self._trees = Trees()
        self._forced = ForcedWins(self._search, self._trees, self._tick)
        self._proved: OrderedDict[bytes, ProofNode] = OrderedDict()
        self._claims: OrderedDict[tuple[bytes, Attack], _Claim] = OrderedDict()
        self._roots: OrderedDict[tuple[bytes, Attack], _Root] = OrderedDict()
        self._escapes: list[Cell] = []

    @property
    def stored(self) -> int:
        """Nodes of proofs in use, those of proofs that the caller holds included."""
        return len(self._trees)

    def stop(self) -> None:
        """End the running call, which returns its result so far. Safe from any thread."""
        self._stopped = True

    def prove(
        self,
        game: Game,
        limit: Limit | None = None,
        on_progress: ProgressCallback | None = None,
        attack: Attack = Attack.EVERY,
    ) -> Proof:
        """Prove what can be proved within the limit, of which `time` and `nodes` apply; 10 seconds by default.

        Neither side tries a wider `attack`; a narrow one ends when its searches find nothing more. Raises ValueError if
        there is nothing to prove: the game is over, in its opening, or under other rules.
        """
        check_position(game, self._engine.rules)
        self._stopped = False
        if self.stored > self._most_nodes:  # the caller holds more than may be kept
            self.forget()
        self._limit = limit or Limit(time=DEFAULT_SECONDS)
        self._on_progress = on_progress
        self._started = self._reported = monotonic()
        self._searched, self._threat_nodes, self._depth = 0, self._search.nodes, 0
        self._share_end = None
        self._spent: dict[Attack, tuple[int, float]] = {}
        self._widest = self._attacking = attack
        self._booked: tuple[int, float] | None = None
        key = (_key(game), attack)
        self._root = self._roots.setdefault(key, _Root())
        self._roots.move_to_end(key)
        while len(self._roots) > ROOTS:
            self._roots.popitem(last=False)
        self._budget = self._root.budget
        try:
            ended = self._rounds(game)
        except _End as end:
            ended = end.why
        finally:
            self._book()
        return self._result(game, ended)

    # --- rounds ---

    def _rounds(self, game: Game) -> Ended:
        """Search with a growing budget until the position is decided."""
        root = self._root
        while not root.is_decided:
            self._budget = root.budget
            before = self._nodes
            for attack in self._attacks():
                self._turn_to(attack)
                self._set_up(game)
                root.win = self._attack()
                if root.win is not None:
                    root.attack = attack
                    return Ended.DECIDED
            if self._is_threatened(game):
                self._set_up(game)
                self._refute(max(self._budget, self._nodes - before))
            if not root.is_decided:
                root.budget *= GROWTH
                if root.budget > (LAST_BUDGET if self._widest is Attack.EVERY else GROWTH * THREAT_BUDGET):
                    return Ended.BUDGET
        return Ended.DECIDED

    def _attacks(self) -> list[Attack]:
        """The kinds of attack of a round, the widest last."""
        narrow = [attack for attack in Attack if attack < self._widest and self._budget < GROWTH * THREAT_BUDGET]
        return [*narrow, self._widest]

    def _turn_to(self, attack: Attack) -> None:
        self._book()
        self._attacking = attack
        self._spent.setdefault(attack, (0, 0.0))
        self._booked = (self._nodes, monotonic())

    def _book(self) -> None:
        """Record the effort of the current kind of attack since the last record."""
        if self._booked is None:
            return  # no attack has begun
        now = (self._nodes, monotonic())
        nodes, seconds = self._spent[self._attacking]
        self._spent[self._attacking] = (nodes + now[0] - self._booked[0], seconds + now[1] - self._booked[1])
        self._booked = now

    def _stages(self) -> tuple[Stage, ...]:
        self._book()
        return tuple(Stage(attack, *self._spent[attack]) for attack in Attack if attack in self._spent)

    def _is_threatened(self, game: Game) -> bool:
        """Whether the opponent has a five on the board, wins after a pass, or wins anyway according to the search."""
        if game.status is Status.GRACE or self._root.threat:
            return True
        other = passed(game)
        if other is not None:
            self._set_up(other)
            self._root.threat = self._attack()
        claim = self._claims.get((_key(game), self._attacking))
        return self._root.threat is not None or (claim is not None and claim.loses)

    def _refute(self, share: int) -> None:
        """Look for refutations of every root move: by threats alone, then by search while its share of nodes lasts.

        The share is what the search for a win has used: if both sides attack, neither question starves the other.
        """
        game, root = self._game, self._root
        if root.open is None:
            root.open = list(game.breaks) if game.status is Status.GRACE else game.allowed_cells()
            for cell in tuple(root.open):
                self._refute_move(cell, self._forced_win)
        self._share_end = self._nodes + share
        try:
            for cell in tuple(root.open):
                self._refute_move(cell, self._attack)
        except _Enough:
            pass
        finally:
            self._share_end = None

    def _refute_move(self, cell: Cell, find: Callable[[], ProofNode | None]) -> None:
        root, game = self._root, self._game
        assert root.open is not None
        opponent = game.to_move.other
        with self._played(cell):
            node = None if game.is_over else find()
            lost = node is not None or game.winner is opponent
        root.open.remove(cell)
        if node:
            root.refuted[cell] = node
            root.attack = self._attacking
        elif not lost:
            root.open.append(cell)  # the others come first next time

    def _result(self, game: Game, ended: Ended) -> Proof:
        root, grace = self._root, game.status is Status.GRACE
        nodes, seconds, stages = self._nodes, monotonic() - self._started, self._stages()
        if root.win:
            return Proof(
                Outcome.WIN, ended, win=root.win, nodes=nodes, seconds=seconds, stages=stages, attack=root.attack
            )
        threatened = grace or (root.threat is not None and root.refuted)
        if root.open == [] or (root.open and threatened):
            answers = root.refuted
            lost = self._trees.defence(answers) if grace or not answers else self._trees.compact(answers)
            outcome = Outcome.DEFENCE if root.open else Outcome.LOSS
            return Proof(
                outcome, ended, None, lost, tuple(sorted(root.open)), root.threat, nodes, seconds, stages, root.attack
            )
        return Proof(Outcome.UNKNOWN, ended, nodes=nodes, seconds=seconds, stages=stages)

    # --- the tree ---

    def _attack(self) -> ProofNode | None:
        """A proof that the side to move wins, if one is found with the budget of this round."""
        node = self._forced_win()
        if node is not None or self._attacking is Attack.FOURS:
            return node
        claim = self._claim()
        if claim.move is None:
            return None
        attacker = self._game.to_move
        with self._played(claim.move):
            if self._game.is_over:
                node = self._trees.node(claim.move) if self._game.winner is attacker else None
            elif defence := self._defend():
                node = self._trees.node(claim.move, defence)
        if node is None:
            claim.failed.add(claim.move)
            claim.move = None
        else:
            self._keep(node)
        return node

    def _forced_win(self) -> ProofNode | None:
        """A proof that is known, or one by continuous threats."""
        self._tick()
        key = _key(self._game)
        node = self._proved.get(key)
        if node is not None and node.attack <= self._attacking:
            self._proved.move_to_end(key)
            return node
        node = self._forced.win(THREATS, self._vcf_nodes)
        if node is not None:
            self._keep(node)
        return node

    def _defend(self) -> Defence | None:
        """The answers to every reply of the side to move; None if one of them holds."""
        self._tick()
        replies, rest, others = self._search.refutations(THREATS, self._vcf_nodes)
        if replies == 0:
            return None  # no legal reply: a draw
        grace = self._game.status is Status.GRACE
        hard = [reply for reply, plies, _ in others if plies == 0]
        hard.sort(key=lambda cell: self._escapes.index(cell) if cell in self._escapes else ESCAPES)
        for reply in hard:  # ask first: one reply that holds makes the proofs of all others useless
            if not self._seems_lost(reply):
                self._remember_escape(reply)
                return None
        answers = {}
        for reply, plies, move in sorted(others, key=lambda other: other[1] > 0):
            node = None
            if plies == 1 and move:
                node = self._trees.node(move)
            elif plies:
                node = self._forced.after(reply, THREATS, self._vcf_nodes)
            if node is None:
                with self._played(reply):
                    node = None if self._game.is_over else self._attack()
            if node is None:
                self._remember_escape(reply)
                return None
            answers[reply] = node
        if rest:
            return self._trees.defence(answers, self._trees.node(rest))
        return self._trees.defence(answers) if grace or not answers else self._trees.compact(answers)

    def _remember_escape(self, reply: Cell) -> None:
        """A reply that held is likely to hold elsewhere."""
        if reply in self._escapes:
            self._escapes.remove(reply)
        self._escapes.insert(0, reply)
        del self._escapes[ESCAPES:]

    def _seems_lost(self, reply: Cell) -> bool:
        """Whether a reply loses, as far as is known or claimed."""
        attacker = self._game.to_move.other
        with self._played(reply):
            if self._game.is_over:
                return self._game.winner is attacker
            known = self._proved.get(_key(self._game))
            return (known is not None and known.attack <= self._attacking) or self._claim().move is not None

    def _claim(self) -> _Claim:
        """Verdict of the search on the position, within the budget of this round."""
        key = (_key(self._game), self._attacking)
        claim = self._claims.get(key)
        if claim is None or claim.budget < self._budget:
            claim = self._new_claim(claim.failed if claim else set())
            self._claims[key] = claim
            while len(self._claims) > self._most_nodes:
                self._claims.popitem(last=False)
        self._claims.move_to_end(key)
        return claim

    def _new_claim(self, failed: set[Cell]) -> _Claim:
        claim = _Claim(self._budget, failed=failed)
        if self._attacking is not Attack.EVERY:
            found = None if self._attacking is Attack.FOURS else self._search.find_attack(THREES, self._vct_nodes)
            claim.move = found[1] if found else None
            return claim
        game, search, mover = self._game, self._search, self._game.to_move
        forced: list[Cell] = []
        while not game.is_over and (move := search.only_move()):  # the search has no value for a forced move
            forced.append(move)
            game.play(move)
            search.play(move)
        if game.is_over:
            won, lost = game.winner is mover, game.winner is mover.other
            winning = forced[:1] if won else []
        else:
            result = self._ask(1 if forced else min(1 + len(failed), ALTERNATIVES))
            won, lost = is_win(result.score), is_loss(result.score)
            if game.to_move is not mover:
                won, lost = lost, won
            winning = [line.move for line in result.info.lines if is_win(line.score)]
            if forced:
                winning = forced[:1] if won else []
        for _ in forced:
            game.undo()
            search.take_back()
        claim.loses = lost
        claim.move = next((move for move in winning if move not in failed), winning[0] if winning else None)
        return claim

    def _ask(self, lines: int) -> Result:
        """Search the position within the budget and what is left of the limits. Raises _End if these cut it short."""
        self._tick()
        limit = self._limit
        nodes = min([self._budget, *(end - self._nodes for end in (limit.nodes, self._share_end) if end)])
        started = monotonic()
        seconds = max(0.001, limit.time - (started - self._started)) if limit.time else None

        def on_info(info: Info) -> None:
            self._depth = max(self._depth, len(self._game.moves) - self._first + info.depth)
            self._report(monotonic(), info.nodes)
            if self._stopped:  # it came before the search began
                self._engine.stop()

        result = self._engine.search(self._game, Limit(time=seconds, nodes=nodes, mate=ANY_WIN), on_info, lines)
        self._searched += self._engine.nodes
        if not is_win(result.score) and not is_loss(result.score):
            self._tick()
            if nodes < self._budget:
                raise _Enough if self._share_end else _End(Ended.NODES)
            if seconds is not None and (seconds < SHORT or monotonic() - started > 0.8 * seconds):
                raise _End(Ended.TIME)
        return result

    # --- board, limits, memory ---

    def _set_up(self, game: Game) -> None:
        self._game = game.copy()
        self._first = len(game.moves)
        self._search.load(game)

    @contextmanager
    def _played(self, cell: Cell) -> Iterator[None]:
        """Play a legal move on both boards for the length of a `with`."""
        self._game.play(cell)
        self._search.play(cell)
        try:
            yield
        finally:
            self._game.undo()
            self._search.take_back()

    def _keep(self, node: ProofNode) -> None:
        """Store the proof of the position."""
        key = _key(self._game)
        self._proved[key] = node
        self._proved.move_to_end(key)

    @property
    def _vcf_nodes(self) -> int:
        """Positions of one VCF in this round."""
        return max(LEAST_VCF, min(MOST_VCF, self._budget // VCF_SHARE))

    @property
    def _vct_nodes(self) -> int:
        """Positions of one VCT in this round."""
        return min(THREAT_BUDGET, self._budget) // VCT_SHARE

    @property
    def _nodes(self) -> int:
        """Positions searched in this call."""
        return self._searched + self._search.nodes - self._threat_nodes

    def _tick(self) -> None:
        """Report progress. Raises _End if a limit is reached."""
        now = monotonic()
        self._report(now)
        if self._stopped:
            raise _End(Ended.STOPPED)
        if self._limit.time and now - self._started >= self._limit.time:
            raise _End(Ended.TIME)
        if self._limit.nodes and self._nodes >= self._limit.nodes:
            raise _End(Ended.NODES)
        if self._share_end and self._nodes >= self._share_end:
            raise _Enough
        while len(self._trees) > self._most_nodes:
            if not self._proved:
                raise _End(Ended.MEMORY)
            self._proved.popitem(last=False)

    def _report(self, now: float, searching: int = 0) -> None:
        """Report progress, unless there was a report just before; `searching`: positions of the running search."""
        if self._on_progress is None or now - self._reported < PROGRESS_SECONDS:
            return
        self._reported = now
        nodes, refuted = self._nodes + searching, len(self._root.refuted)
        line = self._game.moves[self._first :]
        seconds = now - self._started
        self._on_progress(
            Progress(
                self._budget, nodes, seconds, self.stored, line, refuted, self._depth, self._attacking, self._stages()
            )
        )


def _key(game: Game) -> bytes:
    """Identifies a position: stones, side to move and stones taken."""
    text = "".join((*game.rows(), game.to_move, *(f" {count}" for count in game.taken.values())))
    return blake2b(text.encode(), digest_size=16).digest()


def check_position(game: Game, rules: Rules) -> None:
    """Raise ValueError if there is nothing to prove."""
    if game.rules != rules:
        raise ValueError("the game is played by other rules than the engine was made for")
    if game.is_over:
        raise ValueError("the game is over")
    if game.decision is not None and game.decision.step != "play":
        raise ValueError("the opening is not over")
    if any(game.stone(run[0]) is game.to_move for run in game.fives()):
        raise ValueError("the side to move has a five on the board already")

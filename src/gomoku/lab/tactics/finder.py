"""Finds tactical positions in self-play games and proves their outcome, for the suites described in `suite`.

The attacker's moves come from `ThreatSearch`; the defender tries every legal cell, first on the core's board and finally
under the rules (`suite.check`). Positions whose proof fails, is too large, or leaves doubt about the first moves are
discarded.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from gomoku.engine import Defence, Engine, Limit, ProofError, ProofNode, ThreatSearch, is_win
from gomoku.lab.tactics.suite import Tactic, check, dumps, read
from gomoku.lab.types import LabError
from gomoku.rules import Cell, Game, Rules, Status, WinBy
from gomoku.rules.game import play_all

THREATS = 7
"""Most threats in a row in a win, that is 15 plies."""
LONGEST = 10
"""Most threats in a row after an alternative first move."""
NODES = 4_000
"""Node budget of one threat search."""
GLANCE = 500
"""Node budget of a threat search that only estimates a first move."""
JUDGE_NODES = 2_000_000
"""Node budget of the full search that confirms a saving move: with 100,000, one in three lost to a longer attack."""
FIRST_MOVES = 8
"""Most winning first moves; positions with more are too easy."""
BACK = 8
"""Plies examined from the end of a game."""
QUIET_REPLIES = 40
"""Refuted replies after which a quiet move is assumed to win."""
LONGEST_CHECK = 80_000
"""Most variations in the check under the rules, for rule sets without captures."""
ALIKE = 0.75
"""Share of common stones above which two positions count as duplicates."""


class TooLarge(Exception):
    """The proof exceeds its size limit."""


class QuietMove(Exception):
    """A first move that seems to win without an immediate threat."""


@dataclass
class ThreatProver:
    """Proves wins on the core's board against every legal reply."""

    rules: Rules
    largest: int
    """Most variations in a proof."""
    refuse_quiet: bool
    """Skip first moves without an immediate threat: on a large board their check takes too long."""
    _lines: int = 0
    _refuters: list[Cell] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._search = ThreatSearch(self.rules)
        self._cells = [(x, y) for x in range(self.rules.width) for y in range(self.rules.height)]
        random.Random(1).shuffle(self._cells)

    def shortest(self, game: Game) -> int:
        """Plies of the shortest win by continuous threats, or 0."""
        self._search.load(game)
        return self._shortest(THREATS)

    def finishes(self, game: Game) -> bool:
        """Whether the side to move can win at once."""
        self._search.load(game)
        return self._search.find_win(0, NODES) is not None

    def win(self, game: Game) -> ProofNode | None:
        """Proof of the shortest win by continuous threats, if there is one."""
        self._search.load(game)
        self._lines = 0
        return self._attack(THREATS)

    def wins(self, game: Game, strict: bool) -> tuple[list[ProofNode], bool]:
        """Proofs of all winning first moves, shortest first, and whether there may be more.

        Raises TooLarge if the proofs exceed their limits or, with `strict`, if there may be more winning moves.
        """
        self._refuters = []
        self._search.load(game)
        found = []
        more = False
        for cell in self._search.breaking_cells() or self._cells:
            self._lines = 0
            try:
                proof = self._keeps(cell)
            except QuietMove:
                if strict:
                    raise TooLarge from None
                more = True
                self._search.load(game)
                continue
            if proof is None:
                continue
            found.append(proof)
            if len(found) > FIRST_MOVES:
                raise TooLarge
        found.sort(key=lambda proof: (proof.plies, proof.move))
        return found, more

    def only_save(self, game: Game) -> tuple[Cell, Defence] | None:
        """The only move that prevents a win by threats of the opponent, with the proof that all others lose."""
        self._search.load(game)
        if self._search.find_win(THREATS, NODES):
            return None
        self._lines = 0
        self._refuters = []
        five = self._search.has_five_to_break
        replies = self._search.breaking_cells() if five else self._cells
        saving = []
        for cell in replies:
            if self._search.play(cell):
                lost = not self._search.is_won_by_capture and self._search.find_win(THREATS, NODES)
                self._search.take_back()
                if not lost:
                    saving.append(cell)
                    if len(saving) > 1:
                        return None
        answers = {}
        for cell in replies:
            if cell not in saving and self._search.play(cell):
                proof = self._answer(THREATS)
                self._search.take_back()
                if proof is None:
                    return None
                answers[cell] = proof
        return (saving[0], _defence(answers, five)) if saving and answers else None

    def _shortest(self, threats: int) -> int:
        if self._search.find_win(threats, NODES):
            for depth in range(threats + 1):
                win = self._search.find_win(depth, NODES)
                if win:
                    return win[0]
        return 0

    def _keeps(self, cell: Cell) -> ProofNode | None:
        """Proof that a first move wins, if there is one. Raises QuietMove if it seems to win without a threat."""
        if not self._search.play(cell):
            return None
        defence = None
        if not self._search.find_win(3, 200):  # otherwise the opponent wins
            if not self.refuse_quiet or not self._is_quiet():
                defence = self._replies(LONGEST - 1)
            elif self._seems_lost():
                raise QuietMove
        self._search.take_back()
        return ProofNode(cell, defence) if defence else None

    def _seems_lost(self) -> bool:
        """Estimate after a quiet move: whether the threat search finds wins against `QUIET_REPLIES` replies."""
        calm = 0
        for cell in self._ordered():
            if not self._search.play(cell):
                continue
            lost = not self._search.is_won_by_capture and self._search.find_win(THREATS - 1, GLANCE)
            self._search.take_back()
            if not lost:
                self._remember(cell)
                return False
            calm += 1
            if calm > QUIET_REPLIES:
                break
        return True

    def _is_quiet(self) -> bool:
        """Whether the last move makes no immediate threat: the side to move could play far away."""
        if self._search.has_five_to_break:
            return False
        for cell in ((0, 0), (self.rules.width - 1, self.rules.height - 1)):
            if self._search.play(cell):
                threatened = self._search.find_win(0, NODES) is not None
                self._search.take_back()
                if threatened:
                    return False
        return True

    def _attack(self, threats: int) -> ProofNode | None:
        """Proof for the attacker, who is to move and has no winning move."""
        for depth in range(1, threats + 1):
            win = self._search.find_win(depth, NODES)
            if win:
                _, move = win
                self._search.play(move)
                defence = self._replies(depth - 1)
                self._search.take_back()
                return ProofNode(move, defence) if defence else None
        return None

    def _replies(self, threats: int) -> Defence | None:
        """Refutations of all moves of the defender, who is to move; None if one of them holds."""
        five = self._search.has_five_to_break
        answers = {}
        for cell in self._search.breaking_cells() if five else self._ordered():
            if not self._search.play(cell):
                continue
            proof = self._answer(threats)
            self._search.take_back()
            if proof is None:
                self._remember(cell)
                return None
            answers[cell] = proof
        return _defence(answers, five) if answers else None

    def _answer(self, threats: int) -> ProofNode | None:
        """Proof for the attacker after a reply."""
        if self._search.is_won_by_capture:
            return None
        win = self._search.find_win(0, NODES)
        if win:
            self._lines += 1
            if self._lines > self.largest:
                raise TooLarge  # leaves moves on the board: the next position is loaded afresh
            return ProofNode(win[1])
        return self._attack(threats)

    def _ordered(self) -> list[Cell]:
        """All cells, recent refutations first (a killer heuristic)."""
        return [*self._refuters, *(cell for cell in self._cells if cell not in self._refuters)]

    def _remember(self, cell: Cell) -> None:
        if cell in self._refuters:
            self._refuters.remove(cell)
        self._refuters.insert(0, cell)
        del self._refuters[24:]


def _defence(answers: dict[Cell, ProofNode], five: bool) -> Defence:
    """The answers in compact form: the most common one becomes the default."""
    if five:
        return Defence(tuple(sorted(answers.items())))
    rest = Counter(answers.values()).most_common(1)[0][0]
    return Defence(tuple(sorted((cell, proof) for cell, proof in answers.items() if proof != rest)), rest)


# --- examining games ---


class Finder:
    """Collects positions, with a quota for each kind and length."""

    def __init__(self, rules: Rules, count: int, known: list[Tactic]) -> None:
        self.rules, self.count = rules, count
        self.found = list(known)
        self.seen = Counter((tactic.kind, tactic.plies) for tactic in known)
        self.shapes = [_shape(tactic.game()) for tactic in known]
        self.quiet = Counter("save" if tactic.save else "win" for tactic in known if "quiet" in tactic.tags)
        self.tried: Counter[str] = Counter()
        self.capturing = bool(rules.capture_sizes)
        self.prover = ThreatProver(rules, 14_000 if self.capturing else 60_000, refuse_quiet=True)
        self.judge = Engine(rules, memory_mb=32)
        share = count / 300 if self.capturing else count / 150
        self.room = {"five": 26 * share, "capture": 18 * share, "break": 12 * share, "save": 20 * share}
        self.room["quiet"] = count / 16

    def examine(self, moves: list[Cell]) -> Tactic | None:
        """The best new position near the end of a game, if there is one."""
        game = play_all(Game(self.rules), moves)
        candidates: list[tuple[float, int, str, Game]] = []
        for back in range(BACK):
            if not game.is_over and len(game.moves) > 4:
                found = self._candidates(game, back == 0)
                candidates += [(fill, back, aim, twin) for fill, aim, twin in found if fill < 1]
            if game.can_undo:
                game.undo()
        for _, _, aim, game in sorted(candidates, key=lambda candidate: candidate[:2])[:3]:
            if self._is_known(game):
                continue
            try:
                tactic = self._proved_save(game) if aim == "save" else self._proved_win(game, aim)
            except TooLarge:
                self.tried["too large"] += 1
                continue
            if tactic:
                return self._keep(tactic, game)
        return None

    def _candidates(self, game: Game, is_end: bool) -> Iterator[tuple[float, str, Game]]:
        """Possible uses of a position (win, quiet win, save), each with the fill level of its quota."""
        plies = self.prover.shortest(game)
        if plies >= 3:
            try:
                proof = self.prover.win(game)
            except TooLarge:
                return
            if proof is None:
                self.tried["threat search refuted"] += 1
            elif not self._too_long([proof]):
                yield self._fill(self._kind(game, proof), plies), "win", game.copy()
                if self.capturing:
                    yield from self._breaks(game, proof)
        elif plies == 0 and self._is_threatened(game):
            yield self._fill("save", 0), "save", game.copy()
        elif plies == 0 and is_end and not self.capturing and self._wins_quietly(game):
            yield self.quiet["win"] / self.room["quiet"], "quiet", game.copy()

    def _breaks(self, game: Game, proof: ProofNode) -> Iterator[tuple[float, str, Game]]:
        """Positions within a proof in which the defender has made a five."""
        game.play(proof.move)
        for reply, answer in proof.defence.answers if proof.defence else ():
            if answer.defence:
                game.play(reply)
                if game.status is Status.GRACE:
                    yield self._fill("break", answer.plies), "win", game.copy()
                yield from self._breaks(game, answer)
                game.undo()
        game.undo()

    def _wins_quietly(self, game: Game) -> bool:
        """Whether the full search finds a win that threats alone do not give."""
        if self.quiet["win"] >= self.room["quiet"]:
            return False
        self.judge.new_game()
        return is_win(self.judge.search(game, Limit(nodes=10_000)).score)

    def _kind(self, game: Game, proof: ProofNode) -> str:
        return "break" if game.status is Status.GRACE else self._ends_by(game, proof)

    def _fill(self, kind: str, plies: int) -> float:
        if kind == "save":
            return sum(n for (k, _), n in self.seen.items() if k == "save") / (3 * self.room["save"])
        return self.seen[kind, plies] / self.room[kind]

    def _is_threatened(self, game: Game) -> bool:
        """Whether the opponent would win by threats if the side to move played far away."""
        if game.status is Status.GRACE:
            return True
        for cell in ((0, 0), (self.rules.width - 1, 0), (0, self.rules.height - 1)):
            if game.why_illegal(cell) is None:
                game.play(cell)
                threatened = self.prover.finishes(game)
                if not self.capturing:
                    # without captures a single cell stops a five: only slower threats are of interest, and few: checking them is slow
                    room = self.quiet["save"] < self.room["quiet"]
                    threatened = not threatened and room and self.prover.shortest(game) > 0
                game.undo()
                return threatened
        return False

    def _proved_win(self, game: Game, aim: str) -> Tactic | None:
        self.tried[aim] += 1
        self.prover.refuse_quiet = aim != "quiet"
        strict = False
        if aim == "win":
            main = self.prover.win(game)
            # short fives are common: keep only those without doubtful moves
            strict = main is not None and main.plies == 5 and self._kind(game, main) == "five"
        wins, more = self.prover.wins(game, strict)
        if not wins or wins[0].plies > 2 * THREATS + 1 or self._too_long(wins):
            return None
        tags = ("more",) if more else ()
        return self._wanted(
            Tactic(self.rules.spec(), game.moves, self._kind(game, wins[0]), wins[0].plies, tuple(wins), tags=tags)
        )

    def _proved_save(self, game: Game) -> Tactic | None:
        self.tried["save"] += 1
        only = self.prover.only_save(game)
        if only is None:
            return None
        save, lost = only
        refuted = sum(proof.defence is not None for _, proof in lost.answers)
        if refuted < (1 if game.status is Status.GRACE else 2) or lost.plies > 2 * THREATS + 2:
            return None
        if lost.rest and save == lost.rest.move and self._fill("save", 0) > 0.75:
            return None  # enough plain blocks
        if not self._survives(game, save):
            return None
        return self._wanted(Tactic(self.rules.spec(), game.moves, "save", lost.plies, save=save, lost=lost))

    def _wanted(self, tactic: Tactic) -> Tactic | None:
        return None if self._fill(tactic.kind, tactic.plies) >= 1 else tactic

    def _too_long(self, wins: list[ProofNode]) -> bool:
        """Whether the check under the rules would take too long."""
        if not self.capturing:
            return sum(_size(proof, self.rules.width * self.rules.height) for proof in wins) > LONGEST_CHECK
        # long wins are rare and may take longer
        return sum(map(_nodes, wins)) > (40 if wins[0].plies > 9 else 6 + 1.5 * wins[0].plies)

    def _survives(self, game: Game, save: Cell) -> bool:
        """Whether the full search finds no loss after the saving move."""
        twin = game.copy()
        twin.play(save)
        self.judge.new_game()
        while not twin.is_over:
            result = self.judge.search(twin, Limit(nodes=JUDGE_NODES))
            if result.win_in is not None:
                return is_win(result.score) == (twin.to_move is game.to_move)
            if result.nodes >= JUDGE_NODES // 4:
                return True
            twin.play(result.move)  # a forced reply, played without a full search
        return twin.winner is not game.to_move.other

    def _ends_by(self, game: Game, proof: ProofNode) -> str:
        """End of the win against the longest resistance: by capture or by five."""
        twin = game.copy()
        node: ProofNode | None = proof
        while node:
            twin.play(node.move)
            if node.defence is None:
                break
            replies = [(p.plies, c, p) for c, p in node.defence.answers]
            _, reply, node = max(replies, key=lambda entry: entry[0], default=(0, (0, 0), node.defence.rest))
            if not replies:
                reply = next(cell for cell in twin.allowed_cells() if node is None or cell != node.move)
            twin.play(reply)
        return "capture" if twin.win_by is WinBy.CAPTURE else "five"

    def _is_known(self, game: Game) -> bool:
        shape = _shape(game)
        return any(_alike(shape, other) for other in self.shapes)

    def _keep(self, tactic: Tactic, game: Game) -> Tactic | None:
        """Check a position under the rules and add it to the collection."""
        try:
            checker = check(tactic)
        except ProofError as error:
            self.tried[f"refuted by the rules: {error}"] += 1
            return None
        tags = checker.tags | set(tactic.tags)
        if any(_is_quiet(proof) for proof in tactic.wins) or _is_quiet(tactic.lost):
            tags.add("quiet")
            self.quiet["save" if tactic.save else "win"] += 1
        tactic = replace(tactic, tags=tuple(sorted(tags)))
        self.tried["lines"] += checker.lines
        self.found.append(tactic)
        self.seen[tactic.kind, tactic.plies] += 1
        self.shapes.append(_shape(game))
        return tactic

    def close(self) -> None:
        self.judge.close()


def _nodes(proof: ProofNode) -> int:
    """Number of positions of a proof in which every reply must be tried."""
    if proof.defence is None:
        return 0
    rest = _nodes(proof.defence.rest) if proof.defence.rest else 0
    return 1 + rest + sum(_nodes(answer) for _, answer in proof.defence.answers)


def _size(node: ProofNode | Defence, cells: int) -> int:
    """Approximate number of variations of a proof."""
    if isinstance(node, ProofNode):
        return _size(node.defence, cells) if node.defence else 1
    rest = (cells - len(node.answers)) * _size(node.rest, cells) if node.rest else 0
    return rest + sum(_size(proof, cells) for _, proof in node.answers)


def _is_quiet(node: ProofNode | Defence | None) -> bool:
    """Whether some move of the proof makes no immediate threat."""
    if node is None:
        return False
    if isinstance(node, ProofNode):
        return _is_quiet(node.defence)
    if node.rest and node.rest.defence:
        return True
    return any(_is_quiet(proof) for _, proof in node.answers)


def _shape(game: Game) -> list[frozenset[tuple[int, int, str]]]:
    """The stones in all eight symmetries."""
    last = max(game.rules.width, game.rules.height) - 1
    stones = [(x, y, glyph) for y, row in enumerate(game.rows()) for x, glyph in enumerate(row) if glyph != "."]
    views = []
    for turn in range(8):
        seen = []
        for x, y, glyph in stones:
            a, b = (y, x) if turn & 4 else (x, y)
            seen.append((last - a if turn & 1 else a, last - b if turn & 2 else b, glyph))
        views.append(frozenset(seen))
    return views


def _alike(one: list[frozenset[tuple[int, int, str]]], other: list[frozenset[tuple[int, int, str]]]) -> bool:
    return any(len(one[0] & view) > ALIKE * len(one[0] | view) for view in other)


def games(paths: list[Path]) -> Iterator[list[Cell]]:
    """Move lists of the games in self-play files and logs of matches."""
    for path in paths:
        try:
            with path.open(encoding="ascii") as file:
                for line in file:
                    record = json.loads(line)
                    for game in record.get("games", [record]):
                        if "moves" in game:
                            yield [(int(x), int(y)) for x, y in game["moves"]]
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise LabError(f"{path} is not a file of games: {error}") from None


HEAD = """\
# Positions with a proved outcome: `gomoku tactics` finds, checks and solves them; src/gomoku/lab/tactics/suite.py says how to read
# them. The positions come from games of self-play. Each line of each proof has been played under the rules, with the
# defender trying every legal cell. Moves that keep the win are listed as far as they threaten to end the game at once.
"""


def find(rules: Rules, paths: list[Path], out: Path, count: int) -> Iterator[Finder]:
    """Examine games until the file holds `count` positions; an existing file is continued. Yields after each game."""
    known = read(out) if out.exists() else []
    finder = Finder(rules, count, known)
    try:
        with out.open("a", encoding="ascii") as file:
            if not known:
                file.write(HEAD)
            for moves in games(paths):
                if len(finder.found) >= count:
                    break
                tactic = finder.examine(moves)
                if tactic:
                    file.write("\n" + dumps(tactic))
                    file.flush()
                yield finder
    except OSError as error:
        raise LabError(f"cannot write {out}: {error.strerror or error}") from None
    finally:
        finder.close()

"""Threat lists, VCF and VCT of the core, verified move by move under `rules`."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from gomoku.core import _core, params
from gomoku.core.learned.weights import hand_made
from gomoku.rules import Cell, Color, Game, PositionError, Rules
from tests.rules.strategies import choose_cell, longest_row

RULES = {
    "42": Rules.preset("42", size=9),
    "42 low goal": Rules.preset("42", size=9, capture_goal=4),
    "42 self": Rules.preset("42", size=9, ban_self_capture="both", capture_lifts_ban=False, win_lifts_bans=False),
    "freestyle": Rules.preset("freestyle", size=9),
    "standard": Rules.preset("standard", size=9),
    "caro": Rules.preset("caro", size=9),
    "caro6": Rules.preset("caro6", size=9),
    "caro grace": Rules.preset("42", size=9, caro=True),
    "renju": Rules.preset("renju", size=9),
    "omok": Rules.preset("omok", size=9),
    "pente": Rules.preset("pente", size=9),
    "keryo": Rules.preset("keryo", size=9, capture_goal=6),
    "boat_pente": Rules.preset("boat_pente", size=9),
    "ninuki": Rules.preset("ninuki", size=9),
}


class Core:
    """Board and search for one rule set."""

    def __init__(self, rules: Rules) -> None:
        tables = _core.PatternTables(rules)
        weights = _core.Weights(tables, hand_made(), rules.capture_goal)
        self.board = _core.Board(rules, tables, weights.by_code())
        table, shared = _core.TranspositionTable(0.25), _core.buffer(16, "i")
        self.search = _core.Search(self.board, weights, table, shared, params.as_array(params.PARAMS))

    def load(self, game: Game) -> None:
        self.board.load(game.rows(), 1 if game.to_move == "X" else 2, *game.taken.values())

    def root(self, game: Game) -> list[Cell]:
        """The root moves of the search: a winning move, else the answers to a threat, else all candidates."""
        self.load(game)
        return [tuple(cell) for cell in self.search.start()]

    def force(self, game: Game, depth: int, nodes: int) -> tuple[int, Cell | None]:
        self.load(game)
        self.search.forget()
        found: tuple[int, Any] = self.search.find_vcf(depth, nodes)
        return found

    def attack(self, game: Game, threes: int, nodes: int) -> tuple[int, Cell | None]:
        self.load(game)
        self.search.limit(0.0, 0)
        self.search.forget()
        found: tuple[int, Any] = self.search.find_vct(threes, nodes)
        return found


def tactical(rules: Rules, seed: int, count: int) -> Iterator[Game]:
    """Unfinished positions of random games that prefer captures and long rows."""
    chance = random.Random(seed)
    while count > 0:
        game = Game(rules)
        length = chance.randint(8, 34)
        while len(game.moves) < length:
            cell = choose_cell(game, chance)
            assert cell is not None
            game.play(cell)
            if game.is_over:
                game.undo()
                break
        if game.moves:
            yield game
            count -= 1


def wins_at_once(game: Game, cell: Cell) -> bool:
    """Does the side to move win at once?"""
    mover = game.to_move
    game.play(cell)
    won = game.winner == mover
    game.undo()
    return won


def winning_moves(game: Game) -> list[Cell]:
    """Tried out under `rules`; only moves that reach five in a row or capture can win, unless a five stands already."""
    rows, color, any_wins = game.rows(), game.to_move, bool(game.fives())
    return [
        cell
        for cell in game.allowed_cells()
        if (any_wins or longest_row(rows, color, cell) >= 5 or game.captures(cell)) and wins_at_once(game, cell)
    ]


def passed(game: Game) -> Game | None:
    """The same position with the other side to move; None if it would be illegal."""
    taken = {str(color): count for color, count in game.taken.items()}
    try:
        return Game.from_rows(game.rules, game.rows(), game.to_move.other, taken)
    except PositionError:
        return None


def is_sound(game: Game, cell: Cell) -> bool:
    """Has the enemy no winning move after this one?"""
    mover = game.to_move
    game.play(cell)
    sound = game.winner in (mover, None) if game.is_over else not winning_moves(game)
    game.undo()
    return sound


@pytest.mark.parametrize("name", RULES)
def test_winning_moves_and_answers(name: str):
    """A winning move is found where there is one, and the answers to a threat are complete."""
    rules = RULES[name]
    core = Core(rules)
    met = {"win": 0, "grace": 0, "threat": 0}
    for game in tactical(rules, 2, 45):
        root = core.root(game)
        legal = set(game.allowed_cells())
        assert set(root) <= legal
        assert len(set(root)) == len(root)
        if game.status == "grace":
            met["grace"] += 1
            assert set(root) <= set(game.breaks)
            continue
        wins = winning_moves(game)
        if wins:
            met["win"] += 1
            assert len(root) == 1
            assert root[0] in wins, f"{root} does not win in {game.rows()}, {wins} do"
            continue
        other = passed(game) if met["threat"] < 8 else None  # this is the slow part
        if other and not other.is_over and winning_moves(other):
            met["threat"] += 1
            sound = {cell for cell in legal if is_sound(game, cell)}
            assert sound <= set(root), (
                f"{sorted(sound - set(root))} is missing in {game.rows()}, {game.to_move} to move"
            )
    assert met["win"] >= 3, met
    assert met["threat"] >= 2, met


def test_a_double_capture_after_a_set_up_is_a_defence():
    """With three pairs taken, a move that prepares a double capture makes the coming five breakable."""
    rules = RULES["42"]
    core = Core(rules)
    met = 0
    for game in tactical(rules, 3, 1_200):
        try:
            game = Game.from_rows(rules, game.rows(), game.to_move, {"X": 6, "O": 6})
        except PositionError:
            continue
        other = passed(game)
        if game.is_over or game.status == "grace" or not other or other.is_over or winning_moves(game):
            continue
        if not winning_moves(other):
            continue
        root = set(core.root(game))
        sound = {cell for cell in game.allowed_cells() if is_sound(game, cell)}
        assert sound <= root, f"{sorted(sound - root)} is missing in {game.rows()}, {game.to_move} to move"
        met += 1
        if met >= 25:
            break
    assert met >= 20


def test_captures_on_dead_lines_are_candidates():
    """A capture is a candidate also where neither side can make a five."""
    rules = Rules.preset("42", size=9)
    rows = ["OXX.OXOXO", *["." * 9] * 8]
    game = Game.from_rows(rules, rows, Color("O"), {"X": 0, "O": 0})
    assert (3, 0) in Core(rules).root(game)


def test_captures_saves_and_set_ups_are_tactical():
    """They are not pruned as quiet moves."""
    rules = Rules.preset("42", size=9)
    core = Core(rules)
    rows = ["." * 9, ".OXX.....", "." * 9, ".....OO..", "." * 9, "." * 9, ".X.......", "." * 9, "." * 9]
    game = Game.from_rows(rules, rows, Color("O"), {"X": 0, "O": 0})
    core.load(game)
    assert (4, 1) in core.search.tactical_moves(), "captures"
    rows = [row.translate(str.maketrans("XO", "OX")) for row in rows]
    core.load(Game.from_rows(rules, rows, Color("O"), {"X": 0, "O": 0}))
    found = core.search.tactical_moves()
    assert (4, 1) in found, "saves a pair"
    assert {(4, 3), (7, 3)} <= set(found), "threatens to capture a pair"
    assert (4, 4) not in found


@dataclass
class Proof:
    """Checks a claimed win against every legal reply."""

    find: Callable[[Game, int, int], tuple[int, Cell | None]]
    moves: int = 0
    """Moves played under the rules so far."""
    most: int = 30_000

    def holds(self, game: Game, depth: int) -> bool:
        """The attacker is to move: does it win against every defence?"""
        plies, cell = self.find(game, depth, 20_000)
        if cell is None:
            return False
        attacker = game.to_move
        game.play(cell)
        self.moves += 1
        held = game.winner == attacker or (not game.is_over and self.all_replies(game, depth, plies))
        game.undo()
        return held

    def all_replies(self, game: Game, depth: int, plies: int) -> bool:
        for reply in game.allowed_cells():
            if self.moves > self.most:
                return True  # a long proof: every reply so far was refuted
            mover = game.to_move
            game.play(reply)
            self.moves += 1
            held = game.winner == mover.other or (not game.is_over and self.holds(game, depth))
            game.undo()
            if not held:
                return False
        return True


@pytest.mark.parametrize("name", RULES)
def test_proofs_hold(name: str):
    """VCF wins hold against every defence."""
    rules = RULES[name]
    core = Core(rules)
    lengths = []
    for game in tactical(rules, 5, 150):
        plies, _ = core.force(game, 20, 2_000)
        if not 1 < plies <= 9:
            continue
        proof = Proof(core.force, most=4_000)
        assert proof.holds(game, 20), f"no win in {plies} plies: {game.rows()}, {game.to_move} to move, {game.taken}"
        lengths.append(plies)
        if len(lengths) >= 6:
            break
    assert lengths, "no win by force was met"


@pytest.mark.parametrize("name", RULES)
def test_vct_proofs_hold(name: str):
    """VCT wins hold against every defence, in positions without a VCF."""
    rules = RULES[name]
    core = Core(rules)
    lengths = []
    for game in tactical(rules, 7, 400):
        if core.force(game, 20, 2_000)[0]:
            continue
        before = core.board.fingerprint()
        plies, _ = core.attack(game, 3, 3_000)
        assert core.board.fingerprint() == before
        if not plies:
            continue
        assert plies >= 5, "a three, an answer, and at least a four after that"
        proof = Proof(core.attack, most=600)
        assert proof.holds(game, 3), f"no win in {plies} plies: {game.rows()}, {game.to_move} to move, {game.taken}"
        lengths.append(plies)
        if len(lengths) >= 2:
            break
    assert lengths, "no attack was met"


@pytest.mark.parametrize("name", ["42", "freestyle", "caro", "renju"])
def test_only_refuted_moves_are_dropped(name: str):
    """A root move is dropped only where the enemy's attack against it is proved."""
    rules = RULES[name]
    core = Core(rules)
    dropped = 0
    for game in tactical(rules, 17, 400):
        core.load(game)
        core.search.limit(0.0, 0)
        core.search.forget()
        moves = core.search.start()
        if len(moves) < 2 or core.search.drop_losing_move(3, 3_000) is None:
            continue
        game.play(moves[0])
        if game.is_over:
            continue
        proof = Proof(core.attack, most=300)
        assert proof.holds(game, 3), f"{moves[0]} may hold in {game.rows()}"
        dropped += 1
        if dropped >= 5:
            break
    assert dropped >= 2


@pytest.mark.parametrize("name", RULES)
def test_every_reply_is_answered_or_listed(name: str):
    """The rest wins at once after every reply that is not listed, and a listed move wins in as many plies as it says."""
    rules = RULES[name]
    core = Core(rules)
    met = {"rest": 0, "listed": 0}
    for game in tactical(rules, 17, 30):
        core.load(game)
        before = core.board.fingerprint()
        replies, rest, others = core.search.refutations(2, 300)
        assert core.board.fingerprint() == before
        listed = {cell: (plies, move) for cell, plies, move in others}
        legal = game.breaks if game.status == "grace" else game.allowed_cells()
        assert set(listed) <= set(legal)
        assert bool(replies) == bool(legal)
        mover = game.to_move
        for cell in legal:
            game.play(cell)
            plies, move = listed.get(cell, (1, rest))
            if cell in listed and game.is_over:
                assert (plies, move) == (0, None), "a reply that loses at once needs no answer"
                assert game.winner != mover.other
            elif not game.is_over and plies == 1:
                assert move is not None
                assert wins_at_once(game, move), f"{move} does not win after {cell}: {game.rows()}"
                met["listed" if cell in listed else "rest"] += 1
            game.undo()
    assert met["rest"] >= 50, met


EXACT = {"freestyle": (3, 5), "standard": (3, 5), "renju": (3, 5), "omok": (3, 5), "caro": (3,), "caro6": (3,)}
"""Plies of the wins that are decided without search, by rule set: 3 of double fours, 5 of four-threes."""


def quiet(game: Game) -> bool:
    """Can neither side win at once?"""
    other = passed(game)
    return other is not None and not other.is_over and not winning_moves(game) and not winning_moves(other)


@pytest.mark.parametrize("name", EXACT)
def test_certain_wins_hold(name: str):
    """A double four and a four-three win against every defence, in three and in five plies."""
    rules = RULES[name]
    core = Core(rules)
    met = dict.fromkeys(EXACT[name], 0)
    for game in tactical(rules, 11, 1_500):
        core.load(game)
        plies, cell = core.search.certain_win()
        if min(met.values()) >= 3:
            break
        if not plies or met[plies] >= 3 or not quiet(game):
            continue
        met[plies] += 1
        game.play(cell)
        proof = Proof(core.force, most=1_500)
        assert proof.all_replies(game, 20, plies), f"{cell} does not win in {game.rows()}"
    assert min(met.values()) >= 2, met


@pytest.mark.parametrize("name", EXACT)
def test_replies_left_out_lose(name: str):
    """Against a threatened double four or four-three every move that is not listed loses."""
    rules = RULES[name]
    core = Core(rules)
    positions, left_out = 0, 0
    for game in tactical(rules, 13, 3_000):
        core.load(game)
        before = core.board.fingerprint()
        replies = core.search.relevant_replies()
        assert core.board.fingerprint() == before
        if replies is None or not quiet(game):
            continue
        legal = set(game.allowed_cells())
        assert set(replies) <= legal
        assert len(set(replies)) == len(replies)
        positions += 1
        for cell in sorted(legal - set(replies)):
            game.play(cell)
            if not game.is_over:
                plies, _ = core.force(game, 20, 20_000)
                assert plies, f"{cell} may hold in {game.rows()} and is not listed"
                left_out += 1
            game.undo()
        if positions >= 25:
            break
    assert positions >= 20
    assert left_out >= 500

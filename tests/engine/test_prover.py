"""`Engine.prove`: outcomes, limits, memory; every proof is checked by the rules alone."""

import dataclasses
from collections import Counter
from typing import Any

import pytest

import gomoku.engine.prover as prover_module
from gomoku.engine import (
    Attack,
    Defence,
    Ended,
    Engine,
    Limit,
    Outcome,
    Progress,
    Proof,
    ProofError,
    ProofNode,
    Prover,
    check,
)
from gomoku.engine.proof import main_line, parts, passed
from gomoku.engine.proof_tree import ProofTable, TableDefence, proof_table
from gomoku.rules import Game, Rules, Status
from gomoku.rules.game import play_all
from tests.core.test_threats import RULES, tactical

CELLS = 81
MOST_LINES = 3_000
"""Proofs with more lines take too long under the rules."""

# freestyle 9x9, X to move: fours alone do not win, threes and fours do
ATTACK = (
    ".........",
    ".........",
    "..O......",
    "...XX....",
    "...XO....",
    "..O......",
    "....X.O..",
    ".........",
    ".........",
)
# O has an open three
THREATENED = (
    ".........",
    ".........",
    ".........",
    "...OOO...",
    ".........",
    "...X.X...",
    ".........",
    ".......X.",
    ".........",
)
# O has an open four, X can only watch
LOST = (
    ".........",
    ".........",
    ".X.......",
    "..OOOO...",
    ".........",
    "...X.X...",
    ".........",
    ".......X.",
    ".........",
)
# 42: O has a five, which the capture at E6 breaks
GRACE = (
    ".........",
    ".........",
    ".........",
    ".........",
    "..OOOOO..",
    "....O....",
    "....X....",
    ".X.....X.",
    "X.......X",
)


def position(rows: tuple[str, ...], to_move: str = "X", rules: str = "freestyle") -> Game:
    return Game.from_rows(Rules.parse(rules, size=9), rows, to_move)


def lines(node: ProofNode | Defence | None) -> int:
    """About how many lines a check plays."""
    if node is None:
        return 0
    if isinstance(node, ProofNode):
        return lines(node.defence) if node.defence else 1
    return (CELLS - len(node.answers)) * lines(node.rest) + sum(lines(answer) for _, answer in node.answers)


@pytest.fixture
def engine():
    with Engine(Rules.preset("freestyle", size=9), memory_mb=4) as made:
        yield made


@pytest.mark.parametrize("name", RULES)
def test_proofs_hold_by_the_rules_alone(name: str):
    met: Counter[Outcome] = Counter()
    with Engine(RULES[name], memory_mb=4) as engine:
        for game in tactical(RULES[name], 22, 16):
            engine.new_game()
            before = game.rows()
            proof = engine.prove(game, Limit(nodes=10_000))
            assert game.rows() == before
            assert (proof.ended is Ended.DECIDED) == (proof.outcome in (Outcome.WIN, Outcome.LOSS))
            if sum(map(lines, (proof.win, proof.lost, proof.threat))) <= MOST_LINES:
                check(proof, game)
                met[proof.outcome] += 1
    assert met[Outcome.WIN] >= 3, met
    assert met[Outcome.LOSS] + met[Outcome.DEFENCE] >= 1, met


def test_win_by_threes_and_fours(engine: Engine):
    game = position(ATTACK)
    proof = engine.prove(game, Limit(nodes=2_000_000))
    assert (proof.outcome, proof.ended) == (Outcome.WIN, Ended.DECIDED)
    assert proof.win
    assert proof.move == proof.win.move
    assert proof.plies == proof.win.plies > 5
    line = proof.line(game)
    assert len(line) == proof.plies
    assert play_all(game.copy(), line).winner is game.to_move


def test_kinds_of_attack_are_tried_in_turn(engine: Engine):
    game = position(ATTACK)
    proof = engine.prove(game, Limit(nodes=2_000_000))
    assert proof.attack is Attack.THREES
    assert [stage.attack for stage in proof.stages][:2] == [Attack.FOURS, Attack.THREES]
    assert sum(stage.nodes for stage in proof.stages) == proof.nodes
    assert engine.prove(position(THREATENED, "O"), Limit(nodes=100_000)).attack is Attack.FOURS


def test_an_attack_is_no_wider_than_allowed(engine: Engine):
    game = position(ATTACK)
    known = engine.prove(game, Limit(nodes=2_000_000))
    fours = engine.prove(game, Limit(), attack=Attack.FOURS)
    assert (fours.outcome, fours.ended, fours.attack) == (Outcome.UNKNOWN, Ended.BUDGET, None), "though a win is known"
    assert [stage.attack for stage in fours.stages] == [Attack.FOURS]
    threes = engine.prove(game, Limit(nodes=2_000_000), attack=Attack.THREES)
    assert (threes.outcome, threes.attack) == (Outcome.WIN, Attack.THREES)
    check(known, game)
    check(threes, game)


def test_loss(engine: Engine):
    game = position(LOST)
    proof = engine.prove(game, Limit(nodes=100_000))
    assert (proof.outcome, proof.open) == (Outcome.LOSS, ())
    assert proof.plies == 2
    assert play_all(game.copy(), proof.line(game)).winner is game.to_move.other
    assert check(proof, game) > 0


def test_defence(engine: Engine):
    game = position(THREATENED)
    proof = engine.prove(game, Limit(nodes=30_000))
    assert (proof.outcome, proof.ended) == (Outcome.DEFENCE, Ended.NODES)
    assert {game.name(cell) for cell in proof.open} <= {"B6", "C6", "G6", "H6"}
    assert proof.threat
    assert proof.plies is None
    check(proof, game)


def test_a_five_to_break():
    game = position(GRACE, rules="42")
    assert game.status is Status.GRACE
    with Engine(game.rules, memory_mb=4) as engine:
        proof = engine.prove(game, Limit(nodes=50_000))
    assert proof.outcome is Outcome.LOSS
    assert proof.lost
    assert [cell for cell, _ in proof.lost.answers] == list(game.breaks)
    assert proof.lost.rest is None
    check(proof, game)


def test_nothing_is_claimed_of_a_quiet_position(engine: Engine):
    game = play_all(Game(engine.rules), ["E5", "F6"])
    proof = engine.prove(game, Limit(nodes=20_000))
    assert (proof.outcome, proof.ended) == (Outcome.UNKNOWN, Ended.NODES)
    assert (proof.move, proof.plies, proof.line(game)) == (None, None, [])
    assert proof.nodes == pytest.approx(20_000, rel=0.2)
    assert check(proof, game) == 0


def test_same_nodes_same_proof():
    rules = Rules.preset("freestyle", size=9)
    proofs = []
    for _ in range(2):
        with Engine(rules, memory_mb=4) as engine:
            proofs.append(engine.prove(position(ATTACK), Limit(nodes=30_000)))
    assert dataclasses.replace(proofs[0], seconds=0) == dataclasses.replace(proofs[1], seconds=0)


def test_a_second_call_resumes(engine: Engine):
    game = position(ATTACK)
    calls = 0
    while (proof := engine.prove(game, Limit(nodes=2_500))).outcome is not Outcome.WIN:
        calls += 1
        assert calls < 300
    assert calls > 0
    again = engine.prove(game, Limit(nodes=1))
    assert (again.win, again.ended, again.nodes) == (proof.win, Ended.DECIDED, 0)
    engine.new_game()
    assert engine.prove(game, Limit(nodes=1)).outcome is Outcome.UNKNOWN


def test_memory_is_bounded(engine: Engine):
    game = position(ATTACK)
    prover = Prover(engine, most_nodes=8)
    proof = prover.prove(game, Limit(nodes=2_000_000))
    assert (proof.outcome, proof.ended) == (Outcome.UNKNOWN, Ended.MEMORY)
    whole = Prover(engine).prove(game, Limit(nodes=2_000_000))
    assert whole.win
    size = len(list(parts(whole.win)))
    assert size > 8
    assert Prover(engine, most_nodes=4 * size).prove(game, Limit(nodes=2_000_000)).outcome is Outcome.WIN
    del proof, whole
    assert prover.stored <= 8 + CELLS
    with pytest.raises(ValueError, match="most_nodes"):
        Prover(engine, most_nodes=0)


def test_progress_and_stop(engine: Engine):
    game = play_all(Game(engine.rules), ["E5", "F6"])
    seen: list[Progress] = []

    def on_progress(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 2:
            engine.stop()

    proof = engine.prove(game, Limit(), on_progress)
    assert (proof.outcome, proof.ended) == (Outcome.UNKNOWN, Ended.STOPPED)
    assert seen[0].nodes <= seen[1].nodes <= proof.nodes
    assert seen[0].budget <= seen[1].budget
    assert 0 < seen[0].depth <= seen[1].depth


def test_progress_is_reported_during_a_search(engine: Engine, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(prover_module, "PROGRESS_SECONDS", 0.0)
    seen: list[Progress] = []
    engine.prove(play_all(Game(engine.rules), ["E5", "F6"]), Limit(nodes=5_000), seen.append)
    at_root = [progress for progress in seen if not progress.line and progress.depth]
    assert len(at_root) > 3, "a report for each depth of the first search"
    assert at_root[0].nodes < at_root[-1].nodes


def test_time_limit(engine: Engine):
    game = play_all(Game(engine.rules), ["E5", "F6"])
    assert engine.prove(game, Limit(time=0.05)).ended is Ended.TIME


def test_positions_that_cannot_be_proved(engine: Engine):
    over = play_all(Game(engine.rules), ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "E1"])
    with pytest.raises(ValueError, match="over"):
        engine.prove(over)
    with pytest.raises(ValueError, match="other rules"):
        engine.prove(Game(Rules.preset("renju")))
    with pytest.raises(ValueError, match="opening"):
        engine.prove(play_all(Game(engine.rules, "swap2"), ["A1", "B2", "C3"]))
    five = ("XXXXX....", *THREATENED[1:])
    with pytest.raises(ValueError, match="five"):
        engine.prove(position(five))


def test_tampered_proofs_are_refused(engine: Engine):
    proof = engine.prove(position(THREATENED, "O"), Limit(nodes=100_000))
    game = position(THREATENED, "O")
    assert proof.win
    assert proof.win.defence
    assert proof.win.defence.rest
    check(proof, game)
    win, defence, rest = proof.win, proof.win.defence, proof.win.defence.rest
    for false in (
        ProofNode(win.move),  # claims to win at once
        ProofNode(win.move, Defence(defence.answers)),  # the answer to any other reply is missing
        ProofNode(win.move, Defence((), rest)),  # the answer to one reply is missing
        ProofNode((0, 8), defence),  # another first move
        ProofNode((3, 3), defence),  # not legal
    ):
        with pytest.raises(ProofError):
            check(dataclasses.replace(proof, win=false), game)
    with pytest.raises(ProofError):
        check(Proof(Outcome.WIN, Ended.DECIDED), game)
    lost = engine.prove(position(LOST), Limit(nodes=100_000))
    with pytest.raises(ProofError):
        check(dataclasses.replace(lost, open=((0, 0),)), position(LOST))
    held = engine.prove(position(THREATENED), Limit(nodes=30_000))
    with pytest.raises(ProofError, match="threat"):
        check(dataclasses.replace(held, threat=None), position(THREATENED))
    with pytest.raises(ProofError):
        check(dataclasses.replace(held, open=held.open[1:] or ((0, 0),)), position(THREATENED))


def test_json_holds_the_whole_tree(engine: Engine):
    game = position(THREATENED, "O")
    proof = engine.prove(game, Limit(nodes=100_000))
    written = proof.as_json(game)
    assert proof.win
    assert (written["outcome"], written["move"], written["plies"]) == ("win", game.name(proof.win.move), proof.plies)
    assert len(written["nodes"]) == len(list(parts(proof.win)))

    def read(number: int) -> ProofNode:
        entry = written["nodes"][number]
        return ProofNode(cell(entry["move"]), defence(entry["replies"]) if entry["replies"] else None)

    def defence(replies: dict[str, Any]) -> Defence:
        listed = [(cell(name), read(group["node"])) for group in replies["listed"] for name in group["cells"]]
        return Defence(tuple(sorted(listed)), None if replies["any_other"] is None else read(replies["any_other"]))

    def cell(name: str) -> tuple[int, int]:
        return next(c for c in ((x, y) for x in range(9) for y in range(9)) if game.name(c) == name)

    assert read(written["win"]) == proof.win


def test_main_line_and_pass():
    game = position(THREATENED)
    other = passed(game)
    assert other
    assert other.to_move is game.to_move.other
    over = ProofNode((2, 3), Defence((((6, 3), ProofNode((1, 3))),), ProofNode((6, 3))))
    assert main_line(other, over) == [(2, 3), (6, 3), (1, 3)]


# --- tables ---


def rebuilt(table: ProofTable, number: int, known: dict[int, ProofNode]) -> ProofNode:
    if number not in known:
        node = table.nodes[number]
        assert node.defence or node.plies == 1, "nothing was left out"
        known[number] = ProofNode(node.move, defended(table, node.defence, known) if node.defence else None)
    return known[number]


def defended(table: ProofTable, defence: TableDefence, known: dict[int, ProofNode]) -> Defence:
    answers = {cell: rebuilt(table, number, known) for cells, number in defence.replies for cell in cells}
    rest = None if defence.rest is None else rebuilt(table, defence.rest, known)
    return Defence(tuple(sorted(answers.items(), key=lambda answer: answer[0])), rest)


def test_a_table_holds_the_whole_proof(engine: Engine):
    for rows, outcome in ((ATTACK, Outcome.WIN), (LOST, Outcome.LOSS), (THREATENED, Outcome.DEFENCE)):
        game = position(rows)
        proof = engine.prove(game, Limit(nodes=100_000))
        table = proof_table(game, proof, 100_000)
        assert (table.outcome, table.open, table.plies) == (outcome, proof.open, proof.plies)
        known: dict[int, ProofNode] = {}
        assert (None if table.win is None else rebuilt(table, table.win, known)) == proof.win
        assert (table.lost and defended(table, table.lost, known)) == proof.lost
        assert (None if table.threat is None else rebuilt(table, table.threat, known)) == proof.threat
        assert len(known) == len(table.nodes)


def test_a_large_proof_keeps_what_is_near_the_root(engine: Engine):
    game = position(ATTACK)
    proof = engine.prove(game, Limit(nodes=100_000))
    whole, part = proof_table(game, proof, 100_000), proof_table(game, proof, 12)
    assert len(part.nodes) <= 12 < len(whole.nodes)
    assert part.nodes[0].defence == whole.nodes[0].defence
    assert any(node.defence is None and node.plies > 1 for node in part.nodes)

"""Tactical suites: all files are read; samples are checked under the rules and solved by the engine."""

from pathlib import Path

import pytest

from gomoku.engine import Defence, Engine, Limit, ProofError, ProofNode, is_win
from gomoku.lab.tactics.suite import KINDS, Tactic, check, dumps, read, solve
from gomoku.lab.types import LabError
from gomoku.rules import Rules, Status

FOLDER = Path(__file__).parents[2] / "positions"
FILES = sorted(FOLDER.glob("tactics-*.txt"))
SUITES = {path.stem.removeprefix("tactics-"): read(path) for path in FILES}
COUNTS = {"42": 300, "freestyle": 100, "renju": 100, "standard": 100}


def size(tactic: Tactic) -> int:
    """Number of positions of a proof in which every reply is tried."""
    cells = Rules.parse(tactic.rules).width ** 2

    def of(node: ProofNode | Defence | None) -> int:
        if node is None:
            return 0
        if isinstance(node, ProofNode):
            return of(node.defence)
        rest = cells * of(node.rest) if node.rest and node.rest.defence else 0
        return 1 + rest + sum(of(proof) for _, proof in node.answers)

    return sum(map(of, tactic.wins)) + of(tactic.lost)


def sample(name: str, count: int) -> list[Tactic]:
    """Sample of a suite, without positions whose check takes long."""
    short = [tactic for tactic in SUITES[name] if size(tactic) <= 8]
    return short[:: len(short) // count][:count]


def test_suites_are_complete():
    assert {name: len(suite) for name, suite in SUITES.items()} == COUNTS


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_text_round_trip(path: Path):
    text = path.read_text(encoding="ascii")
    head, _, rest = text.partition("\n\n")
    assert all(line.startswith("#") for line in head.splitlines())
    assert "\n".join(map(dumps, read(path))) == rest


@pytest.mark.parametrize("name", SUITES)
def test_positions(name: str):
    seen = set()
    for tactic in SUITES[name]:
        assert Rules.parse(tactic.rules).name == name
        assert tactic.kind in KINDS
        game = tactic.game()
        assert not game.is_over
        assert tactic.solutions
        assert all(game.why_illegal(cell) is None for cell in tactic.solutions)
        if tactic.kind == "save":
            assert tactic.lost
            assert tactic.plies == tactic.lost.plies
            assert tactic.save not in dict(tactic.lost.answers)
        else:
            assert tactic.plies == tactic.wins[0].plies == min(proof.plies for proof in tactic.wins)
            assert 3 <= tactic.plies <= 15
            assert (tactic.kind == "break") == (game.status is Status.GRACE)
        seen.add((*game.rows(), game.to_move))
    assert len(seen) == len(SUITES[name])


@pytest.mark.parametrize("name", SUITES)
def test_sample_of_proofs_holds(name: str):
    count = 5 if name == "42" else 10
    checked = sample(name, count)
    assert len(checked) == count
    for tactic in checked:
        assert check(tactic).lines > 0


@pytest.mark.parametrize("name", SUITES)
def test_saving_moves_save(name: str):
    with Engine(Rules.preset(name)) as engine:
        for tactic in SUITES[name]:
            if tactic.save is None:
                continue
            game = tactic.game()
            game.play(tactic.save)
            engine.new_game()
            assert not is_win(engine.search(game, Limit(nodes=20_000)).score), dumps(tactic)


def test_thorough_check_plays_more():
    tactic = next(t for t in SUITES["42"] if "breakable five" in t.tags and size(t) <= 2)
    assert check(tactic, thorough=True).lines > check(tactic).lines


def test_false_proofs_are_refused():
    tactic = next(t for t in SUITES["freestyle"] if t.plies == 3)
    proof = tactic.wins[0]
    assert proof.defence
    rest = proof.defence.rest
    assert rest
    game = tactic.game()
    wrong = next(cell for cell in game.allowed_cells() if cell not in tactic.solutions)
    for false in (
        ProofNode(wrong, proof.defence),  # another first move
        ProofNode(proof.move),  # claims to win at once
        ProofNode(proof.move, Defence((), rest)),  # an answer is missing
        ProofNode(proof.move, Defence(proof.defence.answers)),  # the default answer is missing
        ProofNode(game.moves[0], proof.defence),  # not legal
    ):
        with pytest.raises(ProofError):
            check(Tactic(tactic.rules, tactic.moves, tactic.kind, tactic.plies, (false,)))
    with pytest.raises(ProofError, match="plies"):
        check(Tactic(tactic.rules, tactic.moves, tactic.kind, 5, tactic.wins))


@pytest.mark.parametrize(
    "block",
    [
        "rules 42\nmoves K10\nkind five\nplies 3\nwin K9 (",
        "rules 42\nmoves K10\nkind five\nplies 3\nwin K9 (A1 B2)",
        "rules 42\nmoves K10\nkind luck\nplies 3\nwin K9",
        "rules 43\nmoves K10\nkind five\nplies 3\nwin K9",
        "moves K10",
    ],
)
def test_malformed_files(tmp_path: Path, block: str):
    path = tmp_path / "suite.txt"
    path.write_text(block + "\n")
    with pytest.raises(LabError, match=r"suite\.txt"):
        read(path)


@pytest.mark.parametrize("name", SUITES)
def test_engine_solves_a_sample(name: str):
    outcomes = list(solve(SUITES[name][:: 10 if name == "42" else 5], Limit(nodes=20_000), memory_mb=4))
    solved = sum(move in tactic.solutions for tactic, move, _ in outcomes)
    assert solved >= 0.8 * len(outcomes)


def test_commands(run, tmp_path: Path):
    suite = tmp_path / "suite.txt"
    tactic = next(t for t in SUITES["freestyle"] if t.plies == 3 and size(t) == 1)
    suite.write_text(dumps(tactic))
    code, out, _ = run("tactics", "check", suite)
    assert code == 0
    assert out.endswith("0 wrong\n")
    code, out, _ = run("tactics", "solve", suite, "--nodes", "5000")
    assert code == 0
    assert "suite" in out
    assert "100.0" in out
    games = tmp_path / "games.jsonl"
    assert run("selfplay", games, "--rules", "freestyle", "--games", "8", "--nodes", "300", "-p", "1")[0] == 0
    found = tmp_path / "found.txt"
    assert run("tactics", "find", games, "--rules", "freestyle", "--count", "1", "--out", found)[0] == 0
    assert run("tactics", "check", found)[1].startswith("1 positions")
    assert run("tactics", "solve", tmp_path / "none.txt")[0] == 1

"""Self-play, fit and training, on a minimal scale."""

import json

import numpy as np
import pytest

from gomoku.core.constants import MULTISETS
from gomoku.core.learned import weights
from gomoku.engine.types import SCALE
from gomoku.lab.learning import fit, selfplay, training
from gomoku.lab.matches.players import check_player
from gomoku.lab.output import Ticker
from gomoku.lab.types import LabError
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all

RULES = "42;size=13"


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Forty short games in a file."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    assert list(selfplay.run(RULES, 40, 60, path, 1))[-1] == 40
    return path


def test_games_are_legal_and_scored(games):
    head, *lines = games.read_text().splitlines()
    assert json.loads(head)["rules"] == RULES
    assert len(lines) == 40
    for record in map(json.loads, lines):
        game = play_all(Game(Rules.parse(RULES)), map(tuple, record["moves"]))
        assert record["X"] in (0, 0.5, 1)
        assert len(record["scores"]) >= len(record["moves"]) - record["opening"]
        if game.winner:
            assert record["X"] == (game.winner == "X")


def test_games_are_reproducible_and_continued(games, tmp_path):
    path = tmp_path / "games.jsonl"
    playing = selfplay.run(RULES, 16, 60, path, 1)
    assert [next(playing) for _ in range(9)] == [*range(9)]
    playing.close()
    path.write_bytes(path.read_bytes()[:-20])  # as if killed in the middle of a line
    assert list(selfplay.run(RULES, 16, 60, path, 1)) == [*range(7, 17)]
    numbered = {json.loads(line)["n"]: line for line in path.read_text().splitlines()[1:]}
    wanted = {json.loads(line)["n"]: line for line in games.read_text().splitlines()[1:]}
    assert numbered == {n: wanted[n] for n in range(16)}
    with pytest.raises(LabError, match="nodes"):
        list(selfplay.run(RULES, 16, 70, path, 1))


def test_vector_and_back():
    numbers = weights.hand_made()
    assert fit.from_vector(fit.to_vector(numbers), numbers) == numbers


def test_fit_and_core_agree_on_values(games):
    """The value that the fit computes for a position equals the engine's evaluation."""
    from gomoku.engine import Engine

    rules = Rules.parse(RULES)
    record = json.loads(games.read_text().splitlines()[1])
    samples = fit.Extractor(RULES)((0, [record]))
    numbers = weights.hand_made()
    values = fit._values(samples, np.arange(len(samples.result)), fit.to_vector(numbers))
    with Engine(rules, memory_mb=1, weights=numbers) as engine:
        game = Game(rules)
        known = set()
        for cell in record["moves"]:
            known.add(engine.evaluate(game))
            game.play(tuple(cell))
    assert {round(float(value)) for value in values} <= known
    assert len(values) > 3


def test_fit_recovers_known_weights():
    """Random positions of ten kinds of cells, with results drawn from the probabilities of known weights."""
    rng = np.random.default_rng(1)
    n, true = 20_000, np.zeros(fit.COLUMNS, dtype=np.float32)
    true[:10] = np.arange(-100, 100, 20)
    counts = np.zeros((n, 2 * MULTISETS), dtype=np.uint8)
    counts[:, :10] = rng.integers(0, 3, (n, 10))
    chance = 1 / (1 + np.exp(-(counts[:, :10] @ true[:10]) / SCALE))
    result = (rng.random(n) < chance).astype(np.float32)
    tables = np.zeros((n, 3), dtype=np.uint8)
    samples = fit.Samples(counts, tables, result, np.zeros(n, dtype=np.float32), np.arange(n) // 10)
    vector, before, after = fit.fit_values(samples, np.zeros_like(true), epochs=12, mix=1.0)
    assert after < before
    assert np.corrcoef(vector[:10], true[:10])[0, 1] > 0.97
    assert not vector[10 : 2 * MULTISETS].any()  # features that never occur keep their weight


def test_fit_into_a_file(games, tmp_path):
    fitted = training.fit_files(RULES, [games], "hand", 1, 0.7)
    assert fitted.positions > 100
    assert set(fitted.numbers) == set(weights.hand_made())
    path = tmp_path / "weights.json"
    training.write_section(path, "42", fitted.numbers, "a test")
    training.write_section(path, "renju", weights.hand_made(), "another")
    assert set(weights.read(str(path))) == {"42", "renju"}
    assert json.loads(path.read_text())["made"] == {"42": "a test", "renju": "another"}
    check_player(f"engine:nodes=50,weights={path}", Rules())
    assert len(path.read_text().splitlines()) > 20


@pytest.mark.parametrize("content", ["hello", "[]", "[1]", '{"rules": 3}', "\x00"])
def test_weights_do_not_overwrite_something_else(tmp_path, content):
    path = tmp_path / "weights.json"
    path.write_text(content)
    with pytest.raises(LabError, match="not a file of weights"):
        training.write_section(path, "42", weights.hand_made(), "")
    assert path.read_text() == content


def test_unusable_games(games, tmp_path):
    with pytest.raises(LabError, match="no games"):
        fit.extract(RULES, [], 1)
    with pytest.raises(LabError, match="not of 42;size=7"):
        fit.extract("42;size=7", [games], 1)
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(games.read_text().splitlines()[:3]) + "\n")
    with pytest.raises(LabError, match="too few"):
        training.fit_files(RULES, [few], "hand", 1, 1.0)


@pytest.mark.parametrize("start", ["hand", ""])
def test_training_is_resumed(tmp_path, start):
    plan = training.TrainingPlan(
        RULES, tmp_path / "training", rounds=1, games=24, nodes=60, gate_pairs=2, start=start, seed=3
    )
    best = training.train(plan, Ticker(None))
    files = {path: path.read_bytes() for path in plan.folder.iterdir()}
    assert {path.name for path in files} == {"games-1.jsonl", "weights-1.json", "gate-1.jsonl"}
    assert best in (start, str(plan.weights_file(1)))
    assert training.train(plan, Ticker(None)) == best
    assert {path: path.read_bytes() for path in plan.folder.iterdir()} == files

"""Training data of the network: slips and asides of self-play, and the examples made of them."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gomoku.core.constants import WIN_BOUND
from gomoku.core.learned.weights import numbers_for
from gomoku.engine import Engine
from gomoku.lab.learning import examples, selfplay
from gomoku.lab.types import LabError
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all
from tests.support.commands import failed

RULES = "42;size=13"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty short games with asides."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    assert list(selfplay.run(RULES, 20, 100, path, 1, asides=1))[-1] == 20
    return path


@pytest.fixture(scope="module")
def games(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def test_a_slip_is_not_the_best_move(games: list[dict[str, Any]]):
    slips = [game for game in games if "slip" in game]
    assert 0 < len(slips) < len(games)
    for game in slips:
        ply, *best = game["slip"]
        assert game["opening"] <= ply < len(game["moves"])
        assert game["moves"][ply] != best
        position = play_all(Game(Rules.parse(RULES)), map(tuple, game["moves"][:ply]))
        assert position.why_illegal(tuple(best)) is None


def test_asides_are_legal_and_scored(games: list[dict[str, Any]]):
    asides = [(game, aside) for game in games for aside in game.get("asides", ())]
    assert len(asides) > 20
    for game, (ply, x, y, score) in asides:
        position = play_all(Game(Rules.parse(RULES)), map(tuple, game["moves"][:ply]))
        position.play((x, y))
        assert not position.is_over
        assert -30_000 <= score <= 30_000


def test_examples_are_what_the_engine_sees(path: Path, games: list[dict[str, Any]]):
    found = examples.extract(RULES, [path], 1)
    rules = Rules.parse(RULES)
    assert len(found.result) == len(found.stones) == len(found.game)
    assert (np.abs(found.score) < WIN_BOUND).all()
    tried = np.isnan(found.result)
    assert 0 < tried.sum() < len(tried)
    assert set(found.result[~tried]) <= {0.0, 0.5, 1.0}
    with Engine(rules, memory_mb=1, weights=numbers_for(rules)) as engine:
        for row in range(0, len(found.result), 7):
            glyphs = ".OX" if found.white[row] else ".XO"
            text = "".join(glyphs[stone] for stone in found.stones[row])
            lines = [text[at : at + rules.width] for at in range(0, len(text), rules.width)]
            to_move = "O" if found.white[row] else "X"
            if found.situation[row] == 0:  # nothing taken yet: the position is all there is
                assert found.linear[row] == engine.evaluate(Game.from_rows(rules, lines, to_move=to_move))
    whole = play_all(Game(rules), map(tuple, games[0]["moves"]))
    assert found.stones.shape[1] == whole.rules.width * whole.rules.height


def test_games_of_other_rules_are_refused(path: Path):
    with pytest.raises(LabError, match="not of freestyle;size=5"):
        examples.extract("freestyle;size=5", [path], 1)
    headless = path.with_name("headless.jsonl")
    headless.write_text("".join(path.read_text().splitlines(keepends=True)[1:]))
    with pytest.raises(LabError, match="cannot be replayed"):
        examples.extract("freestyle;size=5", [headless], 1)
    with pytest.raises(LabError, match="no games"):
        examples.extract(RULES, [], 1)


def test_variations_stand_beside_the_games(path: Path, games: list[dict[str, Any]]):
    """Positions that nobody has searched; those of the games are the same with and without them."""
    plain = examples.extract(RULES, [path], 1)
    found = examples.extract(RULES, [path], 1, variations=2)
    varied = found.score == examples.NO_SCORE
    assert 0 < varied.sum() <= 2 * sum(len(game["moves"]) for game in games)
    assert np.isnan(found.result[varied]).all()
    assert (found.move[varied] == examples.NO_MOVE).all()
    assert len({bytes(stones) for stones in found.stones[varied]} - {bytes(stones) for stones in plain.stones}) > 10
    for name in ("stones", "counts", "linear", "score", "move", "game"):
        assert (getattr(found, name)[~varied] == getattr(plain, name)).all()
    again = examples.extract(RULES, [path], 1, variations=2)
    assert (again.stones == found.stones).all()


def test_a_position_is_held_out_with_its_whole_game(path: Path, games: list[dict[str, Any]]):
    """Examples carry the number of their game, however the games are shared out among processes."""
    one, two = examples.extract(RULES, [path], 1), examples.extract(RULES, [path, path], 1)
    assert set(one.game) <= set(range(len(games)))
    assert (np.diff(one.game) >= 0).all()
    assert len(two.game) == 2 * len(one.game)
    assert (two.game[len(one.game) :] == one.game + len(games)).all()
    assert (two.stones[len(one.game) :] == one.stones).all()


def test_the_move_to_learn_is_that_of_the_search(path: Path, games: list[dict[str, Any]]):
    """Behind a slip it is the best move, not the slip; behind an aside there is none."""
    found = examples.extract(RULES, [path], 1)
    asides = np.isnan(found.result)
    assert (found.move[asides] == examples.NO_MOVE).all()
    assert (found.move[~asides] >= 0).all()
    rows = np.arange(len(found.move))[~asides]
    assert (found.stones[rows, found.move[rows]] == 0).all()
    slips = [game["slip"] for game in games if "slip" in game]
    best = {y * 13 + x for _, x, y in slips}
    assert best & set(found.move[~asides].tolist())


def test_training_without_pytorch_says_what_to_install(
    run: Any, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "torch", None)
    failed(run("train", path, "--out", tmp_path / "out.net", "--rules", RULES), 1, "pip install 'gomoku[train]'")

"""`gomoku train`, on a minimal scale: needs the extra `train`, so `make test-train` runs it, not `make test`.

PyTorch is imported only in fixtures, so that the file can be loaded without it.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gomoku.core.learned import networks
from gomoku.engine import Engine, Limit
from gomoku.lab.learning import selfplay
from gomoku.lab.types import LabError
from gomoku.rules import Game, Rules

if TYPE_CHECKING:
    from gomoku.lab.learning.examples import Examples
    from gomoku.lab.learning.network_training import Training

pytestmark = pytest.mark.train

SPEC = "42;size=13"
RULES = Rules.parse(SPEC)
GAMES = 150
PLAN = {"epochs": 2, "batch": 256, "rate": 1e-2, "decay": 0.1}
OPTIONS = [word for name, value in PLAN.items() for word in (f"--{name}", value)]

NewTraining = Callable[..., "Training"]
"""Makes a training, given fields of its plan that differ from PLAN."""


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    """So little is computed that threads of PyTorch would mostly wait for each other."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some 1,800 positions, played with 50 nodes a move."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    assert list(selfplay.run(SPEC, GAMES, 50, path, 1))[-1] == GAMES
    return path


@pytest.fixture(scope="module")
def found(games: Path) -> "Examples":
    from gomoku.lab.learning import examples

    return examples.extract(SPEC, [games], 1)


@pytest.fixture(scope="module")
def new_training(found: "Examples") -> NewTraining:
    from gomoku.lab.learning.network_training import NetworkPlan, Training

    def make(**changes: Any) -> "Training":
        return Training(RULES, found, NetworkPlan(**{**PLAN, **changes}), "cpu")

    return make


def test_the_loss_falls(new_training: NewTraining):
    """The policy learns games that it has not seen, the value those that it has: for more they are too few."""
    import torch
    from torch.nn import functional

    training = new_training(epochs=6)

    @torch.no_grad()
    def seen_loss() -> float:
        value = training.linear[training.rows] + training.look(training.rows).added
        target = training.target[training.rows]
        return float(functional.binary_cross_entropy_with_logits(value / 200, target))

    before, seen_before = training.losses(), seen_loss()
    steps: list[tuple[int, int]] = []
    losses = list(training.run(None, lambda done, whole: steps.append((done, whole))))
    assert len(losses) == 6
    assert losses[-1].policy < losses[0].policy < before.policy - 1
    assert losses[-1].hits > 0.2 > before.hits
    assert seen_loss() < seen_before - 0.005
    assert [done for done, _ in steps] == [*range(1, steps[-1][1] + 1)]


def test_the_policy_alone_leaves_the_evaluation_as_it_is(new_training: NewTraining):
    training = new_training(only_policy=True)
    before = training.losses()
    *_, after = training.run(None, lambda done, whole: None)
    assert after.network == after.linear == before.linear
    assert after.policy < before.policy - 1
    assert not any(training.finish().numbers["last"])


def test_the_value_alone_leaves_the_order_of_moves_as_it_is(new_training: NewTraining):
    training = new_training(only_value=True)
    *_, after = training.run(None, lambda done, whole: None)
    numbers = training.finish().numbers
    assert not any(numbers["policy"])
    assert any(numbers["last"])
    assert after.network != after.linear


def test_a_network_learns_from_a_teacher(
    games: Path, new_training: NewTraining, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The teacher learns from the games and is kept; the network comes nearer to its judgement of positions it has not seen."""
    import torch

    from gomoku.lab.learning import examples, teacher
    from gomoku.lab.learning.network_training import NetworkPlan, Training

    for name, small in (("WIDTH", 16), ("BLOCKS", 3), ("BATCH", 128)):
        monkeypatch.setattr(teacher, name, small)
    found = examples.extract(SPEC, [games], 1, variations=1)
    path = tmp_path / "small.teacher"
    steps: list[tuple[int, int]] = []

    def learn() -> "Training":
        training = Training(RULES, found, NetworkPlan(4, 256, 1e-2, decay=0.1, teacher_epochs=2), "cpu")
        training.learn_from_teacher(path, lambda done, whole: steps.append((done, whole)))
        return training

    training = learn()
    assert len(steps) == steps[-1][0] == steps[-1][1] > 10
    assert len(training.rows) > len(training.for_teacher)
    judged = training.judged
    assert judged is not None

    def distance() -> float:
        with torch.no_grad():
            held = torch.cat((training.held, training.held_asides))
            value = (training.linear[held] + training.look(held).added) / 200
            return float((value.sigmoid() - judged.value[held].sigmoid()).abs().mean())

    before = distance()
    *_, after = training.run(None, lambda done, whole: None)
    assert distance() < before
    assert after.teacher is not None
    assert training.finish().rounding < 2
    again = learn()
    assert len(steps) == steps[-1][1], "it is not trained again"
    assert again.judged is not None
    assert torch.equal(again.judged.value, judged.value)
    with pytest.raises(LabError, match="not of freestyle"):
        teacher.Teacher(Rules.preset("freestyle"), training.device).load(path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(LabError, match="not a teacher"):
        learn()


def test_a_device_that_is_not_there_is_refused(run: Any, games: Path, tmp_path: Path):
    for device in ("nonsense", "cuda:63"):
        code, _, err = run("train", games, "--out", tmp_path / "small.net", "--rules", SPEC, "--device", device)
        assert code == 2
        assert f"{device} is not to be had here" in " ".join(err.split())
        assert "Traceback" not in err


def test_a_resumed_training_ends_like_one_that_was_not_interrupted(new_training: NewTraining, tmp_path: Path):
    whole = new_training()
    all_losses = list(whole.run(None, lambda done, all_steps: None))
    checkpoint = tmp_path / "checkpoint"
    first = new_training().run(checkpoint, lambda done, all_steps: None)
    assert next(first) == all_losses[0]
    first.close()  # type: ignore[attr-defined]
    resumed = new_training()
    assert list(resumed.run(checkpoint, lambda done, all_steps: None)) == all_losses[1:]
    assert resumed.epoch == whole.epoch
    wanted = whole.finish().numbers
    assert {name: bytes(part) for name, part in resumed.finish().numbers.items()} == {
        name: bytes(part) for name, part in wanted.items()
    }


def test_integers_that_do_not_agree_with_the_core_are_refused(
    new_training: NewTraining, monkeypatch: pytest.MonkeyPatch
):
    """The comparison is a real one: with one part exported wrongly, nothing is handed out."""
    training = new_training()
    list(training.run(None, lambda done, whole: None))
    trained = training.finish()
    assert trained.rounding < 2
    assert trained.policy_rounding < 0.2
    for name, error in (("policy", "trained policy"), ("last", "trained network")):
        wrong = {part: memoryview(bytearray(numbers)).cast(numbers.format) for part, numbers in trained.numbers.items()}
        for i in range(len(wrong[name])):
            wrong[name][i] = max(-30_000, min(30_000, 20 * wrong[name][i]))
        with monkeypatch.context() as patched:
            patched.setattr(training.network, "to_numbers", lambda wrong=wrong: wrong)
            with pytest.raises(LabError, match=f"differ from the {error}"):
                training.finish()


def test_the_command_makes_a_network_that_plays(run: Any, games: Path, tmp_path: Path):
    out = tmp_path / "small.net"
    report = tmp_path / "report.json"
    code, said, progress = run(
        "train", games, "--out", out, "--rules", SPEC, "--device", "cpu", *OPTIONS, "--processes", 1, "--json", report
    )
    assert code == 0, progress
    assert str(out) in said
    assert "epoch 2: held-out loss" in progress
    assert not Path(f"{out}.checkpoint").exists()
    about, numbers = networks.read(str(out))
    assert (about["rules"], about["games"]) == (RULES.name, GAMES)
    assert "gomoku train" in about["made"]
    assert json.loads(report.read_text())["losses"] == about["losses"]
    with Engine(RULES, memory_mb=1, network=numbers) as engine, Engine(RULES, memory_mb=1) as shipped:
        game = Game(RULES)
        game.play(RULES.centre)
        logits = engine.look(game).logits
        assert logits != shipped.look(game).logits
        while not game.is_over and len(game.moves) < 12:
            game.play(engine.search(game, Limit(nodes=300)).move)
    code, said, _ = run(
        "match", f"engine:nodes=200,network={out}", "greedy", "--rules", SPEC, "--games", 2, "--processes", 1
    )
    assert code == 0
    assert "2 games" in said or "+2" in said


@pytest.mark.parametrize("content", [b"", b"nothing of the kind", b"PK\x03\x04" + bytes(200)])
def test_a_damaged_checkpoint_is_refused(run: Any, games: Path, tmp_path: Path, content: bytes):
    checkpoint = tmp_path / "small.net.checkpoint"
    checkpoint.write_bytes(content)
    refused(train(run, games, tmp_path), 1, "not a checkpoint of this training")
    assert checkpoint.read_bytes() == content
    assert not (tmp_path / "small.net").exists()


def test_a_checkpoint_cut_short_or_of_another_training_is_refused(
    run: Any, games: Path, tmp_path: Path, new_training: NewTraining
):
    checkpoint = tmp_path / "small.net.checkpoint"
    next(new_training(rate=2e-2).run(checkpoint, lambda done, whole: None))
    refused(train(run, games, tmp_path), 1, "belongs to another training; remove it")
    checkpoint.write_bytes(checkpoint.read_bytes()[:-1000])
    refused(train(run, games, tmp_path), 1, "not a checkpoint of this training")


def test_too_few_games_are_refused(run: Any, games: Path, tmp_path: Path):
    few = tmp_path / "few.jsonl"
    few.write_text("".join(games.read_text().splitlines(keepends=True)[:30]))
    refused(train(run, few, tmp_path), 1, "positions are too few to train a network")
    few.write_text("".join(games.read_text().splitlines(keepends=True)[:1]))
    refused(train(run, few, tmp_path), 1, "there are no games to learn from")


def test_games_of_another_rule_set_are_refused(run: Any, games: Path, tmp_path: Path):
    refused(train(run, games, tmp_path, "freestyle"), 1, "games of 42;size=13, not of freestyle")
    refused(train(run, games, tmp_path, "42;size=9"), 1, "games of 42;size=13, not of 42;size=9")


def test_what_is_no_file_of_games_is_refused(run: Any, games: Path, tmp_path: Path):
    refused(train(run, tmp_path / "missing.jsonl", tmp_path), 1, "missing.jsonl")
    shutil.copy(__file__, tmp_path / "source.jsonl")
    refused(train(run, tmp_path / "source.jsonl", tmp_path), 1, "this is not a log")


def refused(result: tuple[Any, str, str], code: int, words: str) -> None:
    """Assert that the last line, after any progress, is the only error."""
    got, out, err = result
    *progress, error = err.splitlines()
    assert (got, out) == (code, "")
    assert error.startswith("gomoku: ")
    assert words in error
    assert not any("gomoku: " in line or "Traceback" in line for line in progress)


def train(run: Any, games: Path, folder: Path, rules: str = SPEC) -> Any:
    """Run the command on the CPU."""
    out = folder / "small.net"
    return run("train", games, "--out", out, "--rules", rules, "--device", "cpu", *OPTIONS, "--processes", 1)

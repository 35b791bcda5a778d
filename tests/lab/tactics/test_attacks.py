"""Long attacks, and when the engine announces them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from gomoku.engine import Engine, Limit
from gomoku.lab.tactics import attacks, suite
from gomoku.lab.types import LabError

POSITIONS = Path(__file__).parents[2] / "positions"


@pytest.mark.parametrize("name", ["freestyle", "standard", "renju"])
def test_long_attacks_are_announced(name: str) -> None:
    """Forced wins of 15 plies and more, by threes and fours: half of the first eight in 400,000 nodes."""
    chosen = [attack for attack in attacks.read(POSITIONS / "attacks.txt") if attack.rules.startswith(name)][:8]
    found = 0
    with Engine(chosen[0].game.rules) as engine:
        for attack in chosen:
            engine.new_game()
            found += attacks.announced_after(engine.search(attack.game, Limit(nodes=400_000))) < float("inf")
    assert found >= 4


def test_an_announced_win_is_replayed() -> None:
    """Every reply is answered; a first move that does not win is detected."""
    attack = min(attacks.read(POSITIONS / "attacks.txt"), key=lambda attack: attack.plies)
    with Engine(attack.game.rules) as engine:
        result = engine.search(attack.game, Limit(nodes=400_000))
        assert result.win_in is not None
        assert attacks.replay(engine, attack.game, result, 400_000) is None
        refuted = attacks.replay(engine, attack.game, replace(result, move=(0, 0)), 20_000)
        assert refuted is not None
        assert refuted[:-1] == (*attack.game.moves, (0, 0))


def test_a_shorter_win_is_looked_for_if_asked() -> None:
    """The first attack that is found is proved, but need not be the shortest."""
    attack = attacks.read(POSITIONS / "attacks.txt")[11]
    for move in ("G18", "H19"):
        attack.game.play(move)
    with Engine(attack.game.rules) as engine:
        first = engine.search(attack.game, Limit(nodes=200_000)).win_in
        engine.new_game()
        shorter = engine.search(attack.game, Limit(nodes=200_000, mate=11)).win_in
        assert shorter is not None
        assert first is not None
        assert 0 < shorter <= 11 < first


@pytest.mark.parametrize("name", ["attacks", "attacks-42"])
def test_the_positions_are_those_of_long_attacks(name: str) -> None:
    found = attacks.read(POSITIONS / f"{name}.txt")
    assert len(found) == len({attack.game.moves for attack in found}) == 60
    assert all(attack.plies >= 11 and not attack.game.is_over for attack in found)


def test_several_variations_lose_no_tactics() -> None:
    """A search for several variations solves what a search for one does."""
    tactics = suite.read(POSITIONS / "tactics-42.txt")[:15]
    for lines in (1, 4):
        outcomes = list(suite.solve(tactics, Limit(nodes=100_000), lines=lines))
        assert all(move in tactic.solutions for tactic, move, _ in outcomes), f"{lines} lines"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("freestyle | 15", "line 1"),
        ("chess | 15 | 1,1", "line 1"),
        ("# a comment\nfreestyle | 15 | 1,1 1,1", "line 2"),
        ("freestyle | long | 1,1", "line 1"),
    ],
)
def test_bad_files_are_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "attacks.txt"
    path.write_text(text)
    with pytest.raises(LabError, match=message):
        attacks.read(path)
    with pytest.raises(LabError, match="cannot read"):
        attacks.read(tmp_path / "missing.txt")


def test_long_attacks_are_found_in_games(tmp_path: Path) -> None:
    """Games continued from positions of the file: some of the attacks are found again, and none twice."""
    standard = [attack for attack in attacks.read(POSITIONS / "attacks.txt") if attack.rules.startswith("standard")]
    chosen = [standard[number] for number in (0, 2, 4)]
    log, out = tmp_path / "games.jsonl", tmp_path / "attacks.txt"
    rules = chosen[0].game.rules
    with Engine(rules) as engine:
        for attack in chosen:
            while not attack.game.is_over:
                attack.game.play(engine.search(attack.game, Limit(nodes=150_000)).move)
    log.write_text(json.dumps({"games": [{"moves": list(attack.game.moves)} for attack in chosen]}) + "\n")
    first = list(attacks.find(rules, chosen[0].rules, [log], out, 5, 150_000))[-1]
    assert first >= 1
    assert all(found.plies >= attacks.SHORTEST for found in attacks.read(out))
    assert list(attacks.find(rules, chosen[0].rules, [log], out, 5, 150_000))[-1] == first, "continued, not repeated"

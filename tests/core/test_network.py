"""The network: catching up equals starting afresh, the compiled core equals plain Python and a model in NumPy; and its files."""

import random
from array import array
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gomoku.core import _core
from gomoku.core import constants as c
from gomoku.core.learned import networks
from gomoku.core.learned.networks import NetworkError, NetworkNumbers, network_for
from gomoku.core.learned.weights import numbers_for
from gomoku.engine import Engine, Limit
from gomoku.rules import PRESETS, Cell, Game, Rules
from tests.core.test_compiled import PLAIN
from tests.rules.strategies import random_moves

LINES = _core.line_numbers()[1]
UNITS = {
    "rows": 200,
    "first": 2000,
    "first_bias": 400_000,
    "second": 2000,
    "second_bias": 1000,
    "last": 2000,
    "policy": 2000,
}
"""Sizes of random integers that leave few hidden numbers at their bounds."""


def random_network(seed: int, views: int = 1) -> NetworkNumbers:
    rng = random.Random(seed)
    sizes = {
        "rows": views * LINES * c.NET_HALF,
        "first": c.NET_INPUTS * c.NET_HIDDEN,
        "first_bias": c.SITUATIONS * c.NET_HIDDEN,
        "second": c.NET_HIDDEN**2,
        "second_bias": c.NET_HIDDEN,
        "last": c.NET_HIDDEN,
        "last_bias": 1,
        "policy": c.NET_WIDTH * c.NET_HIDDEN,
        "policy_bias": c.NET_WIDTH,
    }
    return {
        name: memoryview(
            array(code, [rng.randint(-UNITS.get(name, 99), UNITS.get(name, 99)) for _ in range(sizes[name])])
        )
        for name, code in networks.PARTS.items()
    }


def evaluator(rules: Rules, numbers: NetworkNumbers | None, core: Any = _core) -> tuple[Any, Any]:
    """A board and its evaluation with this network."""
    tables = core.PatternTables(rules)
    weights = core.Weights(tables, numbers_for(rules), rules.capture_goal)
    board = core.Board(rules, tables, weights.by_code())
    return board, core.Evaluator(board, weights, numbers and core.NetworkTables(numbers))


def load(board: Any, game: Game) -> None:
    board.load(game.rows(), 1 if game.to_move == "X" else 2, *game.taken.values())


@pytest.mark.parametrize("name", PRESETS)
def test_catching_up_equals_starting_afresh(name: str):
    """After any moves, captures, undos and new positions."""
    rules = Rules.preset(name)
    rng = random.Random(name)
    numbers = random_network(1, views=2)
    board, running = evaluator(rules, numbers)
    fresh_board, fresh = evaluator(rules, numbers)
    moves = compared = 0
    for _ in range(3000):
        if moves and rng.random() < 0.35:
            board.take_back()
            moves -= 1
        else:
            x, y = (rng.randrange(max(0, edge // 2 - 5), edge // 2 + 5) for edge in (rules.width, rules.height))
            try:
                board.play(x, y)
                moves += 1
            except ValueError:  # occupied or forbidden
                continue
        if moves > 60:
            board.clear()
            moves = 0
        if rng.random() < 0.6:  # as a leaf of a search: looked at and left
            running.value()
        if rng.random() < 0.2:  # the network does not look at every position
            turn, taken, _ = board.ply_facts()
            fresh_board.load(board.rows(), turn, *taken)
            assert running.terms() == fresh.terms()
            assert running.logits() == fresh.logits()
            compared += 1
    assert compared > 100


def test_compiled_equals_plain_python():
    for name, views in (("42", 1), ("freestyle", 2)):  # renju's tables take seconds to build uncompiled
        rules = Rules.preset(name)
        numbers = random_network(2, views)
        compiled, plain = evaluator(rules, numbers), evaluator(rules, numbers, PLAIN)
        for seed in range(3):
            game = Game(rules)
            for cell in random_moves(game, seed, 30):
                game.play(cell)
            for board, _ in (compiled, plain):
                load(board, game)
            assert compiled[1].terms() == plain[1].terms()
            assert compiled[1].logits() == plain[1].logits()


def model(
    numbers: NetworkNumbers, game: Game, situation: int, counts: tuple[int, ...], linear: int
) -> tuple[float, dict[Cell, float]]:
    """The network's value and policy by their definition, in fractions, cell by cell and line by line."""
    parts = SimpleNamespace(**{name: np.array(part, dtype=float) for name, part in numbers.items()})
    by_key = _core.line_numbers()[0]
    rules, me = game.rules, "XO".index(game.to_move)
    views = len(parts.rows) // (LINES * c.NET_HALF)
    rows = parts.rows.reshape(views, LINES, c.NET_HALF)

    def stone(board: list[str], x: int, y: int) -> int:
        inside = 0 <= x < rules.width and 0 <= y < rules.height
        return ".XO".index(board[y][x]) if inside else c.WALL

    def cells(board: list[str], side: int) -> dict[Cell, Any]:
        found = {}
        for y in range(rules.height):
            for x in range(rules.width):
                if stone(board, x, y):
                    continue
                cell = np.zeros(c.NET_HALF)
                for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                    key = 0
                    for place, step in enumerate((-4, -3, -2, -1, 1, 2, 3, 4)):
                        seen = stone(board, x + step * dx, y + step * dy)
                        key |= (3 - seen if side and seen in (1, 2) else seen) << (2 * place)
                    cell += rows[side if views == 2 else 0, by_key[key]]
                found[x, y] = cell.clip(0, c.NET_CLAMP)
        return found

    blank = ["." * rules.width] * rules.height
    own, other = (cells(game.rows(), side) for side in (me, 1 - me))
    pools = [sum(now.values()) - sum(cells(blank, side).values()) for now, side in ((own, me), (other, 1 - me))]
    inputs = np.concatenate(pools)
    inputs = (inputs / 2**c.NET_INPUT_SHIFT).clip(-c.NET_INPUT, c.NET_INPUT)
    linear = max(-c.NET_LINEAR, min(c.NET_LINEAR, linear))
    extra = [c.NET_COUNT_UNIT * min(c.NET_COUNT, count) for count in counts]
    extra[7], extra[15] = linear, abs(linear)
    inputs = np.concatenate((inputs, extra))
    bias = parts.first_bias.reshape(c.SITUATIONS, -1)[situation]
    hidden = (parts.first.reshape(c.NET_HIDDEN, -1) @ inputs + bias) / 2**c.NET_FIRST_SHIFT
    hidden = hidden.clip(0, c.NET_UNIT)
    policy = (parts.policy.reshape(c.NET_WIDTH, -1) @ hidden + parts.policy_bias) / 2**c.NET_POLICY_SHIFT
    policy = policy.clip(-c.NET_POLICY, c.NET_POLICY) / 2**c.NET_LOGIT_SHIFT
    logits = {cell: float(policy @ np.concatenate((own[cell], other[cell]))) for cell in own}
    hidden = parts.second.reshape(c.NET_HIDDEN, -1) @ hidden + parts.second_bias
    hidden = (hidden / 2**c.NET_SECOND_SHIFT).clip(0, c.NET_UNIT)
    return float((parts.last @ hidden + parts.last_bias[0]) / 2**c.NET_LAST_SHIFT), logits


@pytest.mark.parametrize(("name", "views"), [("42", 1), ("freestyle", 1), ("renju", 2)])
def test_the_core_computes_the_definition(name: str, views: int):
    """Up to what shifts round down: some points of values that differ by hundreds."""
    rules = Rules.preset(name)
    numbers = random_network(3, views)
    board, evaluation = evaluator(rules, numbers)
    values, errors, logits, slips = [], [], [], []
    for seed in range(6):
        game = Game(rules)
        for cell in random_moves(game, seed, 5 + 6 * seed):
            game.play(cell)
        load(board, game)
        taken = [min(stones * 5 // (rules.capture_goal or 100), 4) for stones in game.taken.values()]
        me = "XO".index(game.to_move)
        situation = 5 * taken[me] + taken[1 - me] if rules.capture_sizes else me
        values.append(evaluation.terms()[-2])
        value, policy = model(numbers, game, situation, _core.threat_counts(board), sum(evaluation.terms()[:5]))
        errors.append(values[-1] - value)
        for cell, logit in evaluation.logits():
            logits.append(logit)
            slips.append(logit - policy[cell])
    assert max(map(abs, errors)) < 12
    assert max(values) - min(values) > 100
    assert len(logits) > 100
    assert max(map(abs, slips)) < 0.05 * (max(logits) - min(logits))


def test_the_share_of_a_cell_is_what_is_lost_without_its_lines():
    """Cells far from all stones have no share. The query leaves the position unchanged."""
    rules = Rules.preset("42")
    board, evaluation = evaluator(rules, random_network(8))
    game = Game(rules)
    for cell in ((9, 9), (10, 10), (8, 10)):
        game.play(cell)
    load(board, game)
    before = evaluation.terms()
    shares = dict(evaluation.shares())
    assert evaluation.terms() == before
    assert {(8, 8), (9, 10), (10, 9)} & shares.keys()
    in_line = {(x, y) for x, y in shares if any(abs(x - a) <= 4 and abs(y - b) <= 4 for a, b in game.moves)}
    assert shares.keys() == in_line


def test_the_part_of_an_axis_is_what_the_logit_loses_without_its_stones():
    """Around K10 there is one stone: a cell beside it loses on that axis all that sets it apart from an empty board."""
    rules = Rules.preset("42")
    board, evaluation = evaluator(rules, random_network(8))
    game = Game(rules)
    game.play((9, 9))
    load(board, game)
    parts = evaluation.axis_logits(10, 10)
    assert parts[2] != 0
    assert parts[:2] + parts[3:] == (0, 0, 0)
    assert evaluation.axis_logits(11, 10) == (0, 0, 0, 0), "no stone is in line with it"
    board, linear = evaluator(rules, None)
    load(board, game)
    assert linear.axis_logits(10, 10) == ()
    assert 0 <= min(dict(linear.logits()).values()) <= max(dict(linear.logits()).values()) < 1
    for cell in ((0, 18), (10, 9), (18, 18)):
        game.play(cell)
    load(board, game)
    policy = dict(linear.logits())
    assert policy[8, 9] == policy[11, 9] == max(policy.values()) > 0, "without a network, by patterns and captures"


def test_searches_with_a_network_are_reproducible():
    rules = Rules.preset("42")
    numbers = random_network(4)
    game = Game(rules)
    for cell in random_moves(game, 1, 12):
        game.play(cell)
    with Engine(rules, weights=numbers_for(rules), network=numbers) as engine, Engine(rules) as other:
        first = engine.search(game, Limit(nodes=3000))
        engine.new_game()
        assert engine.search(game, Limit(nodes=3000)).info.pv == first.info.pv
        assert engine.evaluate(game) != other.evaluate(game)


def test_a_network_without_a_value_orders_moves_only():
    rules = Rules.preset("42")
    numbers = random_network(7)
    for part in ("last", "last_bias"):
        numbers[part] = memoryview(array(networks.PARTS[part], [0] * len(numbers[part])))
    game = Game(rules)
    for cell in random_moves(game, 3, 14):
        game.play(cell)
    own = numbers_for(rules)
    limit = Limit(depth=4)
    with Engine(rules, weights=own, network=numbers) as engine, Engine(rules, weights=own) as plain:
        assert engine.evaluate(game) == plain.evaluate(game)
        assert engine.search(game, limit).info.nodes != plain.search(game, limit).info.nodes
    switched_off = {"POLICY_POINTS": 0, "POLICY_REDUCTION": 100}
    with (
        Engine(rules, weights=own, network=numbers, search_params=switched_off) as engine,
        Engine(rules, weights=own) as plain,
    ):
        assert engine.search(game, limit).info.nodes == plain.search(game, limit).info.nodes
    board, evaluation = evaluator(rules, numbers)
    load(board, game)
    assert evaluation.shares() == []
    cells = [cell for cell, _ in evaluation.logits()]
    assert all(game.why_illegal(cell) is None for cell in cells)
    assert len(cells) == len(set(cells)) > 20


def test_a_network_without_a_policy_evaluates_only():
    rules = Rules.preset("42")
    numbers = random_network(7)
    for part in ("policy", "policy_bias"):
        numbers[part] = memoryview(array(networks.PARTS[part], [0] * len(numbers[part])))
    game = Game(rules)
    for cell in random_moves(game, 3, 14):
        game.play(cell)
    board, evaluation = evaluator(rules, numbers)
    plain_board, plain = evaluator(rules, None)
    for each in (board, plain_board):
        load(each, game)
    assert evaluation.value() != plain.value()
    assert evaluation.logits() == plain.logits()
    assert evaluation.axis_logits(*game.moves[0]) == ()
    own = numbers_for(rules)
    found = []
    for params in ({}, {"POLICY_POINTS": 0, "POLICY_REDUCTION": 100}):
        with Engine(rules, weights=own, network=numbers, search_params=params) as engine:
            found.append(engine.search(game, Limit(depth=5)).info.nodes)
    assert found[0] == found[1], "moves are ordered and reduced as without a network"


def test_files_are_read_back(tmp_path: Path):
    numbers = random_network(5)
    path = tmp_path / "own.net"
    path.write_bytes(networks.pack({"rules": "42", "made": "at random"}, numbers))
    about, read = networks.read(str(path))
    assert (about["rules"], about["made"]) == ("42", "at random")
    assert read == numbers


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda content: content[:-40], "not a network, or damaged"),
        (lambda content: content[:3], "not a network, or damaged"),
        (lambda content: b"", "not a network, or damaged"),
        (lambda content: content.replace(b'"version": 3', b'"version": 2'), "version 2; this program reads version 3"),
        (lambda content: content.replace(b'"crc32": ', b'"crc32": 1'), "checksum"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, damage: Any, said: str):
    path = tmp_path / "own.net"
    path.write_bytes(damage(networks.pack({"rules": "42"}, random_network(6))))
    with pytest.raises(NetworkError, match=said):
        networks.read(str(path))


def test_a_network_of_another_shape_is_refused():
    numbers = random_network(7)
    numbers["second"] = numbers["second"][:-1]
    with pytest.raises(ValueError, match="1024 numbers in second, not 1023"):
        _core.NetworkTables(numbers)


def test_the_networks_that_come_with_the_program_are_whole_and_small():
    files = sorted(Path(networks.FOLDER).glob("*" + networks.SUFFIX))
    for path in files:
        about, numbers = networks.read(str(path))
        assert about["rules"] == path.stem
        assert _core.NetworkTables(numbers)
    assert sum(path.stat().st_size for path in files) < 8_000_000


def test_relatives_borrow_the_network_with_the_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "42.net").write_bytes(networks.pack({"rules": "42"}, random_network(9)))
    monkeypatch.setattr(networks, "FOLDER", str(tmp_path))
    networks._built_in.cache_clear()
    try:
        assert network_for(Rules.preset("pente")) is network_for(Rules.preset("42")) is not None
        assert network_for(Rules.preset("renju")) is None
        with (
            Engine(Rules.preset("pente")) as engine,
            Engine(Rules.preset("pente"), weights=numbers_for(Rules.preset("42"))) as plain,
        ):
            game = Game(Rules.preset("pente"))
            for cell in ((9, 9), (9, 10), (10, 9)):
                game.play(cell)
            assert engine.evaluate(game) != plain.evaluate(game)
    finally:
        networks._built_in.cache_clear()

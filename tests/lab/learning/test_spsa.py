"""SPSA on functions with a known optimum, and the tuning of the engine on a minimal scale."""

import json
import math
import random
from dataclasses import replace

import pytest

from gomoku.core import params
from gomoku.lab.jobs.logs import Log
from gomoku.lab.learning import tuning
from gomoku.lab.learning.spsa import Spsa, TunedParameter, derived_rate
from gomoku.lab.matches import match
from gomoku.lab.matches.players import Spec
from gomoku.lab.matches.stats import Tally, score_of
from gomoku.lab.types import LabError
from gomoku.rules import Rules
from tests.support.commands import failed, interrupted, is_gone, start
from tests.support.waiting import wait_until

OPTIMUM = {"A": 80, "B": 40, "C": 9}
THREE = (TunedParameter("A", 60, 10, 110, 10), TunedParameter("B", 60, 10, 110, 10), TunedParameter("C", 5, 1, 12, 1))
# wide ranges, so that few nodes are enough for the two sides to play differently and for pairs to be decided
WIDE = ("VCF_NODES=0..16:8", "LMR_BASE=-400..400:200")
RULES, PLAYER = "42;size=13", "engine:nodes=400,memory=1"
TUNE = ("tune", PLAYER, "--rules", RULES, "--iterations", 2, "--pairs", 4, "--processes", 1)
CHOSEN = ("--param", WIDE[0], "--param", WIDE[1])


def parameters(*chosen, player="engine", held=(), rules="42"):
    return tuning.parameters(tuning.start_values(player, Rules.parse(rules)), chosen, held)


# --- the algorithm ---


def elo(values):
    """Ten Elo for each step away from the optimum, squared."""
    return -sum(10 * ((values[p.name] - OPTIMUM[p.name]) / p.step) ** 2 for p in THREE)


def noisy_points(first, second, games, rng):
    """Wins less losses of `games` games without draws."""
    chance = score_of(elo(first) - elo(second))
    return sum(1 if rng.random() < chance else -1 for _ in range(games))


def states(spsa, points):
    """All states of a run; `points` gives the result of an iteration."""
    found = [spsa.start()]
    while found[-1].iteration < spsa.iterations:
        found.append(spsa.updated(found[-1], points(*spsa.perturbed(found[-1]))))
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_noisy_quadratic(seed):
    rng = random.Random(seed)
    spsa = Spsa(THREE, 500, derived_rate(500 * 8), seed)
    end = states(spsa, lambda first, second: noisy_points(first, second, 16, rng))[-1]
    assert elo(spsa.start().values) < -200
    assert elo(end.values) > -10
    for parameter in THREE:
        assert abs(end.values[parameter.name] - OPTIMUM[parameter.name]) < parameter.step


def test_without_a_signal_values_stay_near_their_start():
    rng = random.Random(1)
    wide = (TunedParameter("A", 0, -10_000, 10_000, 10),)
    spsa = Spsa(wide, 100, derived_rate(100))
    # a pair as engines of equal strength play it: half of the pairs are decided
    ends = [states(replace(spsa, seed=n), lambda *_: rng.choice((-2, 0, 0, 2)))[-1].values["A"] for n in range(100)]
    assert 10 < math.sqrt(sum(end**2 for end in ends) / len(ends)) < 16


def test_iterations_are_reproducible():
    spsa = Spsa(THREE, 50, 0.1, 7)
    first, second = (states(spsa, lambda first, second: first["A"] - second["A"]) for _ in range(2))
    assert first == second
    assert states(replace(spsa, seed=8), lambda first, second: first["A"] - second["A"]) != first
    signs = {tuple(a > b for a, b in zip(*(side.values() for side in spsa.perturbed(s)), strict=True)) for s in first}
    assert len(signs) == 8, "each sign is drawn for itself"


@pytest.mark.parametrize("points", [-16, 16])
def test_bounds(points):
    spsa = Spsa((TunedParameter("A", 3, 0, 4, 0.5), TunedParameter("B", -5, -9, -1, 1.5)), 60, 1.0)
    for state in states(spsa, lambda *_: points):
        first, second = spsa.perturbed(state)
        for parameter in spsa.parameters:
            name = parameter.name
            assert all(parameter.low <= value <= parameter.high for value in (first[name], second[name]))
            assert parameter.low <= state.values[name] <= parameter.high
            assert first[name] != second[name], "the sides differ even at a bound"


def test_rounding_is_right_on_average():
    spsa = Spsa((TunedParameter("A", 5, 1, 9, 0.8),), 2000, 0.1)
    state = replace(spsa.start(), values={"A": 5.3})
    sides = [spsa.perturbed(replace(state, iteration=k)) for k in range(1000, 2000)]
    assert sum(a["A"] + b["A"] for a, b in sides) / 2000 == pytest.approx(5.3, abs=0.05)


def test_gains_end_at_the_values_given():
    spsa = Spsa((TunedParameter("A", 500, 0, 1000, 20),), 100, 0.25)
    last = replace(spsa.start(), iteration=99)
    first, second = spsa.perturbed(last)
    assert abs(first["A"] - second["A"]) == 40
    assert abs(spsa.updated(last, 3).values["A"] - 500) == pytest.approx(0.25 * 20 * 3)
    first, second = spsa.perturbed(spsa.start())
    assert abs(first["A"] - second["A"]) == pytest.approx(40 * 100**0.101, abs=1)


# --- parameters of the engine ---


def test_default_parameters():
    found = parameters()
    assert {parameter.name for parameter in found} == set(tuning.SPANS)
    defaults = params.values_for(Rules.preset("42"))
    for parameter in found:
        declared = params.DECLARED[parameter.name]
        assert declared.low <= parameter.low < parameter.high <= declared.high
        assert parameter.start == defaults[parameter.name]


def test_chosen_parameters():
    def of(*chosen, **choices):
        return [(p.name, str(p)) for p in parameters(*chosen, **choices)]

    assert of("LMR_SLOPE=50..170:7.5", "ASPIRATION=1..99") == [
        ("ASPIRATION", "40 in 1..99, step 9.8"),
        ("LMR_SLOPE", "110 in 50..170, step 7.5"),
    ]
    assert of("MCP_BASE=2..8") == [("LMP_BASE", "5 in 2..8, step 0.6")], "former names are understood"
    assert of("CHECK_NODES") == [("CHECK_NODES", "2500 in 0..5000, step 500")]
    assert of("VCF_NODES", rules="caro") == [("VCF_NODES", "60 in 0..120, step 12")]
    assert of("LMP_BASE=1..20", player="engine:MCP_BASE=7") == [("LMP_BASE", "7 in 1..20, step 1.9")]
    names = {name for name, _ in of(held=("LMR_BASE", "MCP_BASE", "VCF_DEPTH"))}
    assert names == set(tuning.SPANS) - {"LMR_BASE", "LMP_BASE"}


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ("LMR_SLOP", "no search parameter 'LMR_SLOP': did you mean LMR_SLOPE"),
        ("nodes", "no search parameter 'nodes'"),
        ("", "expected NAME"),
        ("LMR_SLOPE=", "expected NAME"),
        ("LMR_SLOPE=5", "expected NAME"),
        ("LMR_SLOPE=5..x", "expected NAME"),
        ("LMR_SLOPE=50..170:nan", "expected NAME"),
        ("LMR_SLOPE=50..170:-3", "expected NAME"),
        ("LMR_SLOPE=50.." + "9" * 5000, "expected NAME"),
        ("LMR_SLOPE=170..50", "is empty"),
        ("LMR_SLOPE=0..170", "must lie in 1..1000000"),
        ("LMR_SLOPE=120..170", "starts at 110, outside 120..170"),
        ("LMR_SLOPE=50..170:0.4", "must be 0.5 to half its range"),
        ("LMR_SLOPE=50..170:61", "must be 0.5 to half its range"),
        ("LMR_SLOPE=110..110", "is empty"),
    ],
)
def test_bad_parameters(run, chosen, words):
    with pytest.raises(LabError, match=words):
        parameters(chosen)
    if len(chosen) < 100:  # a longer one is wrapped
        failed(run("tune", "--param", chosen), 2, "--param", words.split("'")[0])


def test_other_bad_choices():
    with pytest.raises(LabError, match="given twice"):
        parameters("LMP_BASE", "MCP_BASE=1..9")
    with pytest.raises(LabError, match="no search parameter"):
        parameters(held=["NOTHING"])
    with pytest.raises(LabError, match="no parameter left"):
        parameters("LMP_BASE", held=["LMP_BASE"])
    with pytest.raises(LabError, match="VCF_FEW starts at 0: give its range"):
        parameters("VCF_FEW", rules="caro")
    with pytest.raises(LabError, match="only the engine"):
        parameters(player="greedy")


def test_players_of_an_iteration():
    spsa = Spsa(parameters("LMP_BASE", "LMR_SLOPE"), 10, 0.1, 5)
    plan = tuning.TuningPlan("engine:nodes=50,MCP_BASE=5,NULL_DEPTH=6", "42", spsa, 4)
    bout = plan.next_match(replace(spsa.start(), iteration=3))
    assert (bout.pairs, bout.skip, bout.seed) == (4, 12, 5)
    assert bout.first != bout.second
    for spec in (bout.first, bout.second):
        options = Spec.parse(spec).options
        assert list(options) == ["nodes", "NULL_DEPTH", "LMP_BASE", "LMR_SLOPE"]
    end = replace(spsa.start(), values={"LMP_BASE": 5.4, "LMR_SLOPE": 117.6})
    assert plan.result(end) == "engine:nodes=50,MCP_BASE=5,NULL_DEPTH=6,LMR_SLOPE=118"
    assert plan.result(spsa.start()) == plan.player


def test_skipped_openings():
    """Iterations play different openings, also those of a file."""
    bout = match.Match(PLAYER, PLAYER, "42;size=9", 4)
    worker, later = match.GameWorker(bout), match.GameWorker(replace(bout, skip=3))
    try:
        game, same = worker((3, 0)), later((0, 0))
        assert game.moves == same.moves
        assert later((1, 0)).moves != same.moves
    finally:
        worker.close()
        later.close()
    assert bout.about() == match.Match(PLAYER, PLAYER, "42;size=9").about(), "old logs are still continued"
    assert replace(bout, skip=3).about()["skip"] == 3


# --- tuning with games ---


def plan_of(iterations=3, **changes):
    return replace(tuning.TuningPlan(PLAYER, RULES, Spsa(parameters(*WIDE), iterations, 0.2), 4), **changes)


def scripted(make_worker, jobs, processes):
    """A pool whose games depend on players, openings and number, not on the engine. Two processes finish them out of order."""
    (bout,) = make_worker.args
    jobs = list(jobs)
    for pair, half in jobs if processes == 1 else jobs[::-1]:
        rng = random.Random(f"{bout.first}/{bout.second}/{bout.skip + pair}/{half}")
        yield (pair, half), match.GameResult(0, half == 0, rng.choice((0.0, 0.5, 1.0)))


def test_resumed_tuning_equals_an_uninterrupted_one(tmp_path):
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    found = list(tuning.run(plan_of(), 1, whole, scripted))
    assert [state.iteration for state, _ in found] == [0] + 3 * [0] + 4 * [1] + 4 * [2] + [3]
    assert found[0][1] == Tally()
    values = [found[number][0].values["LMR_BASE"] for number in (0, 4, 8, 12)]
    assert len(set(values)) == 4, "every iteration moves it"
    lines = whole.read_text().splitlines()
    assert len(lines) == 4
    playing = tuning.run(plan_of(), 1, parts, scripted)
    assert [next(playing)[0].iteration for _ in range(6)] == [0, 0, 0, 0, 1, 1]
    playing.close()  # in the middle of the second iteration
    assert parts.read_text().splitlines() == lines[:2]
    with parts.open("a") as file:
        file.write('{"iteration":2,"wi')  # as if killed while writing
    assert list(tuning.run(plan_of(), 2, parts, scripted))[-1] == found[-1], "whatever the number of processes"
    assert parts.read_bytes() == whole.read_bytes()
    assert list(tuning.run(plan_of(), 1, parts)) == [(found[-1][0], Tally())], "nothing is left to do"


def test_games_are_reproducible(tmp_path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    ends = [list(tuning.run(plan_of(2), n, log))[-1] for n, log in ((1, one), (2, two))]
    assert ends[0] == ends[1]
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rules": "42;size=11"}, "its rules is '42;size=13', not '42;size=11'"),
        ({"player": "engine:nodes=300,memory=1"}, "its player"),
        ({"pairs": 3}, "its pairs is 4, not 3"),
        ({"openings": "file.txt"}, "its openings"),
        ({"spsa": plan_of(4).spsa}, "its iterations is 3, not 4"),
        ({"spsa": replace(plan_of().spsa, seed=9)}, "its seed"),
        ({"spsa": replace(plan_of().spsa, parameters=plan_of().spsa.parameters[:1])}, "VCF_NODES is '8 in 0..16"),
    ],
)
def test_log_of_another_tuning(tmp_path, changes, words):
    log = tmp_path / "tune.jsonl"
    Log(log, plan_of().about()).close()
    before = log.read_bytes()
    with pytest.raises(LabError, match="is the log of something else") as error:
        next(tuning.run(replace(plan_of(), **changes), 1, log))
    assert words in str(error.value)
    assert "\n" not in str(error.value)
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        {"iteration": 2},
        {"wins": 4},
        {"wins": "many"},
        {"values": {}},
        {"values": 5},
        {"values": {"VCF_NODES": math.nan, "LMR_BASE": 0.0}},
        {"values": {"VCF_NODES": 8.5, "LMR_BASE": 0.0}},
    ],
)
def test_damaged_log(tmp_path, change):
    log = tmp_path / "tune.jsonl"
    right = {"iteration": 1, "wins": 3, "draws": 2, "losses": 3, "values": {"LMR_BASE": 0.0, "VCF_NODES": 8.0}}
    with Log(log, plan_of().about()) as book:
        book.append(right)
    assert next(tuning.run(plan_of(), 1, log))[0].iteration == 1
    log.unlink()
    with Log(log, plan_of().about()) as book:
        book.append(right | change)
    with pytest.raises(LabError, match="line 2: this is not the next iteration"):
        next(tuning.run(plan_of(), 1, log))


def test_log_with_too_many_iterations(tmp_path):
    log = tmp_path / "tune.jsonl"
    right = {"wins": 3, "draws": 2, "losses": 3, "values": {"LMR_BASE": 0.0, "VCF_NODES": 8.0}}
    with Log(log, plan_of().about()) as book:
        for number in range(4):
            book.append({"iteration": number + 1, **right})
    with pytest.raises(LabError, match="more than 3 iterations"):
        next(tuning.run(plan_of(), 1, log))


# --- the command ---


def test_tune(run, tmp_path):
    log, result = tmp_path / "tune.jsonl", tmp_path / "tune.json"
    code, out, _ = run(*TUNE, *CHOSEN, "--log", log, "--json", result)
    assert code == 0
    assert "2 of 2 iterations" in out
    found = json.loads(result.read_text())
    assert (found["done"], found["games"], found["player"]) == (2, 16, PLAYER)
    assert [p["name"] for p in found["parameters"]] == ["LMR_BASE", "VCF_NODES"]
    for row in found["parameters"]:
        assert row["low"] <= row["value"] <= row["high"]
        assert row["now"] == round(row["value"])
    assert (found["result"] if found["result"] != PLAYER else "no parameter has changed") in out
    values = {row["name"]: row["value"] for row in found["parameters"]}
    assert json.loads(log.read_text().splitlines()[-1])["values"] == values
    # the same command has nothing left to do
    before = log.read_bytes()
    assert run(*TUNE, *CHOSEN, "--log", log)[:2] == (0, out)
    assert log.read_bytes() == before
    failed(run(*TUNE, "--param", "LMR_SLOPE", "--log", log), 1, "is the log of something else")
    failed(run(*TUNE, *CHOSEN, "--log", log, "--rules", "renju;size=13"), 1, "its rules is")


def test_result_is_a_player_for_the_sprt(run, tmp_path):
    log = tmp_path / "tune.jsonl"
    spsa = Spsa(parameters("LMR_SLOPE=50..170:40"), 1, derived_rate(1), 2)
    plan = tuning.TuningPlan("engine:nodes=200", "42;size=9", spsa, 1)
    with Log(log, plan.about()) as book:
        book.append(tuning._record(spsa.updated(spsa.start(), 2), Tally(wins=2)))
    args = ("tune", "--rules", "42;size=9", "--nodes", 200, "--iterations", 1, "--pairs", 1, "--log", log)
    code, out, _ = run(*args, "--param", "LMR_SLOPE=50..170:40")
    assert code == 0
    *_, spec, note, command = out.splitlines()
    assert spec in ("engine:nodes=200,LMR_SLOPE=158", "engine:nodes=200,LMR_SLOPE=62")
    assert "not changed" in note
    assert command.split() == ["gomoku", "sprt", spec, "engine:nodes=200", "--rules", "'42;size=9'"]
    sprt = ("--rules", "42;size=9", "--games", 2, "--processes", 1, "--json", "-")
    assert run("sprt", spec, "engine:nodes=200", *sprt)[0] == 4


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("greedy",), 1, "only the engine"),
        (("engine:LMR_SLOPE=0",), 1, "LMR_SLOPE must be"),
        (("engine:time=soon",), 1, "time"),
        (("--hold", "NOTHING"), 2, "no search parameter"),
        (("--rules", "nope"), 2, "nope"),
        (("--openings", "/no/such/file"), 1, "cannot read the openings"),
        (("--openings", "swap2"), 2, "swap2"),
        (("--iterations", "0"), 2, "--iterations"),
        (("--pairs", "0"), 2, "--pairs"),
        (("--rate", "0"), 2, "--rate"),
        (("--rate", "nan"), 2, "--rate"),
        (("--nodes", "0"), 2, "--nodes"),
        (("--json", "/no/such/folder/x"), 1, "/no/such/folder/x"),
        (("--log", "."), 1, "cannot use"),
        (("--ray", "nowhere"), 2, "HOST:PORT"),
    ],
)
def test_bad_input_is_one_line(run, tmp_path, monkeypatch, args, code, words):
    monkeypatch.chdir(tmp_path)
    failed(run("tune", *args), code, words)
    assert list(tmp_path.iterdir()) == []


def test_interrupt_keeps_the_log(tmp_path):
    log = tmp_path / "tune.jsonl"
    args = ("--rules", "42;size=9", "--nodes", 60, "--pairs", 1, "--iterations", 10_000, "--log", log)
    running = start("tune", *args, "--processes", 1)
    wait_until(lambda: log.exists() and log.read_text().count("\n") > 2)
    assert "of 10000 iterations" in interrupted(running, log)
    assert is_gone(running.pid)

"""Tournaments of players: rounds, resumable logs, tables, files."""

import json

import pytest

from gomoku.lab.matches import tournament as lab
from gomoku.lab.matches.tournament import PairingSystem, Tournament, TournamentWorker
from gomoku.lab.matches.tournament_report import TournamentReport
from gomoku.lab.types import LabError
from gomoku.rules.records import read

PLAYERS = ("classic:depth=2", "classic:depth=1", "greedy")
RULES = "freestyle;size=9"


@pytest.fixture
def openings(tmp_path):
    """A file of openings: random ones are searched for, which takes longer than these games."""
    path = tmp_path / "openings.txt"
    path.write_text("0,0, 1,0, 0,1\n0,0, 1,1, -2,0\n1,0, 0,2, -1,1\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def quick(openings):
    return Tournament(PLAYERS, rules=RULES, openings=openings)


@pytest.fixture
def swiss(openings):
    players = (*PLAYERS, "classic:depth=3", "classic:depth=4")
    return Tournament(players, PairingSystem.SWISS, RULES, rounds=3, games=1, openings=openings)


def played(tournament, log=None):
    return list(lab.run(tournament, 1, log))


def moves_of(games):
    return [(str(each.job.number), each.job.first, each.game.moves) for each in games]


def report_of(tournament, games):
    report = TournamentReport(tournament)
    for each in games:
        report.add(each)
    return report


def test_a_round_robin_pairs_all_players_with_both_colours(quick):
    games = played(quick)
    assert len(games) == 3 * 2
    for one, two in zip(games[::2], games[1::2], strict=True):
        assert one.job.number.board == two.job.number.board
        assert (one.game.first_is_black, two.game.first_is_black) == (True, False)
        assert one.game.moves[: one.game.opening] == two.game.moves[: two.game.opening]
    report = report_of(quick, games)
    lines = quick.standings(report.results)
    assert sum(line.points for line in lines) == 6
    assert all(line.games == 4 for line in lines)


def test_a_swiss_tournament_pairs_equal_scores_and_is_continued_from_its_log(swiss, tmp_path):
    log = tmp_path / "cup.jsonl"
    whole = played(swiss)
    assert len(whole) == 3 * 2  # five players: one rests in each round
    met = [frozenset((each.job.first, each.job.second)) for each in whole]
    assert len(set(met)) == len(met)
    unfinished = lab.run(swiss, 1, log)
    for _ in range(3):
        next(unfinished)
    unfinished.close()
    again = played(swiss, log)
    assert moves_of(again) == moves_of(whole)
    before = log.read_bytes()
    assert moves_of(played(swiss, log)) == moves_of(whole)
    assert log.read_bytes() == before
    table = report_of(swiss, again).as_json()["standings"]
    assert sum(line["points"] for line in table) == 9  # byes included
    assert sum(line["games"] for line in table) == 12


def test_the_log_of_another_tournament_is_refused(quick, swiss, tmp_path):
    log = tmp_path / "cup.jsonl"
    next(lab.run(quick, 1, log))
    with pytest.raises(LabError, match="something else"):
        played(swiss, log)


def test_a_gauntlet_is_the_first_against_all(openings):
    games = played(Tournament(PLAYERS, PairingSystem.GAUNTLET, RULES, rounds=1, games=1, openings=openings))
    assert [{each.job.first, each.job.second} for each in games] == [{PLAYERS[0], PLAYERS[1]}, {PLAYERS[0], PLAYERS[2]}]


def test_a_worker_keeps_few_players(swiss):
    worker = TournamentWorker(swiss)
    try:
        for spec in swiss.players:
            worker.player(spec)
        assert list(worker.players) == list(swiss.players[1:])
    finally:
        worker.close()


def test_the_command_prints_tables_and_writes_files(run, openings, tmp_path):
    args = (
        "--rules",
        RULES,
        "--openings",
        openings,
        "--processes",
        1,
        "--games",
        1,
        "--sgf",
        tmp_path,
        "--psq",
        tmp_path,
    )
    code, out, _ = run("tournament", *PLAYERS, *args, "--json", tmp_path / "cup.json", "--log", tmp_path / "cup.jsonl")
    assert code == 0
    assert "Sonneborn-Berger" in out
    assert all(player in out for player in PLAYERS)
    assert len(list(tmp_path.glob("*.sgf"))) == len(list(tmp_path.glob("*.psq"))) == 3
    record = read(tmp_path / "01-01-01.sgf")
    found = json.loads((tmp_path / "cup.json").read_text())
    first = found["games_played"][0]
    assert (record.black, len(record.game.moves)) == (first["first"], first["moves"])
    assert found["standings"][0]["rank"] == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("greedy",), "two players"),
        (("greedy", "greedy"), "takes part twice"),
        (("greedy", "nobody"), "there is no player"),
        (("greedy", "classic", "--kind", "ladder"), "round-robin, swiss, gauntlet"),
        (("greedy", "classic", "--openings", "swap2"), "cannot play the opening"),
    ],
)
def test_bad_arguments_are_one_line(run, args, words):
    code, _, err = run("tournament", *args)
    assert code in (1, 2)
    assert words in err.replace("\n", " ")

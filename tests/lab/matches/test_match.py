"""Matches: pairs, resumable logs, SPRT, openings and reports."""

import json

import pytest

from gomoku.lab.matches.match import GameResult, Match, openings_of, play_game, run
from gomoku.lab.matches.opening_sets import FileOpenings
from gomoku.lab.matches.players import check_player, make_player, threads_of, with_limits
from gomoku.lab.matches.report import Report
from gomoku.lab.matches.stats import Sprt, Tally
from gomoku.lab.types import ChosenMove, LabError
from gomoku.rules import Game, Rules

QUICK = Match("greedy", "classic:depth=1", "42;size=11", 3, 5)


def played(match, log=None, processes=1):
    return list(run(match, processes, log))


def same(pair, other):
    return [(g.moves, g.points, g.how) for g in pair] == [(g.moves, g.points, g.how) for g in other]


def test_each_opening_is_played_with_both_colours():
    results = played(QUICK)
    assert len(results) == 3
    for _, (one, two) in results:
        assert (one.first_is_black, two.first_is_black) == (True, False)
        assert one.opening == two.opening
        assert one.moves[: one.opening] == two.moves[: two.opening]
        game = one.replay(Rules.parse(QUICK.rules))
        assert game.is_over or len(game.moves) >= 250
        assert one.points == (0.5 if game.winner is None else float(game.winner == "X"))
        black, white = one.seconds
        assert len(black) + len(white) == len(one.moves) - one.opening
    assert results[-1][0].games == 6


def test_match_is_reproducible():
    assert all(same(a[1], b[1]) for a, b in zip(played(QUICK), played(QUICK), strict=True))


def test_log_is_continued(tmp_path):
    log = tmp_path / "match.jsonl"
    whole = played(QUICK)
    unfinished = run(QUICK, 1, log)
    next(unfinished)
    unfinished.close()
    assert len(log.read_text().splitlines()) == 2
    with log.open("a") as file:
        file.write('{"pair":1,"games":[{"poi')  # as if killed in the middle of a line
    again = played(QUICK, log)
    assert again[-1][0] == whole[-1][0]
    assert all(same(a[1], b[1]) for a, b in zip(whole, again, strict=True))
    before = log.read_bytes()
    assert played(QUICK, log)[-1][0] == whole[-1][0]
    assert log.read_bytes() == before


def test_log_may_be_extended_and_holes_are_filled(tmp_path):
    log = tmp_path / "match.jsonl"
    played(QUICK, log)
    lines = log.read_text().splitlines()
    log.write_text("\n".join([lines[0], lines[3], lines[1]]) + "\n")  # pair 1 is missing, the others are out of order
    more = Match(QUICK.first, QUICK.second, QUICK.rules, 4, QUICK.seed)
    assert played(more, log)[-1][0].games == 8
    assert sorted(json.loads(line)["pair"] for line in log.read_text().splitlines()[1:]) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "line", ['{"pair":0}', '{"pair":0,"games":[]}', '{"pair":"x","games":[{},{}]}', '{"games":[7,8]}']
)
def test_log_with_an_invalid_line(tmp_path, line):
    log = tmp_path / "match.jsonl"
    log.write_text(json.dumps(QUICK.about()) + "\n" + line + "\n")
    with pytest.raises(LabError, match="line 2"):
        played(QUICK, log)


def test_two_processes_play_the_same(tmp_path):
    results = played(QUICK, tmp_path / "match.jsonl", processes=2)
    assert results[-1][0] == played(QUICK)[-1][0]


def test_sprt_stops_the_match():
    test = Sprt(-400, -200)
    tally = played(Match("classic:depth=2", "greedy", "freestyle;size=9", 100, 1, test))[-1][0]
    assert test.verdict(tally) is True
    assert sum(tally.pairs) < 100


# --- where openings come from ---

FILE = "1,0, 0,1, -1,0\n\n0,0, 2,2\n"


def test_openings_of_a_file(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text(FILE)
    match = Match("greedy", "classic:depth=1", "freestyle;size=11", 3, openings=str(path))
    pairs = [pair for _, pair in played(match)]
    assert [pair[0].moves[: pair[0].opening] for pair in pairs] == [
        [(6, 5), (5, 6), (4, 5)],
        [(5, 5), (7, 7)],
        [(6, 5), (5, 6), (4, 5)],
    ]
    assert all(one.moves[: one.opening] == two.moves[: two.opening] for one, two in pairs)
    assert all((one.first_is_black, two.first_is_black) == (True, False) for one, two in pairs)


def test_each_opening_once(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text(FILE)
    match = Match("greedy", "classic:depth=1", "freestyle;size=11", 1, openings=str(path), repeat=False)
    ((_, (one, two)),) = played(match)
    assert (one.opening, two.opening) == (3, 2)
    assert (one.first_is_black, two.first_is_black) == (True, False)


@pytest.mark.parametrize(("ending", "text"), [("sgf", "(;GM[4]SZ[11];B[ff];W[gg])"), ("pos", "f6g7")])
def test_openings_from_game_files(tmp_path, ending, text):
    path = tmp_path / f"openings.{ending}"
    path.write_text(text)
    assert FileOpenings(Rules.parse("freestyle;size=11"), path).opening(7) == [(5, 5), (6, 6)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no openings"),
        ("1,1, 1,1\n", "line 1"),
        ("90,90\n", "line 1"),
        ("nonsense\n", "line 1"),
        ("0,0, 0,1, 1,0, 1,1, 2,0, 2,1, 3,0, 3,1, 4,0\n", "opening 1 is a game that is over"),
    ],
)
def test_files_without_openings(tmp_path, text, words):
    path = tmp_path / "openings.txt"
    path.write_text(text)
    with pytest.raises(LabError, match=words):
        openings_of(Match("greedy", "greedy", "freestyle;size=11", openings=str(path)))


def test_missing_openings_file():
    with pytest.raises(LabError, match="cannot read the openings"):
        openings_of(Match("greedy", "greedy", openings="/no/such/file"))


def test_swap2_between_engines():
    engine = "engine:nodes=300,memory=1"
    ((_, pair),) = played(Match(engine, engine, "freestyle;size=11", 1, openings="swap2"))
    for game in pair:
        assert game.opening in (3, 5)
        assert game.how != "draw" or len(game.moves) == 121
        assert len(game.times) == len(game.moves)
        replayed = game.replay(Rules.parse("freestyle;size=11"))
        assert game.points == (
            0.5 if replayed.winner is None else float((replayed.winner == "X") == game.first_is_black)
        )


def test_what_engines_draw_at_random_depends_on_the_seed():
    engine = "engine:nodes=300,memory=1"

    def games(seed, openings):
        match = Match(engine, f"{engine},book=shipped", "42", 2, seed, openings=openings)
        return [game.moves for _, pair in played(match) for game in pair]

    for openings in ("swap2", "book"):
        first = games(1, openings)
        assert games(1, openings) == first
        assert games(2, openings) != first


def test_baselines_do_not_play_swap2():
    with pytest.raises(LabError, match="classic cannot play the opening swap2"):
        check_player("classic", Rules(), "swap2")


def test_log_names_the_openings():
    assert "openings" not in QUICK.about()
    assert Match("a", "b", openings="swap2", repeat=False).about()["openings"] == "swap2"
    assert Match("a", "b", openings="swap2", repeat=False).about()["repeat"] is False


class Outlaw:
    """Plays on an occupied cell."""

    time_limit = None

    def new_game(self, rules):
        pass

    def choose(self, game):
        return ChosenMove(game.moves[0], 0.0)

    def close(self):
        pass


def test_illegal_move_loses():
    rules = Rules()
    result = play_game((Outlaw(), make_player("greedy")), rules, [(9, 9)], False)
    assert (result.points, result.how, result.is_fault) == (0.0, "illegal move", True)
    result = play_game((make_player("greedy"), Outlaw()), rules, [(9, 9)], False)
    assert (result.points, result.how) == (1.0, "illegal move")


def test_report_adds_up():
    report = Report(QUICK)
    win = GameResult(3, True, 1.0, "line", seconds=([0.1, 0.3], [0.2]), late=(1, 0), depths=([5, 7], []))
    win.memory = (0, 44 * 1048576)
    loss = GameResult(3, False, 0.0, "capture", seconds=([0.1], [0.2, 0.2]))
    crash = GameResult(3, True, 1.0, "crashed", "exit code 3", seconds=([0.1] * 4, [0.9]))
    draw = GameResult(3, False)
    report.add([win, loss])
    report.add([crash, draw])
    assert report.tally == Tally(2, 1, 1, (0, 0, 1, 1, 0))
    first, second = (side.as_json() for side in report.sides)
    assert first["wins"] == first["wins_as_black"] == 2
    assert (first["mean_moves_in_wins"], first["longest_win"]) == (3.0, 4)
    assert (first["answers"], first["slowest_seconds"], first["late"]) == (7, 0.3, 1)
    assert first["mean_seconds"] == pytest.approx(0.9 / 7, abs=1e-4)
    assert first["mean_depth"] == 6
    assert first["ways"] == {"line": 1, "crashed": 1}
    assert second["faults"] == {"crashed": 1}
    assert second["wins_as_black"] == 1
    assert (first["memory_mb"], second["memory_mb"]) == (None, 44)
    assert report.notes == ["classic:depth=1: crashed (exit code 3)"]
    assert json.loads(json.dumps(report.as_json()))["score"] == 0.625
    assert report.table().row_count == 11


@pytest.mark.parametrize(
    ("spec", "options", "full"),
    [
        ("engine", {}, "engine:time=0.5"),
        ("engine", {"time": 0.1}, "engine:time=0.1"),
        ("engine", {"nodes": 500}, "engine:nodes=500"),
        ("engine:threads=2", {"time": 1.0, "nodes": 9}, "engine:threads=2,nodes=9,time=1"),
        ("engine:depth=3", {"time": 0.1}, "engine:depth=3"),
        ("classic", {"time": 0.1}, "classic"),
        ("brain:./x", {"nodes": 5}, "brain:./x,time=0.5"),
        ("brain:./x,time=2", {"time": 0.1}, "brain:./x,time=2"),
    ],
)
def test_limits_are_added(spec, options, full):
    assert with_limits(spec, **options) == full


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("nobody", "there is no player"),
        ("", "there is no player"),
        ("engine:time", "option=value"),
        ("engine:time=-1", "time must be"),
        ("engine:time=nan", "time must be"),
        ("engine:nodes=1e3", "nodes must be"),
        ("engine:nodes=0", "nodes must be"),
        ("engine:level=11", "levels are 1 to 10"),
        ("engine:threads=0", "threads must be"),
        ("engine:threads=999", "threads must be"),
        ("engine:WIDTH=3", "no option 'WIDTH'"),
        ("engine:LMR_SLOPES=3", "no option 'LMR_SLOPES': did you mean LMR_SLOPE"),
        ("engine:tim=3", "no option 'tim': did you mean time?"),
        ("engine:LMR_BASE=x", "LMR_BASE must be"),
        ("engine:weights=/no/such/file", "cannot read the weights"),
        ("classic:depth=0", "depth must be"),
        ("greedy:depth=2", "no option 'depth'"),
    ],
)
def test_invalid_players(spec, words):
    with pytest.raises(LabError, match=words):
        check_player(spec, Rules())


def test_weights_file_of_other_rules(tmp_path):
    path = tmp_path / "w.json"
    path.write_text('{"version":1,"rules":{}}')
    with pytest.raises(LabError, match="no weights for 42"):
        check_player(f"engine:weights={path}", Rules())
    path.write_text("[]")
    with pytest.raises(LabError, match="not a file of weights"):
        check_player(f"engine:weights={path}", Rules())


@pytest.mark.parametrize(
    ("spec", "threads"),
    [("engine", 1), ("engine:threads=3", 3), ("greedy", 1), ("brain:true", 1), ("brain:true,info.thread_num=2", 2)],
)
def test_threads_of_players(spec, threads):
    assert threads_of(spec) == threads


def test_levels_are_reproducible():
    match = Match("engine:level=2,nodes=100,memory=1", "engine:level=1,nodes=100,memory=1", "freestyle;size=9", 1)
    assert same(played(match)[0][1], played(match)[0][1])


def test_engine_keeps_to_its_limit():
    player = make_player("engine:nodes=300,memory=1")
    player.new_game(Rules())
    choice = player.choose(Game())
    player.close()
    assert choice.move == (9, 9)
    assert choice.nodes is not None
    assert choice.nodes < 1000

"""Puzzles: the file, verdicts, hints, solutions and proofs."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gomoku.lab.tactics import puzzles as maker
from gomoku.rules import Game, Rules, WinBy
from gomoku.rules.game import play_all
from gomoku.server.analysis import move_reasons
from gomoku.server.analysis.learn import puzzles
from gomoku.server.wire.analysis.learn_messages import PuzzleKind
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import MoveReason
from tests.server.conftest import ThreadServer
from tests.server.page import Page

POSITIONS = Path(__file__).parents[2] / "positions"
FILE = Path(puzzles.__file__).with_name("puzzles.json")
ALL = [line.id for line in puzzles.listing().puzzles]


def post(page: Page, path: str, body: Any) -> tuple[int, Any]:
    status, _, answer = page.http("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    return status, json.loads(answer)


def get(page: Page, path: str) -> tuple[int, Any]:
    status, _, answer = page.http("GET", path)
    return status, json.loads(answer)


def of_kind(kind: str, rules: str = "42", level: int | None = None) -> list[str]:
    return [
        line.id
        for line in puzzles.listing().puzzles
        if line.kind == kind and line.rules == rules and level in (None, line.level)
    ]


# --- the file ---


def test_the_file_is_generated_from_the_proved_positions() -> None:
    made = maker.collection(POSITIONS.glob("tactics-*.txt"))
    assert FILE.read_text(encoding="ascii") == made, f"run: python -m gomoku.lab.tactics.puzzles … --out {FILE}"


def test_every_rule_set_kind_and_level_is_covered() -> None:
    lines = puzzles.listing().puzzles
    assert {line.rules for line in lines} == {"42", "freestyle", "standard", "renju"}
    assert {line.kind for line in lines if line.rules == "42"} == set(PuzzleKind)
    for rules in ("42", "freestyle", "standard", "renju"):
        assert {line.level for line in lines if line.rules == rules} == {1, 2, 3, 4}
    assert len({line.id for line in lines}) == len(lines) > 150


@pytest.mark.parametrize("name", ALL)
def test_every_solution_is_played_to_the_end(name: str) -> None:
    puzzle = puzzles.find(name)
    game = puzzle.game.copy()
    if puzzle.entry.kind is PuzzleKind.SAVE:
        assert len(puzzle.answers) == 1
        assert game.why_illegal(puzzle.answers[0]) is None
        return
    assert puzzle.line[0] in puzzle.answers
    for cell in puzzle.line:
        game.play(cell)
    assert game.winner is puzzle.side
    assert len(puzzle.line) == puzzle.entry.plies
    assert (game.win_by is WinBy.CAPTURE) == (puzzle.entry.kind is PuzzleKind.CAPTURE) or (
        puzzle.entry.kind is PuzzleKind.BREAK
    )


# --- reasons ---


def test_every_move_of_a_solution_has_a_reason() -> None:
    seen: set[MoveReason] = set()
    for name in ALL:
        line = puzzles.solution(name).line
        assert all(step.deeds for step in line)
        seen |= {deed for step in line for deed in step.deeds}
        if puzzles.find(name).entry.kind is not PuzzleKind.SAVE:
            assert {MoveReason.FIVE, MoveReason.PAIRS, MoveReason.BREAKABLE_FIVE} & {
                d for step in line[-2:] for d in step.deeds
            }
    assert seen >= {
        MoveReason.FIVE,
        MoveReason.PAIRS,
        MoveReason.BREAKS,
        MoveReason.REFILLS,
        MoveReason.FOUR,
        MoveReason.TAKES,
        MoveReason.STOPS_FIVE,
    }


def test_reasons_of_moves() -> None:
    game = Game()
    cells = [game._cell(name) for name in ("K10", "L10", "A1", "M10", "N10", "L10", "K11", "M10")]
    explained = move_reasons.explain(game, cells)
    assert explained[4].deeds[-1] is MoveReason.TAKES
    assert MoveReason.REFILLS in explained[5].deeds
    assert explained[0].deeds == (MoveReason.QUIET,)


def threats_of(game: Game, move: str) -> tuple[set[str], dict[str, list[str]]]:
    reasons, threats = move_reasons.reasons_of(game, game._cell(move))
    return set(reasons), {f"{mark.color} {mark.kind}": sorted(map(game.name, mark.cells)) for mark in threats}


@pytest.mark.parametrize(
    ("moves", "move", "reasons", "threats"),
    [
        ("H8 A1 I8 A3 J8", "G8", {"stops_open_four"}, {"X open_four": ["G8", "K8"]}),
        ("H8 G8 I8 A3 J8 A5 K8", "L8", {"stops_five"}, {"X five": ["L8"]}),
        ("H8 A1 I8 A3 J8 A5 K8", "L8", {"stops_one_five"}, {"X five": ["G8", "L8"]}),
        ("H8 A1 I8 A3", "J8", {"open_three"}, {"X open_four": ["G8", "K8"]}),
        ("H8 A1 I8 A3 J8 A5", "K8", {"open_four"}, {"X five": ["G8", "L8"]}),
        ("H8 A1", "I8", {"open_two"}, {}),
    ],
)
def test_a_move_is_explained_by_the_threats_of_both_sides(
    moves: str, move: str, reasons: set[str], threats: dict[str, list[str]]
) -> None:
    game = play_all(Game(Rules.preset("freestyle", size=15)), moves.split())
    assert threats_of(game, move) == (reasons, threats)


def test_pairs_are_saved_and_attacked() -> None:
    game = play_all(Game(), ["K10", "L10", "A1", "M10"])
    assert threats_of(game.copy(), "S1")[0] == {"quiet"}
    game.play(game._cell("A3"))
    reasons, threats = threats_of(game.copy(), "N10")
    assert reasons == {"saves_pair"}
    assert threats == {"X capture": ["N10"]}
    far = play_all(Game(), ["A1", "L10", "A3", "M10"])
    reasons, threats = threats_of(far, "K10")
    assert reasons == {"attacks_pair", "stops_open_three"}
    assert threats == {"X capture": ["N10"]}


@pytest.mark.parametrize(
    ("moves", "move", "rows"),
    [
        ("H8 A1 I8 A3 J8", "G8", {"H8 J8"}),  # the three that is stopped
        ("H8 A1 I8 A3 J8 A5", "K8", {"H8 K8"}),  # the four that is made
        ("H8 A1 I8 A3 K8 A5 L8 C1", "E8", set()),  # nothing new: J8 was a five before
        ("H8 A1 H9 A3 J7 A5 K7 C1", "H7", {"H7 K7", "H7 H9"}),  # two threes that share a stone
        ("H8 A1 J8 A3", "K8", {"H8 K8"}),  # a three with a hole
        ("A1 H8 A2 O1 A3 O3", "A4", {"A1 A4"}),  # at the edge
    ],
)
def test_the_rows_behind_a_threat_are_drawn_from_end_to_end(moves: str, move: str, rows: set[str]) -> None:
    game = play_all(Game(Rules.preset("freestyle", size=15)), moves.split())
    _, threats = move_reasons.reasons_of(game, game._cell(move))
    assert {" ".join(sorted(map(game.name, row))) for mark in threats for row in mark.rows} == rows


def test_the_row_behind_a_capture_is_the_pair() -> None:
    game = play_all(Game(), ["A1", "L10", "A3", "M10"])
    _, (mark,) = move_reasons.reasons_of(game, game._cell("K10"))
    assert [tuple(map(game.name, row)) for row in mark.rows] == [("L10", "M10")]


# --- solving ---


@pytest.mark.parametrize(("kind", "level"), [("five", 1), ("five", 3), ("capture", 2), ("break", 2)])
def test_following_the_hints_solves_a_puzzle(server: ThreadServer, kind: str, level: int) -> None:
    with server.page() as page:
        name = of_kind(kind, level=level)[0]
        moves: list[Any] = []
        for _ in range(20):
            status, hint = post(page, f"/api/puzzles/{name}/hint", {"moves": moves})
            assert status == 200, hint
            moves.append(hint["move"]["cell"])
            status, answer = post(page, f"/api/puzzles/{name}/try", {"moves": moves})
            assert status == 200, answer
            if answer["verdict"] == "solved":
                break
            assert answer["verdict"] == "on"
            moves.append(answer["reply"])
        assert answer["verdict"] == "solved"
        assert answer["view"]["winner"] == get(page, f"/api/puzzles/{name}")[1]["start"]["to_move"]


def test_a_wrong_move_is_refuted(server: ThreadServer) -> None:
    with server.page() as page:
        name = of_kind("save")[0]
        puzzle = get(page, f"/api/puzzles/{name}")[1]
        rows = puzzle["start"]["rows"]
        right = list(puzzles.find(name).answers[0])
        wrong = next([x, 0] for x in range(19) if rows[0][x] == "." and [x, 0] != right)
        status, answer = post(page, f"/api/puzzles/{name}/try", {"moves": [wrong]})
        assert (status, answer["verdict"]) == (200, "wrong")
        assert len(answer["line"]) > 1, "the refutation"
        status, answer = post(page, f"/api/puzzles/{name}/try", {"moves": [right]})
        assert answer["verdict"] == "solved"


def test_an_unproved_move_is_wrong(server: ThreadServer) -> None:
    with server.page() as page:
        name = of_kind("five", "freestyle", 2)[0]
        rows = get(page, f"/api/puzzles/{name}")[1]["start"]["rows"]
        corner = next([x, y] for y in (0, 14) for x in (0, 14) if rows[y][x] == ".")
        answer = post(page, f"/api/puzzles/{name}/try", {"moves": [corner]})[1]
        assert answer["verdict"] == "wrong"


def test_invalid_attempts_are_refused(server: ThreadServer) -> None:
    with server.page() as page:
        name = ALL[0]
        assert get(page, "/api/puzzles/nothing")[0] == 404
        assert post(page, "/api/puzzles/nothing/try", {"moves": [[0, 0]]})[0] == 404
        for moves in ([], [[99, 99]], [[0, 0], [0, 0]], "K10"):
            assert post(page, f"/api/puzzles/{name}/try", {"moves": moves})[0] == 400


def test_the_statement_does_not_contain_the_solution(server: ThreadServer) -> None:
    with server.page() as page:
        puzzle = get(page, f"/api/puzzles/{ALL[0]}")[1]
        assert set(puzzle) == {"id", "rules", "kind", "themes", "level", "plies", "start", "last", "view"}
        assert get(page, f"/api/puzzles/{ALL[0]}/solution")[1]["line"]
    with pytest.raises(Refusal):
        puzzles.find("nothing")


@pytest.mark.parametrize("name", [name for kind in ("five", "capture", "break") for name in of_kind(kind, level=4)[:2]])
def test_the_proof_answers_every_defence(name: str) -> None:
    """A player who follows the proof wins against random defences."""
    puzzle = puzzles.find(name)
    dice = random.Random(name)
    for _ in range(12):
        game = puzzle.game.copy()
        moves: list[Any] = []
        while not game.is_over:
            ready = puzzle.proofs_after(moves)
            assert ready, [game.name(cell) for cell in moves]
            for cell in (game._cell(dice.choice(ready)[0]), None):
                if game.is_over:
                    break
                chosen = cell or dice.choice(game.breaks or game.allowed_cells())
                game.play(chosen)
                moves.append(chosen)
                assert cell is None or game.is_over or puzzle.proofs_after(moves)
        assert game.winner is puzzle.side

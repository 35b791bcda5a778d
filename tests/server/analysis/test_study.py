"""Studies: set-up positions, trees of moves, files; and reviews of games."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import structs

from gomoku.engine.types import WIN
from gomoku.rules import Color, Game, Rules
from gomoku.rules.records import sgf
from gomoku.server.analysis import advice, review, study
from gomoku.server.analysis.coach import PositionResult
from gomoku.server.analysis.review import chance, judge
from gomoku.server.wire.analysis.analysis_messages import Position
from gomoku.server.wire.analysis.study_messages import AdviceRequest, Grade, Letter, ReviewRequest, Study, StudyNode
from gomoku.server.wire.refusal import Refusal
from tests.server.conftest import ThreadServer
from tests.server.page import Page
from tests.support.waiting import wait_until


def empty(rules: str = "42") -> dict[str, Any]:
    size = Rules.parse(rules)
    return {"rules": rules, "rows": ["." * size.width] * size.height, "to_move": "X", "taken": [0, 0]}


def cells(game: Game, *names: str) -> list[list[int]]:
    return [list(game._cell(name)) for name in names]


def post(page: Page, path: str, body: Any) -> tuple[int, Any]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    status, _, answer = page.http("POST", path, data, {"Content-Type": "application/json"})
    return status, answer if path.endswith("sgf") and status == 200 else json.loads(answer)


def get(page: Page, path: str) -> tuple[int, Any]:
    status, _, answer = page.http("GET", path)
    return status, json.loads(answer)


# --- positions ---


def test_advice_on_an_opening_of_the_analysis_board(server: ThreadServer) -> None:
    game = Game(Rules.preset("renju"))
    stones = cells(game, "H8", "I9", "I7")
    with server.page() as page:
        ask = {"start": empty("renju"), "opening": "swap2", "moves": stones}
        status, advice = post(page, "/api/study/advice", ask)
        assert (status, advice["kind"]) == (200, "choice")
        assert {choice["answer"] for choice in advice["choices"]} == {"black", "white", "two"}
        assert 0 < advice["black"] < 1
        for change in (
            {"opening": "standard"},  # there is nothing to ask
            {"opening": "nonsense"},
            {"moves": cells(game, "H8", "I9", "I7", "A1", "B1", "C1")},  # the opening is over
            {"opening": "rif", "moves": cells(game, "H8", "A1")},  # the rule allows no such stone
            {"opening": "rif", "moves": cells(game, "H8", "I9", "I7", "A1", "B1")},  # which stones were offered?
            {"start": empty("renju") | {"rows": ["X" + "." * 14, *["." * 15] * 14], "to_move": "O"}, "moves": []},
        ):
            status, problem = post(page, "/api/study/advice", ask | change)
            assert (status, problem["reason"]) == (400, "bad_options"), change


@pytest.mark.parametrize(
    ("opening", "stones", "step"),
    [
        ("pro", "H8 H9", "m3"),
        ("swap", "H8 H9 K12", "c"),
        ("swap2", "H8 H9 K12 A1 B1", "c2"),
        ("rif", "H8 I9 I7 A1", "m5"),
        ("soosorv8", "H8 I9 I7 A1", "m4"),
        ("taraguchi10", "H8 I9 I7 H6", "c4"),
    ],
)
def test_the_question_that_stones_lead_to(opening: str, stones: str, step: str) -> None:
    game = Game(Rules.preset("renju"))
    moves = tuple(game._cell(name) for name in stones.split())
    request = AdviceRequest(study.position_of(game), opening, moves)
    decision = advice.opening_at(request).decision
    assert decision is not None
    assert decision.step == step


def test_moves_follow_the_rules(server: ThreadServer) -> None:
    game = Game(Rules.preset("42"))
    with server.page() as page:
        moves = cells(game, "K10", "L10", "A1", "M10", "N10")
        status, view = post(page, "/api/study/look", {"start": empty(), "moves": moves})
        assert status == 200
        assert sorted(view["captured"]) == sorted(cells(game, "L10", "M10"))
        assert view["taken"] == [2, 0]
        assert view["to_move"] == "O"
        assert view["can_think"]
        status, problem = post(page, "/api/study/look", {"start": empty(), "moves": [*moves, moves[0]]})
        assert (status, problem["reason"]) == (400, "occupied")


def test_the_opening_is_named_on_the_board_and_in_the_file() -> None:
    position = Position("renju", ("." * 15,) * 15, Color.X, (0, 0))
    line = ((7, 7), (8, 6), (8, 8))
    assert study.view_of(study.game_at(position, line)).opening_name == "7I Hogetsu"
    assert study.view_of(study.game_at(position, line[:2])).opening_name == ""
    nodes = (StudyNode(-1), *(StudyNode(number, cell) for number, cell in enumerate(line)))
    assert "ON[7I Hogetsu]" in study.to_sgf(Study(position, nodes))


def test_any_position_can_be_set_up(server: ThreadServer) -> None:
    rows = ["." * 15] * 15
    rows[7] = "..XXXX.OOO....."
    start = {"rules": "freestyle;size=15", "rows": rows, "to_move": "O", "taken": [0, 0]}
    with server.page() as page:
        status, view = post(page, "/api/study/look", {"start": start})
        assert (status, view["to_move"], view["status"]) == (200, "O", "ongoing")
        status, view = post(page, "/api/study/look", {"start": start | {"to_move": "X"}, "moves": [[6, 7]]})
        assert (view["winner"], view["win_by"], view["to_move"], view["can_think"]) == ("X", "line", None, False)


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "chess"},
        {"rows": ["."]},
        {"rows": ["." * 18 + "?"] * 19},
        {"rows": ["XXXXX" + "." * 14] + ["." * 19] * 17 + ["OOOOO" + "." * 14]},
        {"taken": [10, 0]},
        {"to_move": "Z"},
    ],
)
def test_invalid_positions_are_refused(server: ThreadServer, change: dict[str, Any]) -> None:
    with server.page() as page:
        status, problem = post(page, "/api/study/look", {"start": empty() | change})
        assert status == 400
        assert problem["detail"]


# --- trees ---


SGF = b"""(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Aoi]PW[Bram]C[root]
;B[hh]C[centre](;W[ii];B[gg]C[main])(;W[hi]C[other](;B[gh])(;B[hh]C[taken already];W[aa])))"""


def test_a_file_keeps_its_variations_and_comments() -> None:
    found = study.open_file(SGF, None, None, "top").studies[0]
    assert [(node.parent, node.cell, node.comment) for node in found.nodes] == [
        (-1, None, "root"),
        (0, (7, 7), "centre"),
        (1, (8, 8), ""),
        (2, (6, 6), "main"),
        (1, (7, 8), "other"),
        (4, (6, 7), ""),
    ]
    assert found.dropped == 2, "illegal moves are counted"
    assert [node.color for node in found.nodes[1:4]] == [Color.X, Color.O, Color.X]
    again = study.open_file(study.to_sgf(found).encode(), None, None, "top").studies[0]
    assert again.nodes == found.nodes
    assert (again.black, again.white) == ("Aoi", "Bram")


FULL = """(;FF[4]GM[4]SZ[15]RU[freestyle]OPENING[swap2]PB[Aoi]PW[Bram]EV[Cup]DT[2019-05-04]RE[B+Resign]C[root]
PC[Oslo]AP[Other:1];B[hh]C[centre]LB[hh:1];W[ii];B[gg]MS[1520];ANSWER[white];C[a note between moves]
(;W[gh]KO[];B[jj]TR[hh];C[the end])
(;W[hi]C[other](;B[gi])
(;B[hh]C[taken already];W[aa]))
(;W[jj]C[third]))
"""
"""A file in our own formatting, with everything that a study cannot hold."""


@pytest.mark.parametrize("text", [FULL, FULL.replace("Aoi", "A" * 60).replace("centre", "c" * 5000)])
def test_a_file_that_was_only_looked_at_is_written_as_it_was(text: str) -> None:
    found = study.open_file(text.encode(), None, None, "top").studies[0]
    assert (found.date, found.result, found.dropped) == ("2019-05-04", "B+Resign", 2)
    assert "".join(study.to_sgf(found).split()) == "".join(text.split())


def test_what_changed_in_a_study_changes_in_its_file() -> None:
    found = study.open_file(FULL.encode(), None, None, "top").studies[0]
    before, (main, later, _, _, third) = found.nodes[:4], found.nodes[4:]
    promoted = (
        *before,
        structs.replace(third, comment="better"),
        StudyNode(4, (0, 0), comment="new"),
        main,
        structs.replace(later, parent=6),
    )
    text = study.to_sgf(structs.replace(found, nodes=promoted, white="Cleo"))
    again = study.open_file(text.encode(), None, None, "top").studies[0]
    assert [(node.cell, node.comment) for node in again.nodes[4:]] == [
        ((9, 9), "better"),
        ((0, 0), "new"),
        ((6, 7), ""),
        ((9, 9), ""),
    ]
    assert again.white == "Cleo"
    assert "[hi]" not in text, "what was deleted is gone"
    for kept in ("PC[Oslo]", "LB[hh:1]", "OPENING[swap2]", "ANSWER[white]", "TR[hh]", "C[the end]", "DT[2019-05-04]"):
        assert kept in text


@pytest.mark.parametrize(
    ("names", "title", "renamed"),
    [
        ("EV[Spring cup]", "Spring cup", "EV[New]"),
        ("GN[Two threes]", "Two threes", "GN[New]"),
        ("EV[Spring cup]GN[Two threes]", "Spring cup", "EV[New]GN[Two threes]"),
    ],
)
def test_a_study_takes_its_title_from_the_event_or_the_name_of_the_game(names: str, title: str, renamed: str) -> None:
    text = f"(;FF[4]GM[4]SZ[15]RU[freestyle]{names};B[hh])"
    opened = study.open_file(text.encode(), None, None, "top").studies[0]
    assert opened.title == title
    assert names in study.to_sgf(opened), "unchanged if the title is"
    assert renamed in study.to_sgf(structs.replace(opened, title="New"))


def test_letters_of_a_file_are_read_and_stay_with_their_move() -> None:
    labels = r"LB[aa:1][bb:\]][aa:2][zz:3][cc:long][dd]"
    found = study.open_file(FULL.replace("LB[hh:1]", labels).encode(), None, None, "top").studies[0]
    letters = (Letter((0, 0), "1"), Letter((1, 1), "]"))
    assert found.nodes[1].letters == letters, "those that a figure has a place for"
    assert labels in study.to_sgf(found), "all of them stay in the file"
    copied = study.to_sgf(structs.replace(found, source=""))
    again = study.open_file(copied.encode(), None, None, "top").studies[0]
    assert again.nodes[1].letters == letters
    chosen = (Letter((1, 1), "B"), Letter((4, 4), "C"))
    nodes = (*found.nodes[:1], structs.replace(found.nodes[1], letters=chosen), *found.nodes[2:])
    changed = study.to_sgf(structs.replace(found, nodes=nodes))
    assert r"LB[zz:3][cc:long][dd][bb:B][ee:C]" in changed, "letters that are chosen take the place of those shown"
    nodes = (*found.nodes[:1], structs.replace(found.nodes[1], letters=()), *found.nodes[2:])
    assert r"LB[zz:3][cc:long][dd]" in study.to_sgf(structs.replace(found, nodes=nodes))


def test_a_changed_opening_leaves_a_file_that_can_be_read() -> None:
    found = study.open_file(FULL.encode(), None, None, "top").studies[0]
    nodes = (*found.nodes[:2], StudyNode(1, (0, 0), comment="instead"), StudyNode(2, (1, 1)), StudyNode(3, (2, 2)))
    text = study.to_sgf(structs.replace(found, nodes=nodes))
    again = study.open_file(text.encode(), None, None, "top").studies[0]
    assert [(node.cell, node.comment) for node in again.nodes] == [(node.cell, node.comment) for node in nodes]
    assert (again.black, again.date) == ("Aoi", "2019-05-04")


def test_an_origin_of_another_place_is_a_new_move() -> None:
    """Nodes that were moved by hand must not create a cycle."""
    found = study.open_file(SGF, None, None, "top").studies[0]
    first, second = found.nodes[1:3]
    swapped = (
        found.nodes[0],
        structs.replace(second, parent=0, comment="first"),
        structs.replace(first, parent=1, comment="second"),
    )
    again = study.open_file(study.to_sgf(structs.replace(found, nodes=swapped)).encode(), None, None, "top").studies[0]
    assert [node.comment for node in again.nodes[1:]] == ["first", "second"]


def test_a_source_of_another_position_is_refused(server: ThreadServer) -> None:
    body = {"start": empty(), "nodes": [{"parent": -1}], "source": FULL}
    with server.page() as page:
        status, problem = post(page, "/api/study/sgf", body)
        assert (status, problem["reason"]) == (400, "malformed")
        status, problem = post(page, "/api/study/sgf", body | {"source": "(;GM[1])"})
        assert (status, problem["reason"]) == (400, "unreadable")


def test_nothing_is_lost_between_file_game_and_study(server: ThreadServer) -> None:
    """Every conversion: file to game, game to file or study, study to file."""
    with server.page() as page:
        status, _, body = page.http("POST", "/api/import", FULL.encode())
        assert status == 201
        made = json.loads(body)
        assert made["annotated"]
        room = made["rooms"][0]["room"]
        _, _, exported = page.http("GET", f"/api/games/{room}/export/sgf")
        assert "".join(exported.decode().split()) == "".join(FULL.split())
        found = page.get(f"/api/study/game/{room}")
        _, _, exported = page.http("POST", "/api/study/sgf", json.dumps(found).encode())
        assert "".join(exported.decode().split()) == "".join(FULL.split())
        _, _, part = page.http("GET", f"/api/games/{room}/export/sgf?move=2")
        assert b"C[centre]" in part
        assert b"W[gh]" not in part, "a file of the beginning ends there"


def test_a_set_up_position_round_trips_through_sgf() -> None:
    rows = ("..XXX..........", *("." * 15 for _ in range(14)))
    start = Position("42;size=15", rows, Color.O, (2, 4))
    nodes = (StudyNode(-1, comment="a ] b"), StudyNode(0, (9, 9)), StudyNode(0, (8, 8), comment="or"))
    text = study.to_sgf(Study(start, nodes))
    again = study.open_file(text.encode(), None, None, "top").studies[0]
    assert again.start == start
    assert [(node.parent, node.cell, node.comment) for node in again.nodes] == [
        (-1, None, "a ] b"),
        (0, (9, 9), ""),
        (0, (8, 8), "or"),
    ]


@pytest.mark.parametrize(
    "nodes",
    [
        [{"parent": 0}],
        [{"parent": -1}, {"parent": 3, "cell": [1, 1]}],
        [{"parent": -1}, {"parent": 0}],
        [{"parent": -1}, {"parent": 0, "cell": [1, 1]}, {"parent": 1, "cell": [1, 1]}],
    ],
)
def test_invalid_trees_are_refused(server: ThreadServer, nodes: list[Any]) -> None:
    with server.page() as page:
        status, problem = post(page, "/api/study/sgf", {"start": empty(), "nodes": nodes})
        assert status == 400
        assert problem["detail"]


def test_a_game_with_an_opening_protocol_opens_as_a_study(server: ThreadServer) -> None:
    with server.page() as page:
        room = page.create("me", "me", opening="swap2")
        for x, y in ((9, 9), (9, 10), (10, 10)):
            page.play(room, x, y)
        status, found = get(page, f"/api/study/game/{room}")
        assert status == 200
        assert [node["cell"] for node in found["nodes"][1:]] == [[9, 9], [9, 10], [10, 10]]
        assert [node["color"] for node in found["nodes"][1:]] == ["X", "O", "X"]
        assert get(page, "/api/study/game/nowhere")[0] == 404


def test_open_and_save_over_http(server: ThreadServer) -> None:
    with server.page() as page:
        status, found = post(page, "/api/study/open", SGF)
        assert (status, found["total"]) == (200, 1)
        status, text = post(page, "/api/study/sgf", found["studies"][0])
        assert status == 200
        assert sgf.loads(text.decode()).game.rules.name == "freestyle"
        assert b"C[other]" in text
        assert post(page, "/api/study/open", b"no game")[0] == 400


# --- reviews ---


LOST = ("K10", "A1", "L10", "T1", "M10", "A19", "N10", "T19", "O10")
"""White ignores Black's five."""


def test_a_review_finds_the_blunders(server: ThreadServer) -> None:
    game = Game(Rules.preset("freestyle", size=19))
    # on a busy machine an engine has a tenth of this time, and must still see what an open three threatens
    request = {"start": empty("freestyle;size=19"), "moves": cells(game, *LOST), "ms": 500}
    with server.page() as page:
        status, begun = post(page, "/api/review", request)
        assert (status, begun["complete"], begun["total"]) == (200, False, 9)
        seen = [begun["done"]]

        def finished() -> Any:
            state = get(page, f"/api/review/{begun['id']}")[1]
            if not state["complete"]:
                seen.append(state["done"])
                assert not state["failed"]
            return state if state["complete"] else None

        state = wait_until(finished, what="the review does not end")
        assert seen == sorted(seen)
        assert max(seen) > 0, "progress was reported"
        grades = [move["grade"] for move in state["moves"]]
        assert len(grades) == len(LOST)
        assert {"mistake", "blunder"} & set(grades[1::2])
        assert state["X"]["accuracy"] > state["O"]["accuracy"]
        assert state["moves"][-1]["chance"] == 1
        assert state["turning_points"]
        assert all(number % 2 == 0 for number in state["turning_points"]), "White's moves"
        slip = state["moves"][state["turning_points"][0] - 1]
        assert slip["line"][0] == slip["best"]
        status, kept = post(page, "/api/review", request)
        assert kept["complete"], "a finished review is stored"
        assert kept["moves"] == state["moves"]
        # Another five in place of the last move.
        status, answer = post(page, "/api/review/try", {"review": request, "number": 9, "cell": cells(game, "J10")[0]})
        assert (status, answer["good"], answer["view"]["winner"]) == (200, True, "X")


def test_a_review_can_be_cancelled(server: ThreadServer) -> None:
    game = Game(Rules.preset("freestyle", size=19))
    request = {"start": empty("freestyle;size=19"), "moves": cells(game, "K10", "K11", "L10", "L11"), "ms": 3000}
    with server.page() as page, server.page() as stranger:
        begun = post(page, "/api/review", request)[1]
        stranger.http("DELETE", f"/api/review/{begun['id']}")
        assert get(page, f"/api/review/{begun['id']}")[0] == 200, "only the visitor who started it can"
        assert page.http("DELETE", f"/api/review/{begun['id']}")[0] == 204
        assert get(page, f"/api/review/{begun['id']}")[0] == 404


def test_games_have_priority_over_reviews(server: ThreadServer) -> None:
    game = Game(Rules.preset("42"))
    request = {"start": empty(), "moves": cells(game, "K10", "K11", "L10", "L11", "M9"), "ms": 4000}
    with server.page() as page, server.page() as other:
        begun = post(page, "/api/review", request)[1]
        second = post(other, "/api/review", request | {"ms": 4500})[1]
        wait_until(lambda: server.app.state.hub.engines.busy == 2)
        room = page.create("me", "ai", ai_time=100)
        watch = server.stopwatch()
        page.play(room, 9, 9)
        page.until_my_turn(room)
        assert watch.seconds() < 3
        page.http("DELETE", f"/api/review/{begun['id']}")
        other.http("DELETE", f"/api/review/{second['id']}")


def test_invalid_reviews_are_refused(server: ThreadServer) -> None:
    with server.page() as page:
        for request in (
            {"start": empty(), "moves": []},
            {"start": empty(), "moves": [[0, 0], [0, 0]]},
            {"start": empty("42;size=40"), "moves": [[0, 0]]},
            {"start": empty(), "moves": [[0, 0]], "ms": 1},
        ):
            assert post(page, "/api/review", request)[0] == 400


def judged(names: str, scores: list[int], best: dict[int, str] | None = None) -> Any:
    game = Game(Rules.preset("freestyle", size=15))
    request = ReviewRequest(study.position_of(game), tuple(game._cell(name) for name in names.split()))
    games = review.positions_of(request)
    found = [
        PositionResult(score, (game._cell((best or {}).get(number, "A1")),) if not games[number].is_over else ())
        for number, score in enumerate(scores)
    ]
    return judge("id", games, found)


def test_grades_follow_the_loss_of_winning_chance() -> None:
    reviewed = judged("H8 H9 G8 G9", [0, 0, 0, 400, 0])
    assert [move.grade for move in reviewed.moves] == [Grade.BEST, Grade.BEST, Grade.BLUNDER, Grade.BLUNDER]
    assert reviewed.moves[2].chance == round(chance(-400), 4)
    assert reviewed.turning_points == (3, 4)
    assert reviewed.X is not None
    assert reviewed.X.grades["blunder"] == 1


def test_moves_in_a_lost_position_lose_nothing() -> None:
    reviewed = judged("H8 H9 G8", [WIN - 9, -WIN + 8, WIN - 7, -WIN + 6])
    assert [move.grade for move in reviewed.moves] == [Grade.BEST] * 3
    assert reviewed.O is not None
    assert reviewed.O.accuracy == 100
    assert reviewed.moves[0].win_in == 8


def test_the_engines_own_move_is_graded_best() -> None:
    reviewed = judged("H8 H9", [50, 300, 0], {0: "H8"})
    assert reviewed.moves[0].grade is Grade.BEST
    assert reviewed.moves[0].best is None


def test_a_board_too_large_for_the_engine() -> None:
    rows = ("." * 40,) * 40
    assert not study.view_of(study.game_at(Position("42;size=40", rows, Color.X))).can_think
    with pytest.raises(Refusal):
        review.positions_of(ReviewRequest(Position("42;size=40", rows, Color.X), ((0, 0),)))


def test_a_line_becomes_a_figure_with_numbers_letters_and_caption(server: ThreadServer) -> None:
    position = {"rules": "42", "rows": ["." * 19] * 19, "to_move": "X"}
    body = {
        "start": position,
        "moves": [[9, 9], [10, 9], [0, 18]],
        "first": 2,
        "letters": [{"cell": [3, 3]}, {"cell": [3, 4], "text": "x"}],
        "caption": "<A & B>",
    }
    with server.page() as page:
        status, headers, svg = page.http("POST", "/api/study/figure", json.dumps(body).encode())
        assert status == 200
        assert headers["content-type"].startswith("image/svg+xml")
        assert "sandbox" in headers["content-security-policy"]
        texts = [text.text for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
        assert {"A", "x", "2", "3", "<A & B>"} <= set(texts)
        assert texts.count("A") == 3, "two coordinates and a letter"
        assert texts.count("1") == 2, "the coordinates alone: the first stone is plain"
        for wrong in ({"letters": [{"cell": [9, 9]}]}, {"first": 5}, {"letters": [{"cell": [19, 0]}]}):
            status, problem = post(page, "/api/study/figure", body | wrong)
            assert (status, problem["reason"]) == (400, "bad_options")

"""The AI's reasoning over the wire: followed moves, analyses, lines, threats, cells, refutations and trees."""

import json
import threading
from typing import Any

import pytest

from gomoku.engine import Inspector
from gomoku.rules import Color, Game, Rules
from tests.server.conftest import ThreadServer
from tests.server.page import Page, new_id
from tests.support.waiting import TIMEOUT, wait_until


def board(moves: list[str], rules: str = "42") -> Game:
    game = Game(Rules.parse(rules))
    for move in moves:
        game.play(move)
    return game


def position(game: Game) -> dict[str, Any]:
    return {
        "rules": game.rules.spec(),
        "rows": game.rows(),
        "to_move": str(game.to_move),
        "taken": [game.taken[Color.X], game.taken[Color.O]],
    }


def cell(game: Game, name: str) -> list[int]:
    return next([x, y] for x in range(19) for y in range(19) if game.name((x, y)) == name)


def post(page: Page, path: str, body: Any) -> tuple[int, Any]:
    status, _, answer = page.http("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    return status, json.loads(answer)


def asked(page: Page, path: str, body: Any) -> Any:
    status, answer = post(page, path, body)
    assert status == 200, answer
    return answer


MIDGAME = ["K10", "L11", "K9", "L9", "K11", "K12", "J10", "M8", "L10", "H10"]


# --- live ---


@pytest.mark.parametrize("level", [3, 8, 10])
def test_followers_see_every_depth(server: ThreadServer, level: int) -> None:
    with server.page() as page:
        room = page.create("me", "ai", level=level, ai_time=300)
        page.send("follow", room=room, on=True)
        page.play(room, 9, 9)
        page.until_my_turn(room)
        infos = [m["info"] for m in page.heard if m["type"] == "thinking" and m["info"]]
        assert infos, "nothing was told"
        assert [info["depth"] for info in infos] == sorted(info["depth"] for info in infos)
        last = infos[-1]
        assert list(page.cells(room)[-1]) in [line["cell"] for line in last["lines"]]
        assert last["nodes"] > 0
        assert last["selective_depth"] >= last["depth"]


def test_others_are_only_told_that_it_thinks(server: ThreadServer) -> None:
    with server.page() as page:
        room = page.create("me", "ai", level=10, ai_time=200)
        page.play(room, 9, 9)
        page.until_my_turn(room)
        assert not [m for m in page.heard if m["type"] == "thinking" and m["info"]]


def test_an_analysis_tells_of_its_lines(server: ThreadServer) -> None:
    game = board(MIDGAME)
    with server.page() as page:
        name = new_id()
        page.send("analyse", id=name, position=position(game), lines=5, ms=500)
        page.until(lambda m: m["type"] == "analysis" and m["done"])
        infos = [m["info"] for m in page.heard if m["type"] == "analysis" and m["id"] == name and m["info"]]
        last = infos[-1]
        assert len(last["lines"]) == 5
        scores = [line["score"] for line in last["lines"]]
        assert scores == sorted(scores, reverse=True)
        assert len({tuple(line["cell"]) for line in last["lines"]}) == 5


def test_an_endless_analysis_is_stopped_and_replaced(server: ThreadServer) -> None:
    game = board(MIDGAME[:4])
    with server.page() as page:
        page.send("analyse", id="one", position=position(game), lines=2)
        page.until(lambda m: m["type"] == "analysis" and m["id"] == "one")
        game.play("K8")
        page.send("analyse", id="two", position=position(game), lines=1)
        page.until(lambda m: m["type"] == "analysis" and m["id"] == "two")
        page.send("analyse", id="stop")
        wait_until(lambda: not server.app.state.hub.engines.busy)
        page.send("ping", sent=1)
        page.until(lambda m: m["type"] == "pong")
        assert not page.listen(0.5)


def test_an_analysis_makes_room_for_a_game(server: ThreadServer) -> None:
    game = board(MIDGAME[:4])
    with server.page() as one, server.page() as two, server.page() as player:
        for page in (one, two):
            page.send("analyse", id="long", position=position(game), lines=1)
            page.until(lambda m: m["type"] == "analysis")
        room = player.create("me", "ai", level=10, ai_time=200)
        player.play(room, 9, 9)
        watch = server.stopwatch()
        player.until_my_turn(room)
        assert watch.seconds() < 3
        heard = [page.listen(0.5) for page in (one, two)]
        assert not any(m.get("refused") for each in heard for m in each)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rules": "nothing"}, "bad_options"),
        ({"rules": "42;size=50"}, "bad_options"),
        ({"rows": ["..."]}, "unreadable"),
        ({"rows": ["Z" * 19] * 19}, "unreadable"),
        ({"to_move": "Q"}, "malformed"),
    ],
)
def test_bad_positions_are_refused(server: ThreadServer, change: dict[str, Any], reason: str) -> None:
    wrong = {**position(board([])), **change}
    with server.page() as page:
        name = new_id()
        page.send("analyse", id=name, position=wrong)
        assert page.until(lambda m: m["type"] == "refused")["reason"] == reason
        status, problem = post(page, "/api/sight", wrong)
        assert (status, problem["reason"]) == (400, reason)


# --- lines, threats, cells ---


def test_a_line_is_walked_with_its_captures(server: ThreadServer) -> None:
    game = board(["K10", "L10", "A1", "M10"])
    with server.page() as page:
        moves = [cell(game, "N10"), None, cell(game, "N11"), cell(game, "N10")]
        steps = asked(page, "/api/walk", {"position": position(game), "moves": moves})["steps"]
    assert [step["color"] for step in steps] == ["X", "O", "X"]  # the last one is not possible
    assert sorted(steps[0]["captured"]) == sorted([cell(game, "L10"), cell(game, "M10")])
    assert steps[1]["cell"] is None


def test_threats_and_closed_cells(server: ThreadServer) -> None:
    game = board(["K10", "A1", "L10", "A3", "J9", "A5", "J8", "A7"])  # J10 would make two free threes
    with server.page() as page:
        sight = asked(page, "/api/sight", position(game))
    assert {"cell": cell(game, "J10"), "reason": "double_three"} in sight["forbidden"]
    terms = dict(sight["terms"])
    assert terms.pop("total") == sum(terms.values())
    threats = Inspector(game.rules).threats(game)[Color.X]
    assert sight["X"]["open_threes"] == [list(one) for one in threats.open_threes]


def test_a_cell_is_explained(server: ThreadServer) -> None:
    game = board(["K10", "A1", "L10", "A3"])
    with server.page() as page:
        seen = asked(page, "/api/cell", {"position": position(game), "cell": cell(game, "M10")})
        assert seen["X"]["axes"][0] == "open_three"
        assert seen["closed"] is None
        assert seen["after"]["total"] < -seen["before"]["total"] or seen["after"]["total"] < 0
        status, problem = post(page, "/api/cell", {"position": position(game), "cell": cell(game, "K10")})
        assert (status, problem["reason"]) == (400, "occupied")


# --- why not ---


def test_a_refutation_comes_within_a_second(server: ThreadServer) -> None:
    game = board(["K10", "A1", "L10", "A3", "M10", "A5", "T19"])  # black has an open three, white is to move
    with server.page() as page:
        asked(page, "/api/refute", {"position": position(game), "cell": cell(game, "S2")})  # the engine has started
        watch = server.stopwatch()
        found = asked(page, "/api/refute", {"position": position(game), "cell": cell(game, "S1")})
        assert watch.seconds() < 1
    assert found["win_in"] is not None
    assert found["win_in"] < 0
    assert found["steps"][0]["cell"] == cell(game, "S1")
    assert found["steps"][1]["cell"] in (cell(game, "J10"), cell(game, "N10"))
    assert found["steps"][-1]["over"]


def test_a_winning_move_needs_no_answer(server: ThreadServer) -> None:
    moves = ["K10", "A1", "L10", "A3", "M10", "A5", "N10", "A7"]
    game = board(moves, "freestyle;size=19")
    with server.page() as page:
        found = asked(page, "/api/refute", {"position": position(game), "cell": cell(game, "O10")})
        assert found["win_in"] == 1
        assert len(found["steps"]) == 1
        status, problem = post(page, "/api/refute", {"position": position(game), "cell": cell(game, "K10")})
        assert (status, problem["reason"]) == (400, "occupied")


# --- trees ---


def test_a_tree_comes_in_pieces(server: ThreadServer) -> None:
    game = board(MIDGAME)
    with server.page() as page:
        head = asked(page, "/api/tree", {"position": position(game), "ms": 300})
        columns: dict[str, list[Any]] = {}
        start = 0
        while start < head["count"]:
            piece = page.get(f"/api/tree/{head['id']}?start={start}")
            assert piece.pop("start") == start
            for name, column in piece.items():
                columns.setdefault(name, []).extend(column)
            start += len(piece["parent"])
        assert {len(column) for column in columns.values()} == {head["count"]}
        parents = columns["parent"]
        assert parents[0] == -1
        assert all(0 <= parent < i for i, parent in enumerate(parents) if i)
        # the best line, from the root on, is the one that was found
        line = [i for i, flags in enumerate(columns["flags"]) if "b" in flags]
        assert [columns["move"][i] for i in line[1:]] == head["info"]["lines"][0]["pv"][: len(line) - 1]
        assert len(line) > 2
        assert columns["value"][0] == head["info"]["score"]
        # what a move takes is what the rules say
        takers = [i for i, taken in enumerate(columns["taken"]) if taken and "p" not in columns["flags"][i]][:5]
        for i in takers:
            path: list[int] = []
            while i > 0:
                path.insert(0, i)
                i = parents[i]
            moves = [columns["move"][node] for node in path]
            steps = asked(page, "/api/walk", {"position": position(game), "moves": moves})["steps"]
            assert [len(step["captured"]) for step in steps] == [columns["taken"][node] for node in path]
        assert takers


def test_pieces_that_are_not_there(server: ThreadServer) -> None:
    with server.page() as page:
        assert page.http("GET", "/api/tree/nothing")[0] == 404
        head = asked(page, "/api/tree", {"position": position(board(MIDGAME)), "ms": 50})
        for start in (1, 1_000_000):
            assert page.http("GET", f"/api/tree/{head['id']}?start={start}")[0] == 400


def test_the_next_question_takes_the_place_of_the_last(server: ThreadServer) -> None:
    game = board(MIDGAME[:4])
    answers: list[int] = []
    with server.page() as page:
        wish = {"position": position(game), "ms": 5000}  # the most that can be asked for
        first = threading.Thread(target=lambda: answers.append(post(page, "/api/tree", wish)[0]))
        first.start()
        wait_until(lambda: server.app.state.hub.engines.busy)
        asked(page, "/api/refute", {"position": position(game), "cell": cell(game, "K8")})
        first.join(TIMEOUT)
    assert answers == [400]

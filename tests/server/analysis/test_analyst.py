"""Search progress, analyses, lines, threats, cells, refutations and search trees over the wire."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from gomoku.engine import Inspector
from gomoku.rules import Color, Game, Rules
from gomoku.server.ops.settings import Settings
from gomoku.server.storage.store import sqlite_url
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


def ask(page: Page, path: str, body: Any) -> Any:
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
        assert infos, "no progress was sent"
        assert [info["depth"] for info in infos] == sorted(info["depth"] for info in infos)
        last = infos[-1]
        assert list(page.cells(room)[-1]) in [line["cell"] for line in last["lines"]]
        assert last["nodes"] > 0
        assert last["selective_depth"] >= last["depth"]


def test_only_followers_get_search_progress(server: ThreadServer) -> None:
    with server.page() as page:
        room = page.create("me", "ai", level=10, ai_time=200)
        page.play(room, 9, 9)
        page.until_my_turn(room)
        assert not [m for m in page.heard if m["type"] == "thinking" and m["info"]]


def test_an_analysis_sends_its_lines(server: ThreadServer) -> None:
    game = board(MIDGAME)
    with server.page() as page:
        name = new_id()
        page.send("analyse", id=name, position=position(game), lines=5, ms=500, power={"threads": 1, "memory": 2})
        page.until(lambda m: m["type"] == "analysis" and m["done"])
        first = next(m for m in page.heard if m["type"] == "analysis" and m["id"] == name)
        assert first["most"].keys() == {"threads", "memory"}, "what the server allows"
        infos = [m["info"] for m in page.heard if m["type"] == "analysis" and m["id"] == name and m["info"]]
        last = infos[-1]
        assert len(last["lines"]) == 5
        scores = [line["score"] for line in last["lines"]]
        assert scores == sorted(scores, reverse=True)
        assert len({tuple(line["cell"]) for line in last["lines"]}) == 5


def test_an_unlimited_analysis_is_stopped_and_replaced(server: ThreadServer) -> None:
    game = board(MIDGAME[:4])
    with server.page() as page:
        page.send("analyse", id="one", position=position(game), lines=2)
        page.until(lambda m: m["type"] == "analysis" and m["id"] == "one")
        game.play("K8")
        page.send("analyse", id="two", position=position(game), lines=1)
        page.until(lambda m: m["type"] == "analysis" and m["id"] == "two")
        page.send("analyse", id="stop")
        wait_until(lambda: not server.app.state.hub.engines.busy)
        page.so_far()
        assert not page.so_far(), "nothing follows once the engines are free"


def test_an_analysis_ends_after_the_time_that_the_operator_allows(tmp_path: Path) -> None:
    settings = Settings(sqlite_url(tmp_path / "games.sqlite"), engines=1, engine_threads=1, analysis_time=0.3)
    with ThreadServer(settings) as server, server.page() as page:
        page.send("analyse", id="long", position=position(board(MIDGAME[:4])), lines=1)
        watch = server.stopwatch()
        page.until(lambda m: m["type"] == "analysis" and m["done"])
        assert watch.seconds() < 3


def test_an_analysis_is_preempted_by_a_game(server: ThreadServer) -> None:
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
        for page in (one, two):
            page.so_far()
            went_on = page.until(lambda m: m["type"] == "analysis" and not m["waiting"])
            assert not went_on["refused"]
            assert not any(m.get("refused") for m in page.heard)


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
def test_invalid_positions_are_refused(server: ThreadServer, change: dict[str, Any], reason: str) -> None:
    wrong = {**position(board([])), **change}
    with server.page() as page:
        name = new_id()
        page.send("analyse", id=name, position=wrong)
        assert page.until(lambda m: m["type"] == "refused")["reason"] == reason
        status, problem = post(page, "/api/sight", wrong)
        assert (status, problem["reason"]) == (400, reason)


# --- proofs ---

QUIET = ["K10", "L11"]


def proving(page: Page, name: str, **wanted: Any) -> dict[str, Any]:
    """The next report about a proof with such fields."""
    return page.until(
        lambda m: m["type"] == "proving" and m["id"] == name and all(m[key] == wanted[key] for key in wanted)
    )


def test_a_win_is_proved_with_an_answer_to_every_defence(server: ThreadServer) -> None:
    game = board(["K10", "A1", "L10", "A3", "M10", "A5"], "freestyle")
    with server.page() as page:
        page.send("prove", id="win", position=position(game), attack="threes")
        told = proving(page, "win", done=True)
    proof = told["proof"]
    assert (proof["outcome"], proof["decided"], proof["attack"]) == ("win", True, "fours")
    assert [stage["attack"] for stage in told["stages"]] == ["fours"]
    assert told["stages"][0]["nodes"] == told["nodes"]

    def answered(number: int) -> int:
        """The lines below a node, each played to its end."""
        node = proof["nodes"][number]
        game.play(tuple(node["move"]))
        lines = 1
        if game.is_over:
            assert game.winner is Color.X
        else:
            listed = {tuple(cell): group["node"] for group in node["defence"]["replies"] for cell in group["cells"]}
            lines = 0
            for reply in game.allowed_cells():
                game.play(reply)
                lines += answered(listed.get(reply, node["defence"]["rest"]))
                game.undo()
        game.undo()
        return lines

    assert answered(proof["win"]) == 15 * 15 - 7, "a line for every free cell"


def test_the_moves_that_stand_against_a_threat(server: ThreadServer) -> None:
    game = board(["K10", "A1", "L10", "A3", "M10"], "freestyle")
    with server.page() as page:
        page.send("prove", id="threat", position=position(game))
        page.until(lambda m: m["type"] == "proving" and m["refuted"] > 200)
        page.send("prove", id="threat")
        proof = proving(page, "threat", done=True)["proof"]
    assert (proof["outcome"], proof["decided"]) == ("defence", False)
    assert cell(game, "J10") in proof["open"]
    assert cell(game, "A5") not in proof["open"]
    assert proof["lost"]["replies"] or proof["lost"]["rest"] is not None
    assert proof["nodes"][proof["threat"]]["plies"] > 1


def test_a_proof_is_stopped_and_tells_what_it_has(server: ThreadServer) -> None:
    with server.page() as page:
        page.send("prove", id="long", position=position(board(QUIET)))
        seen = [proving(page, "long", done=False, waiting=False) for _ in range(2)]
        page.send("prove", id="long")
        last = proving(page, "long", done=True)
    assert 0 < seen[0]["nodes"] < seen[1]["nodes"] <= last["nodes"]
    assert 0 < seen[0]["depth"] <= seen[1]["depth"]
    assert (last["proof"]["outcome"], last["proof"]["decided"], last["refused"]) == ("unknown", False, None)


def test_positions_that_cannot_be_proved_are_refused(server: ThreadServer) -> None:
    over = board(["K10", "A1", "L10", "A3", "M10", "A5", "N10", "A7", "O10"], "freestyle")
    with server.page() as page:
        page.send("prove", id="over", position=position(over))
        assert page.until(lambda m: m["type"] == "refused")["reason"] in ("game_over", "unreadable")


def test_a_visitor_has_one_proof_and_games_come_first(tmp_path: Path) -> None:
    settings = Settings(sqlite_url(tmp_path / "games.sqlite"), engines=1, engine_threads=1, opening_book=False)
    with ThreadServer(settings) as server, server.page() as one, server.page() as other:
        quiet = position(board(QUIET))
        one.send("prove", id="first", position=quiet)
        before = proving(one, "first", done=False, waiting=False)
        # another visitor waits, and may give up
        other.send("prove", id="queued", position=quiet)
        proving(other, "queued", waiting=True)
        other.send("prove", id="queued")
        assert proving(other, "queued", done=True)["proof"] is None
        # a game takes the engine; afterwards the proof goes on
        room = other.create("me", "ai", level=10, ai_time=100)
        other.play(room, 9, 9)
        other.until_my_turn(room)
        while (after := proving(one, "first", done=False, waiting=False))["nodes"] <= before["nodes"]:
            pass
        assert not after["done"]
        # a second page of the same visitor replaces it
        with server.page(one.cookie) as second:
            second.send("prove", id="second", position=quiet)
            assert proving(one, "first", done=True)["refused"] == "stale"
            proving(second, "second", done=False, waiting=False)
        wait_until(lambda: not server.app.state.hub.engines.busy)  # the page is gone, and its proof with it


# --- lines, threats, cells ---


def test_a_line_is_played_with_its_captures(server: ThreadServer) -> None:
    game = board(["K10", "L10", "A1", "M10"])
    with server.page() as page:
        moves = [cell(game, "N10"), None, cell(game, "N11"), cell(game, "N10")]
        steps = ask(page, "/api/walk", {"position": position(game), "moves": moves})["steps"]
    assert [step["color"] for step in steps] == ["X", "O", "X"]  # the last move is illegal
    assert sorted(steps[0]["captured"]) == sorted([cell(game, "L10"), cell(game, "M10")])
    assert steps[1]["cell"] is None


def test_the_last_moves_of_lines_have_their_reasons(server: ThreadServer) -> None:
    game = board(["H8", "A1", "H9", "A3", "H10", "A5"], "freestyle")
    h11, g1, b1, taken = (cell(game, name) for name in ("H11", "G1", "B1", "H8"))
    lines = [[h11], [None, h11], [g1, b1, h11], [taken], [None]]
    with server.page() as page:
        answer = ask(page, "/api/reasons", {"position": position(game), "lines": lines})
    found = answer["reasons"]
    assert "open_four" in found[0]
    assert "stops_open_four" in found[1], "White takes the point"
    assert "open_four" in found[2]
    assert found[3:] == [[], []], "no legal move, and a pass"
    (four,) = answer["threats"][0]
    assert (four["kind"], four["rows"]) == ("five", [[h11, taken]]), "the four, from end to end"
    assert answer["threats"][3:] == [[], []]


def test_threats_and_forbidden_cells(server: ThreadServer) -> None:
    game = board(["K10", "A1", "L10", "A3", "J9", "A5", "J8", "A7"])  # J10 would make two free threes
    with server.page() as page:
        sight = ask(page, "/api/sight", position(game))
    assert {"cell": cell(game, "J10"), "reason": "double_three"} in sight["forbidden"]
    terms = dict(sight["terms"])
    assert terms.pop("total") == sum(terms.values())
    threats = Inspector(game.rules).threats(game)[Color.X]
    assert sight["X"]["open_threes"] == [list(one) for one in threats.open_threes]
    shares = {tuple(share["cell"]): share["points"] for share in sight["shares"]}
    assert shares == Inspector(game.rules).shares(game)
    sizes = [abs(points) for points in shares.values()]
    assert sizes == sorted(sizes, reverse=True), "the largest first"


def test_a_cell_is_explained(server: ThreadServer) -> None:
    game = board(["K10", "A1", "L10", "A3"])
    with server.page() as page:
        seen = ask(page, "/api/cell", {"position": position(game), "cell": cell(game, "M10")})
        assert seen["X"]["axes"][0] == "open_three"
        assert seen["closed"] is None
        assert seen["after"]["total"] < -seen["before"]["total"] or seen["after"]["total"] < 0
        status, problem = post(page, "/api/cell", {"position": position(game), "cell": cell(game, "K10")})
        assert (status, problem["reason"]) == (400, "occupied")


# --- refutations ---


def test_a_refutation_comes_within_a_second(server: ThreadServer) -> None:
    game = board(["K10", "A1", "L10", "A3", "M10", "A5", "T19"])  # black has an open three, white is to move
    with server.page() as page:
        ask(page, "/api/refute", {"position": position(game), "cell": cell(game, "S2")})  # the engine has started
        watch = server.stopwatch()
        found = ask(page, "/api/refute", {"position": position(game), "cell": cell(game, "S1")})
        assert watch.seconds() < 1
    assert found["win_in"] is not None
    assert found["win_in"] < 0
    assert found["steps"][0]["cell"] == cell(game, "S1")
    assert found["steps"][1]["cell"] in (cell(game, "J10"), cell(game, "N10"))
    assert found["steps"][-1]["over"]
    assert found["reasons"] == ["quiet"]
    assert found["reply_reasons"][0] == "open_four"


def test_a_winning_move_has_no_refutation(server: ThreadServer) -> None:
    moves = ["K10", "A1", "L10", "A3", "M10", "A5", "N10", "A7"]
    game = board(moves, "freestyle;size=19")
    with server.page() as page:
        found = ask(page, "/api/refute", {"position": position(game), "cell": cell(game, "O10")})
        assert found["win_in"] == 1
        assert len(found["steps"]) == 1
        status, problem = post(page, "/api/refute", {"position": position(game), "cell": cell(game, "K10")})
        assert (status, problem["reason"]) == (400, "occupied")


# --- trees ---


def test_a_tree_is_sent_in_chunks(server: ThreadServer) -> None:
    game = board(MIDGAME)
    with server.page() as page:
        head = ask(page, "/api/tree", {"position": position(game), "ms": 300})
        columns: dict[str, list[Any]] = {}
        start = 0
        while start < head["count"]:
            chunk = page.get(f"/api/tree/{head['id']}?start={start}")
            assert chunk.pop("start") == start
            for name, column in chunk.items():
                columns.setdefault(name, []).extend(column)
            start += len(chunk["parent"])
        assert {len(column) for column in columns.values()} == {head["count"]}
        parents = columns["parent"]
        assert parents[0] == -1
        assert all(0 <= parent < i for i, parent in enumerate(parents) if i)
        # the principal variation is complete from the root
        line = [i for i, flags in enumerate(columns["flags"]) if "b" in flags]
        assert [columns["move"][i] for i in line[1:]] == head["info"]["lines"][0]["pv"][: len(line) - 1]
        assert len(line) > 2
        assert columns["value"][0] == head["info"]["score"]
        # captures agree with the rules
        takers = [i for i, taken in enumerate(columns["taken"]) if taken and "p" not in columns["flags"][i]][:5]
        for i in takers:
            path: list[int] = []
            while i > 0:
                path.insert(0, i)
                i = parents[i]
            moves = [columns["move"][node] for node in path]
            steps = ask(page, "/api/walk", {"position": position(game), "moves": moves})["steps"]
            assert [len(step["captured"]) for step in steps] == [columns["taken"][node] for node in path]
        assert takers


def test_missing_chunks_are_refused(server: ThreadServer) -> None:
    with server.page() as page:
        assert page.http("GET", "/api/tree/nothing")[0] == 404
        head = ask(page, "/api/tree", {"position": position(board(MIDGAME)), "ms": 50})
        for start in (1, 1_000_000):
            assert page.http("GET", f"/api/tree/{head['id']}?start={start}")[0] == 400


def test_a_new_request_replaces_the_last(server: ThreadServer) -> None:
    game = board(MIDGAME[:4])
    answers: list[int] = []
    with server.page() as page:
        request = {"position": position(game), "ms": 5000}  # the maximum
        first = threading.Thread(target=lambda: answers.append(post(page, "/api/tree", request)[0]))
        first.start()
        wait_until(lambda: server.app.state.hub.engines.busy)
        ask(page, "/api/refute", {"position": position(game), "cell": cell(game, "K8")})
        first.join(TIMEOUT)
    assert answers == [400]

"""No engine help in a rated game in progress: not by any message, route, mirrored position or second account."""

import json

import pytest

from gomoku.server.live import fair_play, matchmaking
from gomoku.server.rooms import seating
from tests.server.live.test_matchmaking import play, rated_room
from tests.server.page import new_id


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(seating, "COUNTDOWN", 200)
    monkeypatch.setattr(matchmaking, "PAIRING_INTERVAL", 0.1)
    monkeypatch.setattr(fair_play, "MAX_AGE", 0.0)


def post(page, path, body):
    status, _, answer = page.http("POST", path, json.dumps(body).encode())
    return status, json.loads(answer)


def analyse(page, position, message="analyse", answer="analysis"):
    """The first reply to an analysis."""
    name = new_id()
    page.send(message, id=name, position=position, ms=50)
    reply = page.until(lambda m: m["type"] in (answer, "refused") and m["id"] == name)
    page.send(message, id=new_id())
    return reply.get("reason", "allowed")


def doors(page, room, position, cell=(5, 5)):
    """The answer of every entry point of the engine, by name."""
    answers = {"analyse": analyse(page, position), "prove": analyse(page, position, "prove", "proving")}
    for name, body in {
        "sight": position,
        "cell": {"position": position, "cell": cell},
        "refute": {"position": position, "cell": cell},
        "tree": {"position": position, "ms": 50},
        "explorer": {"position": {"start": position}, "source": "server"},
        "review": {
            "start": {**position, "rows": ["." * 15] * 15, "to_move": "X"},
            "moves": line_of(position),
            "ms": 50,
        },
    }.items():
        status, answer = post(page, f"/api/{name}", body)
        answers[name] = "allowed" if status == 200 else (status, answer["reason"])
    status, _, body = page.http("GET", f"/api/study/game/{room}")
    answers["study"] = "allowed" if status == 200 else (status, json.loads(body)["reason"])
    return answers


def line_of(position):
    """Moves that lead to a position without captures."""
    stones = {
        side: [(x, y) for y, row in enumerate(position["rows"]) for x, s in enumerate(row) if s == side]
        for side in "XO"
    }
    return [cell for pair in zip(stones["X"], stones["O"], strict=True) for cell in pair]


def position_of(state):
    return {"rules": state["options"]["rules"], "rows": state["rows"], "to_move": state["to_move"]}


CLOSED = {
    "analyse": "rated",
    "prove": "rated",
    **dict.fromkeys(("sight", "cell", "refute", "tree", "explorer", "review", "study"), (403, "rated")),
}


def test_every_way_to_the_engine_is_closed_while_a_rated_game_runs_and_open_afterwards(server):
    with server.page() as ann, server.page() as bob, server.page() as cleo:
        for page in (ann, bob):
            page.keep_name()
        room = rated_room(ann, bob, rules="freestyle;size=15")
        # its players get no engine at all, not even for another position
        empty = {"rules": "freestyle;size=15", "rows": ["." * 15] * 15, "to_move": "X"}
        assert analyse(ann, empty) == "rated"
        assert analyse(cleo, empty) == "allowed"
        local = bob.create("me", "ai", rules="freestyle;size=15")
        assert bob.command("hint", room=local)["reason"] == "rated"
        play(room, ann, bob)
        position = position_of(bob.until_state(room, lambda state: state["ply"] == 10))
        for page in (ann, cleo):
            assert doors(page, room, position) == CLOSED
        bob.command("resign", room=room)
        ann.until_state(room, lambda state: state["outcome"])
        for page in (ann, cleo):
            assert set(doors(page, room, position).values()) == {"allowed"}


def test_a_position_that_was_turned_swapped_or_moved_on_is_known(server):
    with server.page() as ann, server.page() as bob, server.page() as cleo:
        for page in (ann, bob):
            page.keep_name()
        room = rated_room(ann, bob, rules="freestyle;size=15")
        play(room, ann, bob)
        position = position_of(bob.until_state(room, lambda state: state["ply"] == 10))
        rows = position["rows"]
        turned = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        swapped = [row[::-1].translate(str.maketrans("XO", "OX")) for row in turned]
        later = [row if y != 7 else "...XO.X" + row[7:] for y, row in enumerate(rows)]
        for each, to_move in ((turned, "X"), (swapped, "O"), (later, "O")):
            assert analyse(cleo, {**position, "rows": each, "to_move": to_move}) == "rated", each
        other = [row if y != 7 else "...XO.XO" + row[8:] for y, row in enumerate(rows)]
        assert analyse(cleo, {**position, "rows": other, "to_move": "X"}) == "allowed", "another game"
        # moved across the board, or onto another one
        down = ["." * 15, *rows[:-1]]
        aside = ["." + row[:-1] for row in down]
        larger = [*(["." * 19] * 3), *(f"..{row}.." for row in swapped), "." * 19]
        for each, rules in ((down, "freestyle;size=15"), (aside, "freestyle;size=15"), (larger, "freestyle;size=19")):
            assert analyse(cleo, {"rules": rules, "rows": each, "to_move": "X"}) == "rated", each
        # nor can the computer be asked by playing the same game against it
        local = cleo.create("me", "me", rules="freestyle;size=15")
        line = line_of(position)
        for x, y in line[:9]:
            assert cleo.play(local, x, y)["type"] == "done"
        assert cleo.command("hint", room=local)["reason"] == "rated"
        seat = {"room": local, "player": "P1", "who": {"type": "ai", "level": 9}}
        assert cleo.command("sit", **seat)["reason"] == "rated"
        against = cleo.create("me", "me", rules="freestyle;size=15")
        for x, y in line[:4]:
            assert cleo.play(against, x, y)["type"] == "done"
        assert cleo.command("sit", **{**seat, "room": against, "player": "P2"})["type"] == "done"


def test_stones_far_away_are_no_disguise(server):
    """Four of them in a corner made another position of it."""
    with server.page() as ann, server.page() as bob, server.page() as cleo:
        for page in (ann, bob):
            page.keep_name()
        room = rated_room(ann, bob, rules="freestyle;size=19")
        play(room, ann, bob)
        position = position_of(bob.until_state(room, lambda state: state["ply"] == 10))
        rows = [*position["rows"][:-1], "X..O..X..O..X..O..."]
        assert analyse(cleo, {**position, "rows": rows}) == "rated"
        nearer = [row if y != 7 else "X..O..X..O.........".replace("X", "O", 1) for y, row in enumerate(rows)]
        assert analyse(cleo, {**position, "rows": nearer}) == "allowed", "another game"
        bob.command("resign", room=room)


def test_the_computer_is_not_led_to_a_rated_game_by_replaying_or_resuming(server):
    """It could be seated a few stones before the position, and brought there by `redo`, or by `undo` and `resume`."""
    with server.page() as ann, server.page() as bob, server.page() as cleo:
        for page in (ann, bob):
            page.keep_name()
        room = rated_room(ann, bob, rules="freestyle;size=15")
        play(room, ann, bob)
        line = line_of(position_of(bob.until_state(room, lambda state: state["ply"] == 10)))
        replayed = cleo.create("me", "me", rules="freestyle;size=15")
        for x, y in (*line, (10, 0)):
            assert cleo.play(replayed, x, y)["type"] == "done"
        for _ in range(5):
            cleo.command("undo", room=replayed)
        seat = {"player": "P2", "who": {"type": "ai", "level": 1}}
        assert cleo.command("sit", room=replayed, **seat)["type"] == "done"
        answers = [cleo.command("redo", room=replayed) for _ in range(3)]
        assert [answer.get("reason") for answer in answers] == [None, None, "rated"]
        # two computers, seated long after the position, are brought back to it
        resumed = cleo.create("me", "me", rules="freestyle;size=15")
        for x, y in (*line, (10, 0), (12, 12), (12, 13), (9, 12), (9, 13), (6, 12)):
            assert cleo.play(resumed, x, y)["type"] == "done"
        assert cleo.command("pause", room=resumed)["type"] == "done"
        for player in ("P1", "P2"):
            assert cleo.command("sit", room=resumed, **{**seat, "player": player})["type"] == "done"
        for _ in range(5):
            assert cleo.command("undo", room=resumed)["type"] == "done"
        assert cleo.command("resume", room=resumed)["reason"] == "rated"
        bob.command("resign", room=room)

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

"""Attacks of a hostile public, replayed in full: a flooded lobby, farmed ratings, a flooded chat.

A flood of 1,600 lines is in `rooms/test_referee`, help in rated games in `test_fair_play`, lookalike names in `people/test_accounts`.
"""

import pytest

from gomoku.server.live import hub
from gomoku.server.rooms import seating
from tests.server.live.test_lobby import ME, OPEN, titles, wait_in
from tests.server.live.test_matchmaking import play, rated_room
from tests.server.page import new_id

SIT = {"player": "P2", "who": {"type": "me", "name": "Nobody"}}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(seating, "COUNTDOWN", 50)


BURST = 40
"""Commands sent without waiting for an answer; a page that hears of none of them would be dropped."""


def flood(page, type, count, **fields):
    """Send a command repeatedly, each time with a new id; returns the answers."""
    answers = []
    for _ in range(count // BURST):
        sent = {new_id() for _ in range(BURST)}
        for name in sent:
            page.send(type, id=name, **fields)
        answers += [page.until(lambda m, sent=sent: m.get("id") in sent) for _ in range(BURST)]
    assert len(answers) == count
    return answers


def test_a_thousand_rooms_hide_no_honest_one(server, bob):
    wait_in(bob, "Honest table")
    with server.page(headers={"X-Forwarded-For": "198.51.100.1"}) as flo, server.page() as cleo:
        answers = flood(flo, "create", 1_000, options={}, first=ME, second=OPEN, kind="listed", title="flood")
        done = [answer for answer in answers if answer["type"] == "done"]
        assert len(done) == hub.MAX_OPEN_ROOMS
        assert {answer["reason"] for answer in answers if answer not in done} == {"open_rooms", "too_fast"}
        assert len(titles(cleo, search="flood")) == hub.MAX_OPEN_ROOMS
        assert "Honest table" in titles(cleo)


def test_sixteen_cookies_gain_no_rating(server):
    """Neither as guests, nor with names and games of six plies, nor with whole games from one address."""
    home = {"X-Forwarded-For": "198.51.100.2"}
    with server.page(headers=home) as farmer, server.page(headers=home) as friend:
        name = farmer.keep_name()
        clock = {"type": "fischer", "time": 60_000}
        room = farmer.create("me", "open", kind="listed", rated=True, clock=clock, rules="freestyle")
        for _ in range(16):
            with server.page(headers=home) as cookie:
                assert cookie.command("sit", room=room, **SIT)["reason"] == "unkept"
        friend.keep_name()
        for stones, why in ((6, None), (10, "same_address")):
            game = rated_room(farmer, friend)
            play(game, farmer, friend, stones)
            assert friend.command("resign", room=game)["type"] == "done"
            over = farmer.until_state(game, lambda state, why=why: state["outcome"] and state["uncounted"] == why)
            assert [seat["change"] for seat in over["seats"]] == [None, None]
        assert farmer.get("/api/me")["standings"] == []
        board = farmer.get("/api/leaderboard?rules=freestyle")
        assert name not in [line["name"] for line in board["lines"]]


def test_a_flood_of_chat_is_stored_as_a_few_lines(server, ann, bob):
    room = ann.create("me", "open", kind="listed")
    bob.watch(room)
    answers = flood(bob, "say", 160, room=room, text="buy now", name="Bob")
    done = sum(answer["type"] == "done" for answer in answers)
    assert {answer["reason"] for answer in answers if answer["type"] == "refused"} == {"chatty"}
    assert seating.MAX_LINES <= done <= 2 * seating.MAX_LINES, "on a slow machine it takes more than one window"
    assert len(ann.get(f"/api/games/{room}")["chat"]) == done
    assert ann.command("say", room=room, text="the owner is still heard")["type"] == "done"

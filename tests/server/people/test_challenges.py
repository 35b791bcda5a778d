"""Challenges: made, answered, withdrawn, lapsed, limited; and the running score over rematches."""

import json

import pytest

from gomoku.server.live import challenges
from gomoku.server.ops import rate_limit
from gomoku.server.people.games import slow_store
from gomoku.server.rooms import seating
from tests.server.live.test_matchmaking import begin
from tests.server.live.test_online import begun
from tests.server.people.test_accounts import send
from tests.server.people.test_profiles import relate

CLOCK = {"type": "fischer", "time": 300_000, "increment": 3_000}
OPTIONS = {"rules": "renju", "clock": CLOCK, "rated": True}


@pytest.fixture(autouse=True)
def short_countdown(monkeypatch):
    monkeypatch.setattr(seating, "COUNTDOWN", 50)


def challenge(page, name, first="me", **options):
    return send(page, "/api/challenges", name=name, first=first, options=OPTIONS | options)


def reply(page, name, accept):
    return send(page, f"/api/challenges/{name}/reply", accept=accept)


def heard(page, state):
    """The challenge that a page is told to be in this state."""
    found = page.until(lambda m: m["type"] == "challenges" and state in [each["state"] for each in m["challenges"]])
    return next(each for each in found["challenges"] if each["state"] == state)


def test_an_accepted_challenge_is_a_room_with_both_seated(ann, bob):
    one, other = ann.keep_name(), bob.keep_name()
    status, _, made = challenge(ann, other, first="other")
    assert (status, made["mine"], made["state"]) == (201, True, "open")
    offered = heard(bob, "open")
    assert (offered["by"], offered["to"], offered["mine"], offered["id"]) == (one, other, False, made["id"])
    assert offered["options"]["rated"] is True
    status, _, accepted = reply(bob, made["id"], True)
    assert (status, accepted["state"]) == (200, "accepted")
    room = heard(ann, "accepted")["room"]
    assert room == accepted["room"]
    first, second = begin(room, ann, bob)
    assert (first, second) == (bob, ann), "as the challenger wanted"
    assert first.state(room)["options"]["rated"] is True
    assert reply(bob, made["id"], False)[2]["reason"] == "no_offer"


def test_challenges_that_come_to_nothing(server, ann, bob, monkeypatch):
    one, other = ann.keep_name(), bob.keep_name()
    _, _, made = challenge(ann, other)
    assert challenge(ann, other)[2]["reason"] == "offer_pending"
    assert reply(ann, made["id"], True)[2]["reason"] == "no_offer", "only the challenged answers"
    reply(bob, made["id"], False)
    assert heard(ann, "declined")["room"] == ""
    assert challenge(ann, other)[2]["reason"] == "too_soon"
    _, _, made = challenge(bob, one)
    assert bob.http("DELETE", f"/api/challenges/{made['id']}")[0] == 204
    assert [each["state"] for each in ann.get("/api/challenges")["challenges"]] == ["declined"]
    assert reply(ann, made["id"], True)[2]["reason"] == "no_offer", "withdrawn"
    _, _, made = challenge(bob, one)
    server.advance(challenges.LAPSE)
    assert reply(ann, made["id"], True)[2]["reason"] == "no_offer", "lapsed"
    monkeypatch.setattr(challenges, "MAX_IN_WINDOW", 2)
    assert challenge(bob, one)[0] == 429


def test_people_who_cannot_be_challenged(server, ann, bob):
    one, other = ann.keep_name(), bob.keep_name()
    with server.page() as guest:
        assert challenge(guest, one)[2]["reason"] == "unkept"
    assert challenge(ann, one)[2]["reason"] == "not_here"
    assert challenge(ann, "Nobody")[2]["reason"] == "unknown_person"
    assert challenge(ann, other, rules="renju;size=11")[2]["reason"] == "bad_options"
    relate(bob, one, "block")
    assert challenge(ann, other)[2]["reason"] == "blocked"
    assert challenge(bob, one)[2]["reason"] == "not_here"


def test_a_person_is_not_flooded_with_challenges(server, ann, bob, monkeypatch):
    """Neither by one address with many accounts, nor by many addresses."""
    other = bob.keep_name()
    monkeypatch.setattr(challenges, "MAX_RECEIVED", 2)
    monkeypatch.setattr(server.app.state.hub.challenges, "_rate", rate_limit.Buckets(1 / 30, 3.0))
    answers = []
    body = json.dumps({"name": other, "first": "me", "options": OPTIONS}).encode()
    for _ in range(4):
        with server.page() as account:
            account.keep_name()
            answers.append(account.http("POST", "/api/challenges", body, {"X-Forwarded-For": "198.51.100.21"}))
    assert [(status, json.loads(told).get("reason")) for status, _, told in answers] == [
        (201, None),
        (201, None),
        (429, "too_many"),
        (429, "too_fast"),
    ]
    assert answers[3][1]["retry-after"] == "31"
    assert len(bob.get("/api/challenges")["challenges"]) == 2


def test_a_challenge_to_a_slow_game_counts_like_any_other(ann, bob, monkeypatch):
    one, other = ann.keep_name(), bob.keep_name()
    slow = {"clock": {"type": "correspondence", "days": 3}, "rated": False}
    _, _, made = challenge(ann, other, **slow)
    monkeypatch.setattr(slow_store, "MAX_SLOW_GAMES", 0)
    assert reply(bob, made["id"], True)[2]["reason"] == "slow_games"
    assert challenge(bob, one, **slow)[2]["reason"] == "slow_games"
    assert reply(bob, made["id"], False)[2]["state"] == "declined"


def test_a_challenge_that_is_withdrawn_while_it_is_sent_is_still_answered(ann, bob, monkeypatch):
    """The challenger's other page may withdraw it between the two transactions."""
    other = bob.keep_name()
    ann.keep_name()
    monkeypatch.setattr(challenges, "LAPSE", 0)
    status, _, made = challenge(ann, other)
    assert (status, made["to"], made["state"]) == (201, other, "open")


def test_the_score_of_a_rematch_chain(ann, bob):
    room = begun(ann, bob, rules="freestyle")
    players = {ann.me: 0.0, bob.me: 0.0}

    def score():
        state = ann.state(room)
        return {seat["holder"]["visitor"]: points for seat, points in zip(state["seats"], state["score"], strict=True)}

    for is_drawn in (False, True, False):
        mover = ann if ann.me in ann.until_state(room, lambda state: state["acts"])["acts"] else bob
        bob.until_state(room, lambda state: state["acts"])
        assert mover.play(room, 3, 3)["type"] == "done"
        if not is_drawn:
            ann.command("resign", room=room)
            players[bob.me] += 1
        else:
            ann.command("draw", room=room)
            bob.command("reply", room=room, offer="draw", accept=True)
            players = {who: points + 0.5 for who, points in players.items()}
        ann.until_state(room, lambda state: state["phase"] == "over")
        assert score() == players
        ann.command("restart", room=room)
        bob.command("reply", room=room, offer="restart", accept=True)
        ann.until_state(room, lambda state: state["phase"] == "playing")
        assert score() == players, "the rematch begins with it"
    assert players == {ann.me: 0.5, bob.me: 2.5}
    bob.command("stand", room=room, player=seat_of(bob, room))
    assert ann.until_state(room, lambda state: state["phase"] == "seating")["score"] == [0, 0]


def seat_of(page, room):
    return next(seat["player"] for seat in page.state(room)["seats"] if seat["holder"].get("visitor") == page.me)


def test_challenges_are_the_visitor_s_own(server, ann, bob):
    other = bob.keep_name()
    ann.keep_name()
    challenge(ann, other)
    with server.page() as stranger:
        assert stranger.get("/api/challenges")["challenges"] == []
    assert json.loads(ann.http("GET", "/api/challenges")[2])["challenges"][0]["to"] == other

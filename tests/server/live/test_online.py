"""Online rooms over the wire: seats, ready, countdown, consent, chat, lost connections, spectators."""

import json

import pytest

from gomoku.server.live import hub
from gomoku.server.rooms import seating
from tests.support.waiting import wait_until


@pytest.fixture(autouse=True)
def short_countdown(monkeypatch):
    monkeypatch.setattr(seating, "COUNTDOWN", 300)


def seated(ann, bob, kind="listed", **options):
    """A room with two players who are not ready yet."""
    room = ann.create("me", "open", kind=kind, **options)
    bob.watch(room)
    assert bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})["type"] == "done"
    return room


def begun(ann, bob, **options):
    """A room in which the game has begun."""
    room = seated(ann, bob, **options)
    ann.command("ready", room=room, ready=True)
    bob.command("ready", room=room, ready=True)
    for page in (ann, bob):
        page.until_state(room, lambda state: state["phase"] == "playing")
    return room


def together(room, ply, *pages):
    for page in pages:
        page.until_state(room, lambda state: state["ply"] == ply)


def test_two_players_get_ready_and_the_game_begins(ann, bob):
    room = seated(ann, bob)
    assert ann.play(room, 9, 9)["reason"] == "not_playing"
    assert ann.command("ready", room=room, ready=True)["type"] == "done"
    assert ann.state(room)["phase"] == "seating"
    bob.command("ready", room=room, ready=True)
    state = bob.until_state(room, lambda state: state["phase"] == "countdown")
    assert state["until"] > 0
    bob.command("ready", room=room, ready=False)
    assert bob.until_state(room, lambda state: state["phase"] == "seating")["until"] is None
    bob.command("ready", room=room, ready=True)
    ann.until_state(room, lambda state: state["phase"] == "playing")
    assert ann.play(room, 9, 9)["type"] == "done"
    together(room, 1, bob)
    assert ann.play(room, 8, 8)["reason"] == "not_your_turn"
    assert bob.play(room, 8, 8)["type"] == "done"


def test_changed_options_cancel_ready(ann, bob):
    room = seated(ann, bob)
    bob.command("ready", room=room, ready=True)
    ann.until_state(room, lambda state: state["seats"][1]["ready"])
    options = {**ann.state(room)["options"], "rules": "renju"}
    assert bob.command("configure", room=room, options=options)["reason"] == "not_owner"
    ann.command("configure", room=room, options=options)
    state = bob.until_state(room, lambda state: state["options"]["rules"] == "renju")
    assert not state["seats"][1]["ready"]
    assert state["width"] == 15


def test_an_undo_needs_consent(ann, bob):
    room = begun(ann, bob)
    ann.play(room, 9, 9)
    together(room, 1, bob)
    assert bob.state(room)["may_undo"] == [ann.me]
    bob.play(room, 8, 8)
    together(room, 2, ann)
    # only the player who has just moved asks to take it back
    assert ann.state(room)["may_undo"] == [bob.me]
    assert ann.command("undo", room=room)["reason"] == "not_your_move"
    assert bob.command("undo", room=room)["type"] == "done"
    offer = ann.until_state(room, lambda state: state["offers"])["offers"][0]
    assert (offer["kind"], offer["by"], offer["moves"]) == ("undo", "P2", [2])
    assert ann.state(room)["ply"] == 2
    assert bob.command("reply", room=room, offer="undo", accept=True)["reason"] == "no_offer"
    ann.command("reply", room=room, offer="undo", accept=True)
    together(room, 1, ann, bob)


def test_a_refused_offer_cannot_be_repeated_at_once(ann, bob):
    room = begun(ann, bob)
    ann.play(room, 9, 9)
    together(room, 1, bob)
    ann.command("undo", room=room)
    bob.until_state(room, lambda state: state["offers"])
    bob.command("reply", room=room, offer="undo", accept=False)
    ann.until_state(room, lambda state: not state["offers"])
    refused = ann.command("undo", room=room)
    assert refused["reason"] == "too_soon"
    assert 0 < refused["wait"] <= 10_000
    assert ann.state(room)["ply"] == 1


def test_hints_need_consent_and_only_the_asker_sees_them(ann, bob):
    room = begun(ann, bob)
    assert bob.command("hint", room=room)["reason"] == "not_your_turn"
    ann.command("hint", room=room)
    bob.until_state(room, lambda state: state["offers"])
    bob.command("reply", room=room, offer="hint", accept=True)
    assert ann.until(lambda m: m["type"] == "suggestion")["cell"]
    bob.send("ping", sent=1)
    bob.until(lambda m: m["type"] == "pong")
    assert not [m for m in bob.heard if m["type"] == "suggestion"]
    assert bob.state(room)["seats"][0]["hints"] == 1


def test_a_draw_by_agreement_and_a_rematch_with_colours_changed(ann, bob):
    room = begun(ann, bob)
    ann.play(room, 9, 9)
    together(room, 1, bob)
    bob.command("draw", room=room)
    ann.until_state(room, lambda state: state["offers"])
    ann.command("draw", room=room)  # the same offer from both sides
    assert bob.until_state(room, lambda state: state["outcome"])["outcome"]["by"] == "agreement"
    assert ann.command("undo", room=room)["reason"] == "game_over"
    bob.command("restart", room=room)
    ann.until_state(room, lambda state: state["offers"])
    ann.command("reply", room=room, offer="restart", accept=True)
    state = bob.until_state(room, lambda state: state["round"] == 2)
    assert state["seats"][0]["holder"]["visitor"] == bob.me
    assert bob.play(room, 3, 3)["type"] == "done"
    for page in (ann, bob):
        kept = [game for game in page.get("/api/games")["games"] if game["room"] != room]
        assert [game["outcome"]["by"] for game in kept] == ["agreement"]


def test_the_owner_can_kick_the_other(ann, bob):
    room = begun(ann, bob)
    assert bob.command("kick", room=room, player="P1")["reason"] == "not_owner"
    ann.command("kick", room=room, player="P2")
    state = bob.until_state(room, lambda state: state["seats"][1]["holder"]["type"] == "open")
    assert state["phase"] == "seating"
    refused = bob.command("sit", room=room, player="P2", who={"type": "me"})
    assert refused["reason"] == "banned"
    assert bob.state(room)["banned"] == [bob.me]


def test_the_removed_are_told_why_after_a_reload_too(server, ann, bob):
    room = begun(ann, bob)
    assert ann.command("kick", room=room, player="P2", reason="conduct")["type"] == "done"
    bob.until_state(room, lambda state: state["banned"])
    with server.page(bob.cookie) as again, server.page() as cleo:
        again.watch(room)
        cleo.watch(room)
        told = [page.get(f"/api/games/{room}")["removal"] for page in (again, ann, cleo)]
        assert told == [{"reason": "conduct", "seated": True}, None, None]
        heard = [message for page in (ann, bob, cleo) for message in page.heard]
    assert "conduct" not in json.dumps(heard)


def test_ownership_passes_on_when_the_owner_leaves(ann, bob):
    room = begun(ann, bob)
    ann.command("stand", room=room, player="P1")
    bob.until_state(room, lambda state: state["owner"] == bob.me)
    ended = [m["event"] for m in bob.heard if m["type"] == "update" and m["event"]["type"] == "ended"]
    assert (ended[0]["by"], ended[0]["winner"]) == ("resignation", "P2")


def test_an_abandoned_game_is_archived_with_its_players(ann, bob):
    room = begun(ann, bob)
    ann.play(room, 9, 9)
    together(room, 1, bob)
    bob.command("stand", room=room, player="P2")
    ann.until_state(room, lambda state: state["seats"][1]["holder"]["type"] == "open")
    for page in (ann, bob):
        kept = [game for game in page.get("/api/games")["games"] if game["room"] != room]
        assert [(game["outcome"]["by"], game["names"]) for game in kept] == [("resignation", ["Ann", "Bob"])]
    bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})
    ann.command("ready", room=room, ready=True)
    bob.command("ready", room=room, ready=True)
    ann.until_state(room, lambda state: state["phase"] == "playing")
    assert ann.state(room)["round"] == 2
    assert ann.get("/api/games")["total"] == 2, "it is kept once"


def test_spectators_cannot_act(server, ann, bob):
    room = begun(ann, bob)
    with server.page() as cleo:
        cleo.watch(room)
        for kind in ("undo", "resign", "draw", "hint", "claim"):
            assert cleo.command(kind, room=room)["reason"] == "not_seated"
        assert cleo.command("sit", room=room, player="P2", who={"type": "me"})["reason"] == "seat_taken"
        ann.play(room, 9, 9)
        together(room, 1, cleo)
        cleo.command("say", room=room, text="  good <b>move</b>\n")
        said = ann.until(lambda m: m["type"] == "update" and m["event"]["type"] == "said")["event"]
        assert (said["text"], said["visitor"]) == ("", ""), "players are told when the game is over"
        assert ann.get(f"/api/games/{room}")["chat"] == []
        cleo.watch(room)
        assert [(line["seat"], line["text"]) for line in cleo.heard[-1]["chat"]] == [(None, "good <b>move</b>")]
        with server.page(ann.cookie) as tab:  # nor after a reconnection
            tab.rooms[room] = {"seq": 1, "state": None, "actions": []}
            tab.watch(room, since=1)
            tab.until(lambda m: m["type"] == "update" and m["event"]["type"] == "said")
            assert "good" not in json.dumps(tab.heard + ann.heard)
        ann.command("say", room=room, text="thanks")
        assert cleo.until(lambda m: m["type"] == "update")["event"]["text"] == "thanks"
        bob.command("resign", room=room)
        ann.watch(room)
        assert [line["text"] for line in ann.heard[-1]["chat"]] == ["good <b>move</b>", "thanks"]


def test_a_lost_connection_is_shown_until_the_player_returns(server, ann, bob, monkeypatch):
    monkeypatch.setattr(hub, "GONE_AFTER", 0.2)
    room = begun(ann, bob)
    bob.__exit__()
    state = ann.until_state(room, lambda state: state["seats"][1]["lost_since"])
    assert ann.command("claim", room=room)["reason"] == "too_soon"
    with server.page(bob.cookie) as back:
        back.watch(room)
        state = ann.until_state(room, lambda state: state["seats"][1]["lost_since"] is None)
        assert state["phase"] == "playing"
        ann.play(room, 9, 9)
        together(room, 1, back)
        assert back.play(room, 8, 8)["type"] == "done"
        assert ann.command("claim", room=room)["reason"] == "not_here"


def test_a_second_tab_keeps_the_seat(server, ann, bob, monkeypatch):
    monkeypatch.setattr(hub, "GONE_AFTER", 0.2)
    looked: list[str] = []
    presence = server.app.state.hub.presence

    async def look(live, visitor):
        await presence(live, visitor)
        looked.append(visitor)

    room = begun(ann, bob)
    with server.page(bob.cookie) as twin:
        twin.watch(room)
        monkeypatch.setattr(server.app.state.hub, "presence", look)
        bob.__exit__()
        wait_until(lambda: bob.me in looked, what="the server does not check his presence")
        ann.send("ping", sent=0)
        ann.until(lambda m: m["type"] == "pong")
        assert ann.state(room)["seats"][1]["lost_since"] is None


def test_an_online_room_against_the_ai_needs_no_consent(ann):
    room = ann.create("me", "ai", kind="private")
    ann.command("ready", room=room, ready=True)
    ann.until_state(room, lambda state: state["phase"] == "playing")
    ann.play(room, 9, 9)
    ann.until_my_turn(room)
    ann.command("undo", room=room)
    assert ann.state(room)["ply"] == 0


def test_a_stone_style_belongs_to_its_player(ann, bob):
    room = seated(ann, bob)
    assert bob.command("dress", room=room, color="X", stone="jade")["reason"] == "not_seated"
    assert bob.command("dress", room=room, color="O", stone="black")["reason"] == "alike"
    bob.command("dress", room=room, color="O", stone="jade")
    assert ann.until_state(room, lambda state: state["seats"][1]["stone"] == "jade")


def test_swap2_between_two_people(ann, bob):
    room = begun(ann, bob, opening="swap2")
    for number, cell in enumerate(((9, 9), (9, 10), (10, 9)), 1):
        assert bob.play(room, 0, 0)["reason"] == "not_your_turn"
        assert ann.play(room, *cell)["type"] == "done"
        together(room, number, bob)
    assert bob.command("decide", room=room, answer="black", ply=3)["type"] == "done"
    state = ann.until_state(room, lambda state: state["ply"] == 4)
    assert [seat["color"] for seat in state["seats"]] == ["O", "X"]
    assert state["acts"] == [ann.me]


def test_the_lobby_is_kept_up_to_date(server, ann, bob):
    with server.page() as cleo:
        cleo.send("lobby", on=True)
        cleo.until(lambda m: m["type"] == "lobby")
        room = seated(ann, bob, rules="renju")
        private = ann.create("me", "open", kind="private")

        def line_of(wanted):
            is_it = lambda m: m["type"] == "lobby_change" and m["room"] == room and wanted(m["line"])  # noqa: E731
            return cleo.until(is_it)["line"]

        assert line_of(lambda line: line["holders"][1]["type"] == "person")["rules"] == "renju"
        cleo.watch(room)
        ann.command("ready", room=room, ready=True)
        assert line_of(lambda line: line["spectators"] == 1)["phase"] == "seating"
        with server.page() as late:
            late.send("lobby", on=True)
            rooms = [line["room"] for line in late.until(lambda m: m["type"] == "lobby")["rooms"]]
        assert room in rooms
        assert private not in rooms
        assert room in [line["room"] for line in ann.get("/api/rooms?search=renju")["games"]]
        assert ann.http("DELETE", f"/api/games/{room}")[0] == 204
        assert line_of(lambda line: line is None) is None
        cleo.send("lobby", on=False)
        other = ann.create("me", "open", kind="listed")
        cleo.send("ping", sent=5)
        cleo.until(lambda m: m["type"] == "pong" and m["sent"] == 5)
        assert not [m for m in cleo.heard if m["type"] == "lobby_change" and m["room"] == other]


def test_the_number_of_spectators_is_announced(server, ann, bob):
    room = seated(ann, bob)
    with server.page() as cleo:
        cleo.watch(room)
        for page in (ann, cleo):
            assert page.until(lambda m: m["type"] == "audience" and m["spectators"])["spectators"] == 1
        with server.page(cleo.cookie) as again:  # another tab of the same spectator
            again.watch(room)
            assert again.until(lambda m: m["type"] == "audience")["spectators"] == 1
    assert ann.until(lambda m: m["type"] == "audience" and not m["spectators"])["room"] == room


def test_spectators_chat_under_their_name(server, ann, bob):
    room = seated(ann, bob)
    bob.command("say", room=room, text="hello", name="Ann")
    assert ann.until(lambda m: m["type"] == "update" and m["event"]["type"] == "said")["event"]["name"] == "Bob"
    with server.page() as cleo:
        cleo.watch(room)
        cleo.command("say", room=room, text="good luck", name=" Cl\u200beo ")
        assert ann.until(lambda m: m["type"] == "update" and m["event"]["type"] == "said")["event"]["name"] == "Cl eo"


def test_an_abandoned_room_belongs_to_the_next_player(ann, bob):
    room = ann.create("me", "open", kind="listed")
    ann.command("stand", room=room, player="P1")
    bob.watch(room)
    bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})
    assert bob.until_state(room, lambda state: state["owner"] == bob.me)["seats"][1]["name"] == "Bob"


def test_the_lobby_shows_the_clock(ann):
    room = ann.create("me", "open", kind="listed", clock={"type": "fischer", "time": 300_000, "increment": 3000})
    lines = {line["room"]: line for line in ann.get("/api/rooms")["games"]}
    assert lines[room]["clock"] == {"type": "fischer", "time": 300_000, "increment": 3000}


def test_the_winner_sees_the_result_when_the_other_leaves(server, ann, bob):
    room = begun(ann, bob)
    ann.play(room, 9, 9)
    together(room, 1, bob)
    bob.command("stand", room=room, player="P2")
    state = ann.until_state(room, lambda state: state["phase"] == "seating")
    last = state["last_game"]
    assert (last["outcome"]["by"], last["outcome"]["player"]) == ("resignation", "P1")
    assert [holder["name"] for holder in last["holders"]] == ["Ann", "Bob"]
    assert ann.get(f"/api/games/{last['room']}")["state"]["outcome"] == last["outcome"]
    # the room is no game: the one that was played is the only line of the list
    for page in (ann, bob):
        assert [(line["room"], line["phase"]) for line in page.get("/api/games")["games"]] == [(last["room"], "over")]
    with server.page() as cleo:
        cleo.watch(room)
        assert cleo.state(room)["last_game"] == last
        cleo.command("sit", room=room, player="P2", who={"type": "me", "name": "Cleo"})
        assert ann.until_state(room, lambda state: state["last_game"] is None)["phase"] == "seating"


def test_no_game_starts_without_a_player(monkeypatch, server, bob):
    monkeypatch.setattr(seating, "COUNTDOWN", 1500)
    with server.page() as ann:
        room = seated(ann, bob)
        for page in (ann, bob):
            page.command("ready", room=room, ready=True)
        bob.until_state(room, lambda state: state["phase"] == "countdown")
    state = bob.until_state(room, lambda state: state["seats"][0]["lost_since"])  # at once, not after GONE_AFTER
    assert (state["phase"], state["until"], state["seats"][0]["ready"]) == ("seating", None, False)
    assert bob.play(room, 9, 9)["reason"] == "not_playing"
    with server.page(ann.cookie) as again:
        again.watch(room)
        again.command("ready", room=room, ready=True)
        bob.until_state(room, lambda state: state["phase"] == "playing")


def test_a_player_who_was_ready_and_left_is_absent_when_the_other_gets_ready(server, bob):
    with server.page() as ann:
        room = seated(ann, bob)
        ann.command("ready", room=room, ready=True)
    bob.command("ready", room=room, ready=True)
    bob.until_state(room, lambda state: state["phase"] == "countdown")
    state = bob.until_state(room, lambda state: state["phase"] != "countdown")
    assert (state["phase"], state["seats"][0]["ready"]) == ("seating", False)


def test_an_abandoned_seat_is_freed_for_the_waiting_player(monkeypatch, server, bob):
    monkeypatch.setattr(hub, "GONE_AFTER", 0.05)
    monkeypatch.setattr(seating, "ABSENCE_TIMEOUT", 300)
    with server.page() as ann:
        room = seated(ann, bob)
    state = bob.until_state(room, lambda state: state["owner"] == bob.me)
    assert (state["seats"][0]["holder"]["type"], state["seats"][0]["lost_since"]) == ("open", None)


def test_latecomers_see_the_notes_of_a_room(server, ann, bob):
    room = seated(ann, bob)
    bob.command("stand", room=room, player="P2")
    note = ann.until(lambda m: m["type"] == "update" and m["event"]["type"] == "stood")["note"]
    assert (note["event"]["player"], note["name"]) == ("P2", "Bob")
    with server.page(ann.cookie) as reloaded, server.page() as cleo:
        for page in (reloaded, cleo):
            page.watch(room)
            told = [m for m in page.heard if m["type"] == "snapshot"][-1]["notes"]
            assert [(each["event"]["type"], each["name"]) for each in told] == [("sat", "Bob"), ("stood", "Bob")]

"""Playing over the wire: against the AI, on one computer, AI against AI; undo, hints, offers, pause, clocks."""

import pytest

from gomoku.rules import OPENINGS
from tests.support.waiting import wait_until


def test_the_ai_answers(ann):
    room = ann.create()
    state = ann.state(room)
    assert (state["phase"], state["ply"], state["acts"]) == ("playing", 0, [ann.me])
    done = ann.play(room, 9, 9)
    assert done["type"] == "done"
    state = ann.until_my_turn(room)
    assert state["ply"] == 2
    assert [action["by"] for action in ann.actions(room)] == ["P1", "P2"]
    timing = state["seats"][1]["timing"]
    assert timing["count"] == 1
    assert timing["last"] == timing["average"] == timing["slowest"] == ann.actions(room)[1]["ms"]
    assert any(m["type"] == "thinking" and m["player"] == "P2" for m in ann.heard)


def test_the_ai_begins_if_it_is_first(ann):
    room = ann.create("ai", "me")
    state = ann.until_my_turn(room)
    assert state["ply"] == 1
    assert state["seats"][0]["holder"] == {"type": "ai", "level": 3, "matched": False}


def test_a_refused_move_changes_nothing(ann):
    room = ann.create("me", "me")
    assert ann.play(room, 9, 9)["type"] == "done"
    refused = ann.play(room, 9, 9)
    assert (refused["type"], refused["reason"], refused["cell"]) == ("refused", "occupied", [9, 9])
    assert ann.play(room, 19, 0)["reason"] == "off_board"
    assert ann.command("play", room=room, cell=[0, 0], ply=0)["reason"] == "stale"
    assert ann.state(room)["ply"] == 1


def test_double_three_is_shown_and_refused(ann):
    room = ann.create("me", "me")
    for x, y in ((8, 9), (0, 0), (10, 9), (0, 2), (9, 8), (0, 4), (9, 10), (0, 6)):
        assert ann.play(room, x, y)["type"] == "done"
    assert {"cell": [9, 9], "reason": "double_three"} in ann.state(room)["forbidden"]
    assert ann.play(room, 9, 9)["reason"] == "double_three"


def test_captures_and_the_grace_turn(ann):
    room = ann.create("me", "me")
    # black: five in row 5 from (3,5); (5,5) and (5,6) are a pair that white can take between (5,4) and (5,7)
    for x, y in ((3, 5), (0, 0), (4, 5), (0, 2), (6, 5), (0, 4), (7, 5), (5, 4), (5, 6), (0, 6)):
        assert ann.play(room, x, y)["type"] == "done"
    ann.play(room, 5, 5)
    state = ann.state(room)
    assert (state["status"], state["breaks"], state["outcome"]) == ("grace", [[5, 7]], None)
    assert state["fives"] == [[[3, 5], [4, 5], [5, 5], [6, 5], [7, 5]]]
    ann.play(room, 5, 7)
    state = ann.state(room)
    assert (state["status"], state["captured"], state["taken"]) == ("ongoing", [[5, 5], [5, 6]], [0, 2])
    ann.command("undo", room=room)
    ann.play(room, 18, 18)
    assert ann.state(room)["outcome"] == {"by": "line", "winner": "X", "player": "P1"}


def test_undo_takes_back_both_moves_and_redo_restores_them(ann):
    room = ann.create()
    for cell in ((9, 9), (9, 12)):
        assert ann.play(room, *cell)["type"] == "done"
        ann.until_my_turn(room)
    before = ann.actions(room)
    ann.command("undo", room=room)
    assert ann.actions(room) == before[:2]
    ann.command("undo", room=room)
    assert ann.actions(room) == []
    assert ann.command("undo", room=room)["reason"] == "nothing_to_undo"
    ann.command("redo", room=room)
    ann.command("redo", room=room)
    assert ann.actions(room) == before
    assert ann.command("redo", room=room)["reason"] == "nothing_to_redo"


def test_undo_while_the_ai_thinks_stops_it(server, ann):
    room = ann.create(ai_time=20_000, level=10)
    ann.play(room, 9, 9)
    ann.until_thinking(room)
    watch = server.stopwatch()
    assert ann.command("undo", room=room)["type"] == "done"
    assert ann.state(room)["ply"] == 0
    ann.until_thinking(room, False)
    ann.command("configure", room=room, options={**ann.state(room)["options"], "ai_time": 100})
    ann.play(room, 8, 8)
    assert ann.until_my_turn(room)["ply"] == 2
    assert ann.cells(room)[0] == (8, 8)
    assert watch.seconds() < 10, "the cancelled search went on"


def test_undo_on_one_computer_takes_back_one_move(ann):
    room = ann.create("me", "me")
    ann.play(room, 9, 9)
    ann.play(room, 8, 8)
    ann.command("undo", room=room)
    assert ann.cells(room) == [(9, 9)]


def test_hint(ann):
    room = ann.create("me", "me")
    for x, y in ((9, 9), (0, 0), (10, 9), (0, 2), (11, 9), (0, 4), (12, 9), (8, 9)):
        ann.play(room, x, y)
    assert ann.command("hint", room=room)["type"] == "done"
    hint = ann.until(lambda m: m["type"] == "suggestion")
    assert (hint["cell"], hint["color"], hint["ply"], hint["win_in"]) == ([13, 9], "X", 8, 1)
    assert ann.state(room)["seats"][0]["hints"] == 1


def test_hint_in_an_opening(ann):
    room = ann.create("me", "me", opening="swap")
    ann.command("hint", room=room)
    hint = ann.until(lambda m: m["type"] == "suggestion")
    assert hint["kind"] == "stone"
    for x, y in ((9, 9), (0, 0), (9, 10)):
        ann.play(room, x, y)
    ann.command("hint", room=room)
    hint = ann.until(lambda m: m["type"] == "suggestion")
    assert hint["answer"] in ("black", "white")
    advice = hint["advice"]
    assert (advice["kind"], advice["aim"], advice["answer"]) == ("choice", "better_color", hint["answer"])
    own, other = advice["choices"]
    assert own["answer"] == hint["answer"]
    assert 0.5 <= own["chance"] == pytest.approx(1 - other["chance"], abs=0.002)
    assert advice["black"] == (own if hint["answer"] == "black" else other)["chance"]


def test_resign_restart_and_the_finished_game_is_archived(ann):
    room = ann.create()
    ann.play(room, 9, 9)
    ann.until_my_turn(room)
    ann.command("resign", room=room)
    assert ann.state(room)["outcome"] == {"by": "resignation", "winner": "O", "player": "P2"}
    assert ann.play(room, 3, 3)["reason"] == "game_over"
    ann.command("restart", room=room, swap=True)
    state = ann.state(room)
    assert (state["round"], state["ply"], state["seats"][0]["holder"]["type"]) == (2, 0, "ai")
    assert ann.until_my_turn(room)["ply"] == 1
    games = ann.get("/api/games")
    assert games["total"] == 2
    kept = next(game for game in games["games"] if game["room"] != room)
    assert (kept["phase"], kept["outcome"]["by"], kept["stones_played"]) == ("over", "resignation", 2)


def test_a_resignation_can_be_taken_back(ann):
    room = ann.create()
    ann.play(room, 9, 9)
    ann.until_my_turn(room)
    ann.command("resign", room=room)
    ann.command("undo", room=room)
    state = ann.state(room)
    assert (state["outcome"], state["ply"]) == (None, 2)


def test_draw_on_one_computer_is_agreed_at_once(ann):
    room = ann.create("me", "me")
    ann.play(room, 9, 9)
    ann.command("draw", room=room)
    assert ann.state(room)["outcome"] == {"by": "agreement", "winner": None, "player": None}


def test_a_winning_ai_refuses_a_draw(ann):
    room = ann.create("me", "me")
    for x, y in ((0, 0), (9, 9), (0, 2), (10, 9), (0, 4), (11, 9)):
        ann.play(room, x, y)
    ann.command("sit", room=room, player="P2", who={"type": "ai", "level": 3})
    assert ann.command("draw", room=room)["type"] == "done"
    assert ann.state(room)["offers"][0]["kind"] == "draw"
    ann.until(lambda m: m["type"] == "update" and m["event"]["type"] == "offer_closed")
    assert ann.state(room)["outcome"] is None
    refused = ann.command("draw", room=room)
    assert refused["reason"] == "too_soon"
    assert refused["wait"] > 0


def test_an_ai_refuses_a_draw_in_the_opening(ann):
    room = ann.create("me", "me")
    for x, y in ((9, 9), (0, 0)):  # the corner is bad, but nothing is lost
        ann.play(room, x, y)
    ann.command("sit", room=room, player="P2", who={"type": "ai", "level": 3})
    ann.command("draw", room=room)
    ann.until(lambda m: m["type"] == "update" and m["event"]["type"] == "offer_closed")
    assert ann.state(room)["outcome"] is None


def test_a_losing_ai_accepts_a_draw(ann):
    room = ann.create("me", "me")
    for x, y in ((9, 9), (0, 0), (10, 9), (0, 2), (11, 9), (0, 4)):
        ann.play(room, x, y)
    ann.command("sit", room=room, player="P2", who={"type": "ai", "level": 3})
    ann.command("draw", room=room)
    ann.until_state(room, lambda state: state["outcome"])
    assert ann.state(room)["outcome"]["by"] == "agreement"


def test_pause_stops_the_ai(server, ann):
    room = ann.create(ai_time=10_000, level=10)
    ann.play(room, 9, 9)
    ann.until_thinking(room)
    ann.command("pause", room=room)
    assert ann.state(room)["acts"] == []
    assert ann.play(room, 3, 3)["reason"] == "paused"
    wait_until(lambda: not server.app.state.hub.rooms[room].tasks, what="the AI goes on thinking")
    assert not [m for m in ann.so_far() if m["type"] == "update" and m["event"]["type"] == "placed"]
    ann.command("configure", room=room, options={**ann.state(room)["options"], "ai_time": 100})
    ann.command("resume", room=room)
    assert ann.until_my_turn(room)["ply"] == 2


def test_ai_against_ai_plays_to_the_end(ann):
    room = ann.create("ai", "ai", rules="freestyle;size=9", ai_time=50, level=2)
    state = ann.until_state(room, lambda state: state["outcome"])
    assert state["outcome"]["by"] in ("line", "full")
    assert len(ann.actions(room)) >= 9


def test_undo_in_a_game_of_ais_pauses_it(server, ann):
    room = ann.create("ai", "ai", ai_time=50)
    ann.until_state(room, lambda state: state["ply"] >= 2)
    ann.command("undo", room=room)
    state = ann.state(room)
    assert state["paused"]
    wait_until(lambda: not server.app.state.hub.rooms[room].tasks, what="the AIs go on thinking")
    assert [m for m in ann.so_far() if m["type"] == "update"] == []


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("first", [True, False])
def test_the_ai_plays_every_opening(ann, opening, first):
    room = ann.create("me" if first else "ai", "ai" if first else "me", opening=opening, rules="renju", level=5)
    for _ in range(40):
        state = ann.until_my_turn(room)
        question = state["question"]
        if question["step"] == "play":
            break
        if question["kind"] in ("choice", "number"):
            done = ann.command("decide", room=room, answer=question["choices"][-1], ply=state["ply"])
        elif question["kind"] == "offer":
            cells = [
                [x, y] for y, x in ((3, 4), (2, 9), (4, 12), (1, 1), (6, 13), (5, 2), (9, 0), (12, 5), (13, 8), (14, 3))
            ]
            done = ann.command("decide", room=room, answer=cells[: question["count"]], ply=state["ply"])
        else:
            free = [[x, y] for y, row in enumerate(state["rows"]) for x, c in enumerate(row) if c == "."]
            done = ann.play(room, *(question["cells"] or free)[0])
        assert done["type"] == "done", done
    assert ann.state(room)["question"]["step"] == "play"


def test_a_clock_runs_out(ann):
    room = ann.create("me", "me", clock={"type": "fischer", "time": 1000, "increment": 0})
    assert ann.state(room)["seats"][0]["clock"]["left"] == 1000
    ann.play(room, 9, 9)
    state = ann.until_state(room, lambda state: state["outcome"])
    assert state["outcome"] == {"by": "time", "winner": "X", "player": "P1"}
    assert state["seats"][1]["clock"]["left"] == 0
    ann.command("undo", room=room)
    assert ann.state(room)["seats"][1]["clock"]["left"] == 1000, "an undo gives the time back"


def test_byo_yomi_keeps_a_period_that_was_not_used_up(server, ann):
    room = ann.create("me", "me", clock={"type": "byoyomi", "time": 0, "periods": 2, "period": 600_000})
    ann.play(room, 9, 9)
    server.advance(180_000)
    ann.play(room, 8, 8)
    clock = ann.state(room)["seats"][1]["clock"]
    assert clock == {"left": 600_000, "periods": 2, "in_period": True}
    server.advance(720_000)
    ann.play(room, 7, 7)
    assert ann.state(room)["seats"][0]["clock"]["periods"] == 1


def test_pause_stops_the_clock(server, ann):
    room = ann.create("me", "me", clock={"type": "fischer", "time": 600_000, "increment": 0})
    ann.play(room, 9, 9)
    ann.command("pause", room=room)
    server.advance(800_000)
    ann.command("resume", room=room)
    assert ann.state(room)["outcome"] is None
    assert ann.play(room, 8, 8)["type"] == "done"


def test_the_ai_keeps_to_its_clock(ann):
    room = ann.create(
        "ai",
        "ai",
        clock={"type": "fischer", "time": 2000, "increment": 200},  # a third move of `ai_time` would be too late
        ai_time=1000,
        level=10,
        rules="freestyle;size=7",
    )
    state = ann.until_state(room, lambda state: state["outcome"])
    assert state["outcome"]["by"] != "time"


def test_names_and_stone_styles(ann):
    room = ann.create("me", "me")
    ann.command("rename", room=room, player="P2", name="  Bob\n<b> ")
    ann.command("dress", room=room, color="O", stone="jade")
    seat = ann.state(room)["seats"][1]
    assert (seat["name"], seat["stone"]) == ("Bob <b>", "jade")
    assert ann.command("dress", room=room, color="X", stone="jade")["reason"] == "alike"
    ann.command("dress", room=room, color="X", stone="white")
    assert ann.command("dress", room=room, color="O", stone="pearl")["reason"] == "alike"


def test_followers_get_the_search_progress(ann):
    room = ann.create(level=10, ai_time=1500)
    ann.send("follow", room=room, on=True)
    ann.play(room, 9, 9)
    ann.until_my_turn(room)
    infos = [m["info"] for m in ann.heard if m["type"] == "thinking" and m["info"]]
    assert [info["depth"] for info in infos] == sorted(info["depth"] for info in infos)
    assert infos[-1]["depth"] >= 2
    assert infos[-1]["lines"][0]["pv"]
    assert infos[-1]["nodes"] > 0


def test_late_followers_get_the_progress_of_the_last_move(server, ann):
    room = ann.create(level=10, ai_time=300)
    ann.send("follow", room=room, on=True)
    ann.send("ping", sent=1)
    ann.until(lambda m: m["type"] == "pong")
    assert not [m for m in ann.heard if m["type"] == "remembered"]
    ann.send("follow", room=room, on=False)
    ann.play(room, 9, 9)
    ann.until_my_turn(room)
    ann.send("follow", room=room, on=True)
    told = ann.until(lambda m: m["type"] == "remembered")
    assert (told["room"], told["round"], told["ply"], told["limit"]) == (room, 1, 1, 300)
    assert told["position"]["to_move"] == "O"
    assert told["position"]["rows"][9][9] == "X"
    assert told["infos"][-1]["depth"] >= 2
    ann.command("undo", room=room)
    ann.send("follow", room=room, on=True)  # the move was taken back, and its progress with it
    ann.send("ping", sent=2)
    ann.until(lambda m: m["type"] == "pong")
    assert len([m for m in ann.heard if m["type"] == "remembered"]) == 1
    with server.page() as stranger:
        stranger.send("follow", room=room, on=True)
        stranger.send("ping", sent=1)
        stranger.until(lambda m: m["type"] == "pong")
        assert not [m for m in stranger.heard if m["type"] == "remembered"]


@pytest.mark.parametrize(
    ("rules", "opening"), [("chess", "standard"), ("42;size=4", "standard"), ("42", "gambit"), ("42;size=5", "pro")]
)
def test_invalid_options_are_refused(ann, rules, opening):
    refused = ann.command(
        "create", options={"rules": rules, "opening": opening}, first={"type": "me"}, second={"type": "ai"}
    )
    assert (refused["type"], refused["reason"]) == ("refused", "bad_options")
    assert refused["detail"]


def test_a_stranger_cannot_act_in_a_local_room(server, ann):
    room = ann.create("me", "me")
    with server.page() as stranger:
        assert stranger.me != ann.me
        stranger.watch(room)
        for kind in ("undo", "resign", "pause", "restart", "hint", "draw"):
            assert stranger.command(kind, room=room)["reason"] == "not_seated"
        assert stranger.play(room, 9, 9)["reason"] == "not_seated"
        assert stranger.http("DELETE", f"/api/games/{room}")[0] == 403
        ann.play(room, 9, 9)
        stranger.until_state(room, lambda state: state["ply"] == 1)

"""Attacks of a hostile public, replayed in full: a flooded lobby, all seats taken, a crowd, a full disk, farmed ratings, a
flooded chat.

A flood of 1,600 lines is in `rooms/test_referee`, help in rated games in `test_fair_play`, lookalike names in `people/test_accounts`,
floods of challenges, reports, tournaments and imports in `people/test_challenges`, `people/test_moderation`,
`tournaments/test_director` and `people/test_collections`.
"""

import contextlib
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from gomoku.server.analysis import study, study_store
from gomoku.server.live import hub, matchmaking
from gomoku.server.ops import rate_limit
from gomoku.server.rooms import seating
from tests.server.live.test_lobby import ME, OPEN, titles, wait_in
from tests.server.live.test_matchmaking import play, rated_room
from tests.server.page import new_id, request
from tests.support.waiting import TIMEOUT

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


def test_no_visitor_takes_the_seats_of_the_whole_list(server, ann, bob):
    """A visitor who sits down everywhere and never gets ready would leave no seat to others."""
    hosts = [server.page() for _ in range(3)]
    rooms = [host.create("me", "open", kind="listed") for host in hosts for _ in range(3)]
    answers = [ann.command("sit", room=room, **SIT) for room in rooms]
    taken = [answer for answer in answers if answer["type"] == "done"]
    assert len(taken) <= hub.MAX_OPEN_ROOMS
    assert {answer["reason"] for answer in answers if answer not in taken} == {"open_rooms"}
    # who leaves one has a seat again, whoever is gone loses theirs, and games that have begun do not count
    kept = rooms[0]
    ann.watch(kept)
    ann.command("ready", room=kept, ready=True)
    hosts[0].command("ready", room=kept, ready=True)
    ann.until_state(kept, lambda state: state["phase"] == "playing")
    assert ann.command("sit", room=rooms[-1], **SIT)["type"] == "done"
    for host in hosts:
        host.__exit__()


def test_a_crowd_of_spectators_keeps_no_player_from_the_board(monkeypatch, server, ann, bob):
    monkeypatch.setattr(hub, "MAX_WATCHERS", 2)
    room = ann.create("me", "open", kind="listed")
    bob.watch(room)
    bob.command("sit", room=room, **SIT)
    ann.send("unwatch", room=room)
    with server.page() as cleo, server.page() as dan:
        cleo.watch(room)
        dan.send("watch", room=room, since=0)
        assert dan.until(lambda m: m["type"] in ("refused", "snapshot"))["reason"] == "too_many"
        ann.watch(room)
        assert ann.command("ready", room=room, ready=True)["type"] == "done"


def test_new_cookies_do_not_fill_the_disk_with_games(monkeypatch, server):
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    monkeypatch.setattr(server.app.state.hub, "_games", rate_limit.Buckets(1.0, 10.0))
    home = {"X-Forwarded-For": "198.51.100.3"}
    answers = []
    for _ in range(4):
        with server.page(headers=home) as cookie:
            answers += [cookie.command("create", options={}, first=ME, second=ME) for _ in range(4)]
    assert [answer["type"] for answer in answers[:10]] == ["done"] * 10
    assert {(answer["reason"], answer["wait"]) for answer in answers[10:]} == {("too_fast", 1_000)}
    # files and positions that are played on count as well, a file as many games as it holds
    sgf = b"(;GM[4]SZ[15];B[hh];W[ii])" * 3
    assert request(server.address, "POST", "/api/import", sgf, home)[0] == 429
    other = {"X-Forwarded-For": "198.51.100.4"}
    assert [request(server.address, "POST", "/api/import", sgf, other)[0] for _ in range(4)] == [201, 201, 201, 429]


def test_new_cookies_do_not_fill_the_disk_with_studies(monkeypatch, server):
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    studies = server.app.state.studies
    monkeypatch.setattr(studies, "_growth", rate_limit.Buckets(100.0, 10_000.0))
    home = {"X-Forwarded-For": "198.51.100.5"}
    comment = {"parent": -1, "comment": "x" * 2_000}
    start = {"rules": "freestyle;size=15", "rows": ["." * 15] * 15, "to_move": "X", "taken": [0, 0]}
    saved = []
    for _ in range(6):
        with server.page() as cookie:
            draft = {"study": {"start": start, "nodes": [comment], "title": "flood"}}
            status, _, body = cookie.http("POST", "/api/studies", json.dumps({"draft": draft}).encode(), home)
            saved.append(status)
            if status == 200:  # a change that does not grow it is free
                again = {"draft": draft, "version": 1}
                path = f"/api/studies/{json.loads(body)['id']}"
                assert cookie.http("PUT", path, json.dumps(again).encode(), home)[0] == 200
    assert saved[:3] == [200] * 3
    assert saved[-1] == 429
    away = {"X-Forwarded-For": "198.51.100.6"}
    with server.page() as other:
        status, _, body = other.http("POST", "/api/studies", json.dumps({"draft": draft}).encode(), away)
        assert status == 200
        path = f"/api/studies/{json.loads(body)['id']}"
        moves = [comment | {"parent": 0, "cell": [number, 0]} for number in range(5)]
        grown = {"study": draft["study"] | {"nodes": [comment, *moves]}}
        answer = other.http("PUT", path, json.dumps({"draft": grown, "version": 1}).encode(), away)
        assert answer[0] == 429, "neither by changes"


def test_new_cookies_do_not_fill_the_list_of_public_studies(monkeypatch, server):
    monkeypatch.setattr(server.app.state.studies, "_published", rate_limit.Buckets(1 / 60, 3.0))
    monkeypatch.setattr(study_store, "MAX_PUBLIC", 2)
    start = {"rules": "freestyle;size=15", "rows": ["." * 15] * 15, "to_move": "X", "taken": [0, 0]}
    draft = {"study": {"start": start, "nodes": [{"parent": -1}], "title": "flood"}}
    found = []
    home = {"X-Forwarded-For": "198.51.100.9"}
    with server.page() as page:
        for _ in range(4):
            _, _, body = page.http("POST", "/api/studies", json.dumps({"draft": draft}).encode())
            path = f"/api/studies/{json.loads(body)['id']}/access"
            status, _, body = page.http("PUT", path, b'{"access": "public"}', home)
            found.append((status, json.loads(body).get("reason")))
    assert found == [(200, None), (200, None), (429, "too_many"), (429, "too_fast")]


def test_the_cookies_of_one_address_do_not_fill_the_list_of_seeks(monkeypatch, server, bob):
    monkeypatch.setattr(matchmaking, "MAX_PER_ADDRESS", 2)
    clock = {"type": "fischer", "time": 60_000}
    wish = {"rules": "caro6", "clock": clock, "player": "P1", "name": ""}  # none of them pairs with another one
    with contextlib.ExitStack() as open_pages:
        home = {"X-Forwarded-For": "198.51.100.11"}
        pages = [open_pages.enter_context(server.page(headers=home)) for _ in range(3)]
        answers = []
        for number, page in enumerate(pages):
            page.send("seek", id=f"wish{number}", **wish)
            answers.append(page.until(lambda m: m["type"] in ("seeking", "refused")))
        assert [answer.get("reason") for answer in answers] == [None, None, "too_many"]
        pages[0].send("seek", id="other", **(wish | {"rules": "caro"}))
        assert pages[0].until(lambda m: m.get("id") == "other")["type"] == "seeking", "another wish replaces the first"
        bob.send("seek", id="honest", **wish)
        assert bob.until(lambda m: m.get("id") == "honest")["type"] == "seeking"
        bob.send("unseek", id="honest")


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


def test_files_of_many_games_are_limited_per_address(monkeypatch, server, ann):
    monkeypatch.setattr(server.app.state, "export_limits", rate_limit.Buckets(1 / 10, 2.0))
    clock = {"type": "fischer", "time": 60_000}
    settings = {"name": "Cup", "kind": "swiss", "clock": clock}
    made = json.loads(ann.http("POST", "/api/tournaments", json.dumps(settings).encode())[2])
    home = {"X-Forwarded-For": "198.51.100.41"}
    paths = (f"/api/tournaments/{made['id']}/games", "/api/collection/export", f"/api/tournaments/{made['id']}/games")
    answers = [ann.http("GET", path, None, home) for path in paths]
    assert [status for status, _, _ in answers] == [200, 200, 429]
    assert answers[2][1]["retry-after"] == "11"
    assert ann.http("DELETE", f"/api/tournaments/{made['id']}")[0] == 204


def test_a_line_on_a_large_board_blocks_no_other_request(monkeypatch, server, ann, bob):
    """Replaying 2,600 moves takes 50 ms, and an address may ask 20 times a second."""
    begun, answered, look = threading.Event(), threading.Event(), study.view_after

    def view_after(request):
        begun.set()
        assert answered.wait(TIMEOUT), "others wait for it"
        return look(request)

    monkeypatch.setattr(study, "view_after", view_after)
    start = {"rules": "freestyle;size=15", "rows": ["." * 15] * 15, "to_move": "X", "taken": [0, 0]}
    with ThreadPoolExecutor(1) as pool:
        body = json.dumps({"start": start, "moves": [[7, 7]]}).encode()
        slow = pool.submit(ann.http, "POST", "/api/study/look", body)
        assert begun.wait(TIMEOUT)
        assert bob.get("/api/health")["ok"]
        answered.set()
        assert slow.result()[0] == 200


def test_a_home_has_one_address_however_many_it_uses(monkeypatch, server):
    """An IPv6 network has more addresses than any limit has tokens."""
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    monkeypatch.setattr(server.app.state.hub, "_creations", rate_limit.Buckets(0.1, 3.0))
    monkeypatch.setattr(server.app.state.hub, "_games", rate_limit.Buckets(1.0, 3.0))

    def answers(network, **fields):
        found = []
        for number in range(4):
            with server.page(headers={"X-Forwarded-For": f"{network}::{number + 1:x}"}) as page:
                found.append(page.command("create", options={}, first=ME, **fields).get("reason"))
        return found

    online = {"second": OPEN, "kind": "listed"}
    assert answers("2001:db8:1:1", **online) == [None, None, None, "too_fast"]
    assert answers("2001:db8:1:2", second=ME) == [None, None, None, "too_fast"]
    sgf, away = b"(;GM[4]SZ[15];B[hh];W[ii])", {"X-Forwarded-For": "2001:db8:1:2::99"}
    assert request(server.address, "POST", "/api/import", sgf, away)[0] == 429, "nor over HTTP"
    assert answers("2001:db8:1:3", **online)[0] is None, "another home"


def test_changes_at_a_table_are_limited(monkeypatch, server, ann, bob):
    """Each of them is stored, and told to everybody who sees the room or the list."""
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    monkeypatch.setattr(server.app.state.hub._admission, "_table", rate_limit.Buckets(0.5, 10.0))
    room = ann.create("me", "open", kind="listed")
    bob.watch(room)
    bob.command("sit", room=room, **SIT)
    answers = [bob.command("rename", room=room, player="P2", name=f"Bob {number}") for number in range(12)]
    assert [answer["type"] for answer in answers] == ["done"] * 9 + ["refused"] * 3
    assert {(answer["reason"], answer["wait"]) for answer in answers[9:]} == {("too_fast", 2_000)}
    assert bob.command("dress", room=room, color="O", stone="jade")["reason"] == "too_fast"
    assert bob.command("ready", room=room, ready=True)["reason"] == "too_fast"
    assert bob.command("stand", room=room, player="P2")["reason"] == "too_fast"
    # nobody else is held up, and games on one device are not limited
    assert ann.command("ready", room=room, ready=True)["type"] == "done"
    local = bob.create("me", "me")
    assert bob.command("rename", room=local, player="P1", name="Bobby")["type"] == "done"


def test_nobody_leads_away_all_who_wait_for_a_game(monkeypatch, server):
    """A script could take every seek of the list, and never come."""
    wish = {"rules": "caro6", "clock": {"type": "fischer", "time": 60_000}, "player": "P1", "rated": False, "name": ""}
    monkeypatch.setattr(hub, "GONE_AFTER", 60)
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    with contextlib.ExitStack() as open_pages:
        waiting = [open_pages.enter_context(server.page()) for _ in range(hub.MAX_OPEN_ROOMS + 2)]
        for page in waiting:
            page.send("seek", id="wish", **wish)
            assert page.until(lambda m: m["type"] in ("seeking", "refused"))["type"] == "seeking"
        away = open_pages.enter_context(server.page(headers={"X-Forwarded-For": "198.51.100.51"}))

        def take(page, other):
            name = new_id()
            page.send("take", id=name, seeker=other.me, name="Nobody")
            return page.until(lambda m: m.get("id") == name).get("reason")

        assert [take(away, other) for other in waiting] == [None] * hub.MAX_OPEN_ROOMS + ["open_rooms"] * 2
        away.send("seek", id="more", **wish)
        assert away.until(lambda m: m.get("id") == "more")["reason"] == "open_rooms"
        # new cookies have the limit of their address
        monkeypatch.setattr(server.app.state.hub.matchmaker, "_rate", rate_limit.Buckets(0.2, 1.0))
        home = {"X-Forwarded-For": "198.51.100.52"}
        cookies = [open_pages.enter_context(server.page(headers=home)) for _ in range(2)]
        left = waiting[hub.MAX_OPEN_ROOMS :]
        assert [take(cookie, other) for cookie, other in zip(cookies, left, strict=True)] == [None, "too_fast"]


def test_who_was_sent_away_does_not_come_back_with_a_new_cookie(server):
    headers = {
        name: {"X-Forwarded-For": f"198.51.100.{number}"} for number, name in enumerate(("owner", "troll", "guest"), 61)
    }
    with contextlib.ExitStack() as open_pages:

        def visitor(where):
            return open_pages.enter_context(server.page(headers=headers[where]))

        owner, troll = visitor("owner"), visitor("troll")
        room = owner.create("me", "open", kind="listed")
        assert troll.command("sit", room=room, **SIT)["type"] == "done"
        assert owner.command("kick", room=room, player="P2")["type"] == "done"
        again = visitor("troll")
        assert again.command("sit", room=room, **SIT)["reason"] == "banned"
        assert again.command("say", room=room, text="me again", name="Nobody")["reason"] == "banned"
        # a spectator who has written is known as well
        heckler = visitor("guest")
        assert heckler.command("say", room=room, text="boo", name="Heckler")["type"] == "done"
        assert owner.command("ban", room=room, visitor=heckler.me)["type"] == "done"
        assert visitor("guest").command("say", room=room, text="boo", name="Other")["reason"] == "banned"
        # others there may enter under a name with a passphrase, and the owner's own home is not shut out
        friend = visitor("guest")
        friend.keep_name()
        assert friend.command("sit", room=room, **SIT)["type"] == "done"
        table = owner.create("me", "open", kind="listed")
        brother = visitor("owner")
        assert brother.command("sit", room=table, **SIT)["type"] == "done"
        assert owner.command("kick", room=table, player="P2")["type"] == "done"
        assert visitor("owner").command("sit", room=table, **SIT)["type"] == "done"


def test_the_computer_plays_with_everybody_while_one_visitor_has_a_hundred_games(server, bob):
    """Games of two computers go on without anybody, with up to a minute for a move."""
    slow = {"rules": "freestyle;size=15", "ai_time": 60_000}
    computers = {"first": {"type": "ai", "level": 10}, "second": {"type": "ai", "level": 10}}
    rooms = []
    with server.page(headers={"X-Forwarded-For": "198.51.100.71"}) as flo:
        rooms = [flo.command("create", options=slow, **computers)["room"] for _ in range(20)]
        room = bob.create("me", "ai", rules="freestyle;size=15", ai_time=50, level=1)
        watch = server.stopwatch()
        bob.play(room, 7, 7)
        bob.until_state(room, lambda state: state["ply"] == 2)
        assert watch.seconds() < 30, "not after the moves of the others"
        for each in rooms:
            assert flo.http("DELETE", f"/api/games/{each}")[0] == 204


def test_nobody_advertises_in_every_room(monkeypatch, server, ann, bob):
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    rooms = [ann.create("me", "open", kind="listed") for _ in range(4)]

    def advertise(page):
        return [page.command("say", room=room, text="buy now", name="Flo").get("reason") for room in rooms * 3]

    assert advertise(bob) == [None] * 10 + ["chatty"] * 2
    home, answers = {"X-Forwarded-For": "198.51.100.81"}, []
    for _ in range(4):
        with server.page(headers=home) as cookie:
            answers += advertise(cookie)[:10]
    assert answers[:20] == [None] * 20
    assert answers[30:] == ["chatty"] * 10
    assert ann.command("say", room=rooms[0], text="others are heard")["type"] == "done"

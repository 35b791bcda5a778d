"""Accounts: names, passphrases, signing in from another browser."""

import asyncio
import json
import queue
import sqlite3
import threading

import pytest
from websockets.exceptions import ConnectionClosed

from gomoku.server.http.people import account_api
from gomoku.server.people import accounts
from tests.server.page import request
from tests.support.waiting import TIMEOUT


@pytest.fixture(autouse=True)
def many_attempts(monkeypatch):
    monkeypatch.setattr(accounts, "ATTEMPTS_PER_ADDRESS", 10_000)


def send(page, path, method="POST", **body):
    status, headers, answer = page.http(method, path, json.dumps(body).encode())
    return status, headers, json.loads(answer)


def secure(page, name, passphrase="correct horse", current=""):
    return send(page, "/api/me/passphrase", name=name, passphrase=passphrase, current=current)


def sign_in(page, name, passphrase="correct horse"):
    return send(page, "/api/sign-in", name=name, passphrase=passphrase)


def test_name_is_stored(ann):
    assert ann.get("/api/me") == {
        "id": ann.me,
        "name": "",
        "signed": False,
        "standings": [],
        "moderator": False,
        "sanctions": [],
        "motto": "",
    }
    status, _, profile = send(ann, "/api/me", "PUT", name="  Ann\tof  the lake ")
    assert (status, profile["name"]) == (200, "Ann of the lake")
    assert ann.get("/api/me")["name"] == "Ann of the lake"
    assert send(ann, "/api/me", "PUT", name=" \t")[0] == 400
    assert send(ann, "/api/me", "PUT", name="x" * 41)[0] == 400


def test_sign_in_from_another_browser(server, ann, bob):
    room = ann.create("me", "ai")
    assert secure(ann, "Anna K.")[0] == 200
    assert ann.get("/api/me")["signed"]
    status, headers, profile = sign_in(bob, "anna k.")  # case-insensitive
    assert (status, profile["id"], profile["name"]) == (200, ann.me, "Anna K.")
    cookie = headers["set-cookie"].split(";")[0]
    assert "HttpOnly" in headers["set-cookie"]
    with server.page(cookie) as elsewhere:
        assert elsewhere.me == ann.me
        assert [line["room"] for line in elsewhere.get("/api/games")["games"]] == [room]
        elsewhere.watch(room)
        elsewhere.until_my_turn(room)
        assert elsewhere.play(room, 9, 9)["type"] == "done"
        status, headers, profile = send(elsewhere, "/api/sign-out")
        assert (status, profile["name"]) == (200, "")
        assert profile["id"] not in (ann.me, bob.me)
        with server.page(headers["set-cookie"].split(";")[0]) as nobody:
            assert nobody.me == profile["id"]
            assert nobody.get("/api/games")["total"] == 0


def test_sign_in_without_a_cookie(server, ann):
    secure(ann, "Cookie")
    body = json.dumps({"name": "Cookie", "passphrase": "correct horse"}).encode()
    status, headers, _ = request(server.address, "POST", "/api/sign-in", body)
    assert status == 200
    with server.page(headers["set-cookie"].split(";")[0]) as page:
        assert page.me == ann.me


def test_wrong_credentials_are_refused(ann, bob):
    secure(ann, "Wanda")
    for name, passphrase in (("Wanda", "correct hors"), ("Wanda", ""), ("Nobody", "correct horse"), (" ", "x")):
        status, headers, problem = sign_in(bob, name, passphrase)
        assert (status, problem["reason"]) == (403, "bad_passphrase")
        assert "set-cookie" not in headers
    assert bob.get("/api/me")["id"] == bob.me
    assert sign_in(bob, "x" * 41)[2]["reason"] == "malformed"
    assert sign_in(bob, "Wanda", "x" * 201)[2]["reason"] == "malformed"
    assert bob.http("POST", "/api/sign-in", b'{"name": "\\ud800", "passphrase": "\\ud800"}')[0] in (400, 403)
    assert bob.http("POST", "/api/sign-in", b"nonsense")[0] == 400
    assert bob.http("POST", "/api/sign-in", b" " * 5000)[0] == 413


def test_account_names_are_unique(ann, bob):
    secure(ann, "Únique")
    for status, _, problem in (
        secure(bob, "\u0055\u0301NIQUE"),  # the same letters in decomposed form
        send(bob, "/api/me", "PUT", name="únique"),
    ):
        assert (status, problem["reason"]) == (409, "name_taken")
    assert not bob.get("/api/me")["signed"]
    assert send(ann, "/api/me", "PUT", name="Another")[0] == 200
    assert secure(bob, "Únique")[0] == 200, "it is free again"
    assert sign_in(bob, "Another")[2]["id"] == ann.me


def test_account_names_are_reserved_online(server, ann, bob):
    secure(ann, "Solo")
    me, free = {"type": "me", "name": "SOLO"}, {"type": "open"}
    made = bob.command("create", options={}, first=me, second=free, kind="listed")
    assert made["reason"] == "name_taken"
    room = bob.create("me", "open", kind="listed")
    assert bob.command("rename", room=room, player="P1", name=" solo ")["reason"] == "name_taken"
    assert bob.command("say", room=room, text="hello", name="Solo")["reason"] == "name_taken"
    seek = {"rules": "42", "clock": {"type": "fischer", "time": 60_000}, "name": "Solo"}
    bob.send("seek", id="wish", **seek)
    assert bob.until(lambda m: m["type"] == "refused")["reason"] == "name_taken"
    with server.page(ann.cookie) as hers:  # setting a passphrase renewed the cookie
        hers.watch(room)
        assert hers.command("sit", room=room, player="P2", who=me)["type"] == "done", "it is hers"
    local = bob.create("me", "me")
    assert bob.command("rename", room=local, player="P2", name="solo")["type"] == "done", "local rooms are not checked"


def test_changing_a_passphrase_needs_the_current_one(ann, bob):
    assert secure(ann, "Changer", "short")[2]["reason"] == "bad_options"
    secure(ann, "Changer")
    assert secure(ann, "Changer", "battery staple")[2]["reason"] == "bad_passphrase"
    assert secure(ann, "Changer", "battery staple", "correct horse")[0] == 200
    assert sign_in(bob, "Changer")[0] == 403
    assert sign_in(bob, "Changer", "battery staple")[0] == 200


def sign_in_from(page, address, name, passphrase="correct horse"):
    body = json.dumps({"name": name, "passphrase": passphrase}).encode()
    status, headers, answer = request(page.address, "POST", "/api/sign-in", body, {"X-Forwarded-For": address})
    return status, headers, json.loads(answer)


def test_sign_in_attempts_are_limited(ann, monkeypatch):
    secure(ann, "Target")
    monkeypatch.setattr(accounts, "ATTEMPTS_PER_NAME", 3)
    guesses = [sign_in_from(ann, "192.0.2.1", "Target", f"guess number {n}")[0] for n in range(5)]
    assert guesses == [403, 403, 403, 429, 429]
    status, headers, problem = sign_in_from(ann, "192.0.2.1", "Target")
    assert (status, problem["reason"]) == (429, "too_fast"), "the right one, too"
    assert f"wait {headers['retry-after']} s" in problem["detail"]
    assert sign_in_from(ann, "192.0.2.2", "Target")[0] == 200, "but not from elsewhere"
    monkeypatch.setattr(accounts, "ATTEMPT_WINDOW", 0)
    assert sign_in_from(ann, "192.0.2.1", "Target")[0] == 200, "some time later"
    monkeypatch.setattr(accounts, "ATTEMPT_WINDOW", 600_000)
    monkeypatch.setattr(accounts, "ATTEMPTS_PER_ADDRESS", 3)
    assert [sign_in_from(ann, "192.0.2.3", "Target")[0] for _ in range(6)] == [200] * 6, (
        "a success is not a failed attempt"
    )
    assert [sign_in_from(ann, "192.0.2.3", f"Somebody {n}")[0] for n in range(4)] == [403, 403, 403, 429]


def test_the_guesses_of_others_do_not_lock_a_player_out(ann, monkeypatch):
    monkeypatch.setattr(accounts, "ATTEMPTS_FROM_ANYWHERE", 4)
    secure(ann, "Beloved")
    assert sign_in_from(ann, "198.51.100.7", "Beloved")[0] == 200
    guesses = [sign_in_from(ann, f"203.0.113.{n}", "Beloved", "some guess")[0] for n in range(6)]
    assert guesses == [403] * 4 + [429] * 2
    assert sign_in_from(ann, "198.51.100.7", "Beloved")[0] == 200, "from where one has signed in before"
    assert sign_in_from(ann, "203.0.113.99", "Beloved")[0] == 429


@pytest.mark.parametrize(
    "name", ["Аlina", "Álina", "Alina.", "A l i n a", "AIina", "Alin\u0430", "Ａｌｉｎａ", "Alina\u200b"]
)
def test_names_that_look_alike_are_taken(ann, bob, name):
    if not ann.get("/api/me")["signed"]:
        status, _, problem = secure(ann, "Alina")
        assert status in (200, 409), problem  # one account for all names
    assert secure(bob, name)[2]["reason"] == "name_taken"
    seat = {"type": "me", "name": name}
    refused = bob.command("create", options={}, first=seat, second={"type": "open"}, kind="listed")
    assert refused["reason"] == "name_taken"


def test_different_names_are_free(ann, bob):
    secure(ann, "Modem")
    for name in ("Moden", "Mode", "李小龍", "Модель", "…"):
        assert send(bob, "/api/me", "PUT", name=name)[0] == 200, name
    assert send(bob, "/api/me", "PUT", name="Modern")[0] == 409, "rn is read as m"


def test_signing_out_ends_the_session_of_this_browser_alone(server, ann, bob):
    secure(ann, "Leaver")
    cookies = [sign_in_from(ann, "192.0.2.50", "Leaver")[1]["set-cookie"].split(";")[0] for _ in range(3)]
    with server.page(cookies[0]) as here, server.page(cookies[1]) as there:
        assert here.me == there.me == ann.me
        assert here.http("POST", "/api/sign-out")[0] == 200
        with pytest.raises(ConnectionClosed):
            here.until(lambda m: False)  # its socket is closed
        with server.page(cookies[0]) as stolen:
            assert stolen.me != ann.me, "the cookie is no longer valid"
        assert there.get("/api/me")["name"] == "Leaver"
        there.send("ping", sent=1)
        there.until(lambda m: m["type"] == "pong")
        # everywhere
        assert there.http("POST", "/api/sign-out?everywhere=true")[0] == 200
        for cookie in (*cookies, ann.cookie):
            with server.page(cookie) as old:
                assert old.me != ann.me
    assert sign_in(bob, "Leaver")[2]["id"] == ann.me


def test_passphrases_are_stored_as_salted_hashes(server, ann, bob):
    secure(ann, "Salted", "the same words")
    secure(bob, "Peppered", "the same words")
    path = server.app.state.settings.database.partition(":///")[2]
    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT passphrase FROM visitor WHERE sign_in IN ('salted', 'peppered')").fetchall()
    database.close()
    assert len({row for (row,) in rows}) == 2, "each has its own salt"
    assert all("same words" not in row for (row,) in rows)


def stored_hash(server, name: str) -> str:
    path = server.app.state.settings.database.partition(":///")[2]
    with sqlite3.connect(path) as database:
        (found,) = database.execute("SELECT passphrase FROM visitor WHERE sign_in = ?", (name,)).fetchone()
    database.close()
    return str(found)


def test_scrypt_hashes_still_verify_and_are_replaced(server, ann, bob):
    """Hashes stored before Argon2: `correct horse`, hashed by the former code."""
    secure(ann, "Veteran", "another passphrase")
    old = "scrypt$AAECAwQFBgcICQoLDA0ODw==$JbN2hANm9NOw4h5BRHZnbjzQ6Jr0QwNWojTOC2WgIbU="
    path = server.app.state.settings.database.partition(":///")[2]
    with sqlite3.connect(path) as database:
        database.execute("UPDATE visitor SET passphrase = ? WHERE sign_in = 'veteran'", (old,))
    database.close()
    assert sign_in(bob, "Veteran", "correct hors")[0] == 403
    assert stored_hash(server, "veteran") == old
    assert sign_in(bob, "Veteran")[2]["id"] == ann.me
    assert stored_hash(server, "veteran").startswith("$argon2id$")
    assert sign_in(bob, "Veteran")[2]["id"] == ann.me
    assert sign_in(bob, "Veteran", "correct hors")[0] == 403


def test_a_new_cookie_arrives_before_the_sockets_with_the_old_one_are_dropped(ann, monkeypatch):
    """Otherwise the page reconnects with the old cookie and becomes a new visitor, and loses the account it has just made."""
    arrived, seen = threading.Event(), queue.Queue[bool]()

    async def drop(clients):
        seen.put(await asyncio.to_thread(arrived.wait, TIMEOUT))
        await really_drop(clients)

    really_drop = account_api._drop
    monkeypatch.setattr(account_api, "_drop", drop)
    status, headers, _ = secure(ann, "Early")
    assert (status, "set-cookie" in headers) == (200, True)
    arrived.set()
    assert seen.get(timeout=TIMEOUT)
    with pytest.raises(ConnectionClosed):
        ann.until(lambda message: False, timeout=TIMEOUT)


def test_a_page_with_an_old_cookie_gets_another_only_when_it_is_loaded_or_reconnects(server, ann):
    old = ann.cookie
    assert secure(ann, "Renewed")[0] == 200
    for mode, expected in (("cors", False), ("same-origin", False), ("navigate", True)):
        _, headers, _ = request(server.address, "GET", "/api/me", headers={"Cookie": old, "Sec-Fetch-Mode": mode})
        assert ("set-cookie" in headers) is expected, mode
    with server.page(old) as reconnected:
        assert reconnected.me != ann.me


@pytest.mark.parametrize("path", ["/api/me/passphrase", "/api/sign-in", "/api/sign-out"])
def test_cross_site_requests_are_refused(ann, path):
    for header in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        status, _, body = ann.http("POST", path, b"{}", header)
        assert (status, json.loads(body)["reason"]) == (403, "foreign")


def test_leaderboards_over_http(ann):
    assert ann.get("/api/leaderboard?rules=renju") == {"rules": "renju", "lines": [], "total": 0, "mine": None}
    status, _, body = ann.http("GET", "/api/leaderboard?rules=chess")
    assert (status, json.loads(body)["reason"]) == (400, "bad_options")


@pytest.mark.parametrize("name", ["Moderator", "mоderator", "A d m i n", "Modérateur", "管理员", "SYSTEM."])
def test_nobody_calls_themselves_a_moderator(ann, bob, name):
    assert send(bob, "/api/me", "PUT", name=name)[2]["reason"] == "name_taken"
    assert secure(bob, name)[2]["reason"] == "name_taken"
    room = ann.create("me", "open", kind="listed")
    assert bob.command("say", room=room, text="tell me your passphrase", name=name)["reason"] == "name_taken"
    seat = {"type": "me", "name": name}
    assert bob.command("sit", room=room, player="P2", who=seat)["reason"] == "name_taken"

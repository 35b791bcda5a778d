"""API tokens: creation, authentication, revocation, limits, command line."""

import asyncio
import hashlib
import json
import sqlite3

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gomoku.cli import app
from gomoku.server.ops.settings import Settings
from gomoku.server.people import tokens
from gomoku.server.storage.store import Store, sqlite_url
from gomoku.server.wire.refusal import Refusal
from tests.server.conftest import ThreadServer
from tests.server.page import Page, request


def make(page: Page, name: str = "My bot", status: int = 201, **more: str):
    got, _, body = page.http("POST", "/api/tokens", json.dumps({"name": name, **more}).encode())
    assert got == status, body
    return json.loads(body)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def bot(server: ThreadServer, token: str, **headers: str) -> Page:
    return server.page(headers={**bearer(token), **headers})


def test_token_is_shown_once_and_stored_as_a_digest(server, ann):
    made = make(ann)
    token = made["token"]
    assert len(token) > 40
    assert made["line"]["prefix"] == token[: len(made["line"]["prefix"])]
    listed = ann.get("/api/tokens")["tokens"]
    assert [line["name"] for line in listed] == ["My bot"]
    assert token not in json.dumps(listed)
    path = server.app.state.settings.database.partition(":///")[2]
    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT * FROM token WHERE id = ?", (made["line"]["id"],)).fetchall()
    database.close()
    assert hashlib.sha256(token.encode()).hexdigest() in rows[0]
    assert token not in map(str, rows[0])


def test_bot_plays_with_its_token(server, ann):
    made = make(ann)
    room = ann.create("me", "open", kind="listed")
    with bot(server, made["token"]) as robot:
        own = robot.create("me", "ai")
        assert robot.me == made["line"]["bot"] != ann.me
        assert robot.cookie is None, "bots get no cookie"
        robot.watch(room)
        assert robot.command("sit", room=room, player="P2", who={"type": "me", "name": "Robot"})["type"] == "done"
        holders = [seat["holder"] for seat in robot.state(room)["seats"]]
        assert [holder["bot"] for holder in holders] == [False, True]
    status, headers, body = request(server.address, "GET", "/api/games", headers=bearer(made["token"]))
    assert (status, [game["room"] for game in json.loads(body)["games"]]) == (200, [own])
    assert "set-cookie" not in headers
    assert ann.get("/api/tokens")["tokens"][0]["used"] is not None


def test_token_requests_ignore_origin_and_cookie(server, ann):
    token = make(ann)["token"]
    with bot(server, token, Origin="https://elsewhere.example") as robot:
        assert robot.me.startswith("bot-")
    headers = {**bearer(token), "Origin": "https://elsewhere.example", "Cookie": ann.cookie}
    status, _, body = request(server.address, "POST", "/api/import", b"g1~broken", headers)
    assert (status, json.loads(body)["reason"]) == (400, "unreadable")
    room = ann.create("me", "me")
    assert request(server.address, "DELETE", f"/api/games/{room}", headers=headers)[0] == 403, "the cookie is not read"
    wrong = {**headers, "Authorization": "Bearer gomoku_wrong"}
    assert request(server.address, "DELETE", f"/api/games/{room}", headers=wrong)[0] == 401


@pytest.mark.parametrize("token", ["", "gomoku_", "gomoku_" + "A" * 43, "x" * 5000, "gomoku_\xe9", "' OR 1=1 --"])
def test_unknown_token_is_refused(server, token):
    status, headers, body = request(server.address, "GET", "/api/games", headers=bearer(token))
    assert (status, json.loads(body)["reason"]) == (401, "bad_token")
    assert headers["www-authenticate"] == "Bearer"
    with pytest.raises(InvalidStatus) as refused:
        server.page(headers=bearer(token))
    assert refused.value.response.status_code == 401


def test_other_authorization_schemes_are_ignored(server):
    """A proxy may ask for its own credentials; the client is an ordinary visitor."""
    status, headers, _ = request(server.address, "GET", "/api/games", headers={"Authorization": "Basic YTpi"})
    assert status == 200
    assert "set-cookie" in headers


def test_revoked_token_is_disconnected_at_once(server, ann):
    made = make(ann)
    other = make(ann, "Other")
    with bot(server, made["token"]) as robot, bot(server, other["token"]) as stays:
        assert ann.http("DELETE", f"/api/tokens/{made['line']['id']}")[0] == 204
        with pytest.raises(ConnectionClosed) as closed:
            robot.until(lambda m: False)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == tokens.REVOKED
        stays.send("ping", sent=1)
        assert stays.until(lambda m: m["type"] == "pong")
    assert request(server.address, "GET", "/api/games", headers=bearer(made["token"]))[0] == 401
    assert [line["name"] for line in ann.get("/api/tokens")["tokens"]] == ["Other"]
    assert ann.http("DELETE", f"/api/tokens/{made['line']['id']}")[0] == 404


def test_tokens_are_private_to_their_owner(server, ann):
    made = make(ann)
    with server.page() as bob:
        assert bob.get("/api/tokens")["tokens"] == []
        assert bob.http("DELETE", f"/api/tokens/{made['line']['id']}")[0] == 404
        assert make(bob, "Thief", 403, bot=made["line"]["bot"])["reason"] == "not_owner"
    with bot(server, made["token"]) as robot:
        assert robot.me == made["line"]["bot"]


def test_second_token_for_a_bot(server, ann):
    first = make(ann)
    second = make(ann, "New key", bot=first["line"]["bot"])
    ann.http("DELETE", f"/api/tokens/{first['line']['id']}")
    with bot(server, second["token"]) as robot:
        assert robot.me == first["line"]["bot"]


def test_bots_cannot_manage_tokens(server, ann):
    made = make(ann)
    headers = bearer(made["token"])
    assert request(server.address, "GET", "/api/tokens", headers=headers)[0] == 403
    assert request(server.address, "POST", "/api/tokens", b'{"name": "Child"}', headers)[0] == 403
    assert request(server.address, "DELETE", f"/api/tokens/{made['line']['id']}", headers=headers)[0] == 403


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b'{"name": ""}', b'{"name": "  "}', b'{"name": 1}', b"\xff"])
def test_token_needs_a_name(ann, body):
    status, _, answer = ann.http("POST", "/api/tokens", body)
    assert (status, json.loads(answer)["reason"]) == (400, "malformed")


def test_tokens_per_visitor_are_limited(tmp_path, monkeypatch):
    monkeypatch.setattr(tokens, "CREATION_RATE", (0.0001, 5.0))
    monkeypatch.setattr(tokens, "MAX_TOKENS", 4)
    with ThreadServer(settings(sqlite_url(tmp_path / "games.sqlite"))) as server, server.page() as ann:
        for _ in range(4):
            make(ann)
        assert make(ann, status=429)["reason"] == "too_many"
        assert make(ann, status=429)["reason"] == "too_fast"


def test_sockets_per_token_are_limited(server, ann, monkeypatch):
    monkeypatch.setattr(tokens, "MAX_SOCKETS", 2)
    token = make(ann)["token"]
    with bot(server, token), bot(server, token), pytest.raises((InvalidStatus, ConnectionClosed)):
        bot(server, token)


def test_unknown_tokens_are_rate_limited(tmp_path):
    with ThreadServer(settings(sqlite_url(tmp_path / "games.sqlite"))) as server:
        tried = [request(server.address, "GET", "/api/games", headers=bearer(f"gomoku_{n}"))[0] for n in range(40)]
        assert tried[:20] == [401] * 20
        assert 429 in tried
        assert request(server.address, "GET", "/api/games")[0] == 200


def test_requests_per_token_are_rate_limited(tmp_path, monkeypatch):
    monkeypatch.setattr(tokens, "REQUEST_RATE", (0.01, 5.0))
    with ThreadServer(settings(sqlite_url(tmp_path / "games.sqlite"))) as server, server.page() as ann:
        token = make(ann)["token"]
        statuses = [request(server.address, "GET", "/api/games", headers=bearer(token))[0] for _ in range(7)]
        assert statuses == [200] * 5 + [429] * 2


def settings(url):
    return Settings(url, engines=1, engine_threads=1)


def run(*arguments: str) -> tuple[int, str, str]:
    """Run `gomoku token …` in this process. Returns exit code, stdout, stderr."""
    found = CliRunner().invoke(app, ["token", *arguments])
    return found.exit_code, found.stdout, found.stderr


def test_command_line_creates_lists_and_revokes(url, monkeypatch):
    monkeypatch.setattr(tokens, "POLL_INTERVAL", 0.2)
    code, token, said = run("create", "--database", url, "--name", "House bot")
    assert code == 0, said
    assert token.startswith("gomoku_")
    assert token.count("\n") == 1, "redirectable into a file"
    with ThreadServer(settings(url)) as server, bot(server, token.strip()) as robot:
        assert robot.me.startswith("bot-")
        code, listed, _ = run("list", "--database", url)
        assert "House bot" in listed
        assert token.strip() not in listed
        name = listed.split()[0]
        assert run("revoke", "--database", url, name)[0] == 0
        with pytest.raises(ConnectionClosed) as closed:  # revoked by another process
            robot.until(lambda m: False)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == tokens.REVOKED
    code, _, said = run("revoke", "--database", url, name)
    assert code == 1
    assert "no such token" in said


def test_command_line_errors(tmp_path):
    code, _, said = run("create", "--database", "/proc/none/games.sqlite", "--name", "x")
    assert code == 1
    assert said.count("\n") == 1
    code, _, said = run("create", "--database", str(tmp_path / "a.sqlite"), "--name", "  ")
    assert code == 2
    assert "name" in said


def test_foreign_tokens_cause_no_query(tmp_path, monkeypatch):
    """A token without our prefix is refused without a database query."""

    async def look() -> None:
        store = await Store.open(sqlite_url(tmp_path / "a.sqlite"))
        asked = []
        monkeypatch.setattr(store, "read", lambda work: asked.append(work))
        with pytest.raises(Refusal):
            await tokens.Tokens(store).authenticate("ghp_1234", "1.2.3.4", 0)
        assert not asked
        await store.close()

    asyncio.run(look())

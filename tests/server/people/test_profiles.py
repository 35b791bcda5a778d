"""Public profiles: games, ratings over time, openings, head to head; who is online, follow and block."""

import json
from urllib.parse import quote

import pytest
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, insert, text

from gomoku.server.rooms import seating
from gomoku.server.storage import migrations
from gomoku.server.storage.store import sqlite_url
from gomoku.server.storage.tables import game, rated_game
from tests.server.live.test_online import begun
from tests.server.people.test_accounts import send

CLOCK = {"type": "fischer", "time": 300_000, "increment": 3_000}
RENJU = [(7, 7), (7, 6), (8, 6)]
"""The first three stones of Kagetsu, on a board of 15 lines."""


@pytest.fixture(autouse=True)
def short_countdown(monkeypatch):
    monkeypatch.setattr(seating, "COUNTDOWN", 50)


def profile(viewer, name):
    return viewer.get(f"/api/people/person?name={quote(name)}")


def relate(page, name, relation):
    return send(page, "/api/people/relation", "PUT", name=name, relation=relation)


def resigned(first, second, stones=0, kind="listed", **options):
    """A game that the first player resigns."""
    room = begun(first, second, kind=kind, rules="renju", **options)
    cells = [*RENJU, *((0, 2 * row) for row in range(7))][:stones]
    for number, (x, y) in enumerate(cells):
        mover = (first, second)[number % 2]
        mover.until_my_turn(room)
        assert mover.play(room, x, y)["type"] == "done"
    assert first.command("resign", room=room)["type"] == "done"
    for page in (first, second):
        page.until_state(room, lambda state: state["phase"] == "over")
    return room


def test_a_profile_shows_games_ratings_openings_and_the_head_to_head(server, ann, bob):
    one, other = ann.keep_name(), bob.keep_name()
    room = resigned(ann, bob, 10, clock=CLOCK, rated=True)
    seen = profile(ann, other.upper())
    assert (seen["name"], seen["me"], seen["followers"]) == (other, False, 0)
    assert seen["results"] == {"won": 1, "drawn": 0, "lost": 0}
    assert seen["together"] == {"results": {"won": 0, "drawn": 0, "lost": 1}, "latest": ["lost"]}
    assert [(line["opening"], line["side"], line["results"]["won"]) for line in seen["openings"]] == [
        ("4D Kagetsu", "O", 1)
    ]
    assert seen["openings"][0]["rows"] == [".......", ".......", "...OX..", "...X...", *["......."] * 3]
    (played,) = seen["games"]["games"]
    assert (played["room"], played["opponent"], played["result"], played["by"]) == (room, one, "won", "resignation")
    (standing,) = seen["standings"]
    assert played["change"] == standing["elo"]["rating"] - 1500 > 0
    history = ann.get(f"/api/people/ratings?name={quote(other)}&rules=renju")["points"]
    assert [(point["value"], point["deviation"]) for point in history] == [
        (standing["elo"]["rating"], standing["elo"]["deviation"])
    ]
    # the room goes on: the game is found in the one that keeps it
    assert bob.command("stand", room=room, player="P2")["type"] == "done"
    kept = profile(ann, other)["games"]["games"][0]
    assert kept["room"] not in ("", room)
    assert kept["rows"] == played["rows"]
    assert profile(bob, other)["together"] is None, "with oneself"


def test_private_games_and_guests_appear_nowhere(server, ann, bob):
    name = ann.keep_name()
    resigned(ann, bob, 3, kind="private")
    assert profile(bob, name)["games"]["total"] == 0
    assert profile(bob, name)["together"]["results"]["won"] == 1, "the viewer has played it"
    with server.page() as stranger:
        assert profile(stranger, name)["together"] is None
        assert profile(stranger, name)["openings"] == []
        resigned(ann, bob, 1)
        (played,) = stranger.get(f"/api/people/games?name={quote(name)}")["games"]
        assert (played["opponent"], played["elo"]) == ("", None)
        assert bob.me not in json.dumps(played)
    status, _, body = bob.http("GET", "/api/people/person?name=Nobody")
    assert (status, json.loads(body)["reason"]) == (404, "unknown_person")
    assert bob.http("GET", f"/@{quote('A. B.')}")[0] in (200, 503), "a name with a dot is no file"


def test_who_is_online(server, ann, bob):
    one, other = ann.keep_name("Zoe online"), bob.keep_name("Abe online")

    def online(page):
        return [line for line in page.get("/api/people/online?limit=200")["people"] if line["name"] in (one, other)]

    with server.page() as guest:
        assert [line["name"] for line in online(guest)] == [other, one]
        assert relate(bob, one, "follow")[2]["followers"] == 1
        assert relate(guest, one, "follow")[2]["followers"] == 1, "cookies cost nothing, and do not count"
        assert [(line["name"], line["followed"]) for line in online(guest)] == [(one, True), (other, False)]
        assert guest.me not in json.dumps(ann.get("/api/people/online"))
        room = begun(ann, bob, kind="listed")
        assert [(line["activity"], line["room"]) for line in online(guest)] == [("playing", room)] * 2
        assert (profile(guest, other)["activity"], profile(guest, other)["room"]) == ("playing", room)
        relate(guest, other, "block")
        assert [line["name"] for line in online(guest)] == [one]
        assert guest.get("/api/people/relations") == {"followed": [one], "blocked": [other]}
        relate(guest, one, None)
        assert profile(guest, one)["relation"] is None
    assert relate(ann, one, "follow")[0] == 400, "oneself"


def test_a_blocked_person_neither_sits_down_nor_writes(server, ann, bob):
    ann.keep_name()
    name = bob.keep_name()
    room = ann.create("me", "open", kind="listed", rules="renju")
    bob.watch(room)
    assert bob.command("say", room=room, text="hello")["type"] == "done"
    relate(ann, name, "block")
    for command in ({"type": "say", "text": "hello"}, {"type": "sit", "player": "P2", "who": {"type": "me"}}):
        kind = command.pop("type")
        assert bob.command(kind, room=room, **command)["reason"] == "blocked"
    relate(ann, name, None)
    assert bob.command("say", room=room, text="hello")["type"] == "done"


def test_profiles_are_rebuilt_from_stored_games(tmp_path):
    """After the upgrade an older database has ratings over time and its listed games."""
    engine = create_engine(sqlite_url(tmp_path / "old.sqlite"))
    with engine.begin() as connection:
        scripts = ScriptDirectory.from_config(migrations.config())
        environment = EnvironmentContext(migrations.config(), scripts)
        environment.configure(connection=connection, fn=lambda revision, _: scripts._upgrade_revs("0014", revision))
        with environment.begin_transaction():
            environment.run_migrations()
        both = {"rules": "renju", "first": "ann", "second": "bob"}
        for number, change in ((1, 40), (2, -15)):
            row = both | {"game_id": "room", "round": number, "at": number}
            connection.execute(insert(rated_game).values(row | {"first_change": change, "second_change": -change}))
        line = {"outcome": {"by": "line", "winner": "O", "player": "P1"}}
        row = {"id": "room", "version": 9, "snapshot_seq": 0, "line": json.dumps(line).encode(), "kind": "listed"}
        row |= {"phase": "over", "owner": "ann", "first": "ann", "second": "bob", "search": "", "preset": "renju"}
        row |= {"plies": 20, "ai_due": False, "created": 1, "updated": 2}
        connection.execute(insert(game).values(row))
        migrations.upgrade(connection)
        points = connection.execute(text("SELECT visitor, value, deviation FROM rating_point ORDER BY at, visitor"))
        assert points.all() == [("ann", 1540, None), ("bob", 1460, None), ("ann", 1525, None), ("bob", 1475, None)]
        played = connection.execute(text("SELECT round, first_side, half_points, ended_by FROM played_game")).one()
        assert played == (2, "O", 2, "line")


def test_a_motto_is_one_line_of_a_person_who_is_not_muted(server, ann, bob):
    def motto(page, text):
        status, _, body = page.http("PUT", "/api/me/motto", json.dumps({"motto": text}).encode())
        return json.loads(body).get("motto") if status == 200 else json.loads(body)["reason"]

    assert motto(ann, "hello") == "unkept", "without a passphrase there is no public page"
    one = ann.keep_name()
    assert motto(ann, "  Slow games,\nalways a\u202e rematch. <b>") == "Slow games, always a rematch. <b>"
    assert profile(bob, one)["motto"] == "Slow games, always a rematch. <b>"
    assert motto(ann, 101 * "x") == "malformed"
    assert motto(ann, "") == ""
    assert profile(bob, one)["motto"] == ""

"""Bots in rooms of a real server."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gomoku.bot import timing
from gomoku.cli import app
from gomoku.server.ops.settings import Settings
from gomoku.server.people.tokens import Tokens
from gomoku.server.rooms import seating
from gomoku.server.storage.store import Store, sqlite_url
from tests.bot.conftest import BRAIN, Guest, made
from tests.server.conftest import ProcessServer, ThreadServer
from tests.server.page import Page


def token_for(database: Path, name: str = "Bot") -> str:
    """Create a token as the host does."""

    async def make() -> str:
        store = await Store.open(sqlite_url(database))
        try:
            return (await Tokens(store).create("", name, 0))[0]
        finally:
            await store.close()

    return asyncio.run(make())


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bots") / "games.sqlite"


@pytest.fixture(scope="module")
def server(database):
    """A server with short countdowns."""
    settings = Settings(sqlite_url(database), engines=1, engine_threads=1, messages_per_second=1000)
    with pytest.MonkeyPatch.context() as patch, ThreadServer(settings) as running:
        patch.setattr(seating, "COUNTDOWN", 100)
        yield running


@pytest.fixture
def token(server, database):
    return token_for(database)


@pytest.fixture
def ann(server):
    with server.page() as ann:
        yield ann


def seated(ann: Page, room: str, player: str = "P2") -> None:
    """Take the seat opposite a bot and start the game."""
    ann.watch(room)
    who = {"type": "me", "name": "Ann"}
    assert ann.command("sit", room=room, player=player, who=who)["type"] == "done"
    begin(ann, room)


def begin(ann: Page, room: str) -> None:
    assert ann.command("ready", room=room, ready=True)["type"] == "done"
    ann.until_state(room, lambda state: state["phase"] == "playing")


def my_turn(ann: Page, room: str) -> dict[str, Any]:
    return ann.until_my_turn(room)


def play_somewhere(ann: Page, room: str) -> None:
    """Play a stone that affects nothing."""
    state = my_turn(ann, room)
    rows = state["rows"]
    cell = next((x, y) for y in (0, 14, 1) for x in range(0, 15, 3) if rows[y][x] == ".")
    assert ann.play(room, *cell)["type"] == "done"


# --- whole games ---


def test_two_bots_play_a_whole_game_and_the_server_is_killed_in_the_middle(tmp_path, robot):
    database = tmp_path / "games.sqlite"
    tokens = token_for(database, "One"), token_for(database, "Two")
    server = ProcessServer(database)
    port = server.address.rpartition(":")[2]
    try:
        where = ("--url", server.address, "--time", "0.15")
        one = robot(*where, "--create", "--rules", "42;size=13", "--clock", "5+2", "--name", "One", token=tokens[0])
        room = one.room()
        two = robot(*where, "--room", f"{server.address}/room/{room}", "--name", "Two", token=tokens[1])
        with server.page() as ann:
            ann.watch(room)
            ann.until_state(room, lambda state: state["ply"] >= 6)
            assert all(seat["holder"]["bot"] for seat in ann.state(room)["seats"])
            before = ann.cells(room)
        server.kill()
        server = ProcessServer(database, "--port", port)
        ended = [each.end() for each in (one, two)]
        assert [code for code, _, _ in ended] == [0, 0], ended
        results = sorted(found for _, out, _ in ended for found in re.findall(r"game 1: (\w+) \((\w+)\)", out))
        assert results in ([("lost", "line"), ("won", "line")], [("lost", "capture"), ("won", "capture")]), ended
        assert all("connected again" in errors for _, _, errors in ended)
        with server.page() as ann:
            ann.watch(room)
            assert ann.cells(room)[:6] == before[:6]
            assert len(ann.cells(room)) > len(before)
    finally:
        server.end()


def test_a_bot_finds_a_room_and_plays_on_with_places_changed(server, ann, guest):
    room = ann.create("me", "open", kind="listed", rules="freestyle;size=15")
    bot = guest(games=2)
    ann.until_state(room, lambda state: state["seats"][1]["holder"]["type"] == "person")
    begin(ann, room)
    while not ann.state(room)["outcome"]:
        play_somewhere(ann, room)
        my_turn(ann, room)
    assert ann.state(room)["outcome"]["player"] == "P2"
    ann.until_state(room, lambda state: state["offers"])
    assert ann.command("reply", room=room, offer="restart", accept=True)["type"] == "done"
    ann.until_state(room, lambda state: state["round"] == 2)
    assert my_turn(ann, room)["ply"] == 1, "now it begins"
    ann.command("resign", room=room)
    assert str(bot.end()) == "2 played: 2 won, 0 lost, 0 drawn"
    ann.until_state(room, lambda state: any(seat["holder"]["type"] == "open" for seat in state["seats"]))


def test_swap2_is_answered(ann, guest):
    room = guest(create=made(opening="swap2")).room()
    seated(ann, room)
    state = ann.until_state(room, lambda state: state["ply"] == 3)
    assert state["question"]["choices"]
    ann.command("decide", room=room, answer="two", ply=3)
    for cell in ((0, 0), (14, 14)):
        assert ann.play(room, *cell)["type"] == "done"
    ann.until_state(room, lambda state: state["ply"] >= 7 and state["question"]["step"] == "play")


@pytest.mark.parametrize("opening", ["pro", "taraguchi10"])
def test_openings_outside_the_protocol_are_answered_by_the_engine(ann, guest, opening):
    """The bot places, offers, chooses and picks whatever the opening asks; the person follows hints."""
    rules = "renju" if opening == "taraguchi10" else "freestyle"
    room = guest(create=made(rules=rules, opening=opening), accepts=("hint",)).room()
    seated(ann, room)
    while ann.state(room)["question"]["step"] != "play" or ann.state(room)["ply"] < 5:
        state = my_turn(ann, room)
        assert state["question"], state["outcome"]
        assert ann.command("hint", room=room)["type"] == "done"
        hint = ann.until(lambda m: m["type"] == "suggestion")
        if hint["cell"]:
            ann.play(room, *hint["cell"])
        else:
            ann.command("decide", room=room, answer=hint["answer"], ply=hint["ply"])
        my_turn(ann, room)


def test_the_clock_is_respected(ann, guest):
    """With six seconds for the game some must be left after ten moves."""
    room = guest(create=made(rules="freestyle;size=15", clock="0.1+0"), time=5.0).room()
    seated(ann, room)
    for _ in range(10):
        my_turn(ann, room)
        if ann.state(room)["outcome"]:
            break
        play_somewhere(ann, room)
    my_turn(ann, room)
    outcome = ann.state(room)["outcome"]
    assert outcome is None or outcome["by"] != "time", outcome
    assert ann.state(room)["seats"][0]["clock"]["left"] > 0


def test_offers_are_denied_or_granted(ann, guest):
    room = guest(create=made(), accepts=("pause",)).room()
    seated(ann, room)
    play_somewhere(ann, room)
    my_turn(ann, room)
    ann.command("draw", room=room)
    closed = ann.until(lambda m: m["type"] == "update" and m["event"]["type"] == "offer_closed")["event"]
    assert (closed["kind"], closed["how"]) == ("draw", "denied")
    before = ann.state(room)["ply"]
    ann.command("pause", room=room)
    closed = ann.until(lambda m: m["type"] == "update" and m["event"]["type"] == "offer_closed")["event"]
    assert (closed["kind"], closed["how"]) == ("pause", "accepted")
    ann.until_state(room, lambda state: state["paused"])
    ann.command("resume", room=room)
    play_somewhere(ann, room)
    assert my_turn(ann, room)["ply"] == before + 2, "it plays on after the pause"


# --- brains with faults ---


def test_a_brain_that_crashes_is_started_again_and_then_the_game_is_resigned(ann, guest, brain_of, caplog):
    brain = brain_of(
        "for line in lines():\n    if hear(line):\n        if len(board) > 4: os._exit(3)\n        say(free())"
    )
    bot = guest(brain, create=made())
    room = bot.room()
    seated(ann, room)
    for _ in range(3):
        if not my_turn(ann, room)["outcome"]:
            play_somewhere(ann, room)
    state = ann.until_state(room, lambda state: state["outcome"])
    assert (state["outcome"]["by"], state["outcome"]["player"]) == ("resignation", "P2")
    assert "exit code 3" in bot.line() + bot.line()
    bot.end()
    assert "started again" in caplog.text


def test_a_brain_that_crashes_once_plays_on(ann, guest, brain_of, tmp_path):
    brain = brain_of(
        f"mark = {str(tmp_path / 'once')!r}\n"
        "for line in lines():\n"
        "    if hear(line):\n"
        "        if len(board) > 2 and not os.path.exists(mark): open(mark, 'w').close(); os._exit(3)\n"
        "        say(free())"
    )
    room = guest(brain, create=made()).room()
    seated(ann, room)
    for _ in range(4):
        play_somewhere(ann, room)
    assert my_turn(ann, room)["ply"] == 9
    assert (tmp_path / "once").exists()


@pytest.mark.parametrize("answer", ["'7,7'", "'99,99'", "'what?'"])
def test_an_illegal_answer_is_replaced(ann, guest, brain_of, answer):
    brain = brain_of(f"for line in lines():\n    if hear(line): say({answer})")
    room = guest(brain, create=made()).room()
    seated(ann, room)
    for _ in range(3):
        play_somewhere(ann, room)
    assert my_turn(ann, room)["ply"] == 7


def test_a_late_answer_is_accepted(ann, guest, brain_of):
    """A late answer, as on a busy machine, is accepted while the clock allows it."""
    brain = brain_of("for line in lines():\n    if hear(line): time.sleep(2.5); say(free())")  # late
    room = guest(brain, create=made()).room()
    seated(ann, room)
    assert my_turn(ann, room)["ply"] == 1


def test_a_hanging_brain_is_stopped(ann, guest, brain_of, monkeypatch):
    monkeypatch.setattr(timing, "MAX_OVERRUN", 0.5)
    brain = brain_of("for line in lines():\n    if hear(line): time.sleep(600)")  # it no longer answers
    room = guest(brain, create=made()).room()
    seated(ann, room)
    assert ann.until_state(room, lambda state: state["outcome"])["outcome"]["by"] == "resignation"


def test_a_bot_avoids_rules_its_brain_does_not_know(ann, guest, brain_of):
    plain = brain_of("for line in lines():\n    if hear(line): say(free())")
    room = ann.create("me", "open", kind="listed", rules="42")
    stays_away = guest(plain, room=room)
    stays_away.end()
    assert str(stays_away.error) == "the brain does not know the rules 42"
    renju = ann.create("me", "open", kind="listed", rules="renju")
    bot = guest(plain, room=renju)
    ann.watch(renju)
    ann.until_state(renju, lambda state: state["seats"][1]["holder"]["type"] == "person")
    ann.command("configure", room=renju, options={"rules": "pente"})
    said = ann.until(lambda m: m["type"] == "update" and m["event"]["type"] == "said")["event"]
    assert said["name"] == "odd"
    ann.until_state(renju, lambda state: state["seats"][1]["holder"]["type"] == "open")
    assert bot.end().games == 0


def test_names_and_rooms_closed_to_bots(server, ann, guest):
    """Bots may not join rated rooms or use the name of an account."""
    rated = {"rules": "42", "rated": True, "clock": {"type": "fischer", "time": 60_000}}
    ann.keep_name("Taken")  # not the name of the other tests' bots
    room = ann.create("me", "open", kind="listed", **rated)
    bot = guest(room=room)
    bot.end()
    assert "rated games are between people" in str(bot.error)
    bot = guest(create=made("taken"))
    bot.end()
    assert "name" in str(bot.error)


# --- error messages ---


def test_errors_are_clear(server, ann, token, tmp_path, brain_of, monkeypatch):
    where = ("--url", server.address)

    def says(*arguments: str, brain: str = BRAIN, token: str = token) -> str:
        """Run the command in this process, which is faster."""
        monkeypatch.setenv("GOMOKU_TOKEN", token)
        found = CliRunner().invoke(app, ["bot", "--brain", brain, *arguments])
        assert found.exit_code != 0, found.output
        return str(found.stderr).replace("\n", " ")

    full = ann.create("me", "ai", kind="listed")
    script = tmp_path / "not-executable"
    script.write_text("hello")
    deaf = brain_of("say('hello?')", "pbrain-deaf")
    assert "no server at ws://127.0.0.1:9/ws" in says("--url", "http://127.0.0.1:9", "--any")
    assert "not the address of a server" in says("--url", "ftp://x", "--any")
    assert "token is unknown" in says(*where, "--any", token="gomoku_wrong")
    assert "no token" in says(*where, "--any", token="")
    assert "no free seat" in says(*where, "--room", full)
    assert "no room nowhere" in says(*where, "--room", "nowhere")
    assert "is not executable" in says(*where, "--any", brain=str(script))
    assert "no program ./nothing-here" in says(*where, "--any", brain="./nothing-here")
    assert "is not a Gomocup brain" in says(*where, "--any", brain=deaf)
    assert "--room, --tournament, --create and --any" in says(*where)
    assert "no-such" in says(*where, "--create", "--rules", "no-such")
    assert "cannot read" in says(*where, "--any", "--token-file", str(tmp_path / "none"))


def test_a_revoked_token_ends_the_bot(server, ann):
    _, _, body = ann.http("POST", "/api/tokens", json.dumps({"name": "Mine"}).encode())
    mine = json.loads(body)
    bot = Guest(BRAIN, server.address, mine["token"], (), {"create": made()})
    try:
        bot.room()
        assert ann.http("DELETE", f"/api/tokens/{mine['line']['id']}")[0] == 204
        bot.end(10)
        assert str(bot.error) == "the token was revoked"
    finally:
        bot.kill()

"""docs/API.md is correct: its program plays, its messages exist, its limits are those of the server."""

import os
import re
import subprocess
import sys
from pathlib import Path

from gomoku.rules.openings import Kind
from gomoku.server.http import sockets
from gomoku.server.live import clients
from gomoku.server.people import tokens
from gomoku.server.wire.messages import FromClient, Reason, RoomCommand, ToClient
from gomoku.server.wire.values import Ai, Clock, Offer, OfferKind, Person, Phase, Question, Seat
from tests.bot.test_bots import begin, database, server, token  # noqa: F401
from tests.server.page import Page

PAGE = (Path(__file__).parents[2] / "docs" / "API.md").read_text("utf-8")


def test_the_program_of_the_page_plays_a_game(server, token, tmp_path):  # noqa: F811
    program = tmp_path / "dice.py"
    code = re.search(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    assert code
    assert code[1].count("\n") <= 40
    program.write_text(code[1], "utf-8")
    running = subprocess.Popen(
        [sys.executable, "-X", "dev", "-W", "error", str(program), server.address],
        env={**os.environ, "GOMOKU_TOKEN": token},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stdout
        room = running.stdout.readline().rpartition("/")[2].strip()
        with server.page() as ann:
            ann.watch(room)
            ann.command("sit", room=room, player="P2", who={"type": "me", "name": "Ann"})
            begin(ann, room)
            while not ann.until_my_turn(room)["outcome"]:
                row_of_five(ann, room)
        out, errors = running.communicate(timeout=60)
        assert (running.returncode, errors) == (0, ""), "not even a warning"
        assert out.strip() == "lost or drawn"
    finally:
        running.kill()
        running.communicate()


def row_of_five(ann: Page, room: str) -> None:
    """Extend the row nearest to five; a random opponent cannot stop that for long."""
    rows = ann.state(room)["rows"]
    lines = [[(x + i, y) for i in range(5)] for y in range(15) for x in range(11)]
    lines += [[(y, x) for x, y in line] for line in lines]
    open_lines = [line for line in lines if not any(rows[y][x] == "X" for x, y in line)]
    best = max(open_lines, key=lambda line: sum(rows[y][x] == "O" for x, y in line))
    assert ann.play(room, *next((x, y) for x, y in best if rows[y][x] == "."))["type"] == "done"


def words(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)", text))


def table_of(heading: str) -> str:
    return PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def test_messages_that_it_names_exist():
    said = {member.__struct_config__.tag for union in (FromClient, ToClient) for member in union.__args__}
    rows = [line.split("|")[1] for line in table_of("Messages").splitlines() if line.startswith("| `")]
    assert rows
    assert {word for row in rows for word in re.findall(r"`(\w+)", row)} <= said


def test_what_a_state_holds_is_listed():
    said = table_of("State")
    for kind in (Kind, OfferKind, Phase):
        assert {f"`{value}`" for value in kind} <= set(re.findall(r"`\w+`", said)), kind
    shown = set(re.findall(r'"(\w+)"', said))
    for shape in (Question, Offer, Clock, Person, Ai):
        assert set(shape.__struct_fields__) <= shown, shape
    assert shown & set(Seat.__struct_fields__) >= set(Seat.__struct_fields__) - {"timing", "hints", "vacation"}


def test_every_command_is_in_the_table():
    table = table_of("Messages").split("| from a bot |")[1]
    named = {word for line in table.splitlines() if line.startswith("| `") for word in words(line.split("|")[1])}
    assert {command.__struct_config__.tag for command in RoomCommand.__args__} <= named


def test_reasons_that_it_names_exist():
    rows = [line.split("|")[1] for line in table_of("Errors").splitlines() if line.startswith("| `")]
    assert {word for row in rows for word in words(row)} <= set(Reason)


def test_its_limits_are_those_of_the_server():
    text = table_of("Limits").replace(",", "")
    for number in (
        tokens.MAX_SOCKETS,
        int(tokens.REQUEST_RATE[0]),
        int(tokens.REQUEST_RATE[1]),
        sockets.MAX_MESSAGE_BYTES // 1024,
        sockets.MAX_WATCHED_ROOMS,
        int(tokens.FAILURE_RATE[1]),
    ):
        assert re.search(rf"\b{number}\b", text), number
    assert str(tokens.MAX_TOKENS) in table_of("A token")
    assert {str(code) for code in (clients.DROPPED, tokens.REVOKED)} <= set(re.findall(r"\b4\d\d\d\b", PAGE))

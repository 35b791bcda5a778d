"""Text of other visitors is shown verbatim and never executed. Tokens of programs, and how bots are marked."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server import page as wire
from tests.web.guests import Guest, HastyServer
from tests.web.table import settle

EVIL = (
    "<img src=x onerror=hacked()>",
    "<script>hacked()</script>",
    '"><svg onload=hacked()>',
    "javascript:hacked()",
    "{{constructor.constructor('hacked()')()}}",
)
"""Each fits into a name."""
NAME, TITLE = EVIL[0], '"><svg onload=hacked()>'


@pytest.fixture
def mallory(inn: HastyServer) -> Iterator[wire.Page]:
    """A client that sends what the page never would."""
    with wire.Page(inn.address) as mallory:
        yield mallory


@pytest.fixture
def watched(ann: Guest) -> Iterator[Guest]:
    """Ann's page, in which nothing but its own scripts may run."""
    runs: list[str] = []
    if not getattr(ann, "is_watched", False):
        ann.page.expose_function("hacked", lambda: runs.append("a script"))
        ann.is_watched = True  # type: ignore[attr-defined]
    ann.page.on("dialog", lambda dialog: runs.append(dialog.message))
    yield ann
    ann.page.wait_for_load_state("networkidle")  # a picture that cannot be loaded has said so
    settle(ann.page)
    assert not runs


def open_room(mallory: wire.Page, **more: Any) -> str:
    me = {"type": "me", "name": NAME}
    done = mallory.command(
        "create", options={"rules": "42"}, first=me, second={"type": "open"}, kind="listed", title=TITLE, **more
    )
    assert done["type"] == "done", done
    mallory.watch(done["room"])
    return str(done["room"])


def test_scripts_in_names_titles_and_chat_are_text(watched: Guest, mallory: wire.Page) -> None:
    room = open_room(mallory)
    for text in EVIL:
        assert mallory.command("say", room=room, text=text)["type"] == "done"
    watched.visit_rooms()
    line = watched.line("onload")
    expect(line).to_contain_text(TITLE)
    expect(line).to_contain_text(NAME)
    watched.page.goto(f"/room/{room}")
    expect(watched.page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(watched.seat("P1")).to_contain_text(NAME)
    for text in EVIL:
        expect(watched.page.locator(".chat, .room, main").first).to_contain_text(text)
    assert watched.page.locator("img[src=x], svg[onload]").count() == 0


def test_scripts_are_text_at_the_board(watched: Guest, mallory: wire.Page) -> None:
    room = open_room(mallory)
    watched.sit_down(f"/room/{room}")
    mallory.command("ready", room=room, ready=True)
    watched.get_ready()
    expect(watched.board).to_be_visible()
    expect(watched.seat("P1").first).to_contain_text(NAME)
    mallory.until_state(room, lambda state: state["phase"] == "playing")
    assert mallory.play(room, 9, 9)["type"] == "done"
    mallory.command("say", room=room, text=EVIL[1])
    mallory.command("draw", room=room)
    expect(watched.request("draw")).to_contain_text(NAME)
    watched.deny("draw")
    mallory.command("resign", room=room)
    expect(watched.page.get_by_text(EVIL[1]).first).to_be_attached()
    watched.page.goto("/games")
    expect(watched.page.get_by_text(NAME).first).to_be_visible()
    assert watched.page.locator("img[src=x], svg[onload]").count() == 0


def test_scripts_in_a_file_are_text(watched: Guest) -> None:
    """Names and comments of an imported game."""
    text = f"(;FF[4]GM[4]SZ[15]RU[freestyle]PB[{NAME}]PW[{EVIL[1]}]EV[{TITLE}]C[{EVIL[1]}];B[hh]C[{EVIL[0]}];W[ii])"
    made = watched.page.request.post("/api/import", data=text, headers={"Origin": watched.page.url.split("/rooms")[0]})
    room = made.json()["rooms"][0]["room"]
    watched.page.goto(f"/game/{room}")
    expect(watched.page.get_by_text(NAME).first).to_be_visible()
    watched.page.goto(f"/analyse/{room}")
    expect(watched.page.get_by_text(re.compile("onerror")).first).to_be_attached()
    assert watched.page.locator("img[src=x], svg[onload]").count() == 0


def test_the_page_lets_no_foreign_script_in(watched: Guest) -> None:
    """Even where one got in, the policy of the page would not run it."""
    watched.page.goto("/rooms")
    watched.page.evaluate("window.stopped = 0; addEventListener('securitypolicyviolation', () => stopped++)")
    watched.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=hacked()>')")
    watched.page.evaluate(
        "const s = document.createElement('script'); s.textContent = 'hacked()'; document.body.append(s)"
    )
    watched.page.wait_for_function("stopped >= 2")
    watched.errors.clear()  # those were the policy's


# --- programs ---


def test_a_token_is_made_used_and_taken_back(watched: Guest, inn: HastyServer) -> None:
    watched.page.goto("/you")
    card = watched.page.locator("#programs")
    card.get_by_label("Name of the program").fill(EVIL[0])
    card.get_by_role("button", name="Create a token").click()
    token = card.get_by_label("Token", exact=True).input_value()
    assert token.startswith("gomoku_")
    expect(card.get_by_text(EVIL[0], exact=True)).to_be_visible()
    url = watched.open_room("Come in, robots")
    with wire.Page(inn.address, headers={"Authorization": f"Bearer {token}"}) as robot:
        room = url.rpartition("/")[2]
        robot.watch(room)
        robot.command("sit", room=room, player="P2", who={"type": "me", "name": "Robby"})
        expect(watched.seat("P2")).to_contain_text("Robby")
        expect(watched.seat("P2")).to_contain_text("bot")
        robot.command("ready", room=room, ready=True)
        watched.get_ready()
        expect(watched.board).to_be_visible()
        expect(watched.seat("P2").first).to_contain_text("Robby · bot")
    watched.page.goto("/you")
    expect(card.get_by_label("Token", exact=True)).to_have_count(0)
    expect(card).to_contain_text("used")
    card.get_by_role("button", name=re.compile("Revoke the token")).click()
    watched.page.get_by_role("dialog").get_by_role("button", name="Revoke", exact=True).click()
    expect(card.get_by_role("listitem")).to_have_count(0)
    with pytest.raises(Exception, match="401"):
        wire.Page(inn.address, headers={"Authorization": f"Bearer {token}"})

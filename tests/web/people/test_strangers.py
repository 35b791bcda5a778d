"""Untrusted text is shown verbatim and never executed. API tokens, and how bots are marked."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.server import page as wire
from tests.web.guests import Guest, ShortDelayServer
from tests.web.table import settle

INJECTIONS = (
    "<img src=x onerror=hacked()>",
    "<script>hacked()</script>",
    '"><svg onload=hacked()>',
    "javascript:hacked()",
    "{{constructor.constructor('hacked()')()}}",
)
"""Script injections, each short enough for a name."""
NAME, TITLE = INJECTIONS[0], '"><svg onload=hacked()>'


EXECUTED: Final[dict[Page, list[str]]] = {}
"""By page: the injected scripts that have run in it, and the dialogs they opened."""


@pytest.fixture
def mallory(rooms_server: ShortDelayServer) -> Iterator[wire.Page]:
    """A raw client, which can send what the page never would."""
    with wire.Page(rooms_server.address) as mallory:
        yield mallory


@pytest.fixture
def guarded(ann: Guest) -> Iterator[Guest]:
    """Ann's page. The test fails if an injected script runs in it."""
    if ann.page not in EXECUTED:  # a function is exposed once to a page, which several tests use
        executed = EXECUTED[ann.page] = []
        ann.page.expose_function("hacked", lambda: executed.append("a script"))
        ann.page.on("dialog", lambda dialog: executed.append(dialog.message))
    executed = EXECUTED[ann.page]
    executed.clear()
    yield ann
    ann.page.wait_for_load_state("networkidle")  # onerror of a broken image would have fired
    settle(ann.page)
    assert not executed


def open_room(mallory: wire.Page, **options: Any) -> str:
    me = {"type": "me", "name": NAME}
    done = mallory.command(
        "create", options={"rules": "42"}, first=me, second={"type": "open"}, kind="listed", title=TITLE, **options
    )
    assert done["type"] == "done", done
    mallory.watch(done["room"])
    return str(done["room"])


def test_scripts_in_names_titles_and_chat_are_text(guarded: Guest, mallory: wire.Page) -> None:
    room = open_room(mallory)
    for text in INJECTIONS:
        assert mallory.command("say", room=room, text=text)["type"] == "done"
    guarded.visit_rooms()
    row = guarded.row("onload")
    expect(row).to_contain_text(TITLE)
    expect(row).to_contain_text(NAME)
    guarded.page.goto(f"/room/{room}")
    expect(guarded.page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(guarded.seat("P1")).to_contain_text(NAME)
    for text in INJECTIONS:
        expect(guarded.page.locator(".chat, .room, main").first).to_contain_text(text)
    assert guarded.page.locator("img[src=x], svg[onload]").count() == 0


def test_scripts_are_text_at_the_board(guarded: Guest, mallory: wire.Page) -> None:
    room = open_room(mallory)
    guarded.sit_down(f"/room/{room}")
    mallory.command("ready", room=room, ready=True)
    guarded.get_ready()
    expect(guarded.board).to_be_visible()
    expect(guarded.seat("P1").first).to_contain_text(NAME)
    mallory.until_state(room, lambda state: state["phase"] == "playing")
    assert mallory.play(room, 9, 9)["type"] == "done"
    mallory.command("say", room=room, text=INJECTIONS[1])
    mallory.command("draw", room=room)
    expect(guarded.offer("draw")).to_contain_text(NAME)
    guarded.deny("draw")
    mallory.command("resign", room=room)
    expect(guarded.page.get_by_text(INJECTIONS[1]).first).to_be_attached()
    guarded.page.goto("/games")
    expect(guarded.page.get_by_text(NAME).first).to_be_visible()
    assert guarded.page.locator("img[src=x], svg[onload]").count() == 0


def test_scripts_in_a_file_are_text(guarded: Guest) -> None:
    """Names and comments in an imported game."""
    text = f"(;FF[4]GM[4]SZ[15]RU[freestyle]PB[{NAME}]PW[{INJECTIONS[1]}]EV[{TITLE}]C[{INJECTIONS[1]}];B[hh]C[{INJECTIONS[0]}];W[ii])"
    response = guarded.page.request.post(
        "/api/import", data=text, headers={"Origin": guarded.page.url.split("/rooms")[0]}
    )
    room = response.json()["rooms"][0]["room"]
    guarded.page.goto(f"/game/{room}")
    expect(guarded.page.get_by_text(NAME).first).to_be_visible()
    guarded.page.goto(f"/analyse/{room}")
    expect(guarded.page.get_by_text(re.compile("onerror")).first).to_be_attached()
    assert guarded.page.locator("img[src=x], svg[onload]").count() == 0


def test_the_content_security_policy_blocks_injected_scripts(guarded: Guest) -> None:
    """Even a script that reaches the DOM is not executed."""
    guarded.page.goto("/rooms")
    guarded.page.evaluate("window.blocked = 0; addEventListener('securitypolicyviolation', () => blocked++)")
    guarded.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=hacked()>')")
    guarded.page.evaluate(
        "const s = document.createElement('script'); s.textContent = 'hacked()'; document.body.append(s)"
    )
    guarded.page.wait_for_function("blocked >= 2")
    guarded.errors.clear()  # the browser logs the violations


# --- API tokens ---


def test_a_token_is_created_used_and_revoked(guarded: Guest, rooms_server: ShortDelayServer) -> None:
    guarded.page.goto("/you")
    card = guarded.page.locator("#programs")
    card.get_by_label("Name of the program").fill(INJECTIONS[0])
    card.get_by_role("button", name="Create a token").click()
    token = card.get_by_label("Token", exact=True).input_value()
    assert token.startswith("gomoku_")
    expect(card.get_by_text(INJECTIONS[0], exact=True)).to_be_visible()
    url = guarded.open_room("Come in, robots")
    with wire.Page(rooms_server.address, headers={"Authorization": f"Bearer {token}"}) as robot:
        room = url.rpartition("/")[2]
        robot.watch(room)
        robot.command("sit", room=room, player="P2", who={"type": "me", "name": "Robby"})
        expect(guarded.seat("P2")).to_contain_text("Robby")
        expect(guarded.seat("P2")).to_contain_text("bot")
        robot.command("ready", room=room, ready=True)
        guarded.get_ready()
        expect(guarded.board).to_be_visible()
        expect(guarded.seat("P2").first).to_contain_text("Robby · bot")
    guarded.page.goto("/you")
    expect(card.get_by_label("Token", exact=True)).to_have_count(0)
    expect(card).to_contain_text("used")
    card.get_by_role("button", name=re.compile("Revoke the token")).click()
    guarded.page.get_by_role("dialog").get_by_role("button", name="Revoke", exact=True).click()
    expect(card.get_by_role("listitem")).to_have_count(0)
    with pytest.raises(Exception, match="401"):
        wire.Page(rooms_server.address, headers={"Authorization": f"Bearer {token}"})

"""Opponent model: the highest level adapts to people, reports it to followers, and ignores other AIs."""

from gomoku.engine.opponent_model import MARGIN
from tests.server.conftest import ThreadServer


def test_mistakes_of_a_person_are_noticed(server: ThreadServer) -> None:
    with server.page() as page:
        room = page.create("me", "ai", level=10, ai_time=100)
        page.send("follow", room=room, on=True)
        for x in range(1, 19, 3):  # scattered stones along the edge, whatever the AI does
            if page.state(room)["phase"] != "playing":
                break
            page.play(room, x, 0)
            page.until_my_turn(room)
        beliefs = [m for m in page.heard if m["type"] == "belief"]
        assert [belief["moves"] for belief in beliefs] == list(range(1, len(beliefs) + 1))
        assert beliefs[0]["mistakes"] == []
        assert beliefs[-1]["mistakes"], beliefs
        assert all(0 <= belief["given_up"] <= MARGIN for belief in beliefs)


def test_lower_levels_do_not_adapt(server: ThreadServer) -> None:
    with server.page() as page:
        room = page.create("me", "ai", level=5, ai_time=100)
        page.send("follow", room=room, on=True)
        page.play(room, 9, 9)
        page.until_my_turn(room)
        assert not [m for m in page.heard if m["type"] == "belief"]


def test_ais_do_not_adapt_to_each_other(server: ThreadServer) -> None:
    with server.page() as page:
        room = page.create("ai", "ai", level=10, ai_time=60)
        page.send("follow", room=room, on=True)
        page.until_state(room, lambda state: len(page.cells(room)) >= 4)
        assert not [m for m in page.heard if m["type"] == "belief"]

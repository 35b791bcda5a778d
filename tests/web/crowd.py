"""A server full of people, for contact sheets: rated games, rooms in play, a tournament under way, reports to moderators."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import cached_property, partial
from typing import Any, Final

from playwright.sync_api import expect

from tests.server.page import Page
from tests.support.waiting import wait_until
from tests.web.serving import Server
from tests.web.table import Table

NAMES: Final = ("Aoi", "Bram", "Chiara", "Dmitri", "Emi", "Farid", "Goro", "Maximilian von Hohenfels")
CLOCK: Final = {"type": "fischer", "time": 600_000, "increment": 5_000}
MOVES: Final = "K10 K12 H12 J13 J11 G13 L9 M8 H14 H13 L11 L10 F13 L13 K13 J9 M12 N13"


class Crowd:
    """People with names, each on a connection of their own, until the stack is closed."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        self.server = server
        self.people: dict[str, Page] = {}
        for number, name in enumerate(NAMES):
            page = stack.enter_context(Page(server.address, headers={"X-Forwarded-For": f"192.0.2.{number + 1}"}))
            page.keep_name(name)
            self.people[name] = page

    def post(self, who: str, path: str, /, **body: Any) -> Any:
        headers = {"X-Forwarded-For": f"host-{who}"}
        status, _, answer = self.people[who].http("POST", path, json.dumps(body).encode(), headers)
        assert status < 300, answer
        return json.loads(answer) if answer else None

    def games(self, pairs: Iterable[tuple[str, str]], **options: Any) -> list[tuple[str, Page, Page]]:
        """Games that have begun."""
        begun = []
        for one, other in pairs:
            first, second = self.people[one], self.people[other]
            settings = {"clock": CLOCK, "rules": "42", **options}
            room = first.create({"type": "me", "name": one}, "open", kind="listed", **settings)
            second.watch(room)
            assert second.command("sit", room=room, player="P2", who={"type": "me", "name": other})["type"] == "done"
            self.begin(room, first, second)
            begun.append((room, first, second))
        return begun

    def begin(self, room: str, *players: Page) -> None:
        for page in players:
            page.command("ready", room=room, ready=True)
        for page in players:
            page.until_state(room, lambda state: state["phase"] == "playing")

    def play(self, room: str, players: Iterable[Page], moves: Iterable[str]) -> None:
        both = list(players)
        for name in moves:
            state = both[0].state(room)
            mover = next(page for page in both if page.me in state["acts"])
            done = mover.play(room, state["columns"].index(name[0]), state["height"] - int(name[1:]))
            assert done["type"] == "done", done
            for page in both:
                page.until_state(room, lambda now, before=state["ply"]: now["ply"] > before)

    def resign(self, room: str, loser: Page, *others: Page) -> None:
        assert loser.command("resign", room=room)["type"] == "done"
        for page in (loser, *others):
            page.until_state(room, lambda state: state["phase"] == "over")

    @cached_property
    def finished(self) -> list[str]:
        """Rated games, most of them of Aoi."""
        pairs = [("Aoi", other) for other in NAMES[1:]] + [("Bram", "Aoi"), ("Chiara", "Bram"), ("Dmitri", "Emi")]
        rooms = []
        for number, (room, first, second) in enumerate(self.games(pairs, rated=True)):
            self.play(room, (first, second), MOVES.split()[: 8 + number])
            self.resign(room, (first, second)[number % 3 > 0], first, second)
            rooms.append(room)
        return rooms

    @cached_property
    def live(self) -> str:
        """Rooms in play and rooms that wait. The room with most spectators."""
        both = self.games([("Chiara", "Dmitri"), ("Emi", "Farid")])
        for room, first, second in both:
            self.play(room, (first, second), MOVES.split())
        watched = both[0][0]
        for name in ("Aoi", "Bram", "Goro"):
            self.people[name].watch(watched)
        self.people["Goro"].command("say", room=watched, text="What a fight. White needs K11 now.", name="Goro")
        for name, rules in (("Goro", "renju"), ("Bram", "pente"), (NAMES[-1], "42")):
            self.people[name].create({"type": "me", "name": name}, "open", kind="listed", rules=rules, clock=CLOCK)
        for name, rules in (("Aoi", "42"), ("Bram", "renju")):
            wish = {"rules": rules, "clock": CLOCK, "player": None, "name": name}
            self.people[name].send("seek", id=f"wish-{name}", **wish)
        return watched

    @cached_property
    def cup(self) -> str:
        """A Swiss tournament in its second round."""
        words = "Every Friday evening. Ten minutes each; be kind, and say thank you."
        made = self.post(
            "Aoi", "/api/tournaments", name="Friday cup", kind="swiss", opening="standard", rounds=4, clock=CLOCK,
            description=words,
        )  # fmt: skip
        self.post("Bram", "/api/tournaments", name="Renju arena", kind="arena", rules="renju", clock=CLOCK)
        path = f"/api/tournaments/{made['id']}"
        for name in NAMES:
            self.post(name, f"{path}/join", name=name)
        self.post("Aoi", f"{path}/start")
        for number in (1, 2):
            wait_until(partial(self.is_paired, path, number), what="the round does not begin")
            for board, room in enumerate(self.rooms_of(path, number)):
                players = [page for page in self.people.values() if self.sits(page, room)]
                self.begin(room, *players)
                self.play(room, players, MOVES.split()[: 9 + board])
                if number == 1 or board < 2:
                    self.resign(room, players[board % 2], *players)
        return str(made["id"])

    def is_paired(self, path: str, number: int) -> bool:
        return len(self.rooms_of(path, number)) == len(NAMES) // 2

    def rooms_of(self, path: str, number: int) -> list[str]:
        view = self.people["Aoi"].get(path)
        return [one["room"] for one in view["pairings"] if one["room"]] if view["round"] == number else []

    def sits(self, page: Page, room: str) -> bool:
        page.watch(room)
        return page.me in [seat["holder"].get("visitor") for seat in page.state(room)["seats"]]

    @cached_property
    def reported(self) -> None:
        """Reports about two people; a moderator is needed to see them."""
        room = self.live
        self.people["Dmitri"].command("say", room=room, text="you only win because I am tired. learn to play")
        self.people["Chiara"].command("say", room=room, text="Please stop.")
        about = self.people["Dmitri"].me
        self.post("Chiara", "/api/reports", room=room, visitor=about, reason="insults", text="It began after move 12.")
        self.post("Aoi", "/api/reports", room=room, visitor=about, reason="insults", text="")
        self.post("Emi", "/api/reports", name="Goro", reason="leaving", text="")

    def grant(self, name: str) -> None:
        """Make somebody a moderator."""
        command = [sys.executable, "-m", "gomoku", "moderate", "grant", name, "--database", str(self.server.database)]
        subprocess.run(command, check=True, capture_output=True)


def _open(table: Table, path: str, wanted: str) -> None:
    table.page.goto(path)
    expect(table.page.locator(wanted).first).to_be_visible()
    table.page.wait_for_load_state("networkidle")


def lobby(table: Table, crowd: Crowd) -> None:
    assert crowd.live
    _open(table, "/rooms", ".featured")


def spectator(table: Table, crowd: Crowd) -> None:
    _open(table, f"/room/{crowd.live}", ".frame")


def tournament(table: Table, crowd: Crowd) -> None:
    _open(table, f"/tournaments/{crowd.cup}", ".standings tbody tr")


def tournament_list(table: Table, crowd: Crowd) -> None:
    assert crowd.cup
    _open(table, "/tournaments", "main a[href^='/tournaments/']")


def profile(table: Table, crowd: Crowd) -> None:
    assert crowd.finished
    _open(table, "/@Aoi", ".gl li")


def lively_home(table: Table, crowd: Crowd) -> None:
    assert crowd.live
    _open(table, "/", ".form")


def moderate(table: Table, crowd: Crowd) -> None:
    _ = crowd.reported
    _open(table, "/you", "main")
    name = "Mika"
    answer = table.page.request.post(
        "/api/me/passphrase", data={"name": name, "passphrase": "correct horse"}, headers={"X-Forwarded-For": name}
    )
    assert answer.ok, answer.status
    crowd.grant(name)
    _open(table, "/moderate", ".cx")
    table.page.locator(".queue").get_by_text("Dmitri").click()
    expect(table.page.locator(".cx .fl").first).to_be_visible()


CROWDED: dict[str, Callable[[Table, Crowd], None]] = {
    "lobby": lobby,
    "lively_home": lively_home,
    "spectator": spectator,
    "profile": profile,
    "tournament": tournament,
    "tournament_list": tournament_list,
    "moderate": moderate,
}
"""Screens with the people of a crowd."""

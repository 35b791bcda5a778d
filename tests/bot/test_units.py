"""Unit tests of the bot: timing, policy, room view, addresses, brain driver."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gomoku.bot.bot import room_id
from gomoku.bot.brain_driver import BrainDriver
from gomoku.bot.cli import _clock
from gomoku.bot.connection import socket_address
from gomoku.bot.errors import BotError
from gomoku.bot.policy import ABSENCE_TIMEOUT, BotProfile, Intent, next_action
from gomoku.bot.room_view import Gap, RoomView
from gomoku.bot.timing import MIN_MOVE_TIME, AnswerTime, turn_of
from gomoku.rules import Game, Player, Rules
from gomoku.server.rooms import clocks, referee, views
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.room import Room, apply
from gomoku.server.wire import messages
from gomoku.server.wire.messages import RoomCommand
from gomoku.server.wire.values import ByoYomi, Fischer, NoClock, OfferKind, Options, RoomKind, TimeLeft
from tests.bot.conftest import BRAIN

BOT = "bot-0123456789abcdef"

# --- timing ---

RULES = st.one_of(
    st.builds(Fischer, st.integers(1_000, 3_600_000), st.integers(0, 60_000)),
    st.builds(ByoYomi, st.integers(0, 3_600_000), st.integers(1, 10), st.integers(1_000, 120_000)),
)


@given(RULES, st.data(), st.floats(0.05, 600), st.floats(0, 2))
def test_a_turn_never_uses_all_the_time(rule, data, most, lag):
    """For any clock, the time sent to the brain plus latency fits into the time left."""
    main = data.draw(st.integers(0, rule.time))
    periods = data.draw(st.integers(1, rule.periods)) if isinstance(rule, ByoYomi) else 0
    left = TimeLeft(main, periods)
    turn = turn_of(rule, clocks.shown(rule, left, 0), most, lag)
    assert turn.move >= MIN_MOVE_TIME
    if turn.move > MIN_MOVE_TIME:
        assert turn.move <= most
        assert turn.move + lag <= clocks.allowance(rule, left) / 1000
    if turn.late > MIN_MOVE_TIME:
        assert turn.move + turn.late + lag <= clocks.allowance(rule, left) / 1000 + 1e-6
    if turn.game is not None:
        assert turn.game <= max(MIN_MOVE_TIME, main / 1000)


def test_without_a_clock_the_maximum_holds():
    assert turn_of(NoClock(), None, 5, 1) == AnswerTime(5, None, 30)


def test_a_long_game_is_played_on_a_short_clock():
    """A brain that uses all of its time still has some after ninety moves in two minutes."""
    rule = Fischer(120_000, 0)
    left = TimeLeft(rule.time)
    for _ in range(90):
        turn = turn_of(rule, clocks.shown(rule, left, 0), 60, 0.3)
        left = clocks.after(rule, left, round(1000 * turn.move) + 100)
    assert left.main > 0


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("none", NoClock()),
        ("5+3", Fischer(300_000, 3_000)),
        ("0.5+0", Fischer(30_000, 0)),
        ("5+3x30", ByoYomi(300_000, 3, 30_000)),
    ],
)
def test_clocks_are_parsed(text, clock):
    assert _clock(text) == clock


# --- policy and room view ---


class Side:
    """A room and its rules, without a server."""

    def __init__(self, **options: Any) -> None:
        command = messages.Create(
            "c", Options(**options), messages.Me("Ann"), messages.OpenSeat(), RoomKind.LISTED, title="T"
        )
        created = referee.create(command, "ann", 0)
        self.room: Room = apply("r", None, created)
        self.view = RoomView(self.snapshot)
        self.now = 0

    @property
    def snapshot(self) -> messages.Snapshot:
        return views.snapshot_of(self.room, 0)

    def give(self, command: RoomCommand, by: str) -> None:
        """Execute a command; the bot receives the updates as over the wire."""
        for event in referee.decide(self.room, command, Actor(by), self.now):
            self._happens(event)

    def time(self, now: int) -> None:
        self.now = now
        for event in referee.due(self.room, now):
            self._happens(event)

    def _happens(self, event: Any) -> None:
        after = apply("r", self.room, event)
        update = views.update_of(self.room, event, after, self.now)
        self.room = after
        self.view.take(msgspec.json.decode(msgspec.json.encode(update), type=messages.Update))

    def action(
        self, more: bool = True, asked: bool = False, accepts: tuple[OfferKind, ...] = ()
    ) -> RoomCommand | Intent:
        found = next_action(self.view, BOT, BotProfile("Bot", frozenset(accepts)), more, asked, self.now)
        return found if isinstance(found, Intent) else found("x")

    def follow(self) -> None:
        """Execute the bot's next command."""
        action = self.action()
        assert not isinstance(action, Intent), action
        self.give(action, BOT)

    @classmethod
    def playing(cls, **options: Any) -> "Side":
        side = cls(**options)
        side.follow()  # sits down
        side.follow()  # is ready
        side.give(messages.Ready("r1", "r", True), "ann")
        side.time(10_000)
        assert side.room.began
        return side


def test_it_sits_down_and_gets_ready_and_plays():
    side = Side()
    assert isinstance(side.action(), messages.Sit)
    side.follow()
    assert isinstance(side.action(), messages.Ready)
    side.follow()
    assert side.action() is Intent.WAIT
    side.give(messages.Configure("o", "r", Options(rules="renju")), "ann")
    assert isinstance(side.action(), messages.Ready), "other options: it says so again"
    side.follow()
    side.give(messages.Ready("r1", "r", True), "ann")
    assert side.action() is Intent.WAIT
    side.time(10_000)
    assert side.action() is Intent.WAIT, "the other one begins"
    side.give(messages.Play("p", "r", (7, 7), 0), "ann")
    assert side.action() is Intent.THINK
    assert side.view.game.moves == ((7, 7),)


def test_a_game_of_a_tournament_is_played_once():
    side = Side.playing()
    side.room = replace(side.room, tournament="t")
    side.view = RoomView(side.snapshot)
    assert side.action(more=False) is Intent.WAIT, "the other one begins"
    side.give(messages.Play("p", "r", (7, 7), 0), "ann")
    assert side.action(more=False) is Intent.THINK
    side.give(messages.Resign("q", "r"), "ann")
    assert side.action() is Intent.DONE, "it offers no rematch"


def test_no_free_seat():
    side = Side()
    side.give(messages.Sit("s", "r", Player.P2, messages.Me("Bob")), "bob")
    assert side.action() is Intent.FULL


@pytest.mark.parametrize("kind", [messages.Undo, messages.OfferDraw, messages.Cancel, messages.Pause, messages.Restart])
def test_offers_are_answered(kind):
    side = Side.playing()
    side.give(messages.Play("p", "r", (7, 7), 0), "ann")
    side.give(kind("u", "r"), "ann")
    offer = side.room.offers[0].kind
    denied, granted = side.action(), side.action(accepts=(offer,))
    assert isinstance(denied, messages.Reply)
    assert isinstance(granted, messages.Reply)
    assert (denied.accept, granted.accept) == (False, True)


def test_an_undo_is_applied():
    side = Side.playing()
    side.give(messages.Play("p", "r", (7, 7), 0), "ann")
    side.give(messages.Undo("u", "r"), "ann")
    side.give(messages.Reply("y", "r", OfferKind.UNDO, True), BOT)
    assert side.view.game.moves == ()
    assert side.view.game.rows() == list(side.room.game.rows())


def test_after_the_end_it_asks_for_another_game_or_leaves():
    side = Side.playing()
    before = side.view.game_id
    side.give(messages.Resign("x", "r"), "ann")
    assert side.view.game_id == before
    assert side.action(more=False) is Intent.DONE
    assert isinstance(side.action(), messages.Restart)
    assert side.action(asked=True) is Intent.WAIT
    side.give(messages.Restart("y", "r"), "ann")
    answer = side.action(asked=True)
    assert isinstance(answer, messages.Reply)
    assert answer.accept
    side.give(answer, BOT)
    assert side.view.game_id != before, "another game, though no stone was played in the first"
    assert side.view.game.moves == ()
    seat = side.view.seat_of(BOT)
    assert seat is not None
    assert seat.player is Player.P1, "places are changed"


def test_an_absent_opponent_loses_or_is_left():
    side = Side.playing()
    side.give(messages.Play("p", "r", (7, 7), 0), "ann")
    side.give(messages.Play("q", "r", (8, 8), 1), BOT)
    from gomoku.server.rooms import seating

    for event in seating.presence(side.room, "ann", False, side.now):
        side._happens(event)
    assert side.action() is Intent.WAIT
    side.now += seating.ABSENCE_TIMEOUT
    assert isinstance(side.action(), messages.Claim)
    side.follow()
    side.now += ABSENCE_TIMEOUT + 1
    assert side.action() is Intent.DONE


def test_a_gap_is_detected():
    side = Side()
    before = side.view
    twin = RoomView(side.snapshot)
    side.follow()
    side.follow()
    with pytest.raises(Gap):
        twin.take(msgspec.structs.replace(views.update_of(side.room, _readied(), side.room, 0), seq=99))
    twin.take(side.snapshot)
    assert (twin.seq, twin.state) == (before.seq, side.snapshot.state)


def _readied() -> Any:
    from gomoku.server.wire.events import ReadyChanged

    return ReadyChanged(at=0, player=Player.P2, ready=True)


# --- addresses ---


@pytest.mark.parametrize(
    ("url", "socket"),
    [
        ("http://127.0.0.1:8420", "ws://127.0.0.1:8420/ws"),
        ("https://play.example/", "wss://play.example/ws"),
        ("play.example:80", "ws://play.example:80/ws"),
        ("https://play.example/room/ab12", "wss://play.example/ws"),
    ],
)
def test_addresses(url, socket):
    assert socket_address(url) == socket


@pytest.mark.parametrize("url", ["", "ftp://x", "http://", "http://x:99999", "http://x:y"])
def test_invalid_addresses(url):
    with pytest.raises(BotError):
        socket_address(url)


def test_rooms_are_named_by_address_or_id():
    assert room_id("https://play.example/room/ab-12_") == room_id("ab-12_") == "ab-12_"
    for wrong in ("", "https://play.example/", "a b", "x" * 41):
        with pytest.raises(BotError):
            room_id(wrong)


# --- brain driver ---


@pytest.fixture(scope="module")
def driver():
    driver = BrainDriver(BRAIN, 70, {})
    driver.check()
    yield driver
    driver.close()


def test_our_brain_knows_our_rules(driver):
    assert driver.can_play(Rules.preset("42"))
    assert driver.can_play(Rules.parse("pente;size=15"))


def test_a_brain_continues_a_game_with_captures(driver):
    """As after a restart: captured stones are not on the board, but count."""
    game = Game(Rules.preset("42", size=15))
    for cell in ("H8", "I8", "A1", "J8", "K8", "C3"):
        game.play(cell)
    assert game.taken[game.to_move] == 2
    for name in (("a", 1, 0), ("a", 1, 0), ("b", 1, 0)):
        (answer,) = driver.answers(game, name, AnswerTime(0.1, None, 5))
        assert game.why_illegal(answer) is None


def test_swap2_by_the_brain(driver):
    game = Game(Rules.parse("freestyle;size=15"), "swap2")
    answers = driver.answers(game, ("s", 1, 0), AnswerTime(0.2, None, 5))
    assert len(answers) == 3
    for answer in answers:
        game.decide(answer)
    (first, *rest) = driver.answers(game, ("t", 1, 0), AnswerTime(0.2, None, 5))
    game.decide(first)
    for answer in rest:
        game.decide(answer)

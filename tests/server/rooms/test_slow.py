"""Slow games as pure functions: vacations stop clocks, conditional moves answer at once."""

import pytest

from gomoku.rules import Player
from gomoku.server.rooms import referee, seating, slow
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.room import Room, apply, fold, from_bytes, to_bytes
from gomoku.server.rooms.slow import Facts, Plan
from gomoku.server.wire import events
from gomoku.server.wire import room_commands as commands
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.values import (
    DAY,
    Correspondence,
    EndedBy,
    OfferKind,
    Open,
    Options,
    Person,
    RoomKind,
    Vacation,
)

ANN, BOB = Person("ann", "Ann"), Person("bob", "Bob")


def waiting(days: int = 3) -> Room:
    """A slow game that waits for an opponent."""
    options = Options("freestyle", clock=Correspondence(days))
    created = events.Created(at=0, by="ann", kind=RoomKind.LISTED, options=options, holders=(ANN, Open()))
    return apply("room", None, created)


def begun(days: int = 3) -> Room:
    room = waiting(days)
    sit = commands.Sit("1", "room", Player.P2, commands.Me("Bob"))
    return fold("room", referee.decide(room, sit, Actor("bob"), 0), room)


def play(room: Room, who: str, cell: tuple[int, int], now: int, facts: Facts = slow.NO_FACTS) -> Room:
    command = commands.Play("1", "room", cell, room.ply)
    happened = slow.answered(room, referee.decide(room, command, Actor(who), now), facts, now)
    return fold("room", happened, room)


def refusal(act, *given) -> Reason:
    with pytest.raises(Refusal) as refused:
        act(*given)
    return refused.value.reason


def test_it_begins_as_soon_as_the_opponent_sits_down():
    assert not waiting().began
    room = begun()
    assert room.is_running
    assert referee.deadline(room) == 3 * DAY + 1, "the first move has the time of every move"


def test_every_move_has_its_days():
    room = play(play(begun(), "ann", (7, 7), 2 * DAY), "bob", (8, 8), 5 * DAY)
    assert referee.due(room, 8 * DAY) == ()
    (ended,) = referee.due(room, 8 * DAY + 1)
    assert isinstance(ended, events.Ended)
    assert (ended.by, ended.winner) == (EndedBy.TIME, Player.P2)


def test_players_are_never_disconnected_and_an_offer_waits_for_days():
    room = begun()
    assert seating.presence(room, "ann", False, 5) == ()
    assert room.is_listed
    room = play(room, "ann", (7, 7), 10)
    (offered,) = referee.decide(room, commands.OfferDraw("2", "room"), Actor("ann"), 20)
    assert isinstance(offered, events.Offered)
    assert (offered.kind, offered.until) == (OfferKind.DRAW, 20 + 3 * DAY)


def test_it_is_played_online_by_people_and_seen_at_once():
    def create(**changes):
        given = {"clock": Correspondence(1), **changes.pop("options", {})}
        seats = {"first": commands.Me("Ann"), "second": commands.OpenSeat(), "kind": RoomKind.LISTED, **changes}
        return referee.create(commands.Create("1", Options(**given), **seats), "ann", 0)

    create()
    assert refusal(lambda: create(second=commands.AiSeat())) is Reason.BAD_OPTIONS
    assert refusal(lambda: create(kind=RoomKind.LOCAL, second=commands.Me("Bob"))) is Reason.BAD_OPTIONS
    assert refusal(lambda: create(options={"delay": 1000})) is Reason.BAD_OPTIONS
    sit = commands.Sit("1", "room", Player.P2, commands.AiSeat())
    assert refusal(referee.decide, waiting(), sit, Actor("ann"), 0) is Reason.BAD_OPTIONS


# --- vacations ---


def with_vacation(room: Room, since: int, until: int, now: int, visitor: str = "ann") -> Room:
    facts = Facts({visitor: Vacation(since, until)})
    return fold("room", slow.pending(room, facts, now), room)


def test_a_vacation_stops_the_clock_of_the_own_turn_only():
    room = with_vacation(begun(), DAY, 6 * DAY, DAY)
    assert referee.deadline(room) == 8 * DAY + 1
    assert room.elapsed(4 * DAY) == DAY
    assert room.elapsed(7 * DAY) == 2 * DAY
    room = play(room, "ann", (7, 7), 4 * DAY)
    assert referee.deadline(room) == 7 * DAY + 1, "the opponent's clock runs"
    room = play(room, "bob", (8, 8), 5 * DAY)
    assert referee.deadline(room) == 9 * DAY + 1, "it is stopped until the vacation is over"
    assert slow.pending(room, Facts({"ann": Vacation(DAY, 6 * DAY)}), 5 * DAY) == (), "and is not announced twice"


def test_a_vacation_ends_early_and_a_second_one_adds_to_the_first():
    room = with_vacation(begun(), DAY, 6 * DAY, DAY)
    room = with_vacation(room, DAY, 2 * DAY, 2 * DAY)
    assert referee.deadline(room) == 4 * DAY + 1
    room = with_vacation(room, 3 * DAY, 5 * DAY, 3 * DAY)
    assert referee.deadline(room) == 6 * DAY + 1
    assert from_bytes(to_bytes(room)).vacations == room.vacations


def test_a_vacation_that_ended_before_the_game_is_ignored():
    room = begun()
    assert with_vacation(room, -2 * DAY, -DAY, DAY) is room


# --- conditional moves ---


def planned(room: Room, who: str, *lines) -> Facts:
    return Facts(plans={who: slow.checked_plan(room, lines, Actor(who))})


def test_the_planned_answer_comes_with_the_move_it_answers():
    room = play(begun(), "ann", (7, 7), 0)
    facts = planned(room, "ann", ((8, 8), (6, 6), (5, 5), (9, 9)), ((1, 1), (2, 2)))
    after = play(room, "bob", (8, 8), DAY, facts)
    assert [action.cell for action in after.actions] == [(7, 7), (8, 8), (6, 6)]
    assert after.actions[-1].ms == 0
    after = play(after, "bob", (5, 5), 2 * DAY, facts)
    assert after.ply == 5
    other = play(room, "bob", (3, 3), DAY, facts)
    assert other.ply == 2
    assert other.to_act is Player.P1


def test_plans_of_both_play_a_whole_line():
    room = play(begun(), "ann", (7, 7), 0)
    facts = planned(room, "ann", ((8, 8), (6, 6), (5, 5), (9, 9)))
    reached = play(room, "bob", (8, 8), 1)
    mine = Plan(slow.digest(reached, 2), 2, (((6, 6), (5, 5)),))
    after = play(room, "bob", (8, 8), 1, Facts(plans={**facts.plans, "bob": mine}))
    assert [action.cell for action in after.actions[3:]] == [(5, 5), (9, 9)]


def test_a_plan_is_void_after_an_undo_and_what_was_missed_is_caught_up():
    room = play(begun(), "ann", (7, 7), 0)
    facts = planned(room, "ann", ((8, 8), (6, 6)))
    unanswered = play(room, "bob", (8, 8), 1)
    (placed,) = slow.pending(unanswered, facts, 2)
    assert isinstance(placed, events.Placed)
    assert placed.cell == (6, 6)
    undone = apply("room", room, events.Undone(at=3, count=1))
    assert play(play(undone, "ann", (0, 0), 4), "bob", (8, 8), 5, facts).ply == 2


def test_what_a_plan_may_be():
    room = play(begun(), "ann", (7, 7), 0)

    def plan(*lines, who="ann"):
        return slow.checked_plan(room, lines, Actor(who))

    assert refusal(lambda: plan(((8, 8),))) is Reason.BAD_OPTIONS
    assert refusal(lambda: plan(((8, 8), (6, 6)), ((8, 8), (5, 5)))) is Reason.BAD_OPTIONS
    assert refusal(lambda: plan(((7, 7), (6, 6)))) is Reason.OCCUPIED
    assert refusal(lambda: plan(((8, 8), (6, 6)), who="bob")) is Reason.NOT_YOUR_MOVE
    assert refusal(lambda: plan(((8, 8), (6, 6)), who="cat")) is Reason.NOT_SEATED
    assert plan().lines == ()

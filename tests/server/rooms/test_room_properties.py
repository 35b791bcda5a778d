"""Property tests: no sequence of commands violates the invariants of a room."""

from functools import cache
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine

from gomoku.server.people.games import rating_store
from gomoku.server.rooms import referee, room, seating, views
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.rating import ratings
from gomoku.server.rooms.room import PLAYERS, Room, apply, fold, visitor_at
from gomoku.server.storage.tables import metadata
from gomoku.server.wire import events
from gomoku.server.wire.events import Event
from gomoku.server.wire.messages import encode
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import EndedBy, Fischer, Options, Person, Phase, RoomKind
from tests.server import random_commands

START = 1_000_000


def other_person(before: Room, visitor: str) -> bool:
    """Does another person play as well?"""
    return any(isinstance(holder, Person) and holder.visitor != visitor for holder in before.holders)


def check_state(now: Room, moment: int):
    """Invariants of every state."""
    assert now.ply == len(now.game.actions) <= len(now.actions)
    assert now.game.can_redo == (len(now.actions) > now.ply)
    assert now.stones[0] is not now.stones[1]
    if now.clocks:
        assert all(left.main >= 0 and left.periods >= 0 for left in now.clocks)
    for seat in views.state_of(now, moment).seats:
        assert seat.clock is None or (seat.clock.left >= 0 and seat.clock.periods >= 0)
    outcome = now.outcome
    assert (outcome is not None) == (now.phase is Phase.OVER)
    if outcome is not None:
        assert now.to_act is None
        assert now.ai_due is None
        assert (outcome.winner is None) == (outcome.player is None)
        assert outcome.winner is None or outcome.by not in (EndedBy.AGREEMENT, EndedBy.CANCELLED, EndedBy.FULL)
    if now.kind is RoomKind.LOCAL:
        assert now.phase in (Phase.PLAYING, Phase.OVER)
    for one, other in pairwise(now.offers):
        assert (one.kind, one.by) != (other.kind, other.by)
    deadline = referee.deadline(now)
    assert deadline is None or referee.due(now, deadline)


def check_step(before: Room, by: Actor, happened: tuple[Event, ...], after: Room):
    """Invariants of every transition."""
    if before.kind is RoomKind.LOCAL and by.visitor and by.visitor != before.owner:
        assert all(isinstance(event, events.Said) for event in happened), "a stranger changed a local game"
    for event in happened:
        if isinstance(event, events.Placed | events.Decided):
            assert event.player is before.to_act
            assert by.engine_of is event.player or visitor_at(before.holder(event.player)) == by.visitor
            assert not before.paused
        if isinstance(event, events.Undone | events.Restarted) and by.visitor and other_person(before, by.visitor):
            accepted = [e for e in happened if isinstance(e, events.OfferClosed) and e.how == "accepted"]
            assert accepted, "undone without consent"
            asker = visitor_at(before.holder(accepted[0].player))
            assert asker != by.visitor
    if before.kind is not RoomKind.LOCAL:
        for player in PLAYERS:
            was, now = visitor_at(before.holder(player)), visitor_at(after.holder(player))
            if was and was != now and not any(isinstance(event, events.Restarted) for event in happened):
                stood = [e for e in happened if isinstance(e, events.Stood) and e.player is player]
                assert stood, "a seat was lost"
                assert by.visitor in ((before.owner,) if stood[0].kicked else (was,))


@cache
def empty_database() -> Connection:
    connection = create_engine("sqlite://").connect()
    metadata.create_all(connection)
    return connection


async def no_ratings(work):
    """Read from a database without ratings."""
    return work(empty_database())


def rated(state: Room, happened: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events with their `rated` events, as the server stores them."""
    rooms = [state]
    for event in happened:
        rooms.append(apply("room", rooms[-1], event))
    try:
        rating_store.with_ratings(no_ratings, happened, rooms).send(None)
    except StopIteration as done:
        added: tuple[Event, ...] = done.value[0]
        return added
    raise AssertionError("the coroutine did not finish")


def check_ratings(state: Room, happened: tuple[Event, ...], counted: set[int]):
    """Each finished rated game is rated exactly once, and nothing else is."""
    for event in happened:
        if state.is_rated:
            assert not isinstance(event, events.Undone | events.HintRequested | events.Paused)
            assert all(isinstance(holder, Person) or holder.__class__.__name__ == "Open" for holder in state.holders)
        following = apply("room", state, event)
        if isinstance(event, events.Rated) and event.changes is not None:
            assert state.phase is Phase.OVER
            assert state.is_rated
            assert state.ply >= ratings.MIN_ACTIONS
            assert state.outcome is not None
            assert state.outcome.by is not EndedBy.CANCELLED
            assert state.round not in counted, "a game was rated twice"
            counted.add(state.round)
        elif state.is_rated and state.phase is Phase.OVER and state.changes is None and following.changes is None:
            assert not ratings.needs_rating_update(state), "a game was not rated"
        for holder, elo in zip(following.holders, following.elos, strict=True):
            assert elo is None or isinstance(holder, Person), "a rating without a person"
        state = following


def check_updates(state: Room, happened: tuple[Event, ...], now: int):
    """Applying the updates rebuilds the list of actions."""
    for event in happened:
        following = apply("room", state, event)
        update = views.update_of(state, event, following, now)
        encode(update)
        rebuilt = (*state.actions[: state.ply][: update.keep], *update.actions)
        assert rebuilt == following.actions[: following.ply]
        state = following


@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 2**32), steps=st.integers(40, 120))
def test_random_commands_keep_the_invariants(seed, steps):
    rng = Random(seed)
    try:
        created = referee.create(random_commands.creation(rng), "ann", START)
    except Refusal:
        return
    try_out(rng, [created], steps)


def test_rated_games_are_rated_once():
    """The same from the start of a rated game between two people."""
    games = 0
    for seed in range(40):  # few last the ten moves of a rated game
        rng = Random(seed)
        options = Options("freestyle", clock=Fischer(60_000, 1000), rated=True)
        people = (Person("ann"), Person("bob"))
        created = events.Created(at=START, by="ann", kind=RoomKind.LISTED, options=options, holders=people)
        games += try_out(rng, [created, events.Started(at=START)], 90)
    assert games > 5, games


def try_out(rng: Random, history: list[Event], steps: int) -> int:
    """Run random commands in a room. Returns the number of rated games."""
    now = START
    state = fold("room", history)
    counted: set[int] = set()
    for _ in range(steps):
        now += rng.choice((0, 0, 10, 400, 400, 2_000, 30_000))
        happened = referee.due(state, now)
        if happened:
            happened = rated(state, happened)
            check_ratings(state, happened, counted)
            history += happened
            state = fold("room", happened, state)
            check_state(state, now)
        by = random_commands.actor(rng, state)
        before = room.to_bytes(state)
        try:
            happened = referee.decide(state, random_commands.command(rng, state), by, now)
        except Refusal:
            happened = ()
        assert room.to_bytes(state) == before, "deciding changed the room"
        if not happened and rng.random() < 0.1:
            happened = seating.presence(state, by.visitor, rng.random() < 0.5, now)
        if not happened:
            continue
        happened = rated(state, happened)
        check_ratings(state, happened, counted)
        after = fold("room", happened, state)
        check_step(state, by, happened, after)
        check_updates(state, happened, now)
        check_state(after, now)
        state = after
        history += happened
    again = fold("room", history)
    assert room.to_bytes(again) == room.to_bytes(state), "the fold is not deterministic"
    assert room.to_bytes(room.from_bytes(room.to_bytes(state))) == room.to_bytes(state), "a snapshot changed the room"
    encode(views.snapshot_of(state, now))
    encode(views.summary_of(state))
    return len(counted)

"""Elo ratings: rating changes, which games are rated, exactly-once updates."""

import asyncio

import pytest
from sqlalchemy import select

from gomoku.rules import Player
from gomoku.server.people import rating_store
from gomoku.server.rooms import ratings, records, referee, seating
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.room import Room, apply, fold
from gomoku.server.storage.store import Conflict, Store
from gomoku.server.storage.tables import rated_game, rating
from gomoku.server.wire import events, messages
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Elo, EndedBy, Fischer, Options, Person, RoomKind
from tests.server.storage.test_store import read

CLOCK = Fischer(300_000, 3_000)
FIVE = [(0, 0), (0, 9), (1, 0), (1, 9), (2, 0), (2, 9), (3, 0), (3, 9), (4, 0)]
"""The first player wins with the ninth stone."""


def created(options: Options | None = None, kind: RoomKind = RoomKind.LISTED) -> events.Created:
    people = (Person("ann", "Ann"), Person("bob", "Bob"))
    return events.Created(
        at=1, by="ann", kind=kind, options=options or Options("freestyle", clock=CLOCK, rated=True), holders=people
    )


def playing(plies: int = 0, room_id: str = "room", options: Options | None = None) -> Room:
    room = fold(room_id, [created(options), events.Started(at=2)])
    for cell in FIVE[:plies]:
        assert room.to_act is not None
        room = apply(room_id, room, events.Placed(at=3, player=room.to_act, cell=cell, ms=100))
    return room


def decide(room: Room, command: messages.RoomCommand, visitor: str) -> tuple[Room, tuple[events.Event, ...]]:
    happened = referee.decide(room, command, Actor(visitor), 10)
    return fold(room.id, happened, room), happened


# --- rating changes ---


def test_changes_depend_on_the_expected_score():
    old = Elo(1500, 30, False)
    strong = Elo(1900, 30, False)
    assert ratings.rating_changes((old, old), 1) == (10, -10)
    assert ratings.rating_changes((old, old), 0.5) == (0, 0)
    assert ratings.rating_changes((strong, old), 1) == (2, -2)
    assert ratings.rating_changes((strong, old), 0) == (-18, 18)
    new = ratings.NEW_PLAYER
    assert ratings.rating_changes((new, old), 1) == (20, -10), "provisional K-factor"
    assert ratings.rating_changes((Elo(105, 30, False), Elo(105, 30, False)), 0) == (-5, 10), "rating floor"


def test_rating_is_provisional_for_ten_games():
    elo = ratings.NEW_PLAYER
    for _ in range(9):
        elo = ratings.updated(elo, 1)
    assert elo == Elo(1509, 9, True)
    assert ratings.updated(elo, 1) == Elo(1510, 10, False)


# --- rated games ---


@pytest.mark.parametrize(
    ("rules", "pool"),
    [("42", "42"), ("42;size=15", "42"), ("42;size=11", None), ("42;three=flank", None), ("renju", "renju")],
)
def test_only_unmodified_rule_sets_are_rated(rules, pool):
    assert ratings.pool_of(rules) == pool


def test_only_finished_games_are_rated():
    assert not ratings.needs_rating_update(playing(8))
    assert ratings.needs_rating_update(playing(9))
    for plies, counts in ((5, False), (6, True)):
        after, _ = decide(playing(plies), messages.Resign("c", "room"), "ann")
        assert ratings.needs_rating_update(after) is counts, plies


def test_games_that_are_not_rated():
    over = playing(9)
    assert ratings.needs_rating_update(over)
    casual = playing(9, options=Options("freestyle", clock=CLOCK))
    assert not ratings.needs_rating_update(casual)
    room = playing(7)
    cancelled = apply("room", room, events.Ended(at=9, by=EndedBy.CANCELLED))
    assert not ratings.needs_rating_update(cancelled)
    counted = apply("room", over, events.Rated(at=9, elos=(ratings.NEW_PLAYER, ratings.NEW_PLAYER), changes=(20, -20)))
    assert not ratings.needs_rating_update(counted), "already rated"
    alone = apply("room", playing(8), events.Sat(at=9, player=Player.P2, holder=Person("ann", "Ann")))
    assert not ratings.needs_rating_update(
        fold("room", [events.Placed(at=9, player=Player.P1, cell=(4, 0), ms=1)], alone)
    )


@pytest.mark.parametrize(
    "options",
    [
        Options("freestyle", rated=True),
        Options("42;three=flank", clock=CLOCK, rated=True),
        Options("42;size=11", clock=CLOCK, rated=True),
    ],
)
def test_options_that_cannot_be_rated(options):
    make = messages.Create("c", options, messages.Me("Ann"), messages.OpenSeat(), RoomKind.LISTED)
    with pytest.raises(Refusal) as refused:
        referee.create(make, "ann", 1)
    assert refused.value.reason == "bad_options"


def test_rated_games_are_between_people():
    options = Options(clock=CLOCK, rated=True)
    for kind, other, reason in (
        (RoomKind.LISTED, messages.AiSeat(), "rated"),
        (RoomKind.LOCAL, messages.Me(), "bad_options"),
    ):
        with pytest.raises(Refusal) as refused:
            referee.create(messages.Create("c", options, messages.Me("Ann"), other, kind), "ann", 1)
        assert refused.value.reason == reason
    make = messages.Create("c", options, messages.Me("Ann"), messages.OpenSeat(), RoomKind.LISTED)
    room = apply("room", None, referee.create(make, "ann", 1))
    for who, visitor in ((messages.AiSeat(), "ann"), (messages.Me("x"), "bot-" + "x" * 16)):
        with pytest.raises(Refusal) as refused:
            decide(room, messages.Sit("c", "room", Player.P2, who), visitor)
        assert refused.value.reason == "rated"


def test_no_hint_undo_pause_or_restart_in_a_rated_game():
    room = playing(6)
    for command in (messages.Hint, messages.Undo, messages.Pause, messages.Restart):
        with pytest.raises(Refusal) as refused:
            decide(room, command("c", "room"), "ann")
        assert refused.value.reason == "rated", command
    assert decide(room, messages.Cancel("c", "room"), "ann")[0].offers, "it can be cancelled by consent"
    over, _ = decide(room, messages.Resign("c", "room"), "ann")
    assert decide(over, messages.Restart("c", "room"), "ann")[0].offers, "a rematch is possible"


def test_kick_loses_a_rated_game():
    room, happened = decide(playing(7), messages.Kick("c", "room", Player.P2), "ann")
    ended = happened[0]
    assert isinstance(ended, events.Ended)
    assert (ended.by, ended.winner) == (EndedBy.RESIGNATION, Player.P2)
    assert room.phase == "seating"
    assert seating.COUNTDOWN


# --- exactly once ---


def run(work):
    return asyncio.run(work)


async def put(store: Store, room: Room) -> None:
    """Store a room in this state with a shortened history."""
    first = created(room.options)
    await store.create(apply(room.id, None, first), first)
    before = apply(room.id, None, first)
    history: list[events.Event] = [events.Started(at=2)]
    state = fold(room.id, history, before)
    for action in room.actions[: room.ply]:
        assert state.to_act is not None
        assert action.cell is not None
        history.append(events.Placed(at=3, player=state.to_act, cell=action.cell, ms=100))
        state = fold(room.id, history[-1:], state)
    await store.append(before, state, history)


async def end(store: Store, room: Room, happened: tuple[events.Event, ...]) -> Room:
    """Append events with ratings, as the hub does."""
    rooms = [room]
    for event in happened:
        rooms.append(apply(room.id, rooms[-1], event))
    happened, rooms, rating_update = await rating_store.with_ratings(store.read, happened, rooms)
    finished = records.archived(zip(rooms, happened, strict=False))
    await store.append(room, rooms[-1], happened, None, finished, rating_update)
    return rooms[-1]


def tables(url):
    async def read():
        store = await Store.open(url)
        columns = (rating.c.visitor, rating.c.value, rating.c.games, rating.c.wins, rating.c.draws)
        ratings_ = await store.read(
            lambda connection: connection.execute(select(*columns).order_by(rating.c.visitor)).all()
        )
        changes = select(rated_game.c.first_change, rated_game.c.second_change)
        games = await store.read(lambda connection: connection.execute(changes).all())
        await store.close()
        return ratings_, games

    return run(read())


RESIGNED = (events.Ended(at=9, by=EndedBy.RESIGNATION, winner=Player.P2),)


def test_concurrent_processes_rate_a_game_once(url):
    async def work():
        one, other = await Store.open(url), await Store.open(url)
        room = playing(7)
        await put(one, room)
        current = await read(one, "room")
        results = await asyncio.gather(
            *(end(store, current, RESIGNED) for store in (one, other, one, other)), return_exceptions=True
        )
        assert sum(isinstance(result, Room) for result in results) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 3
        over = await read(other, "room")
        assert over.changes == (-20, 20)
        assert over.elos == (Elo(1480, 1, True), Elo(1520, 1, True))
        await one.close()
        await other.close()

    run(work())
    assert tables(url) == ([("ann", 1480, 1, 0, 0), ("bob", 1520, 1, 1, 0)], [(-20, 20)])


def test_games_that_end_concurrently_are_all_rated(url):
    """Ten games of the same two players: conflicting writers retry, and the sums are right."""

    async def work():
        stores = [await Store.open(url) for _ in range(2)]
        for number in range(10):
            await put(stores[0], playing(7, f"room{number}"))

        async def insist(number):
            store = stores[number % 2]
            for _ in range(50):
                try:
                    return await end(store, await read(store, f"room{number}"), RESIGNED)
                except Conflict:
                    await asyncio.sleep(0)  # one turn of the event loop
            raise AssertionError("never")

        await asyncio.gather(*map(insist, range(10)))
        for store in stores:
            await store.close()

    run(work())
    now, games = tables(url)
    assert len(games) == 10
    assert [(name, played, won) for name, _, played, won, _ in now] == [("ann", 10, 0), ("bob", 10, 10)]
    assert now[0][1] == 1500 + sum(first for first, _ in games)
    assert now[1][1] == 1500 + sum(second for _, second in games)


def test_leaving_player_is_rated_and_the_game_is_archived(url):
    async def work():
        store = await Store.open(url)
        await put(store, playing(7))
        room = await read(store, "room")
        left = referee.decide(room, messages.Stand("c", "room", Player.P1), Actor("ann"), 10)
        after = await end(store, room, left)
        assert after.changes is None
        assert after.elos == (None, Elo(1520, 1, True))
        lines, _ = await store.games("ann")
        assert [(line.changes, line.rated, line.names) for line in lines] == [((-20, 20), True, ("Ann", "Bob"))]
        await store.close()

    run(work())


def test_leaderboard_and_rank(url):
    async def work():
        store = await Store.open(url)
        for number in range(12):
            await put(store, playing(7, f"room{number}"))
            await end(store, await read(store, f"room{number}"), RESIGNED)
        board = await store.read(lambda connection: rating_store.leaderboard(connection, "freestyle", "ann"))
        assert [(line.rank, line.name, line.me, line.wins, line.losses) for line in board.lines] == [
            (1, "Bob", False, 12, 0),
            (2, "Ann", True, 0, 12),
        ]
        assert board.total == 2
        assert board.mine is not None
        assert board.mine.rank == 2
        other = await store.read(lambda connection: rating_store.leaderboard(connection, "renju", "ann"))
        assert (other.lines, other.total, other.mine) == ((), 0, None)
        (standing,) = await store.read(lambda connection: rating_store.standings(connection, "bob"))
        assert (standing.rules, standing.rank, standing.wins) == ("freestyle", 1, 12)
        await store.close()

    run(work())

"""Ratings: which games are rated, what they change, exactly-once updates."""

import asyncio
from functools import partial

import pytest
from sqlalchemy import insert, select

from gomoku.rules import Player
from gomoku.server.people import origins
from gomoku.server.people.games import rating_store
from gomoku.server.rooms import records, referee, seating
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.rating import glicko, ratings
from gomoku.server.rooms.rating.glicko import GameScore, Glicko
from gomoku.server.rooms.rating.ratings import PlayerRating
from gomoku.server.rooms.room import Room, apply, fold
from gomoku.server.storage.store import Conflict, Store
from gomoku.server.storage.tables import rated_game, rating, visitor
from gomoku.server.wire import events, messages
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Elo, EndedBy, Fischer, Options, Person, RoomKind, Uncounted
from tests.server.storage.test_store import read

CLOCK = Fischer(300_000, 3_000)
FIVE = [(9, 4), (4, 4), (0, 0), (0, 9), (1, 0), (1, 9), (2, 0), (2, 9), (3, 0), (3, 9), (4, 0)]
"""The first player wins with the eleventh stone."""


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


def test_glickman_s_example():
    own = Glicko(1500, 200, 0.06)
    games = [GameScore(Glicko(1400, 30), 1), GameScore(Glicko(1550, 100), 0), GameScore(Glicko(1700, 300), 0)]
    new = glicko.after(own, games)
    assert (round(new.rating, 1), round(new.deviation, 1), round(new.volatility, 5)) == (1464.1, 151.5, 0.06)


def settled(rating: int, deviation: float = 60) -> PlayerRating:
    return PlayerRating(Glicko(rating, deviation), 30, 1000)


def changes(one: PlayerRating, other: PlayerRating, score: float, weight: float = 1.0) -> list[int]:
    new = ratings.after_game((one, other), score, weight, 1000)
    return [round(a.glicko.rating - b.glicko.rating) for a, b in zip(new, (one, other), strict=True)]


def test_changes_depend_on_the_expected_score_and_on_both_deviations():
    old, strong, new = settled(1500), settled(1900), PlayerRating()
    assert changes(old, old, 1) == [10, -10]
    assert changes(old, old, 0.5) == [0, 0]
    assert changes(strong, old, 1) == [2, -2]
    assert changes(strong, old, 0) == [-19, 19]
    assert changes(new, new, 1) == [162, -162]
    assert changes(new, old, 1) == [175, -7], "a settled rating hardly moves by a game against a new one"
    assert changes(old, old, 1, weight=0.5) == [5, -5]
    assert changes(settled(102), settled(102), 0) == [-2, 10], "rating floor"


def test_a_rating_is_provisional_until_its_deviation_is_small():
    mine, opponent, played = PlayerRating(), settled(1500), 0
    while mine.elo(1000).provisional:
        mine, _ = ratings.after_game((mine, opponent), played % 2, 1.0, 1000)
        played += 1
    assert played == 10
    year = 1000 + 365 * ratings.PERIOD
    assert mine.elo(year).provisional, "and again after a year"
    assert mine.elo(year).rating == mine.elo(1000).rating


def test_throw_away_opponents_settle_nothing():
    """Sixteen wins against sixteen new players."""
    mine = PlayerRating()
    for _ in range(16):
        mine, _ = ratings.after_game((mine, PlayerRating()), 1, 1.0, 1000)
    assert mine.elo(1000).provisional


def test_games_of_the_same_two_count_less_and_less():
    assert [ratings.weight_of(earlier) for earlier in range(8)] == [1, 1, 1, 0.5, 0.25, 0.125, 0, 0]


# --- rated games ---


@pytest.mark.parametrize(
    ("rules", "pool"),
    [("42", "42"), ("42;size=15", "42"), ("42;size=11", None), ("42;three=flank", None), ("renju", "renju")],
)
def test_only_unmodified_rule_sets_are_rated(rules, pool):
    assert ratings.pool_of(rules) == pool


def test_only_finished_games_are_rated():
    assert not ratings.needs_rating_update(playing(10))
    assert ratings.needs_rating_update(playing(11))
    for plies, counts in ((9, False), (10, True)):
        after, _ = decide(playing(plies), messages.Resign("c", "room"), "ann")
        assert ratings.needs_rating_update(after) is counts, plies


def test_games_that_are_not_rated():
    over = playing(11)
    assert ratings.needs_rating_update(over)
    casual = playing(11, options=Options("freestyle", clock=CLOCK))
    assert not ratings.needs_rating_update(casual)
    room = playing(10)
    cancelled = apply("room", room, events.Ended(at=9, by=EndedBy.CANCELLED))
    assert not ratings.needs_rating_update(cancelled)
    counted = apply("room", over, events.Rated(at=9, elos=(ratings.NEW_PLAYER, ratings.NEW_PLAYER), changes=(20, -20)))
    assert not ratings.needs_rating_update(counted), "already rated"
    alone = apply("room", playing(10), events.Sat(at=9, player=Player.P2, holder=Person("ann", "Ann")))
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
    for who, by in ((messages.AiSeat(), "ann"), (messages.Me("x"), "bot-" + "x" * 16)):
        with pytest.raises(Refusal) as refused:
            decide(room, messages.Sit("c", "room", Player.P2, who), by)
        assert refused.value.reason == "rated"


def test_no_hint_undo_pause_or_restart_in_a_rated_game():
    room = playing(10)
    for command in (messages.Hint, messages.Undo, messages.Pause, messages.Restart):
        with pytest.raises(Refusal) as refused:
            decide(room, command("c", "room"), "ann")
        assert refused.value.reason == "rated", command
    assert decide(room, messages.Cancel("c", "room"), "ann")[0].offers, "it can be cancelled by consent"
    over, _ = decide(room, messages.Resign("c", "room"), "ann")
    assert decide(over, messages.Restart("c", "room"), "ann")[0].offers, "a rematch is possible"


def test_kick_loses_a_rated_game():
    room, happened = decide(playing(10), messages.Kick("c", "room", Player.P2), "ann")
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
        room = playing(10)
        await put(one, room)
        current = await read(one, "room")
        results = await asyncio.gather(
            *(end(store, current, RESIGNED) for store in (one, other, one, other)), return_exceptions=True
        )
        assert sum(isinstance(result, Room) for result in results) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 3
        over = await read(other, "room")
        assert over.changes == (-162, 162)
        assert over.elos == (Elo(1338, 1, True, 290), Elo(1662, 1, True, 290))
        await one.close()
        await other.close()

    run(work())
    assert tables(url) == ([("ann", 1338, 1, 0, 0), ("bob", 1662, 1, 1, 0)], [(-162, 162)])


def test_games_that_end_concurrently_are_all_rated(url):
    """Six games of the same two players: conflicting writers retry, and the sums are right."""

    async def work():
        stores = [await Store.open(url) for _ in range(2)]
        for number in range(6):
            await put(stores[0], playing(10, f"room{number}"))

        async def insist(number):
            store = stores[number % 2]
            for _ in range(50):
                try:
                    return await end(store, await read(store, f"room{number}"), RESIGNED)
                except Conflict:
                    await asyncio.sleep(0)  # one turn of the event loop
            raise AssertionError("never")

        await asyncio.gather(*map(insist, range(6)))
        for store in stores:
            await store.close()

    run(work())
    now, games = tables(url)
    assert len(games) == 6
    assert [(name, played, won) for name, _, played, won, _ in now] == [("ann", 6, 0), ("bob", 6, 6)]
    assert now[0][1] == 1500 + sum(first for first, _ in games)
    assert now[1][1] == 1500 + sum(second for _, second in games)


def test_leaving_player_is_rated_and_the_game_is_archived(url):
    async def work():
        store = await Store.open(url)
        await put(store, playing(10))
        room = await read(store, "room")
        left = referee.decide(room, messages.Stand("c", "room", Player.P1), Actor("ann"), 10)
        after = await end(store, room, left)
        assert after.changes is None
        assert after.elos == (None, Elo(1662, 1, True, 290))
        lines, _ = await store.games("ann")
        assert [(line.changes, line.rated, line.names) for line in lines] == [((-162, 162), True, ("Ann", "Bob"))]
        await store.close()

    run(work())


def test_the_seventh_game_of_a_day_does_not_count(url):
    async def work():
        store = await Store.open(url)
        for number in range(7):
            await put(store, playing(10, f"room{number}"))
            over = await end(store, await read(store, f"room{number}"), RESIGNED)
        assert (over.changes, over.uncounted) == (None, Uncounted.REPEATED)
        await store.close()

    run(work())
    now, games = tables(url)
    gained = [second for _, second in games]
    assert len(gained) == 6
    assert gained == sorted(gained, reverse=True)
    assert gained[5] < gained[2] / 4
    assert now[1][1] == 1500 + sum(gained)


def test_a_game_from_one_address_does_not_count(url):
    async def work():
        store = await Store.open(url)
        for room_id, other in (("near", "2001:db8::2"), ("far", "2001:db8:1::2")):
            await put(store, playing(10, room_id))
            for who, address in (("ann", "2001:db8::1"), ("bob", other)):
                await store.write(partial(origins.note, room=room_id, visitor=who, address=address, now=5))
        near = await end(store, await read(store, "near"), RESIGNED)
        assert (near.changes, near.uncounted) == (None, Uncounted.SAME_ADDRESS)
        far = await end(store, await read(store, "far"), RESIGNED)
        assert (far.changes, far.uncounted) == ((-162, 162), None)
        await store.close()

    run(work())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("fe80::1%eth0", "fe80::1", True),
        ("", "unix", False),
    ],
)
def test_computers_of_one_home_share_a_network(one, other, same):
    assert (origins.network_of(one) == origins.network_of(other)) is same


RANKS = [  # visitor, rating, deviation, passphrase
    ("eve", 2300, 156, True),  # sixteen throw-away opponents
    ("guest", 2200, 60, False),
    ("away", 2100, 105, True),  # settled, a year ago
    ("bob", 1700, 60, True),
    ("ann", 1600, 90, True),
]


def test_only_settled_ratings_of_kept_names_are_ranked(url):
    now = 400 * ratings.PERIOD

    def fill(connection):
        for name, value, deviation, kept in RANKS:
            at = now - 365 * ratings.PERIOD if name == "away" else now
            row = {"visitor": name, "rules": "freestyle", "value": value, "games": 20, "wins": 12, "draws": 1}
            connection.execute(insert(rating).values(row | {"deviation": deviation, "volatility": 0.06, "updated": at}))
            sign_in = {"sign_in": name} if kept else {}
            connection.execute(insert(visitor).values(id=name, name=name.title(), created=1, **sign_in))

    async def work():
        store = await Store.open(url)
        await store.write(fill)
        board = await store.read(lambda connection: rating_store.leaderboard(connection, "freestyle", "ann", now))
        assert [(line.rank, line.name, line.me, line.wins, line.losses) for line in board.lines] == [
            (1, "Bob", False, 12, 7),
            (2, "Ann", True, 12, 7),
        ]
        assert board.total == 2
        assert board.mine is not None
        assert board.mine.rank == 2
        farmer = await store.read(lambda connection: rating_store.leaderboard(connection, "freestyle", "eve", now))
        assert farmer.mine is not None
        assert (farmer.mine.rank, farmer.mine.elo.provisional) == (None, True)
        other = await store.read(lambda connection: rating_store.leaderboard(connection, "renju", "ann", now))
        assert (other.lines, other.total, other.mine) == ((), 0, None)
        (standing,) = await store.read(lambda connection: rating_store.standings(connection, "bob", now))
        assert (standing.rules, standing.rank, standing.wins) == ("freestyle", 1, 12)
        await store.close()

    run(work())

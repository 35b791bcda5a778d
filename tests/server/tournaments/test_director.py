"""The director on a real database: rounds are paired once, whichever process pairs them, and no result is lost."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import func, insert, select

from gomoku.rules import Player
from gomoku.server.people.moderation import moderators, sanctions
from gomoku.server.rooms.room import Room, apply
from gomoku.server.storage import tables
from gomoku.server.storage.store import Store
from gomoku.server.tournaments import tournament_store
from gomoku.server.tournaments.director import Director
from gomoku.server.tournaments.tournament import OPEN_FOR, Pace
from gomoku.server.wire import events
from gomoku.server.wire.people.account_messages import Sanction, SanctionKind
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.tournament_messages import TournamentSettings
from gomoku.server.wire.values import EndedBy, Fischer, Phase
from gomoku.tournament.standings import TournamentKind


def settings(**given: Any):
    return replace(TournamentSettings(name="Cup", kind=TournamentKind.SWISS, clock=Fischer(60_000)), **given)


class Clock:
    def __init__(self):
        self.time = 1_000_000

    def now(self):
        return self.time


async def finish(store, room_id, winner, now):
    """End a room's game on the database, as its hub does."""
    before = await store.load(room_id)
    happened = (events.Started(at=now), events.Ended(at=now, by=EndedBy.RESIGNATION, winner=winner))
    after = before
    for event in happened:
        after = apply(room_id, after, event)
    await store.append(before, after, happened)


@pytest.fixture
def play(url):
    """Runs a coroutine with a store, a clock, and two directors, as two processes have them."""

    def run(work):
        async def whole():
            clock, store = Clock(), await Store.open(url)
            opened: list[Room] = []
            try:
                pair = [Director(store, clock.now, opened.append, Pace(0, 0)) for _ in range(2)]
                await work(store, clock, pair, opened)
            finally:
                await store.close()

        asyncio.run(whole())

    return run


def test_two_processes_make_every_pairing_once_and_lose_no_result(play):
    async def work(store, clock, directors, opened):
        one, other = directors
        made = await one.create(settings(rounds=3), "owner")
        for number in range(7):
            await directors[number % 2].join(made.id, f"v{number}", f"N{number}")
        await one.start(made.id, "owner")
        for number in range(1, 4):
            view = await one.view(made.id, "v0")
            assert view.round == number
            rooms = [each.room for each in view.pairings if each.room]
            assert len(rooms) == 3
            for index, room in enumerate(rooms):
                await finish(store, room, (Player.P1, Player.P2, None)[index], clock.now())
            clock.time += 1_000
            await asyncio.gather(*(director.sweep() for _ in range(4) for director in directors))
        view = await other.view(made.id, "v0")
        assert (view.state, view.round) == ("over", 3)
        assert sum(each.points for each in view.players) == 3 * 4, "nine games and three byes"
        met = [(each.number, score.opponent) for each in view.players for score in each.scores if score.opponent]
        assert len(met) == len(set(met)) == 18
        assert len({room.id for room in opened}) == len(opened) == 9
        count = select(func.count()).select_from(tables.game)
        assert await store.read(lambda connection: connection.scalar(count)) == 9
        assert (await one.listing()).tournaments[0].leader == view.players[0].name

    play(work)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_room_of_a_tournament_is_seated_and_listed(play):
    async def work(store, clock, directors, opened):
        director = directors[0]
        made = await director.create(settings(bots=True, opening="swap2"), "owner")
        await director.join(made.id, "ann", "Ann")
        await director.join(made.id, "bot-0123456789abcdef", "Bot")
        view = await director.start(made.id, "owner")
        room = await store.load(view.pairings[0].room)
        assert [holder.name for holder in room.holders] == ["Ann", "Bot"]
        assert (room.phase, room.tournament, room.options.opening) == (Phase.SEATING, made.id, "swap2")
        assert room.start_by == clock.now() + 60_000
        assert view.players[0].rating == 1500
        assert view.players[1].rating is None
        assert (await director.view(made.id, "ann")).room == room.id

    play(work)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_limits_and_refusals(play):
    async def refused(reason, work):
        with pytest.raises(Refusal) as refusal:
            await work
        assert refusal.value.reason is reason

    async def work(store, clock, directors, opened):
        director = directors[0]
        made = [await director.create(settings(), "owner") for _ in range(3)]
        await refused(Reason.TOO_MANY, director.create(settings(), "owner"))
        await director.cancel(made[2].id, "owner")
        await director.create(settings(), "owner")
        await refused(Reason.NOT_OWNER, director.create(settings(), "bot-0123456789abcdef"))
        await refused(Reason.NOT_OWNER, director.start(made[0].id, "other"))
        await refused(Reason.UNKNOWN_ROOM, director.view("nothing", "ann"))
        await refused(Reason.BAD_OPTIONS, director.create(settings(rules="no such"), "ann"))
        await refused(Reason.BAD_OPTIONS, director.create(settings(name=" \n"), "ann"))
        await refused(Reason.BAD_OPTIONS, director.create(settings(starts=1), "ann"))
        await refused(Reason.BAD_OPTIONS, director.create(settings(rated=True, rules="42;five=exact"), "ann"))
        rated = await director.create(settings(rated=True), "ann")
        await refused(Reason.UNKEPT, director.join(rated.id, "ann", "Ann"))
        for _ in range(5):
            await refused(Reason.BAD_OPTIONS, director.create(settings(rules="no such"), "eve", "1.2.3.4"))

    play(work)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_announcements_that_nobody_joins_hide_no_other(play, monkeypatch):
    monkeypatch.setattr("gomoku.server.tournaments.director.LISTED", 5)

    async def work(store, clock, directors, opened):
        director = directors[0]
        honest = await director.create(settings(name="Club evening"), "owner")
        await director.join(honest.id, "owner", "Owner")
        running = await director.create(settings(name="Running"), "owner")
        for number in range(2):
            await director.join(running.id, f"v{number}", f"N{number}")
        await director.start(running.id, "owner")
        for number in range(10):
            clock.time += 1
            await director.create(settings(name="flood"), f"cookie{number}")
        page = await director.listing()
        assert [each.settings.name for each in page.tournaments][:3] == ["Running", "Club evening", "flood"]
        assert (len(page.tournaments), page.total) == (5, 12)
        pages = [await director.listing(offset) for offset in (0, 5, 10, 15)]
        assert len({each.id for found in pages for each in found.tournaments}) == 12
        # and after a week they are gone
        clock.time += OPEN_FOR
        await director.sweep()
        assert [each.settings.name for each in (await director.listing()).tournaments] == ["Running"]

    play(work)


def test_a_tournament_is_called_off_by_its_owner_or_a_moderator_and_players_are_removed(play):
    async def work(store, clock, directors, opened):
        one, other = directors
        made = await one.create(settings(name="fastcash", rounds=3), "owner")
        for number in range(5):
            await one.join(made.id, f"v{number}", f"N{number}")
        for who in ("v0", "stranger"):
            with pytest.raises(Refusal) as refused:
                await one.remove(made.id, who, 1)
            assert refused.value.reason is Reason.NOT_OWNER
            with pytest.raises(Refusal) as refused:
                await one.cancel(made.id, who)
            assert refused.value.reason is Reason.NOT_OWNER
        view = await other.remove(made.id, "owner", 5)
        assert [each.name for each in view.players] == ["N0", "N1", "N2", "N3"]
        assert (await one.view(made.id, "v4")).removed
        with pytest.raises(Refusal):
            await one.join(made.id, "v4", "N4")
        view = await one.start(made.id, "owner")
        assert (view.may_call_off, (await one.view(made.id, "v0")).may_call_off) == (True, False)
        await store.write(lambda connection: appoint(connection, "v9"))
        assert (await other.view(made.id, "v9")).may_call_off
        await other.cancel(made.id, "v9")
        for each in view.pairings:
            await finish(store, each.room, Player.P1, clock.now())
        clock.time += 20_000
        for director in directors:
            await director.sweep()
        view = await one.view(made.id, "owner")
        assert (view.state, view.round) == ("cancelled", 1)
        assert sorted(each.points for each in view.players) == [0, 0, 1, 1]
        log = await store.read(lambda connection: moderators.log(connection, 10, 0))
        assert [(each.action, each.about, each.person) for each in log.entries] == [("call_off", "fastcash", "owner")]
        assert len(await one.games(made.id)) == 2

    play(work)


def test_a_long_arena_is_read_once_and_listed_without_its_games(play, monkeypatch):
    """Every page of a tournament polls it every three seconds, and every visitor may read the list."""
    reads: list[str] = []
    load = tournament_store.load

    def counted(connection, id):
        reads.append(id)
        return load(connection, id)

    monkeypatch.setattr(tournament_store, "load", counted)

    async def work(store, clock, directors, opened):
        one, other = directors
        made = await one.create(settings(kind=TournamentKind.ARENA), "owner")
        for number in range(2):
            await one.join(made.id, f"v{number}", f"N{number}")
        await one.start(made.id, "owner")
        row = {"tournament": made.id, "board": 1, "first": "v0", "second": "v1", "room": "", "played": True, "made": 0}
        row |= {"first_points": 1.0, "second_points": 0.0, "ended": 1}
        rows = [row | {"round": number} for number in range(2, 302)]
        await store.write(lambda connection: connection.execute(insert(tables.tournament_pairing), rows))
        reads.clear()
        views = [await other.view(made.id, f"v{number % 2}") for number in range(20)]
        assert reads == [made.id]
        assert {len(player.scores) for view in views for player in view.players} == {10}, "the latest"
        assert [score.round for score in views[0].players[0].scores] == [*range(292, 302)]
        whole = await other.view(made.id, "v0", all_scores=True)
        assert {len(player.scores) for player in whole.players} == {301}
        reads.clear()
        await other.withdraw(made.id, "v1")
        assert reads == [], "what a step has made of it is known"
        assert [each.withdrawn for each in (await one.view(made.id, "v0")).players] == [False, True]
        assert reads == [made.id], "another process reads it again"
        reads.clear()
        (listed,) = (await one.listing()).tournaments
        assert (listed.players, listed.leader) == (2, "N0")
        assert reads == []

    play(work)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_cookies_from_one_address_do_not_take_all_places_and_the_muted_announce_nothing(play):
    async def work(store, clock, directors, opened):
        one, _ = directors
        made = await one.create(settings(), "owner")
        for number in range(30):
            await one.join(made.id, f"cookie{number}", "Flood", "198.51.100.7")
        with pytest.raises(Refusal) as refused:
            await one.join(made.id, "cookie30", "Flood", "198.51.100.7")
        assert (refused.value.reason, refused.value.wait) == (Reason.TOO_FAST, 10_000)
        assert len((await one.join(made.id, "ann", "Ann", "198.51.100.8")).players) == 31
        mute = Sanction(SanctionKind.MUTE, 0, None, "insults")
        await store.write(lambda connection: sanctions.impose(connection, "bob", mute))
        with pytest.raises(Refusal) as refused:
            await one.create(settings(name="insults"), "bob")
        assert refused.value.reason is Reason.SILENCED

    play(work)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_finished_tournament_is_taken_off_the_list_by_a_moderator(play):
    async def work(store, clock, directors, opened):
        one, _ = directors
        for name, winner in (("Cup", Player.P1), ("nothing was played", None)):
            made = await one.create(settings(name=name, rounds=1), "owner")
            for number in range(2):
                await one.join(made.id, f"v{number}", f"N{number}")
            (pairing,) = (await one.start(made.id, "owner")).pairings
            if winner:
                await finish(store, pairing.room, winner, clock.now())
            else:
                await store.delete(pairing.room)
            await one.sweep()
        (listed,) = (await one.listing()).tournaments
        assert (listed.settings.name, listed.state) == ("Cup", "over")
        with pytest.raises(Refusal):
            await one.cancel(listed.id, "owner")
        await store.write(lambda connection: appoint(connection, "v9"))
        await one.cancel(listed.id, "v9")
        assert (await one.listing()).total == 0
        log = await store.read(lambda connection: moderators.log(connection, 10, 0))
        assert [each.about for each in log.entries] == ["Cup"]

    play(work)


def appoint(connection, who):
    """Make a visitor a moderator."""
    person = {"id": who, "name": who, "sign_in": who, "created": 0}

    connection.execute(insert(tables.visitor).values(person))
    connection.execute(insert(tables.moderator).values(visitor=who, since=0))


def test_the_banned_do_not_join_and_are_paired_no_more(play):
    async def work(store, clock, directors, opened):
        one, _ = directors
        ban = Sanction(SanctionKind.BAN, 0, None, "computer help")
        made = await one.create(settings(rounds=3), "owner")
        for number in range(4):
            await one.join(made.id, f"v{number}", f"N{number}")
        await one.start(made.id, "owner")
        for who in ("v1", "v9"):
            await store.write(lambda connection, who=who: sanctions.impose(connection, who, ban))
            with pytest.raises(Refusal) as refused:
                await one.join(made.id, who, who)
            assert refused.value.reason is Reason.EXPELLED
        for each in (await one.view(made.id, "v0")).pairings:
            await finish(store, each.room, Player.P1, clock.now())
        clock.time += 1_000
        await one.sweep()
        view = await one.view(made.id, "v0")
        assert [each.name for each in view.players if each.withdrawn] == ["N1"]
        banned = next(each.number for each in view.players if each.name == "N1")
        assert all(banned not in (each.first, each.second) for each in view.pairings)

    play(work)

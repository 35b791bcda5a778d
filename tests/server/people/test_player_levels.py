"""Levels of players: which games against the engine count, what they change, and that they count once."""

import asyncio
from typing import Any

from msgspec.structs import replace

from gomoku.rules import Player
from gomoku.server.people.games import level_store
from gomoku.server.rooms.rating import player_levels
from gomoku.server.rooms.rating.ratings import PlayerRating
from gomoku.server.rooms.room import Room, apply, fold, from_bytes, to_bytes
from gomoku.server.storage.store import Conflict, Store
from gomoku.server.wire import events
from gomoku.server.wire.values import Ai, EndedBy, LevelUncounted, Options, Person, RoomKind
from tests.server.conftest import ThreadServer
from tests.server.people.test_ratings import FIVE
from tests.server.storage.test_store import read

DAY = 86_400_000


def created(level: int = 3, **fields: Any) -> events.Created:
    holders = fields.pop("holders", (Person("ann", "Ann"), Ai(level, matched=True)))
    options = Options(fields.pop("rules", "freestyle"))
    return events.Created(at=1, by="ann", kind=RoomKind.LOCAL, options=options, holders=holders, **fields)


def game(plies: int = len(FIVE), level: int = 3, room_id: str = "room", **fields: Any) -> Room:
    """A game against the engine; whole, the first player has won it."""
    room = fold(room_id, [created(level, **fields)])
    for cell in FIVE[:plies]:
        assert room.to_act is not None
        room = apply(room_id, room, events.Placed(at=3, player=room.to_act, cell=cell, ms=100))
    return room


def after(level: int, *scores: float) -> PlayerRating:
    """The estimate after games against a level."""
    own = PlayerRating()
    for score in scores:
        own = player_levels.after_game(own, level, score, DAY)
    return own


# --- the scale ---


def test_a_new_player_is_expected_at_level_3_and_hardly_known():
    new = player_levels.shown(PlayerRating(), 0)
    assert (new.level, new.deviation, new.games, new.plays) == (3.0, 1.8, 0, 3)


def test_a_player_has_the_level_against_which_they_win_half_of_the_games():
    even = player_levels.shown(after(6, *(1, 0) * 20), DAY)
    assert 5.7 <= even.level <= 6.3
    assert even.plays == 6
    assert even.deviation < 0.6
    three_of_four = player_levels.shown(after(5, *(1, 1, 1, 0) * 15), DAY)
    assert 5.6 <= three_of_four.level <= 6.5, "a level beats the one below in three games of four"


def test_every_win_raises_the_level_and_every_loss_lowers_it():
    assert after(3, 1).glicko.rating > after(3, 0.5).glicko.rating > after(3, 0).glicko.rating
    assert after(3, 0.5).glicko.rating == PlayerRating().glicko.rating
    assert after(9, 1).glicko.rating > after(2, 1).glicko.rating, "a win against a strong opponent says more"


def test_the_level_stays_on_the_scale():
    best, worst = player_levels.shown(after(10, *(1,) * 60), DAY), player_levels.shown(after(1, *(0,) * 60), DAY)
    assert (best.level, best.plays) == (11.0, 10)
    assert (worst.level, worst.plays) == (0.0, 1)


def test_an_estimate_grows_uncertain_with_time():
    own = after(3, *(1, 0) * 20)
    assert player_levels.shown(own, DAY * 800).deviation > player_levels.shown(own, DAY).deviation


# --- which games count ---


def test_a_finished_game_counts_for_either_seat():
    _, won = player_levels.settled(game(), PlayerRating())
    assert won.uncounted is None
    assert won.after.level > won.before.level == 3.0
    second = game(holders=(Ai(3), Person("ann", "Ann")))
    _, lost = player_levels.settled(second, PlayerRating())
    assert lost.after.level < 3.0


def test_games_that_do_not_count_say_why():
    def why(room: Room) -> LevelUncounted | None:
        assert player_levels.is_due(room)
        return player_levels.uncounted(room)

    def happened(room: Room, *more: events.Event) -> Room:
        return fold(room.id, more, room)

    resigned = events.Ended(at=5, by=EndedBy.RESIGNATION, winner=Player.P2)
    last = events.Placed(at=4, player=Player.P1, cell=FIVE[-1], ms=1)
    assert why(happened(game(4), resigned)) is LevelUncounted.SHORT
    assert why(happened(game(10), resigned)) is None, "given up in the middle of the game: a loss"
    assert why(happened(game(10), events.HintRequested(at=4, player=Player.P1), last)) is LevelUncounted.HINT
    undone = happened(game(10), events.Undone(at=4, count=2, player=Player.P1), events.Redone(at=4, count=2), last)
    assert why(undone) is LevelUncounted.UNDONE
    changed = happened(game(10), events.Sat(at=4, player=Player.P2, holder=Ai(1)), last)
    assert why(changed) is LevelUncounted.SEATS
    assert why(game(rules="freestyle;size=12")) is LevelUncounted.RULES
    assert why(game(0, link=game().game.to_link())) is LevelUncounted.SETUP
    for other in (
        happened(game(10), events.Ended(at=5, by=EndedBy.CANCELLED)),
        game(10),
        game(holders=(Person("ann"), Person("ann"))),
        game(holders=(Ai(3), Ai(4))),
        game(holders=(Person("bot-0123456789abcdef", "b", True), Ai(4))),
    ):
        assert not player_levels.is_due(other)


def test_the_next_game_of_a_matched_engine_is_played_at_the_new_level():
    room = game(level=3)
    _, result = player_levels.settled(room, after(4, 1))
    room = apply("room", room, events.LevelRated(at=4, result=result))
    assert to_bytes(from_bytes(to_bytes(room))) == to_bytes(room)
    assert result.after.plays > 3
    again = apply("room", room, events.Restarted(at=5, swapped=True))
    assert again.holders[0] == Ai(result.after.plays, matched=True)
    assert again.level_result is None
    fixed = replace(room, holders=(room.holders[0], Ai(3)))
    assert apply("room", fixed, events.Restarted(at=5)).holders[1] == Ai(3)


# --- stored once ---


async def end(store: Store, before: Room) -> Room:
    """Play the last stone, as the hub does."""
    stone = events.Placed(at=before.updated + 1, player=Player.P1, cell=FIVE[-1], ms=100)
    happened, rooms, level_update = await level_store.with_level(
        store.read, (stone,), [before, apply(before.id, before, stone)]
    )
    await store.append(before, rooms[-1], happened, None, None, level_update)
    return rooms[-1]


def test_games_that_end_at_the_same_time_all_count_once(url):
    async def work() -> None:
        stores = [await Store.open(url) for _ in range(2)]
        for number in range(4):
            whole, first = game(10, room_id=f"room{number}"), created()
            before = apply(whole.id, None, first)
            await stores[0].create(before, first)
            placed = [
                events.Placed(at=3, player=action.by, cell=action.cell, ms=100)
                for action in whole.actions
                if action.cell
            ]
            await stores[0].append(before, whole, placed)

        async def insist(number: int) -> Room:
            store = stores[number % 2]
            for _ in range(50):
                try:
                    return await end(store, await read(store, f"room{number}"))
                except Conflict:
                    await asyncio.sleep(0)  # one turn of the event loop
            raise AssertionError("never")

        over = await asyncio.gather(*map(insist, range(4)))
        assert sorted(room.level_result.after.games for room in over if room.level_result) == [1, 2, 3, 4]
        again = await asyncio.gather(*(end(store, over[0]) for store in stores), return_exceptions=True)
        assert not any(isinstance(room, Room) for room in again), "the game is over"
        kept = await stores[0].read(lambda connection: level_store.level_of(connection, "ann", "freestyle"))
        assert kept.games == 4
        for store in stores:
            await store.close()

    asyncio.run(work())


# --- over the wire, on both databases ---


def test_the_level_is_reported_after_a_game_and_stored(server: ThreadServer) -> None:
    with server.page() as ann:
        new = ann.get("/api/me/level?rules=42")
        assert new == {"estimate": {"level": 3.0, "deviation": 1.8, "games": 0, "plays": 3}, "counts": True}
        seat = {"type": "ai", "level": 3, "matched": True}
        room = ann.create("me", seat, rules="42")
        apart = [(2 * x, 18 - x % 3) for x in range(10)]
        for ply in range(2, 12, 2):
            free = next(cell for cell in apart if cell not in ann.cells(room))
            assert ann.play(room, *free)["type"] == "done"
            ann.until_state(room, lambda state, ply=ply: state["ply"] == ply)
        ann.command("resign", room=room)
        state = ann.until_state(room, lambda state: state["level_result"])
        result = state["level_result"]
        assert result["uncounted"] is None
        assert result["before"] == new["estimate"]
        assert result["after"]["level"] < 3 < result["after"]["level"] + 2 * result["after"]["deviation"]
        assert ann.get("/api/me/level?rules=42")["estimate"] == result["after"]
        assert ann.get("/api/me/level?rules=renju")["estimate"]["games"] == 0
        custom = ann.get("/api/me/level?rules=42%3Bsize%3D12")
        assert (custom["estimate"]["games"], custom["counts"]) == (1, False)
        ann.command("restart", room=room, swap=False)
        again = ann.until_state(room, lambda state: state["phase"] == "playing")
        assert again["seats"][1]["holder"] == {**seat, "level": result["after"]["plays"]}
        assert again["level_result"] is None
        kept = ann.cookie
    with server.page(kept) as later:
        assert later.get("/api/me/level?rules=42")["estimate"]["games"] == 1
        later.keep_name()
        assert later.get("/api/me/level?rules=42")["estimate"]["games"] == 1, "it moves along to the account"
        status, _, answer = later.http("GET", "/api/me/level?rules=chess")
        assert status == 400, answer

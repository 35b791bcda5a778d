"""The explorer: games of the visitor, of listed rooms and of collections, up to symmetry."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import structs

from gomoku.engine.book import book_for
from gomoku.library.engine_games import EngineGames
from gomoku.library.importing import import_games
from gomoku.library.store import Library
from gomoku.rules import Game, Player, Rules
from gomoku.rules.game import play_all
from gomoku.rules.records import link
from gomoku.server.analysis.explorer import Explorer
from gomoku.server.ops.settings import Settings
from gomoku.server.rooms.room import Room, apply
from gomoku.server.storage.store import Store, sqlite_url
from gomoku.server.wire import events
from gomoku.server.wire.analysis.study_messages import ExplorerView, GameFilter, GameSource, Tempo
from gomoku.server.wire.values import (
    ByoYomi,
    ClockRule,
    Correspondence,
    Elo,
    EndedBy,
    Fischer,
    NoClock,
    Options,
    Person,
    RoomKind,
)
from tests.server.conftest import ThreadServer
from tests.server.page import Page
from tests.support.waiting import wait_until


def over(name: str, moves: str, kind: RoomKind, people: tuple[str, str], winner: Player | None) -> Room:
    """A room whose game was resigned, or agreed to be a draw."""
    game = Game(Rules.preset("renju"))
    for move in moves.split():
        game.play(move)
    event = events.Created(
        at=1_000_000,
        by=people[0],
        kind=RoomKind.LOCAL,
        options=Options(rules="renju"),
        holders=(Person(people[0], "Aoi"), Person(people[1], "Bram")),
        link=game.to_link(),
        ended=(EndedBy.RESIGNATION if winner else EndedBy.AGREEMENT, winner),
    )
    return structs.replace(apply(name, None, event), kind=kind)


class Rooms:
    """The part of a store that the explorer needs."""

    def __init__(self, *rooms: Room) -> None:
        self.rooms = {room.id: room for room in rooms}

    async def ended_since(self, updated: int, room: str, limit: int) -> list[tuple[str, int]]:
        found = sorted((each.updated, name) for name, each in self.rooms.items())
        return [(name, at) for at, name in found if (at, name) > (updated, room)][:2]

    async def load(self, name: str) -> Room | None:
        return self.rooms.get(name)


Asked = tuple[Game, GameSource]


def asked(source: GameSource, *cells: tuple[int, int]) -> Asked:
    game = Game(Rules.preset("renju"))
    for cell in cells:
        game.play(cell)
    return game, source


@pytest.fixture
def collection(tmp_path: Path) -> str:
    text = tmp_path / "a.sgf"
    head = "(;FF[4]GM[4]SZ[15]RU[renju]"
    text.write_text(
        f"{head}RE[W+]BR[1700];B[hh];W[gi];B[ii];W[aa])"
        f"{head}PB[Goro]PW[Hana]DT[2024-05-31]RE[B+]BR[1500];B[hh];W[ig];B[ii])"
    )
    with Library(tmp_path / "club.games", create=True) as library:
        import_games(library, [text])
    return str(tmp_path / "club.games")


def board(moves: str) -> tuple[str, ...]:
    """The board after those moves."""
    return tuple(play_all(Game(Rules.preset("renju")), moves.split()).rows())


def without_engine(totals: dict[str, int]) -> dict[str, int]:
    """The games of people."""
    return {name: total for name, total in totals.items() if name != "engine"}


async def explored(file: str, collections: list[str], *requests: tuple[str, Asked]) -> list[ExplorerView]:
    """The answers of an explorer whose server has three games, one of them also as an archived copy."""
    rooms = Rooms(
        over("a", "H8 I9 I7", RoomKind.LISTED, ("ann", "ben"), Player.P1),
        over("b", "H8 G7 G9 A1", RoomKind.PRIVATE, ("ann", "cleo"), Player.P2),
        over("c", "H8 H9", RoomKind.LOCAL, ("ann", "ann"), None),
        over("d", "H8 I9 I7", RoomKind.LOCAL, ("ann", "ben"), Player.P1),
    )
    explorer = Explorer(file, collections, cast(Store, rooms))
    try:
        while await explorer.update():
            pass
        return [await explorer.look(visitor, *request) for visitor, request in requests]
    finally:
        explorer.close()


def test_games_of_the_visitor_of_the_server_and_of_collections(tmp_path: Path, collection: str) -> None:
    mine, public, other, third, collected = asyncio.run(
        explored(
            str(tmp_path / "index"),
            [collection],
            ("ann", asked(GameSource.MINE, (7, 7))),
            ("ann", asked(GameSource.SERVER, (7, 7))),
            ("stranger", asked(GameSource.MINE, (7, 7))),
            ("cleo", asked(GameSource.MINE, (7, 7), (8, 6))),
            ("ann", asked(GameSource.COLLECTIONS, (7, 7), (8, 6))),
        )
    )
    assert mine.totals["engine"] >= 100, "games that come with the program"
    assert without_engine(mine.totals) == {"mine": 3, "server": 1, "collections": 2}, "a copy counts once"
    assert [(len(reply.cells), reply.games, reply.black, reply.white) for reply in mine.replies] == [
        (4, 2, 1, 1),
        (4, 1, 0, 0),
    ]
    assert [reply.draws for reply in mine.replies] == [0, 1]
    assert {game.room for game in mine.games} == {"b", "c"}
    assert [(reply.games, reply.black) for reply in public.replies] == [(1, 1)]
    assert [(game.room, game.black, game.white, game.result) for game in public.games] == [("a", "Aoi", "Bram", "B")]
    assert (mine.line, public.line, third.line, collected.line) == ((3,), (1,), (1, 1), (2, 2))
    assert (other.totals["mine"], other.replies, other.line) == (0, (), (0,))
    assert [(set(reply.cells), reply.white) for reply in third.replies] == [({(8, 8), (6, 6)}, 1)]
    assert collected.totals["collections"] == 2
    assert [(reply.games, reply.rating) for reply in collected.replies] == [(2, 1600)]
    assert [(game.black, game.date, game.room) for game in collected.games] == [("Goro", "2024-05-31", None)]
    shown = {game.room: game.rows for game in (*mine.games, *public.games)}
    for room, moves in (("a", "H8 I9 I7"), ("b", "H8 G7 G9 A1"), ("c", "H8 H9")):
        assert shown[room] == board(moves), "the board at the end of each game"
    assert collected.games[0].rows == board("H8 I9 I7")
    assert collected.games[0].link is not None, "it opens like any other"
    opened = link.loads(collected.games[0].link)
    assert (opened.black, opened.date, tuple(opened.game.rows())) == ("Goro", "", board("H8 I9 I7"))


def test_games_of_the_engine(tmp_path: Path) -> None:
    (engine,) = asyncio.run(explored(str(tmp_path / "index"), [], ("ann", asked(GameSource.ENGINE, (7, 7)))))
    assert sum(reply.games for reply in engine.replies) == engine.totals["engine"]
    assert len(engine.replies) > 1, "more than one answer to the first stone"
    assert len(engine.games) == 8
    assert engine.line == (len(EngineGames().games(Game(Rules.preset("renju")), 10_000)),), "all begin in the centre"
    read = [link.loads(game.link or "") for game in engine.games]
    assert all(record.game.moves[0] == (7, 7) for record in read)
    assert [len(record.game.moves) for record in read] == [game.plies for game in engine.games]
    assert [record.outcome[0] for record in read] == [game.result for game in engine.games]
    assert [tuple(record.game.rows()) for record in read] == [game.rows for game in engine.games]
    first = [set(reply.cells) for reply in engine.replies]
    assert all(record.game.moves[1] in cells for record, cells in zip(read, first, strict=False))


def test_moves_have_their_value_in_the_opening_book(tmp_path: Path) -> None:
    mine, engine, outside = asyncio.run(
        explored(
            str(tmp_path / "index"),
            [],
            ("ann", asked(GameSource.MINE, (7, 7))),
            ("ann", asked(GameSource.ENGINE, (7, 7))),
            ("ann", asked(GameSource.ENGINE, (0, 0), (14, 14))),
        )
    )
    game, _ = asked(GameSource.ENGINE, (7, 7))
    book = book_for(game.rules)
    assert book is not None
    known = {move.cells: move.score for move in book.moves(game)}
    chances = {reply.cells: reply.chance for reply in engine.replies}
    assert set(known) <= set(chances), "moves that only the book knows are listed, too"
    for cells, reply in chances.items():
        assert (reply is None) == (cells not in known)
        assert reply is None or (0 < reply < 1 and (reply > 0.5) == (known[cells] > 0))
    assert [reply.games for reply in engine.replies] == sorted((r.games for r in engine.replies), reverse=True)
    assert sum(reply.games for reply in engine.replies) == engine.totals["engine"]
    assert [reply.cells for reply in mine.replies if reply.chance is None] == [
        reply.cells for reply in mine.replies if reply.cells not in known
    ]
    assert any(reply.chance is not None for reply in mine.replies), "beside the games of people"
    assert all(reply.chance is None for reply in outside.replies)


def test_rooms_that_are_stored_late_are_not_missed(tmp_path: Path) -> None:
    """All games of a file have the same moment, and names in no order."""

    async def totals() -> list[int]:
        rooms = Rooms(over("m", "H8 I9", RoomKind.LOCAL, ("ann", "ann"), None))
        explorer = Explorer(str(tmp_path / "index"), [], cast(Store, rooms))
        found = []
        for name, moves in (("", ""), ("a", "H8 I9 I7"), ("z", "H8 I9 H7")):
            if name:
                rooms.rooms[name] = over(name, moves, RoomKind.LOCAL, ("ann", "ann"), None)
            while await explorer.update():
                pass
            found.append((await explorer.look("ann", *asked(GameSource.MINE))).totals["mine"])
        explorer.close()
        return found

    assert asyncio.run(totals()) == [1, 2, 3]


def rated(name: str, moves: str, clock: ClockRule, ratings: tuple[int, int] | None) -> Room:
    """A listed game with a clock, and the ratings of its players if it was rated."""
    room = over(name, moves, RoomKind.LISTED, ("ann", "ben"), Player.P1)
    elos = (None, None) if ratings is None else tuple(Elo(rating, 30, False) for rating in ratings)
    return structs.replace(room, options=structs.replace(room.options, clock=clock), elos=elos)


RATED: tuple[Room, ...] = (
    rated("a", "H8 I9 I7", Fischer(300_000, 2_000), (1850, 1420)),
    rated("b", "H8 I9 H7", Fischer(300_000, 10_000), (1390, 1900)),
    rated("c", "H8 I9 G7", ByoYomi(60_000, 5, 10_000), (1400, 1400)),
    rated("d", "H8 I9 J8", Correspondence(3), (2100, 2050)),
    rated("e", "H8 I9 J9", NoClock(), None),
)


@pytest.mark.parametrize(
    ("only", "rooms"),
    [
        (GameFilter(), "abcde"),
        (GameFilter(rating=1400), "acd"),
        (GameFilter(rating=1600), "d"),
        (GameFilter(tempo=Tempo.QUICK), "ac"),
        (GameFilter(tempo=Tempo.LONG), "b"),
        (GameFilter(tempo=Tempo.DAYS), "d"),
        (GameFilter(tempo=Tempo.UNLIMITED), "e"),
        (GameFilter(1400, Tempo.QUICK), "ac"),
        (GameFilter(2200), ""),
    ],
)
def test_games_selected_by_rating_and_clock(tmp_path: Path, only: GameFilter, rooms: str) -> None:
    async def looked() -> list[ExplorerView]:
        explorer = Explorer(str(tmp_path / "index"), [], cast(Store, Rooms(*RATED)))
        try:
            while await explorer.update():
                pass
            game, _ = asked(GameSource.SERVER, (7, 7), (8, 6))
            return [
                await explorer.look("ann", game, source, wanted=only) for source in (GameSource.SERVER, GameSource.MINE)
            ]
        finally:
            explorer.close()

    for view in asyncio.run(looked()):
        assert {game.room for game in view.games} == set(rooms)
        assert view.totals["server"] == view.totals["mine"] == sum(reply.games for reply in view.replies) == len(rooms)
        assert view.line == (len(rooms), len(rooms))


def test_an_index_of_an_older_version_is_made_anew(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "index")) as index, index:
        index.execute("CREATE TABLE sources (id INTEGER PRIMARY KEY, visitor TEXT NOT NULL UNIQUE)")
        index.execute("CREATE TABLE seen (room TEXT PRIMARY KEY, updated INTEGER NOT NULL) WITHOUT ROWID")
        index.execute("INSERT INTO seen VALUES ('a', 1000000)")
    (view,) = asyncio.run(explored(str(tmp_path / "index"), [], ("ann", asked(GameSource.MINE))))
    assert without_engine(view.totals) == {"mine": 3, "server": 1}


def test_the_index_stays_and_is_not_counted_twice(tmp_path: Path) -> None:
    request = ("ann", asked(GameSource.MINE))
    for _ in range(2):
        (view,) = asyncio.run(explored(str(tmp_path / "index"), [], request))
        assert without_engine(view.totals) == {"mine": 3, "server": 1}


ASKED: dict[str, Any] = {
    "position": {
        "start": {"rules": "renju", "rows": ["." * 15] * 15, "to_move": "X", "taken": [0, 0]},
        "moves": [],
    },
    "source": "mine",
}


def look(page: Page, body: Any) -> tuple[int, Any]:
    status, _, answer = page.http(
        "POST", "/api/explorer", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    return status, json.loads(answer)


def test_a_rebuilt_index_is_equal_to_the_one_that_grew(
    tmp_path: Path, run_cli: Callable[..., tuple[int, str, str]]
) -> None:
    def rows() -> list[list[tuple[object, ...]]]:
        with closing(sqlite3.connect(f"{database}.explorer")) as index:
            return [
                sorted(index.execute(f"SELECT {columns} FROM {table}"))
                for table, columns in (
                    (
                        "plays JOIN sources ON source = id",
                        "visitor, tempo, key, move, black, draws, white, other, rated, plays.rating",
                    ),
                    ("games", "digest, room, black, white, result, ended"),
                    ("seen", "room, updated"),
                )
            ]

    database = tmp_path / "db"
    settings = Settings(sqlite_url(database), engines=1, requests_per_minute=100_000)
    with ThreadServer(settings) as server, server.page() as page:

        def are_indexed(games: int) -> bool:
            return bool(look(page, ASKED)[1]["totals"]["mine"] == games)

        for number, text in enumerate(("B[hh];W[ig];B[ii]", "B[hh];W[gg];B[gi]", "B[hh];W[hg]"), start=1):
            body = f"(;FF[4]GM[4]SZ[15]RU[renju]RE[B+R];{text})"
            assert page.http("POST", "/api/import", body.encode())[0] in (200, 201)
            wait_until(partial(are_indexed, number), what="the game is not indexed")
    grown = rows()
    assert len(grown[0]) == 4, "the first two games are one, mirrored"
    with closing(sqlite3.connect(f"{database}.explorer")) as index, index:
        index.execute("UPDATE plays SET black = black + 1")
    code, out, err = run_cli("reindex", "--database", str(database))
    assert (code, out, err) == (0, "3 games indexed\n", "")
    assert rows() == grown


def test_an_index_that_cannot_be_written_is_kept_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (view,) = asyncio.run(explored(str(tmp_path / "file" / "index"), [], ("ann", asked(GameSource.MINE))))
    assert without_engine(view.totals) == {"mine": 3, "server": 1}


def test_over_http_a_finished_game_appears_by_itself(tmp_path: Path, collection: str) -> None:
    settings = Settings(sqlite_url(tmp_path / "db"), engines=1, collections=(collection,), requests_per_minute=100_000)
    text = "(;FF[4]GM[4]SZ[15]RU[renju]RE[B+R];B[hh];W[ig];B[ii])"
    body = deepcopy(ASKED)

    with ThreadServer(settings) as server, server.page() as page:
        assert without_engine(look(page, body)[1]["totals"]) == {"mine": 0, "server": 0, "collections": 2}
        assert page.http("POST", "/api/import", text.encode())[0] in (200, 201)
        wait_until(lambda: look(page, body)[1]["totals"]["mine"] == 1, what="the game is not indexed")
        _, view = look(page, body)
        assert view["replies"][0]["cells"] == [[7, 7]]
        assert view["games"][0]["result"] == "B"
        status, selected = look(page, {**body, "only": {"rating": 1400, "tempo": "quick"}})
        assert (status, selected["totals"]["mine"], selected["replies"]) == (200, 0, [])
        assert look(page, {**body, "only": {"rating": 1450, "tempo": None}})[0] == 400
        body["position"]["moves"] = [[7, 7], [7, 7]]
        assert look(page, body)[0] == 400

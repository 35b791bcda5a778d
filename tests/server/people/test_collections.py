"""Collections of visitors: import with progress, duplicates and errors; search, export, limits."""

import asyncio
import io
import json
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from sqlalchemy import delete, update

from gomoku.library.sources import Progress, entries
from gomoku.rules import Game, Rules
from gomoku.rules.records import Record, sgf
from gomoku.rules.records.psq import dumps as psq
from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.people.collections import collections
from gomoku.server.storage.store import Store, sqlite_url
from gomoku.server.storage.tables import collected_game, collected_position
from tests.server.conftest import ThreadServer
from tests.server.page import Page


def game_of(moves: str, rules: str = "freestyle;size=15") -> Game:
    game = Game(Rules.parse(rules))
    for cell in moves.split():
        game.play(cell)
    return game


def record(moves: str, black: str, white: str, date: str = "", outcome: str = "", rules: str = "freestyle;size=15"):
    return Record(game_of(moves, rules), black=black, white=white, date=date, result=outcome)


HOGETSU = record("H8 I9 I7 J8", "Aoi", "Bram", "2024-05-01", "B+R", "renju")
PRO = record("H8 H9 K8", "Bram", "Cleo", "2023", "W+R")
CENTRE = record("H8", "Dana", "Aoi")
FILE = "\n".join(map(sgf.dumps, (HOGETSU, PRO, CENTRE)))
BROKEN = "(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh];B[hh])"


def bring(
    page: Page, name: str, data: bytes | str, status: int = 200, headers: dict[str, str] | None = None
) -> list[dict[str, Any]]:
    """The lines of the reply, or the problem."""
    body = data.encode() if isinstance(data, str) else data
    headers = {"Content-Type": "application/octet-stream", **(headers or {})}
    found, _, answer = page.http("POST", f"/api/collection?name={quote(name)}", body, headers)
    assert found == status, answer
    return [json.loads(line) for line in answer.splitlines()]


def found(page: Page, **wanted: object) -> list[str]:
    _, _, answer = page.http("GET", f"/api/collection?{urlencode(wanted)}")
    return [f"{game['black']}-{game['white']}" for game in json.loads(answer)["games"]]


def zipped(**files: bytes | str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", ".", 1), text)
    return data.getvalue()


def test_import_search_export_and_delete(server: ThreadServer) -> None:
    with server.page() as ann, server.page() as bob:
        (last,) = bring(ann, "club.sgf", FILE + BROKEN)
        assert (last["added"], last["known"], last["failed"], last["finished"], last["refused"]) == (
            3,
            0,
            1,
            True,
            None,
        )
        assert last["done"] == last["total"]
        (failure,) = last["failures"]
        assert (failure["source"], failure["number"]) == ("club.sgf", 4)
        assert "turn" in failure["why"]
        assert failure["text"] == BROKEN
        # Latest first; what is there already is known, in any file.
        assert found(ann) == ["Aoi-Bram", "Bram-Cleo", "Dana-Aoi"]
        (last,) = bring(ann, "all.zip", zipped(a_sgf=FILE, b_psq=psq(record("H8 I8", "Ed", "Flo")), c_txt="no game"))
        assert (last["added"], last["known"], last["failed"]) == (1, 3, 0)
        # By player, date, rules, opening and result.
        assert found(ann, player="aoi") == ["Aoi-Bram", "Dana-Aoi"]
        assert found(ann, since="2024") == ["Aoi-Bram"]
        assert found(ann, until="2023") == ["Bram-Cleo"]
        assert found(ann, rules="renju") == ["Aoi-Bram"]
        assert found(ann, opening="hogetsu") == ["Aoi-Bram"]
        assert found(ann, opening="Direct pro") == ["Bram-Cleo"]
        assert found(ann, result="W", player="cleo") == ["Bram-Cleo"]
        assert found(ann, result="0") == []
        assert found(bob) == []
        # What is exported is equal to what was imported.
        status, _, text = ann.http("GET", "/api/collection/export")
        assert status == 200
        exported = sgf.loads_collection(text if isinstance(text, str) else text.decode())
        again = {(each.black, each.game.moves, each.date, each.outcome) for each in exported}
        assert len(again) == 4
        assert again > {(each.black, each.game.moves, each.date, each.outcome) for each in (HOGETSU, PRO, CENTRE)}
        (last,) = bring(bob, "again.sgf", text)
        assert (last["added"], last["failed"]) == (4, 0)
        assert found(bob) == found(ann)
        _, _, one = ann.http("GET", "/api/collection/export?rules=renju")
        assert "7I Hogetsu" in str(one)
        game = json.loads(ann.http("GET", "/api/collection?player=cleo")[2])["games"][0]
        assert (game["opening_name"], game["plies"], game["source"], game["number"]) == ("Direct pro", 3, "club.sgf", 2)
        status, _, text = ann.http("GET", f"/api/collection/{game['id']}")
        study = json.loads(text)
        assert (status, len(study["nodes"]), study["black"], study["date"]) == (200, 4, "Bram", "2023")
        assert bob.http("GET", "/api/collection/nothing")[0] == 404
        assert ann.http("DELETE", "/api/collection?rules=renju")[0] == 204
        assert "Aoi-Bram" not in found(ann)
        assert ann.http("DELETE", "/api/collection")[0] == 204
        assert found(ann) == []
        assert len(found(bob)) == 4


def test_a_game_of_gomocup_that_ended_by_time_has_the_result_in_its_name(server: ThreadServer) -> None:
    text = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n7,9,0\n1,1,30000\nA.zip\nB.zip\n-1\n1,Standard1\n"
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("Standard1/0_4_7_2.psq", text)
        archive.writestr("Standard1/0_4_8_1.psq", text.replace("A.zip", "C.zip"))
    with server.page() as page:
        bring(page, "gomocup2025results.zip", data.getvalue())
        assert (found(page, result="W"), found(page, result="B")) == (["A.zip-B.zip"], ["C.zip-B.zip"])
        (last,) = bring(page, "0_4_7_2.psq", text)
        assert last["known"] == 1, "a file by itself is the same game"
        _, _, exported = page.http("GET", "/api/collection/export?result=W")
        (last,) = bring(page, "again.sgf", exported)
        assert (last["known"], last["added"]) == (1, 0)


def explored(page: Page, moves: str, rules: str = "freestyle;size=15") -> dict[str, Any]:
    size = 15
    start = {"rules": rules, "rows": ["." * size] * size, "to_move": "X", "taken": [0, 0]}
    asked = {"position": {"start": start, "moves": game_of(moves, rules).moves}, "source": "imported"}
    status, _, answer = page.http("POST", "/api/explorer", json.dumps(asked).encode())
    assert status == 200, answer
    found: dict[str, Any] = json.loads(answer)
    return found


def test_positions_are_explored_and_searched(server: ThreadServer) -> None:
    corner = record("H8 G7 H9", "Ed", "Flo", "2025", "B+R")
    with server.page() as ann, server.page() as bob:
        assert "imported" not in explored(ann, "")["totals"]
        bring(ann, "club.sgf", "\n".join(map(sgf.dumps, (HOGETSU, PRO, CENTRE, corner))))
        # The games of the collection, latest first, in any of the eight views.
        first = explored(ann, "")
        assert (first["totals"]["imported"], first["totals"]["mine"]) == (3, 0)
        assert [(reply["cells"], reply["games"], reply["black"], reply["white"]) for reply in first["replies"]] == [
            ([[7, 7]], 3, 1, 1)
        ]
        assert [game["black"] for game in first["games"]] == ["Ed", "Bram", "Dana"]
        assert first["games"][0]["rows"] == game_of("H8 G7 H9").rows()
        assert ann.http("GET", f"/api/collection/{first['games'][0]['collected']}")[0] == 200
        named = explored(ann, "H8 I9 I7")
        assert (named["opening_name"], named["opening_rows"][2:5]) == ("7I Hogetsu", ["....O..", "...X...", "....X.."])
        assert (first["opening_name"], first["opening_rows"]) == ("", [])
        second = explored(ann, "H8")
        assert [(reply["games"], len(reply["cells"])) for reply in second["replies"]] == [(1, 4), (1, 4)]
        # The latest game of each move, then the others.
        bring(ann, "more.sgf", sgf.dumps(record("H8 I9 I10", "Gil", "Flo", "2024")))
        assert [game["black"] for game in explored(ann, "H8")["games"]] == ["Ed", "Bram", "Gil"]
        assert ann.http("DELETE", "/api/collection?player=gil")[0] == 204
        assert explored(ann, "H8 I9")["replies"][0]["games"] == 1  # G7 is I9, turned
        assert "imported" not in explored(bob, "")["totals"]
        # The games that reach a position, the end of a game included; other rules are other positions.
        assert found(ann, position=game_of("H8").to_link()) == ["Ed-Flo", "Bram-Cleo", "Dana-Aoi"]
        assert found(ann, position=game_of("H8 I9").to_link()) == ["Ed-Flo"]
        assert found(ann, position=game_of("H8", "renju").to_link(), player="aoi") == ["Aoi-Bram"]
        assert ann.http("GET", "/api/collection?position=nonsense")[0] == 400
        assert ann.http("DELETE", f"/api/collection?position={quote(game_of('H8 I9').to_link())}")[0] == 204
        assert explored(ann, "")["totals"]["imported"] == 2
        assert ann.http("DELETE", "/api/collection?player=dana")[0] == 204
        assert explored(ann, "")["totals"]["imported"] == 1


RATED = (
    "(;FF[4]GM[4]SZ[15]RU[freestyle]BR[1700]WR[1500]PB[Ann];B[hh];W[ig])"
    "(;FF[4]GM[4]SZ[15]RU[freestyle]BR[1500]WR[1400]PB[Ben];B[hh];W[gg];B[aa])"
    "(;FF[4]GM[4]SZ[15]RU[freestyle]BR[3 dan]PB[Cleo];B[hh];W[hg])"
)


def test_ratings_and_the_games_that_followed_the_line(server: ThreadServer) -> None:
    with server.page() as ann:
        bring(ann, "rated.sgf", RATED)
        first, second, third = (explored(ann, moves) for moves in ("", "H8", "H8 I9"))
        assert [reply["rating"] for reply in first["replies"]] == [1600], (
            "of Black, who plays it; the unrated one does not count"
        )
        assert [(reply["games"], reply["rating"]) for reply in second["replies"]] == [(2, 1450), (1, None)]
        ratings = {game["black"]: game["ratings"] for game in second["games"]}
        assert [1700, 1500] in ratings.values() or [1500, 1400] in ratings.values()
        assert ratings["Cleo"] == [None, None]
        assert (first["line"], second["line"], third["line"]) == ([], [3], [3, 2])
        assert explored(ann, "H8 I9 O15")["line"] == [3, 2, 1], "A15 after G9, mirrored"
        assert explored(ann, "H8 I9 A1 B1")["line"] == [3, 2, 0, 0]


def test_games_without_ratings_are_read_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = await Store.open(sqlite_url(tmp_path / "games.db"))
        try:
            kept = collections.Collections(store)
            [_ async for _ in kept.imported("ann", "club.sgf", RATED.encode(), 1)]
            forgotten = update(collected_game).values(rating_black=None, rating_white=None)
            await store.write(lambda connection: connection.execute(forgotten))
            await kept.index_positions()
            played = await kept.played("ann", game_of(""))
            assert played
            assert [reply.rating for reply in played[0]] == [1600]
        finally:
            await store.close()

    asyncio.run(scenario())


def test_games_without_an_index_get_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = await Store.open(sqlite_url(tmp_path / "games.db"))
        try:
            kept = collections.Collections(store)
            [_ async for _ in kept.imported("ann", "club.sgf", FILE.encode(), 1)]
            await store.write(lambda connection: connection.execute(delete(collected_position)))
            assert await kept.played("ann", game_of("")) == ([], [], [])
            await kept.index_positions()
            played = await kept.played("ann", game_of(""))
            assert played
            assert [reply.games for reply in played[0]] == [2]
        finally:
            await store.close()

    asyncio.run(scenario())


def test_progress_is_sent_in_lines(server: ThreadServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collections, "BATCH", 1)
    with server.page() as page:
        lines = bring(page, "club.sgf", FILE)
    assert [line["added"] for line in lines] == [1, 2, 3, 3]
    assert [line["finished"] for line in lines] == [False, False, False, True]
    assert all(line["done"] <= line["total"] == len(FILE.encode()) for line in lines)


def test_a_collection_has_bounds(server: ThreadServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collections, "MAX_GAMES", 2)
    monkeypatch.setattr(collections, "MAX_UNPACKED", 1_000)
    with server.page() as page:
        (last,) = bring(page, "club.sgf", FILE)
        assert (last["added"], last["refused"]) == (2, "too_many")
        assert len(found(page)) == 2
        (last,) = bring(page, "bomb.zip", zipped(a_sgf="(;FF[4]" + " " * 100_000))
        assert (last["added"], last["refused"]) == (0, "too_big")
        monkeypatch.setattr(collections, "MAX_READ", 1)
        assert bring(page, "broken.sgf", BROKEN)[-1]["refused"] == "too_big"


def test_unreadable_games_come_back_to_be_repaired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collections, "FAILED_TEXT", len(BROKEN) + 20)
    path = tmp_path / "games.sgf"
    path.write_text(FILE + BROKEN + BROKEN.replace(";", f";C[{'x' * 50}]", 1) + BROKEN * 2)
    room = collections._Room(2 * len(BROKEN) + 1)
    batch = collections._read(entries([path], Progress()), str(path), "club.sgf", 0, room)
    assert len(batch.rows) == 3
    assert [(each.number, each.text) for each in batch.failures] == [
        (4, BROKEN),
        (5, ""),  # too long to be sent
        (6, BROKEN),
        (7, ""),  # no room for more
    ]


@pytest.mark.parametrize("data", [b"", b"\0\xff\xfe", b"PK\x03\x04 no archive", b"(;" * 2000])
@pytest.mark.parametrize("name", ["a.sgf", "a.psq", "a.lib", "a.zip"])
def test_unreadable_games_are_reported(server: ThreadServer, name: str, data: bytes) -> None:
    with server.page() as page:
        lines = bring(page, name, data)
        assert lines[-1]["finished"]
        assert lines[-1]["added"] == 0
        assert lines[-1]["failed"] == sum(len(line["failures"]) for line in lines) > 0


def test_a_visitor_runs_one_import_at_a_time(server: ThreadServer) -> None:
    mine = server.app.state.collections
    with server.page() as page:
        me = json.loads(page.http("GET", "/api/games")[2])["me"]
        mine._importing.add(me)
        assert bring(page, "club.sgf", FILE, 429)[0]["reason"] == "too_fast"
        mine._importing.discard(me)
        assert bring(page, "club.sgf", FILE)[-1]["added"] == 3


def test_what_is_refused_at_once(server: ThreadServer) -> None:
    with server.page() as page:
        assert bring(page, "a.exe", "x", 400)[0]["reason"] == "unreadable"
        assert page.http("GET", "/api/collection?rules=nonsense")[0] == 400
        assert page.http("GET", "/api/collection?result=X")[0] == 400
        for _ in range(10):
            bring(page, "club.sgf", FILE)
        assert bring(page, "club.sgf", FILE, 429)[0]["reason"] == "too_fast"


def test_new_cookies_import_no_more_than_their_address_may(
    server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.app.state.collections, "_address_rate", Buckets(1 / 1000, 2))
    for status in (200, 200, 429):
        with server.page() as visitor:
            bring(visitor, "games.sgf", FILE, status)


def test_new_cookies_do_not_fill_the_disk_with_games(server: ThreadServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.app.state.collections, "_games", Buckets(0.0001, 4.0))
    refused = []
    for _ in range(2):
        with server.page() as cookie:
            *_, last = bring(cookie, "three.sgf", FILE, headers={"X-Forwarded-For": "198.51.100.31"})
            refused.append((last["added"], last["finished"], last["refused"]))
            assert cookie.get("/api/collection")["total"] == last["added"]
    assert refused == [(3, True, None), (0, True, "too_fast")]

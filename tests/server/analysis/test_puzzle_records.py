"""Records of puzzles: first tries and their ratings, marks, the puzzle of the day and its streak."""

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from gomoku.server.analysis.learn import puzzles
from gomoku.server.analysis.learn.puzzle_records import DAY, PuzzleRecords, date_of, streaks
from gomoku.server.storage.store import Store, sqlite_url
from gomoku.server.wire.analysis.learn_messages import PuzzleAnswer, PuzzleKind, Verdict
from tests.server.conftest import ThreadServer
from tests.server.page import Page

SAVES = [line.id for line in puzzles.listing().puzzles if line.kind is PuzzleKind.SAVE]
"""Puzzles of one move: the server knows the right one without a search."""
SHORT = next(line.id for line in puzzles.listing().puzzles if line.kind is PuzzleKind.FIVE and line.plies == 3)


def post(page: Page, path: str, **body: Any) -> Any:
    status, _, answer = page.http("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    assert status == 200, answer
    return json.loads(answer)


def right(name: str) -> list[int]:
    return list(puzzles.find(name).answers[0])


def wrong(name: str) -> list[int]:
    game = puzzles.find(name).game
    return list(next(cell for cell in game.allowed_cells() if cell not in puzzles.find(name).answers))


def attempt(page: Page, name: str, *moves: list[int]) -> str:
    verdict: str = post(page, f"/api/puzzles/{name}/try", moves=moves)["verdict"]
    return verdict


def summary(page: Page, name: str) -> Any:
    return next(line for line in page.get("/api/puzzles")["puzzles"] if line["id"] == name)


# --- over HTTP, on both databases ---


def test_the_first_try_of_a_puzzle_is_rated_once(server: ThreadServer) -> None:
    name = SAVES[0]
    with server.page() as ann:
        before, new = summary(ann, name), ann.get("/api/puzzles/me")
        assert (new["elo"]["rating"], new["elo"]["games"], new["solved"], new["history"]) == (1500, 0, [], [])
        assert attempt(ann, name, right(name)) == "solved"
        once, line = ann.get("/api/puzzles/me"), summary(ann, name)
        assert once["solved"] == [name]
        assert once["elo"]["games"] == 1
        assert once["elo"]["rating"] > 1500
        assert once["elo"]["deviation"] < 350
        assert once["history"] == [{"rating": once["elo"]["rating"], "deviation": once["elo"]["deviation"]}]
        assert line["elo"]["rating"] < before["elo"]["rating"]
        assert (line["elo"]["games"], line["solved"]) == (before["elo"]["games"] + 1, before["solved"] + 1)
        assert attempt(ann, name, wrong(name)) == "wrong"
        assert attempt(ann, name, right(name)) == "solved"
        assert (ann.get("/api/puzzles/me"), summary(ann, name)) == (once, line)


def test_a_wrong_move_loses_the_first_try_and_a_later_one_gets_the_mark(server: ThreadServer) -> None:
    name = SAVES[1]
    with server.page() as ann:
        assert attempt(ann, name, wrong(name)) == "wrong"
        after = ann.get("/api/puzzles/me")
        assert after["elo"]["rating"] < 1500
        assert (after["solved"], after["missed"]) == ([], [name])
        assert attempt(ann, name, right(name)) == "solved"
        later = ann.get("/api/puzzles/me")
        assert (later["solved"], later["missed"], later["elo"]) == ([name], [], after["elo"])


def test_help_loses_the_first_try(server: ThreadServer) -> None:
    with server.page() as ann:
        post(ann, f"/api/puzzles/{SAVES[2]}/hint", moves=[])
        hinted = ann.get("/api/puzzles/me")
        assert (hinted["elo"]["games"], hinted["missed"]) == (1, [SAVES[2]])
        ann.get(f"/api/puzzles/{SAVES[3]}/solution")
        shown = ann.get("/api/puzzles/me")
        assert shown["elo"]["games"] == 2
        assert shown["elo"]["rating"] < hinted["elo"]["rating"] < 1500
        assert attempt(ann, SAVES[3], right(SAVES[3])) == "solved"
        assert ann.get("/api/puzzles/me")["elo"] == shown["elo"]


def test_only_lines_that_the_server_has_answered_count(server: ThreadServer) -> None:
    puzzle = puzzles.find(SHORT)
    first, replies = puzzle.entry.proofs[0]
    reply, (last, *_) = next((name, proof) for name, proof in replies.items() if name != "*")
    invented = [list(puzzle.game._cell(name)) for name in (first, reply, last)]
    with server.page() as ann, server.page() as bob:
        assert attempt(ann, SHORT, *invented) == "solved", "so the moves are right"
        assert (ann.get("/api/puzzles/me")["elo"]["games"], ann.get("/api/puzzles/me")["solved"]) == (0, [])
        answer = post(bob, f"/api/puzzles/{SHORT}/try", moves=invented[:1])
        assert answer["verdict"] == "on"
        played = [*invented[:1], answer["reply"]]
        ready = puzzle.proofs_after([(x, y) for x, y in played])
        assert attempt(bob, SHORT, *played, list(puzzle.game._cell(ready[0][0]))) == "solved"
        assert (bob.get("/api/puzzles/me")["elo"]["games"], bob.get("/api/puzzles/me")["solved"]) == (1, [SHORT])


def test_the_puzzle_of_the_day_over_http(server: ThreadServer) -> None:
    with server.page() as ann, server.page() as bob:
        daily = ann.get("/api/puzzles/daily")
        assert daily == bob.get("/api/puzzles/daily")
        mine = ann.get("/api/puzzles/me")
        assert (mine["date"], mine["daily"]) == (daily["date"], daily["puzzle"]["id"])
        assert daily["yesterday"] != daily["puzzle"]["id"]


def test_the_list_is_sent_compressed(server: ThreadServer) -> None:
    with server.page() as ann:
        status, headers, body = ann.http("GET", "/api/puzzles", None, {"Accept-Encoding": "gzip"})
        assert (status, headers["content-encoding"]) == (200, "gzip")
        assert len(body) < 15_000
        assert json.loads(gzip.decompress(body)) == ann.get("/api/puzzles")


# --- days ---


def test_every_puzzle_comes_once_before_any_comes_again() -> None:
    names = {line.id for line in puzzles.listing().puzzles}
    turn = 20_000 // len(names) * len(names)
    first = [puzzles.daily(turn + number) for number in range(len(names))]
    assert set(first) == names
    second = [puzzles.daily(turn + len(names) + number) for number in range(len(names))]
    assert set(second) == names
    assert first != second
    assert date_of(20_408) == "2025-11-16"


@pytest.mark.parametrize(
    ("days", "found"),
    [
        ([], (0, 0)),
        ([100], (1, 1)),
        ([99], (1, 1)),
        ([98], (0, 1)),
        ([97, 98, 99, 100], (4, 4)),
        ([90, 91, 92, 99, 100], (2, 3)),
    ],
)
def test_streaks_end_with_a_day_that_was_left_out(days: list[int], found: tuple[int, int]) -> None:
    assert streaks(days, 100) == found


def solved(name: str) -> PuzzleAnswer:
    return PuzzleAnswer(Verdict.SOLVED, None, (), puzzles.statement(name).view, None)


def with_records(path: Path, work: Callable[[PuzzleRecords, list[int]], Awaitable[None]]) -> None:
    """Run a coroutine with the records of a new database and a clock in days."""

    async def run() -> None:
        store, clock = await Store.open(sqlite_url(path / "games.sqlite")), [20_000]
        try:
            await work(PuzzleRecords(store, lambda: clock[0] * DAY + 1), clock)
        finally:
            await store.close()

    asyncio.run(run())


def test_solving_the_daily_puzzle_on_its_day_makes_a_streak(tmp_path: Path) -> None:
    async def work(records: PuzzleRecords, clock: list[int]) -> None:
        async def solve(day: int) -> None:
            name = puzzles.daily(day)
            await records.tried("ann", name, puzzles.find(name).answers[:1], solved(name))

        await solve(20_000)
        await solve(20_000)
        found = await records.progress("ann")
        assert (found.streak, found.best, found.week) == (1, 1, (False,) * 6 + (True,))
        await solve(19_999)
        assert (await records.progress("ann")).best == 1, "yesterday's is too late"
        clock[0] += 1
        await solve(20_001)
        assert (await records.progress("ann")).streak == 2
        clock[0] += 2
        found = await records.progress("ann")
        assert (found.streak, found.best, found.week) == (0, 2, (False, False, False, True, True, False, False))
        await records.helped("ann", puzzles.daily(20_003), shown=True)
        await solve(20_003)
        assert (await records.progress("ann")).streak == 0, "the solution was shown"
        assert (await records.progress("bob")).best == 0

    with_records(tmp_path, work)

"""The opening book of AIs: used by levels 9 and 10, varied, left at its end, and switched off by the operator."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gomoku.engine.book import book_for
from gomoku.rules import Game, Rules
from gomoku.server.ops.settings import Settings
from gomoku.server.storage.store import sqlite_url
from tests.server.conftest import ThreadServer
from tests.server.page import Page

RULES = Rules.preset("42")
CENTRE = (9, 9)


@pytest.fixture(scope="module")
def booked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    path = tmp_path_factory.mktemp("booked") / "games.sqlite"
    with ThreadServer(Settings(sqlite_url(path), engines=1, engine_threads=1, messages_per_second=10_000)) as running:
        yield running


@pytest.fixture
def page(booked: ThreadServer) -> Iterator[Page]:
    with booked.page() as page:
        yield page


def replies() -> set[tuple[int, int]]:
    """What the shipped book may answer to a stone in the centre."""
    game = Game(RULES)
    game.play(CENTRE)
    book = book_for(RULES)
    assert book is not None
    known = [move for move in book.moves(game) if move.is_expanded]
    return {cell for move in known for cell in move.cells}


def answered(page: Page, level: int, **options: Any) -> dict[str, object]:
    """The action of an AI after a stone in the centre."""
    room = page.create(level=level, **options)
    page.play(room, *CENTRE)
    page.until_my_turn(room)
    action: dict[str, object] = page.actions(room)[1]
    return action


@pytest.mark.parametrize("level", [9, 10])
def test_high_levels_open_from_the_book(page: Page, level: int) -> None:
    seen: set[tuple[int, ...]] = set()
    for _ in range(6):
        action = answered(page, level, ai_time=60_000)
        assert action["ms"] == 0, "without a search"
        seen.add(tuple(action["cell"]))  # type: ignore[arg-type]
    assert seen <= replies()
    assert len(seen) > 1, "mirrored or equal moves vary"


def test_lower_levels_and_rules_without_a_book_search(page: Page) -> None:
    assert not any(message["type"] == "thinking" for message in page.heard)
    answered(page, 8, ai_time=100)
    assert any(message["type"] == "thinking" for message in page.heard)
    page.heard.clear()
    answered(page, 10, ai_time=100, rules="42;size=15")
    assert any(message["type"] == "thinking" for message in page.heard)


def test_the_first_stone_is_searched(page: Page) -> None:
    room = page.create("ai", "me", level=10, ai_time=100)
    page.until_my_turn(room)
    action = page.actions(room)[0]
    assert action["ms"] > 0
    assert max(abs(action["cell"][0] - CENTRE[0]), abs(action["cell"][1] - CENTRE[1])) <= 3


def test_after_the_book_the_ai_searches(page: Page) -> None:
    room = page.create(level=10, ai_time=100)
    page.play(room, 0, 0)  # no line of the book begins in a corner
    page.until_my_turn(room)
    assert any(message["type"] == "thinking" for message in page.heard)


def test_the_operator_may_leave_the_book_out(tmp_path: Path) -> None:
    settings = Settings(sqlite_url(tmp_path / "games.sqlite"), engines=1, engine_threads=1, opening_book=False)
    with ThreadServer(settings) as server, server.page() as page:
        answered(page, 10, ai_time=100)
        assert any(message["type"] == "thinking" for message in page.heard)

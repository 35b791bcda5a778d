"""A new rule set is one entry of PRESETS, a new opening one generator: neither needs texts or tables elsewhere."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct
from rich.console import Console

from gomoku import Game, Rules
from gomoku.brain import settings
from gomoku.cli import listing
from gomoku.engine import Engine, Limit
from gomoku.rules import OPENINGS, PRESETS, Kind, openings
from gomoku.rules.openings import Script, Stage
from gomoku.rules.variant import Preset, piskvork_of_preset, preset_of_piskvork
from gomoku.server.rooms import referee
from gomoku.server.rooms.rating import ratings
from gomoku.server.rooms.room import apply
from gomoku.server.wire import messages
from gomoku.server.wire.catalogue import catalogue
from gomoku.server.wire.catalogue_messages import Catalogue, Words
from gomoku.server.wire.values import Options

TRANSLATIONS = sorted((Path(__file__).parents[3] / "web/src/i18n").glob("*/catalogue.json"))
"""Texts of the page for languages that the server does not send, by the English ones."""


def fresh_catalogue() -> Catalogue:
    return catalogue.__wrapped__()


def created(options: Options) -> Game:
    """The game of a new room."""
    command = messages.Create("c", options, messages.Me("Ann"), messages.AiSeat(3))
    return apply("r", None, referee.create(command, "ann", 1_000_000)).game


def printed(content: object) -> str:
    console = Console(width=200)
    with console.capture() as capture:
        console.print(content)
    return capture.get()


@pytest.fixture
def preset(monkeypatch: pytest.MonkeyPatch) -> str:
    changes = {"size": 11, "capture_goal": 6, "endgame_capture": False}
    monkeypatch.setitem(PRESETS, "six_stones", Preset("six captured stones win", changes))
    return "six_stones"


def test_a_new_preset_is_listed(preset: str):
    assert "six captured stones win" in printed(listing.everything())
    assert "six_stones: six captured stones win" in printed(listing.one(Rules.preset(preset)))


def test_a_new_preset_is_in_the_catalogue(preset: str):
    shown = fresh_catalogue().presets[-1]
    assert (shown.name, shown.size, shown.sizes) == (preset, 11, (11,))
    words = [Words("Six Stones", "Six Stones"), Words("Six captured stones win", "Six captured stones win")]
    assert [shown.title, shown.summary] == words


def test_a_new_preset_is_played_in_rooms(preset: str):
    game = created(Options(rules=preset))
    assert (game.rules, game.rules.capture_goal) == (Rules.preset(preset), 6)
    assert ratings.pool_of("six_stones") == preset
    assert ratings.pool_of("six_stones;size=13") is None


def test_a_new_preset_is_played_by_the_engine_and_the_brain(preset: str):
    rules = Rules.preset(preset)
    with Engine(rules, memory_mb=0.25) as engine:
        assert engine.search(Game(rules), Limit(depth=1)).move == (5, 5)
    attribute, parse = settings.KEYS["gomoku.rules"]
    assert (attribute, parse("six_stones;size=9")) == ("spec", "six_stones;size=9")
    assert piskvork_of_preset(preset) is None


def test_numbers_of_piskvork_are_unique():
    numbers = [preset.piskvork for preset in PRESETS.values() if preset.piskvork is not None]
    assert [piskvork_of_preset(preset_of_piskvork(number) or "") for number in numbers] == numbers


@pytest.mark.parametrize("name", [name for name in OPENINGS if name != "standard"])
def test_an_opening_says_where_its_stones_go_and_counts_them(name: str):
    """What a step allows differs between openings, so its text does too."""
    steps = catalogue().steps
    game = Game(Rules.parse("renju"), name)
    counted = []
    while (decision := game.decision) and decision.step != "play" and decision.kind is Kind.STONE:
        closed = decision.cells is not None and len(decision.cells) > 1
        assert not closed or f"{name}.{decision.step}" in steps, decision.step
        counted.append((decision.number, decision.total))
        game.play(game.allowed_cells()[0])
    several = [(1, 3), (2, 3), (3, 3)]
    assert counted == (several if name in ("swap", "swap2", "rif", "soosorv8") else [(1, 1)] * len(counted))


def test_a_new_opening_is_one_generator():
    @openings.opening
    def one_swap(stage: Stage) -> Script:
        """One player places a stone, the other may swap."""
        yield from stage.stone("only", openings.P1)
        yield from stage.may_swap("ask")

    try:
        shown = fresh_catalogue()
        choice = shown.openings[-1]
        text = "One player places a stone, the other may swap"
        assert (choice.name, choice.title, choice.summary) == ("one_swap", Words(*["One Swap"] * 2), Words(*[text] * 2))
        assert text in printed(listing.everything())
        game = created(Options(opening="one_swap"))
        assert game.decision is not None
        assert game.decision.step not in shown.steps
        assert game.decision.kind in shown.steps  # the page falls back to the text of the kind
    finally:
        del OPENINGS["one_swap"]


def test_every_kind_of_decision_has_a_text():
    assert set(openings.Kind) <= fresh_catalogue().steps.keys()


def texts(value: object) -> Iterator[str]:
    """The English texts of a catalogue or a part of it."""
    if isinstance(value, Words):
        yield value.en
    elif isinstance(value, dict):
        yield from texts(tuple(value.values()))
    elif isinstance(value, tuple):
        yield from (text for part in value for text in texts(part))
    elif isinstance(value, Struct):
        yield from texts(tuple(getattr(value, name) for name in value.__struct_fields__))


@pytest.mark.parametrize("table", TRANSLATIONS, ids=lambda path: path.parent.name)
def test_the_page_has_every_text_in_every_language(table: Path):
    translated = json.loads(table.read_text("utf-8"))
    assert translated.keys() == set(texts(fresh_catalogue()))
    assert all(translated.values())

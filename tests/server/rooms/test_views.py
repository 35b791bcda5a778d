"""Messages built from the state of a room."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gomoku.rules import PRESETS, Game, Rules
from gomoku.rules.scan import Scan
from gomoku.server.rooms import views
from gomoku.server.rooms.room import apply
from gomoku.server.wire import events
from gomoku.server.wire.values import Options, Person, RoomKind

SPECS = (
    *PRESETS,
    "42;three=flank",
    "42;three=recursive;ban_overline=both;ban_double_four=both",
    "42;ban_self_capture=both;capture_lifts_ban=false;win_lifts_bans=false",
    "renju;size=9x12",
)


def room_of(game: Game):
    person = Person("ann")
    options = Options(rules=game.rules.spec())
    created = events.Created(
        at=0, by="ann", kind=RoomKind.LOCAL, options=options, holders=(person, person), link=game.to_link()
    )
    return apply("r", None, created)


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), count=st.integers(10, 70))
def test_forbidden_cells_and_captures_match_the_rules(spec, seed, count):
    rng = Random(seed)
    game = Game(Rules.parse(spec))
    size = min(9, game.rules.width)
    for _ in range(count):
        cell = (rng.randrange(size), rng.randrange(size))
        if game.why_illegal(cell) is None:
            game.play(cell)
            if game.is_over:
                game.undo()
    closed = game.forbidden_cells()
    state = views.state_of(room_of(game), 0)
    assert [one.cell for one in state.forbidden] == closed
    assert [(one.cell, one.reason) for one in state.forbidden] == [(cell, game.why_illegal(cell)) for cell in closed]
    board = ((x, y) for x in range(game.rules.width) for y in range(game.rules.height))
    free = [cell for cell in board if game.stone(cell) is None]
    taking = [(cell, tuple(game.captures(cell))) for cell in free if game.captures(cell)]
    assert [(one.cell, one.captured) for one in state.takes] == taking
    assert set(closed) <= set(Scan(game).suspects())


def test_the_opening_is_named():
    game = Game(Rules.preset("renju"))
    for cell, name in (("H8", ""), ("I9", ""), ("I7", "7I Hogetsu"), ("A1", "7I Hogetsu")):
        game.play(cell)
        assert views.state_of(room_of(game), 0).opening_name == name

"""Round trips: written records read back equal, for every format and kind of game."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gomoku.rules import OPENINGS, PRESETS, Game, Rules
from gomoku.rules.records import Piskvork, Record, link, pos, psq, sgf
from gomoku.rules.records.sgf_values import point
from gomoku.rules.records.tree import are_same
from tests.records.games import facts, play_on, played_games, records, rule_sets, set_up_games

few = settings(max_examples=60, deadline=None)


@few
@given(records())
def test_sgf_keeps_everything(record: Record):
    text = sgf.dumps(record)
    back = sgf.loads(text)
    assert facts(back.game) == facts(record.game)
    assert back.outcome == record.outcome
    for what in ("black", "white", "date", "event", "comments", "times"):
        assert getattr(back, what) == getattr(record, what)
    assert sgf.dumps(back) == text


@settings(max_examples=25, deadline=None)
@given(st.lists(records(), min_size=1, max_size=4))
def test_sgf_collections(several: list[Record]):
    text = sgf.dumps_collection(several)
    back = sgf.loads_collection(text)
    assert [facts(record.game) for record in back] == [facts(record.game) for record in several]
    assert sgf.dumps_collection(back) == text


@few
@given(records())
def test_link_keeps_the_game(record: Record):
    text = link.dumps(record)
    back = link.loads(text)
    assert facts(back.game) == facts(record.game)
    assert (back.black, back.white) == tuple(" ".join(name.split()) for name in (record.black, record.white))
    assert back.outcome == " ".join(record.outcome.split())
    assert text.isascii()
    assert all(sign.isalnum() or sign in "-_~." for sign in text)
    assert link.dumps(link.loads(text)) == text


@few
@given(records(played_games(openings=("standard",))), st.sampled_from([0, 1]))
def test_psq_keeps_moves_names_and_times(record: Record, first: int):
    record.black, record.white = (name and "n " + name for name in (record.black, record.white))
    record.piskvork = Piskvork((11, 0), first, -1)
    text = psq.dumps(record)
    for variant in (text, text.replace("\n", "\r\n")):
        back = psq.loads(variant, record.game.rules)
        assert facts(back.game) == facts(record.game)
        assert (back.black, back.white, back.times) == (record.black, record.white, record.times)
        assert back.piskvork == record.piskvork
        assert psq.dumps(back) == text


@few
@given(records(played_games(rule_sets(st.just(20)), openings=("standard",))))
def test_rec_keeps_moves_names_and_times(record: Record):
    record.black, record.white = "a " + record.black, "b " + record.white
    back = psq.loads_rec(psq.dumps_rec(record), record.game.rules)
    assert facts(back.game) == facts(record.game)
    assert (back.black, back.white, back.times) == (record.black.strip(), record.white.strip(), record.times)


narrow = rule_sets(st.sampled_from([5, 9, 15, 19, 20, 26]))


@few
@given(played_games(narrow, openings=("standard",)) | set_up_games(narrow), st.sampled_from(["top", "bottom"]))
def test_pos_keeps_the_game(game: Game, rows_from: pos.RowsFrom):
    text = pos.dumps(Record(game), rows_from)
    back = pos.loads(text, game.rules, rows_from)
    assert facts(back.game) == facts(game)
    assert pos.dumps(back, rows_from) == text


@few
@given(st.lists(played_games(st.just(Rules.preset("freestyle", size=20)), ("standard",)), max_size=5))
def test_opening_files(several: list[Game]):
    rules = Rules.preset("freestyle", size=20)
    openings = [list(game.moves) for game in several if game.moves]
    assert pos.loads_openings(pos.dumps_openings(openings, rules), rules) == openings


@few
@given(records(), st.integers(0, 20), st.integers(0, 20), st.integers(0, 2**32))
def test_a_game_that_left_its_tree_is_its_main_line_again(record: Record, back: int, on: int, seed: int):
    """Undo and continue: the tree is kept, and the current game is read back."""
    record = sgf.loads(sgf.dumps(record))
    old_moves = set(record.game.moves)
    for _ in range(min(back, len(record.game.actions))):
        record.game.undo()
    play_on(record.game, on, random.Random(seed))
    text = sgf.dumps(record)
    again = sgf.loads(text)
    assert facts(again.game) == facts(record.game)
    assert sgf.dumps(again) == text
    assert again.tree is not None
    points = {v for node in again.tree.walk() for i in ("B", "W") for v in node.properties.get(i, [])}
    assert {point(cell) for cell in old_moves} <= points


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("opening", sorted(OPENINGS))
def test_every_preset_with_every_opening(preset: str, opening: str):
    for seed in range(2):
        game = play_on(Game(Rules.preset(preset), opening), 25, random.Random(f"{preset}{opening}{seed}"))
        assert facts(Game.from_sgf(game.to_sgf())) == facts(game)
        assert facts(Game.from_link(game.to_link())) == facts(game)
        if opening == "standard":
            assert facts(Game.from_psq(game.to_psq(), game.rules)) == facts(game)
            assert facts(Game.from_pos(game.to_pos(), game.rules)) == facts(game)


def test_trees_are_copied_whole():
    record = sgf.loads("(;GM[4](;B[aa]C[x](;W[bb])(;W[cc]))(;B[dd];W[ee]))")
    assert record.tree is not None
    assert are_same(record.tree, record.tree.copy())

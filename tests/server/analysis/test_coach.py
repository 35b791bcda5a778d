"""The coach: mistakes explained by the answer they allow and by the better move."""

import pytest

from gomoku.engine.types import WIN
from gomoku.rules import Color, Game, Rules
from gomoku.rules.game import play_all
from gomoku.rules.notation import cell_of
from gomoku.server.analysis import coach
from gomoku.server.analysis.coach import PositionResult
from gomoku.server.wire.analysis.study_messages import Coaching
from gomoku.server.wire.values import Cell, MoveReason, ThreatKind

FREESTYLE = Rules.preset("freestyle", size=15)
THREE = "H8 A1 G8 A15 I8"
"""Black has an open three; White is to move."""


def cell(name: str, size: int = 15) -> Cell:
    return cell_of(name, size, size)


def explained(
    rules: Rules, moves: str, slip: str, best: tuple[int, str], then: tuple[int, str]
) -> tuple[Coaching | None, Game]:
    """The explanation of a move, with value and best move of the positions before and after it."""
    before = play_all(Game(rules), moves.split())
    after = play_all(before.copy(), [slip])
    found = [PositionResult(score, tuple(cell(name, rules.width) for name in pv.split())) for score, pv in (best, then)]
    return coach.explain(before, after, *found), before


def test_a_mistake_allows_the_answer_that_the_search_found() -> None:
    said, _ = explained(FREESTYLE, THREE, "O1", (0, "J8"), (WIN - 3, "J8"))
    assert said is not None
    assert said.reply is not None
    assert said.reply.cell == cell("J8")
    assert said.reply.color is Color.X
    assert said.reply.reasons == (MoveReason.OPEN_FOUR,)
    assert said.reply.win_in == 3
    (threat,) = said.reply.threats
    assert threat.kind is ThreatKind.FIVE
    assert set(threat.cells) == {cell("F8"), cell("K8")}
    assert said.better is not None
    assert said.better.cell == cell("J8")
    assert said.better.win_in is None


@pytest.mark.parametrize(
    ("better", "prevents"),
    [
        ("J8", True),  # takes the point
        ("K8", False),  # leaves a four there
        ("O15", False),  # stops nothing
    ],
)
def test_a_better_move_prevents_the_answer_only_if_nothing_of_it_is_left(better: str, prevents: bool) -> None:
    said, _ = explained(FREESTYLE, THREE, "O1", (0, better), (WIN - 3, "J8"))
    assert said is not None
    assert said.prevents is prevents


def test_a_missed_win_is_named() -> None:
    said, before = explained(FREESTYLE, f"{THREE} O1", "O15", (WIN - 3, "J8 F8 K8"), (0, "J8"))
    assert said is not None
    assert said.better is not None
    assert (said.better.color, said.better.win_in) == (before.to_move, 3)
    assert said.better.reasons == (MoveReason.OPEN_FOUR,)


def test_captures_are_named() -> None:
    said, _ = explained(Rules.preset("42"), "K10 J10 L10 A1", "T19", (0, "M10"), (250, "M10"))
    assert said is not None
    assert said.reply is not None
    assert MoveReason.TAKES in said.reply.reasons
    assert set(said.reply.captured) == {cell("K10", 19), cell("L10", 19)}
    assert said.prevents, "the point is taken"


def test_only_the_threats_that_words_name_are_drawn() -> None:
    """The answer attacks a pair, too: a third reason, which is not told."""
    said, _ = explained(Rules.preset("42"), "K10 L10 N11 M10 N12 O11 A1 P12", "T19", (0, "N10"), (250, "N10"))
    assert said is not None
    assert said.reply is not None
    assert said.reply.reasons == (MoveReason.OPEN_THREE, MoveReason.SAVES_PAIR)
    assert [(mark.color, mark.kind) for mark in said.reply.threats] == [
        (Color.O, ThreatKind.OPEN_FOUR),
        (Color.X, ThreatKind.CAPTURE),
    ]


def test_nothing_is_said_of_an_answer_without_a_threat() -> None:
    said, _ = explained(FREESTYLE, "H8 A1", "A15", (0, "I9"), (200, "O8"))
    assert said is not None
    assert said.reply is None
    assert not said.prevents


def test_a_move_that_ends_the_game_allows_nothing() -> None:
    four = "H8 A1 G8 A15 I8 O1 J8 O15"
    said, _ = explained(FREESTYLE, four, "K8", (WIN - 1, "K8"), (-WIN, ""))
    assert said is None


def test_a_proved_win_needs_no_second_reason() -> None:
    moves = "K10 J10 L10 M11 A1 M12"  # M10 takes a pair and makes an open three
    found = [explained(Rules.preset("42"), moves, "T19", (0, "M10"), (score, "M10"))[0] for score in (250, WIN - 5)]
    reasons = [said.reply.reasons for said in found if said is not None and said.reply is not None]
    assert [len(of) for of in reasons] == [2, 1]
    assert reasons[1] == reasons[0][:1]

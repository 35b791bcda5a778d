"""Standings and cross tables, by hand."""

import pytest

from gomoku.tournament.results import Result, bye
from gomoku.tournament.standings import TournamentKind, cross_table, points_text, standings

RESULTS = [
    Result(1, "a", "b", (1, 0)),
    Result(1, "c", "d", (0.5, 0.5)),
    Result(2, "d", "a", (0, 1)),
    Result(2, "b", "c", (0.5, 0.5)),
]


def test_buchholz_is_the_sum_of_the_opponents_points():
    lines = {line.player: line for line in standings("abcd", RESULTS)}
    assert [line.player for line in standings("abcd", RESULTS)] == ["a", "c", "b", "d"]
    assert (lines["a"].points, lines["a"].buchholz, lines["a"].sonneborn_berger) == (2, 1, 1)
    assert (lines["c"].points, lines["c"].buchholz, lines["c"].sonneborn_berger) == (1, 1, 0.5)
    # b and d: half a point each, against a and c both: nothing separates them
    assert (lines["b"].buchholz, lines["d"].buchholz) == (3, 3)
    assert (lines["b"].rank, lines["d"].rank) == (3, 3)


def test_a_bye_counts_as_a_game_against_an_equal():
    (line,) = standings("a", [bye(1, "a")])
    assert (line.points, line.buchholz, line.wins, line.games) == (1, 1, 1, 0)


def test_a_round_robin_is_decided_by_sonneborn_berger():
    # all have two points but d; a has beaten b, who has beaten c, who has beaten a
    results = [
        Result(1, "a", "b", (1, 0)),
        Result(2, "b", "c", (1, 0)),
        Result(3, "c", "a", (1, 0)),
        Result(1, "c", "d", (1, 0)),
        Result(2, "a", "d", (0.5, 0.5)),
        Result(3, "b", "d", (1, 0)),
    ]
    found = standings("abcd", results, TournamentKind.ROUND_ROBIN)
    assert [(line.player, line.points) for line in found] == [("b", 2), ("c", 2), ("a", 1.5), ("d", 0.5)]
    assert [line.rank for line in found] == [1, 1, 3, 4] or found[0].sonneborn_berger > found[1].sonneborn_berger


def test_an_arena_doubles_after_two_wins_in_a_row():
    wins = [Result(number, "a", "b", (1, 0)) for number in (1, 2, 3)]
    lost = Result(4, "a", "b", (0, 1))
    again = Result(5, "b", "a", (0.5, 0.5))
    lines = {line.player: line for line in standings("ab", [*wins, lost, again], TournamentKind.ARENA)}
    assert lines["a"].points == 2 + 2 + 4 + 0 + 1
    assert lines["b"].points == 2 + 1


def test_the_cross_table_has_both_sides():
    table = cross_table([*RESULTS, bye(3, "a")])
    assert table["a", "b"] == 1
    assert table["b", "a"] == 0
    assert table["c", "d"] == table["d", "c"] == 0.5
    assert ("a", "c") not in table


@pytest.mark.parametrize(("points", "text"), [(0, "0"), (0.5, "½"), (1, "1"), (2.5, "2½")])
def test_half_points_are_written_as_people_write_them(points: float, text: str):
    assert points_text(points) == text

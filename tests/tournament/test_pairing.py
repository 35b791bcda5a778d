"""Pairings: what holds in every round of every tournament."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gomoku.tournament.pairing import NoPairing, arena, gauntlet, round_robin, swiss
from gomoku.tournament.results import Pairing, Result, bye, records_of


def names(count: int) -> list[str]:
    return [f"p{number}" for number in range(1, count + 1)]


def played(number: int, pairing: Pairing, luck: random.Random) -> Result:
    """A random result; now and then a player does not show up."""
    if pairing.second is None:
        return bye(number, pairing.first)
    points = luck.choice([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)])
    return Result(number, pairing.first, pairing.second, points, played=luck.random() > 0.05)


def pairs_of(results: list[Result]) -> Counter[frozenset[str]]:
    return Counter(frozenset((each.first, each.second)) for each in results if each.second is not None)


# --- round robin ---


@pytest.mark.parametrize("count", range(2, 13))
@pytest.mark.parametrize("cycles", [1, 2])
def test_in_a_round_robin_all_players_meet_once_a_cycle(count: int, cycles: int):
    players = names(count)
    rounds = round_robin(players, cycles)
    meetings = Counter(frozenset(pairing.players) for each in rounds for pairing in each if pairing.second)
    assert meetings == {frozenset(pair): cycles for pair in combinations(players, 2)}
    for each in rounds:
        assert sorted(player for pairing in each for player in pairing.players) == sorted(players)
    for player in players:
        firsts = sum(pairing.first == player and pairing.second is not None for each in rounds for pairing in each)
        seconds = sum(pairing.second == player for each in rounds for pairing in each)
        assert abs(firsts - seconds) <= (1 if cycles == 1 else 0)
        assert sum(pairing.players == (player,) for each in rounds for pairing in each) == cycles * (count % 2)


def test_the_berger_table_of_six():
    found = [[f"{p.first[1]}-{(p.second or '')[1]}" for p in each] for each in round_robin(names(6))]
    assert found == [
        ["1-6", "2-5", "3-4"],
        ["6-4", "5-3", "1-2"],
        ["2-6", "3-1", "4-5"],
        ["6-5", "1-4", "2-3"],
        ["3-6", "4-2", "5-1"],
    ]


def test_a_gauntlet_is_the_first_against_the_others():
    assert gauntlet(["a", "b", "c"]) == [[Pairing("a", "b")], [Pairing("c", "a")]]


# --- Swiss ---


def test_the_first_swiss_round_is_upper_against_lower_half():
    assert swiss(names(6), []) == [Pairing("p1", "p4"), Pairing("p5", "p2"), Pairing("p3", "p6")]
    assert swiss(names(5), [])[-1] == Pairing("p5")


def test_equal_scores_meet():
    first = [Result(1, "p1", "p3", (1, 0)), Result(1, "p4", "p2", (0, 1))]
    assert {frozenset(each.players) for each in swiss(names(4), first)} == {
        frozenset(("p1", "p2")),
        frozenset(("p3", "p4")),
    }


def test_players_who_have_all_met_cannot_be_paired():
    results = [Result(1, "p1", "p2", (1, 0))]
    with pytest.raises(NoPairing):
        swiss(names(2), results)


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 20), st.integers(0, 2**32))
def test_swiss_rounds_keep_their_rules(count: int, seed: int):
    luck = random.Random(seed)
    players, active, results = names(count), set(names(count)), list[Result]()
    for number in range(1, count // 2 + 1):
        if luck.random() < 0.1 and len(active) > count // 2 + 2:
            active.discard(luck.choice(sorted(active)))
        here = [player for player in players if player in active]
        before = records_of(here, results)
        found = swiss(here, results)
        assert sorted(player for pairing in found for player in pairing.players) == sorted(here)
        for pairing in found:
            if pairing.second is None:  # the lowest player without a bye
                assert not before[pairing.first].rested
                rest = [record.points for record in before.values() if not record.rested]
                assert before[pairing.first].points <= sorted(rest)[len(rest) // 2]
        results += [played(number, pairing, luck) for pairing in found]
    assert max(pairs_of(results).values()) == 1, "nobody meets twice"
    assert max(Counter(each.first for each in results if each.second is None).values(), default=0) <= 1
    for player, record in records_of(players, results).items():
        assert abs(record.balance) <= 3, player
        assert not any(len({*three}) == 1 for three in zip(*(record.firsts[k:] for k in range(4)), strict=False))


@settings(max_examples=30, deadline=None)
@given(st.integers(8, 24), st.integers(0, 2**32))
def test_score_groups_are_respected_and_colours_balanced_with_many_players(count: int, seed: int):
    luck = random.Random(seed)
    players, results = names(count), list[Result]()
    for number in range(1, 5):
        records = records_of(players, results)
        found = swiss(players, results)
        gaps = sorted(abs(records[p.first].points - records[p.second].points) for p in found if p.second)
        groups = Counter(record.points for record in records.values())
        assert sum(gap > 0 for gap in gaps) <= len(groups), "one floater for each group at most"
        results += [
            Result(number, p.first, p.second, luck.choice([(1.0, 0.0), (0.0, 1.0)]))
            if p.second
            else bye(number, p.first)
            for p in found
        ]
    for record in records_of(players, results).values():
        assert abs(record.balance) <= 2
        assert not any(
            one == other == third for one, other, third in zip(*(record.firsts[k:] for k in range(3)), strict=False)
        )


# --- arena ---


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 12), st.integers(0, 2**32))
def test_an_arena_pairs_waiting_players_and_never_twice_in_a_row(count: int, seed: int):
    luck = random.Random(seed)
    players, results = names(count), list[Result]()
    games = Counter[str]()
    for number in range(1, 15):
        waiting = [player for player in players if luck.random() < 0.7]
        found = arena(waiting, results, rematch=count == 2)
        paired = [player for pairing in found for player in pairing.players]
        assert len(set(paired)) == len(paired)
        assert set(paired) <= set(waiting)
        games.update(paired)
        before = records_of(players, results)
        for one, other in (pairing.players for pairing in found):
            just_met = before[one].opponents[-1:] == [other] and before[other].opponents[-1:] == [one]
            assert count == 2 or not just_met
        results += [played(number, pairing, luck) for pairing in found]
    if count == 2:
        assert games["p1"] == games["p2"]


def test_an_arena_waits_for_others_rather_than_for_a_rematch():
    results = [Result(1, "a", "b", (1, 0))]
    assert arena(["a", "b"], results) == []
    assert arena(["a", "b"], results, rematch=True) == [Pairing("b", "a")]
    assert [set(each.players) for each in arena(["a", "b", "c"], results)] in ([{"a", "c"}], [{"b", "c"}])

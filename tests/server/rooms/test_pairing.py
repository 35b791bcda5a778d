"""Compatible seeks, as pure functions."""

from types import SimpleNamespace
from typing import Any

import msgspec

from gomoku.rules import Player
from gomoku.server.live.matchmaking import best_for
from gomoku.server.rooms.pairing import Wants, match_of


def waits(visitor: str, rating: int, since: int = 0, **wants: Any) -> Any:
    text = msgspec.json.encode(Wants(**wants)).decode()
    return SimpleNamespace(visitor=visitor, rating=rating, since=since, rules="42", clock="c", wants=text)


def best(own: Any, free: tuple[Any, ...], now: int) -> Any:
    found = best_for(own, free, now)
    return found and found[0]


def test_the_closest_rating_is_chosen_and_the_tolerance_widens():
    ann, bob, cleo = waits("ann", 1500), waits("bob", 1590), waits("cleo", 1450)
    assert best(ann, (ann, bob, cleo), 0) is cleo
    assert best(ann, (ann, bob), 0) is bob
    far = waits("dan", 1900)
    assert best(ann, (ann, far), 14_000) is None
    assert best(ann, (ann, far), 15_000) is far
    # the tolerance of both counts: a newcomer is not paired with a distant rating
    late = waits("eve", 1900, 60_000)
    assert best(ann, (ann, late), 61_000) is None


def test_bounds_replace_the_tolerance_and_count_for_both():
    ann, bob = waits("ann", 1500, least=1800, most=2000), waits("bob", 1900, least=1400)
    assert match_of(ann, bob, 0) is not None
    assert match_of(ann, waits("cleo", 1700, least=0), 1000) is None
    assert match_of(ann, waits("dan", 1900), 100) is None, "a seek without bounds is spared distant ratings"
    assert match_of(ann, waits("dan", 1900), None) is not None


def test_the_rule_set_in_which_they_are_closest():
    ann = waits("ann", 1500, ratings={"42": 1500, "renju": 1700})
    match = match_of(ann, waits("bob", 1600, ratings={"42": 1600, "renju": 1710, "pente": 1500}), 200)
    assert match
    assert (match.rules, match.difference) == ("renju", 10)
    assert match_of(waits("cat", 1500), waits("dan", 1500, ratings={"42": 1500}), 0) is not None


def test_rated_or_not():
    def rated(mine: dict[str, Any], theirs: dict[str, Any]) -> bool | None:
        match = match_of(waits("ann", 1500, **mine), waits("bob", 1500, **theirs), 100)
        return None if match is None else match.rated

    assert rated({"kept": True}, {"kept": True}) is True
    assert rated({"kept": True}, {}) is False
    assert rated({"kept": True, "rated": True}, {}) is None
    assert rated({"kept": True, "rated": True}, {"kept": True, "rated": False}) is None
    assert rated({"kept": True, "rated": False}, {"kept": True}) is False


def test_who_moves_first():
    def first(mine: Player | None, theirs: Player | None) -> str | None:
        match = match_of(waits("ann", 1500, player=mine), waits("bob", 1500, player=theirs), 100)
        return "nobody" if match is None else match.first

    assert first(None, None) is None
    assert first(Player.P1, None) == "ann"
    assert first(Player.P2, None) == "bob"
    assert first(None, Player.P1) == "bob"
    assert first(Player.P1, Player.P2) == "ann"
    assert first(Player.P1, Player.P1) == "nobody"

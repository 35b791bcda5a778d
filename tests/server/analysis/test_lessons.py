"""Lessons: their figures are the engine's, and they show what they are meant to show."""

import json
from typing import Any

import pytest

from gomoku.server.analysis.lessons import FIGURES
from tests.server.conftest import ThreadServer


def lesson(server: ThreadServer, name: str) -> Any:
    with server.page() as page:
        status, _, answer = page.http("GET", f"/api/lessons/{name}")
        assert status == 200, answer
        return json.loads(answer)


@pytest.mark.parametrize("name", FIGURES)
def test_every_lesson_has_a_position(server: ThreadServer, name: str) -> None:
    told = lesson(server, name)
    assert told["view"]["can_think"]
    assert told["view"]["rows"] == told["position"]["rows"]


def test_minimax_takes_the_best_of_the_worst(server: ThreadServer) -> None:
    nodes = lesson(server, "minimax")["full"]
    children: dict[int, list[int]] = {}
    for node in nodes[1:]:
        children.setdefault(node["parent"], []).append(node["value"])
    assert nodes[0]["value"] == max(children[0])
    for number, node in enumerate(nodes):
        if node["parent"] == 0:
            assert node["value"] == min(children[number])
            assert len(children[number]) == 3


def test_alpha_beta_leaves_moves_out(server: ThreadServer) -> None:
    nodes = lesson(server, "alpha-beta")["tree"]
    assert 20 <= len(nodes) <= 160
    cuts = [node for node in nodes if node["why"] == "cut"]
    assert len(cuts) >= 3
    assert sum(node["unsearched"] for node in cuts) > 20
    assert all(node["parent"] < number for number, node in enumerate(nodes))


def test_each_depth_costs_more_and_the_table_pays(server: ThreadServer) -> None:
    history = lesson(server, "deepening")["history"]
    assert [info["depth"] for info in history] == sorted(info["depth"] for info in history)
    assert history[-1]["depth"] >= 6
    assert history[-1]["nodes"] > 4 * history[3]["nodes"]
    told = lesson(server, "table")
    assert told["again"][-1]["depth"] == told["history"][-1]["depth"]
    assert told["again"][-1]["nodes"] < told["history"][-1]["nodes"] / 2
    assert told["lookups"] > 0


def test_there_are_no_others(server: ThreadServer) -> None:
    with server.page() as page:
        assert page.http("GET", "/api/lessons/magic")[0] == 404

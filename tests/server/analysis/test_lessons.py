"""Lessons: the figures show the techniques they explain."""

import json
from typing import Any

import pytest

from gomoku.server.analysis.learn.lessons import FIGURES
from tests.server.conftest import ThreadServer


def lesson(server: ThreadServer, name: str) -> Any:
    with server.page() as page:
        status, _, answer = page.http("GET", f"/api/lessons/{name}")
        assert status == 200, answer
        return json.loads(answer)


@pytest.mark.parametrize("name", FIGURES)
def test_every_lesson_has_a_position(server: ThreadServer, name: str) -> None:
    figures = lesson(server, name)
    assert figures["view"]["can_think"]
    assert figures["view"]["rows"] == figures["position"]["rows"]


def test_minimax_values(server: ThreadServer) -> None:
    nodes = lesson(server, "minimax")["full"]
    children: dict[int, list[int]] = {}
    for node in nodes[1:]:
        children.setdefault(node["parent"], []).append(node["value"])
    assert nodes[0]["value"] == max(children[0])
    for number, node in enumerate(nodes):
        if node["parent"] == 0:
            assert node["value"] == min(children[number])
            assert len(children[number]) == 3


def test_alpha_beta_has_cutoffs(server: ThreadServer) -> None:
    nodes = lesson(server, "alpha-beta")["tree"]
    assert 20 <= len(nodes) <= 160
    cuts = [node for node in nodes if node["why"] == "cut"]
    assert len(cuts) >= 3
    assert sum(node["unsearched"] for node in cuts) > 20
    assert all(node["parent"] < number for number, node in enumerate(nodes))


def test_deepening_grows_and_the_table_saves_nodes(server: ThreadServer) -> None:
    history = lesson(server, "deepening")["history"]
    assert [info["depth"] for info in history] == sorted(info["depth"] for info in history)
    assert history[-1]["depth"] >= 6
    assert history[-1]["nodes"] > 4 * history[3]["nodes"]
    figures = lesson(server, "table")
    assert figures["again"][-1]["depth"] == figures["history"][-1]["depth"]
    assert figures["again"][-1]["nodes"] < figures["history"][-1]["nodes"] / 2
    assert figures["lookups"] > 0


def test_an_unknown_lesson_is_not_found(server: ThreadServer) -> None:
    with server.page() as page:
        assert page.http("GET", "/api/lessons/magic")[0] == 404

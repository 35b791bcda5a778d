"""The OpenAPI document: complete, and true."""

import json
import re
from typing import Any

import msgspec
import pytest

from gomoku.server.app import Settings, build
from gomoku.server.http import openapi
from gomoku.server.http.openapi import ROUTES
from tests.server.page import Page

PAGES = {"/", "/{path}", "/api", "/api/{rest}"}
"""What is no route of the API: the page, and the way to say that there is nothing."""


@pytest.fixture(scope="module")
def document(server) -> dict[str, Any]:
    with server.page() as ann:
        found: dict[str, Any] = ann.get(openapi.PATH)
        return found


def routes_of(app) -> set[str]:
    """Every route of the app, as the document names them."""
    return {
        f"{method} {re.sub(r':[a-z]+}', '}', route.path)}"
        for route in app.routes
        for method in getattr(route, "methods", ())
        if method != "OPTIONS" and not route.path.startswith(openapi.PATH)
    }


def test_every_route_is_described():
    """Whoever adds a route says in `openapi.ROUTES` what goes in and what comes out."""
    app = build(Settings("sqlite://"))
    assert {route for route in routes_of(app) if route.split()[1] not in PAGES} == set(ROUTES)


def test_the_document_has_them_all(document):
    described = {f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item}
    assert described == set(ROUTES)
    assert document["openapi"] == "3.1.0"
    for item in document["paths"].values():
        for operation in item.values():
            assert operation["description"]
            assert "400" in operation["responses"]
            names = [parameter["name"] for parameter in operation["parameters"]]
            assert len(names) == len(set(names))


def test_path_parameters_are_named(document):
    for path, item in document["paths"].items():
        for operation in item.values():
            inside = {p["name"] for p in operation["parameters"] if p["in"] == "path"}
            assert inside == set(re.findall(r"{(\w+)}", path)), path


def test_references_lead_somewhere(document):
    for reference in set(re.findall(r'"\$ref": "(.*?)"', json.dumps(document))):
        assert reference.removeprefix("#/components/schemas/") in document["components"]["schemas"], reference


def test_operations_have_names_of_their_own(document):
    names = [operation["operationId"] for item in document["paths"].values() for operation in item.values()]
    assert len(names) == len(set(names))


def ask(ann: Page, route: str, body: Any = None, **path: str) -> Any:
    """An answer, read as the document says it is."""
    method, address = route.split()
    query = path.pop("query", "")
    sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    status, headers, answer = ann.http(method, address.format(**path) + query, sent)
    assert status in (200, 201, 204), (route, answer)
    told = ROUTES[route].answer
    if told is None:
        assert status == 204
        return None
    if isinstance(told, tuple):
        assert headers["content-type"].split(";")[0] in told
        return answer
    assert headers["content-type"] == "application/json"
    return msgspec.json.decode(answer, type=told)


ROWS = ["." * 7 + "X" + "." * 7, "." * 8 + "O" + "." * 6] + ["." * 15] * 13
POSITION = {"rules": "freestyle;size=15", "rows": ROWS, "to_move": "X"}


def test_answers_are_what_the_document_says(ann):
    """Every route that needs no engine is asked once."""
    room = ann.create("me", "me", rules="freestyle;size=15")
    ann.play(room, 7, 7)
    asked = {
        "GET /api/rules": ask(ann, "GET /api/rules"),
        "GET /api/games": ask(ann, "GET /api/games", query="?phase=playing&limit=1"),
        "GET /api/rooms": ask(ann, "GET /api/rooms"),
        "GET /api/games/{room}": ask(ann, "GET /api/games/{room}", room=room),
        "GET /api/games/{room}/link": (link := ask(ann, "GET /api/games/{room}/link", room=room)),
        "GET /api/shared/{text}": ask(ann, "GET /api/shared/{text}", text=link.link),
        "POST /api/import": ask(ann, "POST /api/import", link.link.encode()),
        "GET /api/me": ask(ann, "GET /api/me"),
        "PUT /api/me": ask(ann, "PUT /api/me", {"name": "Ann"}),
        "GET /api/leaderboard": ask(ann, "GET /api/leaderboard"),
        "POST /api/tokens": (made := ask(ann, "POST /api/tokens", {"name": "Bot"})),
        "GET /api/tokens": ask(ann, "GET /api/tokens"),
        "DELETE /api/tokens/{name}": ask(ann, "DELETE /api/tokens/{name}", name=made.line.id),
        "POST /api/walk": ask(ann, "POST /api/walk", {"position": POSITION, "moves": [[6, 6]]}),
        "POST /api/sight": ask(ann, "POST /api/sight", POSITION),
        "POST /api/cell": ask(ann, "POST /api/cell", {"position": POSITION, "cell": [6, 6]}),
        "GET /api/study/game/{room}": ask(ann, "GET /api/study/game/{room}", room=room),
        "POST /api/study/open": ask(ann, "POST /api/study/open", link.link.encode()),
        "GET /api/puzzles": (puzzles := ask(ann, "GET /api/puzzles")),
        "GET /api/health": ask(ann, "GET /api/health"),
        "GET /api/ready": ask(ann, "GET /api/ready"),
        "GET /api/schema": ask(ann, "GET /api/schema"),
    }
    name = puzzles.puzzles[0].id
    ask(ann, "GET /api/puzzles/{name}", name=name)
    ask(ann, "GET /api/puzzles/{name}/solution", name=name)
    for format in ("sgf", "psq", "txt", "svg"):
        ask(ann, "GET /api/games/{room}/export/{format}", room=room, format=format)
    ask(ann, "DELETE /api/games/{room}", room=room)
    assert len(asked) == 22

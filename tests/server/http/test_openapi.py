"""The OpenAPI document: every route is in it, and responses match it."""

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from gomoku.server.app import build
from gomoku.server.http import openapi
from gomoku.server.ops.settings import Settings
from tests.server.page import Page

PAGES = {"/", "/{path}", "/api", "/api/{rest}"}
"""Routes outside the API: the page, and the answer to unknown API routes."""


@pytest.fixture(scope="module")
def document(server) -> dict[str, Any]:
    with server.page() as ann:
        found: dict[str, Any] = ann.get(openapi.PATH)
        return found


def routes_of(app) -> set[str]:
    """Every route of the app, named as in the document."""
    return {
        f"{method} {re.sub(r':[a-z]+}', '}', route.path)}"
        for route in app.routes
        for method in getattr(route, "methods", ())
        if method != "OPTIONS" and not route.path.startswith(openapi.PATH)
    }


def test_every_route_is_typed():
    """A handler's annotations say what goes in and what comes out: a JSON response has a type, a file a media type."""
    app = build(Settings("sqlite://"))
    handlers = openapi.handlers_of(app)
    assert {route for route in routes_of(app) if route.split()[1] not in PAGES} == set(handlers)
    for route, handler in handlers.items():
        is_file = openapi.response_type(handler) is bytes
        assert is_file == ("application/json" not in openapi.media_types(handler)), route
        assert (openapi.response_type(handler) is None) == route.startswith("DELETE "), route


def test_the_document_has_every_route(document, server):
    described = {f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item}
    assert described == set(openapi.handlers_of(server.app))
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


def test_references_resolve(document):
    for reference in set(re.findall(r'"\$ref": "(.*?)"', json.dumps(document))):
        assert reference.removeprefix("#/components/schemas/") in document["components"]["schemas"], reference


def test_operation_ids_are_unique(document):
    names = [operation["operationId"] for item in document["paths"].values() for operation in item.values()]
    assert len(names) == len(set(names))


@pytest.fixture
def ask(server, ann: Page) -> Callable[..., Any]:
    """Sends a request, and decodes the response by the type of its handler."""
    return partial(_ask, openapi.handlers_of(server.app), ann)


def _ask(handlers: dict[str, Any], ann: Page, route: str, body: Any = None, **path: str) -> Any:
    method, address = route.split()
    query = path.pop("query", "")
    sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    status, headers, answer = ann.http(method, address.format(**path) + query, sent)
    assert status in (200, 201, 204), (route, answer)
    kind = openapi.response_type(handlers[route])
    if kind is None:
        assert status == 204
        return None
    if kind is bytes:
        assert headers["content-type"].split(";")[0] in openapi.media_types(handlers[route])
        return answer
    assert headers["content-type"] == "application/json"
    return msgspec.json.decode(answer, type=kind)


ROWS = ["." * 7 + "X" + "." * 7, "." * 8 + "O" + "." * 6] + ["." * 15] * 13
POSITION = {"rules": "freestyle;size=15", "rows": ROWS, "to_move": "X"}


def test_responses_match_the_document(ann, ask):
    """One request to every route that needs no engine."""
    room = ann.create("me", "me", rules="freestyle;size=15")
    ann.play(room, 7, 7)
    asked = {
        "GET /api/rules": ask("GET /api/rules"),
        "GET /api/games": ask("GET /api/games", query="?phase=playing&limit=1"),
        "GET /api/rooms": ask("GET /api/rooms"),
        "GET /api/games/{room}": ask("GET /api/games/{room}", room=room),
        "GET /api/games/{room}/link": (link := ask("GET /api/games/{room}/link", room=room)),
        "GET /api/shared/{text}": ask("GET /api/shared/{text}", text=link.link),
        "POST /api/import": ask("POST /api/import", link.link.encode()),
        "GET /api/me": ask("GET /api/me"),
        "PUT /api/me": ask("PUT /api/me", {"name": "Ann"}),
        "GET /api/leaderboard": ask("GET /api/leaderboard"),
        "POST /api/tokens": (made := ask("POST /api/tokens", {"name": "Bot"})),
        "GET /api/tokens": ask("GET /api/tokens"),
        "DELETE /api/tokens/{name}": ask("DELETE /api/tokens/{name}", name=made.line.id),
        "POST /api/walk": ask("POST /api/walk", {"position": POSITION, "moves": [[6, 6]]}),
        "POST /api/reasons": ask("POST /api/reasons", {"position": POSITION, "lines": [[[6, 6]], [None, [6, 6]]]}),
        "POST /api/sight": ask("POST /api/sight", POSITION),
        "POST /api/cell": ask("POST /api/cell", {"position": POSITION, "cell": [6, 6]}),
        "GET /api/study/game/{room}": ask("GET /api/study/game/{room}", room=room),
        "GET /api/study/game/{room}/mistakes": ask("GET /api/study/game/{room}/mistakes", room=room),
        "POST /api/study/open": ask("POST /api/study/open", link.link.encode()),
        "GET /api/puzzles": (puzzles := ask("GET /api/puzzles")),
        "GET /api/puzzles/me": ask("GET /api/puzzles/me"),
        "GET /api/puzzles/daily": ask("GET /api/puzzles/daily"),
        "GET /api/health": ask("GET /api/health"),
        "GET /api/ready": ask("GET /api/ready"),
        "GET /api/schema": ask("GET /api/schema"),
    }
    name = puzzles.puzzles[0].id
    ask("GET /api/puzzles/{name}", name=name)
    ask("GET /api/puzzles/{name}/solution", name=name)
    for format in ("sgf", "psq", "txt", "svg"):
        ask("GET /api/games/{room}/export/{format}", room=room, format=format)
    ask("DELETE /api/games/{room}", room=room)
    assert len(asked) == 26

"""The HTTP routes for programs in any language: an OpenAPI document, served at `/api/openapi.json`.

Litestar knows the paths and their parameters; what bodies hold is said here, and spelled out by msgspec, which reads and
writes them. A test holds the two together: a route that is not in `ROUTES` is an error.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Litestar, MediaType, Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin

from gomoku import __version__
from gomoku.server.people.identity import COOKIE
from gomoku.server.rooms.records import MEDIA
from gomoku.server.wire import analysis_messages, messages, people_messages, study_messages

PATH: Final = "/api/openapi.json"
JSON: Final = "application/json"
ANY: Final = "application/octet-stream"
REF: Final = "#/components/schemas/{name}"


@dataclass(frozen=True)
class Route:
    """What goes into a route and what comes out: a type is JSON, a word is a media type."""

    answer: Any = None
    body: Any = None
    about: str = ""
    """More than the route's own line says."""


ROUTES: Final[dict[str, Route]] = {
    # rooms and games
    "GET /api/rules": Route(messages.Catalogue),
    "GET /api/games": Route(messages.GameList),
    "GET /api/rooms": Route(messages.GameList),
    "GET /api/games/{room}": Route(messages.Snapshot),
    "DELETE /api/games/{room}": Route(),
    "GET /api/games/{room}/export/{format}": Route(
        tuple(dict.fromkeys(MEDIA.values())), about=f"Formats are {', '.join(MEDIA)}."
    ),
    "GET /api/games/{room}/link": Route(messages.Shared),
    "GET /api/shared/{text}": Route(messages.Snapshot),
    "POST /api/import": Route(messages.Imported, ANY, "The body is the file or link, at most 5 MB."),
    # people and their programs
    "GET /api/me": Route(people_messages.Profile),
    "PUT /api/me": Route(people_messages.Profile, people_messages.NameRequest),
    "POST /api/me/passphrase": Route(people_messages.Profile, people_messages.PassphraseRequest),
    "POST /api/sign-in": Route(people_messages.Profile, people_messages.SignIn),
    "POST /api/sign-out": Route(people_messages.Profile),
    "GET /api/leaderboard": Route(people_messages.Leaderboard),
    "GET /api/tokens": Route(messages.TokenList),
    "POST /api/tokens": Route(messages.NewToken, messages.TokenRequest),
    "DELETE /api/tokens/{name}": Route(),
    # thinking
    "POST /api/walk": Route(analysis_messages.LineReply, analysis_messages.LineRequest),
    "POST /api/sight": Route(analysis_messages.PositionEvaluation, analysis_messages.Position),
    "POST /api/cell": Route(analysis_messages.CellEvaluation, analysis_messages.CellRequest),
    "POST /api/refute": Route(analysis_messages.Refutation, analysis_messages.CellRequest),
    "POST /api/tree": Route(analysis_messages.TreeSummary, analysis_messages.TreeRequest),
    "GET /api/tree/{name}": Route(analysis_messages.TreeChunk),
    # analysing and learning
    "POST /api/study/look": Route(study_messages.StudyView, study_messages.StudyPosition),
    "GET /api/study/game/{room}": Route(study_messages.Study),
    "POST /api/study/open": Route(study_messages.StudyList, ANY, "The body is the file or link, at most 5 MB."),
    "POST /api/study/sgf": Route((MEDIA["sgf"],), study_messages.Study),
    "POST /api/review": Route(study_messages.Review, study_messages.ReviewRequest),
    "GET /api/review/{name}": Route(study_messages.Review),
    "DELETE /api/review/{name}": Route(),
    "GET /api/puzzles": Route(study_messages.PuzzleList),
    "GET /api/puzzles/{name}": Route(study_messages.Puzzle),
    "POST /api/puzzles/{name}/try": Route(study_messages.PuzzleAnswer, study_messages.PuzzleTry),
    "POST /api/puzzles/{name}/hint": Route(study_messages.PuzzleHint, study_messages.PuzzleHintRequest),
    "GET /api/puzzles/{name}/solution": Route(study_messages.PuzzleSolution),
    "GET /api/lessons/{name}": Route(study_messages.Lesson),
    # the server
    "GET /api/health": Route(messages.Health),
    "GET /api/ready": Route((JSON,)),
    "GET /api/schema": Route((JSON,), about="Of what goes over the socket, too."),
}

PROBLEMS: Final = {
    "400": "It cannot be read, or cannot be done.",
    "401": "The token is not known, or was taken back.",
    "403": "It is another's to do, or comes from another site.",
    "404": "There is no such thing.",
    "409": "Somebody else has it already.",
    "413": "It is too big.",
    "429": "Too many requests; wait a while.",
    "503": "The database cannot be used at the moment.",
}
ABOUT: Final = (
    "Games are played over the socket `/ws`, which docs/API.md explains; these are the other routes. A program comes "
    "with a token, a browser with its cookie; whoever has neither is given a cookie and is somebody new."
)


class Document(OpenAPIRenderPlugin):
    """Serves the document, made when it is first asked for."""

    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.JSON)

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return _written(request.app)


CONFIG: Final = OpenAPIConfig(
    "Gomoku", __version__, description=ABOUT, path=PATH, render_plugins=[Document()], use_handler_docstrings=True
)


@cache
def _written(app: Litestar) -> bytes:
    return msgspec.json.encode(document(app))


def document(app: Litestar) -> dict[str, Any]:
    """What Litestar knows of the routes, with what we know of their bodies."""
    drawn: dict[str, Any] = app.openapi_schema.to_schema()
    types = [t for route in ROUTES.values() for t in (route.answer, route.body) if isinstance(t, type)]
    found, components = msgspec.json.schema_components([*types, messages.Problem], ref_template=REF)
    schemas = dict(zip([*types, messages.Problem], found, strict=True))
    paths: dict[str, Any] = {}
    for path, operations in drawn["paths"].items():
        for method, operation in operations.items():
            route = ROUTES.get(f"{method.upper()} {path}")
            if route is not None:
                paths.setdefault(path, {})[method] = _operation(operation, route, schemas)
    return {
        "openapi": "3.1.0",
        "info": drawn["info"],
        "servers": [{"url": "/"}],
        "security": [{}, {"token": []}, {"cookie": []}],
        "paths": paths,
        "components": {
            "schemas": {**drawn.get("components", {}).get("schemas", {}), **components},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
        },
    }


def _operation(drawn: dict[str, Any], route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    status, told = next(iter(drawn["responses"].items()))
    answer = {"description": told["description"]}
    if route.answer is not None:
        answer["content"] = _content(route.answer, schemas)
    problem = {"content": {JSON: {"schema": schemas[messages.Problem]}}}
    operation: dict[str, Any] = {key: drawn[key] for key in ("summary", "description", "operationId") if key in drawn}
    if route.about:
        operation["description"] = route.about
    operation["parameters"] = [_parameter(each) for each in drawn.get("parameters", ())]
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(route.body, schemas)}
    problems = {code: {"description": words, **problem} for code, words in PROBLEMS.items()}
    operation["responses"] = {status: answer, **problems}
    return operation


def _content(kind: Any, schemas: dict[Any, Any]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string"}}}
    if isinstance(kind, tuple):
        return {media: {"schema": {} if media == JSON else {"type": "string"}} for media in kind}
    return {JSON: {"schema": schemas[kind]}}


def _parameter(drawn: dict[str, Any]) -> dict[str, Any]:
    """What can be left out is not the same as null, which no address can hold."""
    schema = dict(drawn["schema"])
    choices = [each for each in schema.pop("oneOf", ()) if each != {"type": "null"}]
    if len(choices) == 1:
        schema |= choices[0]
    elif choices:
        schema["oneOf"] = choices
    if schema.get("type") == "integer" and "maximum" in schema:
        schema.setdefault("minimum", 0)
    return {"name": drawn["name"], "in": drawn["in"], "required": drawn["required"], "schema": schema}

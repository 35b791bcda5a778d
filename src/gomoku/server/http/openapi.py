"""The OpenAPI document of the HTTP routes, served at `/api/openapi.json`.

Litestar draws the operations from the handlers: paths, parameters, and the types of request and response bodies. The
schemas of those types come from msgspec, which decodes and encodes them, and so are exact: discriminators of tagged
unions, lengths of tuples, no unknown fields.
"""

from functools import cache
from typing import Any, Final

import msgspec
from litestar import Litestar, MediaType, Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin

from gomoku import __version__
from gomoku.server.http.requests import JSON
from gomoku.server.people.identity import COOKIE
from gomoku.server.wire.messages import Problem

PATH: Final = "/api/openapi.json"
MEDIA_TYPES: Final = "media_types"
"""Key in a handler's `opt`: the media types of its response, if there are several."""
REF: Final = "#/components/schemas/{name}"

PROBLEMS: Final = {
    "400": "The request is malformed, or cannot be carried out.",
    "401": "The token is unknown or was revoked.",
    "403": "The visitor lacks permission, or the request comes from another site.",
    "404": "Not found.",
    "409": "The name is taken.",
    "413": "The request body is too large.",
    "429": "Too many requests, games or tokens; `Retry-After` says when to try again.",
    "503": "The database cannot be used, or the server is busy or short of memory; `Retry-After` says when to try again.",
}
"""Descriptions of the error responses, by status. Every route may answer with each of them."""
ABOUT: Final = (
    "Games are played over the WebSocket `/ws`, which docs/API.md explains; these are the HTTP routes. Programs "
    "authenticate with a token, browsers with a cookie. A request with neither gets the cookie of a new visitor."
)


class DocumentPlugin(OpenAPIRenderPlugin):
    """Serves the document; it is made on the first request."""

    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.JSON)

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return _encoded(request.app)


CONFIG: Final = OpenAPIConfig(
    "Gomoku", __version__, description=ABOUT, path=PATH, render_plugins=[DocumentPlugin()], use_handler_docstrings=True
)


@cache
def _encoded(app: Litestar) -> bytes:
    return msgspec.json.encode(document(app))


def document(app: Litestar) -> dict[str, Any]:
    """The OpenAPI document of an app."""
    drawn: dict[str, Any] = app.openapi_schema.to_schema()
    handlers = handlers_of(app)
    types = {kind for handler in handlers.values() for kind in (body_type(handler), response_type(handler))}
    structs = sorted((kind for kind in types if isinstance(kind, type) and issubclass(kind, msgspec.Struct)), key=str)
    _, schemas = msgspec.json.schema_components([*structs, Problem], ref_template=REF)
    for path, operations in drawn["paths"].items():
        for method, operation in operations.items():
            _complete(operation, handlers[f"{method.upper()} {path}"])
    return {
        "openapi": "3.1.0",
        "info": drawn["info"],
        "servers": [{"url": "/"}],
        "security": [{}, {"token": []}, {"cookie": []}],
        "paths": drawn["paths"],
        "components": {
            "schemas": {**drawn["components"]["schemas"], **schemas},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
        },
    }


def handlers_of(app: Litestar) -> dict[str, HTTPRouteHandler]:
    """The handlers that the document describes, by method and path: `GET /api/games/{room}`."""
    return {
        f"{method} {route.path_format}": handler
        for route in app.routes
        for handler in getattr(route, "route_handlers", ())
        if isinstance(handler, HTTPRouteHandler) and handler.resolve_include_in_schema()
        for method in handler.http_methods
    }


def body_type(handler: HTTPRouteHandler) -> Any:
    """The type of a handler's request body; None if it takes none."""
    return handler.parsed_data_field.annotation if handler.parsed_data_field else None


def response_type(handler: HTTPRouteHandler) -> Any:
    """The type of a handler's response body: T of `Response[T]`, or None."""
    returned = handler.parsed_return_field
    return returned.inner_types[0].annotation if returned.inner_types else None


def media_types(handler: HTTPRouteHandler) -> tuple[str, ...]:
    """The media types of a handler's response."""
    media = handler.media_type or JSON
    return tuple(handler.opt.get(MEDIA_TYPES, (media.value if isinstance(media, MediaType) else media,)))


def _complete(operation: dict[str, Any], handler: HTTPRouteHandler) -> None:
    """Add what Litestar cannot know about an operation, in place."""
    status, success = next(iter(operation["responses"].items()))
    success.pop("headers", None)
    if MEDIA_TYPES in handler.opt:
        success["content"] = {media: {"schema": {"type": "string"}} for media in handler.opt[MEDIA_TYPES]}
    problem = {"content": {JSON: {"schema": {"$ref": REF.format(name=Problem.__name__)}}}}
    problems = {code: {"description": words, **problem} for code, words in PROBLEMS.items()}
    operation["responses"] = {status: success, **problems}
    for content in operation.get("requestBody", {}).get("content", {}).values():
        content["schema"].pop("default", None)  # bytes, which have no form in JSON
    operation["parameters"] = [_parameter(each) for each in operation.get("parameters", ())]


def _parameter(drawn: dict[str, Any]) -> dict[str, Any]:
    """A parameter without `null` among its types: it can be left out, but no address can hold null."""
    schema = dict(drawn["schema"])
    choices = [each for each in schema.pop("oneOf", ()) if each != {"type": "null"}]
    if len(choices) == 1:
        schema |= choices[0]
    elif choices:
        schema["oneOf"] = choices
    if schema.get("type") == "integer" and "maximum" in schema:
        schema.setdefault("minimum", 0)
    return {"name": drawn["name"], "in": drawn["in"], "required": drawn["required"], "schema": schema}

"""HTTP routes of bearer tokens. For people only: a bot can neither create nor revoke tokens."""

from typing import Final, cast

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from gomoku.server.http.middleware import visitor_of
from gomoku.server.http.requests import AnyRequest, hub_of, json_response
from gomoku.server.people import tokens
from gomoku.server.people.tokens import Tokens
from gomoku.server.wire import messages
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import is_bot

MAX_BODY_BYTES: Final = 1_024
"""Size of a request body."""


def _tokens(request: AnyRequest) -> Tokens:
    return cast(Tokens, request.app.state.tokens)


def _require_person(request: AnyRequest) -> str:
    visitor = visitor_of(request.scope)
    if is_bot(visitor):
        raise Refusal(Reason.NOT_OWNER, "bots cannot manage tokens")
    return visitor


@get("/api/tokens")
async def listing(request: AnyRequest) -> Response[messages.TokenList]:
    """The visitor's tokens, newest first."""
    return json_response(messages.TokenList(tuple(await _tokens(request).of(_require_person(request)))))


@post("/api/tokens", request_max_body_size=MAX_BODY_BYTES, status_code=201)
async def create(request: AnyRequest, data: JSONBody[messages.TokenRequest]) -> Response[messages.NewToken]:
    """Create a token for a bot. The response is the only one that holds it."""
    person = _require_person(request)
    secret, line = await _tokens(request).create(person, data.name, hub_of(request).clock.now(), data.bot)
    return json_response(messages.NewToken(secret, line))


@delete("/api/tokens/{name:str}")
async def revoke(request: AnyRequest, name: FromPath[str]) -> None:
    """Revoke a token, and disconnect its sockets."""
    await _tokens(request).revoke(name, _require_person(request))
    tokens.close_sockets(hub_of(request).clients, name)


ROUTES: Final = (listing, create, revoke)

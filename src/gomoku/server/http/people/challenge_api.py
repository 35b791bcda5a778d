"""HTTP routes of challenges. Updates arrive over the socket, as `challenges`."""

from typing import Final

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from gomoku.server.http.middleware import limited_address_of
from gomoku.server.http.people.person_api import MAX_BODY_BYTES, require_person
from gomoku.server.http.requests import AnyRequest, hub_of, json_response
from gomoku.server.wire.people.social_messages import Challenge, ChallengeReply, ChallengeRequest, Challenges


@get("/api/challenges")
async def listing(request: AnyRequest) -> Response[Challenges]:
    """The visitor's challenges, made and received: open, or answered within the last minute."""
    return json_response(await hub_of(request).challenges.of(require_person(request)))


@post("/api/challenges", request_max_body_size=MAX_BODY_BYTES, status_code=201)
async def challenge(request: AnyRequest, data: JSONBody[ChallengeRequest]) -> Response[Challenge]:
    """Challenge a person to a game."""
    who, address = require_person(request), limited_address_of(request)
    return json_response(await hub_of(request).challenges.challenge(who, data, address), 201)


@post("/api/challenges/{name:str}/reply", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def reply(request: AnyRequest, name: FromPath[str], data: JSONBody[ChallengeReply]) -> Response[Challenge]:
    """Accept or decline a challenge. An accepted one has a room with both seated."""
    return json_response(await hub_of(request).challenges.reply(require_person(request), name, data.accept))


@delete("/api/challenges/{name:str}")
async def withdraw(request: AnyRequest, name: FromPath[str]) -> None:
    """Withdraw a challenge."""
    await hub_of(request).challenges.withdraw(require_person(request), name)


ROUTES: Final = (listing, challenge, reply, withdraw)

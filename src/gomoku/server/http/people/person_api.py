"""HTTP routes about other people: profiles, their games and ratings, who is online, follow and block.

Names stand in queries and bodies, never in paths: they may contain any character.
"""

from typing import Annotated, Final

from litestar import Response, get, put
from litestar.params import JSONBody, QueryParameter
from msgspec.structs import replace

from gomoku.rules import PRESETS
from gomoku.server.http.middleware import visitor_of
from gomoku.server.http.requests import AnyRequest, hub_of, json_response
from gomoku.server.people import profiles, relations
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.people import social_messages
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import is_bot

MAX_BODY_BYTES: Final = 4_096
"""Size of a request body."""

NameParameter = Annotated[str, QueryParameter(min_length=1, max_length=40)]


def require_person(request: AnyRequest) -> str:
    """The visitor who sent a request, unless it is a program."""
    visitor = visitor_of(request.scope)
    if is_bot(visitor):
        raise Refusal(Reason.NOT_OWNER, "only people can do that")
    return visitor


@get("/api/people/person")
async def person(request: AnyRequest, name: NameParameter) -> Response[social_messages.PublicProfile]:
    """The profile of a person with a passphrase."""
    hub, visitor = hub_of(request), visitor_of(request.scope)
    now = hub.clock.now()
    found = await hub.store.read(lambda connection: profiles.profile(connection, name, visitor, now))
    activity, room = await hub.online.activity(await _id_of(request, name))
    return json_response(replace(found, activity=activity, room=room))


@get("/api/people/games")
async def games(
    request: AnyRequest,
    name: NameParameter,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[social_messages.PlayedGames]:
    """A person's games in listed rooms, latest first."""
    who = await _id_of(request, name)
    return json_response(
        await hub_of(request).store.read(lambda connection: profiles.games(connection, who, limit, offset))
    )


@get("/api/people/ratings")
async def ratings(
    request: AnyRequest, name: NameParameter, rules: Annotated[str, QueryParameter(max_length=40)] = "42"
) -> Response[social_messages.RatingHistory]:
    """A person's rating in a rule set, game by game."""
    if rules not in PRESETS:
        raise Refusal(Reason.BAD_OPTIONS, f"there is no rule set {rules!r}; known are {', '.join(PRESETS)}")
    who = await _id_of(request, name)
    return json_response(
        await hub_of(request).store.read(lambda connection: profiles.rating_history(connection, who, rules))
    )


async def _id_of(request: AnyRequest, name: str) -> str:
    """The id of the person with a name. Raises Refusal."""
    return str(await hub_of(request).store.read(lambda connection: profiles.find(connection, name).id))


@get("/api/people/online")
async def online(
    request: AnyRequest, limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50
) -> Response[social_messages.OnlineList]:
    """People with a passphrase who are online, those the visitor follows first."""
    return json_response(await hub_of(request).online.people(visitor_of(request.scope), limit))


@get("/api/people/known")
async def known(
    request: AnyRequest, name: Annotated[list[str], QueryParameter(max_items=50)]
) -> Response[social_messages.KnownNames]:
    """The names among these that have a profile."""
    return json_response(await hub_of(request).store.read(lambda connection: profiles.known(connection, name)))


@get("/api/people/relations")
async def relations_of(request: AnyRequest) -> Response[social_messages.RelationList]:
    """The people whom the visitor follows or has blocked."""
    visitor = visitor_of(request.scope)
    return json_response(await hub_of(request).store.read(lambda connection: relations.listing(connection, visitor)))


@put("/api/people/relation", request_max_body_size=MAX_BODY_BYTES)
async def relate(
    request: AnyRequest, data: JSONBody[social_messages.RelationRequest]
) -> Response[social_messages.PublicProfile]:
    """Follow or block a person, or neither; the profile afterwards."""
    hub, visitor = hub_of(request), require_person(request)
    other, now = await _id_of(request, data.name), hub.clock.now()
    await hub.store.write(lambda connection: relations.relate(connection, visitor, other, data.relation, now))
    found = await hub.store.read(lambda connection: profiles.profile(connection, data.name, visitor, now))
    activity, room = await hub.online.activity(other)
    return json_response(replace(found, activity=activity, room=room))


ROUTES: Final = (person, games, ratings, online, known, relations_of, relate)

"""HTTP routes of reports, for everyone, and of moderation, for moderators."""

from typing import Annotated, Final, cast

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter

from gomoku.server.analysis.study_store import Studies
from gomoku.server.http.middleware import address_of
from gomoku.server.http.people.person_api import MAX_BODY_BYTES, require_person
from gomoku.server.http.requests import AnyRequest, hub_of, json_response
from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.people import origins, profiles
from gomoku.server.people.moderation import moderators, reports
from gomoku.server.rooms.room import Room
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.people.social_messages import (
    CaseList,
    ModerationLog,
    ModerationRequest,
    ModeratorAction,
    Reported,
    ReportRequest,
)
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import RoomKind

REPORT_RATE: Final = (1 / 120, 6.0)
"""Rate limit of reports per address, over all its visitors: per second, and burst."""


NOTIFIED_ACTIONS: Final = (
    ModeratorAction.WARN,
    ModeratorAction.MUTE,
    ModeratorAction.UNMUTE,
    ModeratorAction.UNBAN,
    ModeratorAction.RENAME,
)
"""Actions that the person is notified of at once. A ban is announced once it is in force."""


def report_limits() -> Buckets:
    """The rate limits of reports, by address."""
    return Buckets(*REPORT_RATE)


@post("/api/reports", request_max_body_size=MAX_BODY_BYTES, status_code=201)
async def report(request: AnyRequest, data: JSONBody[ReportRequest]) -> Response[Reported]:
    """Report a person to the moderators."""
    hub, visitor = hub_of(request), require_person(request)
    room: Room | None = None
    subject: tuple[str, str] | None = None
    if data.room is not None:
        room = await hub.room(data.room, visitor)
        if room.kind is RoomKind.LOCAL:
            raise Refusal(Reason.NOT_HERE, "there is no one else in this room")
    if data.study is not None:
        about, title = await cast(Studies, request.app.state.studies).owner_of(visitor, data.study)
        called, subject = (
            await hub.store.read(lambda connection: profiles.name_of(connection, about)),
            (data.study, title),
        )
    elif data.name:
        row = await hub.store.read(lambda connection: profiles.find(connection, data.name))
        about, called = str(row.id), str(row.name)
    else:
        found = reports.name_in(room, data.visitor) if room and data.visitor else None
        if found is None or data.visitor is None:
            raise Refusal(Reason.UNKNOWN_PERSON, "there is no such visitor here")
        about, called = data.visitor, found
    limits = cast(Buckets, request.app.state.report_limits)
    if not limits.take(origins.network_of(address_of(request.scope))):
        raise Refusal(Reason.TOO_FAST, "too many reports from this address", wait=limits.interval)
    now = hub.clock.now()
    await hub.store.write(
        lambda connection: reports.make(connection, visitor, about, called, data.reason, data.text, room, now, subject)
    )
    await hub.notices.tell_moderators()
    return json_response(Reported(now))


async def _require_moderator(request: AnyRequest) -> str:
    visitor = require_person(request)
    await hub_of(request).store.read(lambda connection: moderators.require_moderator(connection, visitor))
    return visitor


@get("/api/moderation/cases")
async def cases(
    request: AnyRequest,
    closed: FromQuery[bool] = False,
    mine: FromQuery[bool] = False,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[CaseList]:
    """People who were reported: with open reports, or with closed ones; `mine`: whom the moderator handles. Moderators only."""
    visitor, hub = await _require_moderator(request), hub_of(request)
    now = hub.clock.now()
    return json_response(
        await hub.store.read(lambda connection: reports.cases(connection, closed, now, visitor, offset, mine))
    )


@get("/api/moderation/log")
async def log(
    request: AnyRequest,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[ModerationLog]:
    """The log of moderation, latest first. Moderators only."""
    await _require_moderator(request)
    return json_response(await hub_of(request).store.read(lambda connection: moderators.log(connection, limit, offset)))


@post("/api/moderation/actions", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def act(request: AnyRequest, data: JSONBody[ModerationRequest]) -> Response[CaseList]:
    """Take a case, warn, mute, ban, lift, rename, dismiss reports, close a room or study; the open cases afterwards. Moderators only."""
    visitor, hub = await _require_moderator(request), hub_of(request)
    now = hub.clock.now()
    await hub.store.write(lambda connection: moderators.act(connection, visitor, data, now))
    if data.action is ModeratorAction.CLOSE_ROOM and data.room is not None:
        await hub.close_room(data.room)
    if data.person is not None:
        if data.action is ModeratorAction.BAN:
            await hub.expel(data.person)
        if data.action is ModeratorAction.RENAME:
            await hub.rename(data.person)
        if data.action in NOTIFIED_ACTIONS:
            hub.notices.tell(data.person)
    await hub.notices.tell_moderators()
    return json_response(await hub.store.read(lambda connection: reports.cases(connection, False, now, visitor)))


ROUTES: Final = (report, cases, log, act)

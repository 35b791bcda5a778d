"""Helpers that the HTTP routes share: request bodies, responses, errors."""

import json
from typing import Any, Final, TypeVar, cast

import msgspec
from litestar import Request, Response
from litestar.datastructures import State

from gomoku.server.live.hub import Hub
from gomoku.server.wire.messages import Problem, Reason, encode
from gomoku.server.wire.refusal import Refusal

AnyRequest = Request[Any, Any, State]
JSON: Final = "application/json"
READING: Final = 60
"""Bytes of memory that parsing a game file takes, per byte of the file, at most."""
STATUS: Final = {
    Reason.BAD_TOKEN: 401,
    Reason.FOREIGN: 403,
    Reason.NOT_OWNER: 403,
    Reason.BAD_PASSPHRASE: 403,
    Reason.NAME_TAKEN: 409,
    Reason.UNKNOWN_ROOM: 404,
    Reason.TOO_FAST: 429,
}
"""HTTP status of a refusal; 400 for all others."""

T = TypeVar("T")


def hub_of(request: AnyRequest) -> Hub:
    return cast(Hub, request.app.state.hub)


async def body_of(request: AnyRequest, kind: type[T]) -> T:
    """The decoded request body. Raises Refusal where it is malformed."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(Reason.MALFORMED, str(error)[:300]) from None


def answer(body: Any, status: int | None = None) -> Response[bytes]:
    """A JSON response that is never cached; without `status`, with the route's own."""
    return Response(encode(body), media_type=JSON, status_code=status, headers={"Cache-Control": "no-store"})


def problem_of(error: Exception) -> tuple[int, Problem]:
    """The status and body of an error response."""
    if isinstance(error, Refusal):
        return STATUS.get(error.reason, 400), Problem(error.reason, error.detail)
    status = getattr(error, "status_code", 500)
    reason = {404: Reason.UNKNOWN_ROOM, 413: Reason.TOO_BIG, 429: Reason.TOO_FAST}.get(status, Reason.MALFORMED)
    detail = str(getattr(error, "detail", "")) or json.dumps(str(error))
    return status, Problem(reason, detail)

"""Helpers that the HTTP routes share: request bodies, responses, errors."""

import gzip
import json
from typing import Annotated, Any, Final, TypeVar, cast

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.dto import AbstractDTO
from litestar.params import BodyKwarg

from gomoku.server.live.hub import Hub
from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.wire.messages import Problem, Reason
from gomoku.server.wire.refusal import Refusal

AnyRequest = Request[Any, Any, State]
FileBody = Annotated[bytes, BodyKwarg(media_type="application/octet-stream")]
"""The `data` of a handler that takes a file; its default is what an empty body stands for."""
JSON: Final = "application/json"
FILE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Content security policy of exported files: opened in the browser, they run no script and load nothing."""
EXPORT_RATE: Final = (1 / 10, 10.0)
"""Rate limit per address of files with thousands of games: per second, and burst. Writing one takes seconds of processor time."""
PARSING_MEMORY: Final = 60
"""Bytes of memory needed to parse a game file, at most, per byte of the file."""
STATUS: Final = {
    Reason.BAD_TOKEN: 401,
    Reason.FOREIGN: 403,
    Reason.NOT_OWNER: 403,
    Reason.BAD_PASSPHRASE: 403,
    Reason.RATED: 403,
    Reason.BLOCKED: 403,
    Reason.EXPELLED: 403,
    Reason.SILENCED: 403,
    Reason.NOT_MODERATOR: 403,
    Reason.NAME_TAKEN: 409,
    Reason.UNKNOWN_ROOM: 404,
    Reason.UNKNOWN_PERSON: 404,
    Reason.TOO_FAST: 429,
    Reason.TOO_MANY: 429,
    Reason.BUSY: 503,
    Reason.STORAGE: 503,
}
"""HTTP status of a refusal; 400 for all others."""
RETRY_STATUSES: Final = (429, 503)
"""Statuses of requests that may succeed later; their responses have a `Retry-After` header."""
RETRY_AFTER: Final = 2
"""Seconds after which to try again, if nothing better is known."""

T = TypeVar("T")


class StrictBody(AbstractDTO[Any]):
    """Decodes the `data` of a handler: strictly, in one pass, and with a Refusal for what is malformed.

    Litestar's own decoding goes through dictionaries and accepts `"5"` for a number.
    """

    def decode_bytes(self, value: bytes) -> Any:
        handler: Any = self.asgi_connection.route_handler
        kind = handler.parsed_data_field.annotation
        try:
            return value if kind is bytes else msgspec.json.decode(value, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Refusal(Reason.MALFORMED, str(error)[:300]) from None

    @classmethod
    def create_for_field_definition(cls, *_: Any, **__: Any) -> None:
        """Nothing to generate: msgspec decodes into the annotated type itself."""

    @classmethod
    def create_openapi_schema(cls, field_definition: Any, handler_id: str, schema_creator: Any) -> Any:
        return schema_creator.for_field_definition(field_definition)


def export_limits() -> Buckets:
    """The rate limits of large files, by address."""
    return Buckets(*EXPORT_RATE)


def require_few_exports(request: AnyRequest, address: str) -> None:
    """Refuse a large file beyond the rate limit of an address; an empty address is not limited."""
    limits = cast(Buckets, request.app.state.export_limits)
    if address and not limits.take(address):
        raise Refusal(Reason.TOO_FAST, "too many files from this address", wait=limits.interval)


def hub_of(request: AnyRequest) -> Hub:
    return cast(Hub, request.app.state.hub)


def json_response(body: T, status: int | None = None, retry_after: int = RETRY_AFTER) -> Response[T]:
    """A JSON response that is never cached; `status` defaults to the route's own. `retry_after`: seconds."""
    headers = {"Cache-Control": "no-store"}
    if status in RETRY_STATUSES:
        headers["Retry-After"] = str(retry_after)
    return Response(body, media_type=JSON, status_code=status, headers=headers)


def packed_response(request: AnyRequest, packed: bytes) -> Response[Any]:
    """A JSON response whose body is compressed already; whole for clients that do not accept gzip."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return Response(gzip.decompress(packed), media_type=JSON, headers=headers)
    return Response(packed, media_type=JSON, headers={**headers, "Content-Encoding": "gzip"})


def problem_of(error: Exception) -> tuple[Problem, int, int]:
    """The body and status of an error response, and the seconds after which to try again."""
    if isinstance(error, Refusal):
        return Problem(error.reason, error.detail), STATUS.get(error.reason, 400), _seconds(error)
    status = getattr(error, "status_code", 500)
    reason = {404: Reason.UNKNOWN_ROOM, 413: Reason.TOO_BIG, 429: Reason.TOO_FAST}.get(status, Reason.MALFORMED)
    detail = str(getattr(error, "detail", "")) or json.dumps(str(error))
    reset = (getattr(error, "headers", None) or {}).get("RateLimit-Reset", RETRY_AFTER)
    return Problem(reason, detail), status, max(1, int(reset))


def _seconds(refusal: Refusal) -> int:
    return RETRY_AFTER if refusal.wait is None else refusal.wait // 1000 + 1

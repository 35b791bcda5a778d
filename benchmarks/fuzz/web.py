"""Fuzz targets: messages on the server's socket and requests to its routes, half of them invalid, in this process.

No response may be a status 500, no socket may close, no error may be logged, and every answer must arrive in time.
"""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final
from urllib.parse import quote

from msgspec import MsgspecError, Struct, json

from benchmarks.fuzz import files
from benchmarks.fuzz.generators import TEXTS, Maker, damaged, encoded, members, message_bytes, shown
from benchmarks.fuzz.in_process import Fault, InProcessServer, Socket
from gomoku.library.sources import ENDINGS
from gomoku.server.app import build
from gomoku.server.http import openapi
from gomoku.server.ops.settings import Settings
from gomoku.server.wire import messages

CONCURRENT: Final = 40
"""Messages or requests sent before waiting for the answers."""
PER_BATCH: Final = 1_000
ME: Final = {"type": "me", "name": "Ann"}
ROOMS: Final = (
    (ME, "local"),
    ({"type": "ai", "level": 1}, "local"),
    ({"type": "open"}, "listed"),
    ({"type": "open"}, "private"),
)
"""Second seat and kind of the rooms that messages refer to."""
BODIES: Final[dict[str, Any]] = {
    name: body
    for name, handler in openapi.handlers_of(build(Settings("sqlite://"))).items()
    if isinstance(body := openapi.body_type(handler), type) and issubclass(body, Struct)
}
"""Routes that take JSON, by method and path."""
SLOW_ROUTES: Final = ("/ws", "/api/refute", "/api/study/advice", "/api/tree", "/api/lessons", "/api/puzzles")
"""Routes skipped here: they search for seconds, or are sockets or documentation."""

RARE: Final = ("/api/sign-in", "/api/me/passphrase", "/api/review")
"""Routes requested rarely: they hash passphrases or start long engine work."""


@contextlib.contextmanager
def running(
    batch: Callable[[InProcessServer, random.Random], Awaitable[int]],
) -> Iterator[Callable[[random.Random], int]]:
    """Run a server, and yield a function that gives it a batch."""
    with asyncio.Runner() as runner:

        async def start() -> InProcessServer:
            return await InProcessServer().opened()

        server = runner.run(start())

        async def one(rng: random.Random) -> int:
            return await batch(server, rng)

        try:
            yield lambda rng: runner.run(one(rng))
        finally:
            runner.run(server.close())


async def create_rooms(maker: Maker, page: Socket) -> None:
    """Create the rooms that messages refer to."""
    rules = maker.rng.choice(
        ("42;size=9", "renju", "pente", "caro;size=13")
    )  # only one: each rule set needs its own engine
    for number, (second, kind) in enumerate(ROOMS):
        options = {"rules": rules, "ai_time": 50}
        command = {
            "type": "create",
            "id": f"made{number}",
            "options": options,
            "first": ME,
            "second": second,
            "kind": kind,
        }
        page.say(encoded(command))
    await page.wait_for_answers()
    collect_rooms(maker, page)
    if len(maker.rooms) != len(ROOMS):
        raise Fault("the rooms were not created")
    for room in maker.rooms:
        page.say(encoded({"type": "watch", "room": room}))
    await page.wait_for_answers()


async def delete_rooms(server: InProcessServer, maker: Maker, *pages: Socket) -> None:
    """Delete the rooms, or their AIs would play on."""
    for room in maker.rooms:
        for page in pages:
            status, _, body = await server.request("DELETE", f"/api/games/{room}", cookie=page.cookie)
            if status >= 500:
                raise Fault(f"DELETE {room}: {status} {shown(body)}")


def collect_rooms(maker: Maker, page: Socket) -> None:
    """Let messages refer to rooms that the server has created."""
    for heard in page.heard:
        if heard["type"] == "done" and heard["room"] not in maker.rooms:
            maker.rooms.append(heard["room"])
    page.heard.clear()


# --- messages ---


async def send_messages(server: InProcessServer, rng: random.Random) -> int:
    """Send messages from two pages in the same rooms concurrently."""
    maker = Maker(rng)
    sent: list[bytes] = []
    try:
        async with server.socket() as ann, server.socket() as bob:
            await create_rooms(maker, ann)
            while len(sent) < PER_BATCH:
                for _ in range(CONCURRENT):
                    sent.append(message(rng, maker))
                    rng.choice((ann, ann, bob)).say(sent[-1])
                await asyncio.gather(ann.wait_for_answers(), bob.wait_for_answers())
                collect_rooms(maker, ann)
                collect_rooms(maker, bob)
            await delete_rooms(server, maker, ann, bob)
        server.errors.raise_if_any()
    except Exception as error:
        error.add_note("after\n" + "\n".join(shown(data) for data in sent[-2 * CONCURRENT :]))
        raise
    return len(sent)


def message(rng: random.Random, maker: Maker) -> bytes:
    """A message; moves and room commands more often than others."""
    kind = rng.random()
    if kind < 0.15:
        value = maker.of(messages.Play)
    elif kind < 0.18:
        value = maker.of(messages.Create)
    else:
        value = maker.of(rng.choice(members(messages.FromClient)))
    return message_bytes(rng, value)


# --- requests ---

Request = tuple[str, str, bytes, bytes]
"""Method, path, query and body."""


async def send_requests(server: InProcessServer, rng: random.Random) -> int:
    """Send requests to every route."""
    maker, file_inputs = Maker(rng), files.inputs(rng)
    async with server.socket() as page:
        await create_rooms(maker, page)
        for _ in range(0, PER_BATCH, CONCURRENT):
            batch = [request(rng, maker, server, file_inputs) for _ in range(CONCURRENT)]
            await asyncio.gather(*(check_request(server, page, one) for one in batch))
            collect_rooms(maker, page)
        await delete_rooms(server, maker, page)
    server.errors.raise_if_any()
    return PER_BATCH


async def check_request(server: InProcessServer, page: Socket, given: Request) -> None:
    """Accept any response except a server error or a problem without detail."""
    method, path, query, body = given
    status, headers, answer = await server.request(method, path, body, page.cookie, query)
    where = f"{method} {path!r} {shown(query)!r} {shown(body)!r}: {status}"
    if status >= 500:
        raise Fault(f"{where} {shown(answer)}")
    if status >= 400 and path.startswith("/api/") and method != "HEAD":
        try:
            json.decode(answer, type=messages.Problem)
        except MsgspecError as error:
            raise Fault(f"{where} {shown(answer[:200])}: {error}") from None
    if "x-content-type-options" not in headers and status not in (404, 405):  # no route, so no middleware
        raise Fault(f"{where}: a header is missing")


def request(rng: random.Random, maker: Maker, server: InProcessServer, file_inputs: Iterator[bytes]) -> Request:
    kind = rng.random()
    if kind < 0.4:
        name = rng.choice(tuple(BODIES))
        method, path = name.split()
        if not path.startswith(SLOW_ROUTES) and (path not in RARE or rng.random() < 0.05):
            return method, _filled(rng, maker, path), b"", message_bytes(rng, maker.of(BODIES[name]))
    if kind < 0.5:
        path = rng.choice(("/api/import", "/api/study/open", "/api/collection"))
        named = b"name=games." + rng.choice(ENDINGS).encode()
        return "POST", path, named if path == "/api/collection" else _query(rng, maker), next(file_inputs)
    path = _filled(rng, maker, rng.choice(server.app.routes).path)
    if rng.random() < 0.1:
        path = "/" + shown(damaged(rng, path.encode())).lstrip("/")
    if path.startswith((*SLOW_ROUTES, openapi.PATH)):
        path = "/api/health"
    method = rng.choice(("GET", "GET", "GET", "POST", "DELETE", "HEAD", "PUT", "PATCH", "OPTIONS"))
    body = b"" if method == "GET" else message_bytes(rng, maker.of(rng.choice(members(messages.FromClient))))
    return method, path, _query(rng, maker), body


def _filled(rng: random.Random, maker: Maker, path: str) -> str:
    """A route's path with values for its parameters."""
    words = ("sgf", "psq", "svg", "txt", "pos", "link", "g1~42~~~c0~x", maker.room())
    parts = []
    for part in path.split("/"):
        if part.startswith("{"):
            chosen = maker.room() if "room" in part and rng.random() < 0.8 else rng.choice((*words, rng.choice(TEXTS)))
            part = chosen.encode("utf-8", "replace").decode()
        parts.append(part)
    return "/".join(parts)


QUERIES: Final = (
    "search",
    "phase",
    "limit",
    "offset",
    "move",
    "lossy",
    "numbers",
    "format",
    "rules",
    "rows_from",
    "start",
    "x",
)


def _query(rng: random.Random, maker: Maker) -> bytes:
    pairs = []
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        number = str(rng.choice((0, 1, -1, 50, 200, 10**20)))
        value = rng.choice((number, rng.choice(TEXTS), maker.rules(), "top", "sgf", "true", "over"))
        pairs.append(f"{rng.choice(QUERIES)}={quote(value.encode('utf-8', 'surrogatepass'))}")
    query = "&".join(pairs).encode()
    if rng.random() < 0.1:
        query = bytes(
            byte for byte in damaged(rng, query) if 0x21 <= byte <= 0x7E
        )  # the only bytes allowed in a request line
    return query

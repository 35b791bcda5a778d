"""The server in this process: messages on its socket and requests to its routes, half of them broken.

No answer may be an error 500, no socket may be closed, nothing may be complained about in the log, and everything is
answered in time.
"""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final
from urllib.parse import quote

from msgspec import MsgspecError, Struct, json

from benchmarks.fuzz import files
from benchmarks.fuzz.generators import TEXTS, Maker, damaged, encoded, members, shown, spoken
from benchmarks.fuzz.in_process import Fault, Inside, Socket
from gomoku.server.app import build
from gomoku.server.http import openapi
from gomoku.server.ops.settings import Settings
from gomoku.server.wire import messages

TOGETHER: Final = 40
"""Messages of two pages, or requests, that are sent before the answers are waited for."""
PER_BATCH: Final = 1_000
ME: Final = {"type": "me", "name": "Ann"}
ROOMS: Final = (
    (ME, "local"),
    ({"type": "ai", "level": 1}, "local"),
    ({"type": "open"}, "listed"),
    ({"type": "open"}, "private"),
)
"""The second seat and the kind of the rooms that messages are about."""
BODIES: Final[dict[str, Any]] = {
    name: body
    for name, handler in openapi.handlers_of(build(Settings("sqlite://"))).items()
    if isinstance(body := openapi.body_type(handler), type) and issubclass(body, Struct)
}
"""Routes that take JSON, by method and path."""
SLOW_ROUTES: Final = ("/ws", "/api/refute", "/api/tree", "/api/lessons", "/api/puzzles")
"""They let the engine think for seconds, and are left to the tests and to the socket; so are pages about the API."""

RARE: Final = ("/api/sign-in", "/api/me/passphrase", "/api/review")
"""They take as long as a guess shall take, or the engine goes on for long behind them."""


@contextlib.contextmanager
def running(batch: Callable[[Inside, random.Random], Awaitable[int]]) -> Iterator[Callable[[random.Random], int]]:
    """A server, and a way to give it one batch after the other."""
    with asyncio.Runner() as runner:

        async def start() -> Inside:
            return await Inside().opened()

        inside = runner.run(start())

        async def one(rng: random.Random) -> int:
            return await batch(inside, rng)

        try:
            yield lambda rng: runner.run(one(rng))
        finally:
            runner.run(inside.close())


async def furnish(maker: Maker, page: Socket) -> None:
    """Rooms for messages to be about."""
    rules = maker.rng.choice(("42;size=9", "renju", "pente", "caro;size=13"))  # one: another needs another engine
    for number, (second, kind) in enumerate(ROOMS):
        options = {"rules": rules, "ai_time": 50}
        wish = {
            "type": "create",
            "id": f"made{number}",
            "options": options,
            "first": ME,
            "second": second,
            "kind": kind,
        }
        page.say(encoded(wish))
    await page.hear_all()
    learn(maker, page)
    if len(maker.rooms) != len(ROOMS):
        raise Fault("there are no rooms")
    for room in maker.rooms:
        page.say(encoded({"type": "watch", "room": room}))
    await page.hear_all()


async def unfurnish(inside: Inside, maker: Maker, *pages: Socket) -> None:
    """Delete the rooms again, or AIs would play on in them for ever."""
    for room in maker.rooms:
        for page in pages:
            status, _, body = await inside.request("DELETE", f"/api/games/{room}", cookie=page.cookie)
            if status >= 500:
                raise Fault(f"DELETE {room}: {status} {shown(body)}")


def learn(maker: Maker, page: Socket) -> None:
    """Rooms that the server has made can be named from now on."""
    for heard in page.heard:
        if heard["type"] == "done" and heard["room"] not in maker.rooms:
            maker.rooms.append(heard["room"])
    page.heard.clear()


# --- messages ---


async def say(inside: Inside, rng: random.Random) -> int:
    """Two pages in the same rooms, and what they say at the same time."""
    maker = Maker(rng)
    said: list[bytes] = []
    try:
        async with inside.socket() as ann, inside.socket() as bob:
            await furnish(maker, ann)
            while len(said) < PER_BATCH:
                for _ in range(TOGETHER):
                    said.append(message(rng, maker))
                    rng.choice((ann, ann, bob)).say(said[-1])
                await asyncio.gather(ann.hear_all(), bob.hear_all())
                learn(maker, ann)
                learn(maker, bob)
            await unfurnish(inside, maker, ann, bob)
        inside.complaints.raise_if_any()
    except Exception as error:
        error.add_note("after\n" + "\n".join(shown(data) for data in said[-2 * TOGETHER :]))
        raise
    return len(said)


def message(rng: random.Random, maker: Maker) -> bytes:
    """One message: stones and rooms more often than others, for they lead further."""
    kind = rng.random()
    if kind < 0.15:
        value = maker.of(messages.Play)
    elif kind < 0.18:
        value = maker.of(messages.Create)
    else:
        value = maker.of(rng.choice(members(messages.FromClient)))
    return spoken(rng, value)


# --- requests ---

Request = tuple[str, str, bytes, bytes]
"""Method, path, query and body."""


async def ask(inside: Inside, rng: random.Random) -> int:
    """Requests for every route there is."""
    maker, papers = Maker(rng), files.inputs(rng)
    async with inside.socket() as page:
        await furnish(maker, page)
        for _ in range(0, PER_BATCH, TOGETHER):
            made = [request(rng, maker, inside, papers) for _ in range(TOGETHER)]
            await asyncio.gather(*(check_request(inside, page, one) for one in made))
            learn(maker, page)
        await unfurnish(inside, maker, page)
    inside.complaints.raise_if_any()
    return PER_BATCH


async def check_request(inside: Inside, page: Socket, given: Request) -> None:
    """Any answer is good but an error of the server's own, or a problem without words."""
    method, path, query, body = given
    status, headers, answer = await inside.request(method, path, body, page.cookie, query)
    where = f"{method} {path!r} {shown(query)!r} {shown(body)!r}: {status}"
    if status >= 500:
        raise Fault(f"{where} {shown(answer)}")
    if status >= 400 and path.startswith("/api/") and method != "HEAD":
        try:
            json.decode(answer, type=messages.Problem)
        except MsgspecError as error:
            raise Fault(f"{where} {shown(answer[:200])}: {error}") from None
    if "x-content-type-options" not in headers and status not in (404, 405):  # no route, and so no gate
        raise Fault(f"{where}: a header is missing")


def request(rng: random.Random, maker: Maker, inside: Inside, papers: Iterator[bytes]) -> Request:
    kind = rng.random()
    if kind < 0.4:
        name = rng.choice(tuple(BODIES))
        method, path = name.split()
        if not path.startswith(SLOW_ROUTES) and (path not in RARE or rng.random() < 0.05):
            return method, _filled(rng, maker, path), b"", spoken(rng, maker.of(BODIES[name]))
    if kind < 0.5:
        return "POST", rng.choice(("/api/import", "/api/study/open")), _query(rng, maker), next(papers)
    path = _filled(rng, maker, rng.choice(inside.app.routes).path)
    if rng.random() < 0.1:
        path = "/" + shown(damaged(rng, path.encode())).lstrip("/")
    if path.startswith((*SLOW_ROUTES, openapi.PATH)):
        path = "/api/health"
    method = rng.choice(("GET", "GET", "GET", "POST", "DELETE", "HEAD", "PUT", "PATCH", "OPTIONS"))
    body = b"" if method == "GET" else spoken(rng, maker.of(rng.choice(members(messages.FromClient))))
    return method, path, _query(rng, maker), body


def _filled(rng: random.Random, maker: Maker, path: str) -> str:
    """A route's path with something in the place of its parameters."""
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
        query = bytes(byte for byte in damaged(rng, query) if 0x21 <= byte <= 0x7E)  # no other can be sent in HTTP
    return query

"""The socket of a page: messages in, messages out. Whatever a page sends, the answer is a message, not a closed door.

Only a page that is far too fast, or cannot keep up with what it is told, is dropped.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from gomoku import __version__
from gomoku.server.analysis.analyst import Analyst
from gomoku.server.http.connection_limits import MOST_PER_ADDRESS
from gomoku.server.http.middleware import refuse, token_of, visitor_of
from gomoku.server.live.clients import DROPPED, Client
from gomoku.server.live.hub import Hub
from gomoku.server.ops import log_deduplication
from gomoku.server.ops.logs import ROOM, digest, fields
from gomoku.server.ops.metrics import Metrics
from gomoku.server.ops.rate_limit import Bucket
from gomoku.server.people import tokens
from gomoku.server.storage.store import StoreError
from gomoku.server.wire import messages, people_messages
from gomoku.server.wire.messages import Reason, Refused
from gomoku.server.wire.refusal import Refusal
from gomoku.shortage import is_shortage

log = logging.getLogger("gomoku.server")

MOST_BYTES: Final = 8192
"""The largest message that is read."""
BURST: Final = 2.0
"""Seconds' worth of messages that may come at once."""
PATIENCE: Final = 500
"""Refused messages in a row after which a page is dropped: nobody types so fast."""
SEND_TIMEOUT: Final = 15.0
"""Seconds for one message to leave."""
SUSPECT: Final = frozenset((Reason.MALFORMED, Reason.TOO_BIG, Reason.NOT_SEATED, Reason.NOT_OWNER, Reason.TOO_MANY))
"""What a page of ours never does, or hardly ever: it is logged."""
MOST_WATCHED: Final = 50
"""Rooms that one page watches at once."""

UNREAD: Final = "unread"
"""The kind of a message that was not even read."""
GONE: Final = "the page has gone"
MOST_SOCKETS: Final = 5_000
"""Open sockets of this process, at most."""

Socket = WebSocket[Any, Any, Any]


@websocket("/ws")
async def play(socket: Socket) -> None:
    """The socket of a page."""
    per_address: Counter[str] = socket.app.state.sockets
    address = socket.client.host if socket.client else ""
    limit = MOST_SOCKETS if address in socket.app.state.trusted else MOST_PER_ADDRESS  # a proxy speaks for many
    token = token_of(socket.scope)
    if per_address.total() >= MOST_SOCKETS or per_address[address] >= limit:
        await refuse(socket.scope, socket.receive, socket.send, Refusal(Reason.TOO_MANY, "too many connections"))
        return
    if token and tokens.is_full(socket.app.state.hub.clients, token):
        await refuse(socket.scope, socket.receive, socket.send, Refusal(Reason.TOO_MANY, "too many with this token"))
        return
    per_address[address] += 1
    try:
        await socket.accept()
        state = socket.app.state
        rate = state.settings.messages_per_second
        await serve(socket, state.hub, state.analyst, state.metrics, visitor_of(socket.scope), address, rate, token)
    finally:
        per_address[address] -= 1
        if not per_address[address]:
            del per_address[address]


async def serve(
    socket: Socket,
    hub: Hub,
    analyst: Analyst,
    metrics: Metrics,
    visitor: str,
    address: str,
    rate: float,
    token: str = "",
) -> None:
    """The life of an accepted socket. `rate`: messages a second that are listened to; `token`: of a program."""
    client = Client(visitor, address, token)
    hub.clients.add(client)
    client.tell(messages.Hello(visitor, messages.PROTOCOL, __version__, hub.clock.now()))
    sending = asyncio.create_task(_send(socket, client))
    receiving = asyncio.create_task(_receive(socket, hub, analyst, metrics, client, rate))
    dropped = asyncio.create_task(client.dropped.wait())
    tasks = (sending, receiving, dropped)
    done: set[asyncio.Task[Any]] = set()
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.leave(client)
        analyst.leave(client)
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        for error in results:
            if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect | OSError | TimeoutError):
                log.error("a socket failed", exc_info=error)
        if not any(isinstance(result, WebSocketDisconnect) for result in results):  # it did not leave by itself
            code, why = client.farewell
            if code == DROPPED:
                metrics.socket_dropped("fast" if receiving in done else "slow")
                log_deduplication.refused("dropped", address, f"the page of {digest(visitor)} was {why}")
            with contextlib.suppress(Exception):
                async with asyncio.timeout(1):
                    await socket.close(*client.farewell)


async def _send(socket: Socket, client: Client) -> None:
    while True:
        message = await client.outbox.get()
        async with asyncio.timeout(SEND_TIMEOUT):  # wait_for would now and then swallow the end of this task
            try:
                await socket.send_data(message, mode="text")
            except RuntimeError:  # uvicorn's word for a socket that was closed from the other end meanwhile
                raise WebSocketDisconnect(detail=GONE, code=1006) from None


async def _receive(socket: Socket, hub: Hub, analyst: Analyst, metrics: Metrics, client: Client, rate: float) -> None:
    bucket = Bucket(rate, BURST * rate)
    refused = 0
    while refused < PATIENCE:
        data = await _read(socket)
        if not bucket.take(time.monotonic()):
            refused += 1
            metrics.answered(UNREAD, Reason.TOO_FAST)
            log_deduplication.refused(Reason.TOO_FAST, client.address, f"messages of {digest(client.visitor)}")
            client.tell(Refused(_id_of(data), Reason.TOO_FAST, f"at most {rate:.0f} messages a second", wait=1000))
            continue
        refused = 0
        began = time.perf_counter()
        message = _understood(data)
        answer = message if isinstance(message, Refused) else await answer_to(message, hub, analyst, client)
        kind = UNREAD if isinstance(message, Refused) else str(message.__struct_config__.tag)
        _note(metrics, client, kind, answer, time.perf_counter() - began)
        if answer is not None:
            client.tell(answer)


def _note(metrics: Metrics, client: Client, kind: str, answer: messages.ToClient | None, seconds: float) -> None:
    """Count a message, and write down what was refused; never what somebody has said, nor the key to a room."""
    if not isinstance(answer, Refused):
        metrics.answered(kind, "done", seconds if isinstance(answer, messages.Done) else None)
        return
    metrics.answered(kind, answer.reason)
    if answer.reason in SUSPECT:
        who = f"{digest(client.visitor)}, room {answer.room[:ROOM]}"
        log_deduplication.refused(answer.reason, client.address, f"{who}: {answer.detail}")
    else:
        log.info("refused", extra=fields(kind=kind, id=answer.id, room=answer.room, reason=str(answer.reason)))


async def _read(socket: Socket) -> str | bytes:
    """The next message, whether it came as text or as bytes."""
    event: Any = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail=GONE, code=event.get("code") or 1000)
    data: str | bytes = event.get("text") or event.get("bytes") or ""
    return data


def _understood(data: str | bytes) -> messages.FromClient | Refused:
    raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    if len(raw) > MOST_BYTES:
        return Refused(_id_of(raw), Reason.TOO_BIG, f"{len(raw)} bytes; at most {MOST_BYTES} are read")
    try:
        message: messages.FromClient = messages.decode(raw)
        return message
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Refused(_id_of(raw), Reason.MALFORMED, str(error)[:300])


async def answer_to(
    message: messages.FromClient, hub: Hub, analyst: Analyst, client: Client
) -> messages.ToClient | None:
    """What is said to a message."""
    name, room = getattr(message, "id", ""), getattr(message, "room", "")
    try:
        return await _carry_out(message, hub, analyst, client)
    except Refusal as refusal:
        if refusal.reason is Reason.UNKNOWN_ROOM and isinstance(message, messages.Watch):
            return messages.RoomGone(room)
        return Refused(name, refusal.reason, refusal.detail, room, refusal.cell, refusal.wait)
    except StoreError as error:
        log.error("the database cannot be used: %s", error)
        return Refused(name, Reason.STORAGE, str(error), room)
    except Exception as error:  # ours, or the machine's: not a reason to hang up
        if is_shortage(error):
            log.error("short of memory: %s", error)
            return Refused(name, Reason.BUSY, "the server is short of memory; try again", room)
        log.error("unexpected", exc_info=error)
        return Refused(name, Reason.BUSY, "something went wrong in the server", room)


async def _carry_out(
    message: messages.FromClient, hub: Hub, analyst: Analyst, client: Client
) -> messages.ToClient | None:
    match message:
        case messages.Ping():
            watched = (hub.rooms.get(room) for room in client.watched)
            seqs = {live.room.id: live.visible_to(client.visitor).seq for live in watched if live}
            return messages.Pong(message.sent, hub.clock.now(), seqs)
        case messages.Watch():
            if len(client.watched) >= MOST_WATCHED and message.room not in client.watched:
                raise Refusal(Reason.TOO_MANY, f"at most {MOST_WATCHED} rooms are watched at once")
            await hub.watch(client, message.room, message.since)
            return None
        case messages.Unwatch():
            hub.unwatch(client, message.room)
            return None
        case messages.Follow():
            hub.follow(client, message.room, message.on)
            return None
        case messages.Lobby(on=True):
            await hub.lobby.enter(client)
            return None
        case messages.Lobby():
            hub.lobby.leave(client)
            return None
        case people_messages.Seek():
            await hub.matchmaker.seek(client, message)
            return None
        case people_messages.Unseek():
            await hub.matchmaker.cancel(client, message.id)
            return None
        case messages.Analyse():
            analyst.analyse(client, message)
            return None
        case messages.Create():
            return await hub.create(message, client.visitor)
    return await hub.command(message, client.visitor)


class _Named(msgspec.Struct):
    id: str = ""


def _id_of(data: str | bytes) -> str:
    """The id of a message that could not be read, if that much can be made out."""
    with contextlib.suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
        return msgspec.json.decode(data, type=_Named).id[:40]
    return ""

"""The WebSocket: decodes messages, dispatches them to the hub, sends replies and updates.

A message that cannot be carried out is answered by `refused`; the socket stays open. Only clients far beyond the rate
limit, or too slow to receive, are disconnected.
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
from gomoku.server.analysis import positions
from gomoku.server.analysis.analyst import Analyst
from gomoku.server.http.middleware import send_refusal, session_of, token_of, visitor_of
from gomoku.server.http.transport.connection_limits import MAX_CONNECTIONS_PER_ADDRESS
from gomoku.server.live.clients import DROPPED, Client
from gomoku.server.live.hub import Hub
from gomoku.server.ops.log_deduplication import log_refusal
from gomoku.server.ops.logs import ROOM_PREFIX, digest, fields
from gomoku.server.ops.metrics import Metrics
from gomoku.server.ops.rate_limit import Bucket, Buckets
from gomoku.server.people import origins, tokens
from gomoku.server.storage.store import StoreError
from gomoku.server.wire import messages
from gomoku.server.wire.messages import Reason, Refused
from gomoku.server.wire.people import account_messages
from gomoku.server.wire.refusal import Refusal
from gomoku.shortage import is_shortage

log = logging.getLogger("gomoku.server")

MAX_MESSAGE_BYTES: Final = 8192
"""Size of a message; larger ones are refused."""
BURST: Final = 2.0
"""Size of the rate limit's token bucket, in seconds of the rate."""
MAX_MESSAGES_OVER_RATE: Final = 500
"""Messages over the rate limit, in a row, after which a client is disconnected."""
SEND_TIMEOUT: Final = 15.0
"""Seconds for one message to be sent."""
SUSPICIOUS: Final = frozenset((Reason.MALFORMED, Reason.TOO_BIG, Reason.NOT_SEATED, Reason.NOT_OWNER, Reason.TOO_MANY))
"""Refusals that our own page hardly ever causes; logged as warnings."""
MAX_WATCHED_ROOMS: Final = 50
"""Rooms that one client watches at the same time."""
MAX_SOCKETS: Final = 5_000
"""Open sockets per process."""
SOCKETS_AT_FULL_SPEED: Final = 10
"""Sockets of one address that may send at the limit of a socket at the same time; more of them share that rate."""
UNREAD: Final = "unread"
"""Kind of a message that was not decoded, in the metrics."""

Socket = WebSocket[Any, Any, Any]


@websocket("/ws")
async def endpoint(socket: Socket) -> None:
    """Check the limits, then accept and serve the socket."""
    per_address: Counter[str] = socket.app.state.sockets_per_address
    address = socket.client.host if socket.client else ""
    is_proxy = address in socket.app.state.trusted_proxies
    network = origins.network_of(address)
    limit = MAX_SOCKETS if is_proxy else MAX_CONNECTIONS_PER_ADDRESS
    token = token_of(socket.scope)
    if per_address.total() >= MAX_SOCKETS or per_address[network] >= limit:
        await send_refusal(socket.scope, socket.receive, socket.send, Refusal(Reason.TOO_MANY, "too many connections"))
        return
    if token and tokens.at_socket_limit(socket.app.state.hub.clients, token):
        await send_refusal(
            socket.scope, socket.receive, socket.send, Refusal(Reason.TOO_MANY, "too many sockets with this token")
        )
        return
    per_address[network] += 1
    try:
        await socket.accept()
        state = socket.app.state
        rate = state.settings.messages_per_second
        client = Client(visitor_of(socket.scope), address, token, is_proxy, session_of(socket.scope))
        await serve(socket, state.hub, state.analyst, state.metrics, client, rate, state.message_limits)
    finally:
        per_address[network] -= 1
        if not per_address[network]:
            del per_address[network]


def message_limits(rate: float) -> Buckets:
    """The rate limits of messages by address, if a socket may send `rate` of them per second."""
    return Buckets(SOCKETS_AT_FULL_SPEED * rate, SOCKETS_AT_FULL_SPEED * BURST * rate)


async def serve(
    socket: Socket,
    hub: Hub,
    analyst: Analyst,
    metrics: Metrics,
    client: Client,
    rate: float,
    limits: Buckets,
) -> None:
    """Serve an accepted socket until it closes. `rate`: limit of messages per second; `limits`: of an address, over all its sockets."""
    hub.arrive(client)
    client.tell(messages.Hello(client.visitor, messages.PROTOCOL, __version__, hub.clock.now()))
    sending = asyncio.create_task(_send(socket, client))
    receiving = asyncio.create_task(_receive(socket, hub, analyst, metrics, client, rate, limits))
    dropped = asyncio.create_task(client.dropped.wait())
    tasks = (sending, receiving, dropped)
    done: set[asyncio.Task[Any]] = set()
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.leave(client)
        analyst.forget(client)
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        for error in results:
            if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect | OSError | TimeoutError):
                log.error("a socket failed", exc_info=error)
        if not any(isinstance(result, WebSocketDisconnect) for result in results):  # the client did not close it
            code, why = client.close_frame
            if code == DROPPED:
                metrics.socket_dropped("fast" if receiving in done else "slow")
                log_refusal("dropped", client.address, f"the page of {digest(client.visitor)} was {why}")
            with contextlib.suppress(Exception):
                async with asyncio.timeout(1):
                    await socket.close(*client.close_frame)


async def _send(socket: Socket, client: Client) -> None:
    while True:
        message = await client.outbox.get()
        async with asyncio.timeout(SEND_TIMEOUT):  # asyncio.wait_for may swallow a cancellation
            try:
                await socket.send_data(message, mode="text")
            except RuntimeError:  # uvicorn's error for a socket that the client has closed meanwhile
                raise WebSocketDisconnect(detail="disconnected", code=1006) from None


async def _receive(
    socket: Socket, hub: Hub, analyst: Analyst, metrics: Metrics, client: Client, rate: float, limits: Buckets
) -> None:
    bucket = Bucket(rate, BURST * rate)
    over_rate = 0
    while over_rate < MAX_MESSAGES_OVER_RATE:
        data = await _read(socket)
        network = client.limited_address
        if not bucket.take(time.monotonic()) or (network and not limits.take(network)):
            over_rate += 1
            metrics.answered(UNREAD, Reason.TOO_FAST)
            log_refusal(Reason.TOO_FAST, client.address, f"messages of {digest(client.visitor)}")
            client.tell(Refused(_id_of(data), Reason.TOO_FAST, f"at most {rate:.0f} messages a second", wait=1000))
            continue
        over_rate = 0
        began = time.perf_counter()
        message = _decode(data)
        answer = message if isinstance(message, Refused) else await reply_to(message, hub, analyst, client)
        kind = UNREAD if isinstance(message, Refused) else str(message.__struct_config__.tag)
        _record(metrics, client, kind, answer, time.perf_counter() - began)
        if answer is not None:
            client.tell(answer)


def _record(metrics: Metrics, client: Client, kind: str, answer: messages.ToClient | None, seconds: float) -> None:
    """Count a message, and log it if it was refused: without chat, and without the whole id of a room."""
    if not isinstance(answer, Refused):
        metrics.answered(kind, "done", seconds if isinstance(answer, messages.Done) else None)
        return
    metrics.answered(kind, answer.reason)
    if answer.reason in SUSPICIOUS:
        who = f"{digest(client.visitor)}, room {answer.room[:ROOM_PREFIX]}"
        log_refusal(answer.reason, client.address, f"{who}: {answer.detail}")
    else:
        log.info("refused", extra=fields(kind=kind, id=answer.id, room=answer.room, reason=str(answer.reason)))


async def _read(socket: Socket) -> str | bytes:
    """The next message, from a text or a binary frame."""
    event: Any = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="disconnected", code=event.get("code") or 1000)
    data: str | bytes = event.get("text") or event.get("bytes") or ""
    return data


def _decode(data: str | bytes) -> messages.FromClient | Refused:
    raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    if len(raw) > MAX_MESSAGE_BYTES:
        return Refused(_id_of(raw), Reason.TOO_BIG, f"{len(raw)} bytes; at most {MAX_MESSAGE_BYTES} are read")
    try:
        message: messages.FromClient = messages.decode(raw)
        return message
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Refused(_id_of(raw), Reason.MALFORMED, str(error)[:300])


async def reply_to(
    message: messages.FromClient, hub: Hub, analyst: Analyst, client: Client
) -> messages.ToClient | None:
    """Carry out a message; the reply, or None if there is none."""
    name, room = getattr(message, "id", ""), getattr(message, "room", "")
    try:
        return await _dispatch(message, hub, analyst, client)
    except Refusal as refusal:
        if refusal.reason is Reason.UNKNOWN_ROOM and isinstance(message, messages.Watch):
            return messages.RoomGone(room)
        return Refused(name, refusal.reason, refusal.detail, room, refusal.cell, refusal.wait)
    except StoreError as error:
        return Refused(name, Reason.STORAGE, str(error), room)
    except Exception as error:  # a bug, or no memory: the socket stays open
        if is_shortage(error):
            log.error("short of memory: %s", error)
            return Refused(name, Reason.BUSY, "the server is short of memory; try again", room)
        log.error("unexpected error", exc_info=error)
        return Refused(name, Reason.BUSY, "something went wrong in the server", room)


async def _dispatch(
    message: messages.FromClient, hub: Hub, analyst: Analyst, client: Client
) -> messages.ToClient | None:
    match message:
        case messages.Ping():
            watched = (hub.rooms.get(room) for room in client.watched)
            seqs = {live.room.id: live.visible_to(client.visitor).seq for live in watched if live}
            return messages.Pong(message.sent, hub.clock.now(), seqs)
        case messages.Watch():
            if len(client.watched) >= MAX_WATCHED_ROOMS and message.room not in client.watched:
                raise Refusal(Reason.TOO_MANY, f"at most {MAX_WATCHED_ROOMS} rooms are watched at once")
            await hub.watch(client, message.room, message.since)
            return None
        case messages.Unwatch():
            hub.unwatch(client, message.room)
            return None
        case messages.Follow():
            hub.follow(client, message.room, message.on)
            return None
        case messages.Lobby(on=True):
            await hub.lobby.enter(client, message)
            return None
        case messages.Lobby():
            hub.lobby.leave(client)
            return None
        case account_messages.Seek():
            await hub.matchmaker.seek(client, message)
            return None
        case account_messages.TakeSeek():
            return await hub.matchmaker.take(client, message)
        case account_messages.Unseek():
            await hub.matchmaker.cancel(client, message.id)
            return None
        case messages.Analyse():
            if message.position is not None:
                await hub.fair_play.require_fair(client.visitor, positions.game_of(message.position))
            analyst.analyse(client, message)
            return None
        case messages.Prove():
            if message.position is not None:
                await hub.fair_play.require_fair(client.visitor, positions.game_of(message.position))
            analyst.prove(client, message)
            return None
        case messages.Create():
            return await hub.create(message, client.visitor, client.limited_address)
    return await hub.command(message, client.visitor, client.limited_address)


class _Named(msgspec.Struct):
    id: str = ""


def _id_of(data: str | bytes) -> str:
    """The id of a message that cannot be decoded as a whole; empty if it has none."""
    with contextlib.suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
        return msgspec.json.decode(data, type=_Named).id[:40]
    return ""

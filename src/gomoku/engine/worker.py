"""An engine in a process of its own: it cannot block, slow down or take with it the program that asks.

The process lives as long as its `EngineWorker`. If it crashes, is killed or does not answer in time, another takes its place:
the request at hand is made once more, or fails with a clear error. It ends by itself when its parent is gone.
"""

import contextlib
import os
import queue
import random
import signal
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self, TypeAlias

from gomoku.engine.engine import Engine
from gomoku.engine.levels import Level, play_at
from gomoku.engine.opening_decisions import answer
from gomoku.engine.types import Info, Limit, Result
from gomoku.rules import Game, Rules
from gomoku.rules.openings import Answer

PATIENCE: Final = 2.0
"""Seconds past its limit, or past a stop, after which a silent process is given up."""
WAKING: Final = 10.0
"""Seconds more for a process that has only just been started."""
FAREWELL: Final = 0.5
"""Seconds that a process has to end by itself."""
TRANSPORT: Final = 0.003
"""Seconds of a time limit that go into asking and answering."""

Seat: TypeAlias = tuple[list[str], str, dict[str, int]]
"""A position on its way: rows, side to move, stones taken."""


class WorkerError(RuntimeError):
    """The worker could not answer this request. The next one finds a new process."""


class WorkerDied(WorkerError):
    """The process ended in the middle of the request."""


class WorkerTimeout(WorkerError):
    """The process did not answer in time and was killed."""


class WorkerClosed(WorkerError):
    """The worker was closed."""


@dataclass(frozen=True)
class _Request:
    number: int
    method: str
    arguments: tuple[Any, ...]
    asked: float
    """When, on the monotonic clock, which all processes share."""


@dataclass(frozen=True)
class _Ready:
    """The engine stands: what its table takes, and what there was to warn of."""

    memory_mb: float
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class _Reply:
    number: int
    kind: str
    """`info`, `done` or `error`."""
    content: Any


class EngineWorker:
    """Asks an engine in another process. Use it as a context manager, or call `close` when done.

    One request at a time: a second one waits for the first. `stop` and `close` may be called from any thread.
    """

    _connection: Connection
    _process: BaseProcess
    _ready: _Ready | None
    """What the process said when it had woken up."""

    def __init__(self, rules: Rules, threads: int = 1, memory_mb: float = 32, *, retries: int = 1) -> None:
        """`retries` says how often a request is made again when the process dies under it."""
        self.rules = rules
        self.restarts = 0
        """How often the process had to be replaced."""
        self._setup = (rules, threads, memory_mb)
        self._retries = retries
        self._turn = threading.Lock()  # held by the request at hand
        self._gate = threading.Lock()  # held while the process, or what is sent to it, changes
        self._number = 0
        self._current: int | None = None
        self._stopped_at: float | None = None
        self._closed = False
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- requests ---

    def search(
        self,
        game: Game,
        limit: Limit | None = None,
        on_info: Callable[[Info], None] | None = None,
        lines: int = 1,
        *,
        record: int = 0,
        patience: float | None = None,
    ) -> Result:
        """As `Engine.search`. `patience`: seconds after which the process is killed, instead of `PATIENCE` past the time limit."""
        limit = limit or Limit(time=0.5)
        arguments = (self._seat(game), limit, lines, on_info is not None, record)
        return self._ask("search", arguments, limit, on_info, patience)  # type: ignore[no-any-return]

    def play_at(self, game: Game, level: int | Level, limit: Limit | None = None, seed: int | None = None) -> Result:
        """As `levels.play_at`, with a random choice of its own or that of a seed."""
        limit = limit or Limit(time=0.5)
        return self._ask("play_at", (self._seat(game), level, limit, seed), limit)  # type: ignore[no-any-return]

    def answer(self, game: Game, limit: Limit | None = None, seed: int | None = None) -> Answer:
        """As `openings.answer`: what to say to the decision that is due."""
        limit = limit or Limit(time=0.5)
        if game.decision is not None and game.decision.step == "play":
            return self.search(game, limit).move
        self._seat(game)
        return self._ask("answer", (game.to_link(), limit, seed), limit)  # type: ignore[no-any-return]

    def evaluate(self, game: Game) -> int:
        """As `Engine.evaluate`."""
        return self._ask("evaluate", (self._seat(game),), Limit(time=PATIENCE))  # type: ignore[no-any-return]

    def new_game(self) -> None:
        """Forget everything of the game before."""
        self._ask("new_game", (), Limit(time=PATIENCE))

    def stop(self) -> None:
        """End the search under way; it answers with the best move found so far. Without one nothing happens."""
        with self._gate:
            if self._current is not None and not self._closed:
                self._stopped_at = monotonic()
                self._send(self._current)

    def close(self) -> None:
        """End the process. A request under way fails with WorkerClosed."""
        with self._gate:
            self._closed = True
            self._connection.close()
            self._end(FAREWELL if self._current is None else 0)

    @property
    def pid(self) -> int | None:
        """The process that is asked at present; None once it is closed."""
        return None if self._closed else self._process.pid

    @property
    def memory_mb(self) -> float | None:
        """What the engine's table really takes, as soon as that is known."""
        return self._ready.memory_mb if self._ready else None

    # --- inside ---

    def _seat(self, game: Game) -> Seat:
        if game.rules != self.rules:
            raise ValueError("the game is played by other rules than the worker was made for")
        if game.is_over:
            raise ValueError("the game is over")
        return (game.rows(), str(game.to_move), {str(color): stones for color, stones in game.taken.items()})

    def _ask(
        self,
        method: str,
        arguments: tuple[Any, ...],
        limit: Limit,
        on_info: Callable[[Info], None] | None = None,
        patience: float | None = None,
    ) -> Any:
        """Make a request and wait for its answer, with a new process where one dies under it."""
        asked = monotonic()
        if patience is None and limit.time is not None:
            patience = limit.time + PATIENCE
        with self._turn:
            for attempt in range(self._retries + 1):
                with self._gate:
                    if self._closed:
                        raise WorkerClosed("the worker is closed")
                    self._number += 1
                    request = _Request(self._number, method, arguments, asked)
                    self._current, self._stopped_at = self._number, None
                    self._send(request)
                try:
                    return self._await(request, None if patience is None else monotonic() + patience, on_info)
                except WorkerDied:
                    if attempt == self._retries:
                        raise
                except BaseException:  # Ctrl-C, say: nobody waits for this answer any more
                    self.stop()
                    raise
                finally:
                    with self._gate:
                        self._current = None
        raise AssertionError("not reached")

    def _await(self, request: _Request, deadline: float | None, on_info: Callable[[Info], None] | None) -> Any:
        fault: BaseException | None = None
        while True:
            reply = self._receive(request, deadline)
            if isinstance(reply, _Ready):
                self._greet(reply)
            elif reply.number != request.number:
                continue  # left over from a request that was given up
            elif reply.kind == "done":
                if fault:
                    raise fault
                return reply.content
            elif reply.kind == "error":
                raise fault or reply.content
            elif on_info and fault is None:
                try:
                    on_info(reply.content)
                except BaseException as error:
                    fault = error
                    self.stop()

    def _receive(self, request: _Request, deadline: float | None) -> _Ready | _Reply:
        """The next thing the process says. Raises WorkerError, with a new process in place, where nothing comes."""
        while True:
            with self._gate:
                connection, process = self._connection, self._process
                if self._stopped_at is not None:
                    late = self._stopped_at + PATIENCE
                    deadline = late if deadline is None else min(deadline, late)
            try:
                left = 0.1 if deadline is None else min(0.1, deadline - monotonic())
                ready = wait([connection, process.sentinel], max(0.01, left))
                if connection in ready:
                    said: _Ready | _Reply = connection.recv()
                    return said
            except (EOFError, OSError):
                ready = [process.sentinel]
            if ready:
                self._replace(process)
                raise WorkerDied(f"the engine's process {_how(process)} while it was asked to {request.method}")
            if deadline is not None and monotonic() >= deadline + (WAKING if self._ready is None else 0):
                self._replace(process)
                spent = monotonic() - request.asked
                raise WorkerTimeout(f"the engine's process was killed: no answer to {request.method} in {spent:.1f} s")

    def _greet(self, ready: _Ready) -> None:
        self._ready = ready
        if self.restarts == 0:
            for text in ready.warnings:
                warnings.warn(text, RuntimeWarning, stacklevel=5)

    def _send(self, message: object) -> None:
        """Under the gate. Where nobody listens any more, waiting for the answer will find out."""
        with contextlib.suppress(OSError):
            self._connection.send(message)

    def _start(self) -> None:
        """A fresh process. It is ready at once to be asked; it answers when it has woken up."""
        context = get_context("spawn")
        connection, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, *self._setup), name="gomoku-engine", daemon=True)
        try:
            process.start()
        except (
            BaseException
        ):  # no memory for it, say: the one that is gone stays in its place, and can be replaced later
            connection.close()
            raise
        finally:
            theirs.close()
        self._connection, self._process, self._ready = connection, process, None

    def _replace(self, dead: BaseProcess) -> None:
        """End what is left of a process and start another, unless the worker is closed."""
        with self._gate:
            if self._closed:
                raise WorkerClosed("the worker was closed")
            if self._process is dead:
                self._connection.close()
                self._end(0)
                self.restarts += 1
                self._start()

    def _end(self, patience: float) -> None:
        """See the process off, by force if need be; no zombie is left."""
        process = self._process
        process.join(patience)
        if process.is_alive():
            process.kill()
        process.join()


def _how(process: BaseProcess) -> str:
    """How a process ended."""
    code = process.exitcode
    if code is None:
        return "broke off"
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"


# --- in the other process ---


def _serve(connection: Connection, rules: Rules, threads: int, memory_mb: float) -> None:
    """The life of the process: one thread listens, the main one thinks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who closes us
    requests: queue.SimpleQueue[_Request] = queue.SimpleQueue()
    desk = _Desk(connection)
    listener = threading.Thread(target=_listen, args=(connection, requests, desk), daemon=True)
    listener.start()
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            desk.engine = Engine(rules, threads, memory_mb)
        texts = tuple(str(warning.message) for warning in caught)
        desk.say(_Ready(desk.engine.memory_mb, texts))
    except ValueError as error:
        desk.refusal = error
    except MemoryError:
        desk.refusal = MemoryError("not enough memory for an engine")
    while True:
        desk.serve(requests.get())
        if isinstance(desk.refusal, MemoryError):
            return  # another process may find more memory


def _listen(connection: Connection, requests: "queue.SimpleQueue[_Request]", desk: "_Desk") -> None:
    """Take requests in; a bare number stops the request of that number. The parent's end is ours."""
    while True:
        try:
            message = connection.recv()
        except (EOFError, OSError):
            os._exit(0)  # a search may be under way: nothing else ends it as promptly
        if isinstance(message, _Request):
            requests.put(message)
        else:
            desk.stop(message)


class _Desk:
    """Where requests are worked on."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.engine: Engine | None = None
        self.refusal: Exception | None = None
        """Why there is no engine."""
        self.stopped = 0
        """The last request that was stopped."""

    def say(self, message: _Ready | _Reply) -> None:
        try:
            self.connection.send(message)
        except OSError:
            os._exit(0)  # the parent is gone, and the listener has not noticed yet

    def stop(self, number: int) -> None:
        self.stopped = number
        if self.engine:
            self.engine.stop()

    def serve(self, request: _Request) -> None:
        try:
            if self.engine is None:
                raise self.refusal or RuntimeError("there is no engine")
            content = getattr(self, request.method)(self.engine, request, *request.arguments)
            reply = _Reply(request.number, "done", content)
        except Exception as error:
            reply = _Reply(request.number, "error", error)
        self.say(reply)

    # --- the methods of `EngineWorker`, on this side ---

    def search(
        self, engine: Engine, request: _Request, seat: Seat, limit: Limit, lines: int, wants_info: bool, record: int
    ) -> Result:
        def on_info(info: Info) -> None:
            if wants_info:
                self.say(_Reply(request.number, "info", info))
            if self.stopped == request.number:  # it may have come before the search had begun
                engine.stop()

        game = self.game(seat)
        return engine.search(game, self.left(request, limit), on_info, lines, record)

    def play_at(
        self, engine: Engine, request: _Request, seat: Seat, level: int | Level, limit: Limit, seed: int | None
    ) -> Result:
        game = self.game(seat)
        return play_at(engine, game, level, self.left(request, limit), random.Random(seed))

    def answer(self, engine: Engine, request: _Request, link: str, limit: Limit, seed: int | None) -> Answer:
        return answer(engine, Game.from_link(link), self.left(request, limit), random.Random(seed))

    def evaluate(self, engine: Engine, request: _Request, seat: Seat) -> int:
        return engine.evaluate(self.game(seat))

    def new_game(self, engine: Engine, request: _Request) -> None:
        engine.new_game()

    def game(self, seat: Seat) -> Game:
        assert self.engine is not None
        return Game.from_rows(self.engine.rules, *seat)

    def left(self, request: _Request, limit: Limit) -> Limit:
        """What is left of the limit: its time began when the question was asked."""
        if self.stopped == request.number:
            return Limit(depth=1)
        if limit.time is None:
            return limit
        return replace(limit, time=max(0.01, request.asked + limit.time - TRANSPORT - monotonic()))

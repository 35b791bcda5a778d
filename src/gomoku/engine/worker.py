"""`EngineWorker`: an engine in a separate process, isolated from the caller.

A crash, a hang or an out-of-memory kill of the engine cannot take the caller with it, and its work does not compete for
the caller's GIL. A process that dies or exceeds its timeout is replaced; the request is retried or fails with a
`WorkerError`. The process exits by itself when its parent is gone.

Not `concurrent.futures`: its executor cannot stop a running call, stream progress, or kill and replace one process.
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
from gomoku.engine.opening_decisions import Advice, advise, answer
from gomoku.engine.proof import Attack
from gomoku.engine.proof_tree import ProofTable, proof_table
from gomoku.engine.prover import DEFAULT_SECONDS, Progress
from gomoku.engine.types import Info, Limit, Result
from gomoku.rules import Game, Rules
from gomoku.rules.openings import Answer

RESPONSE_TIMEOUT: Final = 4.0
"""Seconds after the time limit, or after a stop, until an unresponsive process is killed. On an overloaded machine, two were too few."""
START_TIMEOUT: Final = 10.0
"""Additional seconds for a process that is still starting."""
EXIT_TIMEOUT: Final = 0.5
"""Seconds for a process to exit by itself before it is killed."""
TRANSPORT_TIME: Final = 0.003
"""Seconds of a time limit reserved for passing request and reply between the processes."""

PROOF_NODES: Final = 4_000
"""Nodes of a proof that leave the process; those near the root come first."""

PackedPosition: TypeAlias = tuple[list[str], str, dict[str, int]]
"""A position as sent to the process: rows, side to move, captured stones."""


class WorkerError(RuntimeError):
    """The request failed. The next one runs in a new process."""


class WorkerDied(WorkerError):
    """The process died during the request."""


class WorkerTimeout(WorkerError):
    """The process exceeded its timeout and was killed."""


class WorkerClosed(WorkerError):
    """The worker was closed."""


@dataclass(frozen=True)
class _Request:
    number: int
    method: str
    arguments: tuple[Any, ...]
    asked: float
    """Time of the request on the monotonic clock, which all processes share."""


@dataclass(frozen=True)
class _Ready:
    """First message of a process: table size in MiB, and warnings of the engine's constructor."""

    memory_mb: float
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class _Reply:
    number: int
    kind: str
    """`info`, `done` or `error`."""
    content: Any


class EngineWorker:
    """Client of an engine in another process. Use as a context manager, or call `close` when done.

    Requests are serialised. `stop` and `close` may be called from any thread.
    """

    _connection: Connection
    _process: BaseProcess
    _ready: _Ready | None
    """First message of the process; None while it is starting."""

    def __init__(self, rules: Rules, threads: int = 1, memory_mb: float = 32, *, retries: int = 1) -> None:
        """`retries`: attempts after the first when the process dies during a request."""
        self.rules = rules
        self.restarts = 0
        """Number of times the process was replaced."""
        self.power = (threads, memory_mb)
        self._setup = (rules, threads, memory_mb)
        self._retries = retries
        self._request_lock = threading.Lock()  # held for the duration of a request
        self._process_lock = threading.Lock()  # guards the process, its connection and the fields below
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
        timeout: float | None = None,
    ) -> Result:
        """`Engine.search`. The time of an analysis begins when the process is ready, as nobody's clock runs meanwhile.

        `timeout`: seconds until the process is killed; default is the time limit plus `RESPONSE_TIMEOUT`.
        """
        limit = limit or Limit(time=0.5)
        if timeout is None and limit.analysis and limit.time is not None:
            timeout = limit.time + START_TIMEOUT + RESPONSE_TIMEOUT
        arguments = (self._pack(game), limit, lines, on_info is not None, record)
        return self._ask("search", arguments, limit, on_info, timeout)  # type: ignore[no-any-return]

    def prove(
        self,
        game: Game,
        limit: Limit | None = None,
        on_progress: Callable[[Progress], None] | None = None,
        attack: Attack = Attack.EVERY,
    ) -> ProofTable:
        """`Engine.prove`; its time begins when the process is ready. It resumes where it ended, until `new_game` or a new process."""
        limit = limit or Limit(time=DEFAULT_SECONDS)
        timeout = limit.time and limit.time + START_TIMEOUT + RESPONSE_TIMEOUT
        arguments = (self._pack(game), limit, on_progress is not None, attack)
        return self._ask("prove", arguments, limit, on_progress, timeout)  # type: ignore[no-any-return]

    def play_at(self, game: Game, level: int | Level, limit: Limit | None = None, seed: int | None = None) -> Result:
        """`levels.play_at`; `seed` makes the choice of moves reproducible."""
        limit = limit or Limit(time=0.5)
        return self._ask("play_at", (self._pack(game), level, limit, seed), limit)  # type: ignore[no-any-return]

    def answer(self, game: Game, limit: Limit | None = None, seed: int | None = None) -> Answer:
        """`opening_decisions.answer`: decide in an opening, or play the best move."""
        limit = limit or Limit(time=0.5)
        if game.decision is not None and game.decision.step == "play":
            return self.search(game, limit).move
        self._pack(game)
        return self._ask("answer", (game.to_link(), limit, seed), limit)  # type: ignore[no-any-return]

    def advise(self, game: Game, limit: Limit | None = None, seed: int | None = None) -> Advice:
        """`opening_decisions.advise`: what to decide in an opening, why, and the other answers."""
        limit = limit or Limit(time=0.5)
        self._pack(game)
        return self._ask("advise", (game.to_link(), limit, seed), limit)  # type: ignore[no-any-return]

    def evaluate(self, game: Game) -> int:
        """`Engine.evaluate`."""
        return self._ask("evaluate", (self._pack(game),), Limit(time=RESPONSE_TIMEOUT))  # type: ignore[no-any-return]

    def new_game(self) -> None:
        """`Engine.new_game`."""
        self._ask("new_game", (), Limit(time=RESPONSE_TIMEOUT))

    def stop(self) -> None:
        """Stop the running request, which then returns its best answer so far. No effect when idle."""
        with self._process_lock:
            if self._current is not None and not self._closed:
                self._stopped_at = monotonic()
                self._send(self._current)

    def close(self) -> None:
        """Terminate the process. A running request raises WorkerClosed."""
        with self._process_lock:
            self._closed = True
            if self._current is None:
                self._connection.close()
                self._end(EXIT_TIMEOUT)
            else:  # the request's thread reads from the connection, and closes it
                self._end(0)

    @property
    def pid(self) -> int | None:
        """Process id of the current process; None once closed."""
        return None if self._closed else self._process.pid

    @property
    def memory_mb(self) -> float | None:
        """Size of the transposition table in MiB; None while the process is starting."""
        return self._ready.memory_mb if self._ready else None

    # --- private ---

    def _pack(self, game: Game) -> PackedPosition:
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
        on_info: Callable[[Any], None] | None = None,
        timeout: float | None = None,
    ) -> Any:
        """Send a request and wait for its reply; retry in a new process if it dies."""
        asked = monotonic()
        if timeout is None and limit.time is not None:
            timeout = limit.time + RESPONSE_TIMEOUT
        with self._request_lock:
            for attempt in range(self._retries + 1):
                with self._process_lock:
                    if self._closed:
                        raise WorkerClosed("the worker is closed")
                    self._number += 1
                    request = _Request(self._number, method, arguments, asked)
                    self._current, self._stopped_at = self._number, None
                    self._send(request)
                try:
                    return self._await(request, None if timeout is None else monotonic() + timeout, on_info)
                except WorkerDied:
                    if attempt == self._retries:
                        raise
                except BaseException:  # KeyboardInterrupt, for example: the reply is no longer wanted
                    self.stop()
                    raise
                finally:
                    with self._process_lock:
                        self._current = None
                        if self._closed:
                            self._connection.close()
        raise AssertionError("not reached")

    def _await(self, request: _Request, deadline: float | None, on_info: Callable[[Any], None] | None) -> Any:
        fault: BaseException | None = None
        while True:
            reply = self._receive(request, deadline)
            if isinstance(reply, _Ready):
                self._on_ready(reply)
            elif reply.number != request.number:
                continue  # stale reply to an abandoned request
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
        """Next message of the process. Raises WorkerError, after replacing the process, if it died or timed out."""
        while True:
            with self._process_lock:
                connection, process = self._connection, self._process
                if self._stopped_at is not None:
                    late = self._stopped_at + RESPONSE_TIMEOUT
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
            if deadline is not None and monotonic() >= deadline + (START_TIMEOUT if self._ready is None else 0):
                self._replace(process)
                spent = monotonic() - request.asked
                raise WorkerTimeout(f"the engine's process was killed: no answer to {request.method} in {spent:.1f} s")

    def _on_ready(self, ready: _Ready) -> None:
        self._ready = ready
        if self.restarts == 0:
            for text in ready.warnings:
                warnings.warn(text, RuntimeWarning, stacklevel=5)

    def _send(self, message: object) -> None:
        """Send under the process lock. A broken pipe is ignored here: `_receive` detects the dead process."""
        with contextlib.suppress(OSError):
            self._connection.send(message)

    def _start(self) -> None:
        """Start a process. Requests may be sent at once; they are answered when the engine is ready."""
        context = get_context("spawn")
        connection, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, *self._setup), name="gomoku-engine", daemon=True)
        try:
            process.start()
        except BaseException:  # out of memory, for example: the dead process stays, to be replaced later
            connection.close()
            raise
        finally:
            theirs.close()
        self._connection = connection  # type: ignore[assignment, unused-ignore]  # Windows: a class of its own, used alike
        self._process, self._ready = process, None

    def _replace(self, dead: BaseProcess) -> None:
        """Replace a dead or hanging process, unless the worker is closed."""
        with self._process_lock:
            if self._closed:
                raise WorkerClosed("the worker was closed")
            if self._process is dead:
                self._connection.close()
                self._end(0)
                self.restarts += 1
                self._start()

    def _end(self, timeout: float) -> None:
        """Join the process, killing it after `timeout` seconds; leaves no zombie."""
        process = self._process
        process.join(timeout)
        if process.is_alive():
            process.kill()
        process.join()


def _how(process: BaseProcess) -> str:
    """Exit status of a process, as text."""
    code = process.exitcode
    if code is None:
        return "broke off"
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"


# --- the child process ---


def _serve(connection: Connection, rules: Rules, threads: int, memory_mb: float) -> None:
    """Entry point of the process: a listener thread receives, the main thread searches."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the parent, which closes us
    requests: queue.SimpleQueue[_Request] = queue.SimpleQueue()
    handler = _RequestHandler(connection)
    listener = threading.Thread(target=_listen, args=(connection, requests, handler), daemon=True)
    listener.start()
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            handler.engine = Engine(rules, threads, memory_mb)
        texts = tuple(str(warning.message) for warning in caught)
        handler.send(_Ready(handler.engine.memory_mb, texts))
    except ValueError as error:
        handler.refusal = error
    except MemoryError:
        handler.refusal = MemoryError("not enough memory for an engine")
    while True:
        handler.serve(requests.get())
        if isinstance(handler.refusal, MemoryError):
            return  # exit: a new process may get more memory


def _listen(connection: Connection, requests: "queue.SimpleQueue[_Request]", handler: "_RequestHandler") -> None:
    """Receive messages: a request is queued, a bare number stops the request of that number. Exits with the parent."""
    while True:
        try:
            message = connection.recv()
        except (EOFError, OSError):
            os._exit(0)  # immediate, even during a search
        if isinstance(message, _Request):
            requests.put(message)
        else:
            handler.stop(message)


class _RequestHandler:
    """Executes requests and sends replies."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.engine: Engine | None = None
        self.refusal: Exception | None = None
        """Error raised for every request if the engine could not be built."""
        self.stopped = 0
        """Number of the last request stopped."""

    def send(self, message: _Ready | _Reply) -> None:
        try:
            self.connection.send(message)
        except OSError:
            os._exit(0)  # the parent is gone and the listener has not noticed yet

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
        self.send(reply)

    # --- handlers, named after the methods of `EngineWorker` ---

    def search(
        self,
        engine: Engine,
        request: _Request,
        position: PackedPosition,
        limit: Limit,
        lines: int,
        wants_info: bool,
        record: int,
    ) -> Result:
        game, on_info = self.game(position), self.reporter(engine, request, wants_info)
        return engine.search(game, self.remaining(request, limit), on_info, lines, record)

    def prove(
        self,
        engine: Engine,
        request: _Request,
        position: PackedPosition,
        limit: Limit,
        wants_progress: bool,
        attack: Attack,
    ) -> ProofTable:
        game, on_progress = self.game(position), self.reporter(engine, request, wants_progress)
        limit = Limit(nodes=1) if self.stopped == request.number else limit
        return proof_table(game, engine.prove(game, limit, on_progress, attack), PROOF_NODES)

    def play_at(
        self,
        engine: Engine,
        request: _Request,
        position: PackedPosition,
        level: int | Level,
        limit: Limit,
        seed: int | None,
    ) -> Result:
        game = self.game(position)
        return play_at(engine, game, level, self.remaining(request, limit), random.Random(seed))

    def answer(self, engine: Engine, request: _Request, link: str, limit: Limit, seed: int | None) -> Answer:
        return answer(engine, Game.from_link(link), self.remaining(request, limit), random.Random(seed))

    def advise(self, engine: Engine, request: _Request, link: str, limit: Limit, seed: int | None) -> Advice:
        return advise(engine, Game.from_link(link), self.remaining(request, limit), random.Random(seed))

    def evaluate(self, engine: Engine, request: _Request, position: PackedPosition) -> int:
        return engine.evaluate(self.game(position))

    def new_game(self, engine: Engine, request: _Request) -> None:
        engine.new_game()

    def reporter(self, engine: Engine, request: _Request, is_wanted: bool) -> Callable[[Info | Progress], None]:
        """Callback that sends a request's progress, if wanted, and stops the engine if the stop came before the request began."""

        def report(news: Info | Progress) -> None:
            if is_wanted:
                self.send(_Reply(request.number, "info", news))
            if self.stopped == request.number:
                engine.stop()

        return report

    def game(self, position: PackedPosition) -> Game:
        assert self.engine is not None
        return Game.from_rows(self.engine.rules, *position)

    def remaining(self, request: _Request, limit: Limit) -> Limit:
        """Remaining limit: its time started when the request was made, except that of an analysis."""
        if self.stopped == request.number:
            return Limit(depth=1)
        if limit.time is None or limit.analysis:
            return limit
        return replace(limit, time=max(0.01, request.asked + limit.time - TRANSPORT_TIME - monotonic()))

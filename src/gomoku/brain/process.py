"""The brain as a process: reads commands on standard input, writes answers to standard output.

A reader thread notices `END`, `STOP`, end of input and a closed output while the main thread searches. Thread stacks are
small because they count against the memory limit.
"""

import contextlib
import os
import queue
import sys
import threading
from time import monotonic, sleep

from gomoku.brain.errors import OUT_OF_MEMORY
from gomoku.brain.protocol import Protocol
from gomoku.brain.stop_signal import StopSignal
from gomoku.core import CoreError
from gomoku.shortage import is_shortage
from gomoku.system import input_waiter

READER_STACK = 256 * 1024
"""Stack size of the reader thread in bytes."""
MAX_LINE_BYTES = 4096
"""Maximum length of a line in bytes; the rest is dropped."""
IDLE_TIMEOUT = 0.01
"""Seconds without input after which the engine is prepared for the next command."""
RESEND_INTERVAL_MS = 20
"""Milliseconds between two stop signals to a search that is still running."""
SEARCH_STOP_TIMEOUT = 0.1
"""Seconds for a search to end after `END`; then the process exits anyway."""

IN, OUT = 0, 1


class LineReader:
    """Reads lines in a separate thread and queues them with their time of arrival; None marks the end of input."""

    def __init__(self, stop_signal: StopSignal) -> None:
        self.stop_signal = stop_signal
        self.lines: queue.SimpleQueue[tuple[float, str] | None] = queue.SimpleQueue()
        self._rest = b""
        self._last = 0.0

    def run(self) -> None:
        wait = input_waiter(IN, OUT)
        while True:
            ready = wait(RESEND_INTERVAL_MS if self.stop_signal.is_pending else None)
            if not ready:
                self.stop_signal.resend()
            elif OUT in ready or not self._read():
                break
        self._shut_down()

    def _read(self) -> bool:
        """Read the available input; False at end of input."""
        try:
            data = os.read(IN, 1 << 16)
        except OSError:
            data = b""
        # lines end with CR, LF or both; a read may end in the middle of a line
        *lines, rest = (self._rest + data).replace(b"\r", b"\n").split(b"\n")
        self._rest = rest[:MAX_LINE_BYTES]
        if not data:
            lines.append(rest)
        for line in lines:
            self._dispatch(line[:MAX_LINE_BYTES].decode("utf-8", "replace").strip())
        return bool(data)

    def _dispatch(self, line: str) -> None:
        if not line:
            return
        moment = self._last = max(monotonic(), self._last + 1e-9)  # strictly increasing, to tell which came first
        word = line.split(None, 1)[0].upper()
        if word in ("STOP", "YXSTOP"):
            self.stop_signal.stop(moment)
        elif word == "END":
            self.stop_signal.end(moment)
        self.lines.put((moment, line))

    def _shut_down(self) -> None:
        """The manager is gone: end the process, even if the search does not react."""
        self.stop_signal.end(monotonic())
        self.lines.put(None)
        left = SEARCH_STOP_TIMEOUT
        while left > 0:
            sleep(RESEND_INTERVAL_MS / 1000)
            if self.stop_signal.is_pending:
                self.stop_signal.resend()
                left -= RESEND_INTERVAL_MS / 1000
        os._exit(0)


def main() -> None:
    """Run the brain until the manager ends it."""
    protocol = Protocol()
    reader = LineReader(protocol.stop_signal)
    threading.stack_size(READER_STACK)
    threading.Thread(target=reader.run, daemon=True).start()
    threading.stack_size(0)
    with contextlib.suppress(KeyboardInterrupt, OSError):  # OSError: the output was closed
        try:
            serve(protocol, reader)
        except CoreError as error:
            write(f"ERROR {error}\n".encode("ascii", "replace"))
            os._exit(1)
    os._exit(0)  # without waiting for helper threads of the search


def serve(protocol: Protocol, reader: LineReader) -> None:
    """Answer lines until `END` or end of input. Prepares the engine, step by step, while the manager is silent."""
    pause: float | None = IDLE_TIMEOUT
    while not protocol.has_ended:
        try:
            received = reader.lines.get(timeout=None if protocol.is_prepared else pause)
        except queue.Empty:
            pause = 0.0
            try:
                protocol.prepare_step()
            except OUT_OF_MEMORY:  # the next search will use less
                pause = None
            continue
        pause = IDLE_TIMEOUT
        if received is None:
            return
        moment, line = received
        try:
            answer = protocol.receive(line, moment)
        except CoreError:
            raise
        except Exception as error:
            if is_shortage(error):
                answer = ["ERROR not enough memory"]
            else:  # a bug: print the traceback and keep playing
                sys.excepthook(*sys.exc_info())
                answer = ["ERROR something went wrong"]
        if answer:
            write("".join(f"{text}\n" for text in answer).encode("ascii", "replace"))
            protocol.written(moment)


def write(data: bytes) -> None:
    while data:
        data = data[os.write(OUT, data) :]


if __name__ == "__main__":
    main()

"""The brain as a process: standard input to standard output.

One thread listens, so that `END`, `STOP`, the end of input and a closed output are heard while the main thread thinks. Thread
stacks are small: they count against a memory limit.
"""

import contextlib
import os
import queue
import select
import sys
import threading
from time import monotonic, sleep

from gomoku.brain.errors import NO_MEMORY
from gomoku.brain.protocol import Protocol
from gomoku.brain.stop_signal import Interruption

STACK = 256 * 1024
"""Bytes for the thread that listens."""
LONGEST_LINE = 4096
"""Bytes: what follows in a line is dropped."""
QUIET = 0.01
"""Seconds without a word after which the manager is taken to be busy, and we can get ready for its next question."""
INSIST = 20
"""Milliseconds between two attempts to interrupt."""
PATIENCE = 0.1
"""Seconds for which a search may be deaf to the manager's good-bye."""

IN, OUT = 0, 1


class Listener:
    """Reads lines as they come. Its end is marked by None."""

    def __init__(self, interruption: Interruption) -> None:
        self.interruption = interruption
        self.lines: queue.SimpleQueue[tuple[float, str] | None] = queue.SimpleQueue()
        self._rest = b""
        self._last = 0.0

    def run(self) -> None:
        poll = select.poll()
        poll.register(IN, select.POLLIN)
        poll.register(OUT, 0)  # to be told when nobody reads it any more
        while True:
            ready = dict(poll.poll(INSIST if self.interruption.is_due else None))
            if not ready:
                self.interruption.insist()
            elif OUT in ready or not self._read():
                break
        self._leave()

    def _read(self) -> bool:
        """Take in what there is; False at the end of input."""
        try:
            data = os.read(IN, 1 << 16)
        except OSError:
            data = b""
        # lines end with CR, LF or both; a line may come in parts
        *lines, rest = (self._rest + data).replace(b"\r", b"\n").split(b"\n")
        self._rest = rest[:LONGEST_LINE]
        if not data:
            lines.append(rest)
        for line in lines:
            self._hear(line[:LONGEST_LINE].decode("utf-8", "replace").strip())
        return bool(data)

    def _hear(self, line: str) -> None:
        if not line:
            return
        moment = self._last = max(monotonic(), self._last + 1e-9)  # no two lines come at the same moment
        word = line.split(None, 1)[0].upper()
        if word in ("STOP", "YXSTOP"):
            self.interruption.stop(moment)
        elif word == "END":
            self.interruption.end(moment)
        self.lines.put((moment, line))

    def _leave(self) -> None:
        """Nobody is there any more: see to it that the process ends, also where the search does not hear."""
        self.interruption.end(monotonic())
        self.lines.put(None)
        patience = PATIENCE
        while patience > 0:
            sleep(INSIST / 1000)
            if self.interruption.is_due:
                self.interruption.insist()
                patience -= INSIST / 1000
        os._exit(0)


def main() -> None:
    """Talk until the manager has had enough."""
    protocol = Protocol()
    listener = Listener(protocol.interruption)
    threading.stack_size(STACK)
    threading.Thread(target=listener.run, daemon=True).start()
    threading.stack_size(0)
    with contextlib.suppress(KeyboardInterrupt, OSError):  # OSError: nobody can read our answers
        converse(protocol, listener)
    os._exit(0)  # a helper of the search may still be on its way out: nothing is left to be tidied up


def converse(protocol: Protocol, listener: Listener) -> None:
    has_tried = False
    while not protocol.has_ended:
        try:
            heard = listener.lines.get(timeout=None if has_tried or protocol.is_prepared else QUIET)
        except queue.Empty:
            with contextlib.suppress(*NO_MEMORY):  # the next question will do with less
                protocol.prepare()
            has_tried = True
            continue
        if heard is None:
            return
        has_tried = False
        moment, line = heard
        try:
            answer = protocol.receive(line, moment)
        except Exception:  # a fault of ours: tell those who can mend it, and play on
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

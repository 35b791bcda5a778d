"""Fuzzer of the brain: random protocol lines, each answer checked. Stops at the first fault, with the lines that led to it.

    .venv/bin/python benchmarks/brain_fuzz.py [--lines 1000000] [--process 20000] [--seed 1]

`--lines` are given to the protocol class, `--process` to the real process over pipes. Faults: an exception, a missing,
unexpected or malformed answer, an illegal move, or no answer within ten seconds.
"""

import argparse
import os
import random
import re
import select
import subprocess
import sys
from collections import deque
from time import monotonic

from gomoku.brain import Protocol
from gomoku.brain.protocol import COMMANDS

ANSWER_TIMEOUT = 10.0
"""Seconds for an answer."""
BLOCKS = ("BOARD", "YXBOARD", "SWAP2BOARD")
OTHER = (
    *("BOARD", "BOARD", "BOARD", "BOARD", "YXBOARD", "YXBOARD", "SWAP2BOARD", "DONE", "RESTART", "START", "RECTSTART"),
    *("ABOUT", "YXSHOWFORBID", "YXHASHCLEAR", "STOP", "YXSTOP", "SUGGEST 3,3", "OK", "swap", ""),
)
OURS = ("42", "pente", "keryo", "ninuki", "omok", "42;three=flank")
SILENT = ("STOP", "YXSTOP", "YXHASHCLEAR", "END", *BLOCKS)
CELL = r"\d{1,2},\d{1,2}"
FORMS = {
    "ABOUT": r'name="[^"]+"(, \w+="[^"]*")+',
    "START": r"OK",
    "RECTSTART": r"OK",
    "RECSTART": r"OK",
    "RESTART": r"OK",
    "TAKEBACK": r"OK",
    "BEGIN": CELL,
    "TURN": CELL,
    "PLAY": CELL,
    "BOARD": CELL,
    "SWAP2BOARD": rf"SWAP|{CELL}( {CELL}){{0,2}}",
    "YXSHOWFORBID": r"FORBID (\d{4})*\.",
}
"""Form of the answer to a valid command; any other answer must be an ERROR."""


class LineGenerator:
    """Generator of random lines that resemble a manager's."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.edge = 15
        self.ended = True

    def line(self) -> str:
        rng = self.rng
        if self.ended and rng.random() < 0.5:
            self.ended = False
            return f"START {self.edge}"
        kind = rng.random()
        if kind < 0.55:
            line = self.move()
        elif kind < 0.85:
            line = self.info() if rng.random() < 0.5 else self.other()
        elif kind < 0.97:
            line = self.position_line()
        else:
            line = "".join(
                chr(rng.choice((9, 32, 44, 48, 65, 127, 233, 0x4E00, rng.randrange(256))))
                for _ in range(rng.randrange(30))
            )
        if rng.random() < 0.05:
            line = self.mutated(line)
        return line.replace("\n", " ").replace("\r", " ")

    def cell(self) -> str:
        reach = self.edge if self.rng.random() < 0.95 else 40
        return f"{self.rng.randrange(-1 if reach == 40 else 0, reach)},{self.rng.randrange(reach)}"

    def move(self) -> str:
        rng = self.rng
        word = rng.choice(("TURN", "TURN", "TURN", "PLAY", "PLAY", "TAKEBACK", "BEGIN"))
        return word if word == "BEGIN" and rng.random() < 0.9 else f"{word} {self.cell()}"

    def position_line(self) -> str:
        rng = self.rng
        return rng.choice(
            (f"{self.cell()},{rng.choice('1122123')}", f"{self.cell()},{rng.choice('12')}", self.cell(), "DONE", "DONE")
        )

    def other(self) -> str:
        rng = self.rng
        word = rng.choice(OTHER)
        if word == "START":
            self.edge = rng.choice((5, 6, 9, 15, 15, 19, 20, 32)) if rng.random() < 0.9 else rng.randrange(-3, 60)
            word = f"START {self.edge}"
            self.edge = max(1, self.edge)
        elif word == "RECTSTART":
            width, height = rng.randrange(4, 34), rng.randrange(4, 34)
            word, self.edge = f"RECTSTART {width},{height}", min(width, height)
        elif rng.random() < 0.02:
            word, self.ended = "END", True
        return rng.choice((word, word, word.lower()))

    def info(self) -> str:
        rng = self.rng
        number = str(rng.choice((0, 1, 2, 3, 5, 50, 1000, 70_000_000, -1, 2147483647, 10**30)))
        pair = f"{rng.randrange(-1, 12)},{rng.randrange(12)}"
        key, value = rng.choice(
            [
                ("timeout_turn", number),
                ("timeout_match", number),
                ("time_left", number),
                ("max_memory", rng.choice(("0", "1", "70000000", "-5", "x"))),
                ("game_type", number),
                ("folder", "/tmp"),
                ("evaluate", self.cell()),
                ("max_depth", rng.choice("01239x")),
                ("thread_num", rng.choice("0129x")),
                ("gomoku.captured", pair),
                ("gomoku.level", rng.choice(("1", "5", "8", "10", "11"))),
                ("gomoku.suggest", rng.choice("01002")),
                ("gomoku.messages", rng.choice("012")),
                (rng.choice(("nobody", "BEGIN", "START", "")), rng.choice(("BEGIN", "END", "START 15", ""))),
            ]
        )
        if rng.random() < 0.08:  # rarely: a new rule set builds new tables
            key, value = rng.choice(
                [
                    ("rule", str(rng.choice((*(0, 1, 4, 8, 9) * 5, 2, 3, 12)))),
                    (
                        "gomoku.rules",
                        rng.choice((*OURS * 4, "chess", "42;x=1")),
                    ),
                ]
            )
        return f"INFO {key} {value}"

    def mutated(self, line: str) -> str:
        rng = self.rng
        letters = list(line)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(letters) + 1)
            if rng.random() < 0.5 and letters:
                letters[at : at + 1] = []
            else:
                letters.insert(at, rng.choice("0123456789,, -.;=ABDNT\t\x00é"))
        return "".join(letters)


class AnswerPredictor:
    """Predicts the valid answers to a line."""

    def __init__(self) -> None:
        self.block: str | None = None

    def expect(self, line: str) -> tuple[int, int, str]:
        """Minimum and maximum number of answer lines, and the form of the last one."""
        words = line.split(None, 1)
        if not words:
            return 0, 0, ""
        word = words[0].upper()
        if self.block is not None and (word == "DONE" or word not in COMMANDS):
            if word != "DONE":
                return 0, 0, ""
            block, self.block = self.block, None
            return (0, 0, "") if block == "YXBOARD" else self.answer(block)
        if word == "INFO":
            asked = words[1].split(None, 1)[:1] if len(words) > 1 else []
            return (0, 4, r"DEBUG .+") if asked and asked[0].lower() == "evaluate" else (0, 0, "")
        self.block = word if word in BLOCKS else None
        if word in SILENT:
            return 0, 0, ""
        return self.answer(word) if word in COMMANDS else (1, 1, r"UNKNOWN .+")

    def answer(self, word: str) -> tuple[int, int, str]:
        form = FORMS[word]
        if word in ("BEGIN", "TURN", "BOARD"):
            return 1, 2, rf"{form}|SUGGEST {form}|ERROR .+"
        return 1, 1, form if word == "ABOUT" else rf"{form}|ERROR .+"


class Fault(Exception):
    """The brain misbehaved."""


def check(line: str, answers: list[str], expected: tuple[int, int, str]) -> None:
    least, most, form = expected
    if not least <= len(answers) <= most:
        raise Fault(f"{line!r} was answered by {answers}")
    if answers:
        *chatter, last = answers
        if not re.fullmatch(form, last):
            raise Fault(f"{line!r} was answered by {last!r}")
        if not all(re.fullmatch(r"(MESSAGE|DEBUG) .+", text) for text in chatter):
            raise Fault(f"{line!r} was answered by {answers}")
    for text in answers:
        if not (text.isascii() and text.isprintable() and text == text.strip()):
            raise Fault(f"{text!r} is not a line")


def fuzz_protocol(lines: int, seed: int) -> tuple[int, float, str]:
    """Fuzz the protocol class; returns the number of moves made, the longest time for a line, and that line."""
    generator, predictor, protocol = LineGenerator(seed), AnswerPredictor(), small(Protocol())
    last: deque[str] = deque(maxlen=400)
    moves, slowest, slow_line = 0, 0.0, ""
    for _ in range(lines):
        line = generator.line()
        last.append(line)
        expected = predictor.expect(line)
        started = monotonic()
        try:
            answers = protocol.receive(line)
            if monotonic() - started > slowest:
                slowest, slow_line = monotonic() - started, line
            check(line, answers, expected)
            if slowest > ANSWER_TIMEOUT:
                raise Fault(f"{line!r} took {slowest:.1f} s")
            if answers and re.fullmatch(CELL, answers[-1]):
                moves += 1
                x, y = map(int, answers[-1].split(","))
                assert protocol._state is not None
                if protocol._state.game.moves[-1] != (x, y):
                    raise Fault(f"{answers[-1]} is not on the board")
        except BaseException:
            print("\n".join(last))
            raise
        if protocol.has_ended:
            protocol, predictor = small(Protocol()), AnswerPredictor()
        small(protocol)
    return moves, slowest, slow_line


def small(protocol: Protocol) -> Protocol:
    """Keep searches short, regardless of earlier INFO."""
    settings = protocol.settings
    settings.max_nodes, settings.hash_kb, settings.threads = 30, 64, 1
    return protocol


def fuzz_process(lines: int, seed: int, command: list[str]) -> int:
    """Fuzz the real process, a hundred lines at a time; returns the number of answers."""
    generator, rng = LineGenerator(seed), random.Random(seed)
    total = 0
    while lines > 0:
        predictor, script, least, most = AnswerPredictor(), ["INFO max_node 30", "INFO hash_size 64"], 0, 0
        for _ in range(min(lines, 100)):
            line = generator.line()
            words = line.upper().split()
            if words[:1] != ["END"] and "MAX_NODE" not in line.upper():
                script.append(line)
        for line in script:
            bounds = predictor.expect(line)
            least, most = least + bounds[0], most + bounds[1]
        text = "".join(line + rng.choice(("\n", "\r\n", "\r")) for line in script)
        answers = converse(command, text + "\nABOUT\n")
        if not least <= len(answers) <= most:
            raise Fault(f"{len(answers)} answers instead of {least} to {most} to:\n{text}\n\n{answers}")
        for answer in answers:
            check(text, [answer], (1, 1, r".+"))
        total += len(answers)
        lines -= 100
    return total


def converse(command: list[str], text: str) -> list[str]:
    """Send all lines; return the answers up to the last ABOUT."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(text.encode("utf-8", "replace"))
            process.stdin.flush()
            said = b""
            wanted = sum(line.split(None, 1)[:1] == ["ABOUT"] for line in re.split(r"[\r\n]", text.upper()))
            while not (said.endswith(b"\n") and said.count(b'name="') >= wanted):
                ready, _, _ = select.select([process.stdout], [], [], ANSWER_TIMEOUT)
                data = os.read(process.stdout.fileno(), 65536) if ready else b""
                if not data:
                    raise Fault(f"{'silence' if not ready else 'it ended'} after {said!r} to:\n{text}")
                said += data
            process.stdin.write(b"END\n")
            process.stdin.close()
            rest = process.stdout.read()
            if process.wait(ANSWER_TIMEOUT) != 0 or rest:
                raise Fault(f"it ended with {process.returncode} and {rest!r}")
        finally:
            process.kill()
    lines = said.decode("ascii").split("\n")[:-1]
    return lines[:-1]


def main() -> None:
    parser = argparse.ArgumentParser(description="Fuzz the brain with random protocol lines.")
    parser.add_argument("--lines", type=int, default=1_000_000, help="lines for the protocol class (default 1000000)")
    parser.add_argument("--process", type=int, default=20_000, help="lines for the real process (default 20000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started = monotonic()
    moves, slowest, line = fuzz_protocol(options.lines, options.seed)
    seconds = monotonic() - started
    print(
        f"{options.lines} lines, {moves} moves, no fault in {seconds:.0f} s; slowest line {line!r}, {1000 * slowest:.0f} ms",
        flush=True,
    )
    command = [sys.executable, "-P", "-m", "gomoku", "brain"]
    answers = fuzz_process(options.process, options.seed, command)
    print(f"{options.process} lines over pipes, {answers} answers, no fault")


if __name__ == "__main__":
    main()

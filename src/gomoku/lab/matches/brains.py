"""Gomocup brains as players: any program that speaks the Gomocup (Piskvork) protocol.

The brain is a subprocess; a thread reads its output, so that it can never block us. Time is measured from command to answer.
Memory is limited as tournament managers do it: by the system's data limit, which includes thread stacks (`data`), or by
measuring the unique set size (`uss`). A brain that hangs, crashes, exceeds its memory, plays an illegal move or answers nonsense
loses the game and is restarted for the next.
"""

import contextlib
import os
import queue
import re
import resource
import shlex
import shutil
import signal
import subprocess
import threading
from time import perf_counter
from typing import IO

from gomoku.lab.matches.players import number, refuse_rest
from gomoku.lab.types import ChosenMove, LabError, PlayerFault
from gomoku.rules import Cell, Color, Game, IllegalMove, Rules
from gomoku.rules.openings import Answer
from gomoku.rules.variant import piskvork_of_preset

GRACE = 1.0
"""Seconds past the time limit after which a brain counts as hung. An answer before that is late but valid."""
START_TIMEOUT = 10.0
"""Seconds for a brain to answer START or RESTART."""
END_TIMEOUT = 0.5
"""Seconds for a brain to exit after END, or after its output closed."""
UNLIMITED = 2147483647
"""Value of `time_left` without a limit for the game, in milliseconds, as Gomocup managers send it."""
MEGABYTE = 1048576

CHATTER = ("MESSAGE", "DEBUG")
"""Prefixes of lines that are not answers."""
MOVE = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")
MEMORY_CHECKS = {"none": (), "uss": ("uss",), "data": ("data",), "both": ("uss", "data")}
"""Memory checks by the value of the option `enforce`."""


class BrainProcess:
    """A running brain: sends lines, and receives lines with their time of arrival."""

    def __init__(self, command: list[str], data_limit: int | None = None) -> None:
        """`data_limit`: RLIMIT_DATA of the process, in bytes."""
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # shields it from Ctrl-C, and lets us kill its children with it
            )
        except OSError as error:
            raise PlayerFault("does not start", f"{command[0]}: {error.strerror or error}") from None
        if data_limit is not None:
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(self._process.pid, resource.RLIMIT_DATA, (data_limit, data_limit))
        self._lines: queue.SimpleQueue[tuple[float, str] | None] = queue.SimpleQueue()
        assert self._process.stdout is not None
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()

    def _read(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in iter(lambda: stream.readline(4096), b""):
                self._lines.put((perf_counter(), line.decode("utf-8", "replace").strip()))
        self._lines.put(None)

    def send(self, *lines: str) -> None:
        """Send lines in one write. Raises PlayerFault if the brain has exited."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except OSError:
            raise PlayerFault("crashed", self._ending()) from None

    def line(self, deadline: float) -> tuple[float, str]:
        """Receive the next answer and its time of arrival. Raises PlayerFault at the deadline or if the brain exits."""
        while True:
            try:
                found = self._lines.get(timeout=max(0.0, deadline - perf_counter()))
            except queue.Empty:
                raise PlayerFault("hung") from None
            if found is None:
                raise PlayerFault("crashed", self._ending())
            if found[0] > deadline:  # endless chatter
                raise PlayerFault("hung")
            if found[1] and not found[1].upper().startswith(CHATTER):
                return found

    def memory(self) -> int | None:
        """Unique set size (USS) in bytes; None if the system does not provide it."""
        try:
            with open(f"/proc/{self._process.pid}/smaps_rollup", encoding="ascii") as lines:
                return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Private_"))
        except (OSError, ValueError):
            return None

    def drain(self) -> None:
        """Discard unsolicited output."""
        with contextlib.suppress(queue.Empty):
            while (found := self._lines.get_nowait()) is not None:
                pass
            if found is None:
                self._lines.put(None)

    def end(self) -> None:
        """Send END; kill the process if it does not exit."""
        with contextlib.suppress(PlayerFault):
            self.send("END")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(END_TIMEOUT)
        self.kill()

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join(END_TIMEOUT)
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None and not (stream is self._process.stdout and self._reader.is_alive()):
                    stream.close()

    def _ending(self) -> str:
        """Exit status of the process, for the fault's details."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(END_TIMEOUT)
            return f"signal {-code}" if code < 0 else f"exit code {code}"
        return "it closed its output"


class BrainPlayer:
    """A brain as a player.

    Options: time (seconds per move), match (seconds per game), memory (MB), enforce (memory check: none, uss, data, both),
    grace (seconds past the limit before it counts as hung), and info.KEY for any other INFO.
    """

    def __init__(self, command: str, options: dict[str, str]) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise LabError(f"the brain's command {command!r} cannot be read: {error}") from None
        if not self._command:
            raise LabError("a brain needs a program: brain:PATH")
        if shutil.which(self._command[0]) is None:
            raise LabError(f"there is no program {self._command[0]!r} that can be started")
        options = dict(options)
        self._turn = number("time", options.pop("time", "0.5"), float) or 0.5
        self._match = number("match", options.pop("match", None), float)
        self._memory = number("memory", options.pop("memory", "70"), float) or 70.0
        self._grace = number("grace", options.pop("grace", str(GRACE)), float) or GRACE
        enforce = options.pop("enforce", "uss")
        if enforce not in MEMORY_CHECKS:
            raise LabError(f"enforce must be one of {', '.join(MEMORY_CHECKS)}, not {enforce!r}")
        self._enforce = MEMORY_CHECKS[enforce]
        self._infos = [f"INFO {key[5:]} {options.pop(key)}" for key in list(options) if key.startswith("info.")]
        refuse_rest("brain", options)
        self._process: BrainProcess | None = None
        self._rules: Rules | None = None
        self._left = UNLIMITED / 1000
        self._told = self._turn
        """Last `timeout_turn` sent to the brain, in seconds."""
        self._held: int | None = None
        """Memory after the last answer, in bytes."""
        self._known: tuple[Cell, ...] | None = None
        """Moves known to the brain; None before it has a position."""

    @property
    def time_limit(self) -> float:
        return self._turn

    def new_game(self, rules: Rules) -> None:
        try:
            self._start_game(rules)
        except PlayerFault:
            self._kill()
            raise
        self._known = None
        self._left = self._match or UNLIMITED / 1000

    def set_time(self, turn: float, left: float | None, grace: float) -> None:
        """Set the clock from outside: seconds for the next move, for the rest of the game, and of grace."""
        self._turn, self._grace = turn, grace
        self._left = UNLIMITED / 1000 if left is None else left

    def choose(self, game: Game) -> ChosenMove:
        if self._process is None:
            raise PlayerFault("crashed", "it is not running")
        try:
            return self._choose(self._process, game)
        except PlayerFault:
            self._kill()
            raise

    def decide(self, game: Game) -> tuple[list[Answer], float]:
        if self._process is None:
            raise PlayerFault("crashed", "it is not running")
        if game.opening != "swap2":
            raise LabError(f"the protocol cannot express the opening {game.opening}")
        try:
            return self._decide(self._process, game)
        except PlayerFault:
            self._kill()
            raise

    def close(self) -> None:
        if self._process:
            self._process.end()
            self._process = None

    def _kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process = None

    def _start_game(self, rules: Rules) -> None:
        """Prepare the brain for an empty board under `rules`."""
        if self._process and self._rules == rules:
            self._process.drain()
            self._process.send("RESTART")
            with contextlib.suppress(PlayerFault):
                if self._process.line(perf_counter() + START_TIMEOUT)[1].upper() == "OK":
                    return
        self.close()  # RESTART is optional, and some brains support one board size per run
        limit = round(MEGABYTE * self._memory)
        self._process = BrainProcess(self._command, limit if "data" in self._enforce else None)
        self._rules = rules
        square = rules.width == rules.height
        self._process.send(f"START {rules.width}" if square else f"RECTSTART {rules.width},{rules.height}")
        answer = self._process.line(perf_counter() + START_TIMEOUT)[1]
        if answer.upper() != "OK":
            raise PlayerFault("refused the board", answer)
        self._process.send(*self._settings(rules))

    def _settings(self, rules: Rules) -> list[str]:
        self._told = self._turn
        lines = [
            f"INFO timeout_turn {round(1000 * self._turn)}",
            f"INFO timeout_match {round(1000 * (self._match or 0))}",
            f"INFO max_memory {round(MEGABYTE * self._memory)}",
            "INFO game_type 1",
        ]
        spec = rules.with_options(size=Rules.preset(rules.name).size).spec()  # START has sent the size
        rule = piskvork_of_preset(spec)
        if rule is not None:
            lines.append(f"INFO rule {rule}")
        lines.append(f"INFO gomoku.rules {spec}")
        return lines + self._infos

    def _ask(self, process: BrainProcess, lines: list[str]) -> tuple[str, float]:
        """Send a command; return the answer and the seconds taken. Checks time and memory."""
        process.drain()
        if self._turn != self._told:
            process.send(f"INFO timeout_turn {round(1000 * self._turn)}")
            self._told = self._turn
        process.send(f"INFO time_left {min(round(1000 * self._left), UNLIMITED)}")
        started = perf_counter()
        process.send(*lines)
        came, line = process.line(started + min(self._turn, self._left) + self._grace)
        seconds = came - started
        if self._match:
            self._left -= seconds
            if self._left < 0:
                raise PlayerFault("out of time", f"{self._match:g} s for the game")
        self._held = process.memory()
        if "uss" in self._enforce and self._held is not None and self._held > MEGABYTE * self._memory:
            raise PlayerFault("too much memory", f"{self._held / MEGABYTE:.1f} MB of {self._memory:g}")
        return line, seconds

    def _choose(self, process: BrainProcess, game: Game) -> ChosenMove:
        line, seconds = self._ask(process, self._move_command(game))
        move = cell_of(line)
        reason = game.why_illegal(move)
        if reason is not None:
            raise PlayerFault("illegal move", f"{move[0]},{move[1]}: {reason}")
        self._known = (*game.moves, move)
        return ChosenMove(move, seconds, memory=self._held)

    def _decide(self, process: BrainProcess, game: Game) -> tuple[list[Answer], float]:
        """Swap2 as in Gomocup: the brain places stones, swaps to black, or stays white and moves."""
        stones = game.moves
        line, seconds = self._ask(process, ["SWAP2BOARD", *(f"{x},{y}" for x, y in stones), "DONE"])
        answers: list[Answer] = []
        if line.upper() == "SWAP" and stones:
            answers = ["black"]
        else:
            cells = [cell_of(part) for part in line.split()]
            words = {(0, 3): [], (3, 1): ["white"], (3, 2): ["two"], (5, 1): ["white"]}.get((len(stones), len(cells)))
            if words is None:
                raise PlayerFault("bad answer", line[:80])
            answers = [*words, *cells]
        twin = game.copy()
        try:
            for found in answers:
                twin.decide(found)
        except IllegalMove as error:
            raise PlayerFault("illegal move", str(error)) from None
        self._known = twin.moves
        return answers, seconds

    def _move_command(self, game: Game) -> list[str]:
        """The command that requests a move in this position: TURN if the brain knows the game, otherwise BEGIN or BOARD."""
        if game.setup is None and self._known is not None and game.moves[:-1] == self._known and game.moves:
            x, y = game.moves[-1]
            return [f"TURN {x},{y}"]
        stones = stones_in_order(game)
        if not stones and not any(game.taken.values()):
            return ["BEGIN"]
        mover = game.to_move
        lines = [f"INFO gomoku.captured {game.taken[mover]},{game.taken[mover.other]}", "BOARD"]
        lines += [f"{x},{y},{1 if color is mover else 2}" for (x, y), color in stones.items()]
        return [*lines, "DONE"]


def cell_of(text: str) -> Cell:
    found = MOVE.fullmatch(text)
    if not found:
        raise PlayerFault("bad answer", text[:80])
    return (int(found[1]), int(found[2]))


def stones_in_order(game: Game) -> dict[Cell, Color]:
    """The stones on the board in playing order; setup stones first."""
    stones: dict[Cell, Color] = {}
    if game.setup:
        for y, row in enumerate(game.setup.rows):
            stones.update({(x, y): Color(glyph) for x, glyph in enumerate(row) if glyph != "."})
    for played in game.played:
        stones[played.cell] = played.color
        for cell in played.captured:
            del stones[cell]
    return stones

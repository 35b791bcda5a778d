"""The Gomocup protocol without I/O: lines in, lines out.

`COMMANDS` at the end lists every command. A failed command is answered by one `ERROR` line, an unknown one by one `UNKNOWN`
line. Answers never contain line breaks.
"""

import contextlib
from time import monotonic

from gomoku import __version__
from gomoku.brain.errors import OUT_OF_MEMORY, CommandError, SearchAborted
from gomoku.brain.settings import Settings, number, pair
from gomoku.brain.stop_signal import StopSignal
from gomoku.brain.time_manager import TimeManager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from gomoku.brain.engine_driver import EngineDriver
    from gomoku.brain.game_state import GameState

    Cell = tuple[int, int]

ABOUT = f'name="Gomoku", version="{__version__}", author="The Gomoku authors", country="International"'
SMALLEST, LARGEST = 5, 32
"""Smallest and largest board edge."""
LONGEST_TEXT = 160
"""Maximum length of an error text in characters."""


class Protocol:
    """One session with a manager. Lines have no line ends. `stop_signal` is thread-safe."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.time_manager = TimeManager(self.settings)
        self.stop_signal = StopSignal()
        self.has_ended = False
        """The manager sent `END`."""
        self._state: GameState | None = None
        self._driver: EngineDriver | None = None
        self._block: Block | None = None
        """The position being received between `BOARD` and `DONE`."""
        self._deferred_error: str | None = None
        """Error of a command that has no answer; reported by the next command that has one."""

    def receive(self, line: str, asked: float | None = None) -> list[str]:
        """Execute a line received at `asked` (monotonic clock) and return the lines of the answer."""
        asked = monotonic() if asked is None else asked
        words = line.split(None, 1)
        if not words or self.has_ended:
            return []
        word, rest = words[0].upper(), words[1].strip() if len(words) > 1 else ""
        try:
            if self._block is not None and (word == "DONE" or word not in COMMANDS):
                return self._continue_block(word, line, asked)
            if word != "INFO":
                self._block = None  # another command abandons the position
            command = COMMANDS.get(word)
            if command is None:
                return [f"UNKNOWN {plain(words[0])} is not a command"]
            return command(self, rest, asked)
        except CommandError as error:
            return [f"ERROR {plain(str(error))}"]
        except SearchAborted:
            return []

    def written(self, asked: float) -> None:
        """Record that the answer to the line received at `asked` has been written."""
        self.time_manager.answered(asked, monotonic())

    def prepare(self) -> None:
        """Prepare the engine for the next command, with its whole hash table."""
        while not self.is_prepared:
            self.prepare_step()

    def prepare_step(self) -> None:
        """Do one step of `prepare`, in a few milliseconds, while the manager is silent."""
        if self._state is not None and self._driver is not None:
            self._driver.prepare(self._state.rules())
            self._driver.grow()

    @property
    def is_prepared(self) -> bool:
        if self._state is None or self._driver is None or self.settings.rule_fault is not None:
            return True
        return self._driver.is_prepared(self._state.rules())

    # --- boards ---

    def _start(self, rest: str, asked: float) -> list[str]:
        try:
            width, height = pair(rest) if len(rest.replace(",", " ").split()) == 2 else (number(rest),) * 2
        except ValueError:
            raise CommandError("START needs the size of the board") from None
        return self._new_board(width, height)

    def _rectstart(self, rest: str, asked: float) -> list[str]:
        try:
            width, height = pair(rest)
        except ValueError:
            raise CommandError("RECTSTART needs width,height") from None
        return self._new_board(width, height)

    def _new_board(self, width: int, height: int) -> list[str]:
        from gomoku.brain.engine_driver import EngineDriver
        from gomoku.brain.game_state import GameState

        if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
            raise CommandError(f"boards of {SMALLEST} to {LARGEST} lines can be played on, not {width} x {height}")
        self._check_rules()
        self._state = GameState(self.settings, width, height)
        if self._driver is None:
            self._driver = EngineDriver(self.settings, self.time_manager, self.stop_signal)
        self._new_game()
        return ["OK"]

    def _restart(self, rest: str, asked: float) -> list[str]:
        state = self._current_state(refresh=False)
        state.restart()
        self._new_game()
        return ["OK"]

    def _new_game(self) -> None:
        assert self._driver is not None
        self._driver.forget()
        self.time_manager.new_game()
        self.settings.captured = None
        with contextlib.suppress(*OUT_OF_MEMORY):  # no clock is running yet
            self.prepare()

    # --- moves ---

    def _begin(self, rest: str, asked: float) -> list[str]:
        if not self._current_state().is_empty:
            raise CommandError("BEGIN needs an empty board")
        return self._move(asked)

    def _turn(self, rest: str, asked: float) -> list[str]:
        self._current_state().play_enemy(cell_of(rest))
        return self._move(asked)

    def _play(self, rest: str, asked: float) -> list[str]:
        cell = cell_of(rest)
        self._current_state().play(cell)
        return [cell_text(cell)]

    def _takeback(self, rest: str, asked: float) -> list[str]:
        self._current_state().take_back(cell_of(rest))
        return ["OK"]

    def _move(self, asked: float) -> list[str]:
        """Search, then play or suggest the move."""
        state, driver = self._state, self._driver
        assert state is not None
        assert driver is not None
        state.check_goes_on()
        cell = driver.move(state.game, asked)
        lines = []
        if self.settings.sends_messages and driver.result is not None:
            lines.append(f"MESSAGE {summary(driver)}")
        if self.settings.suggests:
            return [*lines, f"SUGGEST {cell_text(cell)}"]
        state.play(cell)
        return [*lines, cell_text(cell)]

    # --- positions ---

    def _board(self, rest: str, asked: float) -> list[str]:
        self._block = Block(self._set_up)
        return []

    def _yxboard(self, rest: str, asked: float) -> list[str]:
        self._block = Block(self._set_up_silently)
        return []

    def _swap2board(self, rest: str, asked: float) -> list[str]:
        self._block = Block(self._swap2)
        return []

    def _continue_block(self, word: str, line: str, asked: float) -> list[str]:
        block = self._block
        assert block is not None
        if word != "DONE":
            block.add(line)
            return []
        self._block = None
        return block.use(block, asked)

    def _set_up(self, block: "Block", asked: float) -> list[str]:
        state = self._current_state(refresh=False)
        state.set_up(block.stones(state.size))
        return self._move(asked)

    def _set_up_silently(self, block: "Block", asked: float) -> list[str]:
        try:
            state = self._current_state(refresh=False)
            state.set_up(block.stones(state.size), turn_is_open=True)
        except CommandError as error:
            self._deferred_error = str(error)
        return []

    def _swap2(self, block: "Block", asked: float) -> list[str]:
        state, driver = self._current_state(refresh=False), self._driver
        assert driver is not None
        stones = block.cells(state.size)
        if len(stones) not in (0, 3, 5):
            raise CommandError(f"SWAP2BOARD needs no, three or five stones, not {len(stones)}")
        opening = state.swap2(stones)
        choice = driver.swap2(opening, asked)
        state.continue_from(opening.moves)
        return ["SWAP"] if choice == "swap" else [" ".join(map(cell_text, opening.moves[len(stones) :]))]

    # --- queries and settings ---

    def _info(self, rest: str, asked: float) -> list[str]:
        key, *value = rest.split(None, 1) or [""]
        if key.lower() == "evaluate":
            return self._evaluate("".join(value))
        self.settings.put(key, "".join(value))
        return []

    def _evaluate(self, value: str) -> list[str]:
        if self._state is None or self._driver is None:
            return []
        try:
            x, y = pair(value)
        except ValueError:
            return []
        lines = self._state.describe((x, y))
        if len(lines) == 1 and self._state.game.why_illegal((x, y)) is None:
            twin = self._state.game.copy()
            twin.play((x, y))
            lines.append(f"{x},{y} value {-self._driver.value(twin)}")
        return [f"DEBUG {line}" for line in lines]

    def _about(self, rest: str, asked: float) -> list[str]:
        return [ABOUT]

    def _show_forbidden(self, rest: str, asked: float) -> list[str]:
        cells = self._current_state().forbidden()
        return ["FORBID " + "".join(f"{x:02d}{y:02d}" for x, y in cells) + "."]

    def _clear_hash(self, rest: str, asked: float) -> list[str]:
        if self._driver is not None:
            self._driver.forget()
        return []

    def _stop(self, rest: str, asked: float) -> list[str]:
        return []  # the reader thread has already stopped the search

    def _end(self, rest: str, asked: float) -> list[str]:
        self.has_ended = True
        return []

    # --- shared by commands ---

    def _check_rules(self) -> None:
        deferred, self._deferred_error = self._deferred_error, None
        if self.settings.rule_fault or deferred:
            raise CommandError(self.settings.rule_fault or deferred)

    def _current_state(self, refresh: bool = True) -> "GameState":
        """The game state, under the current rules unless `refresh` is off."""
        self._check_rules()
        if self._state is None:
            raise CommandError("there is no board: START comes first")
        if refresh:
            self._state.refresh()
        return self._state


class Block:
    """The lines between `BOARD`, `YXBOARD` or `SWAP2BOARD` and `DONE`. Errors are reported at `DONE`."""

    def __init__(self, use: "Callable[[Block, float], list[str]]") -> None:
        self.use = use
        """Called with the block at `DONE`."""
        self._lines: list[str] = []

    def add(self, line: str) -> None:
        if len(self._lines) <= LARGEST * LARGEST:  # more than the largest board holds
            self._lines.append(line)

    def stones(self, size: "Cell") -> "dict[Cell, bool]":
        """Cell to whether the stone is ours, in the order of the lines. Lines of kind 3 are marks, not stones."""
        found: dict[Cell, bool] = {}
        for cell, kind in self._read(size):
            if kind not in ("1", "2", "3"):
                raise CommandError(f"expected x,y,1 or x,y,2, not {kind or 'no kind'} at {cell_text(cell)}")
            if kind != "3":
                if cell in found:
                    raise CommandError(f"{cell_text(cell)} is there twice")
                found[cell] = kind == "1"
        return found

    def cells(self, size: "Cell") -> "list[Cell]":
        """The cells; a colour is ignored."""
        cells = [cell for cell, _ in self._read(size)]
        if len(set(cells)) < len(cells):
            raise CommandError("a cell is there twice")
        return cells

    def _read(self, size: "Cell") -> "list[tuple[Cell, str]]":
        found = []
        for line in self._lines:
            parts = [part.strip() for part in line.split(",")]
            try:
                if not 2 <= len(parts) <= 3:
                    raise ValueError
                x, y = number(parts[0]), number(parts[1])
            except ValueError:
                raise CommandError(f"cannot read the line {line.strip()[:40]}") from None
            if not (0 <= x < size[0] and 0 <= y < size[1]):
                raise CommandError(f"{x},{y} is not on the board")
            found.append(((x, y), parts[2] if len(parts) == 3 else ""))
        return found


def cell_of(text: str) -> "Cell":
    try:
        return pair(text)
    except ValueError:
        raise CommandError(f"expected x,y, not {text[:40]!r}") from None


def cell_text(cell: "Cell") -> str:
    return f"{cell[0]},{cell[1]}"


def plain(text: str) -> str:
    """Printable ASCII, cut to fit on one line."""
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in text)[:LONGEST_TEXT]


def summary(driver: "EngineDriver") -> str:
    """Depth, value, nodes, time and principal variation of the last search."""
    result = driver.result
    assert result is not None
    info = result.info
    value = f"value {info.score}"
    if info.win_in is not None:
        value = f"{'wins' if info.win_in > 0 else 'loses'} in {abs(info.win_in)}"
    line = " ".join(map(cell_text, info.pv[:8]))
    return (
        f"depth {info.depth}-{info.selective_depth} {value} nodes {info.nodes} ms {info.seconds * 1000:.0f} line {line}"
    )


COMMANDS: "dict[str, Callable[[Protocol, str, float], list[str]]]" = {
    "START": Protocol._start,
    "RECTSTART": Protocol._rectstart,
    "RECSTART": Protocol._rectstart,
    "RESTART": Protocol._restart,
    "BEGIN": Protocol._begin,
    "TURN": Protocol._turn,
    "BOARD": Protocol._board,
    "YXBOARD": Protocol._yxboard,
    "SWAP2BOARD": Protocol._swap2board,
    "TAKEBACK": Protocol._takeback,
    "PLAY": Protocol._play,
    "INFO": Protocol._info,
    "ABOUT": Protocol._about,
    "YXSHOWFORBID": Protocol._show_forbidden,
    "YXHASHCLEAR": Protocol._clear_hash,
    "STOP": Protocol._stop,
    "YXSTOP": Protocol._stop,
    "END": Protocol._end,
}
"""Handler by command, called with the arguments and the time of arrival."""

"""The protocol: lines in, lines out. No input or output happens here, and nothing is printed.

Every command is a row of the table at the end. An answer never holds a line break; what was asked wrongly is answered by one
`ERROR`, what is no command by one `UNKNOWN`, and what needs no answer by nothing.
"""

import contextlib
from time import monotonic

from gomoku import __version__
from gomoku.brain.errors import NO_MEMORY, Abandoned, Refusal
from gomoku.brain.settings import Settings, number, pair
from gomoku.brain.stop_signal import Interruption
from gomoku.brain.time_manager import Clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from gomoku.brain.engine_driver import Thinker
    from gomoku.brain.game_state import Seat

    Cell = tuple[int, int]

ABOUT = f'name="Gomoku", version="{__version__}", author="The Gomoku authors", country="International"'
SMALLEST, LARGEST = 5, 32
"""Edges of the boards we play on."""
LONGEST_TEXT = 160
"""Characters of an explanation."""


class Protocol:
    """One conversation with a manager. Lines come without their ends. `interruption` may be used from any thread."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.clock = Clock(self.settings)
        self.interruption = Interruption()
        self.has_ended = False
        """The manager said `END`."""
        self._seat: Seat | None = None
        self._thinker: Thinker | None = None
        self._block: Block | None = None
        """The lines of a position that is on its way."""
        self._unsaid: str | None = None
        """What was wrong with a command that is never answered."""

    def receive(self, line: str, asked: float | None = None) -> list[str]:
        """The answer to a line that came at that moment of the monotonic clock: no, one or more lines."""
        asked = monotonic() if asked is None else asked
        words = line.split(None, 1)
        if not words or self.has_ended:
            return []
        word, rest = words[0].upper(), words[1].strip() if len(words) > 1 else ""
        try:
            if self._block is not None and (word == "DONE" or word not in COMMANDS):
                return self._continue_block(word, line, asked)
            if word != "INFO":
                self._block = None  # another command: the position was given up
            command = COMMANDS.get(word)
            if command is None:
                return [f"UNKNOWN {plain(words[0])} is not a command"]
            return command(self, rest, asked)
        except Refusal as refusal:
            return [f"ERROR {plain(str(refusal))}"]
        except Abandoned:
            return []

    def written(self, asked: float) -> None:
        """The answer to the line of that moment has been handed over."""
        self.clock.answered(asked, monotonic())

    def prepare(self) -> None:
        """Get ready for the next question, while the manager is busy with something else."""
        if not self.is_prepared and self._seat is not None and self._thinker is not None:
            self._thinker.prepare(self._seat.rules())

    @property
    def is_prepared(self) -> bool:
        if self._seat is None or self._thinker is None or self.settings.rule_fault is not None:
            return True
        return self._thinker.is_prepared(self._seat.rules())

    # --- boards ---

    def _start(self, rest: str, asked: float) -> list[str]:
        try:
            width, height = pair(rest) if len(rest.replace(",", " ").split()) == 2 else (number(rest),) * 2
        except ValueError:
            raise Refusal("START needs the size of the board") from None
        return self._new_board(width, height)

    def _rectstart(self, rest: str, asked: float) -> list[str]:
        try:
            width, height = pair(rest)
        except ValueError:
            raise Refusal("RECTSTART needs width,height") from None
        return self._new_board(width, height)

    def _new_board(self, width: int, height: int) -> list[str]:
        from gomoku.brain.engine_driver import Thinker
        from gomoku.brain.game_state import Seat

        if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
            raise Refusal(f"boards of {SMALLEST} to {LARGEST} lines can be played on, not {width} x {height}")
        self._check_rules()
        self._seat = Seat(self.settings, width, height)
        if self._thinker is None:
            self._thinker = Thinker(self.settings, self.clock, self.interruption)
        self._new_game()
        with contextlib.suppress(*NO_MEMORY):  # no clock runs yet: the time to get ready
            self.prepare()
        return ["OK"]

    def _restart(self, rest: str, asked: float) -> list[str]:
        seat = self._at_board(refresh=False)
        seat.restart()
        self._new_game()
        return ["OK"]

    def _new_game(self) -> None:
        assert self._thinker is not None
        self._thinker.forget()
        self.clock.new_game()
        self.settings.captured = None

    # --- moves ---

    def _begin(self, rest: str, asked: float) -> list[str]:
        if not self._at_board().is_empty:
            raise Refusal("BEGIN needs an empty board")
        return self._move(asked)

    def _turn(self, rest: str, asked: float) -> list[str]:
        self._at_board().play_enemy(cell_of(rest))
        return self._move(asked)

    def _play(self, rest: str, asked: float) -> list[str]:
        cell = cell_of(rest)
        self._at_board().play(cell)
        return [spoken(cell)]

    def _takeback(self, rest: str, asked: float) -> list[str]:
        self._at_board().take_back(cell_of(rest))
        return ["OK"]

    def _move(self, asked: float) -> list[str]:
        """Think and move, or suggest to."""
        seat, thinker = self._seat, self._thinker
        assert seat is not None
        assert thinker is not None
        seat.check_goes_on()
        cell = thinker.move(seat.game, asked)
        lines = []
        if self.settings.is_chatty and thinker.result is not None:
            lines.append(f"MESSAGE {summary(thinker)}")
        if self.settings.suggests:
            return [*lines, f"SUGGEST {spoken(cell)}"]
        seat.play(cell)
        return [*lines, spoken(cell)]

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
        seat = self._at_board(refresh=False)
        seat.set_up(block.stones(seat.size))
        return self._move(asked)

    def _set_up_silently(self, block: "Block", asked: float) -> list[str]:
        try:
            seat = self._at_board(refresh=False)
            seat.set_up(block.stones(seat.size), turn_is_open=True)
        except Refusal as refusal:
            self._unsaid = str(refusal)
        return []

    def _swap2(self, block: "Block", asked: float) -> list[str]:
        seat, thinker = self._at_board(refresh=False), self._thinker
        assert thinker is not None
        stones = block.cells(seat.size)
        if len(stones) not in (0, 3, 5):
            raise Refusal(f"SWAP2BOARD needs no, three or five stones, not {len(stones)}")
        opening = seat.swap2(stones)
        choice = thinker.swap2(opening, asked)
        seat.sit_down(opening.moves)
        return ["SWAP"] if choice == "swap" else [" ".join(map(spoken, opening.moves[len(stones) :]))]

    # --- questions ---

    def _info(self, rest: str, asked: float) -> list[str]:
        key, *value = rest.split(None, 1) or [""]
        if key.lower() == "evaluate":
            return self._evaluate("".join(value))
        self.settings.put(key, "".join(value))
        return []

    def _evaluate(self, value: str) -> list[str]:
        if self._seat is None or self._thinker is None:
            return []
        try:
            x, y = pair(value)
        except ValueError:
            return []
        lines = self._seat.describe((x, y))
        if len(lines) == 1 and self._seat.game.why_illegal((x, y)) is None:
            twin = self._seat.game.copy()
            twin.play((x, y))
            lines.append(f"{x},{y} value {-self._thinker.value(twin)}")
        return [f"DEBUG {line}" for line in lines]

    def _about(self, rest: str, asked: float) -> list[str]:
        return [ABOUT]

    def _show_forbidden(self, rest: str, asked: float) -> list[str]:
        cells = self._at_board().forbidden()
        return ["FORBID " + "".join(f"{x:02d}{y:02d}" for x, y in cells) + "."]

    def _clear_hash(self, rest: str, asked: float) -> list[str]:
        if self._thinker is not None:
            self._thinker.forget()
        return []

    def _stop(self, rest: str, asked: float) -> list[str]:
        return []  # it has been heard already: by now nothing is being thought about

    def _end(self, rest: str, asked: float) -> list[str]:
        self.has_ended = True
        return []

    # --- what commands share ---

    def _check_rules(self) -> None:
        unsaid, self._unsaid = self._unsaid, None
        if self.settings.rule_fault or unsaid:
            raise Refusal(self.settings.rule_fault or unsaid)

    def _at_board(self, refresh: bool = True) -> "Seat":
        """The seat, under the rules that hold now."""
        self._check_rules()
        if self._seat is None:
            raise Refusal("there is no board: START comes first")
        if refresh:
            self._seat.refresh()
        return self._seat


class Block:
    """The lines between `BOARD` or its like and `DONE`. What is wrong with them is said at the end."""

    def __init__(self, use: "Callable[[Block, float], list[str]]") -> None:
        self.use = use
        """What to do with them."""
        self._lines: list[str] = []

    def add(self, line: str) -> None:
        if len(self._lines) <= LARGEST * LARGEST:  # more cannot be right
            self._lines.append(line)

    def stones(self, size: "Cell") -> "dict[Cell, bool]":
        """Cell to whether the stone is ours, in the order of the lines. Cells of a third kind are marks, not stones."""
        found: dict[Cell, bool] = {}
        for cell, kind in self._read(size):
            if kind not in ("1", "2", "3"):
                raise Refusal(f"expected x,y,1 or x,y,2, not {kind or 'no kind'} at {spoken(cell)}")
            if kind != "3":
                if cell in found:
                    raise Refusal(f"{spoken(cell)} is there twice")
                found[cell] = kind == "1"
        return found

    def cells(self, size: "Cell") -> "list[Cell]":
        """Cells without colour; one that is given is ignored."""
        cells = [cell for cell, _ in self._read(size)]
        if len(set(cells)) < len(cells):
            raise Refusal("a cell is there twice")
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
                raise Refusal(f"cannot read the line {line.strip()[:40]}") from None
            if not (0 <= x < size[0] and 0 <= y < size[1]):
                raise Refusal(f"{x},{y} is not on the board")
            found.append(((x, y), parts[2] if len(parts) == 3 else ""))
        return found


def cell_of(text: str) -> "Cell":
    try:
        return pair(text)
    except ValueError:
        raise Refusal(f"expected x,y, not {text[:40]!r}") from None


def spoken(cell: "Cell") -> str:
    return f"{cell[0]},{cell[1]}"


def plain(text: str) -> str:
    """Text that fits on one line and disturbs no terminal."""
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in text)[:LONGEST_TEXT]


def summary(thinker: "Thinker") -> str:
    """How the last move was found."""
    result = thinker.result
    assert result is not None
    info = result.info
    value = f"value {info.score}"
    if info.win_in is not None:
        value = f"{'wins' if info.win_in > 0 else 'loses'} in {abs(info.win_in)}"
    line = " ".join(map(spoken, info.pv[:8]))
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
"""Everything a manager may say. It is called with what follows the word, and the moment at which it came."""

"""A game from the first stone to the result: turns, captures, the grace turn, undo and redo.

The oracle: clear before fast, and independent of the compiled core. When side A plays a cell and B is the other side:

1. The cell must be on the board and empty, and the game not over.
2. A's stone is put down on a trial board, and everything it captures is lifted.
3. Bans are tested there. If one applies, the move is refused and the position is unchanged.
4. The trial board becomes the position; A's count grows by the stones taken.
5. A has reached the capture goal: A wins by capture.
6. B owns a five, made the turn before and not broken: B wins by line. A five of A's own does not matter then.
7. A owns a five: A wins by line, unless B has a legal reply that breaks it or reaches the goal. Then B has one grace turn.
8. B has no legal move: a draw. Otherwise B is to move.

Opening decisions are answered through `Game.decide`; files are read and written by `records`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, NoReturn, Self, TypeAlias

from gomoku.rules.board import COLOR, EMPTY, REACH, STONE, Board, Cell, Point, is_five
from gomoku.rules.legality import Reason, find_ban, free_threes, has_bans, trial
from gomoku.rules.notation import CellLike, cell_of, name_of
from gomoku.rules.openings import Answer, Decision, Kind, Opening, Player, first_equivalent
from gomoku.rules.variant import Color, Five, Foul, Rules, quoted


class Status(StrEnum):
    """State of the game."""

    ONGOING = "ongoing"
    GRACE = "grace"  # a five stands, and the side to move can still break it
    WIN = "win"
    DRAW = "draw"


class WinBy(StrEnum):
    """How a game was won on the board."""

    LINE = "line"
    CAPTURE = "capture"
    FOUL = "foul"


class IllegalMove(ValueError):
    """A move or an answer that the rules refuse; the game is unchanged."""

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message)
        self.reason = reason


class PositionError(ValueError):
    """An invalid setup position."""


@dataclass(frozen=True, slots=True)
class Played:
    """A stone that was played, and its captures."""

    cell: Cell
    color: Color
    captured: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """An answer to an opening decision that placed no stone."""

    player: Player
    answer: Answer


Action: TypeAlias = Played | Decided


@dataclass(frozen=True, slots=True)
class Setup:
    """A position that was set up rather than played."""

    rows: tuple[str, ...]
    to_move: Color
    taken: tuple[int, int]


class _State(NamedTuple):
    """State besides the stones. Each action pushes one onto a stack, so that undo is exact."""

    to_move: Color
    taken_X: int
    taken_O: int
    status: Status = Status.ONGOING
    winner: Color | None = None
    win_by: WinBy | None = None
    breaks: tuple[Cell, ...] = ()
    unjudged_five: bool = False
    """The side to move owns a five, possible only in a setup position. It is judged after the next move."""

    def taken(self, color: Color) -> int:
        return self.taken_X if color is Color.X else self.taken_O


class Game:
    """A game under one rule set. Cells are `(x, y)` from 0, or names such as "K10"."""

    def __init__(self, rules: Rules | None = None, opening: str = "standard") -> None:
        self.rules: Final = rules or Rules()
        self.setup: Setup | None = None
        """The initial position, if it was not the empty board."""
        self._board = Board(self.rules.width, self.rules.height)
        self._opening = Opening(opening, self.rules)
        self._states = [_State(Color.X, 0, 0)]
        self._actions: list[Action] = []
        self._undone: list[Action] = []

    @classmethod
    def from_rows(
        cls,
        rules: Rules,
        rows: Sequence[str],
        to_move: str = "X",
        taken: Mapping[str, int] | Mapping[Color, int] | None = None,
    ) -> Self:
        """A set-up position: rows of `X O .` from the top, and the stones taken so far by each side."""
        game = cls(rules)
        game._set_up(rows, to_move, {str(color): count for color, count in (taken or {}).items()})
        return game

    def copy(self) -> Self:
        """An independent game in the same state, history and redo included."""
        twin = type(self)(self.rules, self._opening.name)
        twin.setup = self.setup
        twin._board = self._board.copy()
        for answer in self._opening.answers:
            twin._opening.send(answer)
        twin._states = self._states[:]
        twin._actions = self._actions[:]
        twin._undone = self._undone[:]
        return twin

    # --- state ---

    @property
    def _state(self) -> _State:
        return self._states[-1]

    @property
    def to_move(self) -> Color:
        """The colour of the next stone."""
        return self._state.to_move

    @property
    def status(self) -> Status:
        return self._state.status

    @property
    def winner(self) -> Color | None:
        return self._state.winner

    @property
    def win_by(self) -> WinBy | None:
        return self._state.win_by

    @property
    def breaks(self) -> tuple[Cell, ...]:
        """In a grace turn, the replies that save the side to move."""
        return self._state.breaks

    @property
    def taken(self) -> dict[Color, int]:
        """Stones captured by each side."""
        return {color: self._state.taken(color) for color in Color}

    @property
    def is_over(self) -> bool:
        return self.status in (Status.WIN, Status.DRAW)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions, including the answers to opening decisions."""
        return tuple(self._actions)

    @property
    def played(self) -> tuple[Played, ...]:
        """The stones played, in order, with their captures."""
        return tuple(action for action in self._actions if isinstance(action, Played))

    @property
    def moves(self) -> tuple[Cell, ...]:
        """The cells played, in order."""
        return tuple(played.cell for played in self.played)

    @property
    def opening(self) -> str:
        return self._opening.name

    @property
    def seats(self) -> dict[Color, Player]:
        """The player of each colour, as far as the opening has settled it."""
        return {color: self._opening.stage.holder(color) for color in Color}

    def stone(self, cell: CellLike) -> Color | None:
        """The stone on a cell, or None."""
        return COLOR.get(self._board.grid[self._board.point(self._on_board(cell))])

    def rows(self) -> list[str]:
        """The board as text, `X O .`, top row first."""
        return self._board.rows()

    def name(self, cell: Cell) -> str:
        """The name of a cell, such as K10."""
        return name_of(cell, self.rules.width, self.rules.height)

    def fives(self) -> tuple[tuple[Cell, ...], ...]:
        """The winning rows on the board, each from end to end."""
        return tuple(tuple(map(self._board.cell, run)) for color in Color for run in self._fives(color))

    @property
    def decision(self) -> Decision | None:
        """The current decision; None when the game is over."""
        if self.is_over:
            return None
        due = self._opening.decision
        return due or Decision("play", self._opening.stage.holder(self.to_move), Kind.STONE, self.to_move)

    @property
    def opening_decision(self) -> Decision | None:
        """The current decision, if the opening asks for it; None once normal play has begun or the game is over."""
        return None if self.is_over else self._opening.decision

    def allowed_cells(self) -> list[Cell]:
        """Cells that may be played, offered or picked in the current decision."""
        decision = self.decision
        if decision is None or decision.kind in (Kind.CHOICE, Kind.NUMBER):
            return []
        if self._opening.decision is None:
            bans = has_bans(self.rules, self.to_move)
            return [self._board.cell(p) for p in self._board.empties() if not bans or self._ban(p) is None]
        return [cell for cell in map(self._board.cell, self._board.empties()) if self._reason(cell) is None]

    def forbidden_cells(self) -> list[Cell]:
        """Empty cells forbidden to the side to move, sorted."""
        if self.is_over or not has_bans(self.rules, self.to_move):
            return []
        points = [p for p in self._board.empties() if self._ban(p) is not None]
        return sorted(map(self._board.cell, points))

    def free_threes(self, cell: CellLike) -> int:
        """Number of axes on which a stone here would make a free-three, banned or not."""
        point = self._board.point(self._on_board(cell))
        taken = self._state.taken(self.to_move)
        return free_threes(self._board, self.rules, self.to_move, point, taken)

    def captures(self, cell: CellLike) -> list[Cell]:
        """Cells that a stone of the side to move would capture from here, sorted."""
        point = self._board.point(self._on_board(cell))
        taken = self._board.captures(point, STONE[self.to_move], self.rules.capture_sizes)
        return sorted(map(self._board.cell, taken))

    def why_illegal(self, cell: CellLike) -> Reason | None:
        """Why the side to move cannot play here, or None if it can."""
        if self.is_over:
            return Reason.GAME_OVER
        return self._reason(self._cell(cell))

    # --- playing ---

    def play(self, cell: CellLike) -> Played:
        """Play the next stone. Raises IllegalMove, with the game unchanged."""
        cell = self._cell(cell)
        foul = self.check(cell)
        if self._opening.decision is not None:
            self._opening.send(cell)
        played = self._put(cell, foul)
        self._undone.clear()
        return played

    def check(self, cell: CellLike) -> bool:
        """Raise IllegalMove if `play` would, without playing. Returns True for a foul, which may be played and loses."""
        cell = self._cell(cell)
        reason = Reason.GAME_OVER if self.is_over else self._reason(cell)
        due = self._opening.decision
        if reason is None and due is not None and due.kind is Kind.OFFER:
            self._refuse(f"{due.count} cells are to be offered, not one played", Reason.OPENING)
        foul = reason is not None and self._is_played_foul(reason)
        if reason is not None and not foul:
            self._refuse(f"{self._spoken(cell)} cannot be played: {reason.explanation}", reason)
        return foul

    def decide(self, answer: Answer | str | list[Cell], player: str | None = None) -> Action:
        """Answer the current decision: a cell, a word, a number, or the cells of an offer.

        If `player` is given, it must be the player whose decision it is.
        """
        decision = self.decision
        if decision is None:
            self._refuse("the game is over", Reason.GAME_OVER)
        if player is not None and player != decision.player:
            self._refuse(f"it is {decision.player}'s turn to decide, not {player}'s", Reason.OPENING)
        if decision.kind in (Kind.STONE, Kind.PICK):
            if isinstance(answer, int) or not _is_cell_like(answer):
                self._refuse(f"expected a cell, not {quoted(answer)}", Reason.OPENING)
            return self.play(answer)  # type: ignore[arg-type]
        if decision.kind is Kind.OFFER:
            checked: Answer = self._checked_offer(answer, decision.count)
        else:
            if answer not in decision.choices or isinstance(answer, bool):
                words = ", ".join(map(str, decision.choices))
                self._refuse(f"expected one of {words}, not {quoted(answer)}", Reason.OPENING)
            checked = answer
        self._opening.send(checked)
        decided = Decided(decision.player, checked)
        self._actions.append(decided)
        self._states.append(self._state)
        self._undone.clear()
        return decided

    def undo(self) -> Action:
        """Undo the last action and return it. Raises IndexError if there is none."""
        if not self._actions:
            raise IndexError("there is no move to take back")
        action = self._actions.pop()
        self._states.pop()
        if len(self._actions) < len(self._opening.answers):
            self._opening.rewind()
        if isinstance(action, Played):
            for cell in action.captured:
                self._board.put(self._board.point(cell), STONE[action.color.other])
            self._board.lift(self._board.point(action.cell))
        self._undone.append(action)
        return action

    def redo(self) -> Action:
        """Redo the last undone action. Raises IndexError if there is none."""
        if not self._undone:
            raise IndexError("there is no move to play again")
        rest = self._undone[:-1]
        action = self._undone[-1]
        if isinstance(action, Played):
            self.play(action.cell)
        else:
            self.decide(action.answer)
        self._undone = rest
        return action

    @property
    def can_undo(self) -> bool:
        return bool(self._actions)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def at(self, move: int) -> Self:
        """A copy of this game after `move` stones."""
        if not 0 <= move <= len(self.moves):
            raise IndexError(f"the game has moves 0 to {len(self.moves)}, not {move}")
        twin = self.copy()
        while len(twin.moves) > move:
            twin.undo()
        twin._undone.clear()
        return twin

    # --- files: see `records` ---

    @classmethod
    def from_sgf(cls, text: str) -> "Game":
        """The main line of an SGF file, replayed."""
        from gomoku.rules.records import sgf

        return sgf.loads(text).game

    def to_sgf(self) -> str:
        from gomoku.rules.records import Record, sgf

        return sgf.dumps(Record(self))

    @classmethod
    def from_psq(cls, text: str, rules: Rules | None = None) -> "Game":
        """Read a Piskvork file. It does not name the rules: freestyle unless given."""
        from gomoku.rules.records import psq

        return psq.loads(text, rules).game

    def to_psq(self) -> str:
        from gomoku.rules.records import Record, psq

        return psq.dumps(Record(self))

    @classmethod
    def from_pos(cls, text: str, rules: Rules | None = None) -> "Game":
        """Read concatenated moves, `h8i9g7`, or a diagram. Freestyle unless rules are given."""
        from gomoku.rules.records import pos

        return pos.loads(text, rules).game

    def to_pos(self) -> str:
        from gomoku.rules.records import Record, pos

        return pos.dumps(Record(self))

    @classmethod
    def from_link(cls, text: str) -> "Game":
        """The compact one-line form that links carry."""
        from gomoku.rules.records import link

        return link.loads(text).game

    def to_link(self) -> str:
        from gomoku.rules.records import Record, link

        return link.dumps(Record(self))

    # --- internals ---

    def _put(self, cell: Cell, foul: bool) -> Played:
        """Steps 2 and 4 to 8, for a legal move."""
        board, color, rules = self._board, self.to_move, self.rules
        point = board.point(cell)
        captured = board.captures(point, STONE[color], rules.capture_sizes)
        board.put(point, STONE[color])
        for victim in captured:
            board.lift(victim)
        played = Played(cell, color, tuple(sorted(map(board.cell, captured))) if captured else ())
        before = self._state
        taken_X, taken_O = before.taken_X, before.taken_O
        if color is Color.X:
            state = _State(Color.O, taken_X + len(captured), taken_O)
        else:
            state = _State(Color.X, taken_X, taken_O + len(captured))
        self._actions.append(played)
        self._states.append(state)
        if foul:
            self._end(color.other, WinBy.FOUL)
        else:
            self._judge(color, point, bool(captured), before)
        return played

    def _judge(self, color: Color, point: Point, captured: bool, before: _State) -> None:
        """Steps 5 to 8, after `color` has played."""
        was_grace = before.status is Status.GRACE
        if captured and self._has_goal(color):
            self._end(color, WinBy.CAPTURE)
        elif self._may_own_five(color.other, captured, was_grace) and self._fives(color.other):
            self._end(color.other, WinBy.LINE)
        elif self._is_five(point) or ((before.unjudged_five or (captured and self.rules.caro)) and self._fives(color)):
            self._judge_five(color)
        elif not self._has_legal_move():
            self._states[-1] = self._state._replace(status=Status.DRAW)

    def _judge_five(self, color: Color) -> None:
        """Step 7: a five wins unless the side to move can break it."""
        breaks = self._find_breaks(color) if self.rules.endgame_capture else ()
        if breaks:
            self._states[-1] = self._state._replace(status=Status.GRACE, breaks=breaks)
        else:
            self._end(color, WinBy.LINE)

    def _end(self, winner: Color, win_by: WinBy) -> None:
        self._states[-1] = self._state._replace(status=Status.WIN, winner=winner, win_by=win_by)

    def _has_goal(self, color: Color) -> bool:
        goal = self.rules.capture_goal
        return goal is not None and self._state.taken(color) >= goal

    def _may_own_five(self, color: Color, captured: bool, was_grace: bool) -> bool:
        """Can the side that did not move own a five? A capture may have cut an exact five out of a six."""
        return was_grace or (captured and (self.rules.caro or self.rules.five(color) is Five.EXACTLY))

    def _is_five(self, point: Point) -> bool:
        """Does the stone on the point stand in a five?"""
        board, rules = self._board, self.rules
        stone = board.grid[point]
        for axis in board.axes:
            window = board.window(point, axis)
            # most windows have too few stones
            if window.count(stone) > 4 and is_five(window, rules.five(COLOR[stone]), rules.caro):
                return True
        return False

    def _fives(self, color: Color) -> set[range]:
        """Every five of that colour on the board."""
        board, five, caro = self._board, self.rules.five(color), self.rules.caro
        grid, stone = board.grid, STONE[color]
        if not board.has_five(stone):
            return set()
        return {
            board.run(point, axis)
            for point in board.points()
            if grid[point] == stone
            for axis in board.axes
            # only from the first stone of a run: the others give the same result
            if grid[point + axis] == stone != grid[point - axis] and is_five(board.window(point, axis), five, caro)
        }

    def _find_breaks(self, owner: Color) -> tuple[Cell, ...]:
        """The legal replies after which the owner has no five, or the other side has the capture goal."""
        board, breaker = self._board, self.to_move
        line = {point for run in self._fives(owner) for point in run}
        found = []
        for point in list(board.empties()):
            captured = board.captures(point, STONE[breaker], self.rules.capture_sizes)
            # without a capture only a caro five can be broken, by flanking it
            if not (captured or self.rules.caro) or self._ban(point) is not None:
                continue
            if self._breaks(owner, point, captured, line):
                found.append(board.cell(point))
        return tuple(sorted(found))

    def _breaks(self, owner: Color, point: Point, captured: list[Point], line: set[Point]) -> bool:
        """Does this reply leave the owner, whose fives are the stones of `line`, without any?"""
        goal = self.rules.capture_goal
        if captured and goal is not None:
            if self._state.taken(owner.other) + len(captured) >= goal:
                return True
        board = self._board
        suspects = line - set(captured)
        if self.rules.caro or self.rules.five(owner) is Five.EXACTLY:
            # a shortened row may be an exact five: check the lines of the captured stones
            reach = range(-REACH - 1, REACH + 2)
            suspects = suspects | {p + k * axis for p in captured for axis in board.axes for k in reach}
        with trial(board, point, STONE[owner.other], captured):
            grid, stone = board.grid, STONE[owner]
            return not any(0 <= p < len(grid) and grid[p] == stone and self._is_five(p) for p in suspects)

    def _has_legal_move(self) -> bool:
        if not has_bans(self.rules, self.to_move):
            return self._board.empty > 0
        return any(self._ban(point) is None for point in self._board.empties())

    def _ban(self, point: Point) -> Reason | None:
        """The ban that closes an empty point to the side to move."""
        taken = self._state.taken(self.to_move)
        return find_ban(self._board, self.rules, self.to_move, point, taken)

    def _reason(self, cell: Cell) -> Reason | None:
        """Why the next stone cannot go here, in a game that is not over."""
        board = self._board
        if not board.holds(cell):
            return Reason.OFF_BOARD
        point = board.point(cell)
        if board.grid[point] != EMPTY:
            return Reason.OCCUPIED
        due = self._opening.decision
        if due is None:
            return self._ban(point)
        if due.kind in (Kind.CHOICE, Kind.NUMBER) or (due.cells is not None and cell not in due.cells):
            return Reason.OPENING
        if board.captures(point, STONE[self.to_move], self.rules.capture_sizes):
            return Reason.OPENING  # a capture before colours are chosen would favour one colour
        return None

    def _is_played_foul(self, reason: Reason) -> bool:
        """Is this a ban whose violation loses at once instead of being refused?"""
        bans = (Reason.DOUBLE_THREE, Reason.DOUBLE_FOUR, Reason.OVERLINE, Reason.SELF_CAPTURE)
        return self.rules.renju_foul is Foul.LOSES and reason in bans

    def _checked_offer(self, answer: object, count: int) -> tuple[Cell, ...]:
        if not isinstance(answer, list | tuple) or not all(map(_is_cell_like, answer)):
            self._refuse(f"expected {count} cells to offer, not {quoted(answer)}", Reason.OPENING)
        cells = tuple(self._cell(cell) for cell in answer)
        if len(set(cells)) != count or len(cells) != count:
            self._refuse(f"expected {count} different cells, not {len(cells)}", Reason.OPENING)
        for cell in cells:
            reason = self._reason(cell)
            if reason is not None:
                self._refuse(f"{self._spoken(cell)} cannot be offered: {reason.explanation}", reason)
        same = first_equivalent(self._opening.stage.stones, cells)
        if same:
            names = " and ".join(map(self.name, same))
            self._refuse(f"{names} are the same move by symmetry", Reason.OPENING)
        return cells

    def _set_up(self, rows: Sequence[str], to_move: str, taken: Mapping[str, int]) -> None:
        width, height = self.rules.width, self.rules.height
        if len(rows) != height or any(len(row) != width for row in rows):
            raise PositionError(f"expected {height} rows of {width} cells")
        if to_move not in tuple(Color):
            raise PositionError(f"side to move must be X or O, not {quoted(to_move)}")
        counts = {color: _checked_taken(taken, color) for color in Color}
        for y, row in enumerate(rows):
            if row.strip("XO."):
                x, glyph = next((x, glyph) for x, glyph in enumerate(row) if glyph not in "XO.")
                raise PositionError(f"row {y + 1}, column {x + 1}: expected X, O or a dot, not {glyph!r}")
        self._board.fill(rows)
        mover = Color(to_move)
        self.setup = Setup(tuple(self.rows()), mover, (counts[Color.X], counts[Color.O]))
        unjudged = bool(self._fives(mover))
        self._states = [_State(mover, counts[Color.X], counts[Color.O], unjudged_five=unjudged)]
        if self._has_goal(mover) or (unjudged and self._fives(mover.other)):
            raise PositionError(f"{mover} is to move, but the game was over before")
        if self._has_goal(mover.other):
            self._end(mover.other, WinBy.CAPTURE)
        elif self._fives(mover.other):
            self._judge_five(mover.other)
        elif not self._has_legal_move():
            self._states[-1] = self._state._replace(status=Status.DRAW)

    def _cell(self, cell: CellLike) -> Cell:
        if isinstance(cell, str):
            return cell_of(cell, self.rules.width, self.rules.height)
        x, y = cell
        return (x, y)

    def _on_board(self, cell: CellLike) -> Cell:
        cell = self._cell(cell)
        if not self._board.holds(cell):
            raise IndexError(f"{cell} is not on the board")
        return cell

    def _spoken(self, cell: Cell) -> str:
        return self.name(cell) if self._board.holds(cell) else f"{cell[0]},{cell[1]}"

    def _refuse(self, message: str, reason: Reason) -> NoReturn:
        raise IllegalMove(message, reason)

    def __repr__(self) -> str:
        return f"<Game {self.rules} {len(self.moves)} moves, {self.status}>"


def _is_cell_like(value: object) -> bool:
    if isinstance(value, str):
        return any(map(str.isdigit, value))
    return isinstance(value, tuple | list) and len(value) == 2 and all(isinstance(v, int) for v in value)


def _checked_taken(taken: Mapping[str, int], color: Color) -> int:
    count = taken.get(color, 0)
    if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= 10_000:
        raise PositionError(f"stones taken by {color} must be a number from 0, not {quoted(count)}")
    return count


def play_all(game: Game, cells: Iterable[CellLike]) -> Game:
    """Play all cells on `game` and return it."""
    for cell in cells:
        game.play(cell)
    return game

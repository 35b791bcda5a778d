"""Replay of a file: every move goes through `Game`; an illegal one becomes an error with its location.

Legality is checked here. Knows no format: codecs pass cells, words and offsets.
"""

from collections.abc import Iterable, Sequence

from gomoku.rules.board import Cell
from gomoku.rules.game import Game, IllegalMove
from gomoku.rules.legality import Reason
from gomoku.rules.openings import Kind
from gomoku.rules.records.errors import MAX_MOVES, RecordError, Source, shown
from gomoku.rules.variant import Color, Rules


class Replay:
    """A game that is played while its file is read."""

    def __init__(self, source: Source, game: Game, hint: str = "") -> None:
        self.game = game
        self.actions = 0
        """Number of actions so far; building the game's tuple at every move would be slow."""
        self.stones = 0
        self._source = source
        self._hint = hint
        """Hint for a game or board that ends before the file does: the rules may have been guessed wrong."""

    def stone(self, offset: int, cell: Cell, color: Color | None = None) -> None:
        """Play the next stone; a colour given by the file must be the side to move."""
        self._count(offset)
        game = self.game
        self.stones += 1
        due = game.opening_decision
        if due is not None and due.kind is Kind.OFFER:
            raise self._error(offset, f"a stone, but the opening waits for {due.count} cells to be offered")
        if color is not None and color is not game.to_move and not game.is_over:
            raise self._error(offset, f"a {_named(color)} stone, but it is {_named(game.to_move)}'s turn")
        try:
            game.play(cell)
        except IllegalMove as error:
            doubtful = error.reason in (Reason.GAME_OVER, Reason.OFF_BOARD)
            raise self._error(offset, f"{error}{self._hint if doubtful else ''}") from None

    def answer(self, offset: int, word: str) -> None:
        """Answer an opening decision with a word or a number."""
        self._count(offset)
        due = self.game.decision
        if due is None or due.kind not in (Kind.CHOICE, Kind.NUMBER):
            raise self._error(offset, f"the answer {shown(word)} is given, but the opening asks nothing")
        answers = {str(choice): choice for choice in due.choices}
        if word not in answers:
            raise self._error(offset, f"expected one of {', '.join(answers)}, not {shown(word)}")
        self.game.decide(answers[word])

    def offer(self, offset: int, cells: Sequence[Cell]) -> None:
        """Offer cells for the fifth stone."""
        self._count(offset)
        due = self.game.decision
        if due is None or due.kind is not Kind.OFFER:
            raise self._error(offset, "cells are offered, but the opening asks for none")
        if len(cells) != due.count:
            raise self._error(offset, f"{len(cells)} cells are offered, {due.count} are asked for")
        try:
            self.game.decide(tuple(cells))
        except ValueError as error:
            raise self._error(offset, str(error)) from None

    @property
    def waits_for_offer(self) -> bool:
        due = self.game.opening_decision
        return due is not None and due.kind is Kind.OFFER

    def _count(self, offset: int) -> None:
        self.actions += 1
        if self.actions > MAX_MOVES:
            raise self._source.error(offset, f"more than {MAX_MOVES} moves in one game")

    def _error(self, offset: int, why: str) -> RecordError:
        return self._source.error(offset, why, self.stones or None)


def _named(color: Color | None) -> str:
    return color.stone_name if color else ""


def new_game(source: Source, offset: int, rules: Rules, opening: str = "standard") -> Game:
    """A new game."""
    try:
        return Game(rules, opening)
    except ValueError as error:
        raise source.error(offset, str(error)) from None


def set_up_game(
    source: Source, offset: int, rules: Rules, rows: Sequence[str], to_move: Color, taken: tuple[int, int]
) -> Game:
    """A game from a setup position; the usual start is not a setup."""
    if to_move is Color.X and taken == (0, 0) and not any(row.strip(".") for row in rows):
        return Game(rules)
    try:
        return Game.from_rows(rules, rows, to_move, {"X": taken[0], "O": taken[1]})
    except ValueError as error:
        raise source.error(offset, f"this position cannot be set up: {error}") from None


def sized(source: Source, offset: int, rules: Rules | None, width: int, height: int) -> Rules:
    """The rules with the board size of the file; freestyle if none are given."""
    try:
        return (rules or Rules.preset("freestyle")).with_options(size=(width, height))
    except ValueError as error:
        raise source.error(offset, str(error)) from None


def rows_of(rules: Rules, black: Iterable[Cell], white: Iterable[Cell]) -> list[str]:
    """A position as rows of `X O .`. The cells lie on the board."""
    grid = [["."] * rules.width for _ in range(rules.height)]
    for glyph, cells in (("X", black), ("O", white)):
        for x, y in cells:
            grid[y][x] = glyph
    return ["".join(row) for row in grid]


def cells_of(rows: Iterable[str], glyph: str) -> list[Cell]:
    """Cells of a glyph, row by row from the top."""
    return [(x, y) for y, row in enumerate(rows) for x, found in enumerate(row) if found == glyph]

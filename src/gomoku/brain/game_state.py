"""The game as the manager's commands build it. Knows neither the line protocol nor the engine.

Every operation that fails raises `CommandError` and leaves the state unchanged.
"""

from collections.abc import Mapping

from gomoku.brain.errors import CommandError
from gomoku.brain.settings import Settings
from gomoku.rules import Cell, Color, Game, IllegalMove, PositionError, Rules, RulesError
from gomoku.rules.legality import has_bans


class GameState:
    """The current game. Stones alternate, so colours follow from the order of play."""

    def __init__(self, settings: Settings, width: int, height: int) -> None:
        self.settings = settings
        self.size = (width, height)
        self.game = Game(self.rules())
        self._turn_is_open = False
        """The position was set up by `YXBOARD` and no move followed: the side to move is not known yet."""

    def rules(self) -> Rules:
        """The requested rules on the requested board."""
        try:
            return Rules.parse(self.settings.spec, size=self.size)
        except RulesError as error:
            raise CommandError(str(error)) from None

    def refresh(self) -> None:
        """Apply rules changed by `INFO` to the game in progress."""
        rules, game = self.rules(), self.game
        if rules == game.rules:
            return
        try:
            if game.setup is None:
                renewed = Game(rules)
                for cell in game.moves:
                    renewed.play(cell)
            else:
                renewed = Game.from_rows(rules, game.rows(), game.to_move, game.taken)
        except (IllegalMove, PositionError) as error:
            raise CommandError(f"this position cannot be under the rules {rules.name}: {error}") from None
        self.game = renewed

    @property
    def is_empty(self) -> bool:
        return not any(row.strip(".") for row in self.game.rows())

    def check_goes_on(self) -> None:
        if self.game.is_over:
            raise CommandError(f"the game is over: {ending(self.game)}")

    # --- moves ---

    def play(self, cell: Cell) -> None:
        """Play a stone of the side to move."""
        self._put(self.game, cell)
        self._turn_is_open = False

    def play_enemy(self, cell: Cell) -> None:
        """Play the opponent's stone. It must not end the game."""
        game = self.game
        if self._turn_is_open:
            game = self._set_up(game.rows(), game.to_move.other, game.taken)
        self._put(game, cell)
        if game.is_over:
            why = ending(game)
            game.undo()
            raise CommandError(f"the game is over: {why}")
        self.game, self._turn_is_open = game, False

    def _put(self, game: Game, cell: Cell) -> None:
        try:
            game.play(cell)
        except IllegalMove as error:
            raise CommandError(f"{cell[0]},{cell[1]} cannot be played: {error.reason.explanation}") from None

    def take_back(self, cell: Cell) -> None:
        """Undo the last move, including its captures."""
        game = self.game
        if game.moves:
            if game.moves[-1] != cell:
                raise CommandError("only the last move can be taken back")
            game.undo()
            return
        x, y = cell
        stone = game.stone(cell) if 0 <= x < game.rules.width and 0 <= y < game.rules.height else None
        if stone is None:
            raise CommandError("there is no stone to take back")
        rows = game.rows()
        rows[y] = rows[y][:x] + "." + rows[y][x + 1 :]
        self.game = self._set_up(rows, stone, game.taken)

    # --- positions ---

    def restart(self) -> None:
        """Start again with an empty board."""
        self.game = Game(self.rules())
        self._turn_is_open = False

    def set_up(self, stones: Mapping[Cell, bool], *, turn_is_open: bool = False) -> None:
        """Set up a position: cell to whether the stone is ours, in the order sent. We are to move unless `turn_is_open`."""
        rules = self.rules()
        own = sum(stones.values())
        enemy = len(stones) - own
        mine, theirs = (self.settings.captured or (0, 0)) if rules.capture_sizes else (0, 0)
        # Where the colours play by different rules, managers send the stones in order of play: the first is black's.
        # Captures may have removed it, so under capture rules the stone counts decide, as in symmetric rule sets.
        if stones and not rules.is_symmetric and not rules.capture_sizes:
            us = Color.X if next(iter(stones.values())) else Color.O
        else:
            us = Color.X if own + theirs >= enemy + mine else Color.O
        rows = [["."] * rules.width for _ in range(rules.height)]
        for (x, y), is_ours in stones.items():
            rows[y][x] = us if is_ours else us.other
        game = Game(rules)
        if stones or mine or theirs:
            game = self._set_up(["".join(row) for row in rows], us, {us: mine, us.other: theirs})
        if game.is_over and not turn_is_open:
            raise CommandError(f"the game is over: {ending(game)}")
        self.game, self._turn_is_open = game, turn_is_open
        self.settings.captured = None

    def swap2(self, stones: list[Cell]) -> Game:
        """Return a swap2 opening with zero, three or five stones on the board. The current game is unchanged."""
        opening = Game(self.rules(), "swap2")
        for cell in stones[:3]:
            self._put(opening, cell)
        if len(stones) == 5:
            opening.decide("two")
            for cell in stones[3:]:
                self._put(opening, cell)
        return opening

    def continue_from(self, stones: tuple[Cell, ...]) -> None:
        """Continue as an ordinary game with the stones of a finished opening."""
        self.restart()
        for cell in stones:
            self.game.play(cell)

    def _set_up(self, rows: list[str], to_move: Color, taken: Mapping[Color, int]) -> Game:
        try:
            return Game.from_rows(self.rules(), rows, to_move, taken)
        except PositionError as error:
            raise CommandError(str(error)) from None

    # --- queries ---

    def forbidden(self) -> list[Cell]:
        """Cells forbidden to the side to move, or to its opponent if only the opponent has forbidden moves."""
        game = self.game
        if game.is_over:
            return []
        if not has_bans(game.rules, game.to_move):
            game = self._set_up(game.rows(), game.to_move.other, game.taken)
        return game.forbidden_cells()

    def describe(self, cell: Cell) -> list[str]:
        """Describe a cell for people: its stone, or what a move there would do."""
        game = self.game
        x, y = cell
        if not (0 <= x < game.rules.width and 0 <= y < game.rules.height):
            return []
        stone = game.stone(cell)
        if stone is not None:
            numbers = [n for n, played in enumerate(game.played, start=1) if played.cell == cell]
            return [f"{x},{y} {stone.stone_name}" + (f", move {numbers[-1]}" if numbers else "")]
        side = game.to_move.stone_name
        reason = game.why_illegal(cell)
        if reason is not None:
            return [f"{x},{y} cannot be played by {side}: {reason.explanation}"]
        lines = [f"{x},{y} can be played by {side}"]
        twin = game.copy()
        played = twin.play(cell)
        if played.captured:
            lines.append(f"{x},{y} captures {len(played.captured)}")
        if twin.is_over:
            lines.append(f"{x},{y} ends the game: {ending(twin)}")
        elif twin.status == "grace":
            lines.append(f"{x},{y} makes a five that can be broken")
        elif threes := game.free_threes(cell):
            lines.append(f"{x},{y} makes {threes} free-three{'s' if threes > 1 else ''}")
        return lines


def ending(game: Game) -> str:
    """Describe how a game ended."""
    return f"{game.winner.stone_name} has won by {game.win_by}" if game.winner else "a draw"

"""Basic positions: their right moves are obvious, and the rules alone can prove them.

`tests/positions/basic-*.txt` holds blocks separated by blank lines:

    name a closed four                  title
    kind win                            win, block, attack, defence or priority
    rules freestyle;size=15
    move X                              side to move
    taken 8 0                           stones captured by X and by O, if any
    at 4,7                              cell of the diagram's upper left corner
    .OXXXX*                             X and O are stones, * marks every right move

Right moves, by priority:

1. a move that wins at once;
2. against an immediate win of the opponent, a move that prevents it;
3. a move that wins by continuous threats within five plies;
4. against such a win of the opponent within three plies, a move that prevents it.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gomoku.rules import Cell, Color, Game, Rules

POSITIONS = Path(__file__).parents[1] / "positions"
KINDS = ("win", "block", "attack", "defence", "priority")
ATTACK, DEFENCE = 5, 3
"""Search depth for forced wins in plies: our own, and the opponent's."""


@dataclass(frozen=True)
class Board:
    file: str
    name: str
    kind: str
    game: Game
    right: frozenset[Cell]

    def lines(self) -> list[str]:
        """The commands that set up the position, black and white alternating, black first."""
        game = self.game
        by_color: dict[Color, list[Cell]] = {color: [] for color in Color}
        for y, row in enumerate(game.rows()):
            for x, glyph in enumerate(row):
                if glyph != ".":
                    by_color[Color(glyph)].append((x, y))
        black, white = by_color[Color.X], by_color[Color.O]
        stones = [
            (cell, color) for pair in zip(black, white, strict=False) for cell, color in zip(pair, Color, strict=True)
        ]
        shorter = min(len(black), len(white))
        stones += [(cell, Color.X) for cell in black[shorter:]] + [(cell, Color.O) for cell in white[shorter:]]
        own, enemy = game.taken[game.to_move], game.taken[game.to_move.other]
        captured = [f"INFO gomoku.captured {own},{enemy}"] if own or enemy else []
        return [
            *captured,
            "BOARD",
            *(f"{x},{y},{1 if color is game.to_move else 2}" for (x, y), color in stones),
            "DONE",
        ]


def read(path: Path) -> list[Board]:
    boards = []
    for block in path.read_text(encoding="ascii").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        facts = dict(line.split(" ", 1) for line in lines if " " in line)
        diagram = [line for line in lines if " " not in line]
        rules = Rules.parse(facts["rules"])
        left, top = map(int, facts.get("at", "0,0").split(","))
        rows = [["."] * rules.width for _ in range(rules.height)]
        right = set()
        for y, line in enumerate(diagram, start=top):
            for x, glyph in enumerate(line, start=left):
                rows[y][x] = "." if glyph == "*" else glyph
                if glyph == "*":
                    right.add((x, y))
        taken = dict(zip("XO", map(int, facts.get("taken", "0 0").split()), strict=True))
        game = Game.from_rows(rules, ["".join(row) for row in rows], facts["move"], taken)
        boards.append(Board(path.stem, facts["name"], facts["kind"], game, frozenset(right)))
    return boards


def every() -> list[Board]:
    return [board for path in sorted(POSITIONS.glob("basic-*.txt")) for board in read(path)]


# --- right moves, by the rules alone ---


@cache
def windows(width: int, height: int) -> list[tuple[slice, list[Cell]]]:
    """All windows of five cells in a row: where they stand in the rows written one after another, and their cells."""
    return [
        (slice(start := y * width + x, start + 4 * step + 1, step), [(x + k * dx, y + k * dy) for k in range(5)])
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
        for step in (dy * width + dx,)
        for y in range(height)
        for x in range(width)
        if 0 <= x + 4 * dx < width and y + 4 * dy < height
    ]


def makes(game: Game, stones: int) -> set[Cell]:
    """Empty cells of windows with exactly `stones` stones of the side to move and none of the opponent."""
    board, own, found = "".join(game.rows()), str(game.to_move), set()
    for place, cells in windows(game.rules.width, game.rules.height):
        glyphs = board[place]
        if glyphs.count(own) == stones and glyphs.count(".") == 5 - stones:
            found |= {cell for cell, glyph in zip(cells, glyphs, strict=True) if glyph == "."}
    return found


def captures(game: Game, reach: int) -> set[Cell]:
    """Under capture rules: cells within `reach` of a stone."""
    if not game.rules.capture_sizes:
        return set()
    stones = [(x, y) for y, row in enumerate(game.rows()) for x, glyph in enumerate(row) if glyph != "."]
    around = range(-reach, reach + 1)
    return {(x + dx, y + dy) for x, y in stones for dx in around for dy in around}


def in_line(cells: set[Cell]) -> set[Cell]:
    """Cells in line with one of these, at most four steps away."""
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return {(x + k * dx, y + k * dy) for x, y in cells for dx, dy in steps for k in range(5)}


def stops(game: Game, threats: set[Cell]) -> set[Cell]:
    """Cells that may stop immediate threats: the threats themselves, blocked ends under caro, captures."""
    return (in_line(threats) if game.rules.caro else threats) | captures(game, 1)


def legal(game: Game, cells: set[Cell]) -> list[Cell]:
    return [cell for cell in sorted(cells) if game.why_illegal(cell) is None]


def passed(game: Game) -> Game:
    """The same position with the other side to move."""
    return Game.from_rows(game.rules, game.rows(), game.to_move.other, game.taken)


def wins_at_once(game: Game) -> set[Cell]:
    """Moves that win the game immediately."""
    mover, found = game.to_move, set()
    for cell in legal(game, makes(game, 4) | captures(game, 1)):
        game.play(cell)
        if game.winner is mover:
            found.add(cell)
        game.undo()
    return found


def answers(game: Game, threats: set[Cell]) -> set[Cell]:
    """Moves after which the opponent has no immediate win."""
    found = set()
    for cell in legal(game, stops(game, threats)):
        game.play(cell)
        if not game.is_over and not wins_at_once(game):
            found.add(cell)
        game.undo()
    return found


def forces(game: Game, plies: int) -> set[Cell]:
    """Moves that win within `plies` by continuous threats to win at once."""
    found = wins_at_once(game)
    if plies < 3 or found:
        return found
    for cell in legal(game, makes(game, 3) | makes(game, 4) | captures(game, 1)):
        game.play(cell)
        if not game.is_over and _is_lost(game, plies - 1):
            found.add(cell)
        game.undo()
    return found


def _is_lost(game: Game, plies: int) -> bool:
    """Is the side to move threatened, with no defence within `plies`?"""
    if game.status == "grace":
        replies = set(game.breaks)
    else:
        threats = wins_at_once(passed(game))
        if not threats or wins_at_once(game):
            return False
        replies = answers(game, threats)
    for reply in sorted(replies):
        game.play(reply)
        is_won = not game.is_over and bool(forces(game, plies - 1))
        game.undo()
        if not is_won:
            return False
    return True


def right_moves(game: Game) -> tuple[set[Cell], set[str]]:
    """The right moves, and the reasons present: win, block, attack, defence."""
    if game.status == "grace":
        return set(game.breaks), {"block"}
    enemy = passed(game)
    wins, threats = wins_at_once(game), set() if enemy.is_over else wins_at_once(enemy)
    attacks = set() if wins else forces(game, ATTACK)
    dangers = set() if threats else forces(enemy, DEFENCE)
    why = {"win": wins, "block": threats, "attack": attacks, "defence": dangers}
    reasons = {reason for reason, cells in why.items() if cells}
    if wins:
        return wins, reasons
    if threats:
        found = answers(game, threats)
        return found & attacks or found, reasons
    return attacks or _safe(game, dangers), reasons


def _safe(game: Game, dangers: set[Cell]) -> set[Cell]:
    """Moves that leave the opponent no forced win."""
    found = set()
    for cell in legal(game, in_line(dangers)):
        game.play(cell)
        if not forces(game, DEFENCE):
            found.add(cell)
        game.undo()
    return found


def tempting(game: Game) -> set[Cell]:
    """Plausible wrong moves: those that make or stop a four or a five."""
    return makes(game, 3) | makes(game, 4) | makes(passed(game), 4)

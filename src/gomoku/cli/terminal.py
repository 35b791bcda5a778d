"""A game as text: on a coloured board for terminals, in plain letters elsewhere.

Returns text and prints nothing. Text from files is never trusted: `clean` removes control characters.
"""

import textwrap
from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from gomoku.rules import Cell, Color, Decided, Decision, Game, Kind, Played, Status, WinBy
from gomoku.rules.diagram import stars
from gomoku.rules.notation import column_names
from gomoku.rules.opening_names import named_opening
from gomoku.rules.records import Record

WOOD: Final = "#e6bd80"
_GRID: Final = Style(color="#9c6b35", bgcolor=WOOD)
_STAR: Final = Style(color="#4d2e0d", bgcolor=WOOD)
_INK: Final = Style(color="#4a2d0e", bgcolor=WOOD)
_STONES: Final = {Color.X: Style(color="#0a0a0c", bgcolor=WOOD), Color.O: Style(color="#ffffff", bgcolor=WOOD)}
_LAST: Final = Style(bgcolor="#d4432a", bold=True)
_FIVE: Final = Style(bgcolor="#ffe27a")
_TAKEN: Final = Style(color="#b3261e", bgcolor=WOOD)
_FORBIDDEN: Final = Style(color="#b3261e", bgcolor=WOOD, bold=True)
_BREAK: Final = Style(color="#0b4f8a", bgcolor=WOOD, bold=True)
_GAP: Final = 2
"""Columns between the board and the notes."""
_HEADING: Final = 10
"""Width of the notes' headings, in columns."""
_SIDE_BY_SIDE: Final = 28
"""Minimum columns of the notes beside the board; with fewer they go below it."""


def clean(text: str) -> str:
    """The text on one line, without control characters."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


# --- words ---


def state(game: Game) -> str:
    """State of the game, in one sentence."""
    mover = game.to_move.stone_name.capitalize()
    if game.status is Status.DRAW:
        return "Draw."
    if game.winner is not None:
        winner, loser = (c.stone_name.capitalize() for c in (game.winner, game.winner.other))
        if game.win_by is WinBy.FOUL:
            return f"{winner} wins: {loser} has made a forbidden move."
        if game.win_by is WinBy.CAPTURE:
            return f"{winner} wins with {game.taken[game.winner]} stones taken."
        return f"{winner} wins with a row of {max(map(len, game.fives()), default=5)}."
    if game.status is Status.GRACE:
        owner = game.to_move.other.stone_name.capitalize()
        return f"{owner} has five in a row, but {mover} can break it at {_listed(game, game.breaks, 'or')}."
    if game.decision is not None and game.decision.step != "play":
        return f"Opening: {_asked(game.decision)}."
    return f"{mover} to move."


def _asked(decision: Decision) -> str:
    words = [str(choice) for choice in decision.choices]
    stone = decision.color.stone_name if decision.color else ""
    return (
        f"{decision.player} "
        + {
            Kind.STONE: f"places a {stone} stone",
            Kind.CHOICE: f"chooses {_and(words, 'or')}",
            Kind.NUMBER: f"chooses a number from {words[0] if words else ''} to {words[-1] if words else ''}",
            Kind.OFFER: f"offers {decision.count} cells for a {stone} stone",
            Kind.PICK: "picks one of the cells offered",
        }[decision.kind]
    )


def _and(words: list[str], last: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def _listed(game: Game, cells: tuple[Cell, ...] | list[Cell], last: str = "and") -> str:
    return _and([game.name(cell) for cell in cells], last)


def notes(record: Record, game: Game) -> Iterator[tuple[str, str]]:
    """Notes on a game at a given move: pairs of heading and text."""
    rules = game.rules
    names = {Color.X: record.black, Color.O: record.white}
    yield "Rules", f"{clean(rules.spec())}, {rules.width} x {rules.height}"
    for color in Color:
        named = clean(names[color])[:40]
        took = f"took {game.taken[color]}" if rules.capture_sizes else ""
        yield color.stone_name.capitalize(), ", ".join(filter(None, (named, took))) or "-"
    if game.opening != "standard":
        said = [f"{a.player} {_said(game, a)}" for a in game.actions if isinstance(a, Decided)]
        yield "Opening", "; ".join([game.opening, *said])
    opening = named_opening(game)
    if opening is not None:
        yield "Pattern", str(opening)
    count, total = len(game.moves), len(record.game.moves)
    yield "Move", f"{count} of {total}" + (f": {_last(game, game.played[-1])}" if count else "")
    yield "State", state(game)
    if count == total and not game.is_over and record.outcome:
        yield "Result", clean(record.outcome)[:40]
    comment = clean(record.comments.get(len(game.actions), ""))
    if comment:
        yield "Comment", comment if len(comment) <= 240 else comment[:239] + "…"
    forbidden = game.forbidden_cells()
    if forbidden:
        yield "Forbidden", _listed(game, forbidden)


def _said(game: Game, decided: Decided) -> str:
    if isinstance(decided.answer, tuple):
        return f"offers {_listed(game, list(decided.answer))}"  # type: ignore[arg-type]
    return f"says {decided.answer}"


def _last(game: Game, played: Played) -> str:
    took = f" takes {_listed(game, played.captured)}" if played.captured else ""
    return f"{played.color.stone_name.capitalize()} {game.name(played.cell)}{took}"


def move_rows(game: Game) -> list[tuple[str, str, str]]:
    """The moves in rows: number, black, white. `K10x2` captures two stones."""
    words = [game.name(p.cell) + (f"x{len(p.captured)}" if p.captured else "") for p in game.played]
    if game.played and game.played[0].color is Color.O:
        words.insert(0, "...")
    words += [""] * (len(words) % 2)
    return [(f"{i // 2 + 1}", words[i], words[i + 1]) for i in range(0, len(words), 2)]


# --- plain ---


def plain(record: Record, game: Game) -> str:
    """A game at a given move in letters, X for black and O for white, with all moves of the record."""
    letters = {color.stone_name.capitalize(): f" {color}" for color in Color}
    lines = []
    for heading, text in notes(record, game):
        head = f"{heading}{letters.get(heading, '')}:"
        lines += textwrap.wrap(text, 79, initial_indent=f"{head:<11}", subsequent_indent=" " * 11)
    lines += ["", *plain_board(game), ""]
    entries = [f"{number:>3}. {black:<8}{white:<8}" for number, black, white in move_rows(record.game)]
    lines += ["".join(entries[i : i + 3]).rstrip() for i in range(0, len(entries), 3)]
    return "\n".join(lines).rstrip() + "\n"


def plain_board(game: Game) -> list[str]:
    """The board in letters, the last move in brackets."""
    last = game.moves[-1] if game.moves else None
    names = column_names(game.rules.width)
    depth = max(map(len, names))
    heads = ["    " + " ".join(name.rjust(depth)[i] for name in names) for i in range(depth)]
    lines = []
    for y, row in enumerate(game.rows()):
        cells = list(" " + " ".join(row) + " ")
        if last is not None and last[1] == y:
            cells[2 * last[0]], cells[2 * last[0] + 2] = "[", "]"
        number = game.rules.height - y
        lines.append(f"{number:>2} {''.join(cells)} {number}")
    return [*heads, *lines, *heads]


# --- in colour ---


def colored(record: Record, game: Game, width: int) -> RenderableType:
    """A game at a given move on a coloured board, with notes and moves beside it if there is room."""
    board = colored_board(game)
    height = board.plain.count("\n") + 1
    beside = width - len(board.plain.split("\n", 1)[0]) - _GAP
    wide = beside >= _SIDE_BY_SIDE
    room = beside if wide else width
    notes_table = Table.grid(padding=(0, 1, 0, 0))
    notes_table.add_column(style="bold", no_wrap=True)
    notes_table.add_column(width=room - _HEADING, overflow="fold")
    used = 0
    for heading, words in notes(record, game):
        notes_table.add_row(heading, Text(words))
        used += len(textwrap.wrap(words, room - _HEADING - 1)) or 1
    moves = _moves(game, record.game, max(height - used - 1, 5) if wide else 7)
    page = Table.grid(padding=(0, _GAP, 0, 0))
    if wide:
        page.add_row(board, Group(notes_table, Text(), moves))
    else:
        page.add_row(Group(board, Text(), notes_table, Text(), moves))
    return page


def _moves(game: Game, whole: Game, lines: int) -> Text:
    """Rows of moves that fit, around the current one."""
    rows = move_rows(whole)
    shown = whole.played[: len(game.moves)]
    skipped = 1 if whole.played and whole.played[0].color is Color.O else 0
    here = max(len(shown) + skipped - 1, 0)
    first = min(max(here // 2 - lines // 2, 0), max(len(rows) - lines, 0))
    text = Text(no_wrap=True)
    for i, (number, *pair) in enumerate(rows[first : first + lines], first):
        text.append(f"{number:>4}  ", style="dim")
        for side, word in enumerate(pair):
            index = 2 * i + side
            style = "reverse" if shown and index == here else "" if index <= here and shown else "dim"
            text.append(word, style=style)
            text.append(" " * (9 - len(word)))
        text.append("\n")
    return text


def colored_board(game: Game) -> Text:
    """The board in colour: last move red, five golden, captured cells, forbidden cells and breaks marked."""
    names = column_names(game.rules.width)
    depth = max(map(len, names))
    heads = ["    " + " ".join(name.rjust(depth)[i] for name in names) + "    \n" for i in range(depth)]
    last = game.played[-1] if game.played else None
    fives = {cell for five in game.fives() for cell in five}
    marks = dict.fromkeys(game.forbidden_cells(), ("x", _FORBIDDEN))
    marks |= dict.fromkeys(last.captured if last else (), ("◌", _TAKEN))
    marks |= dict.fromkeys(game.breaks, ("+", _BREAK))
    dots = {(x, y) for x in stars(game.rules.width) for y in stars(game.rules.height)}
    text = Text(no_wrap=True).append("".join(heads), style=_INK)
    for y in range(game.rules.height):
        number = game.rules.height - y
        text.append(f" {number:>2} ", style=_INK)
        for x in range(game.rules.width):
            cell = (x, y)
            color = game.stone(cell)
            if color is not None:
                style = _STONES[color] + (_FIVE if cell in fives else Style.null())
                text.append("●", style=style + (_LAST if last and last.cell == cell else Style.null()))
            elif cell in marks:
                text.append(*marks[cell])
            elif cell in dots:
                text.append("•", style=_STAR)
            else:
                text.append(_crossing(x, y, game.rules.width, game.rules.height), style=_GRID)
            if x < game.rules.width - 1:
                text.append("─", style=_GRID)
        text.append(f" {number:<2} \n", style=_INK)
    text.append("".join(heads).rstrip("\n"), style=_INK)
    return text


def _crossing(x: int, y: int, width: int, height: int) -> str:
    """Box-drawing character of the grid at a cell."""
    column = 0 if x == 0 else 2 if x == width - 1 else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[0 if y == 0 else 2 if y == height - 1 else 1][column]

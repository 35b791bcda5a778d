"""`gomoku review`: games of files and folders reviewed by the engine, as a table with a curve for each game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gomoku.cli.terminal import clean
from gomoku.engine import Engine, Limit
from gomoku.library.sources import Progress, entries, rules_for
from gomoku.rules import Game, Rules
from gomoku.rules.records import Record, RecordError
from gomoku.server.analysis.coach import PositionResult
from gomoku.server.analysis.review import judge, value_of_finished
from gomoku.server.wire.analysis.study_messages import Review, SideReview

_BARS: Final = "▁▂▃▄▅▆▇█"
CURVE: Final = 24
"""Characters of a curve."""


@dataclass(frozen=True)
class Reviewed:
    """A game with its review, or the reason why it has none."""

    source: str
    number: int
    record: Record | None = None
    review: Review | None = None
    why: str = ""


def reviews(
    paths: Sequence[Path], rules: Rules | None, limit: Limit, threads: int, memory: float, progress: Progress
) -> Iterator[Reviewed]:
    """Every game with its review, in order. One engine per rule set is kept at a time."""
    engine: Engine | None = None
    try:
        for entry in entries(paths, progress):
            try:
                record = entry.record(rules if rules is not None else rules_for(entry))
                if not record.game.moves:
                    raise RecordError("the game has no moves")
                if engine is None or engine.rules != record.game.rules:
                    if engine is not None:
                        engine.close()
                    engine = Engine(record.game.rules, threads, memory)
                yield Reviewed(entry.source, entry.number, record, _review(engine, record.game, limit))
            except ValueError as error:  # unreadable, or a board too large for the engine
                yield Reviewed(entry.source, entry.number, why=str(error))
    finally:
        if engine is not None:
            engine.close()


def _review(engine: Engine, game: Game, limit: Limit) -> Review:
    games = [game.at(number) for number in range(len(game.moves) + 1)]
    games = [board for board in games if board.decision is None or board.decision.step == "play"] or games[-1:]
    found = []
    for board in games:
        if board.is_over:
            found.append(value_of_finished(board))
        else:
            result = engine.search(board, limit)
            found.append(PositionResult(result.score, result.pv, result.depth))
    return judge("", games, found)


def curve(review: Review, width: int = CURVE) -> str:
    """Black's winning chance from the first move to the last, as bars."""
    chances = [review.start_chance, *(move.chance for move in review.moves)]
    shown = (
        [chances[round(i * (len(chances) - 1) / (width - 1))] for i in range(width)]
        if len(chances) > width
        else chances
    )
    return "".join(_BARS[min(int(chance * len(_BARS)), len(_BARS) - 1)] for chance in shown)


HEADINGS: Final = (
    "Game",
    "Black",
    "White",
    "Result",
    "Moves",
    "Accuracy",
    "?!",
    "?",
    "??",
    "Turning points",
    "Black's chances",
)


FOLDED: Final = ("Game", "Black", "White", "Turning points", "Black's chances")
"""Columns whose headings or cells may take two lines."""
NARROW: Final = 110
"""Columns of a terminal below which figures are rounded and curves are short, so that a game has one line."""
SHORT_CURVE: Final = 10


def row(reviewed: Reviewed, is_narrow: bool = False) -> tuple[str, ...]:
    """A game in the table: figures of Black and of White, with a bar between."""
    record, review = reviewed.record, reviewed.review
    assert record is not None
    assert review is not None
    sides = (review.X, review.O)
    bar, longest = ("|", 10) if is_narrow else (" | ", 20)

    def both(values: Sequence[object]) -> str:
        return bar.join("-" if value is None else str(value) for value in values)

    def grades(name: str) -> str:
        return both([side.grades.get(name, 0) if side else 0 for side in sides])

    def accuracy(side: SideReview | None) -> float | None:
        if side is None or side.accuracy is None:
            return None
        return round(side.accuracy) if is_narrow else side.accuracy

    first = len(record.game.moves) - len(review.moves)
    turns = [f"{first + n} {record.game.name(record.game.moves[first + n - 1])}" for n in review.turning_points]
    return (
        f"{clean(Path(reviewed.source).name)} {reviewed.number}",
        clean(record.black)[:longest],
        clean(record.white)[:longest],
        clean(record.outcome)[:8],
        str(len(record.game.moves)),
        both([accuracy(side) for side in sides]),
        grades("inaccurate"),
        grades("mistake"),
        grades("blunder"),
        ", ".join(turns),
        curve(review, SHORT_CURVE if is_narrow else CURVE),
    )


PLAYER_HEADINGS: Final = ("Player", "Games", "Moves", "Accuracy", "?!", "?", "??")


class Players:
    """Sums of the reviewed games, by player."""

    def __init__(self) -> None:
        self._sums: dict[str, tuple[str, list[float]]] = {}

    def add(self, reviewed: Reviewed) -> None:
        """Count a game for both players that have a name."""
        record, review = reviewed.record, reviewed.review
        if record is None or review is None:
            return
        for name, side in ((clean(record.black), review.X), (clean(record.white), review.O)):
            if not name or side is None or side.accuracy is None:
                continue
            _, sums = self._sums.setdefault(name.casefold(), (name, [0, 0, 0, 0, 0, 0]))
            moves = sum(side.grades.values())
            grades = [side.grades.get(grade, 0) for grade in ("inaccurate", "mistake", "blunder")]
            for at, value in enumerate((1, moves, side.accuracy * moves, *grades)):
                sums[at] += value

    def rows(self) -> list[tuple[str, ...]]:
        """The players, the most accurate first."""
        found = sorted(self._sums.values(), key=lambda each: (-each[1][2] / each[1][1], each[0]))
        return [
            (name, f"{games:.0f}", f"{moves:.0f}", f"{accuracy / moves:.1f}", *(f"{grade:.0f}" for grade in grades))
            for name, (games, moves, accuracy, *grades) in found
        ]


def tables(games: Sequence[Sequence[str]], players: Sequence[Sequence[str]], is_narrow: bool) -> RenderableType:
    """The table of the games, and, if there are several, that of the players."""
    gap = (0, 1 if is_narrow else 2, 0, 0)
    table = Table(box=None, pad_edge=False, padding=gap)
    for heading in HEADINGS:
        # figures and curves are read across the line; names and lists may take two
        table.add_column(heading, overflow="fold", no_wrap=heading not in FOLDED)
    for cells in games:
        table.add_row(*map(Text, cells))
    if len(games) < 2 or not players:
        return table
    by_player = Table(box=None, pad_edge=False, padding=gap)
    for heading in PLAYER_HEADINGS:
        by_player.add_column(heading, justify="left" if heading == "Player" else "right")
    for cells in players:
        by_player.add_row(*map(Text, cells))
    return Group(table, Text(), by_player)


def as_json(reviewed: Reviewed) -> dict[str, Any]:
    """A game as JSON, with the chances after every move."""
    place: dict[str, Any] = {"source": reviewed.source, "game": reviewed.number}
    record, review = reviewed.record, reviewed.review
    if record is None or review is None:
        return place | {"error": reviewed.why}
    sides = {
        name: {"accuracy": side.accuracy, **side.grades} if side else None
        for name, side in (("black", review.X), ("white", review.O))
    }
    return place | {
        "names": [record.black, record.white],
        "result": record.outcome,
        **sides,
        "turning_points": list(review.turning_points),
        "chances": [review.start_chance, *(move.chance for move in review.moves)],
        "grades": [str(move.grade) for move in review.moves],
    }

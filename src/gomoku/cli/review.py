"""`gomoku review`: games of files and folders reviewed by the engine, as a table with a curve for each game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gomoku.cli.terminal import clean
from gomoku.engine import Engine, Limit
from gomoku.library.sources import Progress, entries, rules_for
from gomoku.rules import Game, Rules
from gomoku.rules.records import Record, RecordError
from gomoku.server.analysis.coach import PositionResult
from gomoku.server.analysis.review import judge, value_of_finished
from gomoku.server.wire.analysis.study_messages import Review

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
    paths: Sequence[Path], rules: Rules | None, limit: Limit, threads: int, memory: float
) -> Iterator[Reviewed]:
    """Every game with its review, in order. One engine per rule set is kept at a time."""
    engine: Engine | None = None
    try:
        for entry in entries(paths, Progress()):
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


def curve(review: Review) -> str:
    """Black's winning chance from the first move to the last, as bars."""
    chances = [review.start_chance, *(move.chance for move in review.moves)]
    shown = (
        [chances[round(i * (len(chances) - 1) / (CURVE - 1))] for i in range(CURVE)]
        if len(chances) > CURVE
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


def row(reviewed: Reviewed) -> tuple[str, ...]:
    """A game in the table: figures of Black and of White, with a bar between."""
    record, review = reviewed.record, reviewed.review
    assert record is not None
    assert review is not None
    sides = (review.X, review.O)

    def both(values: Sequence[object]) -> str:
        return " | ".join("-" if value is None else str(value) for value in values)

    def grades(name: str) -> str:
        return both([side.grades.get(name, 0) if side else 0 for side in sides])

    first = len(record.game.moves) - len(review.moves)
    turns = [f"{first + n} {record.game.name(record.game.moves[first + n - 1])}" for n in review.turning_points]
    return (
        f"{clean(Path(reviewed.source).name)} {reviewed.number}",
        clean(record.black)[:20],
        clean(record.white)[:20],
        clean(record.outcome)[:8],
        str(len(record.game.moves)),
        both([side.accuracy if side else None for side in sides]),
        grades("inaccurate"),
        grades("mistake"),
        grades("blunder"),
        ", ".join(turns),
        curve(review),
    )


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

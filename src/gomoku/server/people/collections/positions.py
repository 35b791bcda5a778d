"""Positions of collected games: an index of their first plies, equal under symmetry, for the explorer and for searches.

The index is written with the games, in the same transaction; `rows_of` is what a game adds to it.
"""

import zlib
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, and_, case, exists, func, select

from gomoku.library.explorer import DEPTH, Reply, steps_of
from gomoku.library.sources import Entry
from gomoku.rules import Color, Game, Rules
from gomoku.rules.positions import Walker
from gomoku.rules.records import Record
from gomoku.server.storage.tables import collected_game, collected_position
from gomoku.server.wire.analysis.study_messages import ExplorerGame

END: Final = -1
"""Stands for the move in the last position of a game."""
MAX_GAMES: Final = 8
"""Games listed with a position."""
MAX_TEXT: Final = 4_000
"""Bytes of a compressed text that is read to show the board at the end of a game."""


def rows_of(digest: str, game: Game) -> list[dict[str, Any]]:
    """The positions of a game up to DEPTH plies, each with the move that was played there."""
    walker = Walker.of(game)
    moves: dict[int, int] = {}  # a position that recurs after captures counts once
    for ply, stone in enumerate(game.played):
        if ply == DEPTH:
            break
        moves.setdefault(walker.key, walker.canonical(walker.cell(stone.cell)))
        walker.play(stone)
    moves.setdefault(walker.key, END)
    return [{"digest": digest, "position": key, "move": move} for key, move in moves.items()]


def passes(visitor: str, key: int) -> ColumnElement[bool]:
    """Condition: a game of the visitor's passes the position."""
    there = select(collected_position.c.digest).where(
        collected_position.c.owner == visitor, collected_position.c.position == key
    )
    return and_(collected_game.c.owner == visitor, collected_game.c.digest.in_(there))


def played(
    connection: Connection, visitor: str, game: Game
) -> tuple[list[Reply], list[ExplorerGame], list[int]] | None:
    """The moves played in the game's position, most frequent first, with the latest game of each, and the number of games that
    played each move of its line; None without a collection."""
    if not connection.scalar(select(exists().where(collected_game.c.owner == visitor))):
        return None
    walker = Walker.of(game)
    for stone in game.played:
        walker.play(stone)
    counts: dict[int, dict[str, int]] = {}
    ratings: dict[int, list[int]] = {}
    rating = collected_game.c.rating_white if game.to_move is Color.O else collected_game.c.rating_black
    for move, result, games, rated, total in connection.execute(_counts(visitor, walker.key, rating)):
        counts.setdefault(move, {})[result] = games
        if rated:
            known = ratings.setdefault(move, [0, 0])
            known[0] += rated
            known[1] += total
    found = [
        Reply(
            tuple(walker.cells(move)),
            black=games.get("B", 0),
            draws=games.get("0", 0),
            white=games.get("W", 0),
            other=games.get("", 0),
            rating=round(ratings[move][1] / ratings[move][0]) if move in ratings else None,
            last=0,
        )
        for move, games in counts.items()
    ]
    order = sorted(zip(found, counts, strict=True), key=lambda pair: (-pair[0].games, pair[0].cells))
    latest = _latest(connection, visitor, walker.key, [move for _, move in order[:MAX_GAMES]])
    return [reply for reply, _ in order], latest, followed(connection, visitor, game)


def followed(connection: Connection, visitor: str, game: Game) -> list[int]:
    """The number of games that played each move of the game's line, as far as moves are indexed."""
    here, steps = collected_position.c, steps_of(game)
    rows = connection.execute(
        select(here.position, here.move, func.count())
        .where(here.owner == visitor, here.position.in_([key for key, _ in steps]))
        .group_by(here.position, here.move)
    )
    games = {(key, move): count for key, move, count in rows}
    return [games.get(step, 0) for step in steps]


def _counts(visitor: str, key: int, rating: ColumnElement[int | None]) -> Select[Any]:
    """Counts by move and result: games, games with a rating of the side to move, and the sum of these ratings."""
    here, there = collected_position.c, collected_game.c
    joined = and_(there.owner == here.owner, there.digest == here.digest)
    return (
        select(here.move, there.result, func.count(), func.count(func.nullif(rating, 0)), func.sum(rating))
        .join(collected_game, joined)
        .where(here.owner == visitor, here.position == key, here.move != END)
        .group_by(here.move, there.result)
    )


def _latest(connection: Connection, visitor: str, key: int, moves: Sequence[int]) -> list[ExplorerGame]:
    """The latest game of each move, in the order of the moves, then the second latest ones, and so on."""
    here, there = collected_position.c, collected_game.c
    joined = and_(there.owner == here.owner, there.digest == here.digest)
    age = func.row_number().over(partition_by=here.move, order_by=(there.date.desc(), there.added.desc(), there.digest))
    numbered = (
        select(here.move, here.digest, age.label("age"))
        .join(collected_game, joined)
        .where(here.owner == visitor, here.position == key, here.move.in_(moves))
        .subquery()
    )
    known = connection.execute(select(numbered).where(numbered.c.age <= MAX_GAMES)).all()
    first = sorted(known, key=lambda row: (row.age, moves.index(row.move)))[:MAX_GAMES]
    facts = (there.black, there.white, there.result, there.date, there.rating_black, there.rating_white)
    text = case((func.length(there.text) <= MAX_TEXT, there.text)).label("text")
    details = select(there.digest, *facts, there.source, there.format, there.read_with, text).where(
        there.owner == visitor, there.digest.in_([row.digest for row in first])
    )
    rows: dict[str, Any] = {row.digest: row for row in connection.execute(details)}
    return [
        ExplorerGame(
            row.black,
            row.white,
            row.result,
            row.date,
            ratings=(row.rating_black or None, row.rating_white or None),
            collected=row.digest,
            rows=()
            if row.text is None
            else tuple(record_of(row.source, row.format, row.read_with, row.text).game.rows()),
        )
        for row in (rows[each.digest] for each in first)
    ]


def record_of(source: str, format: str, rules: str | None, text: bytes) -> Record:
    """A stored game with everything its file said."""
    entry = Entry(source, 1, format, zlib.decompress(text).decode("utf-8"))
    return entry.record(None if rules is None else Rules.parse(rules))

"""Opening explorer: moves played in a position, by the visitor, on this server, in collections and by the engine, with
their values in the engine's opening book.

The server's own games are indexed in an SQLite file beside the database, a little after they end. The file holds
nothing that the database does not: it can be deleted, and is then rebuilt. Collections are files of `gomoku games`,
opened for reading.
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from gomoku.engine.book import book_for
from gomoku.library.engine_games import EngineGame, EngineGames
from gomoku.library.explorer import TABLES, Index, Reply
from gomoku.library.store import Library, digest_of
from gomoku.rules import Cell, Color, Game, Rules
from gomoku.rules.opening_names import named_opening, rows_of
from gomoku.rules.positions import Walker, rows_after
from gomoku.rules.records import RecordError, link
from gomoku.server.analysis.review import chance
from gomoku.server.rooms.records import record_of
from gomoku.server.rooms.room import PLAYERS, Room
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.wire.analysis.study_messages import (
    RATING_STEP,
    ExplorerGame,
    ExplorerReply,
    ExplorerView,
    GameFilter,
    GameSource,
    Tempo,
)
from gomoku.server.wire.values import ByoYomi, ClockRule, Correspondence, EndedBy, Fischer, Moment, Person, RoomKind

log = logging.getLogger("gomoku.server")

POLL_INTERVAL: Final = 2.0
"""Seconds between polls for finished games."""
BATCH: Final = 100
"""Rooms read at a time."""
STEP: Final = 20
"""Rooms indexed at once, for a few milliseconds: lookups wait meanwhile."""
OVERLAP: Final = 600_000
"""Milliseconds by which polls overlap: changes may be stored out of order."""
MAX_GAMES: Final = 8
"""Games listed with a position."""
ALL_GAMES: Final = GameFilter()
QUICK: Final = 600_000
"""Milliseconds that a side has for 40 moves, less than which is quick."""
_PUBLIC: Final = ""
"""Stands for a visitor in the sources of games in listed rooms."""
_VERSION: Final = 1
"""Version of the tables; an index of another one is made anew."""
_TABLES: Final = f"""
{TABLES}
CREATE TABLE IF NOT EXISTS sources (
    id INTEGER PRIMARY KEY,
    visitor TEXT NOT NULL,
    rating INTEGER NOT NULL,
    tempo TEXT NOT NULL,
    UNIQUE (visitor, rating, tempo)
);
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    room TEXT NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    rating_black INTEGER,
    rating_white INTEGER,
    result TEXT NOT NULL,
    ended INTEGER NOT NULL,
    rows TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS seen (room TEXT PRIMARY KEY, updated INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS seen_updated ON seen (updated);
"""


def index_file(database: str, folder: Path) -> str:
    """The file of the index: beside an SQLite database, otherwise in the data folder, by the database's address."""
    if database.startswith("sqlite:///"):
        return database.removeprefix("sqlite:///") + ".explorer"
    name = blake2b(database.encode(), digest_size=6).hexdigest()
    return str(folder / f"explorer-{name}.sqlite")


def _opened(file: str) -> sqlite3.Connection:
    if file != ":memory:":
        Path(file).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        Path(file).touch(mode=0o600, exist_ok=True)
    database = sqlite3.connect(file, check_same_thread=False)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        with database:
            database.execute("BEGIN IMMEDIATE")  # another process may open the file, too
            (version,) = database.execute("PRAGMA user_version").fetchone()
            names = () if version == _VERSION else ("plays", "sources", "games", "seen")
            drops = [f"DROP TABLE IF EXISTS {name}" for name in names]
            for statement in (*drops, *_TABLES.split(";"), f"PRAGMA user_version = {_VERSION}"):
                database.execute(statement)
    except sqlite3.Error:
        database.close()
        raise
    return database


class Explorer:
    """Looks up the moves played in a position."""

    def __init__(self, file: str, collections: Sequence[str], store: Store) -> None:
        """Raises LibraryError if a collection cannot be opened."""
        self._store = store
        self._lock = asyncio.Lock()
        """One thread at a time uses the files."""
        self._collections = [Library(Path(name)) for name in collections]
        self._engine_games = EngineGames()
        try:
            self._database = _opened(file)
        except (sqlite3.Error, OSError) as error:
            log.warning("the explorer's index is kept in memory: cannot use %s: %s", file, error)
            self._database = _opened(":memory:")

    def close(self) -> None:
        for collection in self._collections:
            collection.close()
        self._database.close()

    # --- index ---

    async def watch(self) -> None:
        """Index games as they end."""
        while True:
            with contextlib.suppress(StoreError, sqlite3.Error):  # retried at the next poll
                while await self.update():
                    pass
            await asyncio.sleep(POLL_INTERVAL)

    async def update(self) -> int:
        """Index the next finished games; return the number of rooms examined."""
        (latest,) = self._database.execute("SELECT coalesce(max(updated), 0) FROM seen").fetchone()
        since, room = latest - OVERLAP, ""
        while names := await self._store.ended_since(since, room, BATCH):
            fresh = [each for each in names if not self._has_seen(*each)][:STEP]
            if fresh:
                rooms = [found for name, _ in fresh if (found := await self._store.load(name)) is not None]
                async with self._lock:
                    await asyncio.to_thread(self._add, rooms, fresh)
                return len(fresh)
            room, since = names[-1]
        return 0

    async def rebuild(self) -> int:
        """Index all finished games anew; return the number of rooms examined."""
        with self._database:
            for table in ("plays", "games", "seen"):
                self._database.execute(f"DELETE FROM {table}")
        examined = 0
        while more := await self.update():
            examined += more
        return examined

    def _has_seen(self, room: str, updated: Moment) -> bool:
        found = self._database.execute("SELECT 1 FROM seen WHERE room = ? AND updated = ?", (room, updated))
        return found.fetchone() is not None

    def _add(self, rooms: Iterable[Room], names: Iterable[tuple[str, Moment]]) -> None:
        index = Index(self._database)
        with self._database:
            for room in rooms:
                if room.is_finished and room.game.moves:
                    self._add_room(index, room)
            index.flush()
            self._database.executemany("INSERT OR REPLACE INTO seen (room, updated) VALUES (?, ?)", names)

    def _add_room(self, index: Index, room: Room) -> None:
        record = record_of(room)
        visitors = sorted({holder.visitor for holder in room.holders if isinstance(holder, Person)})
        # a room that goes on to its next game leaves a copy of the last one: the digest is the same
        digest = blake2b(digest_of(record) + repr(visitors).encode(), digest_size=16).digest()
        ratings = [_rating(room, color) for color in Color]
        row = self._database.execute(
            "INSERT OR IGNORE INTO games (digest, room, black, white, rating_black, rating_white, result, ended, rows)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                digest,
                room.id,
                record.black,
                record.white,
                *ratings,
                _result(room),
                room.updated,
                " ".join(room.game.rows()),
            ),
        )
        if not row.rowcount:
            return
        number = row.lastrowid or 0
        known = [rating for rating in ratings if rating is not None]
        both = min(known) // RATING_STEP * RATING_STEP if len(known) == len(ratings) else 0
        for owner in visitors + [_PUBLIC] * (room.kind is RoomKind.LISTED):
            source = self._source(owner, both, tempo_of(room.options.clock))
            start = Walker.of(room.game)
            index.add(number, start, room.game.played, _result(room), (ratings[0], ratings[1]), source)

    def _source(self, owner: str, rating: int, tempo: Tempo) -> int:
        """The source of an owner's games of that rating and tempo."""
        facts = (owner, rating, tempo)
        self._database.execute("INSERT OR IGNORE INTO sources (visitor, rating, tempo) VALUES (?, ?, ?)", facts)
        found = "SELECT id FROM sources WHERE visitor = ? AND rating = ? AND tempo = ?"
        return int(self._database.execute(found, facts).fetchone()[0])

    def _sources(self, owner: str, wanted: GameFilter) -> list[int]:
        """The sources of an owner's games that fit."""
        rows = self._database.execute(
            "SELECT id FROM sources WHERE visitor = ? AND rating >= ? AND tempo LIKE ?",
            (owner, wanted.rating, wanted.tempo or "%"),
        )
        return [number for (number,) in rows]

    # --- lookups ---

    async def look(
        self,
        visitor: str,
        game: Game,
        source: GameSource,
        imported: tuple[list[Reply], list[ExplorerGame], list[int]] | None = None,
        wanted: GameFilter = ALL_GAMES,
    ) -> ExplorerView:
        """Moves played in the position of a game; `imported`: those of the visitor's collection, if there is one. `wanted` selects
        games of the visitor and of this server."""
        async with self._lock:
            return await asyncio.to_thread(self._look, visitor, game, source, imported, wanted)

    def _look(
        self,
        visitor: str,
        game: Game,
        source: GameSource,
        imported: tuple[list[Reply], list[ExplorerGame], list[int]] | None,
        wanted: GameFilter,
    ) -> ExplorerView:
        index = Index(self._database)
        numbers = {
            GameSource.MINE: self._sources(visitor, wanted),
            GameSource.SERVER: self._sources(_PUBLIC, wanted),
        }
        found = {name: index.replies(game, each) for name, each in numbers.items()}
        games: list[ExplorerGame] = []
        line: Sequence[int] = []
        if imported is not None:
            found[GameSource.IMPORTED], latest_imported, followed = imported
            if source is GameSource.IMPORTED:
                games, line = latest_imported, followed
        by_engine = self._engine_games.replies(game)
        if by_engine is not None:
            found[GameSource.ENGINE] = by_engine
        if self._collections:
            in_each = [collection.replies(game) for collection in self._collections]
            found[GameSource.COLLECTIONS] = merged(in_each)
            if source is GameSource.COLLECTIONS:
                latest = [
                    (library, reply) for library, each in zip(self._collections, in_each, strict=True) for reply in each
                ]
                latest.sort(key=lambda pair: -pair[1].games)
                games = [_collected(library, reply.last) for library, reply in latest[:MAX_GAMES]]
                line = [sum(each) for each in zip(*(each.followed(game) for each in self._collections), strict=True)]
        replies = found.get(source, [])
        chances = _chances(game)
        if source is GameSource.ENGINE:
            played = {reply.cells for reply in replies}
            replies = [*replies, *(Reply(cells, 0, 0, 0, 0, None, 0) for cells in chances if cells not in played)]
        if source in numbers:
            games = [self._game(reply.last) for reply in replies[:MAX_GAMES]]
            line = index.followed(game, numbers[source])
        elif source is GameSource.ENGINE:
            games = [_engine_game(game.rules, each) for each in self._engine_games.games(game, MAX_GAMES)]
            line = self._engine_games.followed(game)
        name = str(named_opening(game) or "")
        return ExplorerView(
            opening_name=name,
            opening_rows=rows_of(name),
            totals={str(name): sum(reply.games for reply in each) for name, each in found.items()},
            replies=tuple(
                ExplorerReply(
                    reply.cells,
                    reply.games,
                    reply.black,
                    reply.draws,
                    reply.white,
                    reply.rating,
                    chances.get(reply.cells),
                )
                for reply in replies
            ),
            games=tuple(games),
            line=tuple(line),
            link=_link(game) if source is GameSource.IMPORTED else None,
        )

    def _game(self, number: int) -> ExplorerGame:
        room, black, white, rating_black, rating_white, result, ended, rows = self._database.execute(
            "SELECT room, black, white, rating_black, rating_white, result, ended, rows FROM games WHERE id = ?",
            (number,),
        ).fetchone()
        ratings = (rating_black, rating_white)
        return ExplorerGame(black, white, result, "", room, ratings, ended, rows=tuple(rows.split()))


def _link(game: Game) -> str | None:
    """The game as a link; None if a link cannot hold it."""
    try:
        return game.to_link()
    except RecordError:
        return None


def _chances(game: Game) -> dict[tuple[Cell, ...], float]:
    """Winning chances by the book that comes with the program, for the side to move; the best first, empty outside the book."""
    book = book_for(game.rules)
    return {} if book is None else {move.cells: round(chance(move.score), 3) for move in book.moves(game)}


def merged(replies: Sequence[Sequence[Reply]]) -> list[Reply]:
    """The replies of several collections, added up."""
    found: dict[tuple[object, ...], list[Reply]] = {}
    for each in replies:
        for reply in each:
            found.setdefault(reply.cells, []).append(reply)
    return sorted(map(_sum, found.values()), key=lambda reply: (-reply.games, reply.cells))


def _sum(same: Sequence[Reply]) -> Reply:
    if len(same) == 1:
        return same[0]
    rated = [reply for reply in same if reply.rating is not None]
    weight = sum(reply.games for reply in rated)
    mean = sum((reply.rating or 0) * reply.games for reply in rated) / weight if weight else None
    return Reply(
        same[0].cells,
        sum(reply.black for reply in same),
        sum(reply.draws for reply in same),
        sum(reply.white for reply in same),
        sum(reply.other for reply in same),
        None if mean is None else round(mean),
        same[0].last,
    )


def _collected(library: Library, number: int) -> ExplorerGame:
    line = library.line(number)
    facts = (line.black, line.white, line.result, line.date)
    return ExplorerGame(*facts, link=library.link(number), rows=tuple(library.rows(number)))


def _engine_game(rules: Rules, game: EngineGame) -> ExplorerGame:
    result = game.winner if game.winner == "0" else f"{game.winner}+"
    rows = rows_after(rules, (y * rules.width + x for x, y in game.moves))
    return ExplorerGame(
        *("", "", game.winner, ""),
        link=link.of_moves(rules, game.moves, result),
        plies=len(game.moves),
        rows=tuple(rows),
    )


def tempo_of(clock: ClockRule) -> Tempo:
    """How fast a game with that clock is."""
    match clock:
        case Fischer(time, increment):
            return Tempo.QUICK if time + 40 * increment < QUICK else Tempo.LONG
        case ByoYomi(time, _, period):
            return Tempo.QUICK if time + 40 * period < QUICK else Tempo.LONG
        case Correspondence():
            return Tempo.DAYS
    return Tempo.UNLIMITED


def _rating(room: Room, color: Color) -> int | None:
    elo = room.elos[PLAYERS.index(room.game.seats[color])]
    return None if elo is None else elo.rating


def _result(room: Room) -> str:
    outcome = room.outcome
    if outcome is None or outcome.by is EndedBy.CANCELLED:
        return ""
    return "0" if outcome.winner is None else "B" if outcome.winner is Color.X else "W"

"""A library: an SQLite file with games, the fields they are searched by, and the games that could not be read.

Each game is stored as the text it was read from, so that nothing is lost. A library is written by one process at a
time.
"""

import sqlite3
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Final

from gomoku.library.explorer import BATCH, TABLES, Index, Reply
from gomoku.library.sources import Entry
from gomoku.rules import Game, Played, Rules
from gomoku.rules.opening_names import NAMED_OPENINGS, named_opening
from gomoku.rules.positions import Walker, key_of, rows_after, stones_of
from gomoku.rules.records import Record, RecordError, link
from gomoku.rules.records.record import setup_of

_VERSION: Final = 1
_TABLES: Final = (
    """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    source TEXT NOT NULL,
    number INTEGER NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    date TEXT NOT NULL,
    event TEXT NOT NULL,
    rules TEXT NOT NULL,
    opening TEXT NOT NULL,
    pattern TEXT NOT NULL,
    result TEXT NOT NULL,
    plies INTEGER NOT NULL,
    moves BLOB NOT NULL,
    set_up INTEGER NOT NULL,
    rating_black INTEGER,
    rating_white INTEGER
);
CREATE TABLE texts (
    game INTEGER PRIMARY KEY REFERENCES games,
    format TEXT NOT NULL,
    rules TEXT,
    text BLOB NOT NULL
);
CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
CREATE TABLE failures (
    digest BLOB PRIMARY KEY,
    source TEXT NOT NULL,
    number INTEGER NOT NULL,
    why TEXT NOT NULL,
    text BLOB NOT NULL
);
"""
    + TABLES
)


_COLUMNS: Final = "id, source, number, black, white, date, event, rules, opening, pattern, result, plies"


class LibraryError(Exception):
    """A file that is not a library, or cannot be read or written."""


@dataclass(frozen=True)
class GameLine:
    """Entry of a list of games."""

    id: int
    source: str
    number: int
    black: str
    white: str
    date: str
    event: str
    rules: str
    opening: str
    pattern: str
    """Name of the opening's pattern, such as `7I Hogetsu`."""
    result: str
    """`B`, `W`, `0` for a draw; empty if it is unknown."""
    plies: int


@dataclass(frozen=True)
class Failure:
    """A game that could not be read."""

    source: str
    number: int
    why: str
    text: str


@dataclass(frozen=True)
class Query:
    """Search filter. Empty fields do not restrict; texts match parts of words, ignoring case."""

    player: str = ""
    black: str = ""
    white: str = ""
    event: str = ""
    since: str = ""
    """First date, as `2024`, `2024-05` or `2024-05-31`."""
    until: str = ""
    rules: str = ""
    """A preset, with any of its options, or a whole specification."""
    opening: str = ""
    """An opening protocol, such as `swap2`."""
    pattern: str = ""
    """Code or name: `7I` or `Hogetsu`."""
    result: str = ""
    """`B`, `W` or `0`."""
    position: Game | None = None
    """The position to be reached, in any of its eight views."""


class Library:
    """An open library."""

    def __init__(self, path: Path, create: bool = False) -> None:
        """Open a library, or make one. Raises LibraryError."""
        if not create and not path.is_file():
            raise LibraryError(f"there is no library {path}")
        try:
            self._database = sqlite3.connect(path, check_same_thread=False)
            self._database.create_function("folded", 1, str.casefold, deterministic=True)  # SQLite folds ASCII alone
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")
            (version,) = self._database.execute("PRAGMA user_version").fetchone()
            (tables,) = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if version == 0 and tables == 0:
                self._database.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {_VERSION}; COMMIT")
            elif version != _VERSION or not self._has("games"):
                raise LibraryError(f"{path} is a database, but not a library of games")
        except sqlite3.Error as error:
            raise LibraryError(f"cannot open {path}: {error}") from None

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> "Library":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _has(self, table: str) -> bool:
        found = self._database.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,))
        return found.fetchone() is not None

    # --- in ---

    def add(self, entry: Entry, record: Record, rules: Rules | None) -> bool:
        """Add a game; False if it is there already. `rules`: those it was read with, if its file names none."""
        game = record.game
        pattern = named_opening(game)
        moves = array("H", (cell[1] * game.rules.width + cell[0] for cell in game.moves)).tobytes()
        try:
            row = self._database.execute(
                "INSERT OR IGNORE INTO games (digest, source, number, black, white, date, event, rules, opening, pattern,"
                " result, plies, moves, set_up, rating_black, rating_white)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    digest_of(record),
                    entry.source,
                    entry.number,
                    record.black,
                    record.white,
                    record.date,
                    record.event,
                    game.rules.spec(),
                    game.opening,
                    str(pattern or ""),
                    winner_of(record),
                    len(game.moves),
                    moves,
                    setup_of(game) is not None,
                    rating_of(record, "BR"),
                    rating_of(record, "WR"),
                ),
            )
            if not row.rowcount:
                return False
            text = zlib.compress(entry.text.encode("utf-8"))
            self._database.execute(
                "INSERT INTO texts (game, format, rules, text) VALUES (?, ?, ?, ?)",
                (row.lastrowid, entry.format, None if rules is None else rules.spec(), text),
            )
        except sqlite3.Error as error:
            raise LibraryError(f"cannot write the library: {error}") from None
        return True

    def fail(self, entry: Entry, why: str) -> None:
        """Keep a game that could not be read, with the reason."""
        name = f"{entry.source}\0{entry.number}\0{why}".encode("utf-8", "replace")
        try:
            self._database.execute(
                "INSERT OR REPLACE INTO failures (digest, source, number, why, text) VALUES (?, ?, ?, ?, ?)",
                (
                    blake2b(name, digest_size=16).digest(),
                    entry.source,
                    entry.number,
                    why,
                    zlib.compress(entry.text.encode("utf-8")),
                ),
            )
        except sqlite3.Error as error:
            raise LibraryError(f"cannot write the library: {error}") from None

    def index(self, rebuild: bool = False, on_game: Callable[[int, int], None] = lambda done, total: None) -> int:
        """Bring the index of positions up to date, or rebuild it; returns the number of games added to it.

        `on_game` is called with the number of games done and the total.
        """
        try:
            index = Index(self._database)
            if rebuild:
                index.clear()
                self._set_indexed(0)
            row = self._database.execute("SELECT value FROM facts WHERE name = 'indexed'").fetchone()
            first = row[0] if row else 0
            (total,) = self._database.execute("SELECT count(*) FROM games WHERE id > ?", (first,)).fetchone()
            done, number = 0, first
            while rows := self._database.execute(
                "SELECT id, rules, moves, set_up, result, rating_black, rating_white FROM games WHERE id > ?"
                " ORDER BY id LIMIT ?",
                (number, BATCH),
            ).fetchall():
                for number, rules, moves, is_set_up, result, black, white in rows:
                    index.add(number, *self.walk(number, rules, moves, is_set_up), result, (black, white))
                    done += 1
                    on_game(done, total)
                index.flush()
                self._set_indexed(number)
                self._database.commit()
        except sqlite3.Error as error:
            raise LibraryError(f"cannot write the library: {error}") from None
        return done

    def _set_indexed(self, number: int) -> None:
        self._database.execute("INSERT OR REPLACE INTO facts (name, value) VALUES ('indexed', ?)", (number,))

    def replies(self, game: Game) -> list[Reply]:
        """The moves played in the game's position, most frequent first."""
        return Index(self._database).replies(game)

    def followed(self, game: Game) -> list[int]:
        """The number of games that played each move of the game's line, as far as moves are indexed."""
        return Index(self._database).followed(game)

    def line(self, number: int) -> GameLine:
        """The facts of a game. Raises LibraryError."""
        row = self._database.execute(f"SELECT {_COLUMNS} FROM games WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise LibraryError(f"there is no game {number}")
        return GameLine(*row)

    def commit(self) -> None:
        try:
            self._database.commit()
        except sqlite3.Error as error:
            raise LibraryError(f"cannot write the library: {error}") from None

    # --- out ---

    def count(self) -> int:
        """Number of games."""
        return int(self._database.execute("SELECT count(*) FROM games").fetchone()[0])

    def failures(self) -> Iterator[Failure]:
        """The games that could not be read, by file."""
        rows = self._database.execute("SELECT source, number, why, text FROM failures ORDER BY source, number")
        for source, number, why, text in rows:
            yield Failure(source, number, why, zlib.decompress(text).decode("utf-8"))

    def search(self, query: Query) -> Iterator[GameLine]:
        """The games that match, in the order of import."""
        where, values = _conditions(query)
        rows = self._database.execute(f"SELECT {_COLUMNS}, moves, set_up FROM games WHERE {where} ORDER BY id", values)
        if query.position is None:
            for *facts, _, _ in rows:
                yield GameLine(*facts)
            return
        wanted, ply = key_of(query.position), _placed(query.position)
        for *facts, moves, is_set_up in rows:
            line = GameLine(*facts)
            if self._reaches(line, moves, is_set_up, wanted, ply):
                yield line

    def record(self, number: int) -> Record:
        """A game with everything its file said. Raises RecordError, LibraryError."""
        row = self._database.execute(
            "SELECT source, format, texts.rules, text FROM texts JOIN games ON id = game WHERE game = ?", (number,)
        ).fetchone()
        if row is None:
            raise LibraryError(f"there is no game {number}")
        source, format, rules, text = row
        entry = Entry(source, 1, format, zlib.decompress(text).decode("utf-8"))
        return entry.record(None if rules is None else Rules.parse(rules))

    def rows(self, number: int) -> list[str]:
        """The board at the end of a game. Raises RecordError, LibraryError."""
        row = self._database.execute("SELECT rules, moves, set_up FROM games WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise LibraryError(f"there is no game {number}")
        rules, moves, is_set_up = row
        return self.record(number).game.rows() if is_set_up else rows_after(parsed_rules(rules), array("H", moves))

    def link(self, number: int) -> str | None:
        """A game's stones, names and result as a link, without the choices of its opening; None if a link cannot hold it."""
        query = "SELECT rules, moves, set_up, black, white, result FROM games WHERE id = ?"
        row = self._database.execute(query, (number,)).fetchone()
        if row is None:
            raise LibraryError(f"there is no game {number}")
        spec, moves, is_set_up, black, white, result = row
        try:
            if is_set_up:
                return link.dumps(self.record(number))
            rules = parsed_rules(spec)
            cells = (divmod(cell, rules.width)[::-1] for cell in array("H", moves))
            return link.of_moves(rules, cells, result if result in ("", "0") else f"{result}+", black, white)
        except RecordError:
            return None

    def walk(self, number: int, rules: str, moves: bytes, is_set_up: bool) -> tuple[Walker, Iterable[Played]]:
        """The position that a stored game started from, and its stones."""
        if is_set_up:
            game = self.record(number).game
            return Walker.of(game), game.played
        parsed = parsed_rules(rules)
        return Walker(parsed), stones_of(parsed, array("H", moves))

    def _reaches(self, line: GameLine, moves: bytes, is_set_up: bool, wanted: int, ply: int) -> bool:
        """Whether a game passes a position of that key, which has as many stones on and beside the board as `ply` says."""
        if is_set_up:
            ply -= _placed(self.record(line.id).game.at(0))
            if not 0 <= ply <= line.plies:
                return False
        walker, stones = self.walk(line.id, line.rules, moves, is_set_up)
        for stone in islice(stones, ply):
            walker.play(stone)
        return walker.key == wanted


def _placed(game: Game) -> int:
    """Stones placed so far: those on the board, and those captured. Every move adds one."""
    return sum(sign != "." for row in game.rows() for sign in row) + sum(game.taken.values())


@lru_cache(maxsize=64)
def parsed_rules(spec: str) -> Rules:
    return Rules.parse(spec)


def digest_of(record: Record) -> bytes:
    """Digest of rules, opening, start, moves, players and result, by which duplicates are recognised."""
    game = record.game
    setup = setup_of(game)
    said = (
        game.rules.spec(),
        game.opening,
        None if setup is None else (setup.rows, str(setup.to_move), setup.taken),
        game.moves,
        _plain(record.black),
        _plain(record.white),
        winner_of(record),
    )
    return blake2b(repr(said).encode("utf-8", "replace"), digest_size=16).digest()


def rating_of(record: Record, ident: str) -> int | None:
    """A rating that an SGF file states in figures."""
    text = record.tree.simple_text(ident) if record.tree else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 5 else None


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def winner_of(record: Record) -> str:
    """`B`, `W`, `0` for a draw, or empty."""
    said = record.outcome.strip().upper()
    return {"B+": "B", "W+": "W"}.get(said[:2]) or ("0" if said in ("0", "DRAW") else "")


def _conditions(query: Query) -> tuple[str, list[str | int]]:
    where: list[str] = ["1"]
    values: list[str | int] = []
    for column, text in (("black", query.black), ("white", query.white), ("event", query.event)):
        if text:
            where.append(f"instr(folded({column}), ?)")
            values.append(text.casefold())
    if query.player:
        where.append("(instr(folded(black), ?) OR instr(folded(white), ?))")
        values += [query.player.casefold()] * 2
    if query.since:
        where.append("date >= ?")
        values.append(query.since)
    if query.until:
        where.append("date <> '' AND substr(date, 1, ?) <= ?")
        values += [str(len(query.until)), query.until]
    if query.rules:
        spec = Rules.parse(query.rules).spec()
        where.append("(rules = ? OR rules LIKE ? ESCAPE '!')")
        values += [spec, "" if ";" in query.rules else _escaped(query.rules) + ";%"]
    if query.opening:
        where.append("opening = ?")
        values.append(query.opening)
    if query.pattern:
        where.append("pattern = ?")
        values.append(pattern_of(query.pattern))
    if query.result:
        where.append("result = ?")
        values.append(query.result)
    if query.position is not None:
        where.append("rules = ? AND (set_up OR plies >= ?)")
        values += [query.position.rules.spec(), _placed(query.position)]
    return " AND ".join(where), values


def pattern_of(text: str) -> str:
    """The pattern of that code or name, in full. Raises LibraryError."""
    for opening in NAMED_OPENINGS:
        if opening.is_called(text):
            return str(opening)
    raise LibraryError(f"no opening is called {text!r}; expected a code such as 7I or a name such as Hogetsu")


def _escaped(text: str) -> str:
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")

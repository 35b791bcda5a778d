"""Collections: games that each visitor imports from files, to be searched and exported.

A file is read one game at a time, as `gomoku games import` reads it: every game is replayed, then added, skipped as a
duplicate, or reported with its error. Size, number and rate are bounded.
"""

import asyncio
import contextlib
import tempfile
import zipfile
import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import starmap
from pathlib import Path
from time import monotonic
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, exists, func, insert, or_, select, update

from gomoku.library.explorer import Reply
from gomoku.library.sources import ENDINGS, Entry, Progress, entries, rules_for
from gomoku.library.store import digest_of, rating_of, winner_of
from gomoku.rules import Game, Rules, RulesError
from gomoku.rules.opening_names import named_opening
from gomoku.rules.positions import key_of
from gomoku.rules.records import Record, RecordError, sgf
from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.people.collections import positions
from gomoku.server.storage.store import Store, StoreError, words_of
from gomoku.server.storage.tables import collected_game, collected_position
from gomoku.server.wire.analysis.study_messages import ExplorerGame
from gomoku.server.wire.http_replies import CollectedGame, CollectionFailure, CollectionList, CollectionProgress
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.values import Moment

MAX_GAMES: Final = 20_000
"""Games of a visitor's collection."""
MAX_READ: Final = 50_000
"""Games of one file, damaged ones included."""
MAX_UNPACKED: Final = 100_000_000
"""Bytes of all files in an archive."""
BATCH: Final = 50
"""Games stored and reported per batch."""
BATCH_SECONDS: Final = 0.3
"""Seconds after which a batch ends."""
MAX_IMPORTS: Final = 3
"""Imports that a process runs at the same time; others wait."""
IMPORT_RATE: Final = (1 / 20, 10)
"""Imports of a visitor: one in 20 s, ten at once."""
ADDRESS_RATE: Final = (1 / 10, 40)
"""Imports from an address, which may be many visitors or one with many cookies: one in 10 s, 40 at once."""
GAME_RATE: Final = (5.0, 60_000.0)
"""Games that an address adds to collections: per second, and burst. New cookies would fill the disk otherwise."""
FAILED_TEXT: Final = 20_000
"""Characters of an unreadable game that are sent back."""
FAILED_TEXTS: Final = 5_000_000
"""Characters of all unreadable games of a file that are sent back: as much as a file that is not packed can have."""
EXPORT_BATCH: Final = 100
_LONGEST: Final = 200
"""Characters of a name, date or event that are kept for lists and searches."""


@dataclass(frozen=True)
class Wanted:
    """Search filter. Empty fields do not restrict."""

    player: str = ""
    since: str = ""
    """First date, as `2024`, `2024-05` or `2024-05-31`."""
    until: str = ""
    rules: str = ""
    """A preset, with any of its options, or a whole specification."""
    opening: str = ""
    """A part of the pattern's name, or an opening protocol."""
    result: str = ""
    """`B`, `W` or `0`."""
    position: str = ""
    """A link to a game whose last position was reached, in any of its eight views."""


@dataclass
class _Read:
    """Games of a batch: rows to be stored, with those of their positions, and what could not be read."""

    rows: list[tuple[dict[str, Any], list[dict[str, Any]]]]
    failures: list[CollectionFailure]
    is_last: bool = False


@dataclass
class _Room:
    """Characters that may still be sent back."""

    left: int = FAILED_TEXTS

    def take(self, text: str) -> str:
        """The text, if there is room for it, otherwise nothing."""
        if len(text) > min(FAILED_TEXT, self.left):
            return ""
        self.left -= len(text)
        return text.encode("utf-8", "replace").decode()


class Collections:
    """The collections of all visitors."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._importing: set[str] = set()
        self._rate = Buckets(*IMPORT_RATE)
        self._address_rate = Buckets(*ADDRESS_RATE)
        self._games = Buckets(*GAME_RATE)
        self._slots = asyncio.Semaphore(MAX_IMPORTS)

    # --- in ---

    def require_import(self, visitor: str, address: str, name: str) -> str:
        """The name of a file that may be imported now. Raises Refusal."""
        plain = _line(Path(name.replace("\\", "/")).name)
        if Path(plain).suffix.lower().removeprefix(".") not in ENDINGS:
            raise Refusal(Reason.UNREADABLE, f"expected a file that ends in {', '.join(ENDINGS)}")
        if visitor in self._importing:
            raise Refusal(Reason.TOO_FAST, "another import of yours is running")
        if not self._rate.take(visitor):
            raise Refusal(Reason.TOO_FAST, "too many imports", wait=self._rate.interval)
        if not self._address_rate.take(address):
            raise Refusal(Reason.TOO_FAST, "too many imports from this address", wait=self._address_rate.interval)
        return plain

    async def imported(
        self, visitor: str, name: str, data: bytes, now: Moment, address: str = ""
    ) -> AsyncIterator[CollectionProgress]:
        """Add the games of a file that `require_import` has allowed; yields the progress. `address`: key of the rate limit;
        empty for none."""
        added = known = failed = 0
        progress = Progress(total=len(data))
        refused: Reason | None = None

        def report(batch: _Read, is_last: bool) -> CollectionProgress:
            return CollectionProgress(
                done=progress.total if is_last and refused is None else progress.done,
                total=progress.total,
                added=added,
                known=known,
                failed=failed,
                failures=tuple(batch.failures),
                finished=is_last,
                refused=refused,
            )

        if visitor in self._importing:  # two requests at once
            refused = Reason.TOO_FAST
            yield report(_Read([], []), is_last=True)
            return
        self._importing.add(visitor)
        try:
            async with self._slots:
                with tempfile.TemporaryDirectory(prefix="gomoku-") as folder:
                    path = Path(folder, f"games{Path(name).suffix.lower()}")
                    await asyncio.to_thread(path.write_bytes, data)
                    if await asyncio.to_thread(_unpacked, path) > MAX_UNPACKED:
                        refused = Reason.TOO_BIG
                        yield report(_Read([], []), is_last=True)
                        return
                    # Not closed here: a thread may still read when the request is cancelled. It closes when it is dropped.
                    found, room = entries([path], progress), _Room()
                    is_last = False
                    while not is_last:
                        batch = await asyncio.to_thread(_read, found, str(path), name, now, room)
                        if address and not self._games.take(address, len(batch.rows)):
                            refused = Reason.TOO_FAST
                            yield report(batch, is_last=True)
                            return
                        try:
                            fresh, left_out = await self._add(visitor, batch.rows)
                        except StoreError:  # the store logs it
                            refused = Reason.STORAGE
                            yield report(batch, is_last=True)
                            return
                        added, known = added + fresh, known + len(batch.rows) - fresh - left_out
                        failed += len(batch.failures)
                        if left_out:
                            refused = Reason.TOO_MANY
                        elif added + known + failed >= MAX_READ:
                            refused = Reason.TOO_BIG
                        is_last = batch.is_last or refused is not None
                        yield report(batch, is_last)
        finally:
            self._importing.discard(visitor)

    async def _add(self, visitor: str, rows: Sequence[tuple[dict[str, Any], list[dict[str, Any]]]]) -> tuple[int, int]:
        """Store the new games; returns how many were stored, and how many there was no room for."""
        table = collected_game.c
        by_digest = {row["digest"]: (row, passed) for row, passed in rows}

        def work(connection: Connection) -> tuple[int, int]:
            there = select(table.digest).where(table.owner == visitor, table.digest.in_(list(by_digest)))
            known = set(connection.scalars(there))
            fresh = [each for digest, each in by_digest.items() if digest not in known]
            count = select(func.count()).select_from(collected_game).where(table.owner == visitor)
            kept = fresh[: max(0, MAX_GAMES - (connection.scalar(count) or 0))]
            if kept:
                connection.execute(insert(collected_game), [row | {"owner": visitor} for row, _ in kept])
                passed = [row | {"owner": visitor} for _, each in kept for row in each]
                connection.execute(insert(collected_position), passed)
            return len(kept), len(fresh) - len(kept)

        return await self._store.write(work) if rows else (0, 0)

    # --- out ---

    async def listing(self, visitor: str, wanted: Wanted, limit: int, offset: int) -> CollectionList:
        """The games that match, latest first. Raises Refusal."""
        fits = _conditions(visitor, wanted)
        table = collected_game.c
        columns = (table.digest, table.black, table.white, table.date, table.event, table.rules, table.opening)
        facts = (table.pattern, table.result, table.plies, table.source, table.number)
        query = select(*columns, *facts).where(fits).order_by(*_ORDER).limit(limit).offset(offset)

        def read(connection: Connection) -> CollectionList:
            total = connection.scalar(select(func.count()).select_from(collected_game).where(fits)) or 0
            return CollectionList(tuple(starmap(CollectedGame, connection.execute(query))), total, MAX_GAMES)

        return await self._store.read(read)

    async def record(self, visitor: str, digest: str) -> Record:
        """A game with everything its file said. Raises Refusal."""
        table = collected_game.c
        query = select(*_TEXT).where(table.owner == visitor, table.digest == digest)
        row = await self._store.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise Refusal(Reason.UNKNOWN_ROOM, "there is no such game in your collection")
        return await asyncio.to_thread(positions.record_of, *row)

    async def exported(self, visitor: str, wanted: Wanted) -> AsyncIterator[str]:
        """The games that match as one SGF file, some at a time. Raises Refusal before the first."""
        fits = _conditions(visitor, wanted)
        return self._exported(fits)

    async def _exported(self, fits: ColumnElement[bool]) -> AsyncIterator[str]:
        digests = select(collected_game.c.digest, collected_game.c.owner).where(fits).order_by(*_ORDER)
        keys = await self._store.read(lambda connection: connection.execute(digests).all())
        for start in range(0, len(keys), EXPORT_BATCH):
            some = [key.digest for key in keys[start : start + EXPORT_BATCH]]
            table = collected_game.c
            query = select(table.digest, *_TEXT).where(table.owner == keys[0].owner, table.digest.in_(some))
            rows = await self._store.read(lambda connection, query=query: connection.execute(query).all())  # type: ignore[misc]
            texts = {row[0]: row[1:] for row in rows}
            yield await asyncio.to_thread(_sgf, [texts[digest] for digest in some if digest in texts])

    async def forget(self, visitor: str, wanted: Wanted) -> int:
        """Delete the games that match and return their number. Raises Refusal."""
        fits = _conditions(visitor, wanted)
        found = select(collected_game.c.digest).where(fits)
        passed = delete(collected_position).where(
            collected_position.c.owner == visitor, collected_position.c.digest.in_(found)
        )

        def work(connection: Connection) -> int:
            if wanted.position:  # the condition itself reads positions: find the games first
                digests = list(connection.scalars(found))
                return sum(_forget(connection, visitor, digests[i : i + BATCH]) for i in range(0, len(digests), BATCH))
            connection.execute(passed)
            return connection.execute(delete(collected_game).where(fits)).rowcount

        return await self._store.write(work)

    # --- positions ---

    async def played(self, visitor: str, game: Game) -> tuple[list[Reply], list[ExplorerGame], list[int]] | None:
        """The moves played in the game's position, the latest games, and how many games played each move of its line; None
        without a collection."""
        return await self._store.read(lambda connection: positions.played(connection, visitor, game))

    async def index_positions(self) -> None:
        """Index the games that were collected before there was an index, and read ratings that were not read then."""
        table, passed = collected_game.c, collected_position.c
        is_indexed = exists().where(passed.owner == table.owner, passed.digest == table.digest)
        query = select(table.owner, table.digest, *_TEXT).where(~is_indexed).limit(BATCH)
        with contextlib.suppress(StoreError):  # another process does the same, or the next start resumes
            while rows := await self._store.read(lambda connection: connection.execute(query).all()):
                found = await asyncio.to_thread(_positions, rows)
                await self._store.write(partial(_insert, found))
            unread = select(table.owner, table.digest, *_TEXT).where(table.rating_black.is_(None)).limit(BATCH)
            while rows := await self._store.read(lambda connection: connection.execute(unread).all()):
                rated = await asyncio.to_thread(_rated, rows)
                await self._store.write(partial(_set_ratings, rated))


_ORDER: Final = (
    collected_game.c.date.desc(),
    collected_game.c.added.desc(),
    collected_game.c.source,
    collected_game.c.number,
    collected_game.c.digest,
)
_TEXT: Final = (
    collected_game.c.source,
    collected_game.c.format,
    collected_game.c.read_with,
    collected_game.c.text,
)


def _conditions(visitor: str, wanted: Wanted) -> ColumnElement[bool]:
    table = collected_game.c
    fits: list[ColumnElement[bool]] = [table.owner == visitor]
    fits += [table.players.contains(word, autoescape=True) for word in words_of(wanted.player)]
    if wanted.since:
        fits.append(table.date >= _line(wanted.since))
    if wanted.until:
        until = _line(wanted.until)
        fits += [table.date != "", func.substr(table.date, 1, len(until)) <= until]
    if wanted.rules:
        try:
            spec = Rules.parse(wanted.rules).spec()
        except RulesError as error:
            raise Refusal(Reason.BAD_OPTIONS, str(error)) from None
        any_options = table.rules.startswith(f"{wanted.rules};", autoescape=True)
        fits.append(table.rules == spec if ";" in wanted.rules else or_(table.rules == spec, any_options))
    if wanted.opening:
        said = _line(wanted.opening)
        named = func.lower(table.pattern).contains(said.casefold(), autoescape=True)
        fits.append(or_(named, table.opening == said))
    if wanted.result:
        fits.append(table.result == _line(wanted.result))
    if wanted.position:
        try:
            key = key_of(Game.from_link(wanted.position))
        except RecordError as error:
            raise Refusal(Reason.UNREADABLE, str(error)) from None
        fits.append(positions.passes(visitor, key))
    return and_(*fits)


def _insert(rows: Sequence[dict[str, Any]], connection: Connection) -> None:
    connection.execute(insert(collected_position), rows)


def _set_ratings(rows: Sequence[dict[str, Any]], connection: Connection) -> None:
    table = collected_game.c
    connection.execute(
        update(collected_game)
        .where(table.owner == bindparam("of_owner"), table.digest == bindparam("of_digest"))
        .values(rating_black=bindparam("rating_black"), rating_white=bindparam("rating_white")),
        rows,
    )


def _forget(connection: Connection, visitor: str, digests: Sequence[str]) -> int:
    for table in (collected_position, collected_game):
        gone = connection.execute(delete(table).where(table.c.owner == visitor, table.c.digest.in_(digests)))
    return gone.rowcount


# --- in threads: a game takes about a millisecond ---


def _unpacked(path: Path) -> int:
    """Unpacked size of an archive, as its directory declares it; no more than that is read."""
    if path.suffix != ".zip":
        return 0
    try:
        with zipfile.ZipFile(path) as archive:
            return sum(member.file_size for member in archive.infolist())
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError):
        return 0  # reading it as an archive reports what is wrong


def _read(found: Iterator[Entry], path: str, name: str, now: Moment, room: _Room) -> _Read:
    """The next games of a file."""
    batch = _Read([], [])
    until = monotonic() + BATCH_SECONDS
    while len(batch.rows) + len(batch.failures) < BATCH and monotonic() < until:
        entry = next(found, None)
        if entry is None:
            batch.is_last = True
            break
        source = _line(name + entry.source.removeprefix(path))
        entry = replace(entry, source=source)
        rules = rules_for(entry)
        try:
            record = entry.record(rules)
            row = _row(entry, source, record, rules, now)
            batch.rows.append((row, positions.rows_of(row["digest"], record.game)))
        except RecordError as error:
            batch.failures.append(CollectionFailure(source, entry.number, _line(str(error)), room.take(entry.text)))
    return batch


def _row(entry: Entry, source: str, record: Record, rules: Rules | None, now: Moment) -> dict[str, Any]:
    game = record.game
    black, white = _line(record.black), _line(record.white)
    return {
        "digest": digest_of(record).hex(),
        "source": source,
        "number": entry.number,
        "black": black,
        "white": white,
        "players": f"{black}\n{white}".casefold(),
        "date": _line(record.date),
        "event": _line(record.event),
        "rules": game.rules.spec(),
        "opening": game.opening,
        "pattern": str(named_opening(game) or ""),
        "result": winner_of(record),
        "plies": len(game.moves),
        **_ratings(record),
        "format": entry.format,
        "read_with": None if rules is None else rules.spec(),
        "text": zlib.compress(entry.text.encode("utf-8")),
        "added": now,
    }


def _ratings(record: Record) -> dict[str, int]:
    """The ratings that the game's file states; 0 stands for none."""
    return {"rating_black": rating_of(record, "BR") or 0, "rating_white": rating_of(record, "WR") or 0}


def _line(text: str) -> str:
    """A text for lists, without NUL and lone surrogates, which PostgreSQL rejects."""
    return " ".join(text.replace("\0", " ").encode("utf-8", "ignore").decode().split())[:_LONGEST]


def _positions(rows: Sequence[Any]) -> list[dict[str, Any]]:
    found = []
    for owner, digest, *text in rows:
        found += [row | {"owner": owner} for row in positions.rows_of(digest, positions.record_of(*text).game)]
    return found


def _rated(rows: Sequence[Any]) -> list[dict[str, Any]]:
    return [
        {"of_owner": owner, "of_digest": digest, **_ratings(positions.record_of(*text))}
        for owner, digest, *text in rows
    ]


def _sgf(games: Sequence[tuple[str, str, str | None, bytes]]) -> str:
    return "\n".join([*(sgf.dumps(positions.record_of(*game)).strip() for game in games), ""])

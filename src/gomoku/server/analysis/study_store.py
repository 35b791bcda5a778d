"""Stored studies: each has an address, belongs to the visitor who made it, and is saved as it changes."""

import asyncio
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from gomoku.server.analysis import study as rules_of_studies
from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.rooms.records import new_id
from gomoku.server.storage.store import Store, words_of
from gomoku.server.storage.tables import study
from gomoku.server.wire.analysis.study_messages import (
    MAX_KEPT_PROOF_NODES,
    Access,
    StoredStudy,
    StudyDraft,
    StudyProof,
    StudySaved,
    StudySummaries,
    StudySummary,
)
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Moment

MAX_STUDIES: Final = 1_000
"""Studies of a visitor, at most."""
MAX_PUBLIC: Final = 100
"""Public studies of a visitor, at most."""
PUBLIC_RATE: Final = (1 / 60, 20.0)
"""Studies put on the public list per address: per second, and burst. New cookies would fill the list otherwise."""
BYTES_RATE: Final = (20_000.0, 50_000_000.0)
"""Bytes by which an address may let studies grow: per second, and burst. New cookies would fill the disk otherwise."""

_encode: Final = msgspec.json.Encoder().encode
_draft: Final = msgspec.json.Decoder(StudyDraft).decode
_summary: Final = msgspec.json.Decoder(StudySummary).decode


class Studies:
    """The studies of all visitors."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._growth = Buckets(*BYTES_RATE)
        self._published = Buckets(*PUBLIC_RATE)

    async def create(
        self, visitor: str, draft: StudyDraft, room: str | None, now: Moment, address: str = ""
    ) -> StudySaved:
        """Store a new study, or return the visitor's existing one of that game. `address`: key of the rate limit; empty for
        none. Raises Refusal."""
        name = new_id()  # without a dash in front, which commands would take for an option
        line = await asyncio.to_thread(summary_of, name, draft, Access.LINK, now)
        row: dict[str, Any] = {
            "id": name,
            "owner": visitor,
            "room": room,
            "access": Access.LINK,
            "version": 1,
            "created": now,
        }
        row |= _columns(draft, line)
        self._require_space(address, len(row["data"]))
        known = select(study.c.id, study.c.version).where(study.c.owner == visitor, study.c.room == room)
        count = select(func.count()).select_from(study).where(study.c.owner == visitor)

        def work(connection: Connection) -> StudySaved:
            found = connection.execute(known.order_by(study.c.updated.desc())).first() if room else None
            if found is not None:
                return StudySaved(found.id, found.version, is_new=False)
            if (connection.scalar(count) or 0) >= MAX_STUDIES:
                raise Refusal(Reason.TOO_MANY, f"you have {MAX_STUDIES} studies; delete one first")
            connection.execute(insert(study).values(row))
            return StudySaved(name, 1)

        return await self._store.write(work)

    def _require_space(self, address: str, size: int) -> None:
        if address and not self._growth.take(address, size):
            raise Refusal(
                Reason.TOO_FAST, "too much is saved from this address", wait=round(1000 * size / BYTES_RATE[0])
            )

    async def save(
        self, visitor: str, name: str, draft: StudyDraft, version: int, now: Moment, address: str = ""
    ) -> StudySaved:
        """Replace a study. `address`: key of the rate limit; empty for none. Raises Refusal if it is another visitor's or has
        changed since `version`."""
        line = await asyncio.to_thread(summary_of, name, draft, Access.LINK, now)
        columns = _columns(draft, line)
        stored = select(func.length(study.c.data)).where(study.c.id == name, study.c.owner == visitor)
        before: int | None = await self._store.read(lambda connection: connection.scalar(stored))
        if before is not None:
            self._require_space(address, max(0, len(columns["data"]) - before))

        def work(connection: Connection) -> StudySaved:
            row = _own(connection, visitor, name)
            if row.version != version:
                raise Refusal(Reason.STALE, f"version {row.version} was saved elsewhere")
            kept = msgspec.structs.replace(line, access=Access(row.access))
            values = {"version": version + 1} | columns | {"line": _encode(kept)}
            connection.execute(update(study).where(study.c.id == name).values(values))
            return StudySaved(name, version + 1, is_new=False)

        return await self._store.write(work)

    async def open_to(self, visitor: str, name: str, access: Access, address: str = "") -> None:
        """Set who may see a study. `address`: key of the rate limit; empty for none. Raises Refusal."""
        is_public = access is Access.PUBLIC
        if is_public and address and not self._published.take(address):
            raise Refusal(Reason.TOO_FAST, "too many public studies from this address", wait=self._published.interval)
        public = select(func.count()).where(study.c.owner == visitor, study.c.access == Access.PUBLIC)

        def work(connection: Connection) -> None:
            if is_public and (connection.scalar(public) or 0) >= MAX_PUBLIC:
                raise Refusal(Reason.TOO_MANY, f"you have {MAX_PUBLIC} public studies; make another one private first")
            row = _own(connection, visitor, name)
            line = _encode(msgspec.structs.replace(_summary(row.line), access=access))
            connection.execute(update(study).where(study.c.id == name).values(access=access, line=line))

        await self._store.write(work)

    async def owner_of(self, visitor: str, name: str) -> tuple[str, str]:
        """Owner and title of a study that a visitor may see. Raises Refusal if there is none."""
        query = select(study.c.owner, study.c.access, study.c.line).where(study.c.id == name)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None or (row.owner != visitor and row.access == Access.PRIVATE):
            raise Refusal(Reason.UNKNOWN_ROOM, "there is no such study")
        return row.owner, _summary(row.line).title

    async def is_public(self, owner: str, name: str) -> bool:
        """Is it a study of this owner that everyone sees?"""
        query = select(study.c.access).where(study.c.id == name, study.c.owner == owner)
        return await self._store.read(lambda connection: connection.scalar(query)) == Access.PUBLIC

    async def load(self, visitor: str, name: str) -> StoredStudy:
        """A study that the visitor may see. Raises Refusal if there is none."""
        query = select(study).where(study.c.id == name)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None or (row.owner != visitor and row.access == Access.PRIVATE):
            raise Refusal(Reason.UNKNOWN_ROOM, "there is no such study")
        draft = await asyncio.to_thread(_draft, row.data)
        return StoredStudy(row.id, row.version, Access(row.access), row.owner == visitor, draft)

    async def listing(self, visitor: str, search: str, limit: int, offset: int) -> StudySummaries:
        """The visitor's studies, last changed first."""
        return await self._page(study.c.owner == visitor, search, limit, offset)

    async def public(self, search: str, limit: int, offset: int) -> StudySummaries:
        """The public studies of all visitors, last changed first."""
        return await self._page(study.c.access == Access.PUBLIC, search, limit, offset)

    async def _page(self, which: ColumnElement[bool], search: str, limit: int, offset: int) -> StudySummaries:
        fits = [which, *(study.c.search.contains(word, autoescape=True) for word in words_of(search))]
        query = select(study.c.line).where(*fits).order_by(study.c.updated.desc(), study.c.id)
        count = select(func.count()).select_from(study).where(*fits)

        def read(connection: Connection) -> StudySummaries:
            lines = connection.scalars(query.limit(limit).offset(offset))
            return StudySummaries(tuple(map(_summary, lines)), connection.scalar(count) or 0)

        return await self._store.read(read)

    async def delete(self, visitor: str, name: str) -> None:
        """Delete a study of the visitor. Raises Refusal if there is none."""
        statement = delete(study).where(study.c.id == name, study.c.owner == visitor)
        if await self._store.write(lambda connection: connection.execute(statement).rowcount) != 1:
            raise Refusal(Reason.UNKNOWN_ROOM, "there is no such study")


def _own(connection: Connection, visitor: str, name: str) -> Any:
    """The row of a visitor's study. Raises Refusal."""
    columns = (study.c.owner, study.c.version, study.c.access, study.c.line)
    row = connection.execute(select(*columns).where(study.c.id == name)).one_or_none()
    if row is None:
        raise Refusal(Reason.UNKNOWN_ROOM, "there is no such study")
    if row.owner != visitor:
        raise Refusal(Reason.NOT_OWNER, "this study belongs to someone else")
    return row


def _columns(draft: StudyDraft, line: StudySummary) -> dict[str, Any]:
    text = " ".join((line.title, line.black, line.white, line.rules)).lower()
    return {"data": _encode(draft), "line": _encode(line), "search": text, "updated": line.updated}


def _check_proof(kept: StudyProof, draft: StudyDraft) -> None:
    """Raise Refusal for a proof of a position outside the study, and for a tree that is too large or invalid.

    Its claims are not checked: like a review, it is what the owner's page has sent.
    """
    proof = kept.proof
    if kept.node >= len(draft.study.nodes):
        raise Refusal(Reason.MALFORMED, f"a proof of position {kept.node} of {len(draft.study.nodes)}")
    if len(proof.nodes) > MAX_KEPT_PROOF_NODES:
        raise Refusal(Reason.TOO_BIG, f"a proof of {len(proof.nodes)} nodes; {MAX_KEPT_PROOF_NODES} are kept")
    defences = [node.defence for node in proof.nodes] + [proof.lost]
    answers = [
        answer for defence in defences if defence for answer in (defence.rest, *(r.node for r in defence.replies))
    ]
    if any(answer is not None and not 0 <= answer < len(proof.nodes) for answer in (proof.win, proof.threat, *answers)):
        raise Refusal(Reason.MALFORMED, "an answer of a proof is not in its tree")


def summary_of(name: str, draft: StudyDraft, access: Access, now: Moment) -> StudySummary:
    """The entry of a study in lists. Raises Refusal for an invalid tree or proof, and for an illegal move. CPU-bound."""
    found = draft.study
    for kept in draft.proofs:
        _check_proof(kept, draft)
    end, moves = rules_of_studies.end_of(found)
    return StudySummary(
        name,
        found.title,
        found.black,
        found.white,
        found.start.rules,
        tuple(end.rows()),
        moves,
        len(found.nodes) - 1,
        draft.review is not None,
        access,
        now,
    )

"""Cache of tournaments as they were last read: pages ask for one every few seconds, and an arena has thousands of boards."""

import threading
from collections import OrderedDict
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, select

from gomoku.server.storage import tables
from gomoku.server.tournaments import tournament_store
from gomoku.server.tournaments.tournament import Tournament

MAX_BOARDS: Final = 20_000
"""Boards of all cached tournaments; those used longest ago are forgotten first."""


class KnownTournaments:
    """The last versions of some tournaments. Used by several threads, which read from the database."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, Tournament] = OrderedDict()
        self._lock = threading.Lock()

    def load(self, connection: Connection, id: str) -> Tournament | None:
        """A tournament as it is now; its players and boards are read only if it has changed."""
        each = tables.tournament
        version = connection.scalar(select(each.c.version).where(each.c.id == id))
        if version is None:
            return None
        with self._lock:
            known = self._found.get(id)
        if known is not None and known.version == version:
            self.keep(known)
            return known
        found = tournament_store.load(connection, id)
        if found is not None:
            self.keep(found)
        return found

    def saved(self, before: Tournament, after: Tournament) -> None:
        """Keep what a step made of a tournament, which need not be read then."""
        self.keep(replace(after, version=before.version + 1))

    def keep(self, found: Tournament) -> None:
        with self._lock:
            self._found.pop(found.id, None)
            self._found[found.id] = found
            while len(self._found) > 1 and sum(len(each.boards) for each in self._found.values()) > MAX_BOARDS:
                self._found.popitem(last=False)

"""The database servers that tests own."""

import pytest

from tests.support.databases import Postgres, running


def test_postgresql_runs_from_a_copy_if_only_root_can_read_the_package(monkeypatch: pytest.MonkeyPatch):
    """As root in a clone below /root: PostgreSQL refuses to run as root, and its own user cannot enter that folder."""
    monkeypatch.setattr(Postgres, "_can_run", lambda _: False)
    with running(Postgres()) as server:
        assert [tuple(row) for row in server.query("SELECT 1")] == [(1,)]

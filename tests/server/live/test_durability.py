"""Scripted players in many rooms while the server is killed; benchmarks/server_rooms.py runs it at scale."""

import asyncio

from benchmarks import server_rooms


def test_nothing_acknowledged_is_lost_in_many_rooms():
    outcome = asyncio.run(server_rooms.run(rooms=10, kills=2, moves=12))
    assert outcome.lost == []
    assert outcome.differences == []
    assert outcome.wrong == []
    assert outcome.miscounted == []
    assert outcome.kills == 2
    assert outcome.moves >= 60

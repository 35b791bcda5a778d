"""A tournament goes on when its server is killed; benchmarks/server_tournament.py runs it at scale."""

import asyncio

from benchmarks import server_tournament


def test_a_tournament_survives_kills():
    # twelve seconds: the server is a process that is killed and started again, and a game begins with a countdown
    outcome = asyncio.run(server_tournament.run(players=5, brains=0, rounds=2, kills=2, moves=3, pause=0.2))
    assert (outcome.wrong, outcome.lost) == ([], [])
    assert (outcome.rounds, outcome.games, outcome.kills) == (2, 4, 2)

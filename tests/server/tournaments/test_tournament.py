"""Steps of a tournament, as values: who may join, what is paired when, and how it ends."""

from dataclasses import replace

import pytest

from gomoku.rules import Player
from gomoku.server.tournaments import tournament as steps
from gomoku.server.tournaments.tournament import Pace, Tournament
from gomoku.server.tournaments.views import view_of
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.tournament_messages import TournamentSettings, TournamentState
from gomoku.server.wire.values import EndedBy, Fischer, Open, Outcome, Phase, RoomKind, Stone
from gomoku.tournament.standings import TournamentKind

PACE = Pace(between_rounds=10_000, between_waves=3_000)
CLOCK = Fischer(300_000)
WON, LOST, DRAWN = Player.P1, Player.P2, None


def tournament(kind=TournamentKind.SWISS, players=4, **settings):
    found = Tournament("t", "owner", TournamentSettings(name="Cup", kind=kind, clock=CLOCK, **settings), 0)
    for number in range(1, players + 1):
        found = steps.join(found, f"v{number}", f"N{number}", False, 1500, 0)
    return found


def started(*args, now=1_000, **settings):
    return advance(steps.start(tournament(*args, **settings), now), now)


def game(room, phase, outcome=None, actions=20):
    return RoomSummary(
        room=room,
        kind=RoomKind.LISTED,
        title="",
        phase=phase,
        rules="42",
        opening="swap2",
        holders=(Open(), Open()),
        names=("", ""),
        stones=(Stone.BLACK, Stone.WHITE),
        rows=(),
        actions=actions,
        stones_played=actions,
        outcome=outcome,
        created=0,
        updated=0,
    )


def advance(found, now, **ended):
    """The tournament after games have ended: `b1=WON` is board 1 of the running ones, won by its first player."""
    games = {}
    for number, board in enumerate(found.running_boards, start=1):
        how = ended.get(f"b{number}", "runs")
        if how == "gone":
            continue
        if isinstance(how, Outcome):
            games[board.room] = game(board.room, Phase.OVER, how, actions=0)
        elif how == "runs":
            games[board.room] = game(board.room, Phase.PLAYING)
        else:
            by = EndedBy.FULL if how is None else EndedBy.LINE
            games[board.room] = game(board.room, Phase.OVER, Outcome(by, None, how))
    return steps.advance(found, games, now, PACE, lambda round, board: f"r{round}-{board}")


def refused(reason, step, *args):
    with pytest.raises(Refusal) as refusal:
        step(*args)
    assert refusal.value.reason is reason


def test_a_swiss_tournament_from_start_to_end():
    found = started(rounds=2)
    assert (found.state, found.round, found.due) == (TournamentState.RUNNING, 1, None)
    assert [(b.first, b.second, b.room) for b in found.boards] == [("v1", "v3", "r1-1"), ("v4", "v2", "r1-2")]
    assert advance(found, 2_000) == found, "nothing is due while games are played"
    found = advance(found, 3_000, b1=WON)
    assert [b.points for b in found.boards] == [(1, 0), None]
    found = advance(found, 4_000, b1=LOST)
    assert (found.round, found.due) == (1, 14_000), "a pause"
    assert view_of(found, "v1", (), {}, 5_000).next_round == 14_000
    assert advance(found, 13_999) == found
    found = advance(found, 14_000)
    assert found.round == 2
    assert {frozenset((b.first, b.second)) for b in found.running_boards} == {
        frozenset(("v1", "v2")),
        frozenset(("v3", "v4")),
    }
    found = advance(found, 20_000, b1=DRAWN, b2=WON)
    assert (found.state, found.due) == (TournamentState.OVER, None)
    assert sorted(line.points for line in found.standings) == [0, 1, 1.5, 1.5]


def test_a_player_who_does_not_show_up_loses_and_is_withdrawn_but_may_rejoin():
    found = started(rounds=3)
    found = advance(found, 2_000, b1=Outcome(EndedBy.ABANDONED, None, Player.P2), b2=Outcome(EndedBy.CANCELLED))
    assert [(b.points, b.played) for b in found.boards] == [((0, 1), False), ((0, 0), False)]
    assert found.active == ["v3"]
    again = steps.join(found, "v1", "N1", False, 1500, 3_000)
    assert again.active == ["v1", "v3"]
    assert advance(found, 20_000).state is TournamentState.CANCELLED, (
        "one alone cannot be paired, and no game was played"
    )
    assert advance(again, 20_000).state is TournamentState.CANCELLED, "they have met"


def test_an_odd_player_has_one_bye_and_a_deleted_room_scores_nothing():
    found = started(players=3, rounds=2)
    assert [(b.first, b.second, b.points) for b in found.boards][-1] == ("v3", None, (1, 0))
    found = advance(found, 2_000, b1="gone")
    assert found.boards[0].points == (0, 0)
    found = advance(found, 12_000)
    assert [b.first for b in found.boards if b.round == 2 and b.second is None] != ["v3"]


def test_a_round_robin_goes_on_without_withdrawn_players():
    found = started(TournamentKind.ROUND_ROBIN)
    assert found.rounds == 3
    refused(Reason.TOURNAMENT, steps.join, found, "late", "Late", False, 1500, 0)
    found = steps.withdraw(found, "v2", 1_500)
    found = advance(found, 2_000, b1=WON, b2=WON)
    found = advance(found, 12_000)
    default = next(b for b in found.boards if b.round == 2 and "v2" in (b.first, b.second))
    assert (default.room, default.played) == ("", False)
    assert default.points == ((0, 1) if default.first == "v2" else (1, 0))
    found = advance(found, 13_000, b1=DRAWN)
    found = advance(found, 23_000)
    found = advance(found, 24_000, b1=WON)
    assert found.state is TournamentState.OVER
    met = [frozenset((b.first, b.second)) for b in found.boards]
    assert len(met) == len(set(met)) == 6


def test_an_arena_pairs_waiting_players_until_its_time_is_up():
    found = started(TournamentKind.ARENA, duration=300_000)
    assert (len(found.running_boards), found.ends) == (2, 301_000)
    found = advance(found, 5_000, b1=WON)
    assert len(found.running_boards) == 1, "the two who have just met wait for others"
    found = steps.join(found, "v5", "N5", False, 1500, 6_000)
    found = advance(found, 6_000)
    assert len(found.running_boards) == 2
    assert any("v5" in (b.first, b.second) for b in found.running_boards)
    found = advance(found, 301_000)
    assert (found.state, found.due) == (TournamentState.RUNNING, None), "games go on to their end"
    found = advance(found, 310_000, b1=WON, b2=LOST)
    assert found.state is TournamentState.OVER
    assert len(found.results) == 3


def test_a_tournament_starts_by_the_clock_or_is_called_off():
    waiting = replace(tournament(players=2, starts=50_000), due=50_000)
    assert advance(waiting, 49_999) == waiting
    assert advance(waiting, 50_000).state is TournamentState.RUNNING
    lonely = replace(tournament(players=1, starts=50_000), due=50_000)
    assert advance(lonely, 50_000).state is TournamentState.CANCELLED
    forgotten = replace(tournament(players=2), due=50_000)
    assert advance(forgotten, 50_000).state is TournamentState.CANCELLED, "its owner has not started it for a week"


def test_the_owner_removes_a_player_for_good():
    found = steps.remove(tournament(), 2, 500)
    assert found.active == ["v1", "v3", "v4"]
    refused(Reason.TOURNAMENT, steps.join, found, "v2", "Again", False, 1500, 600)
    refused(Reason.UNKNOWN_PERSON, steps.remove, found, 2, 600)
    assert view_of(found, "v2", (), {}, 700).removed
    assert not view_of(found, "v2", (), {}, 700).may_join
    assert view_of(found, "v5", (), {}, 700).may_join
    found = advance(steps.start(found, 1_000), 1_000)
    playing = found.running_boards[0].first
    found = steps.remove(found, found.entrant(playing).number, 1_500)
    assert [b.room for b in found.running_boards] == ["r1-1"], "the game goes on"
    refused(Reason.TOURNAMENT, steps.join, found, playing, "Again", False, 1500, 1_600)
    found = advance(advance(found, 2_000, b1=WON), 12_000)
    assert playing not in {player for b in found.boards if b.round == 2 for player in (b.first, b.second)}


def test_a_running_tournament_is_called_off_and_its_games_are_played_to_their_end():
    found = advance(steps.cancel(started()), 1_500, b1=WON)
    assert (found.state, found.due) == (TournamentState.CANCELLED, None)
    assert [b.points for b in found.boards] == [(1, 0), None]
    found = advance(found, 100_000, b1=DRAWN)
    assert [b.points for b in found.boards] == [(1, 0), (0.5, 0.5)]
    assert (found.state, found.round) == (TournamentState.CANCELLED, 1)
    refused(Reason.TOURNAMENT, steps.cancel, found)
    assert not view_of(found, "owner", (), {}, 0).may_call_off


def test_refusals():
    found = tournament(players=2)
    refused(Reason.NO_CHANGE, steps.join, found, "v1", "Again", False, 1500, 0)
    refused(Reason.TOURNAMENT, steps.join, found, "bot-1", "Bot", True, 1500, 0)
    refused(Reason.NO_CHANGE, steps.withdraw, found, "stranger", 0)
    refused(Reason.TOURNAMENT, steps.start, tournament(players=1), 0)
    refused(Reason.TOURNAMENT, steps.start, started(), 0)
    refused(Reason.TOURNAMENT, steps.cancel, steps.cancel(found))
    assert steps.withdraw(found, "v1", 0).players[0].visitor == "v2", "before the start nothing is left of a withdrawal"
    assert steps.join(tournament(bots=True), "bot-1", "Bot", True, 1500, 0).players[-1].bot


def test_an_arena_ends_with_the_largest_number_of_games(monkeypatch):
    monkeypatch.setattr(steps, "MAX_BOARDS", 2)
    found = started(TournamentKind.ARENA, players=2)
    found = advance(found, 5_000, b1=WON)
    assert (len(found.boards), found.is_running) == (2, True)
    found = advance(found, 20_000, b1=WON)
    assert (len(found.boards), found.state) == (2, TournamentState.OVER)


def test_a_finished_tournament_is_hidden_by_moderators_alone():
    found = advance(started(players=2, rounds=1), 2_000, b1=WON)
    assert found.state is TournamentState.OVER
    refused(Reason.TOURNAMENT, steps.cancel, found)
    assert not view_of(found, "owner", (), {}, 3_000).may_call_off
    assert view_of(found, "v9", (), {}, 3_000, moderates=True).may_call_off
    assert steps.cancel(found, moderates=True).state is TournamentState.CANCELLED
    refused(Reason.TOURNAMENT, steps.cancel, steps.cancel(found, True), True)

"""Messages about a tournament, as a visitor sees it."""

from collections.abc import Mapping, Sequence
from typing import Final

from gomoku.server.tournaments.tournament import Board, Tournament
from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.tournament_messages import (
    TournamentPairing,
    TournamentPlayer,
    TournamentScore,
    TournamentState,
    TournamentView,
)
from gomoku.server.wire.values import Moment
from gomoku.tournament.standings import Standing, TournamentKind

LATEST_SCORES: Final = 10
"""Games of each player of an arena that are sent unless all are asked for: there may be hundreds."""


def boards_of(tournament: Tournament, round: int | None) -> list[Board]:
    """The boards of a round; by default those of the last one, or of an arena's running games."""
    if round is None and tournament.kind is TournamentKind.ARENA and tournament.running_boards:
        return tournament.running_boards
    shown = tournament.round if round is None else round
    return [board for board in tournament.boards if board.round == shown]


def view_of(
    tournament: Tournament,
    visitor: str,
    boards: Sequence[Board],
    games: Mapping[str, RoomSummary],
    now: Moment,
    moderates: bool = False,
    all_scores: bool = False,
) -> TournamentView:
    """Everything about a tournament; `boards`: those to show, `games`: their rooms. `moderates`: the visitor is a moderator.
    `all_scores`: those of an arena as well, not the latest of each player."""
    me, removed = tournament.find(visitor), visitor in tournament.barred
    is_live = tournament.state in (TournamentState.OPEN, TournamentState.RUNNING)
    may_hide = moderates and tournament.state is TournamentState.OVER
    latest = LATEST_SCORES if tournament.kind is TournamentKind.ARENA and not all_scores else None
    may_join = tournament.is_joinable if me is None else me.withdrawn and tournament.is_running
    numbers = {each.visitor: each.number for each in tournament.players}
    waits = tournament.is_running and not tournament.running_boards and tournament.kind is not TournamentKind.ARENA
    return TournamentView(
        id=tournament.id,
        settings=tournament.settings,
        state=tournament.state,
        version=tournament.version,
        now=now,
        ends=tournament.ends,
        next_round=tournament.due if waits else None,
        round=tournament.round,
        rounds=tournament.rounds,
        mine=tournament.owner == visitor,
        may_call_off=may_hide or (is_live and (moderates or tournament.owner == visitor)),
        removed=removed,
        me=me.number if me else None,
        room=tournament.room_of(visitor),
        may_join=may_join and not removed,
        players=tuple(_player(tournament, line, numbers, latest) for line in tournament.standings),
        shown=boards[0].round if boards else tournament.round,
        pairings=tuple(_pairing(board, numbers, games) for board in boards),
    )


def _player(tournament: Tournament, line: Standing, numbers: Mapping[str, int], latest: int | None) -> TournamentPlayer:
    entrant = tournament.entrant(line.player)
    match tournament.kind:
        case TournamentKind.ARENA:
            tie_break = float(line.wins)
        case TournamentKind.SWISS:
            tie_break = line.buchholz
        case TournamentKind.ROUND_ROBIN:
            tie_break = line.sonneborn_berger
    own = tournament.boards_of[line.player]
    return TournamentPlayer(
        number=entrant.number,
        name=entrant.name,
        rank=line.rank,
        points=line.points,
        tie_break=tie_break,
        bot=entrant.bot,
        rating=None if entrant.bot else entrant.rating,
        withdrawn=entrant.withdrawn,
        scores=tuple(_score(board, line.player, numbers) for board in (own if latest is None else own[-latest:])),
    )


def _score(board: Board, player: str, numbers: Mapping[str, int]) -> TournamentScore:
    is_first = board.first == player
    other = board.second if is_first else board.first
    return TournamentScore(
        round=board.round,
        opponent=None if other is None else numbers[other],
        points=None if board.points is None else board.points[0 if is_first else 1],
        first=is_first,
        played=board.played,
        room=board.room,
    )


def _pairing(board: Board, numbers: Mapping[str, int], games: Mapping[str, RoomSummary]) -> TournamentPairing:
    return TournamentPairing(
        board=board.number,
        first=numbers[board.first],
        second=None if board.second is None else numbers[board.second],
        points=board.points,
        played=board.played,
        room=board.room if board.room in games else "",
        line=games.get(board.room),
    )

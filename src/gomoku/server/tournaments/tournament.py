"""A tournament as a value, and its next step. Pure: time and the state of its games are arguments.

Every step is a function from a tournament to the next one. The store writes the difference if no other process has
changed it meanwhile; otherwise the step is decided again. So several processes can direct one tournament, and a process
that is killed leaves nothing half done.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from gomoku.rules import Player
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.tournament_messages import TournamentSettings, TournamentState
from gomoku.server.wire.values import DAY, EndedBy, Moment, Phase
from gomoku.tournament import pairing
from gomoku.tournament.pairing import NoPairing
from gomoku.tournament.results import Pairing, Result
from gomoku.tournament.standings import Standing, TournamentKind, standings

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 100
MAX_BARRED: Final = 500
"""Players whom an owner may remove."""
MAX_BOARDS: Final = 10_000
"""Games of an arena; it ends when it has as many. Two players who resign at once would make a hundred thousand in a day."""
OPEN_FOR: Final = 7 * DAY
"""Milliseconds for which a tournament that is started by hand stays open."""
NO_SHOW: Final = (EndedBy.ABANDONED, EndedBy.BANNED, EndedBy.CANCELLED)
"""Ending of a game for which one player, or neither, showed up."""


@dataclass(frozen=True)
class Pace:
    """Pauses of a tournament, in milliseconds."""

    between_rounds: int = 10_000
    between_waves: int = 3_000
    """In an arena, between two pairings of the waiting players."""
    start_by: int = 60_000
    """For both players to be ready for their game."""


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament."""

    visitor: str
    number: int
    """From 1, in the order in which they joined."""
    name: str
    bot: bool
    rating: int
    withdrawn: bool = False


@dataclass(frozen=True)
class Board:
    """A pairing, its room and its result."""

    round: int
    number: int
    """From 1 in each round."""
    first: str
    second: str | None
    """None for a bye."""
    made: Moment
    room: str = ""
    """Empty for a bye, and for a pairing with a withdrawn player."""
    points: tuple[float, float] | None = None
    played: bool = True
    ended: Moment | None = None

    def result(self) -> Result:
        assert self.points is not None
        return Result(self.round, self.first, self.second, self.points, self.played)


@dataclass(frozen=True)
class Tournament:
    """Everything that is stored of a tournament."""

    id: str
    owner: str
    settings: TournamentSettings
    created: Moment
    version: int = 0
    state: TournamentState = TournamentState.OPEN
    round: int = 0
    """The last round that was paired."""
    ends: Moment | None = None
    """Of a running arena."""
    due: Moment | None = None
    """Time of the next step that no finished game triggers."""
    players: tuple[Entrant, ...] = ()
    boards: tuple[Board, ...] = field(default=(), repr=False)
    barred: tuple[str, ...] = ()
    """Visitors whom the owner has removed."""

    @property
    def kind(self) -> TournamentKind:
        return self.settings.kind

    @property
    def is_running(self) -> bool:
        return self.state is TournamentState.RUNNING

    @property
    def seeds(self) -> list[str]:
        """The visitors in order of seeding: by rating, then as they joined."""
        return [each.visitor for each in sorted(self.players, key=lambda each: (-each.rating, each.number))]

    @property
    def active(self) -> list[str]:
        """Players who have not withdrawn, in order of seeding."""
        return [visitor for visitor in self.seeds if not self.entrant(visitor).withdrawn]

    @property
    def running_boards(self) -> list[Board]:
        return [board for board in self.boards if board.points is None]

    @property
    def results(self) -> list[Result]:
        """Results in the order in which they ended."""
        done = [board for board in self.boards if board.points is not None]
        return [
            board.result() for board in sorted(done, key=lambda board: (board.ended or 0, board.round, board.number))
        ]

    @property
    def rounds(self) -> int | None:
        """Rounds in all; None for an arena."""
        count = len(self.players)
        match self.kind:
            case TournamentKind.ARENA:
                return None
            case TournamentKind.SWISS:
                return min(self.settings.rounds, max(1, count - 1)) if self.is_running else self.settings.rounds
            case TournamentKind.ROUND_ROBIN:
                return self.settings.cycles * (count - 1 + count % 2) if count else 0

    def find(self, visitor: str) -> Entrant | None:
        return self._entrants.get(visitor)

    @cached_property
    def _entrants(self) -> Mapping[str, Entrant]:
        return {each.visitor: each for each in self.players}

    def entrant(self, visitor: str) -> Entrant:
        return self._entrants[visitor]

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """The table, best first."""
        return standings(self.seeds, self.results, self.kind)

    @cached_property
    def boards_of(self) -> Mapping[str, Sequence[Board]]:
        """The boards of each player, in order."""
        found: dict[str, list[Board]] = {each.visitor: [] for each in self.players}
        for board in self.boards:
            for player in (board.first, board.second):
                if player is not None:
                    found[player].append(board)
        return found

    @property
    def leader(self) -> str:
        """Name of the leader of a running tournament, or winner of a finished one; empty before its start."""
        began = self.state in (TournamentState.RUNNING, TournamentState.OVER)
        return self.entrant(self.standings[0].player).name if began and self.players else ""

    def room_of(self, visitor: str) -> str:
        """The room of a player's running game; empty for none."""
        return next((board.room for board in self.running_boards if visitor in (board.first, board.second)), "")

    @property
    def is_joinable(self) -> bool:
        """Can new players join? Not in a round robin after its start, nor for the last round of a Swiss tournament."""
        if self.state is TournamentState.OPEN:
            return True
        if not self.is_running or self.kind is TournamentKind.ROUND_ROBIN:
            return False
        return self.kind is TournamentKind.ARENA or self.round < self.settings.rounds


# --- players ---


def join(tournament: Tournament, visitor: str, name: str, bot: bool, rating: int, now: Moment) -> Tournament:
    """Add a player, or take back a withdrawal. Raises Refusal."""
    return _at_once(_joined(tournament, visitor, name, bot, rating), now)


def _at_once(tournament: Tournament, now: Moment) -> Tournament:
    """Let a running tournament pair its waiting players at once."""
    return replace(tournament, due=now) if tournament.is_running else tournament


def _joined(tournament: Tournament, visitor: str, name: str, bot: bool, rating: int) -> Tournament:
    known = tournament.find(visitor)
    if known is not None and not known.withdrawn:
        raise Refusal(Reason.NO_CHANGE, "you take part already")
    if tournament.state not in (TournamentState.OPEN, TournamentState.RUNNING):
        raise Refusal(Reason.TOURNAMENT, "the tournament is over")
    if visitor in tournament.barred:
        raise Refusal(Reason.TOURNAMENT, "the owner of the tournament has removed you")
    if bot and not tournament.settings.bots:
        raise Refusal(Reason.TOURNAMENT, "this tournament is for people only")
    if known is not None:
        return _with_player(tournament, replace(known, withdrawn=False))
    if not tournament.is_joinable:
        raise Refusal(Reason.TOURNAMENT, "the tournament has begun")
    if len(tournament.players) >= MAX_PLAYERS:
        raise Refusal(Reason.TOO_MANY, f"{MAX_PLAYERS} players take part already")
    number = 1 + max((each.number for each in tournament.players), default=0)
    added = Entrant(visitor, number, name, bot, rating)
    return replace(tournament, players=(*tournament.players, added))


def withdraw(tournament: Tournament, visitor: str, now: Moment) -> Tournament:
    """Withdraw a player: the current game goes on, and no other follows. Raises Refusal."""
    known = tournament.find(visitor)
    if known is None or known.withdrawn:
        raise Refusal(Reason.NO_CHANGE, "you do not take part")
    if tournament.state is TournamentState.OPEN:
        return replace(tournament, players=tuple(each for each in tournament.players if each is not known))
    if not tournament.is_running:
        raise Refusal(Reason.TOURNAMENT, "the tournament is over")
    return _at_once(_with_player(tournament, replace(known, withdrawn=True)), now)


def remove(tournament: Tournament, number: int, now: Moment) -> Tournament:
    """Remove a player for good; the current game goes on. Raises Refusal."""
    known = next((each for each in tournament.players if each.number == number), None)
    if known is None:
        raise Refusal(Reason.UNKNOWN_PERSON, f"there is no player {number}")
    if known.visitor in tournament.barred:
        raise Refusal(Reason.NO_CHANGE, "removed already")
    if len(tournament.barred) >= MAX_BARRED:
        raise Refusal(Reason.TOO_MANY, f"{MAX_BARRED} players were removed already")
    after = tournament if known.withdrawn else withdraw(tournament, known.visitor, now)
    return replace(after, barred=(*after.barred, known.visitor))


def without(tournament: Tournament, banned: Set[str]) -> Tournament:
    """The tournament with banned players withdrawn."""
    if tournament.state is TournamentState.OPEN:
        return replace(tournament, players=tuple(each for each in tournament.players if each.visitor not in banned))
    players = tuple(replace(each, withdrawn=each.withdrawn or each.visitor in banned) for each in tournament.players)
    return replace(tournament, players=players)


def _with_player(tournament: Tournament, changed: Entrant) -> Tournament:
    players = tuple(changed if each.visitor == changed.visitor else each for each in tournament.players)
    return replace(tournament, players=players)


# --- from the start to the end ---


def start(tournament: Tournament, now: Moment) -> Tournament:
    """Begin; the first round is paired with the next `advance`. Raises Refusal."""
    if tournament.state is not TournamentState.OPEN:
        raise Refusal(Reason.TOURNAMENT, "the tournament has begun")
    if len(tournament.players) < MIN_PLAYERS:
        raise Refusal(Reason.TOURNAMENT, f"a tournament needs {MIN_PLAYERS} players")
    ends = now + tournament.settings.duration if tournament.kind is TournamentKind.ARENA else None
    return replace(tournament, state=TournamentState.RUNNING, ends=ends, due=now)


def cancel(tournament: Tournament, moderates: bool = False) -> Tournament:
    """Call off a tournament: pairing stops, and it is no longer listed. Games in progress are played to their end.
    Moderators may do so after its end, too. Raises Refusal."""
    if tournament.state is TournamentState.CANCELLED or (tournament.state is TournamentState.OVER and not moderates):
        raise Refusal(Reason.TOURNAMENT, "the tournament is over")
    return replace(tournament, state=TournamentState.CANCELLED, due=None)


def advance(
    tournament: Tournament,
    games: Mapping[str, RoomSummary],
    now: Moment,
    pace: Pace,
    room_id: Callable[[int, int], str],
) -> Tournament:
    """The tournament after what is due: results of finished games, the next round, its end.

    `games`: the rooms of its running boards; those that are missing were deleted. `room_id`: of a round and a board.
    """
    if tournament.state is TournamentState.OPEN:
        if tournament.due is None or now < tournament.due:
            return tournament
        if tournament.settings.starts is None or len(tournament.players) < MIN_PLAYERS:
            return replace(tournament, state=TournamentState.CANCELLED, due=None)
        tournament = start(tournament, now)
    if tournament.state is TournamentState.CANCELLED:
        return _settled(tournament, games, now)
    if not tournament.is_running:
        return tournament
    tournament = _settled(tournament, games, now)
    if tournament.kind is TournamentKind.ARENA:
        return _arena_step(tournament, now, pace, room_id)
    return _round_step(tournament, now, pace, room_id)


def _settled(tournament: Tournament, games: Mapping[str, RoomSummary], now: Moment) -> Tournament:
    """The tournament with the results of finished games; players who did not show up are withdrawn."""
    boards, gone = [], set[str]()
    for board in tournament.boards:
        if board.points is None:
            game = games.get(board.room)
            if game is None:  # deleted by the operator
                board = replace(board, points=(0.0, 0.0), played=False, ended=now)
            elif game.phase is Phase.OVER and game.outcome is not None:
                points, by_default = _points(game), game.actions == 0 and game.outcome.by in NO_SHOW
                board = replace(board, points=points, played=not by_default, ended=now)
                if not board.played:
                    absent = zip((board.first, board.second), points, strict=True)
                    gone |= {player for player, score in absent if player is not None and score == 0}
        boards.append(board)
    players = tuple(replace(each, withdrawn=each.withdrawn or each.visitor in gone) for each in tournament.players)
    return replace(tournament, boards=tuple(boards), players=players)


def _points(game: RoomSummary) -> tuple[float, float]:
    outcome = game.outcome
    assert outcome is not None
    if outcome.player is not None:
        return (1.0, 0.0) if outcome.player is Player.P1 else (0.0, 1.0)
    return (0.0, 0.0) if outcome.by is EndedBy.CANCELLED else (0.5, 0.5)


def _over(tournament: Tournament) -> Tournament:
    """The finished tournament; one without a game counts as called off, and is not listed."""
    was_played = any(board.room and board.played for board in tournament.boards)
    return replace(tournament, state=TournamentState.OVER if was_played else TournamentState.CANCELLED, due=None)


def _arena_step(tournament: Tournament, now: Moment, pace: Pace, room_id: Callable[[int, int], str]) -> Tournament:
    assert tournament.ends is not None
    running = tournament.running_boards
    if now >= tournament.ends or len(tournament.boards) >= MAX_BOARDS:
        return replace(tournament, due=None) if running else _over(tournament)
    last = max((board.made for board in tournament.boards), default=now - pace.between_waves)
    following = min(tournament.ends, now + pace.between_waves)
    busy = {player for board in running for player in (board.first, board.second)}
    active = tournament.active
    order = [line.player for line in tournament.standings]
    waiting = [player for player in order if player in active and player not in busy]
    found = pairing.arena(waiting, tournament.results, rematch=len(active) <= MIN_PLAYERS)
    if not found or now < last + pace.between_waves:
        # a waiting player is paired as soon as another one is free
        return replace(tournament, due=following if len(waiting) > 1 else tournament.ends)
    return replace(_with_round(tournament, found, now, room_id), due=following)


def _round_step(tournament: Tournament, now: Moment, pace: Pace, room_id: Callable[[int, int], str]) -> Tournament:
    if tournament.running_boards:
        return replace(tournament, due=None)
    if tournament.round >= (tournament.rounds or 0):
        return _over(tournament)
    due = max((board.ended or 0 for board in tournament.boards), default=now - pace.between_rounds)
    due += pace.between_rounds
    if now < due:  # absent players may still come back
        return replace(tournament, due=due)
    following = _next_round(tournament)
    if not following:
        return _over(tournament)
    after = _with_round(tournament, following, now, room_id)
    # a round without games is followed by the next one
    return replace(after, due=None if after.running_boards else now + pace.between_rounds)


def _next_round(tournament: Tournament) -> Sequence[Pairing]:
    """The pairings of the next round; none if there are too few players, or they have all met."""
    active = tournament.active
    if len(active) < MIN_PLAYERS:
        return ()
    if tournament.kind is TournamentKind.ROUND_ROBIN:
        found = pairing.round_robin(tournament.seeds, tournament.settings.cycles)[tournament.round]
        return [each for each in found if each.second is not None]
    try:
        return pairing.swiss(active, tournament.results)
    except NoPairing:
        return ()


def _with_round(
    tournament: Tournament, pairings: Sequence[Pairing], now: Moment, room_id: Callable[[int, int], str]
) -> Tournament:
    """The tournament with a new round: a room for each pairing, a point for a bye and for an absent opponent."""
    number, active = tournament.round + 1, set(tournament.active)
    boards = []
    for place, each in enumerate(pairings, start=1):
        board = Board(number, place, each.first, each.second, made=now)
        here = each.first in active, each.second in active
        if each.second is None or not all(here):
            board = replace(board, points=(float(here[0]), float(here[1])), played=False, ended=now)
        else:
            board = replace(board, room=room_id(number, place))
        boards.append(board)
    return replace(tournament, round=number, boards=(*tournament.boards, *boards))

"""Tournaments of players on one machine or a cluster: round robin, Swiss or gauntlet, logged game by game.

The pairings and tables are those of the server's tournaments, `gomoku.tournament`.
"""

from collections import OrderedDict
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from gomoku.lab.jobs import local
from gomoku.lab.jobs.logs import Log
from gomoku.lab.jobs.pool import Pool
from gomoku.lab.matches.match import BALANCED, SWAP2, GameResult, Match, openings_of, play_game, seed_players
from gomoku.lab.matches.players import make_player
from gomoku.lab.types import LabError, MatchPlayer
from gomoku.rules import Rules
from gomoku.tournament import pairing
from gomoku.tournament.pairing import NoPairing
from gomoku.tournament.results import Pairing, Result
from gomoku.tournament.standings import Standing, TournamentKind, standings

MAX_OPEN_PLAYERS = 4
"""Players that a worker keeps between games, at most: an idle brain still holds its memory."""


class PairingSystem(StrEnum):
    """Pairing system."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    GAUNTLET = "gauntlet"


@dataclass(frozen=True)
class Tournament:
    """Definition of a tournament. Equal definitions with deterministic players give equal games."""

    players: tuple[str, ...]
    """Specs in order of seeding; the first of a gauntlet meets all others."""
    format: PairingSystem = PairingSystem.ROUND_ROBIN
    rules: str = "42"
    rounds: int = 1
    """Rounds of a Swiss tournament, cycles of the others."""
    games: int = 2
    """Games of each pairing; every second one has colours swapped."""
    seed: int = 1
    openings: str = BALANCED
    """Opening set, as in `Match`."""
    repeat: bool = True
    """Play each opening twice, with colours swapped."""

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise LabError("a tournament needs at least two players")
        for number, player in enumerate(self.players):
            if player in self.players[:number]:
                raise LabError(f"{player} takes part twice: give one of them another option")

    def about(self) -> dict[str, Any]:
        """Head of the log."""
        return {"log": "tournament", **asdict(self)}

    def match(self, first: str, second: str) -> Match:
        """The match of two players: its openings and the names in its records."""
        return Match(first, second, self.rules, 1, self.seed, None, self.openings, self.repeat)

    def next_rounds(self, results: Sequence[Result]) -> list[list[Pairing]]:
        """The rounds that can be played now: one of a Swiss tournament, all of the others; none at the end."""
        done = max((result.round for result in results), default=0)
        if self.format is PairingSystem.SWISS:
            try:
                return [pairing.swiss(self.players, results)] if done < self.rounds else []
            except NoPairing:
                return []
        if done:
            return []
        if self.format is PairingSystem.ROUND_ROBIN:
            return pairing.round_robin(self.players, self.rounds)
        return pairing.gauntlet(self.players) * self.rounds

    def standings(self, results: Sequence[Result]) -> list[Standing]:
        return standings(
            self.players,
            results,
            TournamentKind.SWISS if self.format is PairingSystem.SWISS else TournamentKind.ROUND_ROBIN,
        )


@dataclass(frozen=True, order=True)
class GameNumber:
    """Place of a game in a tournament; all from 1."""

    round: int
    board: int
    game: int

    def __str__(self) -> str:
        return f"{self.round:02d}-{self.board:02d}-{self.game:02d}"


@dataclass(frozen=True)
class GameJob:
    """A game to play. The first player begins in games of odd numbers."""

    number: GameNumber
    first: str
    second: str

    def result_of(self, game: GameResult) -> Result:
        """The game's entry in the tables; its `first` is the player who begins."""
        points = (game.points, 1 - game.points)
        if game.first_is_black:
            return Result(self.number.round, self.first, self.second, points)
        return Result(self.number.round, self.second, self.first, points[::-1])


@dataclass(frozen=True)
class FinishedGame:
    """A finished game of a tournament."""

    job: GameJob
    game: GameResult


class TournamentWorker:
    """Worker that plays single games between any of the players."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.rules = Rules.parse(tournament.rules)
        self.openings = openings_of(tournament.match(*tournament.players[:2]))
        self.players: OrderedDict[str, MatchPlayer] = OrderedDict()

    def __call__(self, job: GameJob) -> GameResult:
        players = (self.player(job.first), self.player(job.second))
        seed_players(players, f"{self.tournament.seed}/{job.number}/{job.first}/{job.second}")
        return play_game(players, self.rules, self.opening(job.number), first_is_black=job.number.game % 2 == 1)

    def opening(self, number: GameNumber) -> Any:
        """The opening of a game, shared by all boards of its round."""
        if self.openings is None:
            return SWAP2
        each = 2 if self.tournament.repeat else 1
        a_round = -(-self.tournament.games // each)
        return self.openings.opening((number.round - 1) * a_round + (number.game - 1) // each)

    def player(self, spec: str) -> MatchPlayer:
        """The player of a spec; the least recently used one is closed if there are too many."""
        if spec not in self.players:
            self.players[spec] = make_player(spec)
        self.players.move_to_end(spec)
        while len(self.players) > MAX_OPEN_PLAYERS:
            self.players.popitem(last=False)[1].close()
        return self.players[spec]

    def close(self) -> None:
        if self.openings:
            self.openings.close()
        for player in self.players.values():
            player.close()


def run(
    tournament: Tournament, processes: int, log: Path | None = None, pool: Pool = local.run
) -> Generator[FinishedGame]:
    """Play the tournament; yield every game, those of the log first."""
    book = Log(log, tournament.about()) if log else None
    try:
        done = _games_of(book) if book else {}
        results: list[Result] = []
        while rounds := tournament.next_rounds(results):
            offset = max((result.round for result in results), default=0)
            jobs = _jobs(tournament, rounds, offset)
            for job in jobs:
                if job.number in done:
                    _require_same(book, done[job.number].job, job)
                    yield done[job.number]
            todo = [job for job in jobs if job.number not in done]
            with closing(pool(partial(TournamentWorker, tournament), todo, processes)) as playing:
                for job, game in playing:
                    done[job.number] = FinishedGame(job, game)
                    if book:
                        book.append({"job": asdict(job), "game": asdict(game)})
                    yield done[job.number]
            # in the order of the boards, not of completion, which would make the next round depend on timing
            results += [job.result_of(done[job.number].game) for job in jobs]
            results += byes(tournament, rounds, offset)
    finally:
        if book:
            book.close()


def byes(tournament: Tournament, rounds: Sequence[Sequence[Pairing]], offset: int = 0) -> list[Result]:
    """The points for byes in these rounds of a Swiss tournament; in other formats a bye scores nothing."""
    if tournament.format is not PairingSystem.SWISS:
        return []
    return [
        Result(number, each.first, None, (float(tournament.games), 0.0), played=False)
        for number, pairings in enumerate(rounds, start=offset + 1)
        for each in pairings
        if each.second is None
    ]


def _jobs(tournament: Tournament, rounds: Sequence[Sequence[Pairing]], offset: int) -> list[GameJob]:
    jobs = []
    for number, pairings in enumerate(rounds, start=offset + 1):
        pairs = [(each.first, each.second) for each in pairings if each.second is not None]
        for board, (first, second) in enumerate(pairs, start=1):
            jobs += [GameJob(GameNumber(number, board, game), first, second) for game in range(1, tournament.games + 1)]
    return jobs


def _games_of(book: Log) -> dict[GameNumber, FinishedGame]:
    games = {}
    for line, record in enumerate(book.records, start=2):
        try:
            job = record["job"]
            number = GameNumber(**job["number"])
            games[number] = FinishedGame(
                GameJob(number, job["first"], job["second"]), GameResult.from_record(record["game"])
            )
        except (KeyError, TypeError, ValueError):
            raise LabError(f"{book.path}, line {line}: this is not a game") from None
    return games


def _require_same(book: Log | None, found: GameJob, wanted: GameJob) -> None:
    if found != wanted:
        where = book.path if book else "the log"
        raise LabError(
            f"{where}: game {found.number} is {found.first} against {found.second}, which are not paired there"
        )

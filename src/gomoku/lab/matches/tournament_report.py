"""Report of a tournament: standings and cross table, on the terminal and as JSON."""

from collections import Counter
from typing import Any

from rich.table import Table

from gomoku.lab.matches.tournament import FinishedGame, PairingSystem, Tournament, byes
from gomoku.tournament.results import Result
from gomoku.tournament.standings import cross_table, points_text


class TournamentReport:
    """Running tables of a tournament."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.games: dict[str, FinishedGame] = {}
        self.faults: Counter[str] = Counter()
        self.notes: list[str] = []
        """Descriptions of the first faults."""

    def add(self, played: FinishedGame) -> None:
        self.games[str(played.job.number)] = played
        game, winner = played.game, played.game.winner
        if game.is_fault and winner is not None:
            loser = (played.job.second, played.job.first)[winner]
            self.faults[loser] += 1
            if len(self.notes) < 5:
                self.notes.append(f"{loser}: {game.how}" + (f" ({game.note})" if game.note else ""))

    @property
    def results(self) -> list[Result]:
        """Results so far in the order of rounds and boards, with the points for byes."""
        found = [played.job.result_of(played.game) for _, played in sorted(self.games.items())]
        if self.tournament.format is PairingSystem.SWISS:
            done = max((result.round for result in found), default=0)
            for number in range(1, done + 1):
                earlier = [result for result in found if result.round < number]
                found += byes(self.tournament, self.tournament.next_rounds(earlier), number - 1)
        return found

    def as_json(self) -> dict[str, Any]:
        results = self.results
        about = self.tournament.about()
        del about["log"]
        return {
            **about,
            "standings": [
                {**vars(line), "faults": self.faults[line.player]} for line in self.tournament.standings(results)
            ],
            "games_played": [
                {
                    "round": played.job.number.round,
                    "board": played.job.number.board,
                    "game": played.job.number.game,
                    "first": result.first,
                    "second": result.second,
                    "points": list(result.points),
                    "how": played.game.how,
                    "moves": len(played.game.moves),
                }
                for _, played in sorted(self.games.items())
                for result in [played.job.result_of(played.game)]
            ],
        }

    def table(self) -> Table:
        """Standings with the cross table, best player first."""
        results = self.results
        lines = self.tournament.standings(results)
        points = cross_table(results)
        tie_break = "Buchholz" if self.tournament.format is PairingSystem.SWISS else "Sonneborn-Berger"
        table = Table(
            title=f"{self.tournament.rules}, {self.tournament.format}, {len(self.games)} games",
            title_justify="left",
            title_style="",
            box=None,
        )
        table.add_column("", justify="right")
        table.add_column("player", overflow="fold")
        for number in range(1, len(lines) + 1):
            table.add_column(str(number), justify="right")
        for head in ("points", tie_break, "games", "faults"):
            table.add_column(head, justify="right")
        for line in lines:
            cells = ["–" if other is line else _text(points.get((line.player, other.player))) for other in lines]
            tie = line.buchholz if self.tournament.format is PairingSystem.SWISS else line.sonneborn_berger
            end = (points_text(line.points), f"{tie:g}", str(line.games), str(self.faults[line.player] or "–"))
            table.add_row(f"{line.rank}.", line.player, *cells, *end)
        return table


def _text(points: float | None) -> str:
    return "" if points is None else points_text(points)

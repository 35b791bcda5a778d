"""Report of a match: totals per player, as a table and as JSON."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rich.table import Table

from gomoku.lab.matches.match import GameResult, Match
from gomoku.lab.matches.score import Score
from gomoku.lab.matches.stats import Tally, mean
from gomoku.rules import Rules


@dataclass
class Side:
    """Totals of one player."""

    name: str
    wins: int = 0
    wins_as_black: int = 0
    answers: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    late: int = 0
    memory: int = 0
    """Peak memory in bytes; 0 if it cannot be measured."""
    depths: int = 0
    depth_sum: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    """Its wins by kind: line, capture …"""
    moves_in_wins: list[int] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {
            "player": self.name,
            "wins": self.wins,
            "wins_as_black": self.wins_as_black,
            "ways": dict(self.ways),
            "faults": dict(self.faults),
            "mean_moves_in_wins": round(mean(self.moves_in_wins), 2),
            "longest_win": max(self.moves_in_wins, default=0),
            "answers": self.answers,
            "mean_seconds": round(self.seconds / self.answers, 4) if self.answers else 0.0,
            "slowest_seconds": round(self.slowest, 4),
            "late": self.late,
            "memory_mb": round(self.memory / 1048576, 1) if self.memory else None,
            "mean_depth": round(self.depth_sum / self.depths, 2) if self.depths else None,
        }


class Report:
    """Running totals of a match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.score = Score(Rules.parse(match.rules))
        self.sides = (Side(match.first), Side(match.second))
        self.notes: list[str] = []
        """Descriptions of the first faults."""

    @property
    def tally(self) -> Tally:
        return self.score.tally

    def add(self, pair: list[GameResult]) -> None:
        self.score.add(pair)
        for game in pair:
            self._add_game(game)

    def _add_game(self, game: GameResult) -> None:
        for k, side in enumerate(self.sides):
            seconds = game.seconds[k]
            side.answers += len(seconds)
            side.seconds += sum(seconds)
            side.slowest = max([side.slowest, *seconds])
            side.late += game.late[k]
            side.memory = max(side.memory, game.memory[k])
            side.depths += len(game.depths[k])
            side.depth_sum += sum(game.depths[k])
        winner = game.winner
        if winner is None:
            return
        side, loser = self.sides[winner], self.sides[1 - winner]
        side.wins += 1
        side.wins_as_black += game.first_is_black == (winner == 0)
        side.ways[game.how] += 1
        side.moves_in_wins.append(len(game.seconds[winner]))
        if game.is_fault:
            loser.faults[game.how] += 1
            if len(self.notes) < 5:
                self.notes.append(f"{loser.name}: {game.how}" + (f" ({game.note})" if game.note else ""))

    def as_json(self) -> dict[str, Any]:
        estimate = self.score.estimate
        elo, low, high = estimate.elo()
        found: dict[str, Any] = {
            **{key: value for key, value in self.match.about().items() if key != "log"},
            "games": self.tally.games,
            "wins": self.tally.wins,
            "draws": self.tally.draws,
            "losses": self.tally.losses,
            "pairs": list(self.tally.pairs),
            "different_games": self.score.different.games,
            "score": round(estimate.score, 4),
            "elo": round(elo, 1),
            "elo_95": [round(low, 1), round(high, 1)],
            "players": [side.as_json() for side in self.sides],
        }
        if self.match.sprt:
            sprt = self.match.sprt
            verdict = sprt.verdict(self.score.tested)
            found["sprt"] = {
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "llr": round(sprt.llr(self.score.tested), 3),
                "bounds": [round(bound, 3) for bound in sprt.bounds],
                "passed": verdict,
            }
        return found

    def table(self) -> Table:
        """The report as a table, one column per player."""
        table = Table(
            title=f"{self.match.rules}, {self.tally.games} games", title_justify="left", title_style="", box=None
        )
        table.add_column("")
        for side in self.sides:
            table.add_column(side.name, justify="right", overflow="fold")
        games = self.tally.games
        shares = (self.tally.score, 1 - self.tally.score)
        rows: list[tuple[str, list[str]]] = [
            ("won", [str(side.wins) for side in self.sides]),
            ("score", [f"{100 * share:.1f} %" if games else "–" for share in shares]),
            ("won as black, white", [f"{s.wins_as_black}, {s.wins - s.wins_as_black}" for s in self.sides]),
            ("won by", [_counted(side.ways) for side in self.sides]),
            ("own moves in won games", [_mean(side.moves_in_wins) for side in self.sides]),
            ("average answer", [f"{s.seconds / s.answers:.3f} s" if s.answers else "–" for s in self.sides]),
            ("slowest answer", [f"{s.slowest:.3f} s" if s.answers else "–" for s in self.sides]),
            ("late answers", [str(side.late) for side in self.sides]),
            ("most memory", [f"{s.memory / 1048576:.1f} MB" if s.memory else "–" for s in self.sides]),
            ("average depth", [f"{s.depth_sum / s.depths:.1f}" if s.depths else "–" for s in self.sides]),
            ("faults", [_counted(side.faults) for side in self.sides]),
        ]
        for name, cells in rows:
            table.add_row(name, *cells)
        return table

    def lines(self) -> list[str]:
        """Lines below the table: result, Elo, SPRT and faults."""
        first, *more = self.score.lines()
        lines = [f"{self.match.first} against {self.match.second}: {first}", *more]
        if self.match.sprt:
            lines.append(self.match.sprt.text(self.score.tested))
        return lines + self.notes


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {n}" for name, n in counts.most_common()) or "–"


def _mean(values: list[int]) -> str:
    return f"{mean(values):.1f}" if values else "–"

"""Matches between two players: paired openings, colours swapped, on all processors, with results kept as they come."""

from collections.abc import Generator
from contextlib import closing
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from gomoku.lab import jobs
from gomoku.lab.logs import Log
from gomoku.lab.openings import Openings
from gomoku.lab.players import make_player
from gomoku.lab.stats import Sprt, Tally
from gomoku.lab.types import LabError, Player, PlayerFault
from gomoku.rules import Cell, Game, Rules
from gomoku.rules.game import play_all

MAX_MOVES = 250
"""A game this long is called a draw."""


@dataclass(frozen=True)
class Match:
    """Everything that decides a match."""

    first: str
    second: str
    rules: str = "42"
    pairs: int = 50
    seed: int = 1
    sprt: Sprt | None = None

    def about(self) -> dict[str, Any]:
        """What a log of this match begins with. More pairs, or another test, may continue it."""
        return {"log": "match", "first": self.first, "second": self.second, "rules": self.rules, "seed": self.seed}


@dataclass
class GameResult:
    """One game. Things that come in twos are the first player's and the second player's."""

    opening: int
    """Stones that stood on the board when it began."""
    first_is_black: bool
    points: float = 0.5
    """For the first player: 1, 1/2 or 0."""
    how: str = "draw"
    """`line`, `capture`, `draw`, `too long`, or the loser's fault: `crashed`, `hung`, `illegal move` …"""
    note: str = ""
    """More about a fault."""
    moves: list[Cell] = field(default_factory=list)
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    late: tuple[int, int] = (0, 0)
    """Answers that took longer than the player's limit."""
    depths: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    @property
    def winner(self) -> int | None:
        """0 for the first player, 1 for the second, None for a draw."""
        return {1.0: 0, 0.0: 1}.get(self.points)

    @property
    def is_fault(self) -> bool:
        return self.how not in ("line", "capture", "foul", "draw", "too long")

    def replay(self, rules: Rules) -> Game:
        """The game once more, move by move."""
        return play_all(Game(rules), self.moves)

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> "GameResult":
        """Back from a log."""
        known = {name: record[name] for name in (f.name for f in fields(cls)) if name in record}
        known["moves"] = [(x, y) for x, y in known.get("moves", ())]
        result = cls(**known)
        if result.points not in (0.0, 0.5, 1.0):
            raise ValueError("points")
        return result


def play_game(players: tuple[Player, Player], rules: Rules, opening: list[Cell], first_is_black: bool) -> GameResult:
    """One game from an opening; the first player holds black or white. A fault of a player loses it the game."""
    game = play_all(Game(rules), opening)
    result = GameResult(len(opening), first_is_black)
    late = [0, 0]
    mover = 0
    try:
        for mover in (0, 1):
            players[mover].new_game(rules)
        while not game.is_over and len(game.moves) < MAX_MOVES:
            mover = 0 if (game.to_move == "X") == first_is_black else 1
            choice = players[mover].choose(game)
            reason = game.why_illegal(choice.move)
            if reason is not None:
                raise PlayerFault("illegal move", f"{choice.move}: {reason}")
            game.play(choice.move)
            result.seconds[mover].append(round(choice.seconds, 4))
            limit = players[mover].time_limit
            late[mover] += limit is not None and choice.seconds > limit
            if choice.depth is not None:
                result.depths[mover].append(choice.depth)
    except PlayerFault as fault:
        result.points, result.how, result.note = float(mover), fault.how, fault.detail
    else:
        if game.winner:
            result.points = 1.0 if (game.winner == "X") == first_is_black else 0.0
            result.how = str(game.win_by)
        elif not game.is_over:
            result.how = "too long"
    result.late = (late[0], late[1])
    result.moves = list(game.moves)
    return result


class PairWorker:
    """Plays both games of an opening; keeps its players from one to the next."""

    def __init__(self, match: Match) -> None:
        self.rules = Rules.parse(match.rules)
        self.openings = Openings(self.rules, match.seed)
        self.players = (make_player(match.first), make_player(match.second))

    def __call__(self, number: int) -> list[GameResult]:
        opening = self.openings.opening(number)
        return [play_game(self.players, self.rules, opening, black) for black in (True, False)]

    def close(self) -> None:
        self.openings.close()
        for player in self.players:
            player.close()


def run(match: Match, processes: int, log: Path | None = None) -> Generator[tuple[Tally, list[GameResult]]]:
    """Play the match; yields the tally after each pair. A log that holds pairs already is continued; those come first.

    With a test, the match ends when it is decided.
    """
    tally = Tally()
    book = Log(log, match.about()) if log else None
    try:
        done = _pairs_of(book) if book else {}
        for _, pair in sorted(done.items())[: match.pairs]:
            tally = tally.with_pair(pair[0].points, pair[1].points)
            yield tally, pair
            if match.sprt and match.sprt.verdict(tally) is not None:
                return
        missing = (number for number in range(match.pairs) if number not in done)
        todo = islice(missing, max(0, match.pairs - len(done)))
        with closing(jobs.run(partial(PairWorker, match), todo, processes)) as results:
            for number, pair in results:
                tally = tally.with_pair(pair[0].points, pair[1].points)
                if book:
                    book.append({"pair": number, "games": [asdict(game) for game in pair]})
                yield tally, pair
                if match.sprt and match.sprt.verdict(tally) is not None:
                    return
    finally:
        if book:
            book.close()


def _pairs_of(book: Log) -> dict[int, list[GameResult]]:
    pairs = {}
    for line, record in enumerate(book.records, start=2):
        try:
            games = [GameResult.from_record(game) for game in record["games"]]
            pairs[int(record["pair"])] = games
            if len(games) != 2:
                raise ValueError("games")
        except (KeyError, TypeError, ValueError):
            raise LabError(f"{book.path}, line {line}: this is not a pair of games") from None
    return pairs

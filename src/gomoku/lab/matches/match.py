"""Matches between two players: paired games with colours swapped, in parallel, logged as they finish."""

from collections.abc import Generator
from contextlib import closing
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from gomoku.engine.book import SUFFIX
from gomoku.lab.jobs import local
from gomoku.lab.jobs.logs import Log
from gomoku.lab.jobs.pool import Pool
from gomoku.lab.matches.opening_sets import BookOpenings, FileOpenings, Openings
from gomoku.lab.matches.players import book_of, make_player
from gomoku.lab.matches.score import Score
from gomoku.lab.matches.stats import Sprt, Tally
from gomoku.lab.types import LabError, MatchPlayer, OpeningPlayer, PlayerFault, SeededPlayer
from gomoku.rules import Cell, Color, Game, Rules
from gomoku.rules.game import play_all
from gomoku.rules.records import Record
from gomoku.rules.records.record import Piskvork

BALANCED, SWAP2, BOOK = "balanced", "swap2", "book"
MAX_MOVES = 250
"""Moves after which a game is adjudicated as a draw."""


@dataclass(frozen=True)
class Match:
    """Definition of a match. Equal definitions with deterministic players give equal games."""

    first: str
    second: str
    rules: str = "42"
    pairs: int = 50
    seed: int = 1
    sprt: Sprt | None = None
    openings: str = BALANCED
    """`balanced` (random), `swap2`, `book` (lines of the shipped book), or a file: a book or openings."""
    repeat: bool = True
    """Play each opening twice, with colours swapped; otherwise once, with alternating colours."""
    skip: int = 0
    """Openings to skip at the beginning of the set."""

    def about(self) -> dict[str, Any]:
        """Head of the log of this match. Number of pairs and SPRT are left out: a log may be continued with others."""
        found = {"log": "match", "first": self.first, "second": self.second, "rules": self.rules, "seed": self.seed}
        if self.openings != BALANCED:
            found["openings"] = self.openings
        if self.skip:
            found["skip"] = self.skip
        return found if self.repeat else {**found, "repeat": False}


@dataclass
class GameResult:
    """Result of one game. Pairs of values belong to the first and the second player of the match."""

    opening: int
    """Stones on the board after the opening."""
    first_is_black: bool
    points: float = 0.5
    """Points of the first player: 1, 1/2 or 0."""
    how: str = "draw"
    """End of the game: `line`, `capture`, `draw`, `too long`, or the loser's fault: `crashed`, `hung`, `illegal move` …"""
    note: str = ""
    """Details of a fault."""
    moves: list[Cell] = field(default_factory=list)
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    late: tuple[int, int] = (0, 0)
    """Answers past the player's time limit."""
    depths: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    times: list[int] = field(default_factory=list)
    """Milliseconds of each move; 0 for the moves of a given opening."""
    memory: tuple[int, int] = (0, 0)
    """Peak memory of each player in bytes; 0 if it cannot be measured."""

    @property
    def winner(self) -> int | None:
        """Index of the winner: 0 first player, 1 second player, None for a draw."""
        return {1.0: 0, 0.0: 1}.get(self.points)

    @property
    def is_fault(self) -> bool:
        return self.how not in ("line", "capture", "foul", "draw", "too long")

    def replay(self, rules: Rules) -> Game:
        """Replay the game move by move."""
        return play_all(Game(rules), self.moves)

    def record(self, match: Match) -> Record:
        """The game as a record for SGF or PSQ, with names, result, thinking times and how it ended."""
        names = (match.first, match.second) if self.first_is_black else (match.second, match.first)
        result = "0" if self.winner is None else f"{'B' if (self.winner == 0) == self.first_is_black else 'W'}+"
        return Record(
            self.replay(Rules.parse(match.rules)),
            black=names[0],
            white=names[1],
            result=result,
            comments={len(self.moves): f"{self.how} {self.note}".strip()},
            times={number: time for number, time in enumerate(self.times, start=1) if time},
            piskvork=Piskvork(levels=(1, 1), code=-1 if self.is_fault else 0),
        )

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> "GameResult":
        """Read a result back from a log. Raises ValueError, KeyError or TypeError for an invalid one."""
        known = {name: record[name] for name in (f.name for f in fields(cls)) if name in record}
        known["moves"] = [(x, y) for x, y in known.get("moves", ())]
        result = cls(**known)
        if result.points not in (0.0, 0.5, 1.0):
            raise ValueError("points")
        return result


def play_game(
    players: tuple[MatchPlayer, MatchPlayer], rules: Rules, opening: list[Cell] | str, first_is_black: bool
) -> GameResult:
    """Play one game from an opening. A fault of a player loses the game.

    An opening protocol such as swap2 is given by its name; `first_is_black` then means that the first player begins it.
    """
    return _Play(players, rules, opening, first_is_black).run()


class _Play:
    """A game in progress."""

    def __init__(
        self, players: tuple[MatchPlayer, MatchPlayer], rules: Rules, opening: list[Cell] | str, first_is_black: bool
    ) -> None:
        self.players = players
        self.game = Game(rules, opening) if isinstance(opening, str) else play_all(Game(rules), opening)
        self.result = GameResult(len(self.game.moves), first_is_black, times=[0] * len(self.game.moves))
        self.late, self.memory = [0, 0], [0, 0]
        self.mover = 0

    def run(self) -> GameResult:
        try:
            for self.mover in (0, 1):
                self.players[self.mover].new_game(self.game.rules)
            self.open()
            self.play()
        except PlayerFault as fault:
            self.result.points, self.result.how, self.result.note = float(self.mover), fault.how, fault.detail
        self.result.late = (self.late[0], self.late[1])
        self.result.memory = (self.memory[0], self.memory[1])
        self.result.moves = list(self.game.moves)
        return self.result

    def open(self) -> None:
        """Play the decisions of an opening protocol, which settle the colours."""
        game, result = self.game, self.result
        beginner = 0 if result.first_is_black else 1
        while (decision := game.decision) is not None and decision.step != "play":
            self.mover = beginner if decision.player == "P1" else 1 - beginner
            player = self.players[self.mover]
            if not isinstance(player, OpeningPlayer):
                raise LabError(f"a player cannot play the opening {game.opening}")
            answers, seconds = player.decide(game)
            for answer in answers:
                game.decide(answer)
            self.clock(seconds)
            result.opening = len(game.moves)
            result.first_is_black = (game.seats[Color.X] == "P1") == (beginner == 0)

    def play(self) -> None:
        game, result = self.game, self.result
        while not game.is_over and len(game.moves) < MAX_MOVES:
            self.mover = 0 if (game.to_move == "X") == result.first_is_black else 1
            choice = self.players[self.mover].choose(game)
            reason = game.why_illegal(choice.move)
            if reason is not None:
                raise PlayerFault("illegal move", f"{choice.move}: {reason}")
            game.play(choice.move)
            self.clock(choice.seconds)
            self.memory[self.mover] = max(self.memory[self.mover], choice.memory or 0)
            if choice.depth is not None:
                result.depths[self.mover].append(choice.depth)
        if game.winner:
            result.points = 1.0 if (game.winner == "X") == result.first_is_black else 0.0
            result.how = str(game.win_by)
        elif not game.is_over:
            result.how = "too long"

    def clock(self, seconds: float) -> None:
        """Record the time of the player who moved, divided over the stones just placed."""
        self.result.seconds[self.mover].append(round(seconds, 4))
        limit = self.players[self.mover].time_limit
        self.late[self.mover] += limit is not None and seconds > limit
        new = len(self.game.moves) - len(self.result.times)
        self.result.times += [round(1000 * seconds / max(1, new))] * new


def seed_players(players: tuple[MatchPlayer, MatchPlayer], game: str) -> None:
    """Make what the players draw at random depend on the game alone, so that it can be played again."""
    for side, player in enumerate(players):
        if isinstance(player, SeededPlayer):
            player.seed(f"{game}/{side}")


class GameWorker:
    """Worker that plays single games; keeps its players between games."""

    def __init__(self, match: Match) -> None:
        self.rules = Rules.parse(match.rules)
        self.match = match
        self.openings = openings_of(match)
        self.players = (make_player(match.first), make_player(match.second))

    def __call__(self, game: tuple[int, int]) -> GameResult:
        """Play game `(pair, half)`: the first player is Black in half 0."""
        pair, half = game
        number = self.match.skip + (pair if self.match.repeat else 2 * pair + half)
        opening = self.openings.opening(number) if self.openings else SWAP2
        seed_players(self.players, f"{self.match.seed}/{pair}/{half}")
        return play_game(self.players, self.rules, opening, first_is_black=half == 0)

    def close(self) -> None:
        if self.openings:
            self.openings.close()
        for player in self.players:
            player.close()


def openings_of(match: Match) -> Openings | BookOpenings | FileOpenings | None:
    """The opening set of a match; None if the players decide openings. Raises LabError for an invalid file."""
    rules = Rules.parse(match.rules)
    if match.openings == SWAP2:
        return None
    if match.openings == BALANCED:
        return Openings(rules, match.seed)
    if match.openings == BOOK or match.openings.endswith(SUFFIX):
        book = book_of("shipped" if match.openings == BOOK else match.openings, rules)
        assert book is not None, "a source was given"
        return BookOpenings(rules, match.seed, book)
    return FileOpenings(rules, Path(match.openings))


def run(
    match: Match, processes: int, log: Path | None = None, pool: Pool = local.run
) -> Generator[tuple[Tally, list[GameResult]]]:
    """Play the match; yield the tally and the games after each pair. Pairs found in the log are yielded first.

    With an SPRT, the match ends as soon as the test is decided; repeated games do not decide it.
    """
    score = Score(Rules.parse(match.rules))
    book = Log(log, match.about()) if log else None
    try:
        done = _pairs_of(book) if book else {}
        for _, pair in sorted(done.items())[: match.pairs]:
            score.add(pair)
            yield score.tally, pair
            if match.sprt and match.sprt.verdict(score.tested) is not None:
                return
        missing = (number for number in range(match.pairs) if number not in done)
        todo = ((number, half) for number in islice(missing, max(0, match.pairs - len(done))) for half in (0, 1))
        halves: dict[int, dict[int, GameResult]] = {}
        with closing(pool(partial(GameWorker, match), todo, processes)) as results:
            for (number, half), game in results:
                found = halves.setdefault(number, {})
                found[half] = game
                if len(found) < 2:
                    continue
                pair = [found[0], found[1]]
                del halves[number]
                score.add(pair)
                if book:
                    book.append({"pair": number, "games": [asdict(game) for game in pair]})
                yield score.tally, pair
                if match.sprt and match.sprt.verdict(score.tested) is not None:
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

"""Runs the brain for the bot: asks it for answers, checks them, and restarts it once if it fails."""

import contextlib
import logging
import os
import shlex
import shutil
from time import perf_counter

from gomoku.bot.errors import BotError
from gomoku.bot.fallback import FallbackEngine
from gomoku.bot.room_view import GameId
from gomoku.bot.timing import AnswerTime
from gomoku.lab.matches.brains import BrainPlayer, BrainProcess
from gomoku.lab.types import LabError, PlayerFault
from gomoku.rules import Game, Kind, Rules
from gomoku.rules.openings import Answer
from gomoku.rules.variant import piskvork_of_preset

log = logging.getLogger("gomoku.bot")

PROBE_TIMEOUT = 3.0
"""Seconds for each answer while probing whether the brain knows `INFO gomoku.rules`."""


class BrainFailed(Exception):
    """The brain failed twice in the same position."""


class BrainDriver:
    """One brain, for any number of games. Its methods block: call them in a thread."""

    def __init__(self, command: str, memory: float, infos: dict[str, str]) -> None:
        """`infos`: further `INFO` keys for the brain. Raises BotError if the program does not exist."""
        self._command = _checked(command)
        options = {"memory": f"{memory:g}", "enforce": "none", **{f"info.{key}": value for key, value in infos.items()}}
        try:
            self._brain = BrainPlayer(shlex.join(self._command), options)
        except LabError as error:
            raise BotError(str(error)) from None
        self._fallback = FallbackEngine()
        self._playing: GameId | None = None
        self._knows_rule_sets = False
        self._closed = False

    def check(self) -> None:
        """Start the brain once. Raises BotError if it does not speak the Gomocup protocol."""
        try:
            self._brain.new_game(Rules.parse("freestyle;size=15"))
        except PlayerFault as fault:
            raise BotError(f"{self._command[0]} is not a Gomocup brain: {fault}") from None
        self._knows_rule_sets = self._probe_rule_sets()

    def can_play(self, rules: Rules) -> bool:
        """Does the brain know these rules? Piskvork's are assumed; `check` has probed for all others."""
        spec = rules.with_options(size=Rules.preset(rules.name).size).spec()
        return self._knows_rule_sets or piskvork_of_preset(spec) is not None

    def answers(self, game: Game, game_id: GameId, turn: AnswerTime) -> list[Answer]:
        """Return the answer to the current decision, followed by those to the same player's next decisions if known.

        The brain is told of a new game when `game_id` changes. Raises BrainFailed.
        """
        decision = game.decision
        assert decision is not None
        began = perf_counter()
        if decision.step != "play" and game.opening != "swap2":
            return [self._fallback.answer(game, turn.move)]
        for attempt in (1, 2):
            left = AnswerTime(max(turn.move - (perf_counter() - began), turn.move / 4), turn.game, turn.late)
            try:
                return self._asked(game, game_id, left)
            except PlayerFault as fault:
                self._playing = None
                if self._closed:
                    raise BrainFailed("it was told to end") from None
                if fault.how in ("illegal move", "bad answer"):
                    log.warning("the brain's answer is illegal; the engine answers instead: %s", fault)
                    return [self._fallback.answer(game, left.move / 2)]
                if decision.step != "play":
                    log.warning("the brain does not answer SWAP2BOARD; the engine answers instead: %s", fault)
                    return [self._fallback.answer(game, left.move / 2)]
                log.warning("the brain failed%s: %s", " and is started again" if attempt == 1 else " again", fault)
                failure = str(fault)
        raise BrainFailed(failure)

    def _asked(self, game: Game, game_id: GameId, turn: AnswerTime) -> list[Answer]:
        if self._playing != game_id:
            self._brain.new_game(game.rules)
            self._playing = game_id
        self._brain.set_time(turn.move, turn.game, turn.late)
        decision = game.decision
        if decision is not None and decision.step == "play":
            return [self._brain.choose(game).move]
        if not game.moves or (decision is not None and decision.kind is Kind.CHOICE):
            return self._brain.decide(game)[0]
        # restarted while placing stones, which the protocol cannot express
        return [self._fallback.answer(game, turn.move)]

    def _probe_rule_sets(self) -> bool:
        """Send an invalid rule set: a brain that knows `gomoku.rules` answers with an error, others ignore it."""
        with contextlib.suppress(PlayerFault):
            process = BrainProcess(self._command)
            try:
                process.send("START 15")
                process.line(perf_counter() + PROBE_TIMEOUT)
                process.send("INFO timeout_turn 100", "INFO gomoku.rules no-such-rules", "BEGIN")
                return process.line(perf_counter() + PROBE_TIMEOUT)[1].upper().startswith("ERROR")
            finally:
                process.kill()
        return False

    def close(self) -> None:
        """Stop the brain, even during a search."""
        self._closed = True
        self._brain.close()
        self._fallback.close()


def _checked(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BotError(f"the brain {command!r} cannot be read: {error}") from None
    if not words:
        raise BotError("a brain needs a program: --brain PATH")
    program = words[0]
    if os.path.exists(program) and not os.access(program, os.X_OK):
        raise BotError(f"{program} is not executable: chmod +x {program}")
    if os.path.isdir(program) or shutil.which(program) is None:
        raise BotError(f"there is no program {program}")
    return words

"""The brain as the bot uses it: asked for answers, started again once if it fails, and never believed blindly."""

import contextlib
import logging
import os
import shlex
import shutil
from time import perf_counter

from gomoku.bot.errors import BotError
from gomoku.bot.fallback import StandIn
from gomoku.bot.room_view import Name
from gomoku.bot.timing import Turn
from gomoku.lab.matches.brains import BrainPlayer, BrainProcess
from gomoku.lab.types import LabError, PlayerFault
from gomoku.rules import Game, Kind, Rules
from gomoku.rules.openings import Answer
from gomoku.rules.variant import piskvork_of_preset

log = logging.getLogger("gomoku.bot")

PROBE_PATIENCE = 3.0
"""Seconds for a brain to show whether it knows rules that Piskvork has no number for."""


class BrainFailed(Exception):
    """The brain failed, was started again, and failed once more."""


class Hand:
    """One brain, for one game after the other. What it does takes time: call it in a thread."""

    def __init__(self, command: str, memory: float, infos: dict[str, str]) -> None:
        """`infos`: more that the brain is told by INFO. Raises BotError where there is no such program."""
        self._command = _checked(command)
        options = {"memory": f"{memory:g}", "enforce": "none", **{f"info.{key}": value for key, value in infos.items()}}
        try:
            self._brain = BrainPlayer(shlex.join(self._command), options)
        except LabError as error:
            raise BotError(str(error)) from None
        self._stand_in = StandIn()
        self._playing: Name | None = None
        self._knows_ours = False
        self._closed = False

    def check(self) -> None:
        """Start the brain once. Raises BotError where it does not behave like one."""
        try:
            self._brain.new_game(Rules.parse("freestyle;size=15"))
        except PlayerFault as fault:
            raise BotError(f"{self._command[0]} is no Gomocup brain: {fault}") from None
        self._knows_ours = self._ask_for_ours()

    def can_play(self, rules: Rules) -> bool:
        """Does the brain know these rules? Any knows those of Piskvork; whether it knows ours, `check` has asked it."""
        spec = rules.with_options(size=Rules.preset(rules.name).size).spec()
        return self._knows_ours or piskvork_of_preset(spec) is not None

    def answers(self, game: Game, name: Name, turn: Turn) -> list[Answer]:
        """The answer to what is asked, and to what the same player is asked next, as far as it is known.

        `name`: which game this is, so that the brain hears of a new one. Raises BrainFailed.
        """
        decision = game.decision
        assert decision is not None
        began = perf_counter()
        if decision.step != "play" and game.opening != "swap2":
            return [self._stand_in.answer(game, turn.move)]
        for attempt in (1, 2):
            left = Turn(max(turn.move - (perf_counter() - began), turn.move / 4), turn.game, turn.late)
            try:
                return self._asked(game, name, left)
            except PlayerFault as fault:
                self._playing = None
                if self._closed:
                    raise BrainFailed("it was told to end") from None
                if fault.how in ("illegal move", "bad answer"):
                    log.warning("the brain's answer cannot be played, another is found for it: %s", fault)
                    return [self._stand_in.answer(game, left.move / 2)]
                if decision.step != "play":
                    log.warning("the brain does not answer SWAP2BOARD, it is answered for it: %s", fault)
                    return [self._stand_in.answer(game, left.move / 2)]
                log.warning("the brain failed%s: %s", " and is started again" if attempt == 1 else " again", fault)
                failure = str(fault)
        raise BrainFailed(failure)

    def _asked(self, game: Game, name: Name, turn: Turn) -> list[Answer]:
        if self._playing != name:
            self._brain.new_game(game.rules)
            self._playing = name
        self._brain.set_time(turn.move, turn.game, turn.late)
        decision = game.decision
        if decision is not None and decision.step == "play":
            return [self._brain.choose(game).move]
        if not game.moves or (decision is not None and decision.kind is Kind.CHOICE):
            return self._brain.decide(game)[0]
        return [self._stand_in.answer(game, turn.move)]  # in the middle of placing stones, after a restart

    def _ask_for_ours(self) -> bool:
        """A brain that knows `gomoku.rules` complains of rules that do not exist; others take no notice."""
        with contextlib.suppress(PlayerFault):
            process = BrainProcess(self._command)
            try:
                process.send("START 15")
                process.line(perf_counter() + PROBE_PATIENCE)
                process.send("INFO timeout_turn 100", "INFO gomoku.rules no-such-rules", "BEGIN")
                return process.line(perf_counter() + PROBE_PATIENCE)[1].upper().startswith("ERROR")
            finally:
                process.kill()
        return False

    def close(self) -> None:
        """End the brain, also in the middle of a thought."""
        self._closed = True
        self._brain.close()
        self._stand_in.close()


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

"""The bot: finds or creates a room, takes a seat, plays its games with the brain, and leaves."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec.structs import replace

from gomoku.bot.brain_driver import BrainDriver, BrainFailed
from gomoku.bot.connection import Connection
from gomoku.bot.errors import BotError
from gomoku.bot.policy import BotProfile, CommandFactory, Intent, next_action
from gomoku.bot.room_view import GameId, Gap, RoomView
from gomoku.bot.timing import turn_of
from gomoku.bot.tournament import OVER, TournamentEntry
from gomoku.rules import Kind, Rules
from gomoku.rules.openings import Answer
from gomoku.server.wire import messages
from gomoku.server.wire.messages import (
    LobbyChange,
    LobbyList,
    Pong,
    Reason,
    Refused,
    RoomGone,
    RoomSummary,
    ToClient,
    Update,
)
from gomoku.server.wire.values import Open, Options, Phase

log = logging.getLogger("gomoku.bot")

CLOCK_MARGIN: Final = 0.3
"""Seconds of the clock reserved in addition to network latency."""
POLL_INTERVAL: Final = 5.0
"""Seconds between checks for changes caused by time alone, such as a win that can be claimed."""
TOURNAMENT_INTERVAL: Final = 1.0
"""Seconds between polls for the next game of a tournament."""
RETRY_DELAY: Final = 1.0
"""Seconds to wait after a refused command."""


@dataclass(frozen=True)
class BotConfig:
    """Configuration of a bot: where and how much it plays."""

    url: str
    token: str
    profile: BotProfile
    room: str | None = None
    """Id or address of the room to join."""
    create: messages.Create | None = None
    """The room to create. Without `room` and `create` the bot joins any listed room."""
    games: int = 1
    """Number of games to play; 0 means no limit."""
    time: float = 5.0
    """Maximum seconds per move."""
    tournament: str | None = None
    """Id or address of the tournament to play in."""


@dataclass
class BotRecord:
    """Results of the games played."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    counted: set[GameId] = field(default_factory=set)

    @property
    def games(self) -> int:
        return len(self.counted)

    def __str__(self) -> str:
        return f"{self.games} played: {self.wins} won, {self.losses} lost, {self.draws} drawn"


class Bot:
    """Plays in one room at a time."""

    def __init__(self, config: BotConfig, driver: BrainDriver, say: Callable[[str], None]) -> None:
        self.config, self.driver, self.say = config, driver, say
        self.tally = BotRecord()
        self.connection = Connection(config.url, config.token, self._hear, self._opened)
        self.view: RoomView | None = None
        self.gone = False
        self._watched = ""
        self._lobby: dict[str, RoomSummary] = {}
        self._changed = asyncio.Event()
        self._planned: tuple[GameId, int, list[Answer]] | None = None
        """Answers found in advance: game, ply of the first, answers."""
        self._thinking: asyncio.Task[None] | None = None
        self._refused_rooms: set[str] = set()
        self._asked: set[GameId] = set()
        """Games after which it has offered a rematch."""

    async def run(self) -> BotRecord:
        """Play all games. Raises BotError."""
        playing = asyncio.create_task(self._play_all())
        staying = asyncio.create_task(self.connection.run())
        try:
            done, _ = await asyncio.wait((playing, staying), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            return self.tally
        finally:
            self.driver.close()
            tasks = [task for task in (playing, staying, self._thinking) if task is not None]
            for each in tasks:
                each.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def _wants_more(self) -> bool:
        return self.config.games == 0 or self.tally.games < self.config.games

    async def _play_all(self) -> None:
        while not self.connection.me:
            await self._wait(POLL_INTERVAL)
        if self.config.create is not None:
            await self._stay(await self._made(self.config.create))
        elif self.config.room is not None:
            await self._stay(room_id(self.config.room))
        elif self.config.tournament is not None:
            await self._take_part(TournamentEntry(self.config.url, self.config.token, room_id(self.config.tournament)))
        else:
            while self._wants_more:
                await self._stay(await self._any_room())

    # --- finding a room ---

    async def _take_part(self, entry: TournamentEntry) -> None:
        """Play the games of a tournament until it is over. A bot that missed a game joins again."""
        played: set[str] = set()
        while True:
            view = await asyncio.to_thread(entry.view)
            if view is not None and view["state"] in OVER:
                return
            me = None if view is None else view["me"]
            if view is not None and view["room"] and view["room"] not in played:
                await self._stay(view["room"])
                played.add(view["room"])
            elif view is not None and (me is None or view["may_join"]):
                self._require(Options(rules=view["settings"]["rules"]))
                if await asyncio.to_thread(entry.join, self.config.profile.name):
                    self.say("it has joined the tournament")
            else:
                await asyncio.sleep(TOURNAMENT_INTERVAL)

    async def _made(self, create: messages.Create) -> str:
        self._require(create.options)
        answer = await self.connection.ask(lambda id: _named(create, id))
        if isinstance(answer, Refused):
            raise BotError(f"the room cannot be made: {answer.detail or answer.reason}")
        self.say(f"waiting at {self.address_of(answer.room)}")
        return answer.room

    async def _any_room(self) -> str:
        """Wait for a listed room with an opponent and rules that the brain knows."""
        self.connection.tell(messages.Lobby(True, open_only=True))
        self.say("looking for a room")
        while True:
            for line in self._lobby.values():
                if line.room not in self._refused_rooms and self._fits(line):
                    self.connection.tell(messages.Lobby(False))
                    return line.room
            await self._wait(POLL_INTERVAL)

    def _fits(self, line: RoomSummary) -> bool:
        waits = line.phase is Phase.SEATING and any(isinstance(holder, Open) for holder in line.holders)
        return (
            waits
            and not line.rated
            and not all(isinstance(holder, Open) for holder in line.holders)
            and self._knows(line.rules)
        )

    def _knows(self, spec: str) -> bool:
        return self.driver.can_play(Rules.parse(spec))

    def _require(self, options: Options) -> None:
        if not self._knows(options.rules):
            raise BotError(f"the brain does not know the rules {options.rules}")

    def address_of(self, room: str) -> str:
        there = urlsplit(self.config.url if "://" in self.config.url else f"http://{self.config.url}")
        return f"{there.scheme.replace('ws', 'http')}://{there.netloc.rpartition('@')[2]}/room/{room}"

    # --- in a room ---

    async def _stay(self, room: str) -> None:
        """Sit down, play, and leave."""
        self.view, self.gone, self._watched, self._planned = None, False, room, None
        self.connection.tell(messages.Watch(room))
        sat = False
        while True:
            self._changed.clear()
            if self.gone:
                if not sat and not self._roams:
                    raise BotError(f"there is no room {room}")
                break
            view = self.view
            if view is None:
                await self._wait(POLL_INTERVAL)
                continue
            self._count(view)
            asked = view.game_id in self._asked
            action = next_action(
                view, self.connection.me, self.config.profile, self._wants_more, asked, self.connection.now()
            )
            if view.seat_of(self.connection.me) is not None:
                if not sat:
                    self.say(f"sitting at {self.address_of(room)}")
                sat = True
                if view.state.phase is Phase.SEATING and not self._knows(view.state.options.rules):
                    await self._leave(view, "I do not know these rules, sorry.")
                    break
            elif action is Intent.FULL or sat:  # `sat`: its seat was taken away
                self._refused_rooms.add(room)
                if self._roams or (sat and not self._wants_more):
                    break
                raise BotError(
                    f"it was sent away from the room {room}" if sat else f"there is no free seat in the room {room}"
                )
            elif not self._roams:
                self._require(view.state.options)
            if action is Intent.DONE:
                await self._leave(view)
                break
            refused = await self._do(view, action)
            # SEAT_TAKEN: the other seat may be free
            if refused is not None and not sat and refused.reason is not Reason.SEAT_TAKEN:
                self._refused_rooms.add(room)
                if not self._roams:
                    raise BotError(f"it cannot sit down in the room {room}: {refused.detail or refused.reason}")
                break
        self.connection.tell(messages.Unwatch(room))
        self.view, self._watched = None, ""

    @property
    def _roams(self) -> bool:
        return self.config.room is None and self.config.create is None and self.config.tournament is None

    async def _do(self, view: RoomView, action: CommandFactory | Intent) -> Refused | None:
        """Carry out an action; returns the refusal unless it is harmless, as when the room has already moved on."""
        if action is Intent.THINK:
            if self._thinking is None or self._thinking.done():
                self._thinking = asyncio.create_task(self._move(view))
                self._thinking.add_done_callback(lambda _: self._changed.set())
            await self._wait(POLL_INTERVAL)
            if self._thinking.done():
                self._thinking.result()
        elif isinstance(action, Intent):
            await self._wait(POLL_INTERVAL)
        else:
            if view.state.phase is Phase.OVER:
                self._asked.add(view.game_id)
            answer = await self.connection.ask(action)
            if isinstance(answer, Refused) and answer.reason not in (Reason.STALE, Reason.NO_CHANGE, Reason.NO_OFFER):
                log.warning("refused: %s %s", answer.reason, answer.detail)
                await self._wait(max(RETRY_DELAY, min((answer.wait or 0) / 1000, POLL_INTERVAL)))
                return answer
        return None

    async def _move(self, view: RoomView) -> None:
        """Ask the brain and send its answer."""
        state, game_id, ply = view.state, view.game_id, view.state.ply
        if self._planned is None or self._planned[:2] != (game_id, ply):
            question = state.question
            assert question is not None
            clock = view.seat(question.player).clock
            lag = CLOCK_MARGIN + self.connection.lag + view.age
            turn = turn_of(state.options.clock, clock, self.config.time, lag)
            game = view.game.copy()
            try:
                answers = await asyncio.to_thread(self.driver.answers, game, game_id, turn)
            except BrainFailed as failed:
                self.say(f"the brain failed ({failed}): it resigns")
                await self.connection.ask(lambda id: messages.Resign(id, view.room))
                return
            self._planned = (game_id, ply, answers)
        _, _, (answer, *rest) = self._planned
        decision = view.game.decision
        if view.game_id != game_id or view.state.ply != ply or decision is None:
            return  # the position has changed meanwhile
        kind = messages.Play if decision.kind in (Kind.STONE, Kind.PICK) else messages.Decide
        said: Any = answer
        self._planned = (game_id, ply + 1, rest) if rest else None
        refused = await self.connection.ask(lambda id: kind(id, view.room, said, ply))
        if isinstance(refused, Refused) and refused.reason is not Reason.STALE:
            log.warning("refused: %s %s", refused.reason, refused.detail)
            self._planned = None
            await asyncio.sleep(RETRY_DELAY)

    async def _leave(self, view: RoomView, words: str = "") -> None:
        seat = view.seat_of(self.connection.me)
        if seat is None or (view.state.tournament and not words):  # the seats of a tournament stay
            return
        if words:
            await self.connection.ask(lambda id: messages.Say(id, view.room, words))
            self._refused_rooms.add(view.room)
        await self.connection.ask(lambda id: messages.Stand(id, view.room, seat.player))

    def _count(self, view: RoomView) -> None:
        """Count a finished game, once."""
        outcome, seat = view.state.outcome, view.seat_of(self.connection.me)
        if outcome is None or seat is None or view.game_id in self.tally.counted:
            return
        self.tally.counted.add(view.game_id)
        how = str(outcome.by)
        if outcome.player is None:
            self.tally.draws += 1
            self.say(f"game {self.tally.games}: drawn ({how})")
        elif outcome.player is seat.player:
            self.tally.wins += 1
            self.say(f"game {self.tally.games}: won ({how})")
        else:
            self.tally.losses += 1
            self.say(f"game {self.tally.games}: lost ({how})")

    # --- messages ---

    def _opened(self) -> None:
        """Subscribe again after a reconnection."""
        if self._watched:
            self.connection.tell(messages.Watch(self._watched, self.view.seq if self.view else 0))
        elif self._roams:
            self.connection.tell(messages.Lobby(True, open_only=True))
        self._changed.set()

    def _hear(self, message: ToClient) -> None:
        match message:
            case messages.Snapshot() | Update() if message.room == self._watched:
                try:
                    if isinstance(message, messages.Snapshot) and self.view is None:
                        self.view = RoomView(message)
                    elif self.view is not None:
                        self.view.take(message)
                except Gap:
                    self.connection.tell(messages.Watch(self._watched))
            case Pong() if self.view and message.rooms.get(self._watched, 0) > self.view.seq:
                self.connection.tell(messages.Watch(self._watched, self.view.seq))
            case RoomGone() if message.room == self._watched:
                self.gone = True
            case LobbyList():
                self._lobby = {line.room: line for line in message.rooms}
            case LobbyChange():
                self._lobby.pop(message.room, None)
                if message.line is not None:
                    self._lobby[message.room] = message.line
            case _:
                return
        self._changed.set()

    async def _wait(self, seconds: float) -> None:
        """Wait for a change, at most `seconds`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        self._changed.clear()


def room_id(link: str) -> str:
    """Return the id of a room or a tournament, given its address or its id. Raises BotError for anything else."""
    found = urlsplit(link).path.rstrip("/").rpartition("/")[2]
    if not found or len(found) > 40 or not found.replace("-", "").replace("_", "").isalnum():
        raise BotError(f"{link!r} is not a room: expected its address or its id")
    return found


def _named(create: messages.Create, id: str) -> messages.Create:
    return replace(create, id=id)

"""The bot: finds a room, sits down, lets its brain play, and gets up when it has had enough."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec.structs import replace

from gomoku.bot.brain_driver import BrainFailed, Hand
from gomoku.bot.connection import Line
from gomoku.bot.errors import BotError
from gomoku.bot.policy import Deed, Habits, Pause, next_deed
from gomoku.bot.room_view import Gap, Name, Table
from gomoku.bot.timing import turn_of
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

MARGIN: Final = 0.3
"""Seconds kept back of a clock, besides what the way there and back takes."""
LOOK: Final = 5.0
"""Seconds between looks at what only time changes: a win that can be claimed."""
SHY: Final = 1.0
"""Seconds before something is tried again that was refused."""


@dataclass(frozen=True)
class Wish:
    """What a bot is meant to do."""

    url: str
    token: str
    habits: Habits
    room: str | None = None
    """A room, by its id or its address …"""
    create: messages.Create | None = None
    """… or one to be made; neither: any listed one."""
    games: int = 1
    """How many; 0 is no end."""
    time: float = 5.0
    """Seconds a move at most."""


@dataclass
class Tally:
    """How the games went."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    counted: set[Name] = field(default_factory=set)

    @property
    def games(self) -> int:
        return len(self.counted)

    def __str__(self) -> str:
        return f"{self.games} played: {self.wins} won, {self.losses} lost, {self.draws} drawn"


class Bot:
    """One identity at one room at a time."""

    def __init__(self, wish: Wish, hand: Hand, say: Callable[[str], None]) -> None:
        self.wish, self.hand, self.say = wish, hand, say
        self.tally = Tally()
        self.line = Line(wish.url, wish.token, self._hear, self._opened)
        self.table: Table | None = None
        self.gone = False
        self._watched = ""
        self._lobby: dict[str, RoomSummary] = {}
        self._changed = asyncio.Event()
        self._planned: tuple[Name, int, list[Answer]] | None = None
        """Answers that are known already: of which game, after how many actions."""
        self._thinking: asyncio.Task[None] | None = None
        self._refused_rooms: set[str] = set()
        self._asked: set[Name] = set()
        """Games after which it has asked for another one."""

    async def run(self) -> Tally:
        """Play until all games are played. Raises BotError."""
        playing = asyncio.create_task(self._play_all())
        staying = asyncio.create_task(self.line.run())
        try:
            done, _ = await asyncio.wait((playing, staying), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            return self.tally
        finally:
            self.hand.close()
            tasks = [task for task in (playing, staying, self._thinking) if task is not None]
            for each in tasks:
                each.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def _wants_more(self) -> bool:
        return self.wish.games == 0 or self.tally.games < self.wish.games

    async def _play_all(self) -> None:
        while not self.line.me:
            await self._wait(LOOK)
        if self.wish.create is not None:
            await self._stay(await self._made(self.wish.create))
        elif self.wish.room is not None:
            await self._stay(room_id(self.wish.room))
        else:
            while self._wants_more:
                await self._stay(await self._any_room())

    # --- finding a room ---

    async def _made(self, create: messages.Create) -> str:
        self._require(create.options)
        answer = await self.line.ask(lambda id: _named(create, id))
        if isinstance(answer, Refused):
            raise BotError(f"the room cannot be made: {answer.detail or answer.reason}")
        self.say(f"waiting at {self.address_of(answer.room)}")
        return answer.room

    async def _any_room(self) -> str:
        """A listed room in which somebody waits."""
        self.line.tell(messages.Lobby(True))
        self.say("looking for a room")
        while True:
            for line in self._lobby.values():
                if line.room not in self._refused_rooms and self._fits(line):
                    self.line.tell(messages.Lobby(False))
                    return line.room
            await self._wait(LOOK)

    def _fits(self, line: RoomSummary) -> bool:
        waits = line.phase is Phase.SEATING and any(isinstance(holder, Open) for holder in line.holders)
        return (
            waits
            and not line.rated
            and not all(isinstance(holder, Open) for holder in line.holders)
            and self._knows(line.rules)
        )

    def _knows(self, spec: str) -> bool:
        return self.hand.can_play(Rules.parse(spec))

    def _require(self, options: Options) -> None:
        if not self._knows(options.rules):
            raise BotError(f"the brain does not know the rules {options.rules}")

    def address_of(self, room: str) -> str:
        there = urlsplit(self.wish.url if "://" in self.wish.url else f"http://{self.wish.url}")
        return f"{there.scheme.replace('ws', 'http')}://{there.netloc.rpartition('@')[2]}/room/{room}"

    # --- in a room ---

    async def _stay(self, room: str) -> None:
        """Sit down, play, and leave."""
        self.table, self.gone, self._watched, self._planned = None, False, room, None
        self.line.tell(messages.Watch(room))
        sat = False
        while True:
            self._changed.clear()
            if self.gone:
                if not sat and not self._roams:
                    raise BotError(f"there is no room {room}")
                break
            table = self.table
            if table is None:
                await self._wait(LOOK)
                continue
            self._count(table)
            asked = table.name in self._asked
            deed = next_deed(table, self.line.me, self.wish.habits, self._wants_more, asked, self.line.now())
            if table.seat_of(self.line.me) is not None:
                if not sat:
                    self.say(f"sitting at {self.address_of(room)}")
                sat = True
                if table.state.phase is Phase.SEATING and not self._knows(table.state.options.rules):
                    await self._leave(table, "I do not know these rules, sorry.")
                    break
            elif deed is Pause.FULL or sat:  # or it was sent away
                self._refused_rooms.add(room)
                if self._roams or (sat and not self._wants_more):
                    break
                raise BotError(
                    f"it was sent away from the room {room}" if sat else f"there is no free seat in the room {room}"
                )
            elif not self._roams:
                self._require(table.state.options)
            if deed is Pause.DONE:
                await self._leave(table)
                break
            refused = await self._do(table, deed)
            if (
                refused is not None and not sat and refused.reason is not Reason.SEAT_TAKEN
            ):  # another may have been quicker
                self._refused_rooms.add(room)
                if not self._roams:
                    raise BotError(f"it cannot sit down in the room {room}: {refused.detail or refused.reason}")
                break
        self.line.tell(messages.Unwatch(room))
        self.table, self._watched = None, ""

    @property
    def _roams(self) -> bool:
        return self.wish.room is None and self.wish.create is None

    async def _do(self, table: Table, deed: Deed | Pause) -> Refused | None:
        """Do it; gives what the server has against it, where that is worth mentioning."""
        if deed is Pause.THINK:
            if self._thinking is None or self._thinking.done():
                self._thinking = asyncio.create_task(self._move(table))
                self._thinking.add_done_callback(lambda _: self._changed.set())
            await self._wait(LOOK)
            if self._thinking.done():
                self._thinking.result()
        elif isinstance(deed, Pause):
            await self._wait(LOOK)
        else:
            if table.state.phase is Phase.OVER:
                self._asked.add(table.name)
            answer = await self.line.ask(deed)
            if isinstance(answer, Refused) and answer.reason not in (Reason.STALE, Reason.NO_CHANGE, Reason.NO_OFFER):
                log.warning("refused: %s %s", answer.reason, answer.detail)
                await self._wait(max(SHY, min((answer.wait or 0) / 1000, LOOK)))
                return answer
        return None

    async def _move(self, table: Table) -> None:
        """Ask the brain, and say what it says."""
        state, name, ply = table.state, table.name, table.state.ply
        if self._planned is None or self._planned[:2] != (name, ply):
            question = state.question
            assert question is not None
            clock = table.seat(question.player).clock
            lag = MARGIN + self.line.lag + table.age
            turn = turn_of(state.options.clock, clock, self.wish.time, lag)
            game = table.game.copy()
            try:
                answers = await asyncio.to_thread(self.hand.answers, game, name, turn)
            except BrainFailed as failed:
                self.say(f"the brain failed ({failed}): it resigns")
                await self.line.ask(lambda id: messages.Resign(id, table.room))
                return
            self._planned = (name, ply, answers)
        _, _, (answer, *rest) = self._planned
        decision = table.game.decision
        if table.name != name or table.state.ply != ply or decision is None:
            return  # the game went on without it, or was taken back
        kind = messages.Play if decision.kind in (Kind.STONE, Kind.PICK) else messages.Decide
        said: Any = answer
        self._planned = (name, ply + 1, rest) if rest else None
        refused = await self.line.ask(lambda id: kind(id, table.room, said, ply))
        if isinstance(refused, Refused) and refused.reason is not Reason.STALE:
            log.warning("refused: %s %s", refused.reason, refused.detail)
            self._planned = None
            await asyncio.sleep(SHY)

    async def _leave(self, table: Table, words: str = "") -> None:
        seat = table.seat_of(self.line.me)
        if seat is None:
            return
        if words:
            await self.line.ask(lambda id: messages.Say(id, table.room, words))
            self._refused_rooms.add(table.room)
        await self.line.ask(lambda id: messages.Stand(id, table.room, seat.player))

    def _count(self, table: Table) -> None:
        """Note the result of a game that is over."""
        outcome, seat = table.state.outcome, table.seat_of(self.line.me)
        if outcome is None or seat is None or table.name in self.tally.counted:
            return
        self.tally.counted.add(table.name)
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

    # --- what is heard ---

    def _opened(self) -> None:
        """A new connection knows nothing of what was watched."""
        if self._watched:
            self.line.tell(messages.Watch(self._watched, self.table.seq if self.table else 0))
        elif self._roams:
            self.line.tell(messages.Lobby(True))
        self._changed.set()

    def _hear(self, message: ToClient) -> None:
        match message:
            case messages.Snapshot() | Update() if message.room == self._watched:
                try:
                    if isinstance(message, messages.Snapshot) and self.table is None:
                        self.table = Table(message)
                    elif self.table is not None:
                        self.table.take(message)
                except Gap:
                    self.line.tell(messages.Watch(self._watched))
            case Pong() if self.table and message.rooms.get(self._watched, 0) > self.table.seq:
                self.line.tell(messages.Watch(self._watched, self.table.seq))
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
        """Until something happens, or for so long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        self._changed.clear()


def room_id(link: str) -> str:
    """A room's id, out of its address or as it is. Raises BotError where it is neither."""
    found = urlsplit(link).path.rstrip("/").rpartition("/")[2]
    if not found or len(found) > 40 or not found.replace("-", "").replace("_", "").isalnum():
        raise BotError(f"{link!r} is no room: expected its address or its id")
    return found


def _named(create: messages.Create, id: str) -> messages.Create:
    return replace(create, id=id)

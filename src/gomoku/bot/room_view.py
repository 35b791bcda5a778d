"""The bot's copy of a room: the state last received, and the game on its board."""

import time
from typing import TypeAlias

from gomoku.rules import Game, Player, Rules
from gomoku.server.wire import events
from gomoku.server.wire.messages import RoomState, Snapshot, Update
from gomoku.server.wire.values import Action, Moment, Person, Seat

RoomMessage: TypeAlias = Snapshot | Update
GameId: TypeAlias = tuple[str, int, int]
"""Identifies a game: room, round, and `seq` of its start."""


class Gap(Exception):
    """An update is missing: the room must be requested again."""


class RoomView:
    """Built from a snapshot and kept up to date by updates."""

    def __init__(self, first: Snapshot) -> None:
        self.room = first.room
        self.actions: tuple[Action, ...] = ()
        self.began = 0
        """`seq` of the event that started the current game; 0 if it was not received."""
        self._take_whole(first)

    def take(self, message: RoomMessage) -> None:
        """Apply a snapshot or update. Raises Gap."""
        if isinstance(message, Snapshot):
            self._take_whole(message)
            return
        if message.seq <= self.seq:
            return
        if message.seq != self.seq + 1 or message.keep > len(self.actions):
            raise Gap
        if isinstance(message.event, events.Started | events.Restarted):
            self.began = message.seq
        same = message.state.round == self.state.round and message.state.options == self.state.options
        self._note(message)
        self.actions = (*self.actions[: message.keep], *message.actions)
        if not same:
            self.game = game_of(message.state, self.actions)
            return
        while len(self.game.actions) > message.keep:
            self.game.undo()
        for action in message.actions:
            do(self.game, action)

    def _take_whole(self, message: Snapshot) -> None:
        self._note(message)
        self.actions = message.actions
        self.game = game_of(message.state, message.actions)

    def _note(self, message: RoomMessage) -> None:
        self.seq = message.seq
        self.state: RoomState = message.state
        self.now: Moment = message.now
        self.heard = time.monotonic()

    @property
    def age(self) -> float:
        """Seconds since the last message about the room."""
        return time.monotonic() - self.heard

    @property
    def game_id(self) -> GameId:
        """Identifies the game on the board. The round alone does not: it stays the same if no stone was played."""
        return (self.room, self.state.round, self.began)

    def seat_of(self, visitor: str) -> Seat | None:
        """The seat of a visitor, if any."""
        return next((s for s in self.state.seats if isinstance(s.holder, Person) and s.holder.visitor == visitor), None)

    def seat(self, player: Player) -> Seat:
        return self.state.seats[0 if player is Player.P1 else 1]


def game_of(state: RoomState, actions: tuple[Action, ...]) -> Game:
    """Replay the game on a room's board."""
    game = Game(Rules.parse(state.options.rules), state.options.opening)
    for action in actions:
        do(game, action)
    return game


def do(game: Game, action: Action) -> None:
    if action.cell is not None:
        game.play(action.cell)
    else:
        assert action.answer is not None
        game.decide(action.answer)

"""A room as the bot knows it: what the server told last, and the game on its board."""

import time
from typing import TypeAlias

from gomoku.rules import Game, Player, Rules
from gomoku.server.wire import events
from gomoku.server.wire.messages import RoomState, Snapshot, Update
from gomoku.server.wire.values import Action, Moment, Person, Seat

Told: TypeAlias = Snapshot | Update
Name: TypeAlias = tuple[str, int, int]
"""Of a game."""


class Gap(Exception):
    """Something was missed on the way: the room must be asked for again."""


class Table:
    """Made of a snapshot, kept up to date by what follows."""

    def __init__(self, first: Snapshot) -> None:
        self.room = first.room
        self.actions: tuple[Action, ...] = ()
        self.began = 0
        """When the game on the board began, as far as it was heard: after so many events."""
        self._take_whole(first)

    def take(self, told: Told) -> None:
        """Raises Gap."""
        if isinstance(told, Snapshot):
            self._take_whole(told)
            return
        if told.seq <= self.seq:
            return
        if told.seq != self.seq + 1 or told.keep > len(self.actions):
            raise Gap
        if isinstance(told.event, events.Started | events.Restarted):
            self.began = told.seq
        same = told.state.round == self.state.round and told.state.options == self.state.options
        self._note(told)
        self.actions = (*self.actions[: told.keep], *told.actions)
        if not same:
            self.game = game_of(told.state, self.actions)
            return
        while len(self.game.actions) > told.keep:
            self.game.undo()
        for action in told.actions:
            do(self.game, action)

    def _take_whole(self, told: Snapshot) -> None:
        self._note(told)
        self.actions = told.actions
        self.game = game_of(told.state, told.actions)

    def _note(self, told: Told) -> None:
        self.seq = told.seq
        self.state: RoomState = told.state
        self.now: Moment = told.now
        self.heard = time.monotonic()

    @property
    def age(self) -> float:
        """Seconds since the server last spoke of the room."""
        return time.monotonic() - self.heard

    @property
    def name(self) -> Name:
        """Which game this is: the room, its round, and its beginning; a round in which nothing was played does not count."""
        return (self.room, self.state.round, self.began)

    def seat_of(self, visitor: str) -> Seat | None:
        """Where somebody sits."""
        return next((s for s in self.state.seats if isinstance(s.holder, Person) and s.holder.visitor == visitor), None)

    def seat(self, player: Player) -> Seat:
        return self.state.seats[0 if player is Player.P1 else 1]


def game_of(state: RoomState, actions: tuple[Action, ...]) -> Game:
    """The game on a room's board."""
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

"""Delayed view of a room for spectators, so that they cannot advise the players.

Only events during a game are delayed: its start is shown at once, and its end releases everything. All output about a
room, on every path, must show `visible_to` its recipient.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from gomoku.server.rooms import views
from gomoku.server.rooms.room import Room, apply
from gomoku.server.wire import messages
from gomoku.server.wire.events import Event
from gomoku.server.wire.values import Moment, Phase


@dataclass(frozen=True)
class Transition:
    """An event with the room before and after it."""

    before: Room
    event: Event
    after: Room

    @property
    def due(self) -> Moment:
        """Time at which spectators see the event."""
        return self.event.at + self.after.options.delay

    @property
    def is_delayed(self) -> bool:
        """Is it hidden from spectators for now? The start of a game is not."""
        return self.after.is_delayed and self.before.phase is Phase.PLAYING


class DelayedView:
    """State of one room that spectators see, and the queue of events they have not seen."""

    def __init__(self, shown: Room) -> None:
        self._shown = shown
        self._held: deque[Transition] = deque()
        self.is_complete = True
        """False after a missed event: spectators get no updates until the view is rebuilt."""

    def visible_to(self, room: Room, visitor: str) -> Room:
        """The state of a room that a visitor may see."""
        return room if not room.is_delayed or room.held_by(visitor) else self._shown

    def add(self, step: Transition) -> list[Transition]:
        """Add an event. Returns what spectators may see now: nothing, or the whole queue with this event."""
        if step.is_delayed:
            self._held.append(step)
            return []
        released = [*self._held, step]
        self._held.clear()
        self._shown = step.after
        return released

    def release(self, now: Moment) -> list[Transition]:
        """Remove and return the events that are due."""
        released = []
        while self._held and self._held[0].due <= now:
            released.append(self._held.popleft())
            self._shown = released[-1].after
        return released

    @property
    def due(self) -> Moment | None:
        """Time at which the next event is due."""
        return self._held[0].due if self._held else None


def rebuild(room_id: str, history: Iterable[Event], now: Moment) -> DelayedView:
    """The view of a room loaded from the database."""
    view: DelayedView | None = None
    before: Room | None = None
    for event in history:
        after = apply(room_id, before, event)
        if view is None or before is None:
            view = DelayedView(after)
        else:
            view.add(Transition(before, event, after))
        before = after
    assert view is not None, "a room begins with its creation"
    view.release(now)
    return view


# --- messages to spectators: clocks of the delayed state, running from now ---


def update_of(step: Transition, now: Moment) -> messages.Update:
    """A delayed update."""
    late = step.after.options.delay if step.after.is_delayed else 0
    update = views.update_of(step.before, step.event, step.after, now - late)
    return replace(update, now=now, state=_shifted(update.state, late))


def snapshot_of(room: Room, now: Moment) -> messages.Snapshot:
    """A delayed snapshot."""
    late = room.options.delay if room.is_delayed else 0
    snapshot = views.snapshot_of(room, now - late)
    return replace(snapshot, now=now, state=_shifted(snapshot.state, late))


def _shifted(state: messages.RoomState, by: int) -> messages.RoomState:
    """The state with its moments shifted."""
    since = None if state.turn_since is None else state.turn_since + by
    return replace(state, turn_since=since, offers=tuple(replace(o, until=o.until + by) for o in state.offers))

"""What those see who do not play, where a room shows its games to them later: the room as it was some time ago.

Only what happens within a game is held back. Its beginning is not, and when it is over everything is shown at once.
Whatever leaves the server about a room, by whichever way, goes to somebody: `seen_by` says which state is theirs.
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
class Step:
    """Something that happened, and the room before and after it."""

    before: Room
    event: Event
    after: Room

    @property
    def due(self) -> Moment:
        """When spectators may know."""
        return self.event.at + self.after.options.delay

    @property
    def is_secret(self) -> bool:
        """Is it held back for a while? A game that begins is not."""
        return self.after.holds_back and self.before.phase is Phase.PLAYING


class DelayedView:
    """What spectators of one room have not been told yet, in order."""

    def __init__(self, shown: Room) -> None:
        self._shown = shown
        self._held: deque[Step] = deque()
        self.is_whole = True
        """Everything that happened was noted. If not, spectators are told nothing until it was read again."""

    def seen_by(self, room: Room, visitor: str) -> Room:
        """The state of a room that a visitor may know of."""
        return room if not room.holds_back or room.held_by(visitor) else self._shown

    def keep(self, step: Step) -> list[Step]:
        """Take note of what happened. What spectators may know now: nothing, or this with all that was held back."""
        if step.is_secret:
            self._held.append(step)
            return []
        told = [*self._held, step]
        self._held.clear()
        self._shown = step.after
        return told

    def release(self, now: Moment) -> list[Step]:
        """What spectators may know by now and have not been told."""
        told = []
        while self._held and self._held[0].due <= now:
            told.append(self._held.popleft())
            self._shown = told[-1].after
        return told

    @property
    def due(self) -> Moment | None:
        """When there will be something to tell."""
        return self._held[0].due if self._held else None


def remembered(room_id: str, history: Iterable[Event], now: Moment) -> DelayedView:
    """The gallery of a room that is read from the database."""
    gallery: DelayedView | None = None
    before: Room | None = None
    for event in history:
        after = apply(room_id, before, event)
        if gallery is None or before is None:
            gallery = DelayedView(after)
        else:
            gallery.keep(Step(before, event, after))
        before = after
    assert gallery is not None, "a room begins with its creation"
    gallery.release(now)
    return gallery


# --- for spectators: clocks as they stood then, running from now ---


def update_of(step: Step, now: Moment) -> messages.Update:
    """What one event changed, told late."""
    late = step.after.options.delay if step.after.holds_back else 0
    told = views.update_of(step.before, step.event, step.after, now - late)
    return replace(told, now=now, state=_moved(told.state, late))


def snapshot_of(room: Room, now: Moment) -> messages.Snapshot:
    """A room as it was, told late."""
    late = room.options.delay if room.holds_back else 0
    told = views.snapshot_of(room, now - late)
    return replace(told, now=now, state=_moved(told.state, late))


def _moved(state: messages.RoomState, by: int) -> messages.RoomState:
    """The same with its moments moved."""
    since = None if state.turn_since is None else state.turn_since + by
    return replace(state, turn_since=since, offers=tuple(replace(o, until=o.until + by) for o in state.offers))

"""Events of a room. They are appended to the database in order and never change; folding them gives the room's state.

Every event carries its time. The store numbers the events of a room from 1: `seq`.
"""

from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from gomoku.rules import Color, Player
from gomoku.server.wire.values import (
    Answer,
    Cell,
    Elo,
    EndedBy,
    Holder,
    LevelResult,
    Millis,
    Moment,
    Name,
    OfferKind,
    Options,
    RemovalReason,
    RoomKind,
    Stone,
    Struct,
    Tagged,
    Uncounted,
    Vacation,
)


class EventBase(Tagged, frozen=True, kw_only=True):
    """Base of all events."""

    at: Moment


# --- the room ---


class Created(EventBase, frozen=True, tag="created"):
    """The room was created."""

    by: str
    """The visitor who owns it."""
    kind: RoomKind
    options: Options
    holders: tuple[Holder, Holder]
    """Holders of the seats P1 and P2. P1 moves first, with black unless the opening says otherwise."""
    stones: tuple[Stone, Stone] = (Stone.BLACK, Stone.WHITE)
    """Stones of X and O."""
    title: Name = ""
    link: str | None = None
    """An imported game, in the one-line form of links."""
    times: tuple[Millis | None, ...] = ()
    """Time taken by each action of the imported game, as far as known."""
    ended: tuple[EndedBy, Player | None] | None = None
    """Result of the imported game and winner, if the board does not show it."""
    source: str = ""
    """The imported file as SGF, with what a room has no place for: comments, variations, date, properties unknown here."""
    elos: tuple[Elo | None, Elo | None] = (None, None)
    """Ratings of the players."""
    changes: tuple[int, int] | None = None
    """Rating changes made by the imported game."""
    tournament: str = ""
    """The tournament it is a game of; empty for none. Its players are those who are paired."""
    start_by: Moment | None = None
    """When a game of a tournament is decided by default, unless both players are ready."""


class OptionsChanged(EventBase, frozen=True, tag="options_changed"):
    """The options changed; both players have to get ready again."""

    options: Options


class Retitled(EventBase, frozen=True, tag="titled"):
    """The room was renamed."""

    title: Name


class Sat(EventBase, frozen=True, tag="sat"):
    """A seat was taken."""

    player: Player
    holder: Holder


class Stood(EventBase, frozen=True, tag="stood"):
    """A seat became free."""

    player: Player
    kicked: bool = False
    """The owner removed its holder."""
    reason: RemovalReason = RemovalReason.UNSAID
    """Reason, shown only to the person removed."""


class OwnerChanged(EventBase, frozen=True, tag="owned"):
    """The room has a new owner."""

    visitor: str


class ReadyChanged(EventBase, frozen=True, tag="readied"):
    """A player became ready or not ready."""

    player: Player
    ready: bool


class CountdownStarted(EventBase, frozen=True, tag="counting"):
    """Both players are ready; the game starts at `until`."""

    until: Moment


class Started(EventBase, frozen=True, tag="started"):
    """The game started."""


class Renamed(EventBase, frozen=True, tag="renamed"):
    """A player changed name."""

    player: Player
    name: Name


class StoneChosen(EventBase, frozen=True, tag="dressed"):
    """A side's stones changed appearance."""

    color: Color
    stone: Stone


class Said(EventBase, frozen=True, tag="said"):
    """A chat message was sent."""

    visitor: str
    name: Name
    text: str


class Muted(EventBase, frozen=True, tag="muted"):
    """The owner muted a visitor in this room, or lifted the mute."""

    visitor: str
    name: Name
    on: bool = True


class Banned(EventBase, frozen=True, tag="banned"):
    """The owner banned a spectator from the room."""

    visitor: str
    name: Name
    reason: RemovalReason = RemovalReason.UNSAID
    """Reason, shown only to the person removed."""


class Disconnected(EventBase, frozen=True, tag="lost"):
    """A player's connection was lost."""

    player: Player


class Reconnected(EventBase, frozen=True, tag="back"):
    """A player is connected again."""

    player: Player


# --- the game ---


class Placed(EventBase, frozen=True, tag="placed"):
    """A stone was placed."""

    player: Player
    cell: Cell
    ms: Millis
    """Time taken, charged to the player's clock."""


class Decided(EventBase, frozen=True, tag="decided"):
    """A question of the opening was answered."""

    player: Player
    answer: Answer
    ms: Millis


class Undone(EventBase, frozen=True, tag="undone"):
    """The last actions were taken back and the clocks restored."""

    count: int
    player: Player | None = None
    """Who asked for it."""


class Redone(EventBase, frozen=True, tag="redone"):
    """Actions that were taken back were made again."""

    count: int
    player: Player | None = None


class Paused(EventBase, frozen=True, tag="paused"):
    """Clocks and AIs stopped."""


class Resumed(EventBase, frozen=True, tag="resumed"):
    """Clocks and AIs run again."""


class Ended(EventBase, frozen=True, tag="ended"):
    """The game ended off the board: resignation, time, agreement. An end on the board follows from the moves."""

    by: EndedBy
    winner: Player | None = None


class Restarted(EventBase, frozen=True, tag="restarted"):
    """A new game with the same options started in the room."""

    swapped: bool = False
    """The players swapped seats."""


class Offered(EventBase, frozen=True, tag="offered"):
    """A player made an offer to the other."""

    kind: OfferKind
    player: Player
    until: Moment
    moves: tuple[int, ...] = ()


class OfferClosed(EventBase, frozen=True, tag="offer_closed"):
    """An offer was accepted, denied, withdrawn, or has lapsed."""

    kind: OfferKind
    player: Player
    """Who made the offer."""
    how: str
    """`accepted`, `denied`, `withdrawn` or `lapsed`."""


class HintRequested(EventBase, frozen=True, tag="helped"):
    """A player requested a hint from the engine."""

    player: Player


class Rated(EventBase, frozen=True, tag="rated"):
    """The players' ratings, looked up when a player sits down or settled when a rated game ends."""

    elos: tuple[Elo | None, Elo | None]
    changes: tuple[int, int] | None = None
    """Rating changes of the game that just ended; stored in the same transaction."""
    uncounted: Uncounted | None = None
    """Why the game that just ended changes no rating."""


class LevelRated(EventBase, frozen=True, tag="level_rated"):
    """A game against the engine ended: the player's estimated level, stored in the same transaction."""

    result: LevelResult


class ClockCredited(EventBase, frozen=True, tag="credited"):
    """Server downtime, not charged to any clock."""

    ms: Millis


class VacationChanged(EventBase, frozen=True, tag="vacation"):
    """A player of a slow game takes a vacation, or comes back from it earlier."""

    player: Player
    vacation: Vacation


Event: TypeAlias = (
    Created
    | OptionsChanged
    | Retitled
    | Sat
    | Stood
    | OwnerChanged
    | ReadyChanged
    | CountdownStarted
    | Started
    | Renamed
    | StoneChosen
    | Said
    | Muted
    | Banned
    | Disconnected
    | Reconnected
    | Placed
    | Decided
    | Undone
    | Redone
    | Paused
    | Resumed
    | Ended
    | Restarted
    | Offered
    | OfferClosed
    | HintRequested
    | Rated
    | LevelRated
    | ClockCredited
    | VacationChanged
)

Noted: TypeAlias = (
    OptionsChanged
    | Sat
    | Stood
    | OwnerChanged
    | CountdownStarted
    | Started
    | StoneChosen
    | Muted
    | Banned
    | Disconnected
    | Reconnected
    | Restarted
)
"""Events that the chat of a room shows."""


class Note(Struct, frozen=True):
    """An event as the chat shows it."""

    event: Noted
    name: Name = ""
    """The person it is about, by their name at the time."""


E = TypeVar("E", bound=Event)


def without_reason(event: E) -> E:
    """An event without the owner's reason for a removal, which is for the removed alone."""
    return replace(event, reason=RemovalReason.UNSAID) if isinstance(event, Stood | Banned) else event

"""What can happen in a room. Events are stored in order and for good; the state of a room is what they add up to.

Every event says when it happened. Its number within the room, `seq`, is given by the store, from 1.
"""

from typing import TypeAlias

from gomoku.rules import Color, Player
from gomoku.server.wire.values import (
    Answer,
    Cell,
    Elo,
    EndedBy,
    Holder,
    Millis,
    Moment,
    Name,
    OfferKind,
    Options,
    RoomKind,
    Stone,
    Tagged,
)


class EventBase(Tagged, frozen=True, kw_only=True):
    """The base of all events."""

    at: Moment


# --- the room ---


class Created(EventBase, frozen=True, tag="created"):
    """The room was made."""

    by: str
    """The visitor who owns it."""
    kind: RoomKind
    options: Options
    holders: tuple[Holder, Holder]
    """Of the seats P1 and P2. P1 plays first, and black unless the opening says otherwise."""
    stones: tuple[Stone, Stone] = (Stone.BLACK, Stone.WHITE)
    """The looks of X and O."""
    title: Name = ""
    link: str | None = None
    """A game that was brought along, in the one-line form of links."""
    times: tuple[Millis | None, ...] = ()
    """How long each of its actions took, as far as known."""
    ended: tuple[EndedBy, Player | None] | None = None
    """How it ended and who won, where the board does not show it."""
    elos: tuple[Elo | None, Elo | None] = (None, None)
    """The ratings of those who sit there."""
    changes: tuple[int, int] | None = None
    """What the game that was brought along did to them."""


class OptionsChanged(EventBase, frozen=True, tag="options_changed"):
    """Other options were chosen; nobody is ready any more."""

    options: Options


class Retitled(EventBase, frozen=True, tag="titled"):
    """The room has a new name."""

    title: Name


class Sat(EventBase, frozen=True, tag="sat"):
    """Somebody took a seat."""

    player: Player
    holder: Holder


class Stood(EventBase, frozen=True, tag="stood"):
    """A seat became free."""

    player: Player
    kicked: bool = False
    """The owner sent its holder away."""


class OwnerChanged(EventBase, frozen=True, tag="owned"):
    """The room belongs to another visitor now."""

    visitor: str


class ReadyChanged(EventBase, frozen=True, tag="readied"):
    """A player is ready, or not any more."""

    player: Player
    ready: bool


class CountdownStarted(EventBase, frozen=True, tag="counting"):
    """Both are ready: the game starts soon."""

    until: Moment


class Started(EventBase, frozen=True, tag="started"):
    """The game begins."""


class Renamed(EventBase, frozen=True, tag="renamed"):
    """A player has another name."""

    player: Player
    name: Name


class StoneChosen(EventBase, frozen=True, tag="dressed"):
    """A side's stones look different."""

    color: Color
    stone: Stone


class Said(EventBase, frozen=True, tag="said"):
    """Chat."""

    visitor: str
    name: Name
    text: str


class Disconnected(EventBase, frozen=True, tag="lost"):
    """A player's connection is gone."""

    player: Player


class Reconnected(EventBase, frozen=True, tag="back"):
    """A player's connection is there again."""

    player: Player


# --- the game ---


class Placed(EventBase, frozen=True, tag="placed"):
    """A stone was put down."""

    player: Player
    cell: Cell
    ms: Millis
    """What it took: charged to the player's clock."""


class Decided(EventBase, frozen=True, tag="decided"):
    """A question of the opening was answered."""

    player: Player
    answer: Answer
    ms: Millis


class Undone(EventBase, frozen=True, tag="undone"):
    """The last actions were taken back, and the clocks with them."""

    count: int
    player: Player | None = None
    """Who wished it."""


class Redone(EventBase, frozen=True, tag="redone"):
    """Actions that were taken back were made again."""

    count: int
    player: Player | None = None


class Paused(EventBase, frozen=True, tag="paused"):
    """Clocks and AIs stop."""


class Resumed(EventBase, frozen=True, tag="resumed"):
    """They go on."""


class Ended(EventBase, frozen=True, tag="ended"):
    """The game ended away from the board. What happens on the board needs no event of its own."""

    by: EndedBy
    winner: Player | None = None


class Restarted(EventBase, frozen=True, tag="restarted"):
    """A new game with the same options begins in the room."""

    swapped: bool = False
    """The players changed places."""


class Offered(EventBase, frozen=True, tag="offered"):
    """One player asks something of the other."""

    kind: OfferKind
    player: Player
    until: Moment
    moves: tuple[int, ...] = ()


class OfferClosed(EventBase, frozen=True, tag="offer_closed"):
    """An offer was accepted, denied, taken back, or has lapsed."""

    kind: OfferKind
    player: Player
    """Whose offer it was."""
    how: str
    """`accepted`, `denied`, `withdrawn` or `lapsed`."""


class HintRequested(EventBase, frozen=True, tag="helped"):
    """A player asked the engine for a hint."""

    player: Player


class Rated(EventBase, frozen=True, tag="rated"):
    """The players' ratings, as somebody sits down or a rated game has ended."""

    elos: tuple[Elo | None, Elo | None]
    changes: tuple[int, int] | None = None
    """What the game that has just ended did to them: it is counted in the same moment."""


class ClockCredited(EventBase, frozen=True, tag="credited"):
    """Time that passed while the server was away is charged to nobody."""

    ms: Millis


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
    | ClockCredited
)

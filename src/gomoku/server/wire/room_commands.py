"""Messages from the page: subscriptions, and the commands that act in a room."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from gomoku.rules import Color, Player
from gomoku.server.wire.values import Answer, Cell, Id, Name, OfferKind, Options, RemovalReason, RoomKind, Stone, Tagged

# --- subscriptions ---


class Ping(Tagged, frozen=True, tag="ping"):
    """Heartbeat. Answered by `pong`."""

    sent: float = 0
    """Echoed in `pong`."""


class Watch(Tagged, frozen=True, tag="watch"):
    """Subscribe to a room: its state, then every update."""

    room: Id
    since: Annotated[int, Meta(ge=0)] = 0
    """The last `seq` the page knows; 0 for none."""


class Unwatch(Tagged, frozen=True, tag="unwatch"):
    """Unsubscribe from a room."""

    room: Id


class Follow(Tagged, frozen=True, tag="follow"):
    """Turn search details on or off: `thinking` with every depth (`info`), and `remembered` for the last move."""

    room: Id
    on: bool


class Lobby(Tagged, frozen=True, tag="lobby"):
    """Subscribe to the list of rooms, or unsubscribe. Only matching rooms are listed; changes are sent for all rooms."""

    on: bool
    search: Annotated[str, Meta(max_length=200)] = ""
    """Words of the title, the names, the rule set or the opening."""
    rules: Name = ""
    """Only this rule set, by the name of its preset."""
    open_only: bool = False
    """Only rooms with a free seat."""
    offset: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """Number of rooms to skip at the top of the list."""


# --- commands ---


class Me(Tagged, frozen=True, tag="me"):
    """A seat for the visitor who sends this."""

    name: Name = ""


class AiSeat(Tagged, frozen=True, tag="ai"):
    """A seat for the engine."""

    level: Annotated[int, Meta(ge=1, le=10)] = 10
    matched: bool = False
    """Whether the level follows the player's from game to game. Local games only."""


class OpenSeat(Tagged, frozen=True, tag="open"):
    """A free seat. Online rooms only."""


SeatRequest: TypeAlias = Me | AiSeat | OpenSeat


class Create(Tagged, frozen=True, tag="create"):
    """Create a room. `done` carries its id. A local game starts at once."""

    id: Id
    options: Options
    first: SeatRequest
    """Who moves first, with black unless the opening says otherwise. Two `me`: two people on one device."""
    second: SeatRequest
    kind: RoomKind = RoomKind.LOCAL
    stones: tuple[Stone, Stone] = (Stone.BLACK, Stone.WHITE)
    """Stones of X and O."""
    title: Name = ""


class Command(Tagged, frozen=True):
    """Base of the commands to a room."""

    id: Id
    """Chosen by the page; a repeated id has no second effect."""
    room: Id


class Play(Command, frozen=True, tag="play"):
    """Place a stone, or pick one of the cells offered."""

    cell: Cell
    ply: Annotated[int, Meta(ge=0)]
    """Number of actions the page shows. If the board has changed since, the command is refused as `stale`."""


class Decide(Command, frozen=True, tag="decide"):
    """Answer the opening's question: a word, a number, or the cells of an offer."""

    answer: Answer
    ply: Annotated[int, Meta(ge=0)]


class Undo(Command, frozen=True, tag="undo"):
    """Take back one's last action and the AI's reply to it. Online the other player must agree."""


class Redo(Command, frozen=True, tag="redo"):
    """Redo what was undone."""


class Hint(Command, frozen=True, tag="hint"):
    """Ask the engine for a move or answer; it arrives as `suggestion`. Online the other player must agree."""


class Restart(Command, frozen=True, tag="restart"):
    """Start over with the same options. A finished game is archived. Online the other player must agree."""

    swap: bool = False
    """Swap seats."""


class Resign(Command, frozen=True, tag="resign"):
    """Resign; for the side to move if one visitor holds both seats."""


class OfferDraw(Command, frozen=True, tag="draw"):
    """Offer a draw. An AI decides by its evaluation; on one device it is agreed at once."""


class Cancel(Command, frozen=True, tag="cancel"):
    """End the game without result. Online the other player must agree."""


class Reply(Command, frozen=True, tag="reply"):
    """Answer the other player's offer."""

    offer: OfferKind
    accept: bool


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Withdraw one's own offer."""

    offer: OfferKind


class Pause(Command, frozen=True, tag="pause"):
    """Stop clocks and AIs. Online the other player must agree."""


class Resume(Command, frozen=True, tag="resume"):
    """Resume a paused game."""


class ChooseStone(Command, frozen=True, tag="dress"):
    """Choose the appearance of a side's stones."""

    color: Color
    stone: Stone


class Rename(Command, frozen=True, tag="rename"):
    """Change a player's name."""

    player: Player
    name: Name


class Retitle(Command, frozen=True, tag="retitle"):
    """Rename the room."""

    title: Name


class Configure(Command, frozen=True, tag="configure"):
    """Change the options before a game; both players have to get ready again. During a game only `ai_time` can
    change."""

    options: Options


class SetLevel(Command, frozen=True, tag="level"):
    """Change an AI's level, also during a game."""

    player: Player
    level: Annotated[int, Meta(ge=1, le=10)]


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat, or put an AI on it."""

    player: Player
    who: SeatRequest


class Stand(Command, frozen=True, tag="stand"):
    """Leave a seat."""

    player: Player


class Kick(Command, frozen=True, tag="kick"):
    """Remove the other player. Owner only."""

    player: Player
    reason: RemovalReason = RemovalReason.UNSAID
    """Reason, shown only to the person removed."""


class Mute(Command, frozen=True, tag="mute"):
    """Mute a visitor in this room, or lift the mute. Owner only."""

    visitor: Id
    on: bool = True


class Ban(Command, frozen=True, tag="ban"):
    """Ban a visitor from this room: they can neither sit nor write in it. Owner only."""

    visitor: Id
    reason: RemovalReason = RemovalReason.UNSAID
    """Reason, shown only to the person removed."""


class Ready(Command, frozen=True, tag="ready"):
    """Declare oneself ready or not ready."""

    ready: bool


class Say(Command, frozen=True, tag="say"):
    """Send a chat message."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    name: Name = ""
    """Name of a spectator. Players speak under the name of their seat."""


class Claim(Command, frozen=True, tag="claim"):
    """Claim the win after the other player was disconnected for too long."""


RoomCommand: TypeAlias = (
    Play
    | Decide
    | Undo
    | Redo
    | Hint
    | Restart
    | Resign
    | OfferDraw
    | Cancel
    | Reply
    | Withdraw
    | Pause
    | Resume
    | ChooseStone
    | Rename
    | Retitle
    | Configure
    | SetLevel
    | Sit
    | Stand
    | Kick
    | Mute
    | Ban
    | Ready
    | Say
    | Claim
)

"""Messages from the page: subscriptions, and the commands that act in a room."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from gomoku.rules import Color, Player
from gomoku.server.wire.values import Answer, Cell, Id, Name, OfferKind, Options, RoomKind, Stone, Tagged

# --- from the page: what needs no room ---


class Ping(Tagged, frozen=True, tag="ping"):
    """Is anybody there? Answered by `pong`."""

    sent: float = 0
    """Anything; it comes back."""


class Watch(Tagged, frozen=True, tag="watch"):
    """Show me a room, and all that happens in it from now on."""

    room: Id
    since: Annotated[int, Meta(ge=0)] = 0
    """The last `seq` the page knows; 0 for none."""


class Unwatch(Tagged, frozen=True, tag="unwatch"):
    """I have seen enough of that room."""

    room: Id


class Follow(Tagged, frozen=True, tag="follow"):
    """Say whether `thinking` should tell of every depth (`info`), or only of beginning and end. `remembered` tells of the last move."""

    room: Id
    on: bool


class Lobby(Tagged, frozen=True, tag="lobby"):
    """Show me the list of rooms and keep it up to date, or stop doing so."""

    on: bool


# --- from the page: commands ---


class Me(Tagged, frozen=True, tag="me"):
    """A seat for the visitor who makes the room."""

    name: Name = ""


class AiSeat(Tagged, frozen=True, tag="ai"):
    """A seat for the engine."""

    level: Annotated[int, Meta(ge=1, le=10)] = 10


class OpenSeat(Tagged, frozen=True, tag="open"):
    """A seat that anybody may take. Online rooms only."""


SeatRequest: TypeAlias = Me | AiSeat | OpenSeat


class Create(Tagged, frozen=True, tag="create"):
    """Make a room. `done` says its id. A local game begins at once."""

    id: Id
    options: Options
    first: SeatRequest
    """Who plays first: black, unless the opening says otherwise. Two `me` are two people on one computer."""
    second: SeatRequest
    kind: RoomKind = RoomKind.LOCAL
    stones: tuple[Stone, Stone] = (Stone.BLACK, Stone.WHITE)
    """The looks of X and O."""
    title: Name = ""


class Command(Tagged, frozen=True):
    """The base of what is done in a room."""

    id: Id
    """The page's own name for this command."""
    room: Id


class Play(Command, frozen=True, tag="play"):
    """Put a stone down, or pick one of the cells offered."""

    cell: Cell
    ply: Annotated[int, Meta(ge=0)]
    """How many actions the page sees: if others were made or taken back since, the click was not meant for this board."""


class Decide(Command, frozen=True, tag="decide"):
    """Answer the opening's question: a word, a number, or the cells of an offer."""

    answer: Answer
    ply: Annotated[int, Meta(ge=0)]


class Undo(Command, frozen=True, tag="undo"):
    """Take one's last action back, and what the AI answered to it. Online the other player is asked."""


class Redo(Command, frozen=True, tag="redo"):
    """Make it again."""


class Hint(Command, frozen=True, tag="hint"):
    """Let the engine suggest an answer to the question that is due. Comes as `suggestion`. Online the other is asked."""


class Restart(Command, frozen=True, tag="restart"):
    """Begin anew with the same options. A finished game is kept in the list. Online the other is asked."""

    swap: bool = False
    """Change places."""


class Resign(Command, frozen=True, tag="resign"):
    """Give up. Where one visitor holds both seats, for the side to move."""


class OfferDraw(Command, frozen=True, tag="draw"):
    """Propose a draw. An AI answers by how it sees the game; on one computer it is agreed at once."""


class Cancel(Command, frozen=True, tag="cancel"):
    """End the game so that it counts for nobody. Online the other is asked."""


class Reply(Command, frozen=True, tag="reply"):
    """Answer the other player's offer."""

    offer: OfferKind
    accept: bool


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Take one's own offer back."""

    offer: OfferKind


class Pause(Command, frozen=True, tag="pause"):
    """Stop clocks and AIs. Online the other is asked."""


class Resume(Command, frozen=True, tag="resume"):
    """Let them go on."""


class ChooseStone(Command, frozen=True, tag="dress"):
    """Choose what a side's stones look like."""

    color: Color
    stone: Stone


class Rename(Command, frozen=True, tag="rename"):
    """Choose a player's name."""

    player: Player
    name: Name


class Retitle(Command, frozen=True, tag="retitle"):
    """Name the room."""

    title: Name


class Configure(Command, frozen=True, tag="configure"):
    """Change the options before a game; nobody is ready any more. In the middle of a game only `ai_time` can change."""

    options: Options


class SetLevel(Command, frozen=True, tag="level"):
    """Change an AI's level, also in the middle of a game."""

    player: Player
    level: Annotated[int, Meta(ge=1, le=10)]


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat, or put an AI on it."""

    player: Player
    who: SeatRequest


class Stand(Command, frozen=True, tag="stand"):
    """Leave one's seat."""

    player: Player


class Kick(Command, frozen=True, tag="kick"):
    """Send the other player away. The owner's right."""

    player: Player


class Ready(Command, frozen=True, tag="ready"):
    """Say that one is ready, or not."""

    ready: bool


class Say(Command, frozen=True, tag="say"):
    """Chat."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    name: Name = ""
    """What a spectator wants to be called. Players speak under the name of their seat."""


class Claim(Command, frozen=True, tag="claim"):
    """Take the win after the other player's connection was lost for too long."""


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
    | Ready
    | Say
    | Claim
)

"""Messages about slow games: whose turn it is, vacations, conditional moves. Registered in `messages`."""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.values import Cell, Moment, Name, Struct, Tagged

MAX_PLAN_LINES: Final = 20
"""Conditional lines of a player in a game."""
MAX_PLAN_LENGTH: Final = 20
"""Moves of a conditional line."""
VACATION_DAYS: Final = 30
"""Days of vacation in a calendar year, by universal time."""

PlanLine: TypeAlias = tuple[Cell, ...]
"""A move of the opponent, the answer to it, and so on."""


class SlowChanged(Tagged, frozen=True, tag="slow_changed"):
    """A slow game of the visitor has changed: fetch `GET /api/me/slow`. A notification, which may be lost."""

    room: str


class SlowGame(Struct, frozen=True):
    """A slow game of the visitor that is being played."""

    line: RoomSummary
    mine: bool
    """Whether it is the visitor's turn."""
    until: Moment | None
    """When the time for this move is up; none while the clock is stopped."""


class VacationState(Struct, frozen=True):
    """The visitor's vacation. A day counts once it has begun: coming back on the second day costs two."""

    until: Moment | None
    """End of the current vacation, if any."""
    left: int
    """Days left this year."""


class SlowGames(Struct, frozen=True):
    """`GET /api/me/slow`: the visitor's slow games, those that wait for their move first, the most urgent at the top."""

    games: tuple[SlowGame, ...]
    vacation: VacationState


class VacationRequest(Struct, frozen=True):
    """`PUT /api/me/vacation`: stop the clocks of the visitor's slow games from now on."""

    days: Annotated[int, Meta(ge=1, le=VACATION_DAYS)]


class ConditionalMoves(Struct, frozen=True):
    """`GET` and `PUT /api/games/{room}/plan`: the visitor's replies to moves of the opponent. No other visitor sees them."""

    ply: Annotated[int, Meta(ge=0)]
    """Number of actions before the first moves of the lines; a plan for another position is refused as `stale`."""
    lines: Annotated[tuple[PlanLine, ...], Meta(max_length=MAX_PLAN_LINES)] = ()


class PushKey(Struct, frozen=True):
    """`GET` and `PUT /api/me/push`: what a browser needs to subscribe to Web Push."""

    key: str
    """The server's public key, in base64url; empty if the server sends no messages."""


class PushSubscription(Struct, frozen=True):
    """`PUT /api/me/push`: a browser that wants to be told when it is the visitor's turn, as its `PushManager` describes it."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    key: Annotated[str, Meta(max_length=200)]
    """`p256dh`, in base64url."""
    auth: Annotated[str, Meta(max_length=100)]
    """In base64url."""


class TurnNotice(Struct, frozen=True):
    """The content of a push message: it is the visitor's turn."""

    room: str
    opponent: Name


HTTP: Final = (SlowGames, VacationState, VacationRequest, ConditionalMoves, PushKey, PushSubscription, TurnNotice)
"""Request and reply bodies of the API of slow games."""

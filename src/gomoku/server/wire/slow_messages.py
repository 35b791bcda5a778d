"""Messages about slow games: whose turn it is, vacations, conditional moves. Registered in `messages`."""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.values import Cell, Moment, Struct, Tagged

MAX_PLAN_LINES: Final = 20
"""Conditional lines of a player in a game."""
MAX_PLAN_LENGTH: Final = 20
"""Moves of a conditional line."""
VACATION_DAYS: Final = 30
"""Days of vacation in a calendar year, by universal time."""

PlanLine: TypeAlias = tuple[Cell, ...]
"""A move of the opponent, the answer to it, and so on."""


class SlowChanged(Tagged, frozen=True, tag="slow_changed"):
    """A slow game of the visitor has changed: `GET /api/me/slow` tells more. A hint; it may be lost."""

    room: str


class SlowGame(Struct, frozen=True):
    """A slow game of the visitor that is being played."""

    line: RoomSummary
    mine: bool
    """It is the visitor's turn."""
    until: Moment | None
    """When the time for this move is up; none while it stands still."""


class VacationState(Struct, frozen=True):
    """The visitor's vacation. Days count when they begin: coming back on the second day has cost two."""

    until: Moment | None
    """End of the vacation; none while there is none."""
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
    """`GET` and `PUT /api/games/{room}/plan`: what the visitor answers to moves of the opponent. Nobody else sees it."""

    ply: Annotated[int, Meta(ge=0)]
    """Number of actions before the first moves of the lines; a plan for another position is refused as `stale`."""
    lines: Annotated[tuple[PlanLine, ...], Meta(max_length=MAX_PLAN_LINES)] = ()


HTTP: Final = (SlowGames, VacationState, VacationRequest, ConditionalMoves)
"""Request and reply bodies of the API of slow games."""

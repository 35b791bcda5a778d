"""Refusals: commands and requests that are valid messages but not allowed."""

from gomoku.server.ops.errors import ExpectedError
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.values import Cell, Millis


class Refusal(ExpectedError):
    """Raised instead of carrying out a command; nothing has changed."""

    def __init__(self, reason: Reason, detail: str = "", cell: Cell | None = None, wait: Millis | None = None) -> None:
        super().__init__(detail or str(reason))
        self.reason, self.detail, self.cell, self.wait = reason, detail, cell, wait

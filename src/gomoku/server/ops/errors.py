"""Errors that are part of normal operation."""


class ExpectedError(Exception):
    """An error whose message says it all: logged as one line, without a traceback."""

    is_logged: bool = False
    """Whether it was logged where it was raised."""


class ServeError(Exception):
    """The server cannot start; the message says why."""

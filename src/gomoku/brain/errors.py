"""Exceptions that end the execution of a command."""

OUT_OF_MEMORY = (MemoryError, OSError)
"""Exceptions that Python and the operating system raise when an allocation fails."""


class CommandError(Exception):
    """The command cannot be executed; its text becomes the `ERROR` line. The state is unchanged."""


class SearchAborted(Exception):
    """The manager sent `END` during the search: no answer is due."""

"""Why a command has no ordinary answer."""

NO_MEMORY = (MemoryError, OSError)
"""What Python and the system say where memory cannot be had."""


class Refusal(Exception):
    """It cannot be carried out, and why. Nothing has changed."""


class Abandoned(Exception):
    """The manager left while we were thinking: nobody waits for an answer."""

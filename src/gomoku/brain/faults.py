"""Why a command has no ordinary answer."""


class Refusal(Exception):
    """It cannot be carried out, and why. Nothing has changed."""


class Abandoned(Exception):
    """The manager left while we were thinking: nobody waits for an answer."""

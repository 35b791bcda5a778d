"""What can go wrong for good. The message says it in one line."""


class BotError(Exception):
    """The bot cannot go on, and somebody can mend it: an address, a token, a room, a brain."""

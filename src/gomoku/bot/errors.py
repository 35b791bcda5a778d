"""Errors that end the bot."""


class BotError(Exception):
    """The bot cannot continue; the message names in one line what the user can fix: address, token, room or brain."""

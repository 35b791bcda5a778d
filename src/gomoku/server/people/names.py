"""Names that belong to somebody: whoever signs in with one is the only one who goes by it where others meet."""

import unicodedata

from sqlalchemy import Connection, select

from gomoku.server.rooms.permissions import clean
from gomoku.server.storage.tables import visitor
from gomoku.server.wire import messages


def key_of(name: str) -> str:
    """A name as it is compared: upper and lower case are the same."""
    return clean(unicodedata.normalize("NFKC", name)).casefold()[:160]


def is_taken(connection: Connection, who: str, name: str) -> bool:
    """Does somebody else sign in under this name?"""
    query = select(visitor.c.id).where(visitor.c.sign_in == key_of(name), visitor.c.id != who)
    return connection.scalar(query) is not None


def name_in(command: messages.RoomCommand) -> str:
    """The name that somebody would go by after a command; empty for none."""
    match command:
        case messages.Rename() | messages.Say():
            return command.name
        case messages.Sit(who=messages.Me() as me):
            return me.name
    return ""


def names_in(command: messages.Create) -> tuple[str, ...]:
    return tuple(wish.name for wish in (command.first, command.second) if isinstance(wish, messages.Me) and wish.name)

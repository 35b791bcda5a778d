"""Reserved names: only its owner can use an account's name, or one that looks like it, online."""

import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from sqlalchemy import Connection, select

from gomoku.server.rooms.lookalikes import skeleton
from gomoku.server.rooms.permissions import on_one_line
from gomoku.server.storage.tables import moderator, visitor
from gomoku.server.wire import messages

_OFFICES: Final = """
admin administrator mod moderator operator server staff support system administrateur modérateur administrador moderador správce
администратор админ модератор 管理员 管理員 版主 管理者 運営 관리자 운영자
"""
"""Names that sound like an office: only moderators may use them, and those who have had one for long."""


@cache
def _offices() -> frozenset[str]:
    return frozenset(map(skeleton, _OFFICES.split()))


def key_of(name: str) -> str:
    """A name normalised for comparison: case-insensitive, NFKC."""
    return on_one_line(unicodedata.normalize("NFKC", name)).casefold()[:160]


def is_taken(connection: Connection, who: str, name: str) -> bool:
    """Is the name reserved by another account or for moderators, or could it be taken for such a name?"""
    other = visitor.c.id != who
    if connection.scalar(select(visitor.c.id).where(visitor.c.sign_in == key_of(name), other)) is not None:
        return True
    own = connection.scalar(select(visitor.c.sign_in).where(visitor.c.id == who))
    if own == key_of(name):
        return False  # an older account, whose name looks like another's
    if skeleton(name) in _offices():
        return connection.scalar(select(moderator.c.visitor).where(moderator.c.visitor == who)) is None
    alike = select(visitor.c.id).where(visitor.c.skeleton == skeleton(name), visitor.c.sign_in.is_not(None), other)
    return connection.scalar(alike.limit(1)) is not None


def unkept(connection: Connection, visitors: Iterable[str]) -> set[str]:
    """The visitors among these who have no name with a passphrase."""
    asked = set(visitors)
    query = select(visitor.c.id).where(visitor.c.id.in_(sorted(asked)), visitor.c.sign_in.is_not(None))
    return asked - set(connection.scalars(query))


def name_in(command: messages.RoomCommand) -> str:
    """The name that a command would set for its sender; empty for none."""
    match command:
        case messages.Rename() | messages.Say():
            return command.name
        case messages.Sit(who=messages.Me() as me):
            return me.name
    return ""


def names_in(command: messages.Create) -> tuple[str, ...]:
    """The names that creating a room would set for its sender."""
    return tuple(
        request.name for request in (command.first, command.second) if isinstance(request, messages.Me) and request.name
    )

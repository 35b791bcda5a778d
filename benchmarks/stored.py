"""What is in the database, compared with what was acknowledged."""

from collections.abc import Mapping

from sqlalchemy import Connection, func, select

from gomoku.server import database
from gomoku.server.tables import game, game_command, game_event


async def missing(url: str, acknowledged: Mapping[tuple[str, str, str], int]) -> list[str]:
    """What was acknowledged and is not there, and rooms whose events are not whole.

    `acknowledged`: room, visitor and id of commands, and the version each led to.
    """

    def look(connection: Connection) -> list[str]:
        columns = (game_command.c.game_id, game_command.c.visitor, game_command.c.id, game_command.c.seq)
        stored = {(room, visitor, name): seq for room, visitor, name, seq in connection.execute(select(*columns))}
        lost = [
            f"{room}: {name} of {visitor} led to {seq}, and {stored.get((room, visitor, name))} is there"
            for (room, visitor, name), seq in acknowledged.items()
            if stored.get((room, visitor, name)) != seq
        ]
        counts = select(game_event.c.game_id, func.count(), func.max(game_event.c.seq)).group_by(game_event.c.game_id)
        events = {room: (count, last) for room, count, last in connection.execute(counts)}
        for room, version in connection.execute(select(game.c.id, game.c.version)):
            if events.get(room) != (version, version):
                lost.append(f"{room}: version {version}, and {events.get(room)} events are there")
        return lost

    opened = database.connect(url)
    try:
        return await opened.read(look)
    finally:
        await opened.close()

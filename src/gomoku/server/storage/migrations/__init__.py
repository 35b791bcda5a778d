"""Schema migrations: `upgrade` runs the Alembic scripts in `versions`.

May import SQLAlchemy, Alembic and the metadata of `tables`. Must not know the store, which runs it.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, inspect, text

from gomoku.server.storage.tables import metadata
from gomoku.shortage import ensure

if TYPE_CHECKING:
    from alembic.config import Config

HEAD: Final = max(path.name[1:5] for path in (Path(__file__).parent / "versions").glob("v[0-9]*_*.py"))
"""Revision of the latest script: `0011` of `v0011_sessions.py`."""
_UPGRADE_LOCK: Final = 42_190_519
"""Key of the PostgreSQL advisory lock that serialises migrations."""
UPGRADE_MEMORY: Final = 24 << 20
"""Bytes that must be free to run the scripts. Measured: 14 MB, most of it Alembic."""


class NewerSchema(Exception):
    """The schema was created by a later version of the program."""


def upgrade(connection: Connection) -> str:
    """Run the missing scripts within the connection's transaction. Returns the previous schema version."""
    if connection.dialect.name == "postgresql" and version(connection) != HEAD:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})"))
    before = version(connection)
    if before == HEAD:
        return before
    if before > HEAD:
        raise NewerSchema(f"its schema {before} belongs to a newer version of the program; this one knows {HEAD}")
    ensure(UPGRADE_MEMORY)
    from alembic.runtime.environment import EnvironmentContext  # slow to import, rarely needed
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(config())

    def steps(revision: Any, context: Any) -> Any:
        return scripts._upgrade_revs("head", revision)

    environment = EnvironmentContext(config(), scripts)
    environment.configure(connection=connection, target_metadata=metadata, fn=steps)
    with environment.begin_transaction():
        environment.run_migrations()
    return before


def version(connection: Connection) -> str:
    """Schema version of a database; empty for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return str(found or "")


def config() -> "Config":
    """Alembic configuration with the location of the scripts."""
    from alembic.config import Config

    found = Config()
    found.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    found.set_main_option("path_separator", "os")
    return found

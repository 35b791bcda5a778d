"""Brings a database to the present form, from whatever form it has: `upgrade` runs the scripts in `versions`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, inspect, text

from gomoku.server.storage.tables import metadata

if TYPE_CHECKING:
    from alembic.config import Config

HEAD: Final = "0007"
"""The last of the scripts."""
_ONE_AT_A_TIME: Final = 42_190_519
"""The name of the lock under which one process changes the tables while others wait."""


class Newer(Exception):
    """The database was made by a later version of the program."""


def upgrade(connection: Connection) -> str:
    """Run the scripts that the database has not seen, within the connection's transaction; gives the form it had."""
    if connection.dialect.name == "postgresql" and version(connection) != HEAD:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})"))
    before = version(connection)
    if before == HEAD:
        return before
    if before > HEAD:
        raise Newer(f"it has the form {before} of a newer version of the program; this one knows {HEAD}")
    from alembic.runtime.environment import EnvironmentContext  # takes a while to load, and is rarely needed
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
    """The last script that a database has seen; none in an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return str(found or "")


def config() -> "Config":
    """Where the scripts are."""
    from alembic.config import Config

    found = Config()
    found.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    found.set_main_option("path_separator", "os")
    return found

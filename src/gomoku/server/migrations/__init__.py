"""Brings a database to the present form, from whatever form it has: `upgrade` runs the scripts in `versions`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, inspect, text

from gomoku.server.tables import metadata

if TYPE_CHECKING:
    from alembic.config import Config

HEAD: Final = "0005"
"""The last of the scripts."""


def upgrade(connection: Connection) -> None:
    """Run the scripts that the database has not seen, within the connection's transaction."""
    if is_current(connection):
        return
    from alembic.runtime.environment import EnvironmentContext  # takes a while to load, and is rarely needed
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(config())

    def steps(revision: Any, context: Any) -> Any:
        return scripts._upgrade_revs("head", revision)

    environment = EnvironmentContext(config(), scripts)
    environment.configure(connection=connection, target_metadata=metadata, fn=steps)
    with environment.begin_transaction():
        environment.run_migrations()


def is_current(connection: Connection) -> bool:
    """Has the database its present form already?"""
    if not inspect(connection).has_table("alembic_version"):
        return False
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [HEAD]


def config() -> "Config":
    """Where the scripts are."""
    from alembic.config import Config

    found = Config()
    found.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    found.set_main_option("path_separator", "os")
    return found

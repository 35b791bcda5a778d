"""Brings a database to the present form, from whatever form it has: `upgrade` runs the scripts in `versions`."""

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from gomoku.server.tables import metadata


def upgrade(connection: Connection) -> None:
    """Run the scripts that the database has not seen, within the connection's transaction."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)

    def steps(revision: Any, context: Any) -> Any:
        return scripts._upgrade_revs("head", revision)

    environment = EnvironmentContext(config, scripts)
    environment.configure(connection=connection, target_metadata=metadata, fn=steps)
    with environment.begin_transaction():
        environment.run_migrations()

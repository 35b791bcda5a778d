"""Generates the C constants of the compiled core before it is built. Everything else is in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent / "src"))

from gomoku.core import c_constants

c_constants.write()
setup()

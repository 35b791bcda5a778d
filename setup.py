"""Generates the C constants of the compiled core before it is built. Everything else is in pyproject.toml."""

import os
import sys
import sysconfig
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent / "src"))

from gomoku.core import c_constants

c_constants.write()
# The core needs no library of Python's: without a run path, no folder of this machine is named in what is built.
if link := sysconfig.get_config_var("LDSHARED"):
    os.environ.setdefault("LDSHARED", " ".join(word for word in link.split() if not word.startswith("-Wl,-rpath")))
setup()

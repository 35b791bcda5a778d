"""The compiled core: its C constants, and its builds. Everything else is in pyproject.toml.

A build that fails is an error: there is no silent fall back to the slow, uncompiled sources.
"""

import os
import platform
import shutil
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

sys.path.insert(0, str(Path(__file__).parent / "src"))

from gomoku.core import V3_FLAGS, c_constants

CORE = "src/gomoku/core/_core"


def build(name: str, source: str, *options: str) -> Extension:
    """A build of the core; its floating point is the same on every processor."""
    flags = ["-O3", "-g0", "-ffp-contract=off", *options]
    return Extension(f"gomoku.core.{name}", [source], extra_compile_args=flags, extra_link_args=["-Wl,-s"])


c_constants.write()
# The core needs no library of Python's: without a run path, no folder of this machine is named in what is built.
if link := sysconfig.get_config_var("LDSHARED"):
    os.environ.setdefault("LDSHARED", " ".join(word for word in link.split() if not word.startswith("-Wl,-rpath")))
builds = cythonize([build("_core", f"{CORE}.pyx")], quiet=True)
if platform.machine() == "x86_64":
    # the same C, for processors with these instructions; a copy, as both are compiled at once and each leaves an object file
    shutil.copy2(f"{CORE}.c", f"{CORE}_v3.c")
    builds.append(build("_core_v3", f"{CORE}_v3.c", *V3_FLAGS, "-DPyInit__core=PyInit__core_v3"))
setup(ext_modules=builds, options={"build_ext": {"parallel": 2}})

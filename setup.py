"""Builds the compiled core and its C constants, and refuses a package without the page. Everything else is in pyproject.toml.

A build that fails is an error: there is no silent fallback to the slow, uncompiled sources.
"""

import os
import platform
import shutil
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

sys.path.insert(0, str(Path(__file__).parent / "src"))

from gomoku.core import V3_FLAGS, c_constants

ROOT = Path(__file__).parent
CORE = "src/gomoku/core/_core"
PAGE = "src/gomoku/server/static/index.html"


def build(name: str, *options: str) -> Extension:
    """A build of the core; its floating point is the same on every processor."""
    flags = ["-O3", "-g0", "-ffp-contract=off", *options]
    source = f"src/gomoku/core/{name}.c"
    return Extension(f"gomoku.core.{name}", [source], extra_compile_args=flags, extra_link_args=["-Wl,-s"])


class BuildCore(build_ext):
    """Writes the C of the core, and compiles it with the flags above, in the form that the current compiler and linker accept."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or len(self.extensions)  # an option of setup() is lost in an editable install

    def run(self) -> None:
        c_constants.write()
        cythonize(f"{CORE}.pyx", quiet=True)
        for extension in self.extensions:
            # the same C; a copy, as all are compiled at once and each leaves an object file
            if extension.sources != [f"{CORE}.c"]:
                shutil.copy2(f"{CORE}.c", extension.sources[0])
        super().run()

    def build_extensions(self) -> None:
        for extension in self.extensions:
            if self.compiler.compiler_type == "msvc":
                extension.extra_compile_args = ["/O2"]
            if sys.platform != "linux":
                extension.extra_link_args = []  # -Wl,-s, to strip
        super().build_extensions()


def require_page() -> None:
    """Refuse to go on without the page: the user would get a blank one."""
    if not (ROOT / PAGE).exists():
        sys.exit(f"error: the page is missing ({PAGE}): run make page first, or make dist")


class BuildWithPage(build_py):
    """Copies the package for a wheel, with the page. An editable install copies nothing, and may come before the page."""

    def run(self) -> None:
        if not self.editable_mode:
            require_page()
        super().run()


class SdistWithPage(sdist):
    """Packs the sources with the built page, so that an installation from them needs a compiler only."""

    def run(self) -> None:
        require_page()
        super().run()


# The core needs no library of Python's: without a run path, the result names no folder of this machine.
if link := sysconfig.get_config_var("LDSHARED"):
    os.environ.setdefault("LDSHARED", " ".join(word for word in link.split() if not word.startswith("-Wl,-rpath")))
builds = [build("_core")]
if sys.platform == "linux" and platform.machine() == "x86_64":
    # the same, for processors with these instructions; only Linux tells which those are
    builds.append(build("_core_v3", *V3_FLAGS, "-DPyInit__core=PyInit__core_v3"))
setup(
    cmdclass={"build_ext": BuildCore, "build_py": BuildWithPage, "sdist": SdistWithPage},
    ext_modules=builds,
)

"""Checks that the system has what `make` needs; if not, names it in one line before anything is downloaded.

Run by the Python that .venv will be made with, which may be too old: so it is written for every version.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile

OLDEST = (3, 11)


def missing(python):
    """The first missing requirement of `python`, the interpreter that runs this; None if there is none."""
    version = "%d.%d" % sys.version_info[:2]
    if sys.version_info < OLDEST:
        return "Gomoku needs Python 3.11 or newer, and %s is %s: try make PYTHON=python3.12" % (python, version)
    debian = "on Debian, apt install python%s-" % version
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return "%s cannot create virtual environments: %svenv" % (python, debian)
    for name in ("ssl", "sqlite3", "zlib"):
        try:
            __import__(name)
        except ImportError:
            return "%s was built without its module %s: try another, make PYTHON=python3.12" % (python, name)
    if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
        return "%s has no Python.h to compile with: %sdev" % (python, debian)
    return _missing_of_the_compiler()


def _missing_of_the_compiler():
    # the compiler that setuptools will use
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "try.c")
        with open(source, "w") as file:
            file.write("#include <Python.h>\n#include <math.h>\nint try(void) { return 0; }\n")
        include = "-I" + sysconfig.get_path("include")
        command = compiler + [include, "-fPIC", "-shared", source, "-o", os.path.join(folder, "try.so")]
        if sys.platform == "darwin":
            command += ["-undefined", "dynamic_lookup"]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        except OSError:
            return "there is no C compiler %s: on Debian, apt install gcc libc6-dev" % compiler[0]
    if done.returncode:
        return "the C compiler %s does not work (on Debian, apt install gcc libc6-dev): %s" % (
            compiler[0],
            _first_error(done.stderr.decode("utf-8", "replace")),
        )
    return None


def _first_error(output):
    lines = [line.strip() for line in output.splitlines() if "error" in line.lower()]
    return (lines or output.strip().splitlines() or ["no message"])[0]


if __name__ == "__main__":
    sys.exit(missing(sys.argv[1]))

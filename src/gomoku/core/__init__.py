"""Fast board, evaluation and search. Private: the rest of the program reaches it through `gomoku.engine`.

The modules are Cython in pure Python mode. `_core` compiles them as one C unit, which is what runs; tests import the same files uncompiled
and compare. May import `rules` and the standard library only; must not know games, clocks or players.

For x86-64 there are two builds of the same C: `_core` runs on every processor, `_core_v3` on those with AVX2 and the like
(x86-64-v3, since 2013). `from gomoku.core import _core` gives the one that suits this processor. They find the same moves.
"""

import importlib
import importlib.util
import os

from gomoku import system

BUILDS = {"baseline": "_core", "v3": "_core_v3"}
"""By name: the compiled module."""

V3_FLAGS = ("-mavx2", "-mbmi", "-mbmi2", "-mf16c", "-mfma", "-mlzcnt", "-mmovbe")
"""Instructions of `_core_v3`, as options of the compiler."""
V3_FEATURES = frozenset(("avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"))
"""The features of V3, as Linux names them."""


class CoreError(ImportError):
    """The compiled core cannot be used: it is older than the declarations of `constants` and `params`, or not the one asked for."""


def has_v3(cpuinfo: str = system.CPUINFO) -> bool:
    """Is the AVX2 build installed, and does this processor support it?"""
    try:
        with open(cpuinfo, encoding="utf-8") as file:
            features = next(line for line in file if line.startswith("flags")).split()
    except (OSError, StopIteration):  # another system, or another kind of processor
        return False
    return V3_FEATURES.issubset(features) and importlib.util.find_spec(f"{__name__}._core_v3") is not None


def __getattr__(name: str) -> object:
    """`_core`, chosen when it is first asked for; the environment's GOMOKU_CORE, `baseline` or `v3`, decides otherwise."""
    if name != "_core":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    wanted = os.environ.get("GOMOKU_CORE") or ("v3" if has_v3() else "baseline")
    if wanted not in BUILDS:
        raise CoreError(f"GOMOKU_CORE is {' or '.join(BUILDS)}, not {wanted}")
    core = globals()["_core"] = importlib.import_module(f"{__name__}.{BUILDS[wanted]}")
    return core

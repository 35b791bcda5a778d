"""The two builds of the compiled core: which one is chosen, and that both find the same."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from gomoku.core import BUILDS, V3_FEATURES, has_v3
from gomoku.lab.signature import stored

NEW = f"flags\t\t: fpu {' '.join(sorted(V3_FEATURES))} sse2\n"
SIGNATURE = Path(__file__).parents[1] / "bench.txt"
IS_X86 = platform.machine() == "x86_64"


def gomoku_with(build: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gomoku", *arguments]
    environment = {**os.environ, "GOMOKU_CORE": build}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("cpuinfo", "is_new"),
    [
        ("processor\t: 0\n" + NEW, True),
        (NEW.replace("avx2", "avx"), False),
        (NEW.replace(" bmi1", ""), False),
        ("processor\t: 0\nFeatures\t: fp asimd\n", False),
        ("", False),
    ],
)
def test_the_build_is_chosen_by_what_the_processor_can_do(tmp_path: Path, cpuinfo: str, is_new: bool):
    file = tmp_path / "cpuinfo"
    file.write_text(cpuinfo)
    assert has_v3(str(file)) is (is_new and IS_X86)


def test_other_systems_have_no_such_file(tmp_path: Path):
    assert has_v3(str(tmp_path / "none")) is False


def test_the_chosen_build_runs():
    code = "from gomoku.core import _core; print(_core.__spec__.name)"
    environment = {name: value for name, value in os.environ.items() if name != "GOMOKU_CORE"}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout == f"gomoku.core.{BUILDS['v3' if has_v3() else 'baseline']}\n"


def test_the_build_for_every_processor_finds_the_same():
    """The signature that `make check` compares with the build that was chosen."""
    ran = gomoku_with("baseline", "bench")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip().splitlines()[-1] == f"Bench: {stored(SIGNATURE)['all']}"


def test_an_unknown_build_is_refused_in_one_line():
    ran = gomoku_with("v9", "bench", "--depth", "1")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "gomoku: GOMOKU_CORE is baseline or v3, not v9\n"


def test_the_package_has_no_other_attributes():
    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        from gomoku.core import nothing  # noqa: F401

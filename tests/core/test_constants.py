"""Constants and search parameters: each is declared once, and the compiled core knows the same values."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from gomoku.core import CoreError, _core, c_constants, constants, params
from gomoku.core.learned.weights import closest_fit, fitted, numbers_for
from gomoku.engine import Engine, Limit
from gomoku.rules import PRESETS, Game, Rules
from gomoku.rules.variant import PARAMETERS

CORE = files("gomoku.core")
SOURCES = {path.name: path.read_text() for path in CORE.iterdir() if path.name.endswith((".py", ".pyx"))}


def test_c_constants_are_up_to_date():
    """A stale `constants.pxi` means a compiled core with other constants: run make."""
    assert CORE.joinpath("constants.pxi").read_text() == c_constants.source()


def test_the_compiled_core_holds_the_digest_of_the_declarations(monkeypatch: pytest.MonkeyPatch):
    c_constants.check(_core.DECLARATIONS)
    for declared, name in ((constants, "MAX_EDGE"), (params, "PARAM_COUNT")):
        with monkeypatch.context() as patch:
            patch.setattr(declared, name, getattr(declared, name) + 1)
            with pytest.raises(CoreError, match="run make"):
                c_constants.check(_core.DECLARATIONS)


@pytest.fixture(scope="module")
def stale_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program in which a parameter was declared and the core not rebuilt."""
    folder = tmp_path_factory.mktemp("stale")
    shutil.copytree(str(CORE.joinpath("..")), folder / "gomoku", ignore=shutil.ignore_patterns("static", "__pycache__"))
    declared = folder / "gomoku" / "core" / "params.py"
    text = declared.read_text()
    first = '    "ASPIRATION": Param('
    assert first in text
    declared.write_text(text.replace(first, f'    "NEW": Param(1, 0, 9, "a new one"),\n{first}'))
    return folder


@pytest.mark.parametrize(
    ("arguments", "written"),
    [
        ("match engine:depth=1 greedy --games 2", ("", "gomoku: {}")),
        ("bench 42 --depth 1", ("", "gomoku: {}")),
        ("brain", ("ERROR {}", "")),
    ],
)
def test_a_stale_core_is_refused_in_one_line(stale_program: Path, arguments: str, written: tuple[str, str]):
    done = subprocess.run(
        [sys.executable, "-P", "-m", "gomoku", *arguments.split()],
        input="START 15\n",
        env={**os.environ, "PYTHONPATH": str(stale_program)},
        cwd=stale_program,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    expected = tuple(text.format("the compiled core is older than its sources: run make") for text in written)
    assert (done.stdout.strip(), done.stderr.strip()) == expected
    assert done.returncode == 1


def test_c_constants_hold_every_constant_and_parameter():
    generated = {name: int(value) for name, value in re.findall(r"^    (\w+) = (-?\d+)$", c_constants.source(), re.M)}
    plain = {name: value for name, value in vars(constants).items() if name.isupper()}
    assert generated == {**plain, **params.INDEX, "PARAM_COUNT": params.PARAM_COUNT}


@pytest.mark.parametrize("name", params.DECLARED)
def test_parameters_are_declared_once(name: str):
    """No second list of parameters, in Python or in Cython: a new one is a line of params.py and its use."""
    declaration = re.compile(rf"""^\s*(cdef int )?["']?{name}["']?\s*[:=][^=]""", re.M)
    assert [source for source, text in SOURCES.items() if declaration.search(text)] == ["params.py"]


def test_every_module_is_compiled():
    """The modules of the core are those of `_core.pyx`, apart from those that only Python reads."""
    included = re.findall(r'^include "(\w+\.py)"$', SOURCES["_core.pyx"], re.M)
    python_only = {"__init__.py", "constants.py", "c_constants.py", "params.py"}
    assert set(included) == {name for name in SOURCES if name.endswith(".py")} - python_only


# --- search parameters ---


def test_the_array_holds_each_parameter_at_its_index():
    array = params.as_array(params.PARAMS)
    assert len(array) == params.PARAM_COUNT
    assert all(array[params.INDEX[name]] == param.default for name, param in params.DECLARED.items())


def test_defaults_are_within_their_ranges():
    for name, param in params.DECLARED.items():
        assert param.low <= param.default <= param.high, name


def test_a_rule_overrides_defaults_and_a_change_overrides_both():
    caro = Rules.preset("caro")
    assert params.values_for(caro)["VCF_NODES"] == params.TUNED["caro"]["VCF_NODES"] != params.PARAMS["VCF_NODES"]
    assert params.values_for(caro, {"VCF_NODES": 7})["VCF_NODES"] == 7
    for rule, changes in params.TUNED.items():
        assert rule in PARAMETERS
        assert changes.keys() <= params.PARAMS.keys()


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_keeps_its_parameters(name: str):
    rules = Rules.preset(name)
    tuned = {"VCF_NODES": 60, "VCF_FEW": 0} if name in ("caro", "caro6") else {}
    tuned |= {"THREAT_HISTORY": 8} if rules.capture_sizes else {}
    assert params.values_for(rules) == params.PARAMS | tuned


def test_former_names_go_on_working():
    rules = Rules.preset("42")
    assert params.values_for(rules, {"MCP_BASE": 400}) == params.values_for(rules, {"LMP_BASE": 400})
    assert params.FORMER_NAMES.keys().isdisjoint(params.PARAMS)
    assert set(params.FORMER_NAMES.values()) <= params.PARAMS.keys()


@pytest.mark.parametrize(("name", "value"), [("NO_SUCH", 1), ("LMR_SLOPE", 0), ("VCF_NODES", -1)])
def test_unknown_parameters_and_wild_values_are_refused(name: str, value: int):
    with pytest.raises(ValueError, match=name):
        params.values_for(Rules.preset("42"), {name: value})


# --- weights ---


FITS = {
    "42": "42",
    "freestyle": "freestyle",
    "standard": "standard",
    "caro": "caro",
    "caro6": "caro",
    "renju": "renju",
    "omok": "standard",
    "pente": "42",
    "keryo": "42",
    "boat_pente": "42",
    "ninuki": "42",
}
"""By preset: the fit whose weights it plays best with, by matches."""


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_keeps_its_weights(name: str):
    rules = Rules.preset(name)
    assert closest_fit(rules) == FITS[name]
    assert numbers_for(rules) is fitted()[FITS[name]]


@pytest.mark.parametrize("name", PRESETS)
def test_weights_and_parameters_depend_on_the_rules_and_not_on_their_name(name: str):
    rules = Rules.preset(name)
    renamed = replace(rules, name="mine")
    assert numbers_for(renamed) is numbers_for(rules)
    assert params.values_for(renamed) == params.values_for(rules)


@pytest.mark.parametrize("like", PRESETS)
def test_a_new_preset_plays_at_once(like: str, monkeypatch: pytest.MonkeyPatch):
    """It needs neither weights nor parameters of its own: those of the closest rules serve.

    tests/server/wire/test_catalogue.py holds the same for the program and the server.
    """
    monkeypatch.setitem(PRESETS, "mine", PRESETS[like])
    rules = Rules.preset("mine", size=9)
    with Engine(rules, memory_mb=0.25) as engine:
        assert engine.search(Game(rules), Limit(depth=1)).move == (4, 4)


@pytest.mark.parametrize("name", fitted())
def test_the_closest_rules_of_a_fitted_preset_are_its_own(name: str):
    assert closest_fit(Rules.preset(name)) == name

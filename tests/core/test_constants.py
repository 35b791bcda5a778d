"""Numbers that are written down twice: the C constants of `_core.pyx` and those the uncompiled modules import."""

import re
from importlib.resources import files

from gomoku.core import constants, params
from gomoku.rules import Rules

SOURCE = files("gomoku.core").joinpath("_core.pyx").read_text()
ENUM = re.search(r"^cdef enum:\n((?:    .*\n)+)", SOURCE, re.MULTILINE)


def test_both_hold_the_same():
    assert ENUM
    compiled = {name: int(value) for name, value in re.findall(r"^    (\w+) = (-?\d+)$", ENUM[1], re.MULTILINE)}
    plain = {name: value for name, value in vars(constants).items() if name.isupper()}
    assert compiled == plain


def test_every_parameter_has_its_own_place():
    places = [getattr(constants, name) for name in params.PARAMS]
    assert sorted(places) == list(range(len(places)))
    assert params.as_array(params.values_for("42")) == [
        params.PARAMS[name] for name in sorted(params.PARAMS, key=lambda n: getattr(constants, n))
    ]


def test_a_preset_may_have_its_own_and_a_change_goes_before_both():
    assert params.values_for("caro")["VCF_NODES"] == params.TUNED["caro"]["VCF_NODES"] != params.PARAMS["VCF_NODES"]
    assert params.values_for("caro", {"VCF_NODES": 7})["VCF_NODES"] == 7
    for name, changes in params.TUNED.items():
        assert Rules.preset(name)
        assert changes.keys() <= params.PARAMS.keys()


def test_the_core_is_what_was_compiled():
    """A stale build would be tested in place of the sources: every module must be in it."""
    included = re.findall(r'^include "(\w+)\.py"$', SOURCE, re.MULTILINE)
    assert {"patterns", "board", "evaluation", "vcf", "transposition", "search"} <= set(included)


def test_former_names_go_on_working():
    assert params.values_for("42", {"MCP_BASE": 400}) == params.values_for("42", {"LMP_BASE": 400})
    assert params.FORMER_NAMES.keys().isdisjoint(params.PARAMS)
    assert set(params.FORMER_NAMES.values()) <= params.PARAMS.keys()

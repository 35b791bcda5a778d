"""Numbers that are written down twice: the C constants of `_core.pyx` and those the uncompiled modules import."""

import re
from importlib.resources import files

from gomoku.core import constants, params

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
    assert params.as_array() == [
        params.PARAMS[name] for name in sorted(params.PARAMS, key=lambda n: getattr(constants, n))
    ]
    assert params.as_array({"RFP_DEPTH": 99})[constants.RFP_DEPTH] == 99


def test_the_core_is_what_was_compiled():
    """A stale build would be tested in place of the sources: every module must be in it."""
    included = re.findall(r'^include "(\w+)\.py"$', SOURCE, re.MULTILINE)
    assert {"tables", "board", "evaluation", "threats", "table", "search"} <= set(included)

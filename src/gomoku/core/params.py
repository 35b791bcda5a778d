"""Search parameters: the one declaration of each, with default, range, unit and meaning.

To add one, write a line here, use its name in the search, as in `self.params[LMR_BASE]`, and rebuild the core with `make`: the
name is the parameter's index in that array, a C constant in the compiled core (`c_constants`). A core that was not rebuilt
refuses to start. A change of a default needs no rebuild, but a match (CONTRIBUTING.md).
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gomoku.rules import Rules


class Param(NamedTuple):
    """A parameter of the search."""

    default: int
    low: int
    high: int
    doc: str
    """Unit and meaning."""


DECLARED: dict[str, Param] = {
    # root
    "ASPIRATION": Param(40, 1, 30_000, "evaluation points: half width of the first aspiration window"),
    # reverse futility pruning
    "RFP_DEPTH": Param(5, 0, 99, "plies: greatest depth of reverse futility pruning"),
    "RFP_MARGIN": Param(60, 0, 20_000, "evaluation points a ply: margin above beta of reverse futility pruning"),
    "RFP_IMPROVING": Param(
        60, 0, 20_000, "evaluation points off the margin of reverse futility pruning when improving"
    ),
    # razoring
    "RAZOR_DEPTH": Param(2, 0, 99, "plies: greatest depth of razoring"),
    "RAZOR_MARGIN": Param(120, 0, 20_000, "evaluation points a ply: margin below alpha of razoring"),
    # null-move pruning
    "NULL_DEPTH": Param(4, 1, 99, "plies: least depth of null-move pruning"),
    "NULL_MARGIN": Param(20, -20_000, 20_000, "evaluation points: margin above beta of null-move pruning"),
    "NULL_REDUCTION": Param(3, 0, 99, "plies by which the search after a null move is reduced"),
    # internal iterative reduction
    "IIR_DEPTH": Param(5, 1, 99, "plies: least depth of internal iterative reduction"),
    # move order and extensions
    "KILLER_BONUS": Param(40, -20_000, 20_000, "points of move order for killers and the counter-move"),
    "EXTENSION_PLIES": Param(8, 0, 99, "plies by which forced answers may extend a line beyond the planned depth"),
    # late-move pruning
    "LMP_BASE": Param(5, 1, 10_000, "quiet moves tried at any depth before late-move pruning"),
    "LMP_SLOPE": Param(12, 0, 10_000, "sixteenths of a quiet move more for each squared ply of depth"),
    "LMP_NOT_IMPROVING": Param(60, 0, 1_000, "percent of the quiet moves tried when not improving"),
    # futility pruning
    "FUTILITY_DEPTH": Param(3, 0, 99, "plies: greatest depth of futility pruning"),
    "FUTILITY_MARGIN": Param(
        60, 0, 20_000, "evaluation points for each ply and one: margin below alpha of futility pruning"
    ),
    # late-move reductions
    "LMR_BASE": Param(0, -400, 400, "hundredths of a ply added to every late-move reduction"),
    "LMR_SLOPE": Param(110, 1, 1_000_000, "a reduction is log(depth) * log(move number) * 100 / this, in plies"),
    "LMR_NOT_IMPROVING": Param(256, -2_560, 2_560, "256ths of a ply more reduction when not improving"),
    # threat space
    "LIST_REPLIES": Param(
        2, 0, 2, "threats answered from a list: 1 for double fours, 2 for four-threes, too, 0 for none"
    ),
    "THREAT_HISTORY": Param(16, 0, 1_000, "128ths of a point of move order for each point of the history of a threat"),
    # policy of the network, where there is one
    "POLICY_DEPTH": Param(2, 0, 999, "plies: least depth at which the policy helps to order moves"),
    "POLICY_POINTS": Param(80, 0, 200, "points of move order for a logit of 1"),
    "POLICY_REDUCTION": Param(
        122, 0, 1_000, "percent of every late-move reduction where the policy helps to order moves"
    ),
    # VCF at the leaves
    "VCF_DEPTH": Param(10, 0, 999, "threats in a row of a VCF inside the tree"),
    "VCF_NODES": Param(8, 0, 1_000_000, "positions of a VCF at a leaf where one move makes two threats"),
    "VCF_FEW": Param(2, 0, 1_000_000, "positions of a VCF at a leaf with single threats only"),
    # VCT at the root, for us before the search and for the enemy after our best move
    "ATTACK_THREES": Param(8, 0, 999, "threes of a VCT"),
    "ATTACK_NODES": Param(8000, 0, 10**8, "positions of the VCT search at the root, at most a tenth of the search"),
    "CHECK_NODES": Param(2500, 0, 10**8, "positions of the enemy's VCT search after our best move, at most a fortieth"),
    "CHECK_DEPTH": Param(6, 1, 999, "plies: least depth at which best moves are checked for a VCT of the enemy"),
    "THREE_NODES": Param(24, 0, 1_000_000, "positions of a VCF inside a VCT: what a three threatens"),
}

PARAMS = {name: param.default for name, param in DECLARED.items()}
"""By name: the default."""

INDEX = {name: index for index, name in enumerate(DECLARED)}
"""By name: the place in the core's array."""

PARAM_COUNT = len(DECLARED)

globals().update(INDEX)  # the uncompiled core imports the names from here

TUNED = {
    # a four has three or four answers in caro, not one or two: a VCF needs more positions, or is wasted
    "caro": {"VCF_NODES": 60, "VCF_FEW": 0},
    # a threat that a capture answers elsewhere says less about the next position: attacks of 42 are found later with more
    "capture_sizes": {"THREAT_HISTORY": 8},
}
"""By property of `Rules`: defaults of the rule sets that have it."""

FORMER_NAMES = {
    "MCP_BASE": "LMP_BASE",
    "MCP_SLOPE": "LMP_SLOPE",
    "MCP_WORSE": "LMP_NOT_IMPROVING",
    "RFP_BETTER": "RFP_IMPROVING",
    "LMR_WORSE": "LMR_NOT_IMPROVING",
}
"""Names that player specs and logs of matches may still use."""


def current_name(name: str) -> str:
    """The parameter's name today."""
    return FORMER_NAMES.get(name, name)


def values_for(rules: "Rules", changes: Mapping[str, int] | None = None) -> dict[str, int]:
    """The parameters for a rule set, with changes. Raises ValueError for an unknown name or a value out of range."""
    values = dict(PARAMS)
    for rule, tuned in TUNED.items():
        if getattr(rules, rule):
            values |= tuned
    for name, value in (changes or {}).items():
        param = DECLARED.get(current_name(name))
        if param is None:
            raise ValueError(f"there is no search parameter {name}")
        if not param.low <= value <= param.high:
            raise ValueError(f"{name} must be {param.low} to {param.high}, not {value}")
        values[current_name(name)] = value
    return values


def as_array(values: Mapping[str, int]) -> list[int]:
    """The values in the order of the core's array."""
    return [values[name] for name in DECLARED]

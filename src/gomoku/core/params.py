"""Tuned numbers of the search, each with its unit. A change needs a match (CONTRIBUTING.md)."""

from collections.abc import Mapping

from gomoku.core import constants as c

PARAMS = {
    "LMR_BASE": 0,  # hundredths of a ply added to every late-move reduction
    "LMR_SLOPE": 110,  # a reduction is log(depth) * log(move number) * 100 / this, in plies
    "LMP_BASE": 5,  # quiet moves always tried
    "LMP_SLOPE": 12,  # sixteenths of a quiet move more for each squared ply of depth
    "ASPIRATION": 40,  # evaluation points either way of the last value
    "RFP_DEPTH": 5,  # plies
    "RFP_MARGIN": 60,  # evaluation points a ply
    "RAZOR_DEPTH": 2,  # plies
    "RAZOR_MARGIN": 120,  # evaluation points a ply
    "NULL_DEPTH": 4,  # plies
    "NULL_MARGIN": 20,  # evaluation points above beta
    "NULL_REDUCTION": 3,  # plies
    "IIR_DEPTH": 5,  # plies
    "EXTENSION_PLIES": 8,  # how far forced answers may carry a line beyond the planned depth
    "VCF_DEPTH": 10,  # threats in a row
    "VCF_NODES": 8,  # positions at a leaf where one move makes two threats
    "VCF_FEW": 2,  # positions at a leaf with single threats only
    "KILLER_BONUS": 40,  # points of move order
    "FUTILITY_DEPTH": 3,  # plies
    "FUTILITY_MARGIN": 60,  # evaluation points a ply
    "RFP_IMPROVING": 60,  # evaluation points off that margin where the position got better since the side's last move
    "LMP_NOT_IMPROVING": 60,  # percent of the quiet moves tried where it did not
    "LMR_NOT_IMPROVING": 256,  # 256ths of a ply more reduction there
    "ATTACK_THREES": 8,  # threes in an attack
    "ATTACK_NODES": 8000,  # positions for an attack from the root, and a tenth of the search at most
    "CHECK_NODES": 2500,  # positions for an attack of the enemy after the best move, and a fortieth at most
    "CHECK_DEPTH": 6,  # plies from which on best moves are checked so
    "THREE_NODES": 24,  # positions for what a three threatens
}

TUNED = {
    # a four in caro has three answers or four, not one or two: a look at a win by fours takes more positions, or is in vain
    "caro": {"VCF_NODES": 60, "VCF_FEW": 0},
    "caro6": {"VCF_NODES": 60, "VCF_FEW": 0},
}
"""By preset: what differs."""

FORMER_NAMES = {
    "MCP_BASE": "LMP_BASE",
    "MCP_SLOPE": "LMP_SLOPE",
    "MCP_WORSE": "LMP_NOT_IMPROVING",
    "RFP_BETTER": "RFP_IMPROVING",
    "LMR_WORSE": "LMR_NOT_IMPROVING",
}
"""Names that commands and logs of matches may still use."""


def current_name(name: str) -> str:
    """The parameter's name today."""
    return FORMER_NAMES.get(name, name)


def values_for(rules: str, changes: Mapping[str, int] | None = None) -> dict[str, int]:
    """The numbers for a preset, with some of them changed."""
    renamed = {current_name(name): value for name, value in (changes or {}).items()}
    return {**PARAMS, **TUNED.get(rules, {}), **renamed}


def as_array(values: Mapping[str, int]) -> list[int]:
    """The numbers in the order in which the core reads them."""
    array = [0] * len(values)
    for name, value in values.items():
        array[getattr(c, name)] = value
    return array

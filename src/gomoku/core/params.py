"""Tuned numbers of the search, each with its unit. A change needs a match (CONTRIBUTING.md)."""

from gomoku.core import constants as c

PARAMS = {
    "LMR_BASE": 0,  # hundredths of a ply added to every late-move reduction
    "LMR_SLOPE": 110,  # a reduction is log(depth) * log(move number) * 100 / this, in plies
    "MCP_BASE": 5,  # quiet moves always tried
    "MCP_SLOPE": 12,  # sixteenths of a quiet move more for each squared ply of depth
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
    "RFP_BETTER": 60,  # evaluation points off that margin where the position got better since the side's last move
    "MCP_WORSE": 60,  # percent of the quiet moves tried where it did not
    "LMR_WORSE": 256,  # 256ths of a ply more reduction there
}


def as_array(changes: dict[str, int] | None = None) -> list[int]:
    """The numbers in the order in which the core reads them, with some of them changed."""
    values = {**PARAMS, **(changes or {})}
    array = [0] * len(values)
    for name, value in values.items():
        array[getattr(c, name)] = value
    return array

"""Numbers the whole core shares. The compiled core holds them as C constants: `_core.pyx` repeats them, a test compares.

A cell index is `(y + 5) * STRIDE + x + 5` on a board padded by walls, whatever its size: one geometry, known to the compiler.
"""

STRIDE = 37  # 32 columns and the 5 walls that separate two rows
CELLS = 1600  # 42 rows and a rest, so that no look-around leaves the array
MAX_EDGE = 32
PAD = 5

EMPTY = 0
BLACK = 1  # X
WHITE = 2  # O
WALL = 3

# What a stone would make on one axis, weakest first.
DEAD = 0  # no five can ever come of it
ONE = 1  # alone in a row of five that could be filled
TWO = 2  # becomes a three in one move
OPEN_TWO = 3  # becomes an open three in one move
THREE = 4  # becomes a four in one move
OPEN_THREE = 5  # _OOO_   becomes an open four in one move
FOUR = 6  # one cell completes the five
OPEN_FOUR = 7  # two cells or more complete the five
FIVE = 8
CLASSES = 9
CODES = 6561  # 9 ** 4: the classes of four axes as digits
MULTISETS = 495  # the same without their order
SHAPES = 1024  # room for what a line can mean to both colours

# What a stone would make on all axes together: kinds, as bits.
KIND_FIVE = 1
KIND_FOUR = 2  # a four or better
KIND_THREE = 4  # an open three or better
KIND_CAPTURE = 8  # it takes something
KIND_TWO_THREES = 16  # two open threes and no five
KIND_TWO_FOURS = 32  # two fours, or one open four, and no five
KIND_NEAR = 64  # it joins a stone of its own colour in a row that could become a five

# Why a cell is closed; 0 is open.
BAN_DOUBLE_THREE = 1
BAN_DOUBLE_FOUR = 2
BAN_OVERLINE = 3
BAN_SELF_CAPTURE = 4

# Bits of the second pattern table, which only rule sets with unusual bans need.
EXTRA_THREE = 1
EXTRA_OVERLINE = 2
EXTRA_PAIR = 4  # stands as a pair between two enemy stones
EXTRA_FIVE = 8
EXTRA_FOURS = 16  # times the number of fours, at most 3

MAX_PLY = 128
HISTORY = 1200  # moves that can be taken back
LOG = 65536  # undo log, one word for a touched cell
POOL = 16384  # move list, shared by all plies of a line

WIN = 30000
"""Value of a won game at the root; a win in n plies is worth WIN - n."""
WIN_BOUND = 29000
"""Every value beyond it is a proven win."""
MAX_EVAL = 20000

INFINITE = 32000
BOUND_NONE = 0
BOUND_UPPER = 1
BOUND_LOWER = 2
BOUND_EXACT = 3

# Places in the array of search parameters; `params.py` holds their values.
LMR_BASE = 0
LMR_SLOPE = 1
LMP_BASE = 2
LMP_SLOPE = 3
ASPIRATION = 4
RFP_DEPTH = 5
RFP_MARGIN = 6
RAZOR_DEPTH = 7
RAZOR_MARGIN = 8
NULL_DEPTH = 9
NULL_MARGIN = 10
NULL_REDUCTION = 11
IIR_DEPTH = 12
EXTENSION_PLIES = 13
VCF_DEPTH = 14
VCF_NODES = 15
KILLER_BONUS = 16
FUTILITY_DEPTH = 17
FUTILITY_MARGIN = 18
VCF_FEW = 19
RFP_IMPROVING = 20
LMP_NOT_IMPROVING = 21
LMR_NOT_IMPROVING = 22
ATTACK_THREES = 23
ATTACK_NODES = 24
CHECK_NODES = 25
CHECK_DEPTH = 26
THREE_NODES = 27

# Why the search left a position; `record` keeps it.
NODE = 8  # numbers of a recorded position
WHY_SEARCHED = 1  # all moves worth a look were looked at
WHY_CUT = 2  # a move was good enough: the enemy will not come here
WHY_TABLE = 3  # known from before
WHY_OVER = 4  # the game is decided: over, or a finishing move is there
WHY_LOST = 5  # the enemy finishes next and nothing stops it
WHY_LEAF = 6  # the planned depth is reached: the static value
WHY_FORCED = 7  # a win by continuous threats
WHY_HIGH = 8  # far above the window already (reverse futility)
WHY_LOW = 9  # far below the window (razoring)
WHY_PASS = 10  # even a pass is good enough (null move)
WHY_WINDOW = 11  # a shorter win is known elsewhere
WHY_STOPPED = 12  # out of time

"""Constants of the core: geometry, pattern classes, bit layouts, array sizes and score bounds.

The only declaration. `c_constants` writes them as a C enum for the compiled core before every build; search parameters are in
`params`. Names in capitals with an integer value are exported; nothing here is computed at run time.
"""

# --- geometry ---
#
# The board is padded by walls: the cell index of (x, y) is (y + PAD) * STRIDE + x + PAD for every board size, so that the
# compiler knows the geometry and no look-around leaves the array.

MAX_EDGE = 32
PAD = 5
STRIDE = MAX_EDGE + PAD  # the walls at the end of a row are those before the next
ROWS = MAX_EDGE + 2 * PAD
CELLS = 1600  # ROWS * STRIDE and some more: 5 steps down from the last row stay inside
AXES = 4  # row, column, falling diagonal, rising diagonal

EMPTY = 0
BLACK = 1  # X
WHITE = 2  # O
WALL = 3

# --- patterns ---

# Class of the pattern that a stone would make on one axis, weakest first.
DEAD = 0  # can never become a five
ONE = 1  # the only stone in a window of five
TWO = 2  # becomes a three in one move
OPEN_TWO = 3  # becomes an open three in one move
THREE = 4  # becomes a four in one move
OPEN_THREE = 5  # _OOO_   becomes an open four in one move
FOUR = 6  # one cell completes the five
OPEN_FOUR = 7  # _OOOO_   two cells or more complete the five
FIVE = 8
CLASSES = 9
CODES = CLASSES**AXES  # a code holds the classes of the four axes as digits
MULTISETS = 495  # codes without regard to the order of the axes
SHAPES = 1024  # capacity: distinct meanings of a line for both colours

# Kinds of a code, as bits: what a stone makes on all four axes together.
KIND_FIVE = 1
KIND_FOUR = 2  # a four or better
KIND_THREE = 4  # an open three or better
KIND_TWO_THREES = 16  # two open threes and no five
KIND_TWO_FOURS = 32  # two fours or one open four, and no five
KIND_NEAR = 64  # it joins a stone of its own colour in a row that can become a five

# Why a move is forbidden; 0 where it is allowed.
BAN_DOUBLE_THREE = 1
BAN_DOUBLE_FOUR = 2
BAN_OVERLINE = 3
BAN_SELF_CAPTURE = 4

# Bits of the second pattern table, a byte for each colour; built only for rule sets whose bans need it.
EXTRA_THREE = 1
EXTRA_OVERLINE = 2
EXTRA_PAIR = 4  # a pair between two enemy stones
EXTRA_FIVE = 8
EXTRA_FOURS = 16  # times the number of fours, at most 3
EXTRA_BITS = 8
EXTRA_MASK = (1 << EXTRA_BITS) - 1

# Shape: a byte for each colour, the class and the captures towards both ends of the axis.
#
#     bit  0        4            6            8
#          | class  | captures + | captures - |     0 none, 1 a pair, 2 a triple

SHAPE_BITS = 8
SHAPE_MASK = (1 << SHAPE_BITS) - 1
SHAPE_CLASS_BITS = 4
SHAPE_CLASS_MASK = (1 << SHAPE_CLASS_BITS) - 1
SHAPE_TAKE_BITS = 2
SHAPE_TAKE_MASK = (1 << SHAPE_TAKE_BITS) - 1

# Definitions of a free-three, for the ban of double-threes.
THREE_OPEN4 = 0  # one move from a straight four
THREE_FLANK = 1  # three stones in a row of three or four, both ends empty
THREE_RECURSIVE = 2  # one legal move from a straight four, as renju defines it

# --- bit layouts of the line state ---
#
# State of an empty cell: one 64-bit word, a sum of one contribution per axis.
#
#     bit  0        13        26       31       36                48                60    63
#          | code X | code O  | takes X | takes O | marks X 4 * 3 | marks O 4 * 3  | near |
#
# A mark is the number of axes (0 to 4, three bits) on which a stone makes a five, a four, an open three or a capture.

CODE_BITS = 13
CODE_MASK = (1 << CODE_BITS) - 1
TAKES_SHIFT = 2 * CODE_BITS
TAKES_BITS = 5
TAKES_MASK = (1 << TAKES_BITS) - 1
MARKS_SHIFT = TAKES_SHIFT + 2 * TAKES_BITS
MARK_BITS = 3
MARK_FIVE = 0
MARK_FOUR = 1  # a four or better
MARK_THREE = 2  # an open three or better
MARK_CAPTURE = 3
MARKS = 4  # of each side
MARK_NEAR = 2 * MARKS  # of either side: an axis where a stone of one of them would join another
MARK_LOW_BITS = 0x1249249  # the lowest bit of each of the nine marks

# Bit boards: one row mask for each mark and padded row. Nine marks, MARK_NEAR last.
MASK_ROWS = (2 * MARKS + 1) * ROWS

# Move counts of a side: one 64-bit word, a byte for each class of moves.
#
#     byte  0        1       2            3             4      5            6                   7
#           capture  three   open three   two of them   four   four-three   open or two fours   five

COUNT_BITS = 8
COUNT_MASK = (1 << COUNT_BITS) - 1
COUNT_PAIR_MASK = (1 << (2 * COUNT_BITS)) - 1  # two classes side by side
COUNT_THREE = 1
COUNT_OPEN_THREE = 2
COUNT_TWO_THREES = 3
COUNT_FOUR = 4
COUNT_FOUR_THREE = 5
COUNT_OPEN_FOUR = 6
COUNT_FIVE = 7

# Line words: two 64-bit words for each line of each axis, two bits a cell.
LINES = 64  # capacity, on one axis
LINE_CELLS = 32  # capacity: cells of one line
LINE_WORDS = AXES * LINES * 2
LINE_MARGIN = 10  # walls in front of the first cell of a line

# Zobrist keys: one for each colour and cell, then one for each side and number of stones taken.
ZOBRIST_TURN = 0  # no stone has colour EMPTY: its first key stands for the side to move
ZOBRIST_TAKEN = 3 * CELLS
MAX_TAKEN_KEY = 63
ZOBRIST_KEYS = ZOBRIST_TAKEN + 3 * (MAX_TAKEN_KEY + 1)

# --- capacities ---

# Products have names of their own: a C array in a class needs a plain constant.
AXIS_CELLS = AXES * CELLS
AXIS_SHAPES = AXES * SHAPES
SIDE_CELLS = 2 * CELLS
HISTORY_CELLS = 4 * CELLS  # two sides, quiet moves and threats
CODE_PAIRS = 2 * CODES

MAX_PLY = 128
PLY_SLOTS = MAX_PLY + 2  # arrays by ply: ply + 1 is always inside
KILLERS = 2 * MAX_PLY
PV_CELLS = PLY_SLOTS * PLY_SLOTS
MAX_UNDO = 1200  # moves that can be undone
UNDO_SUMS = 4 * MAX_UNDO
UNDO_LOG = 65536  # words: one for each touched cell
UNDO_AT_BITS = 16  # of a logged place, cell and axis; above it, the pattern that was there
UNDO_AT_MASK = (1 << UNDO_AT_BITS) - 1
VICTIMS = 8192
MOVE_POOL = 16384  # moves: the lists of all plies of a line
POOL_FULL = MOVE_POOL - 4096  # threat searches start no list beyond it
FAILED_BITS = 6  # of a hash, replaced by the effort of a failed search
MAX_EFFORT = (1 << FAILED_BITS) - 1
VCF_FAILED_SLOTS = 16384  # a power of two
VCT_FAILED_SLOTS = 32768  # a power of two
LMR_SIZE = 64  # depths and move numbers of the table of reductions
LMR_ENTRIES = LMR_SIZE * LMR_SIZE
LMP_DEPTHS = 32  # depths of late-move pruning
LMP_ENTRIES = 2 * LMP_DEPTHS
REDUCTION_UNIT = 256  # reductions are in 256ths of a ply
HISTORY_SHIFT = 12  # history values stay within 1 << HISTORY_SHIFT either way

MAX_THREATS = 8  # threats of one list of replies
MAX_ENDS = 64  # cells and ends of the fives that one stone can make possible
MAX_TAKES = 24  # stones that one move can capture: a triple in each of eight directions

# --- scores ---

WIN = 30000
"""Score of a won position; a win in n plies scores WIN - n."""
WIN_BOUND = 29000
"""Every score beyond it is a proved win, below its negative a proved loss."""
MAX_EVAL = 20000
"""Bound of static evaluations."""
INFINITE = 32000

BOUND_NONE = 0
BOUND_UPPER = 1
BOUND_LOWER = 2
BOUND_EXACT = 3

# --- network ---

NET_REACH = 4  # neighbours either way of a line
NET_KEYS = 1 << (4 * NET_REACH)  # two bits a neighbour
NET_LOW_BITS = 0x5555  # the lower bit of each neighbour in a key
NET_LOW = (1 << (2 * NET_REACH)) - 1  # bits of a key that hold the neighbours before the cell
NET_HIGH = NET_LOW << (2 * NET_REACH)
NET_OTHERS = 0x15455  # the lower bit of each cell within reach except the middle
NET_NO_LINE = 0xFFFF
NET_HALF = 16  # numbers of a cell as one side sees it
NET_WIDTH = 2 * NET_HALF
NET_CELLS = NET_WIDTH * CELLS
NET_DISTANCES = 2 * CELLS  # differences of two cells, plus CELLS
NET_COUNTS = 8  # counts of cells of one side that are inputs of the head
NET_INPUTS = NET_WIDTH + 2 * NET_COUNTS
NET_HIDDEN = 32  # numbers of a hidden layer
SITUATIONS = 25
NET_CLAMP = 990  # bound of a cell's numbers: the changes of 33 cells fit into 16 bits
NET_INPUT = 4095  # bound of an input of the head
NET_INPUT_SHIFT = 3
NET_COUNT = 8  # bound of a count
NET_COUNT_UNIT = 64  # a count of 1 as an input
NET_LINEAR = 800  # bound of the linear evaluation as an input
NET_UNIT = 1023  # bound of a hidden number
NET_FIRST_SHIFT = 12
NET_SECOND_SHIFT = 12
NET_LAST_SHIFT = 11
NET_POLICY = 32767  # bound of a number of the policy
NET_POLICY_SHIFT = 9
NET_LOGIT_SHIFT = 15  # a logit of 1, as the product of a policy's and a cell's numbers
ORDER_POINTS = 80  # points of static move order for a logit of 1, where there is no network

# --- entry of the transposition table ---
#
#     bit  0      12       28       44      52      55    60
#          | move | value  | static | depth | bound | age |

ENTRY_MOVE_MASK = (1 << 12) - 1
ENTRY_VALUE_SHIFT = 12
ENTRY_STATIC_SHIFT = 28
ENTRY_SCORE_MASK = (1 << 16) - 1
ENTRY_SCORE_BIAS = 1 << 15  # added to scores, which may be negative
ENTRY_DEPTH_SHIFT = 44
ENTRY_DEPTH_MASK = (1 << 8) - 1
ENTRY_BOUND_SHIFT = 52
ENTRY_BOUND_MASK = 3
ENTRY_AGE_SHIFT = 55
ENTRY_AGE_MASK = (1 << 5) - 1
BUCKET_ENTRIES = 4
BUCKET_WORDS = 2 * BUCKET_ENTRIES  # an entry is two words: key XOR data, data
BUCKET_BYTES = 8 * BUCKET_WORDS
PAGE_WORDS = 512  # of a page of memory

# --- node of the tree log: eight numbers ---

NODE_PARENT = 0
NODE_MOVE = 1
NODE_DEPTH = 2
NODE_ALPHA = 3
NODE_BETA = 4
NODE_VALUE = 5
NODE_REASON = 6  # a WHY number, and moves not searched times NODE_UNSEARCHED
NODE_BEST = 7
NODE_WORDS = 8
NODE_UNSEARCHED = 256
NODE_NEAR = 2  # plies from the root up to which nodes are recorded before others

# Why the search left a node.
WHY_SEARCHED = 1  # every move was searched or pruned
WHY_CUT = 2  # beta cut-off
WHY_TABLE = 3  # transposition table cut-off
WHY_OVER = 4  # the game is over, or a winning move is there
WHY_LOST = 5  # the enemy wins next move and nothing stops it
WHY_LEAF = 6  # depth 0: the static evaluation
WHY_FORCED = 7  # VCF at a leaf
WHY_HIGH = 8  # reverse futility
WHY_LOW = 9  # razoring
WHY_PASS = 10  # null move
WHY_WINDOW = 11  # a shorter win is known elsewhere
WHY_STOPPED = 12  # limit reached

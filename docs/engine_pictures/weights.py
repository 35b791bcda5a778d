"""Tables of HEURISTIC.md about the weights."""

import math
from collections.abc import Sequence

from engine_pictures.core import CLASS_NAMES, INDEX, NUMBERS, QUIET, RULES, game_of, load, sights, static
from engine_pictures.drawing import table
from engine_pictures.entries import block
from gomoku.core import constants as c
from gomoku.core.learned.weights import hand_made, numbers_for
from gomoku.lab.learning.fit import SCALE as CHANCE_SCALE
from gomoku.rules import Game, Rules


def weight_row(classes: Sequence[int]) -> tuple[int, int, int, int]:
    i = INDEX[tuple(sorted(classes))]
    return NUMBERS["own"][i], NUMBERS["other"][i], hand_made()["own"][i], hand_made()["other"][i]


@block
def class_weights() -> str:
    rows = []
    for kind in range(c.CLASSES):
        classes = (kind, c.ONE, c.ONE, c.ONE)
        rows.append((CLASS_NAMES[kind], *weight_row(classes)))
    return table(("pattern on one axis, others: one", "own", "other", "own, by hand", "other, by hand"), rows)


@block
def crossed_weights() -> str:
    rows = []
    for words, classes in (
        ("two + two", (c.TWO, c.TWO)),
        ("open two + open two", (c.OPEN_TWO, c.OPEN_TWO)),
        ("three + open two", (c.THREE, c.OPEN_TWO)),
        ("three + three", (c.THREE, c.THREE)),
        ("open three + open two", (c.OPEN_THREE, c.OPEN_TWO)),
        ("open three + three", (c.OPEN_THREE, c.THREE)),
        ("open three + open three", (c.OPEN_THREE, c.OPEN_THREE)),
        ("four + open two", (c.FOUR, c.OPEN_TWO)),
        ("four + three", (c.FOUR, c.THREE)),
        ("four + open three", (c.FOUR, c.OPEN_THREE)),
        ("four + four", (c.FOUR, c.FOUR)),
    ):
        own, other, *_ = weight_row((*classes, c.ONE, c.ONE))
        free = numbers_for(Rules.preset("freestyle"))
        i = INDEX[tuple(sorted((*classes, c.ONE, c.ONE)))]
        rows.append((words, own, other, free["own"][i], free["other"][i]))
    return table(("patterns on two axes, others: one", "42 own", "42 other", "freestyle own", "freestyle other"), rows)


@block
def adds_up() -> str:
    game = game_of(QUIET)
    cells = sights(game)
    rows: list[tuple[object, ...]] = []
    total = 0
    for kind in reversed(range(c.CLASSES)):
        mine = [NUMBERS["own"][s.index(0)] for s in cells.values() if s.best(0) == kind]
        theirs = [NUMBERS["other"][s.index(1)] for s in cells.values() if s.best(1) == kind]
        if mine or theirs:
            words = f"cells whose best class is {CLASS_NAMES[kind]}"
            rows.append((words, len(mine), f"{sum(mine):+d}", len(theirs), f"{-sum(theirs):+d}"))
            total += sum(mine) - sum(theirs)
    turn, taken, capturing = load(game).ply_facts()
    assert turn == 1
    mine_pairs, their_pairs = taken[0] // 2, taken[1] // 2
    pairs = NUMBERS["taken"][5 * mine_pairs + their_pairs]
    own = NUMBERS["capture_own"][5 * mine_pairs + min(capturing[0], 4)]
    other = NUMBERS["capture_other"][5 * their_pairs + min(capturing[1], 4)]
    rows.append((f"pairs captured: {mine_pairs} against {their_pairs}", "", f"{pairs:+d}", "", ""))
    rows.append(("capturing cells", capturing[0], f"{own:+d}", capturing[1], f"{-other:+d}"))
    total += pairs + own - other
    assert total == static(game), (total, static(game))
    rows.append(("**value for Black, to move**", "", f"**{total:+d}**", "", ""))
    return table(("term", "Black's cells", "points", "White's cells", "points"), rows)


def standing(art: str) -> tuple[int, int]:
    """Value of a row of black stones on an otherwise empty board, with Black and with White to move."""
    empty = ["." * 19] * 19
    line = ("." * 5 + art).ljust(19, ".")
    sums = []
    for rows in ([*empty[:9], line, *empty[10:]], empty):
        cells = sights(Game.from_rows(RULES, rows, to_move="X")).values()
        sums.append([sum(NUMBERS[key][sight.index(0)] for sight in cells) for key in ("own", "other")])
    return sums[0][0] - sums[1][0], sums[0][1] - sums[1][1]


@block
def standing_rows() -> str:
    rows = []
    for words, art in (
        ("two", "OXX......"),
        ("open two", "...XX...."),
        ("three", "OXXX....."),
        ("open three", "..XXX...."),
        ("split open three", ".X.XX...."),
    ):
        own, other = standing(art)
        rows.append((words, f"`{art}`", own, other))
    return table(("Black stones on the board", "the line", "if Black is to move", "if White is to move"), rows, 2)


@block
def pairs_in_words() -> str:
    own, other, taken = NUMBERS["capture_own"], NUMBERS["capture_other"], NUMBERS["taken"]
    return "\n".join(
        (
            f"- The first captured pair is worth {taken[5] - taken[0]} points, the fourth {taken[20] - taken[15]}, while the "
            f"opponent has none. When the opponent has four pairs, one's own fourth pair is worth "
            f"{taken[24] - taken[19]}.",
            f"- One capturing cell of the side to move is worth {own[1] - own[0]} points with no pair captured and "
            f"{own[16] - own[15]} with three; a second one {own[2] - own[1]} and {own[17] - own[16]} more.",
            f"- The same cell is worth less to the other side, {other[1] - other[0]} and {other[16] - other[15]}: "
            f"the pair can still escape.",
        )
    )


@block
def capture_matters() -> str:
    """The same position with different numbers of captured pairs."""
    game = game_of(QUIET)
    rows = []
    for black, white in ((0, 0), (2, 0), (4, 0), (6, 0), (8, 0), (0, 2), (0, 4), (0, 6), (0, 8)):
        other = Game.from_rows(RULES, game.rows(), to_move="X", taken={"X": black, "O": white})
        value = static(other)
        chance = 100 / (1 + math.exp(-value / CHANCE_SCALE))
        rows.append((black // 2, white // 2, f"{value:+d}", f"{chance:.0f} %"))
    return table(("pairs of Black", "pairs of White", "value for Black", "winning probability"), rows, 0)

"""Pictures and tables of SEARCH.md."""

import math
from dataclasses import replace
from functools import cache
from typing import Final

from engine_pictures.core import ATTACK, FORCED, QUIET, RULES, game_of, name, ordered, thought
from engine_pictures.drawing import BLUE, GREEN, RED, Curve, around, board_picture, chart, quiet_board, table
from engine_pictures.entries import block, picture
from engine_pictures.tree import grow, large_tree, leaves, seen_leaves, small_tree, sort, tree_picture
from gomoku.core.params import DECLARED, PARAMS, TUNED
from gomoku.engine import Engine, Limit, Result
from gomoku.engine.threat_search import ThreatSearch
from gomoku.rules import Cell, Color, Game, Rules, Status
from gomoku.rules.diagram import Region, diagram_of
from gomoku.rules.game import play_all


@picture
def search_position() -> str:
    game = game_of(QUIET)
    moves = [cell for _, cell in ordered(game)[:3]]
    labels = dict(zip(moves, "abc", strict=True))
    return board_picture(quiet_board(labels), "Black to move; a, b and c are the three moves of the tree")


@picture
def search_minimax() -> str:
    return tree_picture(
        small_tree(), "Three moves by Black, three replies by White to each, and the minimax values", False
    )


@picture
def search_alphabeta() -> str:
    root = large_tree()
    seen_leaves(root)
    return tree_picture(
        root, "The same position three plies deep, searched by alpha-beta; grey boxes are never visited", True
    )


@picture
def search_order() -> str:
    game = game_of(QUIET)
    labels = {cell: str(n) for n, (_, cell) in enumerate(ordered(game)[:30], 1)}
    return board_picture(quiet_board(labels), "The first thirty moves in search order")


ITERATIONS: Final = 10


@picture
def search_deepening() -> str:
    infos = [info for info in thought(QUIET, ITERATIONS).history if info.depth <= ITERATIONS]
    width = len(ordered(game_of(QUIET)))
    ours = [(info.depth, math.log10(max(info.nodes, 1))) for info in infos]
    every = [
        (d, math.log10(float(width) ** d)) for d in range(1, ITERATIONS + 1) if math.log10(float(width) ** d) <= 12
    ]
    best = [(d, math.log10(2 * float(width) ** (d / 2))) for d in range(1, ITERATIONS + 1)]
    return chart(
        "Positions visited by depth, on a logarithmic scale",
        [
            Curve("every line of play", every, RED, True),
            Curve("alpha-beta at its best", [p for p in best if p[1] <= 12], BLUE, True),
            Curve("this search", ours, GREEN),
        ],
        ("depth in plies", "positions visited"),
        (range(1, ITERATIONS + 1), range(0, 13, 2)),
        lambda power: f"10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(d)] for d in str(int(power)))}",
    )


@cache
def forced_line() -> tuple[list[Cell], Game]:
    """The forced win: the attacker's proof against the longest defence."""
    game = game_of(FORCED)
    start = len(game.moves)
    with Engine(RULES, memory_mb=16) as engine:
        assert engine.search(game, Limit(nodes=60_000)).win_in
        while not game.is_over:
            game.play(engine.search(game, Limit(nodes=60_000)).move)
    assert game.winner is Color.X
    return list(game.moves[start:]), game


def forced_picture(number: int, title: str) -> str:
    """The game of `forced_line` after its first moves."""
    game = forced_line()[1]
    start = len(game_of(FORCED).moves)
    shown = game.at(start + number)
    return board_picture(diagram_of(shown, region=around(game_of(FORCED), 1), forbidden=False), title, 0.62)


def graces() -> list[int]:
    """Plies of the forced line after which there is a breakable five."""
    moves, game = forced_line()
    start = len(game_of(FORCED).moves)
    return [n for n in range(1, len(moves) + 1) if game.at(start + n).status is Status.GRACE]


@picture
def search_vcf_start() -> str:
    return forced_picture(0, "Black to move wins by force")


@picture
def search_vcf_five() -> str:
    return forced_picture(graces()[0], "Black has five in a row, and White can break it")


@picture
def search_vcf_broken() -> str:
    return forced_picture(graces()[0] + 1, "White has captured two stones, one of them part of the five")


@picture
def search_vcf_refilled() -> str:
    return forced_picture(graces()[1], "Black has filled the hole: five again, and one way to break it is left")


@picture
def search_vcf_won() -> str:
    return forced_picture(len(forced_line()[0]), "Filled once more: nothing can be captured, and Black has won")


def told(game: Game, start: int) -> str:
    """The moves of a won game, one per line, with captures and fives."""
    words = []
    for n in range(1, len(game.moves) - start + 1):
        played = game.played[start + n - 1]
        note = f" captures {len(played.captured)}" if played.captured else ""
        if game.at(start + n).status is Status.GRACE:
            note += ", five, but breakable"
        words.append(f"{n}. {'Black' if n % 2 else 'White'} {name(game.moves[start + n - 1])}{note}")
    words[-1] += ", five: Black wins"
    return "\n".join(words)


@block
def vcf_line() -> str:
    game = forced_line()[1]
    with Engine(RULES, memory_mb=16) as engine:
        result = engine.search(game_of(FORCED), Limit(nodes=60_000))
    head = f"Found after {result.nodes:,} nodes as a win in at most {result.win_in} plies:"
    return head + "\n\n" + told(game, len(game_of(FORCED).moves))


OPEN_THREE: Final = "H8 G8 H9 J10 H7"
"""Freestyle, White to move: Black has an open three."""
FOUR_THREE: Final = "H8 G8 J8 H10 K8 G10 L10 D12 L11 D13 C3"
"""Freestyle, White to move: Black threatens a four-three at L8."""


def replies_picture(moves: str, title: str) -> str:
    """A position with the replies that the search looks at, numbered."""
    rules = Rules.preset("freestyle")
    game = play_all(Game(rules), moves.split())
    threats = ThreatSearch(rules)
    threats.load(game)
    replies = threats.relevant_replies()
    assert replies
    labels = {cell: str(number) for number, cell in enumerate(sorted(replies), 1)}
    shown = diagram_of(game, region=around(game), forbidden=False)
    return board_picture(replace(shown, labels=labels), title)


@picture
def search_replies_three() -> str:
    return replies_picture(OPEN_THREE, "White to move: two replies stop the open three")


@picture
def search_replies_four_three() -> str:
    return replies_picture(FOUR_THREE, "White to move: the replies that may stop a four and a three at once")


@cache
def attack() -> Result:
    with Engine(RULES, memory_mb=16) as engine:
        result = engine.search(game_of(ATTACK), Limit(nodes=60_000))
    assert result.win_in
    assert len(result.history) == 1, "found before the search"
    return result


@picture
def search_attack() -> str:
    game = game_of(ATTACK)
    shown = diagram_of(game, region=around(game, 1), forbidden=False)
    return board_picture(
        replace(shown, labels={attack().move: "1"}), "Black wins with an attack that starts with a three"
    )


@block
def attack_line() -> str:
    game = play_all(game_of(ATTACK), attack().pv)
    assert game.winner is Color.X
    head = f"Here Black has no win by fours. The attack was found and proved after {attack().nodes:,} nodes:"
    return head + "\n\n" + told(game, len(game_of(ATTACK).moves))


def capture_scene() -> Game:
    rows = ["." * 19] * 19
    art = {8: ".......XOO.........", 9: ".......OX.X........", 10: "........OX.........", 7: "........X.O........"}
    for y, row in art.items():
        rows[y] = row
    return Game.from_rows(RULES, rows, to_move="X", taken={"X": 8, "O": 2})


@picture
def search_capture() -> str:
    game = capture_scene()
    with Engine(RULES, memory_mb=1) as engine:
        result = engine.search(game, Limit(nodes=2_000))
    assert result.win_in == 1
    shown = diagram_of(game, region=Region(4, 5, 11, 8), forbidden=False)
    return board_picture(
        replace(shown, labels={result.move: "a"}), "With four pairs captured, a fifth pair at a wins at once"
    )


@block
def tree_counts() -> str:
    root = large_tree()
    total = sum(1 for _ in leaves(root))
    here = seen_leaves(root)
    rows = [("plain minimax, any order", total), ("alpha-beta, in the engine's move order", here)]
    for best_first, words in (
        (True, "alpha-beta, best move always first"),
        (False, "alpha-beta, best move always last"),
    ):
        other = grow(game_of(QUIET), (3, 3, 2))
        sort(other, best_first)
        rows.append((words, seen_leaves(other)))
    return table(("search of the tree above", "leaves evaluated"), rows)


@block
def iterations() -> str:
    rows, before = [], 0
    for info in thought(QUIET, ITERATIONS).history:
        spent = info.nodes - before
        growth = f"{info.nodes / before:.1f}" if before else ""
        line = " ".join(name(cell) for cell in info.pv[:4])
        rows.append((info.depth, info.selective_depth, f"{spent:,}", f"{info.nodes:,}", growth, info.score, line))
        before = info.nodes
    heads = ("depth", "longest line", "nodes", "total", "times", "value", "principal variation")
    return table(heads, rows, 0).replace("---:|\n", "---|\n", 1)


SWITCHES: Final[tuple[tuple[str, dict[str, int]], ...]] = (
    ("full search", {}),
    ("without late-move reductions", {"LMR_SLOPE": 100_000, "LMR_BASE": 0}),
    ("without late-move pruning", {"LMP_BASE": 400}),
    ("without futility pruning", {"FUTILITY_DEPTH": 0}),
    ("without reverse futility pruning", {"RFP_DEPTH": 0}),
    ("without razoring", {"RAZOR_DEPTH": 0}),
    ("without extensions", {"EXTENSION_PLIES": 0}),
    ("without killers and counter-moves", {"KILLER_BONUS": 0}),
)
SWITCH_DEPTH: Final = 5


@block
def switches() -> str:
    rows = []
    whole = 0
    for words, changes in SWITCHES:
        nodes = 0
        for moves in (QUIET, *MORE):
            with Engine(RULES, memory_mb=16, search_params=changes) as engine:
                nodes += engine.search(game_of(moves), Limit(depth=SWITCH_DEPTH)).nodes
        whole = whole or nodes
        rows.append((words, f"{nodes:,}", f"{nodes / whole:.2f}"))
    return table((f"to depth {SWITCH_DEPTH}, {1 + len(MORE)} positions", "nodes", "times"), rows)


MORE: Final = (
    "L11 K13 M9 L9 H7 M11 K7 L12 N10 O11 L8 J6 J7",
    "G9 M8 M13 L12 G7 M11 K13 N10 L13 N13 G8 G10 F8",
)


@block
def params() -> str:
    return table(("parameter", "now", "unit"), [(f"`{key}`", own(key), param.doc) for key, param in DECLARED.items()])


def own(key: str) -> str:
    """Value of a parameter, with overrides of rule sets."""
    return ", ".join([str(PARAMS[key]), *(f"{name} {values[key]}" for name, values in TUNED.items() if key in values)])

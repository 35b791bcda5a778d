"""Draws the pictures of the documentation into docs/images: `python docs/make_diagrams.py`.

Every position is set up and played by `gomoku.rules`, and each picture asserts the claim that the text makes about it. A
test compares the files with the output of this script.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from gomoku.rules import Cell, Color, Game, Reason, Rules, Status
from gomoku.rules.diagram import Diagram, Region, Tone, diagram_of, draw
from gomoku.rules.game import play_all
from gomoku.rules.records import read

IMAGES: Final = Path(__file__).parent / "images"
SCALE: Final = 0.8
PICTURES: Final[dict[str, Callable[[], Diagram]]] = {}


def picture(make: Callable[[], Diagram]) -> Callable[[], Diagram]:
    """Register a picture under the function's name; its docstring is the picture's title."""

    def titled() -> Diagram:
        return replace(make(), title=(make.__doc__ or "").strip(), scale=SCALE)

    PICTURES[make.__name__.replace("_", "-")] = titled
    return titled


@dataclass
class Scene:
    """A small position somewhere on a real board, with letters on some empty cells."""

    game: Game
    region: Region
    letters: dict[str, Cell]

    def play(self, letter: str) -> "Scene":
        self.game.play(self.letters.pop(letter))
        return self

    def why(self, letter: str) -> Reason | None:
        return self.game.why_illegal(self.letters[letter])

    def show(self, **changes: Any) -> Diagram:
        diagram = diagram_of(self.game, region=self.region, coordinates=False, forbidden=False)
        return replace(diagram, **{"labels": {cell: name for name, cell in self.letters.items()}, **changes})

    def show_forbidden(self, *letters: str, **changes: Any) -> Diagram:
        """The picture with barred rings instead of these letters."""
        return self.show(forbidden=[self.letters.pop(letter) for letter in letters], **changes)


def scene(art: str, rules: str = "42", at: Cell = (5, 5), to_move: str = "X") -> Scene:
    """Parse rows of `X O .` and letters, the first cell at `at`. A leading `|` places a row at the left edge."""
    lines = art.split()
    parsed = Rules.parse(rules)
    grid = [["."] * parsed.width for _ in range(parsed.height)]
    letters = {}
    left = 0 if lines[0].startswith("|") else at[0]
    lines = [line.removeprefix("|") for line in lines]
    for y, line in enumerate(lines, at[1]):
        for x, glyph in enumerate(line, left):
            if glyph in "XO":
                grid[y][x] = glyph
            elif glyph != ".":
                letters[glyph] = (x, y)
    game = Game.from_rows(parsed, ["".join(row) for row in grid], to_move)
    return Scene(game, Region(left, at[1], len(lines[0]), len(lines)), letters)


# --- captures ---


@picture
def capture_before() -> Diagram:
    """Black plays a and captures the two white stones"""
    return scene(".......  .aOOX..  .......").show()


@picture
def capture_after() -> Diagram:
    """The two white stones have left the board"""
    taken = scene(".......  .aOOX..  .......").play("a")
    assert len(taken.game.played[-1].captured) == 2
    return taken.show()


@picture
def capture_three() -> Diagram:
    """One black stone captures three pairs at once"""
    taken = scene(".......  .aOOX..  .OO....  .O.O...  .X..X..  .......").play("a")
    assert taken.game.taken[Color.X] == 6
    return taken.show()


@picture
def capture_none() -> Diagram:
    """Black captures nothing at a, b, c or d: one stone, three stones, a gap, and the edge"""
    case = scene(
        "|........  |..aOX...  |........  |bOOOX...  |........  |..cO.OX.  |........  |OOd.....  |........", at=(0, 5)
    )
    assert all(case.game.captures(cell) == [] for cell in case.letters.values())
    return case.show()


@picture
def step_in() -> Diagram:
    """Black has moved in between two white stones: the pair is safe"""
    safe = scene("......  .OXaO.  ......").play("a")
    assert safe.game.taken[Color.O] == 0
    return safe.show()


@picture
def step_in_banned() -> Diagram:
    """With self-capture forbidden, Black may not move in"""
    closed = scene("......  .OXaO.  ......", "42;ban_self_capture=both")
    assert closed.why("a") is Reason.SELF_CAPTURE
    return closed.show_forbidden("a")


# --- five in a row ---


@picture
def five() -> Diagram:
    """Black has five in a row, nothing can break it, and Black wins"""
    won = scene("........  ..O.O...  .XXXXa..  ...O.O..  ........").play("a")
    assert won.game.winner is Color.X
    return won.show()


@picture
def grace() -> Diagram:
    """Black has five in a row, but White can break it at the blue cross"""
    standing = scene("........  ...O....  .XXXXa..  ...X....  ........  ........").play("a")
    assert standing.game.status is Status.GRACE
    assert len(standing.game.breaks) == 1
    return standing.show()


@picture
def grace_broken() -> Diagram:
    """White has captured a pair of the five and the game goes on"""
    broken = scene("........  ...O....  .XXXXa..  ...X....  ...b....  ........").play("a").play("b")
    assert broken.game.status is Status.ONGOING
    return broken.show()


@picture
def six() -> Diagram:
    """White could only capture the end of six in a row: five remain, so Black has won"""
    won = scene("........  .O......  .XXXXXa.  .X......  ........").play("a")
    assert won.game.winner is Color.X
    return won.show()


@picture
def crossed_fives() -> Diagram:
    """Two fives at once: one capture at the blue cross breaks both"""
    standing = scene("........  .....X..  .....X..  .....X..  .....XXO  .XXXXa..  ....X...  ....O...").play("a")
    assert standing.game.status is Status.GRACE
    assert len(standing.game.breaks) == 1
    return standing.show()


# --- free-threes ---


def _row(art: str, free: bool, rules: str = "42") -> Diagram:
    """Play the letter of a row; tells whether it makes a free-three."""
    row = scene(art, rules)
    played = row.letters["n"]
    assert row.game.free_threes(played) == free, art
    row.game.play(played)
    del row.letters["n"]
    return row.show()


@picture
def three_solid() -> Diagram:
    """Three in a row with room on both sides: free"""
    return _row(".aXnXb.", free=True)


@picture
def three_split() -> Diagram:
    """Three with one hole: free"""
    return _row("..XnaX..", free=True)


@picture
def three_half_shut() -> Diagram:
    """An enemy stone one step away on one side: still free"""
    return _row("O.XXna..", free=True)


@picture
def three_blocked() -> Diagram:
    """An enemy stone touches the three: not free"""
    return _row(".OXXn...", free=False)


@picture
def three_narrow() -> Diagram:
    """An enemy stone one step away on both sides: not free"""
    return _row(".O.XXn.O", free=False)


@picture
def three_edge() -> Diagram:
    """The three touches the edge: not free"""
    return _row("|XXn.....", free=False)


@picture
def three_wide() -> Diagram:
    """Two holes: not free"""
    return _row("..X.n.X.", free=False)


@picture
def three_four() -> Diagram:
    """Four stones with a hole are a four, not a three"""
    return _row("..X.XXn.", free=False)


@picture
def double_three() -> Diagram:
    """Two free-threes would cross at the barred cell: it is forbidden to Black"""
    closed = scene(".......  ...X...  ...X...  .XXa...  .......  .......")
    assert closed.why("a") is Reason.DOUBLE_THREE
    return closed.show_forbidden("a")


@picture
def double_three_blocked() -> Diagram:
    """A white stone blocks one of the threes: Black may play a"""
    open_ = scene(".......  ...X...  ...X...  .XXa...  ...O...  .......")
    assert open_.why("a") is None
    return open_.show()


@picture
def double_three_capture() -> Diagram:
    """Black makes two free-threes and captures a pair with the same stone: allowed"""
    taken = scene("..........  ...X......  ...X......  .XXaOOX...  ..........  ..........")
    assert taken.game.free_threes(taken.letters["a"]) == 2
    return taken.play("a").show()


@picture
def four_three() -> Diagram:
    """A four and a three at once: allowed"""
    allowed = scene("........  ....X...  ....X...  .XXXa...  ........  ........")
    assert allowed.game.free_threes(allowed.letters["a"]) == 1
    return allowed.play("a").show()


# --- other rule sets ---


@picture
def standard_six() -> Diagram:
    """Six in a row in standard gomoku: nothing happens"""
    played = scene("........  .XXXaXX.  ........", "standard").play("a")
    assert played.game.status is Status.ONGOING
    return played.show()


@picture
def caro_shut() -> Diagram:
    """Five between two enemy stones in caro: no win"""
    played = scene(".........  .OXXXXaO.  .........", "caro").play("a")
    assert played.game.status is Status.ONGOING
    return played.show()


@picture
def caro_edge() -> Diagram:
    """Five between the edge and an enemy stone in caro: Black wins"""
    won = scene("|........  |XXXXaO..  |........", "caro").play("a")
    assert won.game.winner is Color.X
    return won.show()


@picture
def keryo_three() -> Diagram:
    """Three in a row are captured in Keryo-Pente"""
    taken = scene(".......  .aOOOX.  .......", "keryo").play("a")
    assert taken.game.taken[Color.X] == 3
    return taken.show()


@picture
def renju_overline() -> Diagram:
    """Renju: six in a row is forbidden to Black"""
    closed = scene("........  .XXXaXX.  ........", "renju")
    assert closed.why("a") is Reason.OVERLINE
    return closed.show_forbidden("a")


@picture
def renju_double_four() -> Diagram:
    """Renju: two fours at once are forbidden to Black"""
    closed = scene("........  ....X...  ....X...  ....X...  .XXXa...  ........", "renju")
    assert closed.why("a") is Reason.DOUBLE_FOUR
    return closed.show_forbidden("a")


@picture
def renju_double_four_line() -> Diagram:
    """Renju: two fours can lie on one line, in these three shapes"""
    closed = scene(
        "..........  .X.XaX.X..  ..........  .XX.bX.XX.  ..........  .XXX.c.XXX  ..........", "renju", at=(2, 4)
    )
    assert all(closed.why(letter) is Reason.DOUBLE_FOUR for letter in "abc")
    return closed.show_forbidden("a", "b", "c")


@picture
def renju_double_three() -> Diagram:
    """Renju: two threes at once are forbidden to Black"""
    closed = scene(".......  ...X...  ...X...  .XXa...  .......  .......", "renju")
    assert closed.why("a") is Reason.DOUBLE_THREE
    return closed.show_forbidden("a")


@picture
def renju_false_three() -> Diagram:
    """Renju: Black may play a, because the three on the row could only become an open four at b, where two fours meet"""
    open_ = scene("........  ...X....  ...X....  ...X....  .XXba...  ....X...  ....X...  ........", "renju", at=(4, 3))
    assert open_.why("a") is None
    trial = open_.game.copy()
    trial.play(open_.letters["a"])
    trial.play((0, 0))
    assert trial.why_illegal(open_.letters["b"]) is Reason.DOUBLE_FOUR
    return open_.show()


# --- openings ---


def _opening(name: str, moves: str, rules: str = "freestyle", reach: int = 5) -> tuple[Game, Region]:
    game = Game(Rules.preset(rules), opening=name)
    x, y = game.rules.centre
    for word in moves.split():
        game.decide(word)
    return game, Region(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1)


def _closed(game: Game) -> set[Cell]:
    """The empty cells that the opening does not allow, and the stones among them."""
    board = {(x, y) for x in range(game.rules.width) for y in range(game.rules.height)}
    return board - set(game.allowed_cells())


def _show_closed(name: str, rules: str = "freestyle", reach: int = 5) -> Diagram:
    """The first stone in the centre, and the cells forbidden to black's second stone."""
    game, region = _opening(name, "", rules, reach)
    x, y = game.rules.centre
    play_all(game, [(x, y), (x + 1, y - 1)])
    zone = _closed(game)
    return replace(diagram_of(game, region=region, coordinates=False, numbers=True), zones=[(Tone.CLOSED, zone)])


@picture
def opening_pro() -> Diagram:
    """Pro: the shaded square is forbidden to Black's second stone"""
    return _show_closed("pro", reach=4)


@picture
def opening_long_pro() -> Diagram:
    """Long pro: the shaded square is forbidden to Black's second stone"""
    return _show_closed("long_pro", reach=5)


@picture
def opening_g_pente() -> Diagram:
    """G-Pente: the shaded cells are forbidden to Black's second stone"""
    return _show_closed("g_pente", "pente", reach=6)


@picture
def opening_swap() -> Diagram:
    """Swap: three stones are on the board, and the other player chooses a colour"""
    game, region = _opening("swap", "H8 K9 G4", reach=4)
    assert game.decision is not None
    assert game.decision.choices == ("black", "white")
    return diagram_of(game, region=region, coordinates=False, numbers=True)


@picture
def opening_swap2() -> Diagram:
    """Swap2: two more stones, and the first player chooses a colour"""
    game, region = _opening("swap2", "H8 K9 G4 two F9 J5", reach=4)
    assert game.decision is not None
    assert game.decision.choices == ("black", "white")
    return diagram_of(game, region=region, coordinates=False, numbers=True)


def _rings(reaches: tuple[int, ...], moves: str, reach: int) -> Diagram:
    game, region = _opening("standard", moves, reach=reach)
    x, y = game.rules.centre
    zones = []
    for ring in reaches:
        cells = {(x + i, y + j) for i in range(-ring, ring + 1) for j in range(-ring, ring + 1)}
        zones.append((Tone.OPEN, cells))
    return replace(diagram_of(game, region=region, coordinates=False, numbers=True), zones=zones)


@picture
def opening_rif() -> Diagram:
    """Renju openings: the first stone in the centre, the second next to it, the third at most two lines away"""
    return _rings((1, 2), "H8 I9 J6", reach=3)


@picture
def opening_offer() -> Diagram:
    """Offers: a and b mirror each other over the four stones and count as one; a and c are two"""
    game, region = _opening("rif", "H8 H9 H6 black H7", reach=4)
    a, b, c = (5, 6), (9, 6), (10, 8)
    for offer, allowed in (([a, b], False), ([a, c], True)):
        try:
            game.copy().decide(offer)
        except ValueError:
            assert not allowed
        else:
            assert allowed
    shown = diagram_of(game, region=region, coordinates=False, numbers=True)
    return replace(shown, labels={**shown.labels, a: "a", b: "b", c: "c"})


@picture
def opening_taraguchi() -> Diagram:
    """Taraguchi-10: each of the first five stones has its square around the centre"""
    return _rings((1, 2, 3, 4), "H8 I9 G6 K9 L5", reach=5)


# --- the README ---


@picture
def game() -> Diagram:
    """A game of 42 after move 33: Black has five in a row, and White can break it at the blue cross"""
    record = read(Path(__file__).parent / "games" / "grace.sgf")
    shown = record.game.at(33)
    assert shown.status is Status.GRACE
    return diagram_of(shown)


def render() -> dict[str, str]:
    """Every picture by file name."""
    return {f"{name}.svg": draw(make()) for name, make in PICTURES.items()}


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    for name, text in render().items():
        (IMAGES / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

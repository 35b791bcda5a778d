"""Diagrams: well-formed, deterministic, complete; the committed files are up to date."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gomoku import Game, Rules
from gomoku.rules import Color, Status
from gomoku.rules.diagram import CELL, Diagram, Region, Tone, describe, diagram_of, draw, stars
from gomoku.rules.game import play_all

DOCS = Path(__file__).parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"
EMPTY = ["." * 19] * 19


def uses(svg, name):
    """Positions of a symbol, outside the definitions."""
    root = ElementTree.fromstring(svg)
    return [
        (float(use.attrib["x"]), float(use.attrib["y"]))
        for use in root.iter(f"{SVG}use")
        if use.attrib["href"].startswith(f"#{name}") and "x" in use.attrib
    ]


def texts(svg):
    return [text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_pictures_of_the_documentation_are_up_to_date():
    made = runpy.run_path(str(DOCS / "make_diagrams.py"))["render"]()
    kept = {
        path.name: path.read_text(encoding="utf-8")
        for path in (DOCS / "images").glob("*.svg")
        # those are the engine's, and books': tests/engine/test_pictures.py, tests/lab/books/test_growing.py
        if not path.name.startswith(("search-", "heuristic-", "book-"))
    }
    assert made.keys() == kept.keys()
    stale = [name for name, text in made.items() if kept[name] != text]
    assert not stale, "run docs/make_diagrams.py"


def test_every_picture_is_used_and_exists():
    pages = (DOCS.parent / "README.md", *DOCS.glob("*.md"))
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    for image in (DOCS / "images").iterdir():
        assert f"images/{image.name}" in text, f"{image.name} is not shown anywhere"


@pytest.mark.parametrize("size", [5, 9, 15, 19, 20, 26, 27, 52, (7, 12)])
def test_any_board_is_drawn(size):
    rules = Rules.preset("freestyle", size=size)
    svg = draw(diagram_of(play_all(Game(rules), [(0, 0), (rules.width - 1, rules.height - 1)])))
    root = ElementTree.fromstring(svg)
    width, height = (int(root.attrib["viewBox"].split()[i]) for i in (2, 3))
    assert width > (rules.width - 1) * CELL
    assert height > (rules.height - 1) * CELL
    assert len(uses(svg, "black")) == len(uses(svg, "white")) == 1
    assert texts(svg).count(str(rules.height)) >= 2


def test_same_value_gives_same_text():
    diagram = Diagram(EMPTY, labels={(3, 3): "a"}, last=(4, 4))
    assert draw(diagram) == draw(diagram)


def test_small_enough_for_a_page():
    game = Game()
    for _ in range(120):
        game.play(game.allowed_cells()[-1 if len(game.moves) % 2 else 0])
        if game.is_over:
            break
    assert len(draw(diagram_of(game))) < 20_000


def test_last_move_and_captures():
    svg = draw(diagram_of(play_all(Game(), ["K10", "L10", "A1", "M10", "N10"])))
    assert len(uses(svg, "last")) == 1
    assert len(uses(svg, "taken")) == 2
    assert len(uses(svg, "white")) == 2  # the traces of the two that were taken


def test_grace_shows_the_five_and_its_breaks():
    rows = [*EMPTY[:5], ".......O...........", ".....XXXX..........", ".......X...........", *EMPTY[8:]]
    game = Game.from_rows(Rules.preset("42"), rows)
    game.play((9, 6))
    assert game.status is Status.GRACE
    svg = draw(diagram_of(game))
    assert len(uses(svg, "break")) == len(game.breaks) == 1
    assert len(uses(svg, "ring")) == 5


def test_a_won_game_shows_its_line():
    game = play_all(Game(Rules.preset("freestyle")), ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "E1"])
    diagram = diagram_of(game)
    assert diagram.won
    assert 'stroke="#d4432a" stroke-width="2.6"' in draw(diagram)
    assert describe(game) == "Board after move 9. Black wins."


def test_forbidden_cells():
    game = Game.from_rows(Rules.preset("renju"), ["." * 15] * 7 + [".XXX.XX........"] + ["." * 15] * 7)
    assert len(uses(draw(diagram_of(game)), "forbidden")) == len(game.forbidden_cells()) > 0
    assert not uses(draw(diagram_of(game, forbidden=False)), "forbidden")


def test_move_numbers_only_on_stones_that_still_stand():
    game = play_all(Game(), ["K10", "L10", "A1", "M10", "N10"])
    assert set(diagram_of(game, numbers=True).labels.values()) == {"1", "3", "5"}


def test_a_refilled_cell_carries_the_later_number():
    game = play_all(Game(), ["K10", "L10", "A1", "M10", "N10", "T1", "L10"])
    assert diagram_of(game, numbers=True).labels[(10, 9)] == "7"


def test_region_cuts_and_clips():
    rows = ["X" + "." * 17 + "O", *EMPTY[1:]]
    svg = draw(Diagram(rows, region=Region(-3, -3, 8, 8), coordinates=False, labels={(18, 0): "z"}))
    assert len(uses(svg, "black")) == 1
    assert not uses(svg, "white")
    assert texts(svg) == []


def test_labels_and_titles_are_escaped():
    svg = draw(Diagram(EMPTY, title='<script>"&', labels={(3, 3): "<&>"}))
    root = ElementTree.fromstring(svg)
    assert root.findtext(f"{SVG}title") == root.get("aria-label") == '<script>"&'
    assert "<&>" in texts(svg)


def test_zone_has_an_outline_without_inner_sides():
    svg = draw(Diagram(EMPTY, zones=[(Tone.OPEN, [(3, 3), (4, 3)])]))
    outline = next(p for p in ElementTree.fromstring(svg).iter(f"{SVG}path") if p.get("stroke") == Tone.OPEN)
    assert outline.attrib["d"].count("M") == 6


def test_ghosts_are_faint():
    svg = draw(Diagram(EMPTY, ghosts={(3, 3): Color.X}))
    assert 'href="#black" x="166" y="166" opacity=".45"' in svg


@pytest.mark.parametrize(
    ("edge", "lines"),
    [(5, (2,)), (7, (3,)), (8, (2, 5)), (9, (2, 4, 6)), (15, (3, 7, 11)), (19, (3, 9, 15)), (20, (3, 16))],
)
def test_star_points(edge, lines):
    assert stars(edge) == lines

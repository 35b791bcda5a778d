"""SGF: a small example, other programs' files, variations, setup, openings, and errors."""

import pytest

from gomoku.rules import Color, Game, Rules, Status
from gomoku.rules.records import Record, RecordError, sgf
from gomoku.rules.records.tree import Node, are_same
from tests.records.games import facts, sample

EXAMPLE = "(;FF[4]GM[4]SZ[19]RU[42]PB[a]PW[b]RE[B+];B[jj];W[kj];B[ii])"


def refusal(text: str, **options) -> str:
    with pytest.raises(RecordError) as caught:
        sgf.loads(text, **options)
    return str(caught.value)


def test_the_example_of_the_specification():
    record = sgf.loads(EXAMPLE)
    assert record.game.rules == Rules.preset("42")
    assert record.game.moves == ((9, 9), (10, 9), (8, 8))
    assert (record.black, record.white, record.result) == ("a", "b", "B+")
    assert sgf.dumps(record) == EXAMPLE + "\n"


def test_captures_are_replayed():
    game = Game.from_sgf("(;GM[4]SZ[19]RU[42];B[jj];W[kj];B[aa];W[lj];B[mj])")
    assert game.taken == {Color.X: 2, Color.O: 0}
    assert game.stone((10, 9)) is None


# --- rules and boards ---


@pytest.mark.parametrize(
    ("ru", "preset"),
    [
        ("0", "freestyle"),
        ("1", "standard"),
        ("4", "renju"),
        ("8", "caro6"),
        ("9", "caro"),
        ("42", "42"),
        (" Renju ", "renju"),
    ],
)
def test_rule_names_and_gomocup_numbers(ru: str, preset: str):
    assert sgf.loads(f"(;GM[4]SZ[15]RU[{ru}])").game.rules == Rules.preset(preset, size=15)


def test_size_defaults_to_the_preset():
    assert sgf.loads("(;GM[4]RU[42])").game.rules == Rules.preset("42")
    assert sgf.loads("(;GM[4]RU[42;size=13;three=flank])").game.rules == Rules.preset("42", size=13, three="flank")


def test_freestyle_is_the_default():
    assert sgf.loads("(;GM[4]SZ[20])").game.rules == Rules.preset("freestyle", size=20)


def test_given_rules_override_the_file():
    record = sgf.loads("(;GM[4]SZ[15]RU[Japanese])", rules=Rules.preset("renju", size=19))
    assert record.game.rules == Rules.preset("renju", size=15)
    assert "RU[renju]" in sgf.dumps(record)


def test_rectangles_and_letters_up_to_52():
    game = Game.from_sgf("(;GM[4]SZ[52:30]RU[0];B[ZD];W[Aa])")
    assert (game.rules.width, game.rules.height) == (52, 30)
    assert game.moves == ((51, 29), (26, 0))
    assert "SZ[52:30]" in game.to_sgf()


@pytest.mark.parametrize("text", ["h8", "H8"])
def test_letter_and_number_count_rows_from_the_bottom(text: str):
    assert Game.from_sgf(f"(;GM[4]SZ[15];B[{text}];W[a1])").moves == ((7, 7), (0, 14))


def test_other_games_on_request_only():
    text = "(;FF[4]GM[101]SZ[19]RU[pente];B[jj])"
    assert "game '101', not Gomoku" in refusal(text)
    record = sgf.loads(text, any_game=True)
    assert record.game.moves == ((9, 9),)
    assert facts(sgf.loads(sgf.dumps(record)).game) == facts(record.game)


# --- what is refused, and where ---


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[4]RU[go])", "unknown rule set 'go'; known are 42, freestyle"),
        ("(;GM[4]RU[2])", "unknown rule set '2'"),
        ("(;GM[4]RU[42;threes=flank])", "unknown rule 'threes'"),
        ("(;GM[4]SZ[15]RU[42;size=19])", "SZ and RU disagree"),
        ("(;GM[4]SZ[4])", "size must be 5 to 52"),
        ("(;GM[4]SZ[53])", "size must be 5 to 52"),
        ("(;GM[4]SZ[big])", "SZ must be a number"),
        ("(;GM[4]SZ[15]\n;B[hh]\n;W[hh])", "line 3, column 1, move 2: H8 cannot be played: there is a stone already"),
        ("(;GM[4]SZ[15];B[hh];W[pa])", "line 1, column 20, move 2: 15,0 cannot be played"),
        ("(;GM[4]SZ[15];B[hh];W[])", "move 2: W: passing is not part of the rules"),
        ("(;GM[4]SZ[15];B[h!])", "'h!' is not a point"),
        ("(;GM[4]SZ[15];B[hh];B[hi])", "a black stone, but it is white's turn"),
        ("(;GM[4]SZ[15];B[hh]W[hi])", "one move"),
        ("(;GM[4]SZ[15];B[hh][hi])", "one move"),
        ("(;GM[4]SZ[15];B[hh];AW[aa])", "once the game has begun"),
        ("(;GM[4]SZ[15];B[hh];PL[B])", "once the game has begun"),
        ("(;GM[4]SZ[15]PL[?])", "PL must be B or W"),
        ("(;GM[4]SZ[15]TAKEN[many])", "TAKEN must be two numbers"),
        ("(;GM[4]SZ[15]AB[aa]AW[aa])", "set twice"),
        ("(;GM[4]SZ[15]AB[aa:cc][bb])", "occurs twice"),
        ("(;GM[4]SZ[15]AB[cc:aa])", "top left to bottom right"),
        ("(;GM[4]SZ[15]AB[pp])", "not on the 15 x 15 board"),
        ("(;GM[4]SZ[15]AB[aa][ab][ac][ad][ae]AW[ba][bb][bc][bd][be])", "cannot be set up"),
        ("(;GM[4]SZ[15]AB[aa]OPENING[swap2])", "cannot start with the 'swap2' opening"),
        ("(;GM[4]SZ[15]OPENING[chess])", "unknown opening 'chess'"),
        ("(;GM[4]SZ[5]OPENING[long_pro])", "too small"),
        ("(;GM[4]SZ[15]OPENING[swap];ANSWER[black])", "asks nothing"),
        ("(;GM[4]SZ[15]OPENING[swap];B[aa];W[bb];B[cc];ANSWER[two])", "expected one of black, white, not 'two'"),
        ("(;GM[4]SZ[15]OPENING[swap];B[aa];W[bb];B[cc];W[dd])", "move 4"),
        ("(;GM[4]SZ[15];OFFER[aa][bb])", "asks for none"),
    ],
)
def test_errors_have_location_and_cause(text: str, message: str):
    assert message in refusal(text)


RIF = "(;GM[4]SZ[15]RU[renju]OPENING[rif];B[hh];W[hi];B[ii];ANSWER[black];W[ff]"


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        (";B[aa])", "waits for 2 cells"),
        (";OFFER[aa])", "1 cells are offered, 2 are asked for"),
        (";OFFER[aa][hh])", "cannot be offered"),
        (";OFFER[aa][bb];B[cc])", "cannot be played"),
    ],
)
def test_refused_offers(rest: str, message: str):
    assert message in refusal(RIF + rest)


def test_moves_after_the_end_are_refused():
    five = ";B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae]"
    assert Game.from_sgf(f"(;GM[4]SZ[15]{five})").status is Status.WIN
    assert "move 10: B11 cannot be played: the game is over" in refusal(f"(;GM[4]SZ[15]{five};W[be])")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no game found"),
        ("Piskvorky 15x15, 0:0, 0", "no game found"),
        ("(;GM[4]", "ends inside a game"),
        ("(;GM[4];B[hh]", "ends inside a game"),
        ("(;GM[4];B[hh", "line 1, column 10: the value of 'B' is not closed"),
        ("(;GM[4];B[hh\\])", "is not closed"),
        ("(;GM[4];B)", "property 'B' has no value"),
        ("(;GM[4];b[aa])", "has capitals"),
        ("(;GM[4]))", "column 9: ')' without '('"),
        ("(;GM[4]);B[aa]", "outside of a game"),
        ("(;GM[4](;B[aa]);W[bb])", "a node after a variation"),
        ("(;GM[4](B[aa]))", "expected a node"),
        ("(;GM[4])x", "expected '(', ';' or ')', not 'x'"),
        ("(;GM[4]1[aa])", "expected '(', ';' or ')'"),
    ],
)
def test_broken_syntax(text: str, message: str):
    assert message in refusal(text)


# --- trees ---


def test_variations_comments_and_unknown_properties_survive():
    text = sample("variations.sgf")
    record = sgf.loads(text)
    assert record.game.moves == ((9, 9), (10, 9), (8, 8), (10, 10), (9, 10))
    assert (record.black, record.white, record.event, record.date) == ("Ann", "Bob", "Club evening", "2024-05-01")
    assert record.comments[0] == "Root comment with a bracket ] and a backslash \\.\nSecond line."
    assert {1: "the centre", 3: "main line"}.items() <= record.comments.items()
    written = sgf.dumps(record)
    for kept in ("XX[private][values]", "LB[jk:A][kk:B]", "AP[someone:1.0]", "C[deeper]", "BL[58.2]", "KM[0]"):
        assert kept in written
    again = sgf.loads(written)
    assert record.tree is not None
    assert again.tree is not None
    assert sum(1 for _ in again.tree.walk()) == 12
    assert sgf.dumps(again) == written
    shape = [len(node.children) for node in record.tree.walk()]
    assert shape == [len(node.children) for node in again.tree.walk()]


def test_reading_does_not_change_a_tree_that_is_ours():
    record = sgf.loads(EXAMPLE)
    assert record.tree is not None
    again = sgf.loads(sgf.dumps(record))
    assert again.tree is not None
    assert are_same(record.tree, again.tree)


def test_a_move_taken_back_stays_as_a_variation():
    record = sgf.loads(EXAMPLE)
    record.game.undo()
    written = sgf.dumps(record)
    assert sgf.loads(written).game.moves == ((9, 9), (10, 9))
    assert "(;B[ii])" in written.replace("\n", "")
    record.game.play((0, 0))
    written = sgf.dumps(record)
    assert sgf.loads(written).game.moves == ((9, 9), (10, 9), (0, 0))
    assert "(;B[aa])(;B[ii])" in written.replace("\n", "")


def test_playing_a_variation_makes_it_the_main_line():
    record = sgf.loads("(;GM[4]SZ[15];B[hh](;W[ii]C[old])(;W[jj]C[side];B[kk]))")
    record.game.undo()
    record.game.play((9, 9))
    record.comments = {2: "chosen"}
    written = sgf.dumps(record).replace("\n", "")
    assert sgf.loads(written).game.moves == ((7, 7), (9, 9))
    assert "(;W[jj]C[chosen](;)(;B[kk]))" in written
    assert "(;W[ii]C[old])" in written


def test_a_variation_that_sets_stones_up_does_not_become_the_main_line():
    record = sgf.loads("(;GM[4]SZ[15];B[hh](;W[ii];PL[B])(;W[jj]AB[aa];B[kk])(;W[kk];PL[W];B[ll]))")
    record.game.undo()
    record.game.play((9, 9))
    assert sgf.loads(sgf.dumps(record)).game.moves == ((7, 7), (9, 9))
    record.game.undo()
    record.game.play((10, 10))
    assert sgf.loads(sgf.dumps(record)).game.moves == ((7, 7), (10, 10))


def test_comments_and_times_can_be_changed_and_removed():
    record = sgf.loads("(;GM[4]SZ[15]C[root];B[hh]C[one]MS[20];W[ii]C[two])")
    assert record.comments == {0: "root", 1: "one", 2: "two"}
    assert record.times == {1: 20}
    record.comments = {2: "zwei ] \\"}
    record.times = {2: 7}
    assert sgf.dumps(record) == "(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh];W[ii]C[zwei \\] \\\\]MS[7])\n"


def test_nodes_without_a_move_are_kept():
    text = "(;FF[4]GM[4]SZ[15]RU[freestyle];C[nothing yet];B[hh];C[thinking];W[ii];C[the end])\n"
    record = sgf.loads(text)
    assert record.game.moves == ((7, 7), (8, 8))
    assert sgf.dumps(record).replace("\n", "") == text.strip()


def test_a_move_in_the_root_gets_its_own_node():
    record = sgf.loads("(;GM[4]SZ[15]B[hh]C[about it];W[ii])")
    assert record.game.moves == ((7, 7), (8, 8))
    assert sgf.dumps(record) == "(;FF[4]GM[4]SZ[15]RU[freestyle]C[about it];B[hh];W[ii])\n"


def test_old_spelling_of_property_names():
    assert Game.from_sgf("(;GaMe[4]SiZe[15];Black[hh];White[ii])").moves == ((7, 7), (8, 8))


def test_soft_line_breaks_and_other_line_ends():
    record = sgf.loads("(;GM[4]SZ[15]PB[Ann\r\nB.]C[one\\\ntwo\r\nthree\rfour])")
    assert record.comments[0] == "onetwo\nthree\nfour"
    assert record.black == "Ann B."


def test_result_defaults_to_the_board():
    game = Game.from_sgf("(;GM[4]SZ[15];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae])")
    assert "RE[B+]" in game.to_sgf()
    assert "RE[W+Time]" in sgf.dumps(Record(game, result="W+Time"))
    assert "RE" not in Game(Rules.preset("freestyle")).to_sgf()


def test_long_lines_are_wrapped():
    game = Game(Rules.preset("freestyle", size=52))
    for x in range(52):
        for y in range(0, 52, 2):
            if not game.is_over and game.why_illegal((x, y)) is None:
                game.play((x, y))
    assert max(map(len, game.to_sgf().splitlines())) <= 80


# --- collections ---


def test_collections():
    records = sgf.loads_collection(sample("collection.sgf"))
    assert [record.game.rules.name for record in records] == ["freestyle", "standard", "renju"]
    assert [len(record.game.moves) for record in records] == [9, 2, 2]
    assert records[1].game.moves == ((7, 7), (8, 6))
    assert records[2].game.rules.size == (20, 17)
    again = sgf.loads_collection(sgf.dumps_collection(records))
    assert [facts(record.game) for record in again] == [facts(record.game) for record in records]
    assert sgf.loads(sample("collection.sgf")).black == "one"


def test_an_error_names_the_game():
    with pytest.raises(RecordError, match="line 2, column 15, move 2: game 2: H8 cannot be played"):
        sgf.loads_collection("(;SZ[15];B[aa])\n(;SZ[15];B[hh];W[hh])")


def test_an_empty_collection_cannot_be_written():
    with pytest.raises(RecordError, match="at least one game"):
        sgf.dumps_collection([])


# --- set-up positions and openings ---


def test_setup_with_rectangles_side_to_move_and_taken_stones():
    record = sgf.loads(sample("setup.sgf"))
    game = record.game
    assert game.setup is not None
    assert game.rows()[0] == "XXX" + "." * 16
    assert game.rows()[1] == "XXX" + "." * 16
    assert (game.setup.to_move, game.setup.taken) == (Color.O, (4, 2))
    assert game.rules.three == "flank"
    assert game.moves == ((6, 6),)
    assert facts(sgf.loads(sgf.dumps(record)).game) == facts(game)


def test_setup_may_stand_in_the_nodes_before_the_first_move():
    game = Game.from_sgf("(;GM[4]SZ[15]AB[aa][bb];AE[aa]AW[cc];C[now];B[dd])")
    assert game.setup is not None
    assert [game.stone(cell) for cell in ((0, 0), (1, 1), (2, 2), (3, 3))] == [None, "X", "O", "X"]
    assert facts(Game.from_sgf(game.to_sgf())) == facts(game)


@pytest.mark.parametrize(
    ("setup", "to_move"),
    [("AB[aa]", "O"), ("AB[aa]AW[bb]", "X"), ("AB[aa]PL[B]", "X"), ("AB[aa]AW[bb];W[cc]", "X"), ("PL[White]", "O")],
)
def test_side_to_move_of_a_setup(setup: str, to_move: str):
    """From `PL`, otherwise from the first move, otherwise from the stone counts."""
    assert Game.from_sgf(f"(;GM[4]SZ[15]{setup})").to_move == to_move


def test_white_may_begin():
    game = Game.from_sgf("(;GM[4]SZ[15];W[hh];B[ii])")
    assert game.stone((7, 7)) is Color.O
    assert "PL[W]" in game.to_sgf()
    assert facts(Game.from_sgf(game.to_sgf())) == facts(game)


def test_the_usual_start_is_no_setup():
    assert Game.from_sgf("(;GM[4]SZ[15]PL[B];B[hh])").setup is None
    assert Game.from_sgf("(;GM[4]SZ[15]PL[B]OPENING[swap];B[hh])").opening == "swap"


def test_opening_decisions_survive():
    record = sgf.loads(sample("swap2.sgf"))
    assert record.game.opening == "swap2"
    assert [str(a.answer) for a in record.game.actions if hasattr(a, "answer")] == ["two", "white"]
    assert record.comments == {4: "no thanks"}
    assert record.times == {6: 730, 7: 5100}
    assert record.game.seats[Color.O] == "P1"
    assert facts(sgf.loads(sgf.dumps(record)).game) == facts(record.game)


def test_rules_without_a_name_cannot_be_written():
    with pytest.raises(RecordError, match="cannot be named in a file"):
        sgf.dumps(Record(Game(Rules(name="no preset"))))


def test_a_tree_made_by_hand():
    root = Node({"ZZ": ["kept"]})
    record = Record(Game(Rules.preset("freestyle")), tree=root)
    record.game.play((7, 7))
    assert sgf.dumps(record) == "(;FF[4]GM[4]SZ[15]RU[freestyle]ZZ[kept];B[hh])\n"
    assert list(root.properties) == ["ZZ"]
    assert repr(root) == "<Node ;ZZ[kept] with 0 children>"

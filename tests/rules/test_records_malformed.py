"""Malformed and hostile input: only RecordError is raised, in bounded time and memory."""

import random
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gomoku.rules import Game, Rules
from gomoku.rules.records import FORMATS, Record, RecordError, link, pos, psq, read, replay, sgf
from gomoku.rules.records.errors import MAX_GAMES
from gomoku.rules.records.tree import MAX_NODES, MAX_PROPERTIES
from tests.records.games import SAMPLES, sample

many = settings(max_examples=200, deadline=None)

LOADERS: list[Callable[[str], object]] = [
    sgf.loads,
    sgf.loads_collection,
    lambda text: sgf.loads(text, any_game=True),
    psq.loads,
    psq.loads_rec,
    pos.loads,
    lambda text: pos.loads(text, rows_from="bottom"),
    lambda text: pos.loads_openings(text, Rules.preset("42")),
    link.loads,
]


def error_of(loads: Callable[..., object], *given: object) -> RecordError | None:
    """The error message of a reader, or None. Any other exception fails the test."""
    try:
        loads(*given)
    except RecordError as error:
        return error
    return None


def survives(text: str) -> None:
    """Every reader returns or raises RecordError with a short message."""
    data = text.encode("utf-8", "surrogatepass")
    errors = [error_of(loads, text) for loads in LOADERS]
    errors += [error_of(read, data, format) for format in (None, *FORMATS)]
    assert all(error is None or 0 < len(str(error)) < 500 for error in errors)


@contextmanager
def within(seconds: float, megabytes: float | None = None) -> Iterator[None]:
    """Fail past the bounds of CPU time and memory. Time is measured without memory tracing, which is slow."""
    if megabytes is not None:
        tracemalloc.start()
    start = time.process_time()
    try:
        yield
        elapsed = time.process_time() - start
        peak = tracemalloc.get_traced_memory()[1] / 1e6 if megabytes is not None else 0
    finally:
        tracemalloc.stop()
    assert elapsed < seconds
    assert megabytes is None or peak < megabytes


# --- any text, any bytes ---

PIECES = (
    *("(", ";", ")", "[", "]", "\\", "(;", ";B[", ";W[", "])", "aa", "hh", "jj", ":", "=", ",", "aa:cc"),
    *(
        "FF[4]",
        "GM[4]",
        "SZ[15]",
        "SZ[",
        "RU[42]",
        "RU[",
        "AB[",
        "AW[aa:cc]",
        "AE[",
        "PL[",
        "TAKEN[1:2]",
        "CA[latin-1]",
    ),
    *("OPENING[swap2]", "OPENING[rif]", "ANSWER[", "OFFER[", "two", "black"),
    *("Piskvorky 15x15, 0:0, 0\n", "8,8,0\n", "1,1", "-1", "0\n", "h8", "i9", "99999999999999999999"),
    *("XO...\n", ".....\n", "to_move O\n", "taken 1 2\n", "moves ", "g1~42~", "~", "."),
    *(" ", "\n", "\r\n", "\t", "\0", "²", "é", "\ud800"),
)
soups = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=30).map("".join)


@many
@given(soups)
@example("(;SZ[²])")
@example("(;AB[aa:]AW[:aa])")
@example("(;RU[42;=])")
@example("(;RU[42;size=x])")
@example("Piskvorky ²x²,0:0,0")
def test_any_text(text: str):
    survives(text)


@many
@given(st.binary(max_size=200), st.sampled_from([None, *FORMATS]))
def test_any_bytes(data: bytes, format: str | None):
    error_of(read, data, format)


FILES = sorted(path.name for path in SAMPLES.iterdir() if path.suffix in (".sgf", ".psq", ".rec", ".pos", ".txt"))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(FILES), st.integers(0, 2**32))
def test_mutated_files(name: str, seed: int):
    """A few characters deleted, doubled, swapped or replaced."""
    dice = random.Random(seed)
    text = sample(name)
    for _ in range(dice.randint(1, 4)):
        at, end = sorted((dice.randrange(len(text)), dice.randrange(len(text))))
        end = min(end, at + 6)
        piece = text[at:end]
        text = text[:at] + dice.choice(["", piece * 2, piece[::-1], dice.choice("();[]\\09azXO,~\n")]) + text[end:]
        text = text or " "
    survives(text)


@settings(max_examples=100, deadline=None)
@given(
    st.text("ab01.-_~XO", max_size=40), st.sampled_from(["42", "42.size-15", "renju"]), st.sampled_from(["", "swap2"])
)
def test_links_with_a_good_checksum(actions: str, rules: str, opening: str):
    body = f"g1~{rules}~{opening}~~{actions}"
    error_of(link.loads, f"{body}~{link._check(body)}")


# --- cut off ---


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".sgf")])
def test_sgf_cut_off_at_every_byte(name: str):
    data = (SAMPLES / name).read_bytes().rstrip()
    whole = sgf.loads_collection(data.decode())
    for length in range(len(data)):
        error = error_of(sgf.loads_collection, data[:length].decode())
        if error is None:  # a collection cut between two games
            assert len(sgf.loads_collection(data[:length].decode())) < len(whole)
        else:
            assert error.line or "no game found" in error.why


@pytest.mark.parametrize("name", [name for name in FILES if not name.endswith((".sgf", ".txt"))])
def test_other_files_cut_off_at_every_byte(name: str):
    """A truncated file may give a shorter game, but never a longer or different one."""
    data = (SAMPLES / name).read_bytes()
    moves = read(data).game.moves
    for length in range(len(data)):
        try:
            found = read(data[:length], name[-3:]).game.moves
        except RecordError:
            continue
        assert len(found) <= len(moves)
        assert found[:-1] == moves[: len(found)][:-1]  # 8,12 cut to 8,1 is a move of its own


# --- deep, long and large ---


def test_nested_ten_thousand_deep_is_read_and_written():
    depth = 10_000
    text = "(;GM[4]SZ[15];B[hh]" + "(;C[x]" * depth + ")" * depth + ")"
    with within(5):
        record = sgf.loads(text)
        assert record.tree is not None
        assert sum(1 for _ in record.tree.walk()) == depth + 2
        written = sgf.dumps(record)
        assert sgf.dumps(sgf.loads(written)) == written
        repr(record)
        del record


def test_variations_nested_ten_thousand_deep():
    depth = 10_000
    text = "(;GM[4]SZ[15]" + "(;B[hh](;C[x])" * depth + ")" * depth + ")"
    with within(5), pytest.raises(RecordError, match="move 2: a black stone"):
        sgf.loads(text.replace("(;B[hh](;C[x])", "(;B[hh]", 1).replace("(;B[hh](;C[x])", "(;B[hi](;C[x])", 1))
    side = "(;GM[4]SZ[15];B[hh](;W[aa])" + "(;W[bb](;C[y])" * depth + ")" * depth + ")"
    with within(5):
        record = sgf.loads(side)
        assert record.game.moves == ((7, 7), (0, 0))
        assert sgf.loads(sgf.dumps(record)).game.moves == record.game.moves


@pytest.mark.parametrize("text", ["(" * 10_000, "(;" * 10_000, "(;GM[4]" + "(;" * 10_000, "(;GM[4]" + ")" * 10_000])
def test_unbalanced_ten_thousand_times(text: str):
    with within(2, megabytes=30), pytest.raises(RecordError):
        sgf.loads(text)


SGF, PSQ, POS, LINK = [sgf.loads_collection], [psq.loads, psq.loads_rec], LOADERS[5:8], [link.loads]


@pytest.mark.parametrize(
    ("readers", "head", "piece", "tail"),
    [
        (SGF, "(;GM[4]", ";", ")"),
        (SGF, "", "(;", ""),
        (SGF, "(;", "A[]", ")"),
        (SGF, "(;A", "[]", ")"),
        (SGF, "(;C[", "\\", "])"),
        (SGF, "(;C[", "\\]", ""),
        (SGF, "(;SZ[", "9", "])"),
        (SGF, "(;RU[42", ";", "])"),
        (SGF, "", "(", ""),
        (SGF, "(", " ", ";)"),
        (SGF, "", "(;SZ[52])", ""),
        (SGF, "(;SZ[52]AB", "[aa:sz]", ")"),
        (SGF, "(;SZ[52]", ";AE[aa:ZZ]", ")"),
        (SGF, "(;SZ[52]", ";B[aa];W[bb]", ")"),
        (PSQ, "Piskvorky 15x15, 0:0, 0\n", "8,8,0\n", ""),
        (PSQ, "Piskvorky 15x15, 0:0, 0\n", "\n", ""),
        (PSQ, "Piskvorky 15x15, 0:0, 0\n", "9", ""),
        (PSQ, "", "name\n", ""),
        (PSQ, "Piskvorky", " ", ""),
        (POS, "", "h8", ""),
        (POS, "", ".", ""),
        (POS, "", ".....\n", ""),
        (POS, "", "h8\n", ""),
        (POS, "", "0,0\n", ""),
        (POS, "", "0,0, ", ""),
        (POS, "h8", " ", "!"),
        (LINK, "g1~42~~~", "a", ""),
        (LINK, "g1", "~", ""),
    ],
)
def test_many_repetitions(readers: list[Callable[[str], object]], head: str, piece: str, tail: str):
    """Takes a fraction of a second; quadratic time would take hours."""
    text = head + piece * (400_000 // len(piece)) + tail
    with within(8):
        for loads in [*readers, lambda text: read(text.encode())]:
            error = error_of(loads, text)
            assert error is None or len(str(error)) < 500


def test_memory_is_bounded():
    """Memory per node and property of the densest file, times the limits, is far below a gigabyte."""
    count = 5_000
    with within(20, megabytes=count * 1_000 / 1e6):
        sgf.loads("(;GM[4]" + ";AA[]BB[]" * count + ")")
    assert MAX_NODES * 1_000 + MAX_PROPERTIES * 500 < 250_000_000
    for piece, why in (
        (";A[]", f"more than {MAX_NODES} nodes"),
        (";A[]B[]C[]", f"more than {MAX_PROPERTIES} properties"),
    ):
        with within(20), pytest.raises(RecordError, match=why):
            sgf.loads("(;GM[4]" + piece * (MAX_NODES + 1) + ")")


def test_text_of_fifty_megabytes_is_refused_unparsed():
    text = "(;GM[4]C[" + "x" * 50_000_000 + "])"
    with within(1):
        for loads in LOADERS:
            with pytest.raises(RecordError, match="at most"):
                loads(text)


def test_too_many_games():
    with within(10), pytest.raises(RecordError, match=f"more than {MAX_GAMES} games"):
        sgf.loads_collection("(;GM[4])" * (MAX_GAMES + 1))


def test_too_many_moves(monkeypatch: pytest.MonkeyPatch):
    """Without a capture goal a game can continue forever: the board does not bound it."""
    monkeypatch.setattr(replay, "MAX_MOVES", 3)
    monkeypatch.setattr(sgf, "MAX_MOVES_IN_FILE", 5)
    three, four = ";B[aa];W[bb];B[cc]", ";B[aa];W[bb];B[cc];W[dd]"
    assert len(Game.from_sgf(f"(;SZ[15]{three})").moves) == 3
    with pytest.raises(RecordError, match="more than 3 moves in one game"):
        sgf.loads(f"(;SZ[15]{four})")
    with pytest.raises(RecordError, match="more than 5 moves in one file"):
        sgf.loads_collection(f"(;SZ[15]{three})" * 2)


def test_the_largest_game_is_read_in_time():
    """A full board of 52 x 52, under the slowest rules."""
    cells = [(x, y) for y in range(52) for x in range(52)]
    random.Random(3).shuffle(cells)
    game = Game(Rules.preset("42", size=52, capture_goal=None, five_X="eq5", five_O="eq5"))
    for cell in cells:
        if not game.is_over and game.why_illegal(cell) is None:
            game.play(cell)
    with within(10):
        for loads, dumps in ((sgf.loads, sgf.dumps), (link.loads, link.dumps)):
            assert loads(dumps(Record(game))).game.moves == game.moves

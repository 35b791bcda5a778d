"""Collections: import of every format, duplicates, damaged files, bounded memory, search, and export."""

import io
import json
import tracemalloc
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from gomoku.library import sources, store
from gomoku.library.importing import import_games
from gomoku.library.sources import games_in
from gomoku.library.store import Library, LibraryError, Query, winner_of
from gomoku.rules import Game, Played, Rules
from gomoku.rules.game import play_all
from gomoku.rules.positions import Walker
from gomoku.rules.records import Piskvork, Record, RecordError, link, read_all, sgf
from gomoku.rules.records.renlib import lines
from gomoku.rules.records.tree import Node
from tests.records.games import SAMPLES, facts

NAMED = "(;FF[4]GM[4]SZ[15]RU[renju]PB[Aoi]PW[Bram]DT[2024-05-31]EV[Club night]RE[B+R];B[hh];W[ig];B[ii];W[aa])"
OTHER = "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Bram]PW[Cleo]DT[2023-01-02]RE[W+];B[hh];W[hg];B[hf])"
DRAW = "(;FF[4]GM[4]SZ[19]RU[42]PB[Aoi]PW[Dana]RE[0];B[jj];W[kj];B[aa];W[lj];B[mj])"


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path / "club.games", create=True) as opened:
        yield opened


def put(folder: Path, name: str, data: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def found(library: Library, **query) -> list[str]:
    return [f"{line.black}-{line.white}" for line in library.search(Query(**query))]


def same(one: Record, other: Record) -> bool:
    notes = ("black", "white", "outcome", "date", "event", "comments", "times", "piskvork")
    return facts(one.game) == facts(other.game) and all(getattr(one, note) == getattr(other, note) for note in notes)


# --- import ---


def test_every_format_folder_and_archive(library, tmp_path):
    files = tmp_path / "files"
    for name in ("collection.sgf", "tournament.psq", "gomotur.rec", "moves.pos", "swap2.sgf", "setup.sgf"):
        put(files, f"deep/{name}", (SAMPLES / name).read_bytes())
    put(files, "readme.txt", "no game")
    with zipfile.ZipFile(files / "Gomocup-standard.zip", "w") as archive:
        archive.write(SAMPLES / "tournament.psq", "round1/0_1.psq")
        archive.writestr("round1/messages.log", "no game")
        archive.writestr("inner.zip", "PK")
    report = import_games(library, [files])
    count = len(read_all(SAMPLES / "collection.sgf"))
    assert (report.added, report.known, report.failed) == (count + 6, 0, 1)
    assert report.progress.other == 2
    assert report.progress.done == report.progress.total > 0
    assert [failure.source.rsplit("/", 1)[1] for failure in library.failures()] == ["inner.zip"]
    rules = {Path(line.source).name: line.rules for line in library.search(Query())}
    assert rules["0_1.psq"].startswith("standard"), "the archive's name says the rules"
    assert rules["tournament.psq"].startswith("freestyle")


def test_a_game_is_imported_once(library, tmp_path):
    put(tmp_path, "a.sgf", NAMED + OTHER)
    put(tmp_path, "b.sgf", OTHER.replace("DT[2023-01-02]", "C[again]") + NAMED.replace("PB[Aoi]", "PB[ aoi ]") + DRAW)
    report = import_games(library, [tmp_path / "a.sgf"])
    assert (report.added, report.known) == (2, 0)
    report = import_games(library, [tmp_path])
    assert (report.added, report.known, report.failed) == (1, 4, 0)
    assert library.count() == 3


def test_a_damaged_game_does_not_affect_the_others(library, tmp_path):
    unclosed = NAMED[:-1]
    illegal = OTHER.replace("B[hf]", "B[hh]")
    latin = OTHER.replace("Cleo", "Zoë").encode("latin-1")
    data = b"\n".join([unclosed.encode(), illegal.encode(), latin, b"(;GM[4]SZ[15];B[zz])", DRAW.encode()])
    report = import_games(library, [put(tmp_path, "x.sgf", data)])
    assert (report.added, report.failed) == (1, 4)
    failures = {failure.number: failure for failure in library.failures()}
    assert list(failures) == [1, 2, 3, 4]
    assert "')' is missing" in failures[1].why
    assert "move 3" in failures[2].why
    assert "not a text in UTF-8" in failures[3].why
    assert failures[2].text == illegal, "what could not be read is kept"
    import_games(library, [tmp_path / "x.sgf"])
    assert len(list(library.failures())) == 4


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("a.sgf", b"", "no game found"),
        ("a.sgf", b"(hello) world", "no game found"),
        ("a.psq", b"Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n", "move 2"),
        ("a.lib", b"nonsense that is long enough", "not a RenLib library"),
        ("a.lib", b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\x78", "ends at byte 21"),
        ("a.lib", b"\xffRenLib\xff\x09\x00" + b"\xff" * 10 + b"\x78\x40", "version 9.0"),
        ("a.zip", b"PK nonsense", "not a ZIP archive"),
        ("a.pos", bytes(range(256)), "not a text in UTF-8"),
    ],
)
def test_hostile_files_are_reported_in_words(library, tmp_path, name, data, why):
    report = import_games(library, [put(tmp_path, name, data)])
    assert (report.added, report.failed) == (0, 1)
    (failure,) = library.failures()
    assert why in failure.why


def test_a_damaged_archive_keeps_what_can_be_read(library, tmp_path):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.sgf", NAMED)
        archive.writestr("b.sgf", OTHER)
    data = bytearray(buffer.getvalue())
    start = data.index(b"b.sgf") + 5
    data[start : start + 20] = b"\xff" * 20
    report = import_games(library, [put(tmp_path, "x.zip", bytes(data))])
    assert (report.added, report.failed) == (1, 1)


def test_games_are_cut_apart_at_every_boundary_of_the_reader(monkeypatch):
    games = [NAMED, "( ;C[a \\] ( b])", OTHER.replace("EV[", "C[(;FF\\]["), DRAW + "junk ) ]"]
    text = "prose (with parentheses) ".join(games)
    whole = list(games_in(io.StringIO(text)))
    assert whole == [*games[:3], DRAW]
    for size in (1, 2, 3, 7, 64, 65):
        monkeypatch.setattr(sources, "_CHUNK", size)
        assert list(games_in(io.StringIO(text))) == whole


def test_other_encodings(library, tmp_path):
    for name, charset, player in (
        ("sjis", "Shift_JIS", "表予 ソ"),
        ("gbk", "GBK", "重庆 乗"),
        ("latin", "ISO-8859-1", "Zoë"),
    ):
        text = OTHER.replace("FF[4]", f"FF[4]CA[{charset}]").replace("Bram", player)
        put(tmp_path, f"{name}.sgf", (text + text.replace("W+", "B+")).encode(charset))
    report = import_games(library, [tmp_path])
    assert (report.added, report.failed) == (6, 0)
    assert set(found(library)) == {"表予 ソ-Cleo", "重庆 乗-Cleo", "Zoë-Cleo"}


def test_a_large_file_takes_little_memory(library, tmp_path, monkeypatch):
    monkeypatch.setattr(store.Library, "add", lambda *_: True)
    path = tmp_path / "large.sgf"
    with path.open("w") as file:
        for number in range(300):
            file.write(f"(;GM[4]SZ[15]PB[{number}]C[{'x' * 20_000}];B[hh])\n")
    assert path.stat().st_size > 5_000_000, "more than a record file may have"
    tracemalloc.start()
    report = import_games(library, [path])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert report.added == 300
    assert peak < 3_000_000


def test_a_game_that_is_too_long_is_passed_over(monkeypatch):
    monkeypatch.setattr(sources, "MAX_BYTES", 1000)
    text = f"{OTHER}(;GM[4]C[{'x' * 200_000}];B[hh]){NAMED}"
    assert list(games_in(io.StringIO(text))) == [OTHER, None, NAMED]


# --- Gomocup ---


def tournament_game(size: int, group: str, moves: str) -> str:
    """A file in the form of Gomocup's archives: the opening takes no time, and the last line names winner and group."""
    played = "".join(f"{cell},{0 if number < 3 else 1000 + number}\r\n" for number, cell in enumerate(moves.split()))
    return f"Piskvorky {size}x{size}, 11:11, 0\r\n{played}FIRST24.zip\r\nSECOND24.zip\r\n-1\r\n1,{group}\r\n"


FIVE = "8,8 1,1 9,8 1,3 10,8 1,5 11,8 1,7 12,8"
FOUL = "6,8 1,1 7,8 1,3 8,9 1,5 8,10 1,7 8,8"


def test_an_archive_of_gomocup_results(library, tmp_path):
    path = tmp_path / "gomocup2024results.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for group, size in (
            ("Freestyle15_1", 15),
            ("Freestyle20_2", 20),
            ("Standard1", 15),
            ("Renju", 15),
            ("Caro", 15),
        ):
            archive.writestr(f"{group}/0_1_2_1.psq", tournament_game(size, group, FIVE))
        archive.writestr("Renju/0_2_1_2.psq", tournament_game(15, "Renju", FOUL))
        archive.writestr("Fastgame/0_1_2_0.psq", tournament_game(20, "Fastgame", "1,1 2,2"))
        archive.writestr("openings_freestyle15.txt", "1,0, 0,1\n")
        archive.writestr("Renju/_table.html", "<html>")
    report = import_games(library, [path])
    assert (report.added, report.failed, report.progress.other) == (6, 1, 2)
    assert [(line.rules, line.result, line.black) for line in library.search(Query())] == [
        ("freestyle", "B", "FIRST24.zip"),
        ("freestyle;size=20", "B", "FIRST24.zip"),
        ("standard", "B", "FIRST24.zip"),
        ("renju", "B", "FIRST24.zip"),
        ("caro", "B", "FIRST24.zip"),
        ("freestyle;size=20", "", "FIRST24.zip"),
    ]
    (foul,) = library.failures()
    assert "move 9" in foul.why, "a game that ends with a forbidden move is listed, not lost"
    assert foul.text.replace("\r\n", "\n") == tournament_game(15, "Renju", FOUL).replace("\r\n", "\n")


def test_a_single_file_of_gomocup_names_its_rules_in_the_last_line(library, tmp_path):
    import_games(library, [put(tmp_path, "0_1_2_1.psq", tournament_game(15, "Renju", FIVE))])
    import_games(library, [put(tmp_path, "Standard1/0_1_2_1.psq", tournament_game(15, "Renju", FIVE))])
    import_games(library, [put(tmp_path, "pbrain.psq", tournament_game(15, "Group 1", FIVE))])
    assert [line.rules for line in library.search(Query())] == ["renju", "standard", "freestyle"]


@pytest.mark.parametrize(
    ("name", "winner", "result"),
    [
        ("Freestyle15_1/3_17_4_1.psq", 1, "B"),
        ("Freestyle15_1/3_17_4_1.psq", 2, "B"),  # counted by engine: after an opening of an odd number of stones
        ("Freestyle15_1/3_17_4_2.psq", 1, "W"),
        ("3_17_4_2.PSQ", 2, "W"),
        ("3_17_4_0.psq", 0, "0"),
        ("3_17_4_1.psq", 0, ""),  # the last line contradicts the name
        ("3_17_4_0.psq", 2, ""),
        ("3_17_4_3.psq", 1, ""),
        ("17_4_1.psq", 1, ""),
        ("x3_17_4_1.psq", 1, ""),
    ],
)
def test_a_game_of_gomocup_that_ended_by_time_has_the_result_in_its_name(library, tmp_path, name, winner, result):
    text = tournament_game(15, "Freestyle15_1", "8,8 1,1 9,8 1,3").replace("1,Freestyle", f"{winner},Freestyle")
    path = tmp_path / "gomocup2025results.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, text)
    import_games(library, [path])
    (line,) = library.search(Query())
    assert line.result == result
    again = library.record(line.id)
    assert (again.outcome, again.game.moves) == (
        {"B": "B+", "W": "W+"}.get(result, result),
        ((7, 7), (0, 0), (8, 7), (0, 2)),
    )
    report = import_games(library, [put(tmp_path, "exported.sgf", sgf.dumps(again))])
    assert (report.known, report.added) == (1, 0), "an export is equal"


def test_the_board_has_the_last_word_about_a_result(library, tmp_path):
    import_games(library, [put(tmp_path, "0_1_2_2.psq", tournament_game(15, "Freestyle15_1", FIVE))])
    assert [line.result for line in library.search(Query())] == ["B"]
    bare = tournament_game(15, "", "8,8 1,1").rpartition("1,")[0]
    import_games(library, [put(tmp_path, "0_1_3_1.psq", bare)])
    assert [line.result for line in library.search(Query())] == ["B", ""], "not a file of Gomocup"


# --- RenLib ---


def cell(name: str) -> int:
    return (15 - int(name[1:])) * 16 + "ABCDEFGHIJKLMNO".index(name[0]) + 1


def padded(text: str) -> bytes:
    data = text.encode("cp1252") + b"\0"
    return data + b"\0" * (len(data) % 2)


def test_a_renlib_library_is_read_line_by_line(library, tmp_path):
    # H8 ( I9 ( I7 | H6 ) | H9 I10 ): a root without a stone, comments, a board text, a mark
    data = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10
    data += bytes([0, 0x0A]) + padded("about\bthis library")
    data += bytes([cell("H8"), 0x00])
    data += bytes([cell("I9"), 0x80 | 0x08 | 0x10]) + padded("indirect")
    data += bytes([cell("I7"), 0x80 | 0x40 | 0x01, 0x00, 0x01]) + padded("A")
    data += bytes([cell("H6"), 0x40])
    data += bytes([cell("H9"), 0x00])
    data += bytes([cell("I10"), 0x40 | 0x08]) + padded("Ünder")
    path = put(tmp_path, "x.lib", data)
    report = import_games(library, [path])
    assert (report.added, report.failed) == (3, 0)
    records = [library.record(line.id) for line in library.search(Query())]
    names = [[record.game.name(move) for move in record.game.moves] for record in records]
    assert names == [["H8", "I9", "I7"], ["H8", "I9", "H6"], ["H8", "H9", "I10"]]
    assert records[0].comments == {0: "about\nthis library", 2: "indirect", 3: "A"}
    assert records[2].comments == {3: "Ünder"}
    assert [line.pattern for line in library.search(Query())] == ["7I Hogetsu", "10I Myojo", "2D Keigetsu"]
    old = data[20 + 2 + len(padded("about\bthis library")) :]
    assert [len(list(root.main_line())) for root in lines(io.BytesIO(old))] == [4, 4, 4]


HEAD = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10


def stones_of(root: Node) -> str:
    """The stones of a line, as cells in letters."""
    return " ".join(value for node in root.main_line() for name in "BW" for value in node.properties.get(name, ()))


def test_comments_of_the_oldest_libraries():
    """Seven bits with Swedish letters; the last character has the eighth bit. No zero ends them."""
    odd = b"Svart b|rjar\b]ng" + bytes([ord("a") | 0x80]) + b"\0"
    even = bytes([*b"bra", ord("}") | 0x80])
    assert (len(odd) % 2, len(even) % 2) == (0, 0)
    data = bytes([0x78, 0x20]) + odd + bytes([cell("I9"), 0x40 | 0x20]) + even
    (root,) = lines(io.BytesIO(data))
    assert [node.properties.get("C") for node in root.main_line()] == [None, ["Svart börjar\nÅnga"], ["braå"]]


def test_texts_on_empty_cells_of_a_renlib_board_are_labels():
    # H8 ( I9 ( a text on H9 | I7 | a text on G7 ) | a text on H10 ): texts for cells that nobody plays
    on_board = bytes([0x01])
    data = HEAD + bytes([0, 0x00, cell("H8"), 0x00, cell("I9"), 0x80])
    data += bytes([cell("H9"), 0x80 | 0x40 | 0x02 | 0x01, 0, *on_board]) + padded("A")
    data += bytes([cell("I7"), 0x80 | 0x40])
    data += bytes([cell("G7"), 0x40 | 0x02 | 0x01, 0, *on_board]) + padded("best?")
    data += bytes([cell("H10"), 0x40 | 0x02 | 0x01 | 0x08, 0, *on_board]) + padded("a remark") + padded("B")
    found = [[node.properties for node in root.main_line()] for root in lines(io.BytesIO(data))]
    assert [[sorted(each) for each in line[1:]] for line in found] == [
        [["B"], ["LB", "W"], ["B"]],  # the line with I7
        [["B"], ["LB", "W"]],  # what is left of the text beside I9, in no other line
        [["B", "C", "LB"]],
    ]
    assert found[0][2]["LB"] == ["hg:A"]
    assert found[1][2]["LB"] == ["gi:best?"]
    assert found[2][1]["LB"] == ["hf:B"]
    assert found[2][1]["C"] == ["a remark"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        # the line to the position keeps the flags of the whole library: siblings that are not in the file
        (("H8", 0x00, "I9", 0x80, "I7", 0x80, "G9", 0x40), ["hh ig ii gg"]),
        # the position is the last one of its line: no flag says so
        (("H8", 0x00, "I9", 0x80, "I7", 0x00), ["hh ig ii"]),
        (("H8", 0x00, "I9", 0x80, "I7", 0x80 | 0x40, "H6", 0x40), ["hh ig ii", "hh ig hj"]),
    ],
)
def test_a_position_saved_from_a_renlib_library_ends_with_the_file(data, expected):
    nodes = bytes(cell(each) if isinstance(each, str) else each for each in data)
    assert list(map(stones_of, lines(io.BytesIO(HEAD + b"\0\0" + nodes)))) == expected
    without_root = list(map(stones_of, lines(io.BytesIO(HEAD + nodes))))
    assert without_root == expected, "version 3.0: the first stone is in the centre, and there is no root"


@pytest.mark.parametrize(
    ("rest", "found", "words"),
    [
        # the second line announces a sibling of its own, which no saved position leaves out
        (
            ("I7", 0x80 | 0x40, "H6", 0x00, "G6", 0x80 | 0x40),
            ["hh ig ii", "hh ig hj gj"],
            "the library ends at byte 32",
        ),
        (("I7", 0x40, "H9", 0x40, "H6", 0x40), ["hh ig ii", "hh hg"], "byte 30: more data after the last line"),
        (("I7", 0x80 | 0x40, "H9"), ["hh ig ii"], "the library ends at byte 29"),
    ],
)
def test_a_damaged_renlib_library_gives_the_lines_before_the_damage(rest, found, words):
    nodes = bytes(cell(each) if isinstance(each, str) else each for each in ("H8", 0x00, "I9", 0x80, *rest))
    reading = lines(io.BytesIO(HEAD + b"\0\0" + nodes))
    read: list[str] = []
    with pytest.raises(RecordError, match=words):
        read.extend(stones_of(root) for root in reading)
    assert read == found


def test_endless_texts_of_a_renlib_library_are_refused():
    leaf = bytes([cell("H9"), 0x80 | 0x40 | 0x02 | 0x08]) + b"x" * 50_000 + b"\0\0"
    with pytest.raises(RecordError, match="more than 100000 bytes of text at one move"):
        list(lines(io.BytesIO(HEAD + bytes([0, 0, cell("H8"), 0]) + leaf * 3)))


def test_a_pass_in_a_renlib_line_is_an_error_of_that_line(library, tmp_path):
    data = b"\xffRenLib\xff\x03\x00" + b"\xff" * 10
    data += bytes([cell("H8"), 0x00, 0, 0x80 | 0x00, cell("I9"), 0x40, cell("H9"), 0x40])
    report = import_games(library, [put(tmp_path, "x.lib", data)])
    assert (report.added, report.failed) == (1, 1)


# --- search ---


def test_search(library, tmp_path):
    import_games(library, [put(tmp_path, "a.sgf", NAMED + OTHER + DRAW)])
    assert found(library) == ["Aoi-Bram", "Bram-Cleo", "Aoi-Dana"]
    assert found(library, player="bram") == ["Aoi-Bram", "Bram-Cleo"]
    assert found(library, white="bra") == ["Aoi-Bram"]
    assert found(library, player="%") == []
    assert found(library, event="club") == ["Aoi-Bram"]
    assert found(library, since="2024") == ["Aoi-Bram"]
    assert found(library, until="2023") == ["Bram-Cleo"]
    assert found(library, until="2024-05") == ["Aoi-Bram", "Bram-Cleo"]
    assert found(library, rules="42") == ["Aoi-Dana"]
    assert found(library, rules="freestyle") == ["Bram-Cleo"]
    assert found(library, rules="freestyle;size=19") == []
    assert found(library, result="B") == ["Aoi-Bram"]
    assert found(library, result="0") == ["Aoi-Dana"]
    assert found(library, pattern="hogetsu") == ["Aoi-Bram"]
    assert found(library, pattern="1D") == ["Bram-Cleo"]
    assert found(library, opening="swap2") == []
    with pytest.raises(LibraryError, match="no opening is called"):
        found(library, pattern="14D")


def test_names_are_found_in_capital_and_small_letters_of_every_alphabet(library, tmp_path):
    text = "(;GM[4]SZ[15]RU[renju]PB[Иванов]PW[Émile]EV[Žižkov];B[hh])"
    import_games(library, [put(tmp_path, "a.sgf", text)])
    for query in ({"player": "иван"}, {"player": "éMILE"}, {"black": "ИВАНОВ"}, {"white": "émile"}, {"event": "žiž"}):
        assert found(library, **query) == ["Иванов-Émile"], query
    assert found(library, black="émile") == []


def test_files_without_rules_that_fail_suggest_to_name_them(run, tmp_path):
    text = tournament_game(19, "Group 1", "10,10 11,10 1,1 12,10 13,10 11,10")  # the pair was captured
    code, _, err = run("games", "import", str(tmp_path / "a.games"), str(put(tmp_path, "club.psq", text)))
    assert code == 1
    assert "read as freestyle; for other rules, repeat the import with --rules" in err
    code, _, err = run("games", "import", str(tmp_path / "b.games"), str(tmp_path / "club.psq"), "--rules", "42")
    assert (code, err) == (0, "")


@pytest.mark.parametrize(
    ("spec", "moves", "expected"),
    [
        ("renju", "H8 G7 G9", ["Aoi-Bram"]),
        ("renju", "H8", ["Aoi-Bram"]),
        ("freestyle;size=15", "H8 G8 F8", ["Bram-Cleo"]),
        ("freestyle;size=15", "H8 G8 E8", []),
        ("42", "K10 L10 A1 M10 N10", ["Aoi-Dana"]),  # a capture, mirrored
        ("42", "K10 L10 T1 M10 N10", []),  # the corner is another one
    ],
)
def test_search_by_position(library, tmp_path, spec, moves, expected):
    import_games(library, [put(tmp_path, "a.sgf", NAMED + OTHER + DRAW)])
    position = play_all(Game(Rules.parse(spec)), moves.split())
    assert found(library, position=position) == expected


def test_a_search_by_position_plays_no_more_of_a_game_than_it_needs(library, tmp_path, monkeypatch):
    set_up = "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Set]PW[Up]AB[hh][hf]AW[hg];B[aa];W[bb])"
    import_games(library, [put(tmp_path, "a.sgf", NAMED + OTHER + DRAW + set_up)])
    played: list[object] = []
    play = Walker.play

    def counted(walker: Walker, stone: Played) -> None:
        played.append(stone)
        play(walker, stone)

    monkeypatch.setattr(Walker, "play", counted)
    freestyle = Rules.parse("freestyle;size=15")
    assert found(library, position=play_all(Game(freestyle), ["H8", "I8"])) == ["Bram-Cleo"]
    assert len(played) == 2 + 2, (
        "two of this game, and two of the wanted position; none of one with more stones from the start"
    )
    with_corner = Game.from_rows(freestyle, play_all(Game(freestyle), ["H8", "H9", "H10", "O15", "A15"]).rows())
    assert found(library, position=with_corner) == []
    with_corner = Game.from_rows(freestyle, play_all(Game(freestyle), ["H8", "H9", "H10"]).rows(), "X")
    assert found(library, position=with_corner) == ["Set-Up"]


def test_a_game_as_a_link(library, tmp_path):
    set_up = "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Set]PW[Up]AB[hh][hf]AW[hg];B[aa];W[bb])"
    import_games(library, [put(tmp_path, "a.sgf", NAMED + DRAW + set_up)])
    for line in library.search(Query()):
        shared, record = link.loads(library.link(line.id) or ""), library.record(line.id)
        assert shared.game.rows() == record.game.rows()
        assert shared.game.moves == record.game.moves
        assert (shared.black, shared.white, winner_of(shared)) == (record.black, record.white, winner_of(record))
    with pytest.raises(LibraryError):
        library.link(9)


# --- explorer ---


def test_the_explorer_counts_moves_results_and_ratings_up_to_symmetry(library, tmp_path):
    start = "(;FF[4]GM[4]SZ[15]RU[renju]"
    put(
        tmp_path,
        "a.sgf",
        f"{start}RE[B+]BR[1500]WR[1900];B[hh];W[ig];B[ii];W[aa])"  # indirect, in three views
        f"{start}RE[W+]BR[1600];B[hh];W[gi];B[gg];W[oo])"
        f"{start}RE[0];B[hh];W[ii];B[ig])"
        f"{start};B[hh];W[hg];B[hf])",
    )
    import_games(library, [tmp_path])
    game = Game(Rules.preset("renju"))
    (first,) = library.replies(game)
    assert (first.cells, first.games) == (((7, 7),), 4)
    assert (first.black, first.draws, first.white, first.other, first.rating) == (1, 1, 1, 1, 1550)
    game.play("H8")
    indirect, direct = library.replies(game)
    assert (indirect.games, len(indirect.cells), indirect.rating) == (3, 4, 1900)
    assert (direct.games, len(direct.cells)) == (1, 4)
    game.play("I9")
    (third,) = library.replies(game)
    assert third.games == 3
    assert set(third.cells) == {(8, 8), (6, 6)}, "both sides of the diagonal"
    game.play("I7")
    assert [(reply.cells, reply.games, reply.last) for reply in library.replies(game)] == [
        (((0, 0),), 2, 2),
    ]


def test_the_index_grows_with_the_games_and_can_be_rebuilt(library, tmp_path):
    import_games(library, [put(tmp_path, "a.sgf", NAMED + DRAW)])
    game = Game(Rules.preset("renju"))
    assert [reply.games for reply in library.replies(game)] == [1]
    import_games(library, [put(tmp_path, "b.sgf", NAMED + NAMED.replace("B+R", "W+R"))])
    before = library.replies(game)
    assert [(reply.black, reply.white) for reply in before] == [(1, 1)]
    assert library.index() == 0
    assert library.index(rebuild=True) == 3
    assert library.replies(game) == before
    captured = play_all(Game(Rules.preset("42")), ["K10", "L10", "A19", "M10", "N10"])
    assert library.replies(captured) == []
    captured.undo()
    assert [reply.cells for reply in library.replies(captured)] == [((12, 9),)]


# --- out ---


def test_everything_imported_can_be_exported_and_imported_again(run, tmp_path):
    files = [SAMPLES / name for name in ("collection.sgf", "variations.sgf", "swap2.sgf", "setup.sgf")]
    code, out, _ = run("games", "import", tmp_path / "one", *files)
    assert code == 0
    assert "0 not readable" in out
    assert run("games", "export", tmp_path / "one", tmp_path / "all.sgf")[0] == 0
    assert run("games", "import", tmp_path / "two", tmp_path / "all.sgf")[0] == 0
    assert run("games", "export", tmp_path / "two", tmp_path / "again.sgf")[0] == 0
    assert (tmp_path / "all.sgf").read_text() == (tmp_path / "again.sgf").read_text()
    with Library(tmp_path / "one") as one, Library(tmp_path / "two") as two:
        assert one.count() == two.count() > 4
        for line in one.search(Query()):
            assert same(one.record(line.id), two.record(line.id))


def test_every_format_survives_a_round_trip_and_is_recognised(run, tmp_path):
    """SGF, PSQ, REC, POS, a diagram, a RenLib library and an archive: exported as one SGF file, and imported again."""
    files = tmp_path / "files"
    for name in ("collection.sgf", "swap2.sgf", "tournament.psq", "gomotur.rec", "moves.pos", "diagram.pos"):
        put(files, name, (SAMPLES / name).read_bytes())
    branches = bytes([cell("H8"), 0x08]) + padded("the centre") + bytes([cell("I9"), 0x80, cell("I7"), 0x40])
    put(files, "tree.lib", HEAD + branches + bytes([cell("H9"), 0x00, cell("G9"), 0x80 | 0x40, cell("I8"), 0x40]))
    with zipfile.ZipFile(files / "results-standard.zip", "w") as archive:
        archive.writestr("1.psq", (SAMPLES / "tournament.psq").read_text().replace("10,10", "9,10", 1))
    assert run("games", "import", tmp_path / "one", files)[0] == 0
    assert run("games", "export", tmp_path / "one", tmp_path / "all.sgf")[0] == 0
    code, out, _ = run("games", "import", tmp_path / "two", tmp_path / "all.sgf")
    assert code == 0
    with Library(tmp_path / "one") as one, Library(tmp_path / "two") as two:
        assert one.count() == two.count() >= 11
        assert {Path(line.source).suffix for line in one.search(Query())} == {".sgf", ".psq", ".rec", ".pos", ".lib"}
        for first, second in zip(one.search(Query()), two.search(Query()), strict=True):
            before, after = one.record(first.id), two.record(second.id)
            before.piskvork, after.piskvork = before.piskvork or Piskvork(), after.piskvork or Piskvork()
            assert same(before, after), first.source
            assert replace(first, source="", number=0) == replace(second, source="", number=0)
    assert run("games", "export", tmp_path / "two", tmp_path / "again.sgf")[0] == 0
    assert (tmp_path / "all.sgf").read_text() == (tmp_path / "again.sgf").read_text()
    _, out, _ = run("games", "import", tmp_path / "one", tmp_path / "all.sgf")
    assert out.startswith("0 games added, "), "each is recognised, whatever format it came from"


@pytest.mark.parametrize("name", ["tournament.psq", "gomotur.rec"])
def test_piskvork_files_come_out_as_they_went_in(run, tmp_path, name):
    ending = name[-3:]
    run("games", "import", tmp_path / "one", SAMPLES / name)
    code, out, err = run("games", "export", tmp_path / "one", tmp_path / "out", "--to", ending)
    assert (code, err) == (0, "")
    assert "1 game written" in out
    run("games", "import", tmp_path / "two", tmp_path / "out")
    with Library(tmp_path / "one") as one, Library(tmp_path / "two") as two:
        assert same(one.record(1), two.record(1))


@pytest.mark.parametrize("to", ["psq", "pos"])
def test_a_folder_of_games_is_read_under_the_rules_they_were_played_under(run, tmp_path, to):
    games = {
        "42": "K10 L10 A1 M10 N10",
        "renju": "H8 I9 I7",
        "freestyle;size=20x15": "A1 B2",
        "42;size=15": "H8 I8 A1 J8 K8",
    }
    for number, (spec, moves) in enumerate(games.items()):
        record = Record(play_all(Game(Rules.parse(spec)), moves.split()))
        put(tmp_path, f"in/{number}.sgf", sgf.dumps(record))
    run("games", "import", tmp_path / "one", tmp_path / "in")
    code, _, err = run("games", "export", tmp_path / "one", tmp_path / "out", "--to", to)
    assert (code, err) == (0, "")
    assert run("games", "import", tmp_path / "two", tmp_path / "out")[0] == 0
    with Library(tmp_path / "one") as one, Library(tmp_path / "two") as two:
        before, after = ([facts(each.record(line.id).game) for line in each.search(Query())] for each in (one, two))
    assert sorted(map(repr, after)) == sorted(map(repr, before))


def test_games_that_a_format_cannot_hold_are_left_out_and_listed(run, tmp_path):
    put(tmp_path, "a.sgf", NAMED + NAMED.replace("SZ[15]RU[renju]", "SZ[20]RU[freestyle]"))
    run("games", "import", tmp_path / "one", tmp_path / "a.sgf")
    code, out, err = run("games", "export", tmp_path / "one", tmp_path / "out", "--to", "rec")
    assert code == 1
    assert "1 game written" in out
    assert "1 left out" in out
    assert "game 1: REC holds boards of 20 x 20 only" in err
    assert [path.name for path in (tmp_path / "out").rglob("*.rec")] == ["0000002.rec"]


@pytest.mark.parametrize("name", ["x.sgf", "x.psq", "x.zip"])
def test_files_that_are_not_utf8_in_the_encoding_that_is_given(run, tmp_path, name):
    """The second byte of a Chinese or Japanese character may be a bracket or a backslash."""
    names = "表\u81c1李雷"
    if name == "x.psq":
        text = (SAMPLES / "tournament.psq").read_text().splitlines()
        at = next(number for number, line in enumerate(text) if line.startswith("-"))
        data = "\n".join([*text[: at - 2], names, "Bram", *text[at:]]).encode("gb18030") if at > 2 else b""
    else:
        data = (NAMED.replace("Aoi", names) + "\n" + OTHER).encode("gb18030")
    if name == "x.zip":
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr("a.sgf", data)
            archive.writestr("b.sgf", DRAW)
    else:
        put(tmp_path, name, data)
    code, _, err = run("games", "import", tmp_path / "plain", tmp_path / name)
    assert code == 1
    assert "not a text in UTF-8" in err
    assert run("games", "import", tmp_path / "one", tmp_path / name, "--encoding", "GB18030")[0] == 0
    with Library(tmp_path / "one") as library:
        assert names in [side for line in library.search(Query()) for side in (line.black, line.white)]
    code, _, err = run("games", "import", tmp_path / "one", tmp_path / name, "--encoding", "punycode")
    assert code == 2
    assert "the encoding 'punycode' is not known" in err


def test_the_list_of_files_is_not_held(library, tmp_path, monkeypatch):
    """A folder may hold a million files: they are read as they are found."""
    for number in range(3):
        put(tmp_path, f"in/{number}.sgf", NAMED.replace("Aoi", f"p{number}"))
    found = sources._files
    at_once: list[Path] = []

    def counted(paths, progress):
        for each in found(paths, progress):
            at_once.append(each[0])
            yield each

    monkeypatch.setattr(sources, "_files", counted)
    progress = sources.Progress()
    reading = sources.entries([tmp_path / "in"], progress)
    next(reading)
    assert len(at_once) == 4, "once for the sizes, then one by one"
    assert progress.total == sum(path.stat().st_size for path in (tmp_path / "in").iterdir())


# --- the commands ---


def test_the_commands(run, tmp_path):
    put(tmp_path, "a.sgf", NAMED + OTHER + "(;GM[4];B[hh];B[hi])")
    club = tmp_path / "club.games"
    code, out, err = run("games", "import", club, tmp_path / "a.sgf")
    assert code == 1
    assert out.startswith("2 games added, 0 known already, 1 not readable.")
    assert "a.sgf, game 3: " in err
    code, out, _ = run("games", "search", club, "--player", "bram", "--json")
    assert [json.loads(line)["white"] for line in out.splitlines()] == ["Bram", "Cleo"]
    code, out, _ = run("games", "search", club, "--limit", "1")
    assert "2 games, 1 of them shown" in out
    code, out, _ = run("games", "search", club, "--rules", "renju", "--moves", "H8 I9 I7")
    assert "7I Hogetsu" in out
    code, out, _ = run("games", "explore", club, "--rules", "renju", "--moves", "H8 I9 I7")
    assert out.startswith("7I Hogetsu")
    assert "100 %" in out
    assert run("games", "index", club)[1] == "2 games indexed\n"
    code, out, _ = run("games", "explore", club, "--rules", "renju", "--moves", "H8 I9", "--json")
    assert json.loads(out)["cells"] == ["G9", "I7"]
    code, out, _ = run("games", "failures", club, "--texts", tmp_path / "broken.sgf")
    assert "game 3" in out
    assert (tmp_path / "broken.sgf").read_text() == "(;GM[4];B[hh];B[hi])\n"


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("search", "none.games"), 1, "there is no library"),
        (("search", "a.sgf"), 1, "cannot open"),
        (("import", "club.games", "none.sgf"), 1, "there is no file or folder none.sgf"),
        (("search", "club.games", "--moves", "H8"), 2, "needs its rules"),
        (("search", "club.games", "--since", "31.5.2024"), 2, "not a date such as 2024"),
        (("export", "club.games", "a.sgf", "--until", "May"), 2, "not a date such as 2024"),
        (("search", "club.games", "--rules", "renju", "--moves", "Z99"), 2, "not on the board"),
        (("search", "club.games", "--pattern", "14D"), 2, "no opening is called"),
        (("explore", "club.games", "--rules", "renju", "--moves", "H8 H8"), 2, "H8"),
        (("export", "club.games", "x.psq"), 2, "must be .sgf"),
        (("export", "club.games", "x.sgf", "--player", "nobody"), 1, "no game matches"),
        (("export", "club.games", ".", "--to", "psq"), 1, "is not empty"),
    ],
)
def test_bad_input_is_one_line(run, tmp_path, monkeypatch, args, code, words):
    monkeypatch.chdir(tmp_path)
    put(tmp_path, "a.sgf", NAMED)
    run("games", "import", "club.games", "a.sgf")
    got, out, err = run("games", *args)
    assert (got, out) == (code, "")
    assert words in err
    assert err.count("\n") == 1
    assert not (tmp_path / "x.sgf").exists()

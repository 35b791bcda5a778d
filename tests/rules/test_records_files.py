"""Record files: codecs, encodings, size limits, and losses of a format."""

import os
import threading
from pathlib import Path

import pytest

from gomoku.rules import Game, Rules
from gomoku.rules.records import (
    FORMATS,
    Piskvork,
    Record,
    RecordError,
    losses,
    psq,
    read,
    read_all,
    sgf,
    write,
    write_all,
)
from gomoku.rules.records.errors import MAX_BYTES
from tests.records.games import SAMPLES, facts

ALL = sorted(path.name for path in SAMPLES.iterdir() if path.suffix in (".sgf", ".psq", ".rec", ".pos"))


def some_record() -> Record:
    game = Game(Rules.preset("freestyle", size=20))
    for cell in ((10, 10), (11, 11), (9, 10)):
        game.play(cell)
    return Record(game, black="Ann", white="Bob")


def test_samples_exist():
    assert len(ALL) >= 7


@pytest.mark.parametrize("name", ALL)
def test_ending_and_content_agree(name: str):
    path = SAMPLES / name
    assert facts(read(path).game) == facts(read(path.read_bytes()).game) == facts(read(str(path)).game)


@pytest.mark.parametrize("ending", ["sgf", "psq", "rec", "pos", "txt", "link", "SGF", "PSQ"])
def test_written_files_are_read_back(ending: str, tmp_path: Path):
    record = some_record()
    path = tmp_path / f"game.{ending}"
    write(record, path)
    assert facts(read(path, rules=record.game.rules).game) == facts(record.game)
    assert [facts(r.game) for r in read_all(path, rules=record.game.rules)] == [facts(record.game)]


def test_format_of_a_text_file_is_detected(tmp_path: Path):
    path = tmp_path / "game.txt"
    record = some_record()
    for format in FORMATS:
        write(record, path, format)
        assert facts(read(path, rules=record.game.rules).game) == facts(record.game)


def test_collections(tmp_path: Path):
    records = read_all(SAMPLES / "collection.sgf")
    assert len(records) == 3
    write_all(records, tmp_path / "copy.sgf")
    assert [facts(r.game) for r in read_all(tmp_path / "copy.sgf")] == [facts(r.game) for r in records]
    with pytest.raises(RecordError, match="Piskvork holds one game, not 3"):
        write_all(records, tmp_path / "copy.psq")
    write_all(records[:1], tmp_path / "copy.psq")
    assert read(tmp_path / "copy.psq").game.moves == records[0].game.moves


def test_unknown_endings_and_formats(tmp_path: Path):
    with pytest.raises(RecordError, match=r"expected \.sgf, \.psq"):
        write(some_record(), tmp_path / "game.png")
    with pytest.raises(RecordError, match="unknown format 'png'"):
        write(some_record(), tmp_path / "game.sgf", "png")
    with pytest.raises(RecordError, match="unknown format 'png'"):
        read(b"h8", "png")
    (tmp_path / "game.dat").write_bytes((SAMPLES / "moves.pos").read_bytes())
    assert len(read(tmp_path / "game.dat").game.moves) == 4


def test_empty_files(tmp_path: Path):
    with pytest.raises(RecordError, match="empty"):
        read(b"")
    (tmp_path / "empty.txt").touch()
    with pytest.raises(RecordError, match="empty"):
        read(tmp_path / "empty.txt")


def test_missing_and_unreadable_files(tmp_path: Path):
    for path in (tmp_path / "none.sgf", tmp_path, "a\0b.sgf", "x" * 5000):
        with pytest.raises(RecordError, match="cannot read"):
            read(path)
    for target in (tmp_path / "no" / "folder.sgf", "a\0b.sgf"):
        with pytest.raises(RecordError, match="cannot write"):
            write(some_record(), target)


def test_a_file_of_50_megabytes_is_refused_unread(tmp_path: Path):
    path = tmp_path / "large.sgf"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(RecordError, match=f"has 50000000 bytes; at most {MAX_BYTES} are read"):
        read(path)
    with pytest.raises(RecordError, match="at most"):
        read(b" " * (MAX_BYTES + 1))


def test_a_pipe_is_read_no_further_than_the_limit(tmp_path: Path):
    pipe = tmp_path / "pipe.sgf"
    os.mkfifo(pipe)

    def pour() -> None:
        with pipe.open("wb") as file:
            try:
                for _ in range(50):
                    file.write(b" " * 1_000_000)
            except BrokenPipeError:
                pass

    thread = threading.Thread(target=pour)
    thread.start()
    with pytest.raises(RecordError, match="at most"):
        read(pipe)
    thread.join()


# --- encodings ---

NAMED = "(;FF[4]GM[4]{}SZ[15]PB[Zoë];B[hh])"


def test_utf8_with_and_without_a_mark():
    for encoding in ("utf-8", "utf-8-sig"):
        assert read(NAMED.format("").encode(encoding)).black == "Zoë"


def test_declared_encodings():
    assert read(NAMED.format("CA[ISO-8859-1]").encode("latin-1")).black == "Zoë"
    assert read(NAMED.format("CA[windows-1252]").encode("cp1252")).black == "Zoë"
    chinese = NAMED.format("CA[gb2312]").replace("Zoë", "黑棋").encode("gb2312")
    record = read(chinese)
    assert record.black == "黑棋"
    assert "CA[UTF-8]" in sgf.dumps(record)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (NAMED.format("").encode("latin-1"), "line 1, column 24: not a text in UTF-8, and no other"),
        (NAMED.format("").encode("utf-16"), "not a text in UTF-8"),
        (NAMED.format("CA[punycode]").encode("latin-1"), "declared encoding 'punycode' is not known"),
        (NAMED.format("CA[klingon]").encode("latin-1"), "declared encoding 'klingon' is not known"),
        (NAMED.format("CA[UTF-8]").encode("latin-1"), "declared encoding 'UTF-8' is not known"),
        (NAMED.format("CA[gb2312]").encode("latin-1"), "nor in the declared encoding 'gb2312'"),
        (bytes(range(256)), "not a text in UTF-8"),
    ],
)
def test_wrong_encodings(data: bytes, message: str):
    with pytest.raises(RecordError) as caught:
        read(data)
    assert message in str(caught.value)


def test_a_character_that_cannot_be_written_leaves_the_file_alone(tmp_path: Path):
    path = tmp_path / "game.sgf"
    write(some_record(), path)
    before = path.read_bytes()
    with pytest.raises(RecordError, match="cannot be written"):
        write(Record(Game(), black="\ud800"), path)
    assert path.read_bytes() == before


# --- Piskvork's metadata in SGF ---

EXTRA = Piskvork(levels=(11, 3), first=1, code=-1, trailer=("2,Freestyle15_1", "a ] line \\"))


def test_sgf_keeps_the_metadata_of_piskvork():
    record = some_record()
    record.piskvork = EXTRA
    text = sgf.dumps(record)
    assert "PISKVORK[11:3,1,-1][2,Freestyle15_1]" in text
    again = sgf.loads(text)
    assert again.piskvork == EXTRA
    assert sgf.dumps(again) == text
    assert psq.dumps(again) == psq.dumps(record)
    again.piskvork = Piskvork()
    assert "PISKVORK" not in sgf.dumps(again)


@pytest.mark.parametrize(
    "said", ["[1:2,3,4]", "[x]", "[]", "[0:0,0,0][7,7,0]", "[0:0,0,0][a\nb]", "[99999999999:0,0,0]"]
)
def test_metadata_that_no_piskvork_file_could_hold_stays_what_the_file_says(said):
    text = f"(;FF[4]GM[4]SZ[15]RU[freestyle]PISKVORK{said};B[hh])\n"
    record = sgf.loads(text)
    assert record.piskvork is None
    assert sgf.dumps(record) == text
    assert psq.loads(psq.dumps(record), record.game.rules).game.moves == record.game.moves


# --- losses ---


def test_losses():
    record = some_record()
    assert losses(record, "psq") == []
    assert losses(record, "pos") == ["names"]
    rich = read(SAMPLES / "variations.sgf")
    rich.times[1] = 5
    rich.piskvork = Piskvork(code=3)
    assert losses(rich, "psq") == ["rules", "result", "date", "event", "comments", "variations"]
    assert losses(rich, "sgf") == []
    assert losses(rich, "link") == [
        "date",
        "event",
        "comments",
        "thinking times",
        "variations",
        "Piskvork's levels and code",
    ]
    with pytest.raises(RecordError, match="unknown format"):
        losses(record, "png")


def test_an_opening_is_lost_only_on_request(tmp_path: Path):
    record = read(SAMPLES / "swap2.sgf")
    assert "opening" in losses(record, "psq")
    assert "opening" not in losses(record, "link")
    for ending in ("psq", "pos"):
        with pytest.raises(RecordError, match="swap2 opening's decisions would be lost"):
            write(record, tmp_path / f"game.{ending}")
        write(record, tmp_path / f"game.{ending}", lossy=True)
        assert read(tmp_path / f"game.{ending}").game.moves == record.game.moves

"""Resumable logs."""

import pytest

from gomoku.lab.jobs.logs import Log
from gomoku.lab.types import LabError

ABOUT = {"log": "test", "rules": "42"}


def test_records_are_read_back(tmp_path):
    path = tmp_path / "new" / "a.jsonl"
    with Log(path, ABOUT) as log:
        assert log.records == []
        log.append({"n": 1})
    with Log(path, ABOUT) as log:
        assert log.records == [{"n": 1}]
        log.append({"n": 2})
    with Log(path, ABOUT) as log:
        assert log.records == [{"n": 1}, {"n": 2}]


@pytest.mark.parametrize("rest", [b'{"n":2', b"{", b"\x00\xff", b'{"n":2}'])
def test_incomplete_line_is_truncated(tmp_path, rest):
    path = tmp_path / "a.jsonl"
    with Log(path, ABOUT) as log:
        log.append({"n": 1})
    with path.open("ab") as file:
        file.write(rest)
    with Log(path, ABOUT) as log:
        log.append({"n": 3})
    with Log(path, ABOUT) as log:
        assert log.records == [{"n": 1}, {"n": 3}]


def test_log_of_another_task(tmp_path):
    path = tmp_path / "a.jsonl"
    Log(path, ABOUT).close()
    before = path.read_bytes()
    with pytest.raises(LabError, match="its rules is '42', not 'renju'"):
        Log(path, {**ABOUT, "rules": "renju"})
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"hello\n", b"[1]\n", b'{"log":"test","rules":"42"}\nnope\n', b"\xff\xfe\n"])
def test_not_a_log(tmp_path, content):
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(LabError, match="not a log"):
        Log(path, ABOUT)
    assert path.read_bytes() == content


def test_folder_instead_of_a_file(tmp_path):
    with pytest.raises(LabError, match="cannot use"):
        Log(tmp_path, ABOUT)

"""TypeScript and JSON schema generated from the messages."""

import json
from pathlib import Path

import pytest
from msgspec import inspect

from gomoku.server.wire import messages, typescript

TYPES = Path(__file__).parents[3] / "web" / "src" / "wire" / "messages.ts"


def test_the_pages_types_are_up_to_date():
    made = typescript.typescript()
    assert TYPES.read_text(encoding="utf-8") == made, f"run: python -m gomoku.server.wire.typescript --out {TYPES}"


def test_optional_fields():
    text = typescript.typescript()
    assert "  since?: number;" in text  # only sent by the page: optional
    assert "  paused: boolean;" in text  # always sent by the server: required
    assert "export type Cell = [number, number];" in text
    assert "  cell: Cell | null;" in text
    assert "/** Number of actions made; sent back with `play` and `decide`. */" in text


def test_every_message_has_a_name_and_a_type():
    defs = json.loads(typescript.json_schema())["$defs"]
    mapping = defs["FromClient"]["discriminator"]["mapping"] | defs["ToClient"]["discriminator"]["mapping"]
    assert len(mapping) > 30
    for kind, reference in mapping.items():
        assert defs[reference.rpartition("/")[2]]["properties"]["type"]["enum"] == [kind]
        assert defs[reference.rpartition("/")[2]]["description"]


def test_output_file_and_json(tmp_path, capsys):
    typescript.main(["--out", str(tmp_path / "a.ts")])
    assert (tmp_path / "a.ts").read_text(encoding="utf-8") == typescript.typescript()
    typescript.main(["--json"])
    assert json.loads(capsys.readouterr().out)["$defs"]


def test_unsupported_type_raises():
    with pytest.raises(TypeError):
        typescript._name(inspect.type_info(bytes))


def test_message_round_trip():
    play = messages.decode(b'{"type":"play","id":"a","room":"b","cell":[1,2],"ply":3}')
    assert play == messages.Play("a", "b", (1, 2), 3)
    assert messages.decode(messages.encode(play)) == play

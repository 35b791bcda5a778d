"""The engine's own games: their text, the games that come with the program, and lookups."""

from collections import Counter
from pathlib import Path

import pytest

from gomoku.library.engine_games import FOLDER, EngineGames, packed, unpacked
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all


def test_a_text_holds_winners_and_moves() -> None:
    games = [("B", [(7, 7), (0, 14)]), ("0", [(14, 0)])]
    text = packed(games, "2 games")
    assert text == "# 2 games\nB h8a15\n0 o1\n"
    assert list(unpacked(text)) == games


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_shipped_games_are_legal_and_begin_in_the_centre(file: Path) -> None:
    rules = Rules.preset(file.stem)
    games = list(unpacked(file.read_text("ascii")))
    assert len(games) >= 100
    assert len({tuple(moves) for _, moves in games}) > 0.95 * len(games), "variety"
    for winner, moves in games:
        assert moves[0] == rules.centre
        game = play_all(Game(rules), moves)  # raises where a move is illegal
        assert winner in "BW0"
        if game.winner is not None:
            assert winner == {"X": "B", "O": "W"}[game.winner]


def test_shipped_games_are_small() -> None:
    assert {"42", "freestyle", "standard", "renju", "caro"} <= {file.stem for file in FOLDER.glob("*.txt")}
    assert sum(file.stat().st_size for file in FOLDER.glob("*.txt")) < 300_000


def test_replies_are_counted_in_every_symmetry(tmp_path: Path) -> None:
    games = [("B", [(7, 7), (8, 7), (8, 8)]), ("W", [(7, 7), (7, 6), (8, 6)]), ("0", [(7, 7), (8, 8)])]
    (tmp_path / "renju.txt").write_text(packed(games, "3 games"))
    found = EngineGames(tmp_path)
    replies = found.replies(play_all(Game(Rules.preset("renju")), [(7, 7)]))
    assert replies is not None
    assert [(reply.games, reply.black, reply.draws, reply.white) for reply in replies] == [(2, 1, 0, 1), (1, 0, 1, 0)]
    assert Counter(len(reply.cells) for reply in replies) == {4: 2}
    assert found.replies(Game(Rules.preset("freestyle"))) is None, "no games of these rules"
    assert found.replies(Game(Rules.parse("renju;size=19"))) is None, "nor of this board"


def test_games_of_a_position_begin_with_one_of_each_move(tmp_path: Path) -> None:
    games = [("B", [(7, 7), (8, 7), (8, 8)]), ("W", [(7, 7), (7, 6), (8, 6)]), ("0", [(7, 7), (8, 8)])]
    (tmp_path / "renju.txt").write_text(packed(games, "3 games"))
    found = EngineGames(tmp_path)
    position = play_all(Game(Rules.preset("renju")), [(7, 7)])
    assert [game.winner for game in found.games(position, 8)] == ["B", "0", "W"]
    assert [game.moves for game in found.games(position, 1)] == [tuple(games[0][1])]
    turned = play_all(position, [(7, 8)])
    assert [game.winner for game in found.games(turned, 8)] == ["B", "W"], "equal under symmetry"
    assert found.games(Game(Rules.preset("freestyle")), 8) == []

"""First player's win? What the engine says about the empty board under every rule set: docs/FIRST-PLAYER.md.

    .venv/bin/python benchmarks/first_player.py [RULES ...] [--nodes 1000000] [--games 8] [--game-nodes 20000] [--write]

Two figures for each rule set, both with one thread and a node limit, so that every machine gives the same:

- the value of each of six first stones for Black, after a search of `--nodes` nodes for White's reply;
- Black's score in games of the engine against itself from the stone in the centre, one for each of the `--games` best replies that the
  engine sees for White, with `--game-nodes` nodes a move. A game that reaches `--plies` stones counts as drawn.

`--write` replaces the table in docs/FIRST-PLAYER.md, together with its limits.
"""

import argparse
import re
from pathlib import Path

from gomoku.engine import Engine, Limit
from gomoku.rules import PRESETS, Color, Game, Rules

PAGE = Path(__file__).parent.parent / "docs" / "FIRST-PLAYER.md"
TABLE = re.compile(r"(?<=<!-- table -->\n).*(?=<!-- end -->)", re.DOTALL)
STONES = ("centre", "1 beside", "1 diagonally", "3 diagonally", "5 diagonally", "corner")


def first_stones(rules: Rules) -> list[tuple[int, int]]:
    """The cells of `STONES`: no two of them are equivalent by symmetry."""
    x, y = rules.centre
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x + 3, y + 3), (x + 5, y + 5), (0, 0)]


def value(engine: Engine, rules: Rules, cell: tuple[int, int], nodes: int) -> str:
    """The value of a first stone for Black, in evaluation points, or the length of a proved win."""
    game = Game(rules)
    game.play(cell)
    engine.new_game()
    result = engine.search(game, Limit(nodes=nodes))
    if result.win_in is not None:
        side = "White" if result.win_in > 0 else "Black"
        return f"{side} wins in {abs(result.win_in)}"
    return f"{-result.score:+d}"


def played(engine: Engine, rules: Rules, games: int, nodes: int, plies: int) -> tuple[int, int, int]:
    """Games that Black won, drew and lost against itself, from the centre."""
    start = Game(rules)
    start.play(rules.centre)
    engine.new_game()
    replies = engine.search(start, Limit(nodes=nodes * games), lines=games).info.lines
    won = drawn = lost = 0
    for reply in replies:
        engine.new_game()
        game = start.copy()
        game.play(reply.move)
        while not game.is_over and len(game.moves) < plies:
            game.play(engine.search(game, Limit(nodes=nodes)).move)
        won += game.winner is Color.X
        lost += game.winner is Color.O
        drawn += game.winner is None
    return won, drawn, lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*", default=list(PRESETS), help="rule sets (default: all)")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="nodes for the value of each first stone")
    parser.add_argument("--games", type=int, default=8, help="games from the centre")
    parser.add_argument("--game-nodes", type=int, default=20_000, help="nodes for each move of a game")
    parser.add_argument("--plies", type=int, default=200, help="stones after which a game counts as drawn")
    parser.add_argument("--memory", type=float, default=64, help="transposition table in MB (default 64)")
    parser.add_argument("--write", action="store_true", help=f"put the table into docs/{PAGE.name}")
    options = parser.parse_args()
    if options.write and not TABLE.search(PAGE.read_text()):
        parser.error(f"{PAGE.name} has no place for the table")
    command = f"benchmarks/first_player.py --nodes {options.nodes} --games {options.games}"
    command += f" --game-nodes {options.game_nodes} --plies {options.plies} --memory {options.memory:g}"
    rows = [f"| rules | board | {' | '.join(STONES)} | Black won, drew, lost | Black's score |", f"|{'---|' * 10}"]
    print("\n".join(rows))
    for spec in options.rules:
        rules = Rules.parse(spec)
        with Engine(rules, 1, options.memory) as engine:
            values = [value(engine, rules, cell, options.nodes) for cell in first_stones(rules)]
            won, drawn, lost = played(engine, rules, options.games, options.game_nodes, options.plies)
        share = (won + drawn / 2) / max(1, won + drawn + lost)
        row = (
            f"| {spec} | {rules.width} × {rules.height} | {' | '.join(values)} | {won}, {drawn}, {lost} | {share:.0%} |"
        )
        print(row, flush=True)
        rows.append(row)
    if options.write:
        text = "\n".join((f"`{command}`", "", *rows, ""))
        PAGE.write_text(TABLE.sub(lambda _: text, PAGE.read_text()))


if __name__ == "__main__":
    main()

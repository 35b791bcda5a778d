"""Endurance test of bots: two bots play over a real server that is killed at intervals.

    python benchmarks/bot_games.py [--games 3] [--kills 2] [--brain "./Gomoku brain"] [--other ./pbrain-x]

Every game must end on the board, not by time, resignation or absence, and no bot may give up.
"""

import argparse
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
KINDS = (
    ("42", "standard", "1+1"),
    ("renju", "taraguchi10", "1+1"),
    ("freestyle;size=15", "swap2", "none"),
    ("pente", "standard", "0.2+2x5"),
    ("keryo", "pro", "1+0"),
)
"""Rules, opening protocol and clock."""
GOMOKU = [sys.executable, "-m", "gomoku"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}


def start(*arguments: str, **more: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*GOMOKU, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**ENVIRONMENT, **more},
    )


def serve(database: Path, port: int) -> "subprocess.Popen[str]":
    server = start("serve", "--port", str(port), "--database", str(database))
    assert server.stdout
    assert "ready" in server.stdout.readline(), server.communicate()[1]
    return server


def kill(server: "subprocess.Popen[str]") -> None:
    server.send_signal(signal.SIGKILL)
    server.wait()
    for stream in (server.stdout, server.stderr):  # its engines may hold the other ends for a moment
        if stream:
            stream.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3, help="games of each kind")
    parser.add_argument("--kills", type=int, default=2, help="kills of the server during the games of each kind")
    parser.add_argument("--time", default="0.1", help="maximum seconds per move")
    parser.add_argument("--brain", default=f"{sys.executable} -m gomoku.brain.process")
    parser.add_argument("--other", help="command of the second brain, if different")
    given = parser.parse_args()
    brains = (given.brain, given.other or given.brain)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    endings: Counter[str] = Counter()
    troubles: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.sqlite"
        tokens = [
            start("token", "create", "--name", n, "--database", str(database)).communicate()[0].strip() for n in "ab"
        ]
        server = serve(database, port)
        try:
            for rules, opening, clock in KINDS:
                common = ("--url", f"http://127.0.0.1:{port}", "--time", given.time, "--games", str(given.games))
                made = ("--create", "--rules", rules, "--opening", opening, "--clock", clock, "--name", "One")
                first = start("bot", "--brain", brains[0], *common, *made, GOMOKU_TOKEN=tokens[0])
                assert first.stdout
                room = first.stdout.readline().rpartition("/")[2].strip()
                second = start(
                    "bot", "--brain", brains[1], *common, "--room", room, "--name", "Two", GOMOKU_TOKEN=tokens[1]
                )
                assert second.stdout
                assert "sitting" in second.stdout.readline(), second.communicate()[1]
                for _ in range(given.kills):
                    time.sleep(random.uniform(3, 10))
                    kill(server)
                    server = serve(database, port)
                for bot in (first, second):
                    out, errors = bot.communicate(timeout=600)
                    endings.update(re.findall(r"game \d+: \w+ \((\w+)\)", out))
                    if bot.returncode:
                        troubles.append(errors.strip().splitlines()[-1])
                print(f"{rules}, {opening}, {clock}: {out.strip().splitlines()[-1]}", flush=True)
        finally:
            kill(server)
    print(f"endings, as each bot saw them: {dict(endings)}; bots that gave up: {troubles or 'none'}")


if __name__ == "__main__":
    main()

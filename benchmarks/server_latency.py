"""Latency of the server: from sending a move to its update, and to the AI's answer.

    python benchmarks/server_latency.py [--moves 100] [--games 10] [--ai-time 0.5]

Starts `gomoku serve` on a fresh database and connects over a real socket on this machine. Prints median, 99th percentile
and maximum in milliseconds. The AI's answer is timed from sending the person's move, storage and transport included.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect


class Table:
    """A minimal client."""

    def __init__(self, socket: ClientConnection, second: dict[str, Any], ai_time: int) -> None:
        self.socket = socket
        self.number = 0
        self.until("hello")
        done = self.command("create", options={"ai_time": ai_time}, first={"type": "me"}, second=second)
        self.room = done["room"]
        self.send("watch", room=self.room)
        self.state = self.until("snapshot")["state"]

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def until(self, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(60))
            if message["type"] == "refused":
                raise SystemExit(f"refused: {message}")
            if message["type"] == kind:
                return message

    def command(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.number += 1
        self.send(kind, id=f"c{self.number}", **fields)
        return self.until("done")

    def play(self, cell: list[int]) -> float:
        """Play a stone; milliseconds until its update."""
        self.number += 1
        began = time.perf_counter()
        self.send("play", id=f"c{self.number}", room=self.room, cell=cell, ply=self.state["ply"])
        self.state = self.until("update")["state"]
        return (time.perf_counter() - began) * 1000

    def free(self) -> list[int]:
        """A legal cell near the centre."""
        closed = [one["cell"] for one in self.state["forbidden"]]
        cells = [[x, y] for y, row in enumerate(self.state["rows"]) for x, c in enumerate(row) if c == "."]
        cells = [cell for cell in cells if cell not in closed]
        return min(cells, key=lambda cell: (cell[0] - 9) ** 2 + (cell[1] - 9) ** 2 + (7 * cell[0] + 5 * cell[1]) % 11)


def report(name: str, times: list[float]) -> None:
    ordered = sorted(times)
    last = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    print(f"{name:28} {statistics.median(ordered):8.1f} {last:8.1f} {ordered[-1]:8.1f}   of {len(ordered)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=100, help="moves without an AI")
    parser.add_argument("--games", type=int, default=4, help="games of 15 moves against the AI")
    parser.add_argument("--ai-time", type=float, default=0.5, help="seconds per AI move")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.sqlite"
        command = [sys.executable, "-m", "gomoku", "serve", "--port", "0", "--database", str(database)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            found = re.search(r"http(://\S+)/", server.stdout.readline())
            assert found
            try:
                measure(f"ws{found[1]}/ws", given)
            finally:
                server.terminate()


def measure(address: str, given: argparse.Namespace) -> None:
    print(f"{'milliseconds':28} {'median':>8} {'99 %':>8} {'slowest':>8}")
    times: list[float] = []
    while len(times) < given.moves:
        with connect(address) as socket:
            table = Table(socket, {"type": "me"}, 500)
            while table.state["outcome"] is None and len(times) < given.moves:
                times.append(table.play(table.free()))
    report("a move on the board", times)
    moves: list[float] = []
    answers: list[float] = []
    thought: list[float] = []
    for _ in range(given.games):
        with connect(address) as socket:
            table = Table(socket, {"type": "ai", "level": 10}, round(given.ai_time * 1000))
            time.sleep(1)
            for _ in range(15):
                began = time.perf_counter()
                moves.append(table.play(table.free()))
                if table.state["outcome"]:
                    break
                message = table.until("update")
                answers.append((time.perf_counter() - began) * 1000)
                thought.append(float(message["actions"][0]["ms"]))
                table.state = message["state"]
                if table.state["outcome"]:
                    break
    report("a move against the AI", moves)
    report("the AI's answer", answers)
    report("its own thinking in that", thought)


if __name__ == "__main__":
    main()

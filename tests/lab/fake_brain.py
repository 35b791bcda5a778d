"""Scripted Gomocup brain: plays the first empty cell of the board, or misbehaves as its argument says.

Received lines are logged to the file FAKE_BRAIN_LOG, for tests to read.
"""

import os
import sys
import time


def main() -> None:
    way = sys.argv[1]
    stones: set[tuple[int, int]] = set()
    width = height = 0
    answers = 0
    hoard: list[bytes] = []

    def say(text: str) -> None:
        print(text, flush=True)

    def move() -> None:
        nonlocal answers
        answers += 1
        if way == "chatty":
            say("MESSAGE thinking")
            say("DEBUG still thinking")
        if way == "hang" and answers == 2:
            time.sleep(600)  # it no longer answers
        if way == "babble" and answers == 2:
            while True:
                say("MESSAGE hm")
        if way == "crash" and answers == 2:
            os._exit(3)
        if way == "hungry" and answers == 2:
            hoard.append(b"x" * 100_000_000)
        if way == "slow":
            time.sleep(0.15)  # the time it "thinks"
        if way == "nonsense":
            say("resign")
            return
        if way == "error":
            say("ERROR no idea")
            return
        if way == "occupied" and stones:
            x, y = next(iter(stones))
        elif way == "outside":
            x, y = width, 0
        else:
            x, y = next((x, y) for y in range(height) for x in range(width) if (x, y) not in stones)
        stones.add((x, y))
        say(f"{x},{y}")

    for raw in sys.stdin:
        line = raw.strip()
        if "FAKE_BRAIN_LOG" in os.environ:
            with open(os.environ["FAKE_BRAIN_LOG"], "a", encoding="utf-8") as log:
                log.write(line + "\n")
        word, _, rest = line.partition(" ")
        if word == "END":
            if way == "stubborn":
                time.sleep(600)  # it does not end when told to
            return
        if word in ("START", "RECTSTART"):
            edges = [int(edge) for edge in rest.split(",")]
            width, height = edges[0], edges[-1]
            say("ERROR too large" if way == "small" and width > 9 else "OK")
        elif word == "RESTART":
            stones.clear()
            say("UNKNOWN" if way == "mortal" else "OK")
        elif word == "BEGIN":
            move()
        elif word == "TURN":
            x, y = map(int, rest.split(","))
            stones.add((x, y))
            move()
        elif word == "SWAP2BOARD":
            shown = []
            for inner in sys.stdin:
                if inner.strip() == "DONE":
                    break
                shown.append(inner.strip())
            stones.clear()
            stones |= {(int(cell.split(",")[0]), int(cell.split(",")[1])) for cell in shown}
            cells = {"place": "8,8 7,8", "stay": "8,8", "outside": "9,9"}.get(way, "SWAP")
            if not shown:
                cells = "4,4 5,5 4,5"
            if way == "nonsense":
                cells = "black please"
            if way == "occupied" and shown:
                cells = shown[0]
            if len(shown) == 5 and way == "place":
                cells = "SWAP"
            if cells[0].isdigit():
                stones |= {(int(cell.split(",")[0]), int(cell.split(",")[1])) for cell in cells.split()}
            say(cells)
        elif word == "BOARD":
            stones.clear()
            for inner in sys.stdin:
                if inner.strip() == "DONE":
                    break
                if "FAKE_BRAIN_LOG" in os.environ:
                    with open(os.environ["FAKE_BRAIN_LOG"], "a", encoding="utf-8") as log:
                        log.write(inner.strip() + "\n")
                x, y, _ = map(int, inner.split(","))
                stones.add((x, y))
            move()


if __name__ == "__main__":
    main()

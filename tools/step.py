"""Runs one step of the Makefile: `python tools/step.py "compiling the core" COMMAND…`.

Prints the label and, when the command has ended, how long it took; on a terminal the seconds are counted meanwhile. The
command's output goes to a file in build/log, and is shown only if the command fails. Any Python 3.11 can run it: it
imports the standard library only.
"""

import re
import subprocess
import sys
import time
from pathlib import Path

LOGS = Path("build") / "log"
TAIL = 25  # lines of the log that explain most failures
# The last one is pip's message about a package if it got no answer: every requested package exists.
NO_NETWORK = re.compile(
    r"name resolution|Name or service not known|nodename nor servname|Network is unreachable|No route to host|"
    r"Connection refused|timed out|Max retries exceeded|NewConnectionError|ProxyError|"
    r"\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH)\b|\(from versions: none\)"
)


def main() -> int:
    """Run the command in the arguments and return its exit status."""
    label, *command = sys.argv[1:]
    path = LOGS / f"{label.partition(' with ')[0].replace(' ', '-').replace('.', '')}.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    print(f"{label} …", end="", flush=True)
    with path.open("wb") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        try:
            status = _wait(process, label, started)
        except KeyboardInterrupt:
            process.wait()
            print()
            return 130
    print(f" {time.monotonic() - started:.0f} s" if status == 0 else "", flush=True)
    if status:
        print(f"{reason(path.read_text(encoding='utf-8', errors='replace'))} {path}", file=sys.stderr)
    return status


def _wait(process: "subprocess.Popen[bytes]", label: str, started: float) -> int:
    while True:
        try:
            return process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            if sys.stdout.isatty():
                print(f"\r{label} … {time.monotonic() - started:.0f} s", end="\r", flush=True)
                print(f"{label} …", end="", flush=True)


def reason(output: str) -> str:
    """Why the command failed: one line if there is no network, otherwise the end of its output; the path of the log follows."""
    if NO_NETWORK.search(output):
        return "there is no network, or the package index does not answer; details are in"
    return "\n".join([*output.splitlines()[-TAIL:], "this failed; all of its output is in"])


if __name__ == "__main__":
    sys.exit(main())

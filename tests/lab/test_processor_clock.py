"""`benchmarks/processor_clock.py`: a command's clock is its own processor time, and waits still end."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "processor_clock.py"
MEASURED = """
from threading import Event
from time import monotonic, process_time
began = monotonic()
Event().wait(0.2)  # takes no processor time
waited = monotonic() - began
sum(range(3_000_000))
worked = monotonic() - began
print(waited < 0.1 and worked > waited and abs(monotonic() - process_time()) < 0.1)
"""


def test_the_clock_runs_only_while_the_process_does():
    command = [sys.executable, str(SCRIPT), sys.executable, "-c", MEASURED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


def test_the_exit_status_is_the_command_s():
    command = [sys.executable, str(SCRIPT), sys.executable, "-c", "raise SystemExit(3)"]
    assert subprocess.run(command, check=False).returncode == 3

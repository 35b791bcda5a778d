"""Nobody waits for a look through all of the memory."""

import subprocess
import sys


def test_what_is_loaded_is_left_out_and_full_looks_are_rare():
    code = (
        "import gc; from gomoku.server.ops import gc_policy; gc_policy.freeze();"
        "before = gc.get_stats()[2]['collections'];"
        "kept = [[] for _ in range(300_000)];"
        "print(gc.get_freeze_count() > 10_000, gc.get_stats()[2]['collections'] - before, gc.get_stats()[1]['collections'] > 10)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "0", "True"]

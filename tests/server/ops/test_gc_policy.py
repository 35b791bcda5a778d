"""Garbage collection policy: no automatic full collections."""

import subprocess
import sys


def test_loaded_objects_are_frozen_and_full_collections_are_off():
    code = (
        "import gc; from gomoku.server.ops import gc_policy; gc_policy.freeze();"
        "before = gc.get_stats()[2]['collections'];"
        "kept = [[] for _ in range(300_000)];"
        "print(gc.get_freeze_count() > 10_000, gc.get_stats()[2]['collections'] - before, gc.get_stats()[1]['collections'] > 10)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "0", "True"]

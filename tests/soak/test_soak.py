"""A short run of `benchmarks/soak`, and tests that it detects violations."""

import asyncio
import subprocess
import sys

from benchmarks.soak.__main__ import _memory, run
from benchmarks.soak.environment import Site, work_folder
from benchmarks.soak.faults import FAULTS
from benchmarks.soak.report import Injected, Report
from gomoku.server.storage.store import Store, sqlite_url
from tests.support.stored import missing

SELECTED = ("disk full", "engines killed", "memory limit", "clock jump")
"""Faults that no other test injects."""


def test_a_short_soak_passes():
    with work_folder() as where:
        site = Site(*where)
        try:
            report = asyncio.run(run(site, 2, 3, {name: FAULTS[name] for name in SELECTED}, minutes=0.3))
        finally:
            site.close()
    assert report.faulty == [], report.text()
    assert {fault.name for fault in report.faults} <= set(SELECTED)
    assert report.faults, "at least one fault was injected"
    assert report.acknowledged > 20
    assert "PASSED" in report.text()


def test_a_lost_event_is_detected(tmp_path):
    url = sqlite_url(tmp_path / "games.sqlite")

    async def lost_events() -> list[str]:
        store = await Store.open(url)
        await store.close()
        return await missing(url, {("room", "ann", "c1"): 4})

    (lost,) = asyncio.run(lost_events())
    assert "c1 of ann led to 4" in lost


def test_memory_growth_is_detected():
    flat = _memory(1, [(float(second), 100 + second % 2) for second in range(300)])
    growing = _memory(2, [(float(second), 100 + second / 10) for second in range(300)])
    assert abs(flat.slope) < 0.1
    assert 5.9 < growing.slope < 6.1
    assert growing.judged > 100
    stepped = _memory(3, [(float(second), 100 + 60 * (second > 200)) for second in range(300)], calm=210)
    assert stepped.slope == 0, "a single step caused by a fault is not a leak"
    assert 80 < stepped.judged < 90
    assert _memory(4, [(float(second), 100) for second in range(300)], calm=400).judged == 0


def test_the_report_lists_violations(tmp_path):
    report = Report("one process", 1, stuck=["table 3"], lost=["an event"])
    report.faults.append(Injected(1, "disk full", "a disk", 2.0, 0.1, None, 3, {"storage": 2}))
    report.write(tmp_path)
    text = (tmp_path / "soak.txt").read_text()
    assert "FAILED: 2" in text
    assert "stuck: table 3" in text
    assert "never" in text
    assert '"passed": false' in (tmp_path / "soak.json").read_text()


def test_an_unknown_fault_is_an_error():
    command = [sys.executable, "-m", "benchmarks.soak", "--faults", "flood"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no fault flood" in done.stderr

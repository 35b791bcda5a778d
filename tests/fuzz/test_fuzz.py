"""A short run of every target of `benchmarks/fuzz`, and the corpus of inputs that once failed."""

import asyncio
import json
import random
from pathlib import Path

import pytest

from benchmarks.fuzz import files, positions, schema, web
from benchmarks.fuzz.__main__ import TARGETS, Ledger, run
from benchmarks.fuzz.in_process import Fault, InProcessServer
from tests.support.waiting import TIMEOUT

INPUTS = 200
"""Inputs of a short run."""
CORPUS = Path(__file__).parents[1] / "corpus"


@pytest.mark.parametrize("target", sorted(set(TARGETS) - {"lines"}))  # tests/brain runs this target
def test_a_short_run_finds_no_fault(target):
    seed = random.SystemRandom().getrandbits(30)
    inputs = run(target, seed=seed, first=0, inputs=INPUTS, seconds=TIMEOUT, note=lambda *_: None)
    assert inputs >= INPUTS


@pytest.mark.parametrize("path", sorted((CORPUS / "files").iterdir()), ids=lambda path: path.name)
def test_files_that_once_failed(path):
    files.check(path.read_bytes())


@pytest.mark.parametrize("path", sorted((CORPUS / "positions").iterdir()), ids=lambda path: path.name)
def test_positions_that_once_failed(path):
    positions.check(path.read_bytes())


def corpus(kind: str) -> list[str]:
    """The inputs of a kind; the files have one per line."""
    return [line for path in sorted((CORPUS / kind).iterdir()) for line in path.read_text().splitlines()]


def test_messages_that_once_failed():
    async def replay() -> None:
        server = await InProcessServer().opened()
        try:
            async with server.socket() as page:
                for line in corpus("messages"):
                    page.say(json.loads(line).encode("utf-8", "surrogatepass"))
                    await page.wait_for_answers()
            server.errors.raise_if_any()
        finally:
            await server.close()

    asyncio.run(replay())


def test_requests_that_once_failed():
    async def replay() -> None:
        server = await InProcessServer().opened()
        try:
            async with server.socket() as page:
                for line in corpus("http"):
                    method, path, query, body = json.loads(line)
                    await web.check_request(
                        server, page, (method, path, query.encode(), body.encode("utf-8", "surrogatepass"))
                    )
            server.errors.raise_if_any()
        finally:
            await server.close()

    asyncio.run(replay())


def test_a_batch_is_reproducible():
    first = [next(positions.inputs(random.Random("positions 1 5"))) for _ in range(2)]
    assert first[0] == first[1]


def test_progress_is_recorded(tmp_path):
    ledger = Ledger(tmp_path / "done.json", seed=3)
    ledger.note("files", 0, 100)
    ledger.note("files", 1, 100)
    ledger.write()
    again = Ledger(tmp_path / "done.json", seed=3)
    assert (again.next("files"), again.total("files"), again.next("http")) == (2, 200, 0)


def test_faults_are_detected():
    """Statuses 500 and closed sockets raise Fault."""

    async def broken(scope, receive, send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept", "headers": []})
            await send({"type": "websocket.send", "text": '{"type": "hello"}'})
            await send({"type": "websocket.close", "code": 1011, "reason": "oh"})
        else:
            await send({"type": "http.response.start", "status": 500, "headers": []})
            await send({"type": "http.response.body", "body": b"oh"})

    async def replay() -> None:
        server = await InProcessServer().opened()
        try:
            server.app, app = broken, server.app
            async with server.socket() as page:
                with pytest.raises(Fault, match="500"):
                    await web.check_request(server, page, ("GET", "/api/health", b"", b""))
                with pytest.raises(Fault, match="closed: 1011"):
                    await page.wait_for_answers()
            server.app = app
        finally:
            await server.close()

    asyncio.run(replay())


def test_responses_conform_to_the_openapi_document():
    """Requests generated from the document, over a real socket."""
    asked, statuses = schema.run(first=random.SystemRandom().getrandbits(30), seconds=4, examples=4, requests=20)
    assert asked > 10
    assert statuses.total() == asked

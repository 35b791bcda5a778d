"""Fuzz target: game files and links, as damaged records and random mixtures of their tokens.

For any bytes a reader must return games or raise RecordError; games that were read can be written and read again.
"""

import contextlib
import random
from collections.abc import Iterator
from typing import Any, Final

from benchmarks.fuzz.generators import CHANGES, damaged
from benchmarks.fuzz.in_process import Fault
from gomoku.rules import OPENINGS, PRESETS, Game, OpeningError, Rules, RulesError
from gomoku.rules.records import FORMATS, Record, RecordError, losses, read_all
from gomoku.rules.records.files import decode, sniff
from gomoku.rules.records.link import dumps as link_of
from gomoku.server.analysis import study
from gomoku.server.rooms import records
from gomoku.server.wire.refusal import Refusal
from tests.records.games import SAMPLES, facts, play_on

PIECES: Final = (
    *("(", ";", ")", "[", "]", "\\", "(;", ";B[", ";W[", "])", "aa", "hh", "jj", ":", "=", ",", "aa:cc", "tt", "B[", "W[]"),
    *("FF[4]", "GM[4]", "GM[1]", "SZ[15]", "SZ[", "SZ[7:9]", "RU[42]", "RU[", "AB[", "AW[aa:cc]", "AE[", "PL[", "TAKEN[1:2]"),
    *("CA[latin-1]", "CA[utf-16]", "OPENING[swap2]", "OPENING[rif]", "ANSWER[", "OFFER[", "two", "black", "C[", "BL[9]", "RE[B+R]"),
    *("Piskvorky 15x15, 0:0, 0\n", "Piskvorky 20x20, 11:11, 1\n", "8,8,0\n", "1,1", "-1", "0\n", "h8", "i9", "9" * 20),
    *("XO...\n", ".....\n", "to_move O\n", "taken 1 2\n", "moves ", "g1~42~", "g1~renju~swap2~", "~", ".", "(0,0)", "15\n"),
    *(" ", "\n", "\r\n", "\t", "\0", "²", "é", "\u2028", "\ufeff"),
)  # fmt: skip
MIXTURE_PROBABILITY: Final = 0.6
"""Probability of a token mixture instead of a file. A file yields several inputs, so mixtures are a quarter of all."""
VERSIONS: Final = 7
"""Damaged versions per file: playing a game takes longer than reading it."""
DAMAGED: Final = 0.9
"""Share of versions with damage."""
SEEDS: Final = tuple(
    path.read_bytes() for path in sorted(SAMPLES.iterdir()) if path.suffix in (".sgf", ".psq", ".rec", ".pos", ".txt")
)


def inputs(rng: random.Random) -> Iterator[bytes]:
    while True:
        if rng.random() < MIXTURE_PROBABILITY:
            yield _token_mixture(rng)
        else:
            valid = _valid_file(rng)
            for _ in range(rng.randint(1, VERSIONS)):
                yield damaged(rng, valid) if rng.random() < DAMAGED else valid


def _valid_file(rng: random.Random) -> bytes:
    """A valid file."""
    return rng.choice(SEEDS) if rng.random() < 0.35 else _random_file(rng)


def _token_mixture(rng: random.Random) -> bytes:
    if rng.random() < 0.85:
        return "".join(rng.choices(PIECES, k=rng.choice((1, 3, 10, 40)))).encode()
    return rng.randbytes(rng.choice((1, 10, 100)))


def _random_file(rng: random.Random) -> bytes:
    """A random game in one of the formats."""
    spec = rng.choice(tuple(PRESETS)) + rng.choice((";size=5", ";size=7", ";size=9", ";size=5x8", ""))
    if rng.random() < 0.3:
        spec += ";" + rng.choice(CHANGES)
    try:
        game = Game(Rules.parse(spec), rng.choice((*OPENINGS, *("standard",) * 5)))
    except (RulesError, OpeningError):
        game = Game(Rules.preset("42", size=9))
    play_on(game, rng.choice((0, 1, 5, 15)), rng)
    record = Record(
        game, black=rng.choice(("", "Ann", "é]\\")), comments={0: "a [b] \\ c:d"}, times={1: 5} if game.actions else {}
    )
    try:
        return FORMATS[rng.choice(tuple(FORMATS))].dumps(record, True).encode()
    except RecordError:
        return link_of(record).encode()


def check(data: bytes) -> None:
    """Read the bytes in every format."""
    try:
        sniffed = sniff(decode(data))
    except RecordError:
        sniffed = ""
    for format in (None, *FORMATS):
        if format == sniffed:
            continue  # the same as None
        try:
            found = read_all(data, format)
        except RecordError as error:
            if not 0 < len(str(error)) < 500:
                raise Fault(f"{format}: an error message of {len(str(error))} characters") from None
            continue
        for record in found[:3]:
            _check_round_trip(record)
    with contextlib.suppress(RecordError):
        records.imported(data, None, None, "top", "nobody", 0)
    with contextlib.suppress(Refusal):
        for one in study.open_file(data, None, None, "top").studies:
            study.to_sgf(one)


def _check_round_trip(record: Record) -> None:
    """Round trip: a record written without loss is read as the same game."""
    for name, format in FORMATS.items():
        try:
            text = format.dumps(record, False)
        except RecordError:
            continue
        again = read_all(text.encode("utf-8", "surrogatepass"), name, record.game.rules)[0]
        if not losses(record, name) and _facts(again) != _facts(record):
            raise Fault(f"written as {name} and read again, it is a different game:\n{text}")


def _facts(record: Record) -> dict[str, Any]:
    return facts(record.game)

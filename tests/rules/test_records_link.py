"""Links: short, and refused if a single character is wrong."""

import random
from binascii import crc32

import pytest

from gomoku.rules import Game, Rules
from gomoku.rules.records import Record, RecordError, link
from tests.records.games import facts, play_on

GAME = play_on(Game(Rules.preset("42")), 60, random.Random(5))
LINK = GAME.to_link()


def forged(body: str) -> str:
    """A link with a valid checksum and any content."""
    return f"{body}~{link._check(body)}"


def refusal(text: str) -> str:
    with pytest.raises(RecordError) as caught:
        link.loads(text)
    return str(caught.value)


def test_a_link_stays_readable():
    """Links are permanent: old ones must stay readable."""
    assert facts(Game.from_link("g1~42~~~c0c1cG~bJDz4j")) == facts(Game.from_sgf("(;RU[42];B[jj];W[kj];B[ii])"))


def test_a_link_with_names_stays_readable():
    text = "g2~42~~~c0c1cG~w4huZQpCb2IKVytS~"
    found = link.loads(text + link._check(text[:-1]))
    assert (found.black, found.white, found.result) == ("Ène", "Bob", "W+R")
    assert facts(found.game) == facts(Game.from_link("g1~42~~~c0c1cG~bJDz4j"))


def test_two_characters_a_move():
    assert len(GAME.moves) > 20
    assert len(LINK) == len("g1~42~~~~123456") + 2 * len(GAME.moves)


def test_spaces_and_escaped_tildes_do_not_matter():
    assert facts(Game.from_link(f"  {LINK.replace('~', '%7E')}\n")) == facts(GAME)


def test_every_single_change_is_noticed():
    for at in range(len(LINK)):
        for sign in "aZ9-_~.":
            if sign != LINK[at]:
                refusal(LINK[:at] + sign + LINK[at + 1 :])


def test_every_truncation_is_noticed():
    for length in range(len(LINK)):
        refusal(LINK[:length])


def test_damage_is_reported_as_damage():
    assert "damaged" in refusal(LINK[:-1])
    assert "damaged" in refusal(LINK.lower())
    assert "newer format" in refusal("g3" + LINK[2:])
    assert "begins with g1~" in refusal("hello")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("g1~42~~", "5 parts instead of 6"),
        ("g2~42~~~", "6 parts instead of 7"),
        ("g2~42~~~~_", "names cannot be read"),
        ("g2~42~~~~_____w", "names cannot be read"),
        ("g2~42~~~~QW5u", "names cannot be read"),
        ("g1~chess~~~", "unknown rule set 'chess'"),
        ("g1~42.size~~~", "the link's rules"),
        ("g1~42.size-99~~~", "size must be 5 to 52"),
        ("g1~42~chess~~", "unknown opening"),
        ("g1~42~swap~X.0.0.aa.~", "both an opening and a set-up"),
        ("g1~42~~X.0.0~", "set-up position cannot be read"),
        ("g1~42~~X.0.0.aa.aa~", "on each other"),
        ("g1~42~~X.0.0.__.~", "off the board"),
        ("g1~42~~X.0.0.a.~", "cells cannot be read"),
        ("g1~42~~X.99999.0.aa.~", "cannot be set up"),
        ("g1~42~~~a", "cells cannot be read"),
        ("g1~42~~~a!", "cells cannot be read"),
        ("g1~42~~~aaaa", "move 2: A19 cannot be played"),
        ("g1~42~~~__", "cannot be played"),
        ("g1~42~~~aa.black", "is not closed"),
        ("g1~42~~~aa.black.", "asks nothing"),
        ("g1~42~swap~~abcdef.green.", "expected one of black, white"),
    ],
)
def test_links_that_hold_nonsense(body: str, message: str):
    assert message in refusal(forged(body))


def test_the_checksum_is_crc32():
    body = "g1~42~~~"
    number = 0
    for sign in link._check(body):
        number = number * 64 + link._DIGITS.index(sign)
    assert number == crc32(body.encode())


def test_long_links_are_refused_at_once():
    assert "at most" in refusal(forged("g1~42~~~" + "a" * 100_000))


def test_rules_without_a_name_cannot_be_written():
    with pytest.raises(RecordError, match="cannot be named"):
        link.dumps(Record(Game(Rules(name="no preset"))))


@pytest.mark.parametrize("result", ["", "0", "W+"])
def test_a_link_made_from_moves(result: str):
    rules = Rules.preset("renju")
    record = link.loads(link.of_moves(rules, [(7, 7), (8, 6), (8, 8)], result))
    assert (record.game.rules, record.game.moves) == (rules, ((7, 7), (8, 6), (8, 8)))
    assert record.result == result
    assert link.dumps(record) == link.of_moves(rules, record.game.moves, result)

"""`INFO`: every key, and values that are ignored."""

import resource

import pytest

from gomoku.brain.settings import Settings


def settings(*infos):
    made = Settings()
    for info in infos:
        key, _, value = info.partition(" ")
        made.put(key, value)
    return made


@pytest.mark.parametrize(
    ("info", "name", "value"),
    [
        ("timeout_turn 0", "turn_ms", 0),
        ("timeout_turn 30000", "turn_ms", 30000),
        ("TIMEOUT_MATCH 180000", "match_ms", 180000),
        ("time_left -20", "left_ms", -20),
        ("time_left 2147483647", "left_ms", 2147483647),
        ("max_memory 367001600", "max_memory", 367001600),
        ("max_memory 358400", "max_memory", 367001600),  # KB
        ("max_memory 1048575", "max_memory", 1048575 * 1024),
        ("max_memory 1048576", "max_memory", 1048576),
        ("max_memory 0", "max_memory", 0),
        ("game_type 2", "game_type", 2),
        ("folder C:\\Users\\some one", "folder", "C:\\Users\\some one"),
        ("max_depth 7", "max_depth", 7),
        ("max_depth 0", "max_depth", None),
        ("max_node 100000", "max_nodes", 100000),
        ("thread_num 1", "threads", 1),
        ("gomoku.threads 1", "threads", 1),
        ("hash_size 1024", "hash_kb", 1024),
        ("rule 0", "spec", "freestyle"),
        ("rule 1", "spec", "standard"),
        ("rule 4", "spec", "renju"),
        ("rule 8", "spec", "caro6"),
        ("rule 9", "spec", "caro"),
        ("gomoku.rules 42", "spec", "42"),
        ("gomoku.rules 42; ban_double_three = nobody", "spec", "42;ban_double_three=nobody"),
        ("gomoku.captured 4,2", "captured", (4, 2)),
        ("gomoku.level 3", "level", 3),
        ("gomoku.suggest 1", "suggests", True),
        ("gomoku.messages 1", "sends_messages", True),
    ],
)
def test_keys(info, name, value):
    assert getattr(settings(info), name) == value


@pytest.mark.parametrize(
    "info",
    [
        "timeout_turn",
        "timeout_turn -1",
        "timeout_turn 1.5",
        "timeout_turn 99999999999999999999999999",
        "timeout_match x",
        "time_left now",
        "max_memory -1",
        "rule",
        "rule one",
        "thread_num 0",
        "gomoku.level 0",
        "gomoku.captured 1",
        "gomoku.captured 1,2,3",
        "gomoku.suggest maybe",
        "nobody 1",
        "",
    ],
)
def test_invalid_values_are_ignored(info):
    assert vars(settings(info)) == vars(settings())


@pytest.mark.parametrize("rule", [-1, 2, 3, 5, 6, 7, 10, 11, 12, 13, 16, 64])
def test_unsupported_rules(rule):
    made = settings(f"rule {rule}")
    assert made.rule_fault
    assert made.spec == "freestyle"
    made.put("rule", "1")
    assert made.rule_fault is None
    assert made.spec == "standard"


def test_threads_are_capped_at_the_processors():
    assert 1 <= settings("thread_num 100000").threads <= 256


def test_the_lower_memory_limit_holds(monkeypatch):
    assert settings().memory == 70_000_000
    assert settings("max_memory 0").memory is None
    monkeypatch.setattr(resource, "getrlimit", lambda _: (50_000_000, 50_000_000))
    assert settings("max_memory 0").memory == 50_000_000
    assert settings("max_memory 40000000").memory == 40_000_000

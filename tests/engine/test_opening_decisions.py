"""Opening decisions: the engine completes every opening with legal answers, in time, and reaches an even game."""

import random

import pytest

from gomoku.engine import Advice, Aim, Choice, Engine, Limit, advise, answer, opening_decisions
from gomoku.engine.opening_decisions import ADVISED_STONES, EVEN_MARGIN, EXPECTED_MOVES
from gomoku.rules import OPENINGS, Cell, Decided, Game, Kind, OpeningError, Rules
from tests.support.stopwatch import Stopwatch


def open_game(rules: Rules, opening: str, limit: Limit, seed: int = 0, threads: int = 1) -> tuple[Game, float]:
    """The game at the start of normal play, and the slowest answer in seconds."""
    game = Game(rules, opening)
    rng = random.Random(seed)
    slowest = 0.0
    with Engine(rules, threads, memory_mb=2) as engine:
        while game.decision is not None and game.decision.step != "play":
            watch = Stopwatch()
            said = answer(engine, game, limit, rng)
            slowest = max(slowest, watch.seconds() if threads == 1 else watch.cpu())
            game.decide(said)
    assert game.decision is not None
    return game, slowest


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("name", ["42", "freestyle", "renju", "pente"])
def test_to_normal_play(opening: str, name: str):
    game, _ = open_game(Rules.preset(name), opening, Limit(nodes=6_000), 1)
    assert game.status == "ongoing"


@pytest.mark.parametrize("opening", [name for name in OPENINGS if name != "standard"])
@pytest.mark.parametrize("rules", [Rules.preset("42", size=9), Rules.preset("renju", size=(9, 14))], ids=str)
def test_on_small_boards(opening: str, rules: Rules):
    open_game(rules, opening, Limit(nodes=4_000))


@pytest.mark.parametrize("size", [5, 6, 7, (5, 8)], ids=str)
def test_on_tiny_boards(size: int | tuple[int, int]):
    for opening in OPENINGS:
        try:
            open_game(Rules.preset("42", size=size, ban_self_capture="both"), opening, Limit(nodes=1_000))
        except OpeningError:
            assert "pro" in opening or opening == "g_pente"


@pytest.mark.parametrize(
    "limit", [Limit(depth=1), Limit(nodes=1), Limit(time=0.001), Limit(time=0.02), Limit(nodes=700)]
)
def test_small_limits(limit: Limit):
    for opening in ("swap2", "rif", "soosorv8", "g_pente"):
        open_game(Rules.preset("42", size=15), opening, limit)


@pytest.mark.clock
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limit", [0.2, 0.5])
@pytest.mark.parametrize("opening", ["swap2", "soosorv8"])
def test_in_time(opening: str, limit: float, threads: int):
    _, slowest = open_game(Rules.preset("42"), opening, Limit(time=limit), 1, threads)
    assert slowest < limit


def test_reproducible_with_a_node_limit():
    first, second = (open_game(Rules.preset("42"), "swap2", Limit(nodes=5_000), 3)[0] for _ in range(2))
    assert first.actions == second.actions


def test_first_stones_vary_by_seed():
    assert len({open_game(Rules.preset("42"), "swap", Limit(nodes=3_000), seed)[0].moves for seed in range(5)}) > 1


def test_openings_vary_beyond_turns_and_reflections(monkeypatch: pytest.MonkeyPatch):
    """The second stone is drawn among nearly even ones; its distance from the first one tells them apart."""

    def distances() -> set[tuple[int, ...]]:
        found = set()
        with Engine(Rules.preset("renju"), memory_mb=2) as engine:
            for seed in range(8):
                game = Game(engine.rules, "swap2")
                game.decide((7, 7))
                engine.new_game()
                game.decide(answer(engine, game, Limit(nodes=20_000), random.Random(seed)))
                found.add(tuple(sorted(abs(at - 7) for at in game.moves[1])))
        return found

    varied = distances()
    monkeypatch.setattr(opening_decisions, "DRAWN", dict.fromkeys(opening_decisions.DRAWN, (1, 0)))
    assert len(varied) > len(distances()), "than the most even ones alone"


@pytest.mark.parametrize("name", ["42", "freestyle", "pente"])
def test_placed_stones_are_balanced(name: str):
    """Three stones for the opponent to choose a colour from: neither side is far ahead."""
    rules = Rules.preset(name)
    for seed in range(3):
        game = Game(rules, "swap")
        rng = random.Random(seed)
        with Engine(rules, memory_mb=2) as engine:
            while game.decision and game.decision.kind is Kind.STONE:
                game.decide(answer(engine, game, Limit(nodes=40_000), rng))
            assert abs(engine.search(game, Limit(nodes=10_000)).score) < 150


@pytest.mark.parametrize(
    ("cells", "color"),
    [(((7, 7), (0, 0), (8, 8)), "black"), (((0, 0), (7, 7), (14, 14)), "white")],
)
def test_takes_the_better_colour(cells: tuple[Cell, ...], color: str):
    """One colour has two stones in the centre and the other none, and vice versa."""
    rules = Rules.preset("freestyle")
    game = Game(rules, "swap2")
    for cell in cells:
        game.decide(cell)
    with Engine(rules, memory_mb=2) as engine:
        assert answer(engine, game, Limit(nodes=30_000)) == color


def test_every_kind_of_answer_is_given():
    """Over several games every kind of decision occurs: both colours, more stones, swap, keep, ten, several numbers."""
    said = set()
    for opening in ("swap2", "soosorv8", "taraguchi10"):
        for seed in range(3):
            game, _ = open_game(Rules.preset("renju"), opening, Limit(nodes=4_000), seed)
            said |= {action.answer for action in game.actions if isinstance(action, Decided)}
    assert {"swap", "keep"} <= said
    assert said & {"black", "white"}
    assert any(isinstance(word, int) for word in said)


def test_no_answer_when_the_game_is_over():
    rules = Rules.preset("freestyle")
    over = Game.from_rows(rules, ["OOOOO" + "." * 10, *["." * 15] * 14], "X")
    with Engine(rules, memory_mb=1) as engine, pytest.raises(ValueError, match="over"):
        answer(engine, over)


# --- advice ---


def advised(opening: str, *answers: object, rules: str = "freestyle", nodes: int = 20_000) -> Advice:
    game = Game(Rules.preset(rules), opening)
    for said in answers:
        game.decide(game._cell(said) if isinstance(said, str) and said[0].isupper() else said)  # type: ignore[arg-type]
    with Engine(game.rules, memory_mb=2) as engine:
        return advise(engine, game, Limit(nodes=nodes))


STRONG = ("H8", "A1", "I9")
"""Two black stones together, the white one in a corner."""
BALANCED = ("H8", "C2", "N13")
"""A black stone in the centre, one far away, and White to move."""


def test_advice_on_a_colour_names_the_better_side_and_both_chances():
    advice = advised("swap", *STRONG)
    assert (advice.answer, advice.aim) == ("black", Aim.BETTER_COLOR)
    assert advice.black is not None
    assert advice.black > EVEN_MARGIN
    assert advice.choices == (Choice("black", advice.black), Choice("white", -advice.black))


def test_advice_passes_an_even_game_on():
    advice = advised("swap2", *BALANCED)
    assert (advice.answer, advice.aim) == ("two", Aim.PASS_ON)
    assert advice.choices[0].answer == "two"
    assert {choice.answer for choice in advice.choices} == {"black", "white", "two"}
    assert advice.choices[0].value is None  # two more stones were not searched


def test_even_is_the_value_at_which_games_end_evenly(monkeypatch: pytest.MonkeyPatch):
    """A bias of the first search moves both what is chosen and what is placed."""
    position = ("H8", "B3", "N3")  # 24 points for White, who is to move
    monkeypatch.setattr(opening_decisions, "BIAS", {})
    plain, placed = advised("swap2", *position), advised("swap2", "H8", "D4")
    monkeypatch.setattr(opening_decisions, "BIAS", {"freestyle": {3: (150, 22)}})
    biased, ahead = advised("swap2", *position), advised("swap2", "H8", "D4")
    assert (plain.answer, biased.answer) == ("white", "two")
    assert plain.black is not None
    assert biased.black == plain.black + 22
    assert ahead.answer != placed.answer


@pytest.mark.parametrize(
    ("opening", "answers", "aim"),
    [
        ("swap", (), Aim.CENTRE),
        ("swap", ("H8",), Aim.LEAVE_ROOM),
        ("swap2", ("H8", "A1"), Aim.BALANCE),
        ("pro", ("H8", "H9"), Aim.STRONGEST),
        ("rif", (), Aim.FORCED),
        ("rif", ("H8", "H9", "I9", "black"), Aim.STRONGEST),
    ],
)
def test_advice_on_stones(opening: str, answers: tuple[str, ...], aim: Aim):
    advice = advised(opening, *answers, nodes=8_000)
    assert advice.aim is aim
    assert advice.black is None
    named = [choice.answer for choice in advice.choices]
    assert len(set(named)) == len(named) <= ADVISED_STONES
    assert (named[:1] == [advice.answer]) == (aim not in (Aim.CENTRE, Aim.FORCED))


@pytest.mark.parametrize(
    ("opening", "answers", "is_expected"),
    [
        ("swap", STRONG, True),
        ("pro", ("H8", "H9"), True),
        ("swap2", BALANCED, False),  # two more stones
        ("swap2", ("H8", "A1"), False),  # the other player chooses next
        ("rif", ("H8", "H9", "I9"), False),  # fifth stones are offered
    ],
)
def test_advice_tells_the_expected_moves_if_normal_play_follows(
    opening: str, answers: tuple[str, ...], is_expected: bool
):
    advice = advised(opening, *answers)
    assert bool(advice.line) == is_expected
    game = Game(Rules.preset("freestyle"), opening)
    for said in answers:
        game.decide(game._cell(said) if said[0].isupper() else said)
    game.decide(advice.answer)
    for cell in advice.line:
        game.play(cell)  # each is legal
    assert len(advice.line) <= EXPECTED_MOVES


def test_advice_on_fifth_stones():
    three = ("H8", "H9", "I9", "black", "G7")
    offer = advised("rif", *three)
    assert (offer.aim, len(offer.choices)) == (Aim.STRONGEST, 2)
    assert {choice.answer for choice in offer.choices} == set(offer.answer)  # type: ignore[arg-type]
    pick = advised("rif", *three, offer.answer)
    assert (pick.aim, pick.answer) == (Aim.WEAKEST, pick.choices[0].answer)
    number = advised("soosorv8", *three)
    assert number.aim is Aim.EVEN_OFFER
    assert sorted(choice.answer for choice in number.choices) == list(range(1, 9))
    assert number.choices[0].answer == number.answer
    swap = advised("soosorv8", *three, 3)
    assert {choice.answer for choice in swap.choices} == {"swap", "keep"}
    assert swap.choices[0].value == -swap.choices[1].value  # type: ignore[operator]


def test_advice_of_taraguchi_compares_ten_stones():
    advice = advised("taraguchi10", "H8", "keep", "H9", "keep", "I9", "keep", "G7", rules="renju")
    assert {choice.answer for choice in advice.choices} == {"swap", "keep", "ten"}
    assert advice.answer == advice.choices[0].answer


@pytest.mark.parametrize(
    ("opening", "answers"),
    [
        ("taraguchi10", ("H8",)),
        ("taraguchi10", ("H8", "keep", "H9", "keep", "I9")),
        ("soosorv8", ("H8", "H9", "I9")),
    ],
)
def test_a_colour_that_can_be_swapped_later_has_no_chance_of_its_own(opening: str, answers: tuple[str, ...]):
    advice = advised(opening, *answers)
    assert advice.aim is Aim.FOR_NOW
    assert advice.black is not None, "of the stones on the board"
    assert {choice.value for choice in advice.choices} == {None}
    assert advice.line == ()


def test_the_last_swap_of_taraguchi_has_its_chance():
    advice = advised("taraguchi10", "H8", "keep", "H9", "keep", "I9", "keep", "G7", "keep", "G9")
    assert advice.aim is Aim.BETTER_COLOR
    assert all(choice.value is not None for choice in advice.choices)


def test_who_asks_for_fifth_stones_is_never_ahead():
    """The other player takes the better colour."""
    advice = advised("soosorv8", "H8", "H9", "I9", "black", "G7")
    assert all(choice.value is not None and choice.value <= 0 for choice in advice.choices)


@pytest.mark.parametrize("opening", OPENINGS)
def test_the_answer_is_the_advised_one(opening: str):
    game = Game(Rules.preset("renju"), opening)
    limit = Limit(nodes=1_500)
    while game.decision is not None and game.decision.step != "play":
        with Engine(game.rules, memory_mb=2) as engine:
            told = advise(engine, game, limit)
            engine.new_game()
            said = answer(engine, game, limit)
        if told.aim is not Aim.STRONGEST:  # advice compares several moves, which takes nodes from the best
            assert told.answer == said
        game.decide(said)
    with Engine(game.rules, memory_mb=2) as engine, pytest.raises(ValueError, match="over"):
        advise(engine, game, limit)

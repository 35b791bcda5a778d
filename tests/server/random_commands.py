"""Generators of random rooms and commands: mostly valid, some invalid."""

from random import Random

from gomoku.rules import OPENINGS, Color, Game, Kind, Player
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.room import Room, visitor_at
from gomoku.server.wire import messages
from gomoku.server.wire.values import Answer, ByoYomi, ClockRule, Fischer, NoClock, OfferKind, Options, RoomKind, Stone

VISITORS = ("ann", "bob", "cleo")
RULES = ("42;size=7", "freestyle;size=6", "renju;size=9", "keryo;size=8", "renju;size=9;renju_foul=loses")
TEXTS = ("", "Ann", "  b\u00e9 ", "<b>", "\u202e\x00", "x" * 40)
LOOKS = ((Stone.BLACK, Stone.WHITE), (Stone.JADE, Stone.CORAL), (Stone.WHITE, Stone.PEARL))


def clock(rng: Random) -> ClockRule:
    return rng.choice(
        (
            NoClock(),
            Fischer(rng.randint(1000, 60_000), rng.randint(0, 3000)),
            ByoYomi(rng.choice((0, 5000, 20_000)), rng.randint(1, 3), rng.randint(1000, 5000)),
        )
    )


def options(rng: Random) -> Options:
    if rng.random() < 0.3:  # often one that can be rated
        return Options(rng.choice(("freestyle", "42;size=13", *RULES)), clock=clock(rng), rated=True)
    return Options(rng.choice(RULES), rng.choice(("standard", *OPENINGS)), clock(rng))


def seat_request(rng: Random) -> messages.SeatRequest:
    return rng.choice((messages.Me(rng.choice(TEXTS)), messages.AiSeat(rng.randint(1, 10)), messages.OpenSeat()))


def creation(rng: Random) -> messages.Create:
    kind = rng.choice((RoomKind.LOCAL, *RoomKind))
    first, second = seat_request(rng), seat_request(rng)
    if rng.random() < 0.9:  # a valid one
        me, ai, free = messages.Me("ann"), messages.AiSeat(3), messages.OpenSeat()
        first, second = me, rng.choice((me, ai) if kind is RoomKind.LOCAL else (free, free, ai))
        if rng.random() < 0.5:
            first, second = second, first
    looks = rng.choice(LOOKS[:-1] * 9 + LOOKS)
    return messages.Create("make", options(rng), first, second, kind, looks, rng.choice(TEXTS))


def cell(rng: Random, game: Game) -> tuple[int, int]:
    allowed = game.allowed_cells()
    if allowed and rng.random() < 0.9:
        return rng.choice(allowed)
    return (rng.randint(-1, 9), rng.randint(-1, 9))


def answer(rng: Random, game: Game) -> Answer:
    """An answer, usually valid for the pending decision."""
    decision = game.decision
    if decision is None or rng.random() < 0.1:
        return rng.choice(("", "swap", 3, -1, (), ((0, 0),), ((0, 0), (0, 0)), ((1, 1), (2, 2), (99, 99))))
    if decision.kind in (Kind.CHOICE, Kind.NUMBER):
        return rng.choice(decision.choices)
    allowed = game.allowed_cells()
    return tuple(rng.sample(allowed, min(len(allowed), decision.count)))


def actor(rng: Random, room: Room) -> Actor:
    """An actor, usually one who can act now."""
    if room.ai_due and rng.random() < 0.6:
        return Actor(engine_of=room.ai_due, ms=rng.randint(0, 800))
    if room.to_act and rng.random() < 0.6:
        return Actor(visitor_at(room.holder(room.to_act)) or room.owner)
    return Actor(rng.choice(VISITORS))


def command(rng: Random, room: Room) -> messages.RoomCommand:
    """A command, valid or not in the current state."""
    ply = room.ply if rng.random() < 0.9 else rng.choice((max(0, room.ply - 1), room.ply + 1))
    if room.to_act and rng.random() < 0.65:
        decision = room.game.decision
        if decision is not None and decision.kind not in (Kind.STONE, Kind.PICK):
            return messages.Decide("c", room.id, answer(rng, room.game), ply)
        return messages.Play("c", room.id, cell(rng, room.game), ply)
    if room.offers and rng.random() < 0.5:
        offer = rng.choice(room.offers)
        return rng.choice(
            (
                messages.Reply("c", room.id, offer.kind, rng.random() < 0.6),
                messages.Withdraw("c", room.id, offer.kind),
            )
        )
    player, kind = rng.choice(tuple(Player)), rng.choice(tuple(OfferKind))
    if room.game.can_redo and rng.random() < 0.3:
        return messages.Redo("c", room.id)
    if not room.began and rng.random() < 0.7:
        return rng.choice(
            (
                messages.Sit("c", room.id, player, rng.choice((messages.Me("x"), messages.Me("y"), seat_request(rng)))),
                messages.Ready("c", room.id, True),
                messages.Ready("c", room.id, rng.random() < 0.7),
            )
        )
    if rng.random() < 0.07:  # as often as one of the others, but apart: to find what is allowed takes long
        return rng.choice(
            (
                messages.Play("c", room.id, cell(rng, room.game), ply),
                messages.Decide("c", room.id, answer(rng, room.game), ply),
            )
        )
    return rng.choice(
        (
            messages.Undo("c", room.id),
            messages.Undo("c", room.id),
            messages.Redo("c", room.id),
            messages.Redo("c", room.id),
            messages.Resume("c", room.id),
            messages.Hint("c", room.id),
            messages.Resign("c", room.id),
            messages.OfferDraw("c", room.id),
            messages.Cancel("c", room.id),
            messages.Pause("c", room.id),
            messages.Resume("c", room.id),
            messages.Claim("c", room.id),
            messages.Restart("c", room.id, rng.random() < 0.5),
            messages.Reply("c", room.id, kind, True),
            messages.Withdraw("c", room.id, kind),
            messages.ChooseStone("c", room.id, rng.choice(tuple(Color)), rng.choice(tuple(Stone))),
            messages.Rename("c", room.id, player, rng.choice(TEXTS)),
            messages.Retitle("c", room.id, rng.choice(TEXTS)),
            messages.Sit("c", room.id, player, seat_request(rng)),
            messages.Stand("c", room.id, player),
            messages.Kick("c", room.id, player),
            messages.Mute("c", room.id, rng.choice(("ann", "bob", "cleo")), rng.random() < 0.5),
            messages.Ban("c", room.id, rng.choice(("bob", "cleo"))),
            messages.Ready("c", room.id, rng.random() < 0.5),
            messages.Configure("c", room.id, options(rng)),
            messages.SetLevel("c", room.id, player, rng.randint(1, 10)),
            messages.Say("c", room.id, rng.choice(("hello", " ", "<script>"))),
        )
    )

"""Slow games: turns stored vacations and conditional moves of the players into events. Pure.

A room holds neither: conditional moves are private to their player, and a vacation covers all games of a visitor.
`people.games.slow_store` stores both, and `live.slow_games` gives them to the functions here with every change of a room.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from gomoku.rules import Game, IllegalMove, Kind
from gomoku.server.rooms.permissions import Actor, require_game
from gomoku.server.rooms.room import PLAYERS, Room, apply, visitor_at
from gomoku.server.wire import events
from gomoku.server.wire.events import Event
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.slow_messages import MAX_PLAN_LENGTH, PlanLine
from gomoku.server.wire.values import Cell, Moment, Person, Vacation

Events = tuple[Event, ...]


@dataclass(frozen=True)
class Plan:
    """Conditional moves of a player: lines that begin with a move of the opponent, from one position of a game."""

    base: str
    """Digest of the game up to that position: after an undo, or in a rematch, the plan is void."""
    ply: int
    lines: tuple[PlanLine, ...]


@dataclass(frozen=True)
class Facts:
    """Stored vacations and conditional moves of the players of a slow game, by visitor."""

    vacations: Mapping[str, Vacation] = field(default_factory=dict)
    plans: Mapping[str, Plan] = field(default_factory=dict)


NO_FACTS: Final = Facts()


def digest(room: Room, ply: int) -> str:
    """Digest of the game of a room up to an action."""
    played = "".join(f" {action.cell}{action.answer}" for action in room.actions[:ply])
    return hashlib.blake2b(f"{room.round}{played}".encode(), digest_size=16).hexdigest()


@dataclass(frozen=True)
class Turn:
    """A visitor's turn that has just begun."""

    visitor: str
    room: str
    opponent: str
    """Name of the other player."""


def new_turn(before: Room, after: Room) -> Turn | None:
    """The turn that a change of a slow game began; None if it was theirs already, or if no player or a bot is to act."""
    visitor = _person_to_act(after)
    if visitor is None or visitor == _person_to_act(before):
        return None
    assert after.to_act is not None
    return Turn(visitor, after.id, after.name(after.to_act.other))


def _person_to_act(room: Room) -> str | None:
    if not room.is_slow or not room.is_running or room.to_act is None:
        return None
    holder = room.holder(room.to_act)
    return holder.visitor if isinstance(holder, Person) and not holder.bot else None


def pending(room: Room, facts: Facts, now: Moment) -> Events:
    """Events that the facts call for: changed vacations, and planned moves that have not been played yet."""
    if not room.is_slow or not room.began or room.is_over:
        return ()
    changes: list[Event] = []
    for player, holder, known in zip(PLAYERS, room.holders, room.vacations, strict=True):
        vacation = facts.vacations.get(visitor_at(holder) or "")
        if vacation is not None and vacation != known and (known is not None or vacation.until > now):
            changes.append(events.VacationChanged(at=now, player=player, vacation=vacation))
    return answered(room, tuple(changes), facts, now)


def answered(room: Room, happened: Events, facts: Facts, now: Moment) -> Events:
    """Events of a room, and the planned moves that answer them."""
    if not room.is_slow or not facts.plans:
        return happened
    for event in happened:
        room = apply(room.id, room, event)
    while (cell := _planned(room, facts)) is not None:
        assert room.to_act is not None
        placed = events.Placed(at=now, player=room.to_act, cell=cell, ms=0)
        happened, room = (*happened, placed), apply(room.id, room, placed)
    return happened


def _planned(room: Room, facts: Facts) -> Cell | None:
    """The planned move of the player to act; None without one, or if it is not allowed."""
    if not room.is_running or room.to_act is None or not _takes_a_stone(room.game):
        return None
    plan = facts.plans.get(visitor_at(room.holder(room.to_act)) or "")
    if plan is None or room.ply <= plan.ply or digest(room, plan.ply) != plan.base:
        return None
    played = tuple(action.cell for action in room.actions[plan.ply : room.ply])
    number = len(played)
    cell = next((line[number] for line in plan.lines if line[:number] == played and len(line) > number), None)
    if cell is None or number % 2 == 0:
        return None
    try:
        room.game.check(cell)
    except IllegalMove:
        return None
    return cell


def _takes_a_stone(game: Game) -> bool:
    """Is a stone to be placed, after the opening?"""
    decision = game.decision
    return decision is not None and decision.kind is Kind.STONE and decision.step == "play"


def checked_plan(room: Room, lines: Sequence[PlanLine], by: Actor) -> Plan:
    """The plan of a player who waits for the opponent's move. Raises Refusal."""
    players = room.held_by(by.visitor)
    if not players:
        raise Refusal(Reason.NOT_SEATED, "only players may do that")
    if not room.is_slow:
        raise Refusal(Reason.NOT_HERE, "conditional moves are for slow games")
    require_game(room)
    if room.to_act in players or not _takes_a_stone(room.game):
        raise Refusal(
            Reason.NOT_YOUR_MOVE, "conditional moves are made while the opponent is to move, after the opening"
        )
    replies: dict[PlanLine, Cell] = {}
    for line in lines:
        _require_legal(room.game, line)
        for number in range(1, len(line), 2):
            if replies.setdefault(line[:number], line[number]) != line[number]:
                raise Refusal(Reason.BAD_OPTIONS, "two answers to the same move", line[number])
    return Plan(digest(room, room.ply), room.ply, tuple(dict.fromkeys(lines)))


def _require_legal(before: Game, line: PlanLine) -> None:
    if not line or len(line) % 2 or len(line) > MAX_PLAN_LENGTH:
        raise Refusal(Reason.BAD_OPTIONS, f"a line has a move, its answer, and so on: at most {MAX_PLAN_LENGTH} in all")
    game = before.copy()
    for cell in line:
        if not _takes_a_stone(game):
            raise Refusal(Reason.GAME_OVER, "the game would be over", cell)
        try:
            game.play(cell)
        except IllegalMove as error:
            raise Refusal(Reason(error.reason), str(error), cell) from None

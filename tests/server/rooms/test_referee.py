"""Decisions of the referee, case by case, with a controlled clock."""

from typing import get_args

import pytest
from msgspec.structs import replace

from gomoku import Engine, Rules
from gomoku.rules import Color, Player
from gomoku.server.rooms import referee, room, seating, views
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.room import Room, apply, fold
from gomoku.server.wire import events, messages, values
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import (
    Ai,
    ByoYomi,
    EndedBy,
    Fischer,
    OfferKind,
    Open,
    Options,
    Phase,
    Removal,
    RemovalReason,
    RoomKind,
    Stone,
)

ANN, BOB, CLEO = Actor("ann"), Actor("bob"), Actor("cleo")
P1, P2 = Player


def test_every_command_is_decided_and_every_event_is_applied():
    assert set(referee._DECIDE) == set(get_args(messages.RoomCommand))
    assert set(room._APPLY) == set(get_args(events.Event)) - {events.Created}  # `apply` makes a new room of it


class Table:
    """A room and a manual clock."""

    def __init__(self, first, second, kind=RoomKind.LOCAL, **options):
        self.now = 1_000_000
        command = messages.Create("c", Options(**options), first, second, kind)
        self.room: Room = apply("r", None, referee.create(command, "ann", self.now))

    def do(self, by, kind, *arguments):
        """Execute a command after the events due by now. Returns its events."""
        self.pass_time(0)
        happened = referee.decide(self.room, kind("c", "r", *arguments), by, self.now)
        self.room = fold("r", happened, self.room)
        return happened

    def refused(self, by, kind, *arguments) -> Refusal:
        before = self.room
        with pytest.raises(Refusal) as refusal:
            self.do(by, kind, *arguments)
        assert self.room is before
        return refusal.value

    def pass_time(self, ms):
        self.now += ms
        while happened := referee.due(self.room, self.now):
            self.room = fold("r", happened, self.room)

    def play(self, by, x, y):
        return self.do(by, messages.Play, (x, y), self.room.ply)


@pytest.fixture
def hotseat():
    return Table(messages.Me("Ann"), messages.Me("Bob"))


@pytest.fixture
def online():
    table = Table(messages.Me("Ann"), messages.OpenSeat(), RoomKind.LISTED)
    table.do(BOB, messages.Sit, P2, messages.Me("Bob"))
    return table


@pytest.fixture
def playing(online):
    online.do(ANN, messages.Ready, True)
    online.do(BOB, messages.Ready, True)
    online.pass_time(seating.COUNTDOWN)
    assert online.room.phase is Phase.PLAYING
    return online


# --- seats ---


def test_game_starts_when_the_countdown_ends(online):
    online.do(ANN, messages.Ready, True)
    online.do(BOB, messages.Ready, True)
    seen = []
    for ms in (0, seating.COUNTDOWN - 1, 1):
        online.pass_time(ms)
        seen.append(online.room.phase)
    assert seen == [Phase.COUNTDOWN, Phase.COUNTDOWN, Phase.PLAYING]
    assert online.refused(ANN, messages.Ready, False).reason is Reason.NOT_HERE


def test_ai_is_always_ready():
    table = Table(messages.Me(), messages.AiSeat(3), RoomKind.PRIVATE)
    table.do(ANN, messages.Ready, True)
    assert table.room.phase is Phase.COUNTDOWN


def test_taken_seats_are_refused(online):
    assert online.refused(CLEO, messages.Sit, P2, messages.Me()).reason is Reason.SEAT_TAKEN
    assert online.refused(BOB, messages.Sit, P1, messages.Me()).reason is Reason.SEAT_TAKEN
    online.do(BOB, messages.Stand, P2)
    assert online.room.holder(P2) == Open()
    assert online.refused(ANN, messages.Sit, P2, messages.Me()).reason is Reason.SEAT_TAKEN, "one seat each"
    assert online.refused(CLEO, messages.Sit, P2, messages.AiSeat()).reason is Reason.NOT_OWNER
    online.do(ANN, messages.Sit, P2, messages.AiSeat(4))
    assert online.room.holder(P2) == Ai(4)
    online.do(ANN, messages.SetLevel, P2, 5)
    online.do(ANN, messages.Sit, P2, messages.OpenSeat())
    assert online.room.holder(P2) == Open()


def test_kicked_visitor_cannot_sit_again(online):
    assert online.refused(ANN, messages.Kick, P1).reason is Reason.NOT_HERE
    online.do(ANN, messages.Kick, P2)
    assert online.refused(BOB, messages.Sit, P2, messages.Me()).reason is Reason.BANNED
    assert online.refused(BOB, messages.Say, "hey").reason is Reason.BANNED
    online.do(CLEO, messages.Sit, P2, messages.Me())


def test_only_the_removed_are_told_why(online):
    online.do(CLEO, messages.Say, "hello", "Cleo")
    before = online.room
    online.do(ANN, messages.Kick, P2, RemovalReason.RESERVED)
    online.do(ANN, messages.Ban, "cleo", RemovalReason.CONDUCT)
    assert online.room.removal("bob") == Removal(RemovalReason.RESERVED)
    assert online.room.removal("cleo") == Removal(RemovalReason.CONDUCT, seated=False)
    assert online.room.removal("ann") is None
    assert room.from_bytes(room.to_bytes(online.room)).removals == online.room.removals
    kicked = events.Stood(at=0, player=P2, kicked=True, reason=RemovalReason.RESERVED)
    shown = views.update_of(before, kicked, apply("r", before, kicked), 0)
    public = messages.encode(shown) + messages.encode(views.snapshot_of(online.room, 0))
    assert b"reserved" not in public
    assert b"conduct" not in public


def test_those_banned_by_an_earlier_version_are_told_so(online):
    old = replace(online.room, kicked=("bob",))
    assert old.removal("bob") == Removal()


def test_the_owner_silences_and_bans_spectators(online):
    assert online.refused(ANN, messages.Mute, "cleo").reason is Reason.NOT_HERE, "she has said nothing"
    online.do(CLEO, messages.Say, "hello", "Cleo")
    assert online.refused(BOB, messages.Mute, "cleo").reason is Reason.NOT_OWNER
    assert online.refused(ANN, messages.Mute, "ann").reason is Reason.NOT_HERE
    (muted,) = online.do(ANN, messages.Mute, "cleo")
    assert (muted.visitor, muted.name) == ("cleo", "Cleo")
    assert online.refused(CLEO, messages.Say, "hello").reason is Reason.MUTED
    assert online.refused(ANN, messages.Mute, "cleo").reason is Reason.NO_CHANGE
    online.do(ANN, messages.Mute, "cleo", False)
    online.do(CLEO, messages.Say, "thanks")
    online.do(ANN, messages.Ban, "cleo")
    assert online.refused(CLEO, messages.Say, "hello").reason is Reason.BANNED
    assert online.refused(ANN, messages.Ban, "cleo").reason is Reason.NO_CHANGE
    happened = online.do(ANN, messages.Ban, "bob")
    assert [type(event) for event in happened] == [events.Stood], "a player is kicked"
    for banned in (BOB, CLEO):
        assert online.refused(banned, messages.Sit, P2, messages.Me()).reason is Reason.BANNED


def test_chat_is_limited(online):
    for number in range(seating.MAX_LINES):
        online.do(BOB, messages.Say, f"line {number}")
        online.now += 100
    refusal = online.refused(BOB, messages.Say, "one more")
    assert (refusal.reason, refusal.wait) == (Reason.CHATTY, seating.CHAT_WINDOW - 500)
    online.do(ANN, messages.Say, "others may write")
    online.now += refusal.wait
    online.do(BOB, messages.Say, "now")
    # spectators together, who may be one person with many cookies
    crowd = [Actor(f"guest{number}") for number in range(seating.MAX_SPECTATOR_LINES + 1)]
    for each in crowd[:-1]:
        online.do(each, messages.Say, "flood")
    assert online.refused(crowd[-1], messages.Say, "flood").reason is Reason.CHATTY
    online.do(ANN, messages.Say, "the players can still write")


def test_no_spectator_writes_under_the_name_of_a_player(online):
    for name in ("Ann", "ann", "B o b", "Аnn"):
        assert online.refused(CLEO, messages.Say, "I resign", name).reason is Reason.NAME_TAKEN, name
    for name in ("Cleo", "", "Anna"):
        online.do(CLEO, messages.Say, "hello", name)
    online.do(BOB, messages.Say, "hello", "Ann")
    assert online.room.chat[-1].name == "Bob", "players write under the name of their seat"


def test_a_flood_of_chat_leaves_a_few_lines(online):
    """1,600 lines in eight seconds, of one player and of a spectator with sixteen cookies."""
    reasons = []
    for number in range(1_600):
        by = BOB if number % 2 else Actor(f"cookie{number % 16}")
        try:
            (said,) = referee.decide(online.room, messages.Say("id", "r", "buy now"), by, online.now)
            online.room = apply("r", online.room, said)
        except Refusal as refusal:
            reasons.append(refusal.reason)
        online.now += 5
    assert len(online.room.chat) == seating.MAX_LINES + seating.MAX_SPECTATOR_LINES
    assert reasons == (1_600 - len(online.room.chat)) * [Reason.CHATTY]
    online.do(ANN, messages.Say, "the owner is still heard")


def test_kick_cancels_a_casual_game(playing):
    happened = playing.do(ANN, messages.Kick, P2)
    assert [type(event) for event in happened] == [events.Ended, events.Stood]
    assert happened[0].by is EndedBy.CANCELLED
    assert playing.room.phase is Phase.SEATING


def test_win_can_be_claimed_after_the_absence_timeout(playing):
    assert playing.refused(ANN, messages.Claim).reason is Reason.NOT_HERE
    playing.room = fold("r", seating.presence(playing.room, "bob", False, playing.now), playing.room)
    playing.now += seating.ABSENCE_TIMEOUT - 1
    refusal = playing.refused(ANN, messages.Claim)
    assert (refusal.reason, refusal.wait) == (Reason.TOO_SOON, 1)
    assert playing.refused(CLEO, messages.Claim).reason is Reason.NOT_SEATED
    playing.now += 1
    playing.do(ANN, messages.Claim)
    assert playing.room.outcome is not None
    assert (playing.room.outcome.by, playing.room.outcome.player) == (EndedBy.ABANDONED, P1)


def test_repeated_presence_causes_no_events(playing):
    lost = seating.presence(playing.room, "bob", False, playing.now)
    playing.room = fold("r", lost, playing.room)
    assert seating.presence(playing.room, "bob", False, playing.now) == ()
    assert seating.presence(playing.room, "cleo", False, playing.now) == ()
    assert seating.presence(playing.room, "ann", True, playing.now) == ()


# --- offers ---


def test_cooldown_doubles_with_every_denial(playing):
    playing.play(ANN, 9, 9)
    expected = referee.FIRST_COOLDOWN
    for _ in range(8):
        playing.do(ANN, messages.Undo)
        playing.do(BOB, messages.Reply, OfferKind.UNDO, False)
        assert playing.refused(ANN, messages.Undo).wait == expected
        playing.pass_time(expected - 1)
        assert playing.refused(ANN, messages.Undo).wait == 1
        playing.pass_time(1)
        expected = min(2 * expected, referee.MAX_COOLDOWN)
    assert playing.room.ply == 1
    playing.do(BOB, messages.OfferDraw)  # the cooldown is per player and per kind of offer
    playing.do(BOB, messages.Withdraw, OfferKind.DRAW)
    playing.do(ANN, messages.OfferDraw)


def test_offers_that_are_withdrawn_again_and_again_have_the_same_cooldown(playing):
    """Each of them opens a panel in front of the other player."""
    playing.do(ANN, messages.OfferDraw)
    playing.do(ANN, messages.Withdraw, OfferKind.DRAW)
    expected = referee.FIRST_COOLDOWN
    for _ in range(3):
        playing.do(ANN, messages.OfferDraw)
        playing.do(ANN, messages.Withdraw, OfferKind.DRAW)
        assert playing.refused(ANN, messages.OfferDraw).wait == expected
        playing.pass_time(expected)
        expected *= 2
    playing.do(BOB, messages.OfferDraw)


def test_offer_lapses_after_its_timeout(playing):
    playing.do(ANN, messages.OfferDraw)
    assert playing.refused(ANN, messages.OfferDraw).reason is Reason.OFFER_PENDING
    playing.pass_time(referee.OFFER_TIMEOUT)
    assert playing.room.offers == ()
    assert playing.refused(BOB, messages.Reply, OfferKind.DRAW, True).reason is Reason.NO_OFFER
    playing.do(ANN, messages.OfferDraw)


def test_move_closes_all_offers(playing):
    playing.do(BOB, messages.OfferDraw)
    playing.play(ANN, 9, 9)
    assert playing.room.offers == ()


@pytest.mark.parametrize(
    ("kind", "offer"),
    [
        (messages.Undo, OfferKind.UNDO),
        (messages.Restart, OfferKind.RESTART),
        (messages.OfferDraw, OfferKind.DRAW),
        (messages.Cancel, OfferKind.CANCEL),
        (messages.Pause, OfferKind.PAUSE),
    ],
)
def test_offer_takes_effect_only_when_accepted(playing, kind, offer):
    playing.play(ANN, 9, 9)
    board = playing.room.game
    playing.do(ANN, kind)
    assert playing.room.game is board
    assert not playing.room.paused
    assert not playing.room.is_over
    assert playing.refused(CLEO, messages.Reply, offer, True).reason is Reason.NOT_SEATED
    assert playing.refused(ANN, messages.Reply, offer, True).reason is Reason.NO_OFFER
    playing.do(BOB, messages.Reply, offer, True)
    changed = playing.room.ply == 0 or playing.room.is_over or playing.room.paused
    assert changed


def test_no_redo_between_two_people(playing):
    playing.play(ANN, 9, 9)
    playing.do(ANN, messages.Undo)
    playing.do(BOB, messages.Reply, OfferKind.UNDO, True)
    assert playing.refused(ANN, messages.Redo).reason is Reason.NOT_HERE


def test_no_undo_before_the_first_own_move(playing):
    playing.play(ANN, 9, 9)
    assert playing.refused(BOB, messages.Undo).reason is Reason.NOTHING_TO_UNDO


# --- clocks ---


def test_first_move_is_free_then_the_clock_runs():
    table = Table(messages.Me(), messages.Me(), clock=Fischer(10_000, 1_000))
    table.pass_time(60_000)
    table.play(ANN, 9, 9)
    assert table.room.clocks is not None
    assert table.room.clocks[0].main == 10_000
    table.pass_time(4_000)
    table.play(ANN, 8, 8)
    assert table.room.clocks[1].main == 7_000
    table.pass_time(9_999)
    assert not table.room.is_over
    table.pass_time(2)
    outcome = table.room.outcome
    assert outcome is not None
    assert (outcome.by, outcome.winner, outcome.player) == (EndedBy.TIME, Color.O, P2)


def test_undo_and_redo_restore_the_clocks():
    table = Table(messages.Me(), messages.Me(), clock=Fischer(10_000, 0))
    table.play(ANN, 9, 9)
    table.pass_time(3_000)
    table.play(ANN, 8, 8)
    after = table.room.clocks
    table.pass_time(2_000)
    table.do(ANN, messages.Undo)
    assert table.room.clocks is not None
    assert table.room.clocks[1].main == 10_000
    assert table.room.elapsed(table.now) == 0
    table.do(ANN, messages.Redo)
    assert table.room.clocks == after


def test_ai_is_charged_thinking_time_not_queueing_time():
    table = Table(messages.Me(), messages.AiSeat(3), clock=ByoYomi(5_000, 1, 1_000))
    table.play(ANN, 9, 9)
    table.pass_time(600_000)  # ten minutes in the engine queue
    assert not table.room.is_over
    engine = Actor(engine_of=P2, ms=2_000)
    table.play(engine, 8, 8)
    assert table.room.clocks is not None
    assert table.room.clocks[1].main == 3_000
    assert table.room.actions[1].ms == 2_000


def test_paused_time_is_not_charged():
    table = Table(messages.Me(), messages.Me(), clock=Fischer(10_000, 0))
    table.play(ANN, 9, 9)
    table.pass_time(4_000)
    table.do(ANN, messages.Pause)
    table.pass_time(3_600_000)
    assert table.refused(ANN, messages.Play, (8, 8), 1).reason is Reason.PAUSED
    table.do(ANN, messages.Resume)
    assert table.room.elapsed(table.now) == 4_000
    table.pass_time(5_000)
    table.play(ANN, 8, 8)
    assert table.room.clocks is not None
    assert table.room.clocks[1].main == 1_000


def test_server_downtime_is_credited():
    table = Table(messages.Me(), messages.Me(), clock=Fischer(10_000, 0))
    table.play(ANN, 9, 9)
    table.now += 3_600_000
    table.room = apply("r", table.room, events.ClockCredited(at=table.now, ms=3_600_000))
    assert table.room.elapsed(table.now) == 0
    assert referee.due(table.room, table.now) == ()


# --- local games ---


def test_only_ai_time_can_change_during_a_game(hotseat):
    hotseat.do(ANN, messages.Configure, Options(ai_time=2_000))
    assert hotseat.room.options.ai_time == 2_000
    assert hotseat.refused(ANN, messages.Configure, Options(rules="renju")).reason is Reason.NOT_HERE
    assert hotseat.refused(ANN, messages.Configure, Options(ai_time=2_000)).reason is Reason.NO_CHANGE


def test_local_seat_can_be_handed_to_the_ai_and_back(hotseat):
    hotseat.play(ANN, 9, 9)
    hotseat.do(ANN, messages.Sit, P2, messages.AiSeat(7))
    assert hotseat.room.ai_due is P2
    assert hotseat.refused(ANN, messages.Play, (8, 8), 1).reason is Reason.NOT_YOUR_TURN
    hotseat.do(ANN, messages.Sit, P2, messages.Me("Bob"))
    hotseat.play(ANN, 8, 8)


def test_stranger_cannot_move_for_the_engine(hotseat):
    hotseat.do(ANN, messages.Sit, P1, messages.AiSeat(7))
    assert hotseat.refused(BOB, messages.Play, (8, 8), 0).reason is Reason.NOT_SEATED


def test_names_are_one_line_of_printable_characters(hotseat):
    hotseat.do(ANN, messages.Rename, P1, "  a\t\u202eb\x00\n c ")
    assert hotseat.room.name(P1) == "a b c"
    # neither invisible nor as high as three lines; what languages write stays
    hotseat.do(ANN, messages.Rename, P1, "\u3164 Z" + "\u0336\u035b\u0315\u0321" * 5 + "o\u2800\u115f")
    assert hotseat.room.name(P1) == "Z\u0336\u035b\u0315o"
    for name in ("Việt Anh", "สมชาย ที่รัก", "शक्ति", "שָׁלוֹם", "김민수"):
        hotseat.do(ANN, messages.Rename, P1, name)
        assert hotseat.room.name(P1) == name


def test_invalid_rooms_are_refused():
    for first, second, kind, stones in (
        (messages.Me(), messages.OpenSeat(), RoomKind.LOCAL, (Stone.BLACK, Stone.WHITE)),
        (messages.Me(), messages.Me(), RoomKind.LISTED, (Stone.BLACK, Stone.WHITE)),
        (messages.Me(), messages.Me(), RoomKind.LOCAL, (Stone.JADE, Stone.JADE)),
        (messages.Me(), messages.Me(), RoomKind.LOCAL, (Stone.PEARL, Stone.WHITE)),
    ):
        command = messages.Create("c", Options(), first, second, kind, stones)
        with pytest.raises(Refusal):
            referee.create(command, "ann", 0)


def test_engine_rejects_boards_over_the_limit():
    edge = values.MAX_AI_BOARD_SIZE
    Engine(Rules.parse(f"42;size={edge}"), memory_mb=1).close()
    with pytest.raises(ValueError, match="boards up to"):
        Engine(Rules.parse(f"42;size={edge + 1}"), memory_mb=1)


def test_no_ai_on_boards_over_the_limit():
    large = f"42;size={values.MAX_AI_BOARD_SIZE + 1}"
    command = messages.Create("c", Options(rules=large), messages.Me(), messages.AiSeat())
    with pytest.raises(Refusal) as refusal:
        referee.create(command, "ann", 0)
    assert refusal.value.reason is Reason.BAD_OPTIONS
    table = Table(messages.Me(), messages.Me(), rules=large)
    assert table.refused(ANN, messages.Hint).reason is Reason.BAD_OPTIONS
    assert table.refused(ANN, messages.Sit, P2, messages.AiSeat()).reason is Reason.BAD_OPTIONS
    table.play(ANN, 32, 32)


# --- games of a tournament ---


@pytest.fixture
def paired(online):
    created = events.Created(
        at=online.now,
        by="tournament-t",
        kind=RoomKind.LISTED,
        options=Options(clock=Fischer(60_000)),
        holders=online.room.holders,
        tournament="t",
        start_by=online.now + 60_000,
    )
    online.room = apply("r", None, created)
    return online


def test_a_game_of_a_tournament_is_played_once_by_its_players(paired):
    for who, command, *arguments in (
        (ANN, messages.Stand, P1),
        (CLEO, messages.Sit, P2, messages.Me("Cleo")),
        (ANN, messages.Kick, P2),
        (ANN, messages.Configure, Options()),
    ):
        paired.refused(who, command, *arguments)
    for player in (ANN, BOB):
        paired.do(player, messages.Ready, True)
    paired.pass_time(seating.COUNTDOWN)
    paired.play(ANN, 9, 9)
    for wish in (messages.Undo, messages.Hint, messages.Pause, messages.Cancel, messages.Restart):
        assert paired.refused(BOB, wish).reason is Reason.TOURNAMENT
    (ended,) = paired.do(BOB, messages.Stand, P2)
    assert (ended.by, ended.winner) == (EndedBy.RESIGNATION, P1)
    assert paired.refused(ANN, messages.Restart).reason is Reason.TOURNAMENT
    assert paired.refused(ANN, messages.Undo).reason is Reason.TOURNAMENT
    paired.refused(ANN, messages.Stand, P1)
    assert [holder.visitor for holder in paired.room.holders] == ["ann", "bob"]


def test_a_player_who_does_not_show_up_loses_by_default(paired):
    paired.do(BOB, messages.Ready, True)
    assert referee.deadline(paired.room) == paired.room.start_by
    paired.pass_time(59_999)
    assert paired.room.phase is Phase.SEATING
    paired.pass_time(1)
    assert paired.room.outcome == values.Outcome(EndedBy.ABANDONED, Color.O, P2)


def test_a_game_without_players_is_cancelled(paired):
    paired.pass_time(60_000)
    assert paired.room.outcome == values.Outcome(EndedBy.CANCELLED)


def test_the_first_move_of_a_tournament_has_its_time(paired):
    for player in (ANN, BOB):
        paired.do(player, messages.Ready, True)
    paired.pass_time(seating.COUNTDOWN)
    paired.pass_time(seating.FIRST_MOVE - 1)
    assert paired.room.phase is Phase.PLAYING
    paired.pass_time(1)
    assert paired.room.outcome == values.Outcome(EndedBy.ABANDONED, Color.O, P2)


def test_server_downtime_makes_no_player_late(paired):
    paired.room = apply("r", paired.room, events.ClockCredited(at=paired.now, ms=30_000))
    paired.pass_time(60_000)
    assert not paired.room.is_over
    paired.pass_time(30_000)
    assert paired.room.is_over

"""Messages about other people: public profiles, presence, follow and block, challenges, reports. Registered in `messages`."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

from gomoku.rules import Color
from gomoku.server.wire.people.account_messages import Sanction, Standing
from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.values import (
    Cell,
    ChatLine,
    Elo,
    EndedBy,
    Id,
    Moment,
    Name,
    Options,
    Stone,
    Struct,
    Tagged,
)

KeptName = Annotated[str, Meta(min_length=1, max_length=40)]
"""Name of a person with a passphrase: they have a profile, and the name is theirs alone."""


# --- profiles ---


class Activity(StrEnum):
    """Activity of a person who is online, as far as it is public."""

    FREE = "free"
    ROOM = "room"  # sits in a listed room
    PLAYING = "playing"  # plays in a listed room


class Relation(StrEnum):
    """Relation of a visitor to another person."""

    FOLLOW = "follow"
    BLOCK = "block"  # that person can no longer challenge, join or write to the visitor


class GameResult(StrEnum):
    """A finished game from one player's side."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class Tally(Struct, frozen=True):
    """Games by their results."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


class PlayedGame(Struct, frozen=True, kw_only=True):
    """A finished game of a person, from their side."""

    room: str
    """The room that shows it; empty if it was deleted."""
    at: Moment
    rules: str
    opponent: Name
    """Empty for a visitor without a passphrase, who stays anonymous."""
    bot: bool = False
    elo: Elo | None = None
    """The opponent's rating after the game, as far as known."""
    side: Color
    result: GameResult
    by: EndedBy
    change: int | None = None
    """Rating change, if the game counted."""
    rows: tuple[str, ...] = ()
    """The last position, for a thumbnail; empty if the room was deleted."""
    last: Cell | None = None
    stones: tuple[Stone, Stone] = (Stone.BLACK, Stone.WHITE)


class PlayedGames(Struct, frozen=True):
    """`GET /api/people/games`: a person's listed games, latest first."""

    games: tuple[PlayedGame, ...]
    total: int


class OpeningTally(Struct, frozen=True):
    """Results of a person with a named opening, with one colour."""

    opening: str
    """Such as `7I Hogetsu`."""
    side: Color
    results: Tally
    rows: tuple[str, ...] = ()
    """Its stones on the seven lines around the centre; none if the name is that of several patterns."""


class HeadToHead(Struct, frozen=True):
    """The games of a visitor with another person, from the visitor's side."""

    results: Tally
    latest: tuple[GameResult, ...]
    """Newest first."""


class PublicProfile(Struct, frozen=True, kw_only=True):
    """`GET /api/people/person`: the public profile of a person with a passphrase."""

    name: Name
    motto: str = ""
    """In their own words; empty for none."""
    since: Moment
    me: bool
    """Whether it is the visitor's own profile."""
    activity: Activity | None
    """None if they are not online."""
    room: str = ""
    """The listed room in which they sit or play."""
    standings: tuple[Standing, ...]
    results: Tally
    """Of all listed games."""
    followers: int
    relation: Relation | None = None
    """The visitor's own."""
    openings: tuple[OpeningTally, ...]
    """The most played ones."""
    together: HeadToHead | None = None
    """With the visitor; none without a common game."""
    games: PlayedGames
    """The latest ones."""


class RatingPoint(Struct, frozen=True):
    """A rating after a game."""

    at: Moment
    value: int
    deviation: int | None = None
    """None for games from before deviations were stored."""


class RatingHistory(Struct, frozen=True):
    """`GET /api/people/ratings`: a person's rating in a rule set, game by game; long ones are thinned out."""

    rules: str
    points: tuple[RatingPoint, ...]


class KnownNames(Struct, frozen=True):
    """`GET /api/people/known`: the names among those requested that have a profile."""

    names: tuple[str, ...]


# --- presence, follow and block ---


class OnlinePerson(Struct, frozen=True):
    """Entry of the list of people online."""

    name: Name
    activity: Activity
    room: str = ""
    followed: bool = False
    """By the visitor."""


class OnlineList(Struct, frozen=True):
    """`GET /api/people/online`: people with a passphrase who are online; those the visitor follows first."""

    people: tuple[OnlinePerson, ...]
    total: int


class RelationRequest(Struct, frozen=True):
    """`PUT /api/people/relation`: follow or block a person, or neither."""

    name: KeptName
    relation: Relation | None


class RelationList(Struct, frozen=True):
    """`GET /api/people/relations`: the names of those whom the visitor follows, and has blocked."""

    followed: tuple[Name, ...]
    blocked: tuple[Name, ...]


# --- challenges ---


class FirstMove(StrEnum):
    """Who moves first, as the challenger wants it."""

    ME = "me"
    OTHER = "other"
    LOT = "lot"


class ChallengeState(StrEnum):
    """State of a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"


class ChallengeRequest(Struct, frozen=True):
    """`POST /api/challenges`: challenge a person to a game."""

    name: KeptName
    options: Options
    first: FirstMove = FirstMove.LOT


class Challenge(Struct, frozen=True, kw_only=True):
    """A challenge as one of the two people sees it."""

    id: str
    by: Name
    to: Name
    mine: bool
    """Whether the visitor made it."""
    options: Options
    first: FirstMove
    until: Moment
    """An open challenge lapses then."""
    state: ChallengeState
    room: str = ""
    """Once it is accepted: the room with both seated. Send `ready` there."""


class ChallengeReply(Struct, frozen=True):
    """`POST /api/challenges/{id}/reply`: accept or decline."""

    accept: bool


class Challenges(Tagged, frozen=True, tag="challenges"):
    """The visitor's challenges, made and received: open, or answered within the last minute. Sent on every change."""

    challenges: tuple[Challenge, ...]


# --- reports and moderation ---


class ReportReason(StrEnum):
    """Ground for a report about a person."""

    INSULTS = "insults"
    SPAM = "spam"
    ENGINE = "engine"  # plays with the help of an engine
    LEAVING = "leaving"  # leaves lost games
    ARRANGED = "arranged"  # ratings by arrangement
    NAME = "name"  # an offensive name
    OTHER = "other"


class ReportRequest(Struct, frozen=True, kw_only=True):
    """`POST /api/reports`: report a person by name, a visitor who plays or has written in a room by their id there, or the owner of a study."""

    name: Name = ""
    room: Id | None = None
    visitor: Id | None = None
    study: Id | None = None
    """A study that the visitor may see; its owner is reported."""
    reason: ReportReason
    text: Annotated[str, Meta(max_length=500)] = ""


class Reported(Struct, frozen=True):
    """`POST /api/reports`: the report was received."""

    at: Moment


class Report(Struct, frozen=True, kw_only=True):
    """A report, as moderators see it."""

    id: str
    by: Name
    """Empty for a visitor without a passphrase."""
    reason: ReportReason
    text: str
    at: Moment
    room: str = ""
    study: str = ""
    title: Name = ""
    """Of the room or study."""
    chat: tuple[ChatLine, ...] = ()
    """The chat of the room before the report."""
    game: RoomSummary | None = None
    """The room as it is now; none if it is gone."""
    closed: Moment | None = None
    """None while it is open."""


class ModeratorAction(StrEnum):
    """Actions of moderators; each is logged."""

    TAKE = "take"  # the moderator handles the reports about a person
    RELEASE = "release"  # the moderator no longer handles them
    WARN = "warn"
    MUTE = "mute"
    UNMUTE = "unmute"
    BAN = "ban"
    UNBAN = "unban"
    DISMISS = "dismiss"  # the reports about a person are closed, nothing is wrong
    RENAME = "rename"  # replaces an offensive name by a neutral one
    CLOSE_ROOM = "close_room"
    CLOSE_STUDY = "close_study"  # makes a study private
    CALL_OFF = "call_off"  # a tournament, which is named; by `DELETE /api/tournaments/{id}`
    GRANT = "grant"  # makes a person a moderator; operators only
    REVOKE = "revoke"


class LogEntry(Struct, frozen=True, kw_only=True):
    """An action of a moderator."""

    at: Moment
    by: Name
    """Empty for the operator at the command line."""
    action: ModeratorAction
    about: Name
    person: str = ""
    """Id of the person."""
    room: str = ""
    until: Moment | None = None
    why: str = ""


class ModerationLog(Struct, frozen=True):
    """`GET /api/moderation/log`: actions of moderators, latest first."""

    entries: tuple[LogEntry, ...]
    total: int


class Taken(Struct, frozen=True):
    """The moderator who handles a case."""

    by: Name
    """Empty for the operator at the command line."""
    mine: bool
    """Whether it is the moderator who asks."""


class Case(Struct, frozen=True, kw_only=True):
    """The reports about one person."""

    person: str
    """Id of the person."""
    name: Name
    kept: bool
    """Has a passphrase, and so a profile."""
    reports: tuple[Report, ...]
    """Latest first."""
    taken: Taken | None = None
    """The moderator who handles it; none while it is untaken."""
    sanctions: tuple[Sanction, ...] = ()
    before: tuple[LogEntry, ...] = ()
    """Earlier actions of moderators about this person."""


class CaseList(Struct, frozen=True):
    """`GET /api/moderation/cases`: people with open or with closed reports, latest report first, 50 per page."""

    cases: tuple[Case, ...]
    open: int
    """Number of people with open reports."""
    total: int = 0
    """Number of those that were asked for, of all pages."""


class ModerationRequest(Struct, frozen=True, kw_only=True):
    """`POST /api/moderation/actions`: act on a person, a room or a study. A warning, a mute, a ban, a dismissal, a new name, and a room or
    study that is closed close the person's reports."""

    action: ModeratorAction
    person: Id | None = None
    room: Id | None = None
    """The room to close; `person` is then whose reports it settles, if any."""
    study: Id | None = None
    """The study to close; likewise."""
    minutes: Annotated[int, Meta(ge=1, le=5_256_000)] | None = None
    """How long a mute or ban lasts; none: until it is lifted."""
    why: Annotated[str, Meta(max_length=300)] = ""


HTTP: Final = (
    KnownNames,
    ReportRequest,
    Reported,
    CaseList,
    ModerationLog,
    ModerationRequest,
    Challenges,
    Challenge,
    ChallengeRequest,
    ChallengeReply,
    PublicProfile,
    PlayedGames,
    RatingHistory,
    OnlineList,
    RelationRequest,
    RelationList,
)
"""Request and reply bodies of the API about other people."""

"""Messages about people: matchmaking, profiles, passphrases, leaderboards, API tokens. Registered in `messages`."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

from gomoku.rules import Player
from gomoku.server.wire.values import ByoYomi, Elo, Fischer, Id, Moment, Name, PlayerLevel, Struct, Tagged

MIN_PASSPHRASE_LENGTH: Final = 8
MAX_PASSPHRASE_LENGTH: Final = 200
MAX_MOTTO_LENGTH: Final = 100

Passphrase = Annotated[str, Meta(max_length=MAX_PASSPHRASE_LENGTH)]


# --- matchmaking, on the socket ---


class Seek(Tagged, frozen=True, tag="seek"):
    """Look for an opponent. Answered by `seeking`, then `paired`; a second request replaces the first."""

    id: Id
    """Chosen by the page; repeated after a reconnect, it is the same request."""
    rules: Annotated[str, Meta(max_length=40)]
    """Name of an unmodified rule set."""
    clock: Fischer | ByoYomi
    name: Name = ""
    also: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=20)] = ()
    """Further acceptable rule sets."""
    rated: bool | None = None
    """Rated games only, casual ones only, or rated if both names have a passphrase."""
    player: Player | None = None
    """The wanted seat, P1 to move first; none for either."""
    least: Annotated[int, Meta(ge=0, le=5000)] | None = None
    """Bounds of the opponent's rating; without them, the tolerated difference grows with the wait."""
    most: Annotated[int, Meta(ge=0, le=5000)] | None = None


class TakeSeek(Tagged, frozen=True, tag="take"):
    """Accept an open seek. Answered by `paired`, or refused as `seat_taken` if it is no longer open."""

    id: Id
    seeker: Id
    """The visitor who waits, as in `GET /api/seeks`."""
    name: Name = ""


class OpenSeek(Struct, frozen=True):
    """An open seek: a visitor who is looking for a game."""

    visitor: str
    name: Name
    rules: tuple[str, ...]
    """The acceptable rule sets, the first choice first."""
    rating: int
    """The visitor's rating in the first of them."""
    clock: Fischer | ByoYomi
    rated: bool | None
    player: Player | None
    """The wanted seat; none for either."""
    least: int | None
    most: int | None
    since: Moment


class SeekList(Struct, frozen=True):
    """`GET /api/seeks`: the open seeks, the longest wait first; at most 50."""

    seeks: tuple[OpenSeek, ...]
    total: int


class Unseek(Tagged, frozen=True, tag="unseek"):
    """Stop looking. Answered by `seeking` with `since` none, or by `paired` if it is too late."""

    id: Id


class Seeking(Tagged, frozen=True, tag="seeking"):
    """State of the search for an opponent. Sent again as the search widens."""

    id: str
    since: Moment | None
    """Start of the search; none once stopped."""
    within: int = 0
    """Accepted rating difference, in points."""
    rating: int = 0
    """The visitor's own rating."""
    others: int = 0
    """Other visitors waiting, for any game."""


class Paired(Tagged, frozen=True, tag="paired"):
    """An opponent was found; both are seated in the room. Send `ready` there. The game is rated if both names have a passphrase."""

    id: str
    room: str


# --- profiles and leaderboards ---


class Standing(Struct, frozen=True):
    """A visitor's rating and score in a rule set."""

    rules: str
    elo: Elo
    wins: int
    draws: int
    losses: int
    rank: int | None = None
    """From 1; none while the rating is provisional."""


class LevelEstimate(Struct, frozen=True):
    """`GET /api/me/level`: the visitor's strength on the scale of the engine's levels, for games with these rules."""

    estimate: PlayerLevel
    counts: bool
    """Whether finished games with these rules change it; those with custom rules do not."""


class SanctionKind(StrEnum):
    """Kind of a moderator's sanction."""

    WARNING = "warning"  # a message that stands until the person has read it
    MUTE = "mute"  # no writing anywhere
    BAN = "ban"  # no signing in, creating rooms, sitting down or challenging


class Sanction(Struct, frozen=True):
    """A mute or a ban in force, or an unread warning."""

    kind: SanctionKind
    since: Moment
    until: Moment | None
    """None: until it is lifted, or read."""
    why: str
    """In the moderator's words, for the person to read."""


class Profile(Struct, frozen=True):
    """`GET /api/me`: the visitor's profile. Also the reply to changes of it."""

    id: str
    name: Name
    """Empty until chosen."""
    signed: bool
    """A passphrase is set: the visitor can sign in from another browser."""
    standings: tuple[Standing, ...] = ()
    moderator: bool = False
    sanctions: tuple[Sanction, ...] = ()
    """The sanctions against the visitor that are in force."""
    motto: str = ""
    """On the visitor's public page."""


class TournamentGame(Struct, frozen=True):
    """A game of a tournament that the visitor is to play."""

    room: str
    tournament: str
    title: Name
    """Of the tournament."""
    opponent: Name
    begun: bool
    """Whether it is being played; before that, both players have to get ready."""


class Notices(Struct, frozen=True):
    """`GET /api/me/notices`: news for the visitor, which every screen shows."""

    sanctions: tuple[Sanction, ...] = ()
    """Sanctions in force, and an unread warning."""
    games: tuple[TournamentGame, ...] = ()
    """Games of tournaments that wait for the visitor, or are being played."""
    reports: int = 0
    """For moderators: people with open reports."""


class NoticesChanged(Tagged, frozen=True, tag="notices_changed"):
    """The visitor's notices have changed: fetch `GET /api/me/notices`. A notification, which may be lost."""


class NameRequest(Struct, frozen=True):
    """`PUT /api/me`: set the visitor's name."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class MottoRequest(Struct, frozen=True):
    """`PUT /api/me/motto`: set the motto on the visitor's public page; empty for none."""

    motto: Annotated[str, Meta(max_length=MAX_MOTTO_LENGTH)]


class PassphraseRequest(Struct, frozen=True):
    """`POST /api/me/passphrase`: set the name and passphrase for signing in elsewhere."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    passphrase: Passphrase
    current: Passphrase = ""
    """The current passphrase, if one is set."""


class SignIn(Struct, frozen=True):
    """`POST /api/sign-in`: take over the identity with this name and passphrase."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    passphrase: Passphrase


class LeaderboardEntry(Struct, frozen=True):
    """Entry of a leaderboard."""

    rank: int | None
    """From 1; none while the rating is provisional."""
    name: Name
    elo: Elo
    wins: int
    draws: int
    losses: int
    signed: bool
    """Has a passphrase, so the name is unique."""
    me: bool
    """The visitor's own entry."""


class Leaderboard(Struct, frozen=True):
    """`GET /api/leaderboard`: the strongest players of a rule set."""

    rules: str
    lines: tuple[LeaderboardEntry, ...]
    total: int
    """Number of ranked players."""
    mine: LeaderboardEntry | None = None
    """The visitor's own entry, ranked or not; none without a rated game."""


# --- API tokens ---


class TokenRequest(Struct, frozen=True):
    """`POST /api/tokens`: request a token."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    bot: Id | None = None
    """Id of an existing bot of the visitor; none to create a new bot."""


class TokenSummary(Struct, frozen=True):
    """Entry of the list of tokens."""

    id: str
    name: Name
    prefix: str
    """First characters of the token."""
    bot: str
    """Id of its bot, as in seats."""
    created: Moment
    used: Moment | None = None
    """Last use, to the minute."""


class TokenList(Struct, frozen=True):
    """`GET /api/tokens`: the visitor's tokens, newest first."""

    tokens: tuple[TokenSummary, ...]


class NewToken(Struct, frozen=True):
    """`POST /api/tokens`: the reply."""

    token: str
    """The token in plain text; it cannot be retrieved again."""
    line: TokenSummary


HTTP: Final = (
    TokenRequest,
    TokenList,
    NewToken,
    SeekList,
    Profile,
    Notices,
    LevelEstimate,
    Leaderboard,
    NameRequest,
    MottoRequest,
    PassphraseRequest,
    SignIn,
)
"""Request and reply bodies of the people API."""

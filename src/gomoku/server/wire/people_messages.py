"""What is said about people: names and passphrases, ratings, leaderboards, quick games. A part of `messages`."""

from typing import Annotated, Final

from msgspec import Meta

from gomoku.server.wire.values import ByoYomi, Elo, Fischer, Id, Moment, Name, Struct, Tagged

SHORTEST_PASSPHRASE: Final = 8
LONGEST_PASSPHRASE: Final = 200

Passphrase = Annotated[str, Meta(max_length=LONGEST_PASSPHRASE)]


# --- quick games, on the socket ---


class Seek(Tagged, frozen=True, tag="seek"):
    """Find me an opponent. Answered by `seeking`, then `paired`; a second wish replaces the first."""

    id: Id
    """The page's own name for it: sent again after a lost connection, it is the same wish."""
    rules: Annotated[str, Meta(max_length=40)]
    """The name of a rule set, as it stands."""
    clock: Fischer | ByoYomi
    name: Name = ""


class Unseek(Tagged, frozen=True, tag="unseek"):
    """I would rather not. Answered by `seeking` with `since` none, or by `paired` where it comes too late."""

    id: Id


class Seeking(Tagged, frozen=True, tag="seeking"):
    """An opponent is looked for, or not any more. Comes again as the search widens."""

    id: str
    since: Moment | None
    within: int = 0
    """How far the opponent's rating may be away by now, in points."""
    rating: int = 0
    """The visitor's own."""
    others: int = 0
    """How many others wait, whatever they want to play."""


class Paired(Tagged, frozen=True, tag="paired"):
    """An opponent is found: go there and say `ready`. Both are seated, and the game is rated."""

    id: str
    room: str


# --- over HTTP ---


class Standing(Struct, frozen=True):
    """Somebody's rating in a rule set."""

    rules: str
    elo: Elo
    wins: int
    draws: int
    losses: int
    rank: int | None = None
    """From 1; none while the rating is provisional."""


class Profile(Struct, frozen=True):
    """`GET /api/me`: who the visitor is. Also the answer where that changes."""

    id: str
    name: Name
    """Empty until the visitor has chosen one."""
    signed: bool
    """A passphrase is set: the identity can be taken to another browser."""
    standings: tuple[Standing, ...] = ()


class NameRequest(Struct, frozen=True):
    """`PUT /api/me`: what the visitor wants to be called."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class PassphraseRequest(Struct, frozen=True):
    """`POST /api/me/passphrase`: the name and passphrase by which the visitor signs in elsewhere."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    passphrase: Passphrase
    current: Passphrase = ""
    """The one so far, where there is one."""


class SignIn(Struct, frozen=True):
    """`POST /api/sign-in`: become, in this browser, who has this name and passphrase."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    passphrase: Passphrase


class LeaderboardEntry(Struct, frozen=True):
    """Somebody on a leaderboard."""

    rank: int | None
    """From 1; none while the rating is provisional."""
    name: Name
    elo: Elo
    wins: int
    draws: int
    losses: int
    signed: bool
    """The name is theirs alone: they sign in with it."""
    me: bool


class Leaderboard(Struct, frozen=True):
    """`GET /api/leaderboard`: the strongest players of a rule set."""

    rules: str
    lines: tuple[LeaderboardEntry, ...]
    total: int
    """All who are ranked."""
    mine: LeaderboardEntry | None = None
    """The visitor's own, ranked or not; none without a rated game."""


# --- API tokens ---


class TokenRequest(Struct, frozen=True):
    """`POST /api/tokens`: the body."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    bot: Id | None = None
    """One of the visitor's bots, for another token; none for a new bot."""


class TokenSummary(Struct, frozen=True):
    """A token, as lists show it."""

    id: str
    name: Name
    prefix: str
    """How it begins."""
    bot: str
    """The id of the bot that it speaks for, as seats show it."""
    created: Moment
    used: Moment | None = None
    """When it was last used, to the minute."""


class TokenList(Struct, frozen=True):
    """`GET /api/tokens`: the visitor's, newest first."""

    tokens: tuple[TokenSummary, ...]


class NewToken(Struct, frozen=True):
    """`POST /api/tokens`: the answer."""

    token: str
    """The token itself, which is never shown again."""
    line: TokenSummary


HTTP: Final = (TokenRequest, TokenList, NewToken, Profile, Leaderboard, NameRequest, PassphraseRequest, SignIn)
"""Every body of these routes, in and out."""

"""Registry of all message types: `FromClient` and `ToClient` on the socket, `HTTP` for the HTTP API.

`python -m gomoku.server.wire.typescript` generates the page's TypeScript types from here.

Protocol: a page opens one socket, `/ws`. The server sends `hello`. The page sends `watch` for each room it shows, with
the last `seq` it knows, and receives a `snapshot` or the missed `update`s, then every new `update`. Commands carry an
`id` chosen by the page and are answered by `done` or `refused` with that id. Commands are idempotent: a repeated id has
no second effect. The effects of a command are committed to the database before `done` is sent.
"""

# ruff: noqa: I001  (one import block per module)

from typing import Final, TypeAlias

import msgspec

from gomoku.server.wire import slow_messages, tournament_messages
from gomoku.server.wire.analysis import analysis_messages, learn_messages, study_messages
from gomoku.server.wire.people import account_messages, social_messages
from gomoku.server.wire.refusal import Reason as Reason
from gomoku.server.wire.room_commands import (
    Ping as Ping,
    Watch as Watch,
    Unwatch as Unwatch,
    Follow as Follow,
    Lobby as Lobby,
    Me as Me,
    AiSeat as AiSeat,
    OpenSeat as OpenSeat,
    Create as Create,
    Command as Command,
    Play as Play,
    Decide as Decide,
    Undo as Undo,
    Redo as Redo,
    Hint as Hint,
    Restart as Restart,
    Resign as Resign,
    OfferDraw as OfferDraw,
    Cancel as Cancel,
    Reply as Reply,
    Withdraw as Withdraw,
    Pause as Pause,
    Resume as Resume,
    ChooseStone as ChooseStone,
    Rename as Rename,
    Retitle as Retitle,
    Configure as Configure,
    SetLevel as SetLevel,
    Sit as Sit,
    Stand as Stand,
    Kick as Kick,
    Mute as Mute,
    Ban as Ban,
    Ready as Ready,
    Say as Say,
    Claim as Claim,
    SeatRequest as SeatRequest,
    RoomCommand as RoomCommand,
)
from gomoku.server.wire.room_updates import (
    Hello as Hello,
    Pong as Pong,
    RoomState as RoomState,
    Thinking as Thinking,
    LastThinking as LastThinking,
    Snapshot as Snapshot,
    Update as Update,
    Audience as Audience,
    RoomGone as RoomGone,
    Suggestion as Suggestion,
    Done as Done,
    Refused as Refused,
    RoomSummary as RoomSummary,
    LobbyList as LobbyList,
    LobbyChange as LobbyChange,
)
from gomoku.server.wire.analysis.analysis_messages import (
    Analyse as Analyse,
    Analysis as Analysis,
    Belief as Belief,
    Prove as Prove,
    Proving as Proving,
)
from gomoku.server.wire.people.account_messages import (
    Seek as Seek,
    Unseek as Unseek,
    TakeSeek as TakeSeek,
    Seeking as Seeking,
    Paired as Paired,
    NoticesChanged as NoticesChanged,
    TokenRequest as TokenRequest,
    TokenSummary as TokenSummary,
    TokenList as TokenList,
    NewToken as NewToken,
)
from gomoku.server.wire.people.social_messages import Challenges as Challenges
from gomoku.server.wire.slow_messages import SlowChanged as SlowChanged
from gomoku.server.wire.http_replies import (
    GameList as GameList,
    Imported as Imported,
    CollectionList as CollectionList,
    CollectionProgress as CollectionProgress,
    Shared as Shared,
    Problem as Problem,
    Health as Health,
)
from gomoku.server.wire.catalogue_messages import (
    Words as Words,
    Preset as Preset,
    ParameterKind as ParameterKind,
    ParameterValue as ParameterValue,
    Parameter as Parameter,
    OpeningChoice as OpeningChoice,
    LevelChoice as LevelChoice,
    Catalogue as Catalogue,
)

PROTOCOL: Final = 1
"""Protocol version; incremented on incompatible changes, so that old pages reload."""

FromClient: TypeAlias = (
    Ping | Watch | Unwatch | Follow | Lobby | Seek | Unseek | TakeSeek | Analyse | Prove | Create | RoomCommand
)

ToClient: TypeAlias = (
    Hello
    | Pong
    | Snapshot
    | Update
    | Audience
    | RoomGone
    | Thinking
    | LastThinking
    | Suggestion
    | Done
    | Refused
    | LobbyList
    | LobbyChange
    | SlowChanged
    | NoticesChanged
    | Seeking
    | Paired
    | Challenges
    | Analysis
    | Proving
    | Belief
)

HTTP: Final = (
    GameList,
    Imported,
    CollectionList,
    CollectionProgress,
    Shared,
    Problem,
    Catalogue,
    Health,
    Snapshot,
    *account_messages.HTTP,
    *social_messages.HTTP,
    *slow_messages.HTTP,
    *analysis_messages.HTTP,
    *study_messages.HTTP,
    *learn_messages.HTTP,
    *tournament_messages.HTTP,
)
"""Request and reply bodies of the HTTP API."""

decode: Final = msgspec.json.Decoder(FromClient).decode
encode: Final = msgspec.json.Encoder().encode

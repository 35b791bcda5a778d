"""The single list of what goes over the wire: `FromClient` and `ToClient` on the socket, the replies of the HTTP API.

The TypeScript types of the page are made from here by `python -m gomoku.server.wire.typescript`. The values inside are in
`values`, the events in `events`, what is said about people in `people`, about thinking in `thoughts`, about analysing
in `studies`.

A page opens one socket, `/ws`. The server says `hello`. The page says `watch` for each room that it shows, with the
last `seq` it knows, and is sent `snapshot`, or the `update`s it missed; then every new `update`. Commands carry an `id`
of the page's own making and are answered by `done` or `refused` with that id. A command that is sent again with the
same id has no second effect. A command's effects are in the database before `done` is sent.
"""

# ruff: noqa: I001  (one import block per module, in the order of the conversation)

from typing import Final, TypeAlias

import msgspec

from gomoku.server.wire import analysis_messages, people_messages, study_messages
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
from gomoku.server.wire.analysis_messages import (
    Analyse as Analyse,
    Analysis as Analysis,
    Belief as Belief,
)
from gomoku.server.wire.people_messages import (
    Seek as Seek,
    Unseek as Unseek,
    Seeking as Seeking,
    Paired as Paired,
    TokenRequest as TokenRequest,
    TokenSummary as TokenSummary,
    TokenList as TokenList,
    NewToken as NewToken,
)
from gomoku.server.wire.http_replies import (
    GameList as GameList,
    Imported as Imported,
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
"""Goes up when an old page could not understand a new server."""

FromClient: TypeAlias = Ping | Watch | Unwatch | Follow | Lobby | Seek | Unseek | Analyse | Create | RoomCommand

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
    | Seeking
    | Paired
    | Analysis
    | Belief
)

HTTP: Final = (
    GameList,
    Imported,
    Shared,
    Problem,
    Catalogue,
    Health,
    Snapshot,
    *people_messages.HTTP,
    *analysis_messages.HTTP,
    *study_messages.HTTP,
)
"""Every body the HTTP API answers with."""

decode: Final = msgspec.json.Decoder(FromClient).decode
encode: Final = msgspec.json.Encoder().encode

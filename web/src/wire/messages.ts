// Generated from src/gomoku/server/wire/messages.py. Do not edit; run
// `python -m gomoku.server.wire.typescript --out web/src/wire/messages.ts`.

/** `[x, y]` from the upper left corner, zero-based. */
export type Cell = [number, number];

export const PROTOCOL = 1;

/** Score of a win at ply 0; a win in N plies scores WIN - N. */
export const WIN = 30000;
/** A score beyond it, on either side, is a proved win or loss. */
export const WIN_BOUND = 29000;

/** Who may see a study besides its owner. */
export type Access = "private" | "link" | "public";

/** A stone placed, or an answer to a question of the opening. */
export interface Action {
  by: Player;
  /** Colour of the stone; for an answer, the colour that was to move. */
  color: Color;
  /** Where the stone was placed; none for an answer that placed none. */
  cell: Cell | null;
  /** The answer; none for a stone. */
  answer: Answer | null;
  captured: Cell[];
  /** Time taken; for an AI its thinking time, without queueing for an engine. None if unknown. */
  ms: number | null;
  /** Rows of five on the board after it, so that a replay needs no rules. */
  fives: Cell[][];
  /** If a grace turn follows: the replies that break the five. */
  breaks: Cell[];
}

/** Activity of a person who is online, as far as it is public. */
export type Activity = "free" | "room" | "playing";

/** `POST /api/study/advice`: the question that an opening asks after some stones on an empty board. */
export interface AdviceRequest {
  start: Position;
  /** Name of the opening protocol. */
  opening: string;
  moves: Cell[];
}

/** An answer to a question of an opening, as the engine sees it. */
export interface AdvisedChoice {
  /** For a stone, an offer or a pick: one cell. */
  cell: Cell | null;
  /** For a choice or a number. */
  answer: string | number | null;
  /** Winning chance: of the stone's colour, or of the player who answers. None if it was not searched. */
  chance: number | null;
}

/** A seat held by the engine. */
export interface Ai {
  type: "ai";
  level: number;
  /** The level follows the player's: after a game that counted, the next one in the room is played at `plays`. */
  matched: boolean;
}

/** A seat for the engine. */
export interface AiSeat {
  type: "ai";
  level?: number;
  /** Whether the level follows the player's from game to game. Local games only. */
  matched?: boolean;
}

/** Reason for the engine's answer. */
export type Aim = "forced" | "centre" | "strongest" | "balance" | "leave_room" | "weakest" | "better_color" | "for_now" | "pass_on" | "many_good" | "even_offer";

/** Analyse a position; progress arrives as `analysis`. A page has one analysis at a time: the next request replaces it. */
export interface Analyse {
  type: "analyse";
  /** Chosen by the page. */
  id: string;
  /** None: stop. */
  position?: Position | null;
  /** Number of candidate lines. */
  lines?: number;
  /** Time limit; none: until stopped. */
  ms?: number | null;
  /** Resources for the engine, at most what the server allows; none: all of them. */
  power?: EnginePower | null;
}

/** Progress of an analysis. */
export interface Analysis {
  type: "analysis";
  id: string;
  info: ThinkingInfo | null;
  /** Queued: all engines are busy, and games take precedence. */
  waiting: boolean;
  done: boolean;
  /** A `Reason` if it was refused. */
  refused: string | null;
  /** In the first message: what the server allows. */
  most: EnginePower | null;
}

/** Number of spectators of an online room. Not stored; sent with the room and on every change. */
export interface Audience {
  type: "audience";
  room: string;
  spectators: number;
}

/** Ban a visitor from this room: they can neither sit nor write in it. Owner only. */
export interface Ban {
  type: "ban";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  visitor: string;
  /** Reason, shown only to the person removed. */
  reason?: RemovalReason;
}

/** The owner banned a spectator from the room. */
export interface Banned {
  type: "banned";
  visitor: string;
  name: string;
  /** Reason, shown only to the person removed. */
  reason: RemovalReason;
  at: number;
}

/** An AI's model of its opponent and its effect on the move. Only for subscribers of `follow`. */
export interface Belief {
  type: "belief";
  room: string;
  /** Number of actions before its move. */
  ply: number;
  /** Opponent moves observed. */
  moves: number;
  /** What each of the opponent's mistakes overlooked. */
  mistakes: Weakness[];
  /** Turns in which the opponent could capture. */
  offered: number;
  /** Turns in which the opponent did capture. */
  taken: number;
  /** What the opponent is believed to overlook. */
  weakness: Weakness | null;
  /** The search's best move, if another was chosen. */
  instead_of: Cell | null;
  /** Upper bound of its cost, in evaluation points. */
  given_up: number;
}

/** How a node value relates to the true value. */
export type Bound = "exact" | "lower" | "upper";

/** Byo-yomi clock: main time, then periods. A move made within a period does not use it up. */
export interface ByoYomi {
  type: "byoyomi";
  time: number;
  periods: number;
  period: number;
}

/** End the game without result. Online the other player must agree. */
export interface Cancel {
  type: "cancel";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
}

/** A move that captures, and the stones it captures. */
export interface CaptureMove {
  cell: Cell;
  captured: Cell[];
}

/** A capturing move and the stones it would capture. */
export interface CaptureThreat {
  cell: Cell;
  stones: Cell[];
}

/** The reports about one person. */
export interface Case {
  /** Id of the person. */
  person: string;
  name: string;
  /** Has a passphrase, and so a profile. */
  kept: boolean;
  /** Latest first. */
  reports: Report[];
  /** The moderator who handles it; none while it is untaken. */
  taken: Taken | null;
  sanctions: Sanction[];
  /** Earlier actions of moderators about this person. */
  before: LogEntry[];
}

/** `GET /api/moderation/cases`: people with open or with closed reports, latest report first, 50 per page. */
export interface CaseList {
  cases: Case[];
  /** Number of people with open reports. */
  open: number;
  /** Number of those that were asked for, of all pages. */
  total: number;
}

/** `GET /api/rules`: every choice the page can offer, so that it knows no rule by name. */
export interface Catalogue {
  presets: Preset[];
  parameters: Parameter[];
  openings: OpeningChoice[];
  levels: LevelChoice[];
  clocks: ClockLimits;
  /** Largest board edge, in lines, with AI and hints. */
  largest_for_ai: number;
  stones: Stone[];
  /** Pairs of stones that look too similar to share a board. */
  too_alike: [Stone, Stone][];
  /** A sentence for each `Reason`. */
  reasons: Record<string, Words>;
  /** Question of each opening step: by `opening.step`, `step.kind` or `step`, whichever exists first. */
  steps: Record<string, Words>;
  /** Label of each of `Question.choices`. */
  answers: Record<string, Words>;
}

/** Evaluation of a cell for both sides. */
export interface CellEvaluation {
  X: CellSide;
  O: CellSide;
  /** A `Reason` if the side to move may not play there. */
  closed: string | null;
  before: Terms;
  /** After the move, for the other side; none if the move is illegal or ends the game. */
  after: Terms | null;
  /** None if the move is no candidate, or where the rule set has no network. */
  glance: Glance | null;
}

/** A cell of a position. */
export interface CellRequest {
  position: Position;
  cell: Cell;
}

/** An empty cell and what the network adds to the evaluation because of the stones in line with it. */
export interface CellShare {
  cell: Cell;
  /** Evaluation points for the side to move. */
  points: number;
}

/** Patterns and values of a stone of one side on a cell. */
export interface CellSide {
  /** Pattern along the row, the column, the falling and the rising diagonal. */
  axes: [Shape, Shape, Shape, Shape];
  /** Stones it would capture. */
  takes: number;
  /** Evaluation points of the cell when the side is to move. */
  to_move: number;
  /** Evaluation points of the cell when the other side is to move. */
  waiting: number;
  /** Move-ordering score. */
  order: number;
}

/** A challenge as one of the two people sees it. */
export interface Challenge {
  id: string;
  by: string;
  to: string;
  /** Whether the visitor made it. */
  mine: boolean;
  options: Options;
  first: FirstMove;
  /** An open challenge lapses then. */
  until: number;
  state: ChallengeState;
  /** Once it is accepted: the room with both seated. Send `ready` there. */
  room: string;
}

/** `POST /api/challenges/{id}/reply`: accept or decline. */
export interface ChallengeReply {
  accept: boolean;
}

/** `POST /api/challenges`: challenge a person to a game. */
export interface ChallengeRequest {
  name: string;
  options: Options;
  first: FirstMove;
}

/** State of a challenge. */
export type ChallengeState = "open" | "accepted" | "declined";

/** The visitor's challenges, made and received: open, or answered within the last minute. Sent on every change. */
export interface Challenges {
  type: "challenges";
  challenges: Challenge[];
}

/** A chat message. */
export interface ChatLine {
  at: number;
  visitor: string;
  name: string;
  text: string;
  /** The speaker's seat; none for spectators. */
  seat: Player | null;
}

/** Choose the appearance of a side's stones. */
export interface ChooseStone {
  type: "dress";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  color: Color;
  stone: Stone;
}

/** Claim the win after the other player was disconnected for too long. */
export interface Claim {
  type: "claim";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
}

/** One player's clock at the time of the message. */
export interface Clock {
  /** Time left in the main time or in the running period. Never negative. */
  left: number;
  /** Byo-yomi periods left, the running one included. */
  periods: number;
  /** Whether the main time is used up. */
  in_period: boolean;
}

/** Server downtime, not charged to any clock. */
export interface ClockCredited {
  type: "credited";
  ms: number;
  at: number;
}

/** Bounds of the values of a clock. */
export interface ClockLimits {
  /** Least time for a whole game, and for a byo-yomi period. */
  min_time: number;
  max_time: number;
  /** Largest increment, and longest byo-yomi period. */
  max_increment: number;
  max_periods: number;
}

/** A move that explains a mistake, with the reasons worth saying. */
export interface CoachedMove {
  cell: Cell;
  color: Color;
  captured: Cell[];
  /** Effects of the move by the rules; empty if there are none worth telling. */
  reasons: MoveReason[];
  /** The threats behind the reasons. */
  threats: ThreatMark[];
  /** Plies to its proved win. */
  win_in: number | null;
}

/** Explanation of a mistake: what the move allows, and what the best move does. */
export interface Coaching {
  /** The opponent's best answer; none if there is nothing to say about it. */
  reply: CoachedMove | null;
  /** The best move in its place. */
  better: CoachedMove | null;
  /** After the better move, the reply is impossible or no longer does what it does now. */
  prevents: boolean;
}

/** A game of the visitor's collection. */
export interface CollectedGame {
  id: string;
  black: string;
  white: string;
  date: string;
  event: string;
  rules: string;
  /** The opening protocol. */
  opening: string;
  /** Name of its pattern, such as `7I Hogetsu`; empty if it has none. */
  opening_name: string;
  /** `B`, `W`, `0` for a draw; empty if it is unknown. */
  result: string;
  plies: number;
  /** The file, with the archive before it. */
  source: string;
  number: number;
}

/** A game that could not be read. */
export interface CollectionFailure {
  source: string;
  number: number;
  why: string;
  /** The game as it is in the file, to be repaired; empty if it is too long, or after many others. */
  text: string;
}

/** `GET /api/collection`: the games that match, latest first. */
export interface CollectionList {
  games: CollectedGame[];
  /** Number of all matches, not only of this page. */
  total: number;
  /** Games that a collection may hold. */
  most: number;
}

/** A line of the reply to `POST /api/collection`: progress of the import. */
export interface CollectionProgress {
  /** Bytes read, of `total`. */
  done: number;
  total: number;
  added: number;
  /** Games that the collection had already. */
  known: number;
  failed: number;
  /** Failures since the previous line. */
  failures: CollectionFailure[];
  finished: boolean;
  /** Why the import ended before the file did. */
  refused: Reason | null;
}

/** A side. X moves first and is called black, O is called white. */
export type Color = "X" | "O";

/** `GET` and `PUT /api/games/{room}/plan`: the visitor's replies to moves of the opponent. No other visitor sees them. */
export interface ConditionalMoves {
  /** Number of actions before the first moves of the lines; a plan for another position is refused as `stale`. */
  ply: number;
  lines: Cell[][];
}

/** Change the options before a game; both players have to get ready again. During a game only `ai_time` can
 * change. */
export interface Configure {
  type: "configure";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  options: Options;
}

/** Slow game: days for every move, the first one included. Players need not stay connected. Online only. */
export interface Correspondence {
  type: "correspondence";
  days: number;
}

/** Both players are ready; the game starts at `until`. */
export interface CountdownStarted {
  type: "counting";
  until: number;
  at: number;
}

/** Create a room. `done` carries its id. A local game starts at once. */
export interface Create {
  type: "create";
  id: string;
  options: Options;
  /** Who moves first, with black unless the opening says otherwise. Two `me`: two people on one device. */
  first: SeatRequest;
  second: SeatRequest;
  kind?: RoomKind;
  /** Stones of X and O. */
  stones?: [Stone, Stone];
  title?: string;
}

/** The room was created. */
export interface Created {
  type: "created";
  /** The visitor who owns it. */
  by: string;
  kind: RoomKind;
  options: Options;
  /** Holders of the seats P1 and P2. P1 moves first, with black unless the opening says otherwise. */
  holders: [Holder, Holder];
  /** Stones of X and O. */
  stones: [Stone, Stone];
  title: string;
  /** An imported game, in the one-line form of links. */
  link: string | null;
  /** Time taken by each action of the imported game, as far as known. */
  times: (number | null)[];
  /** Result of the imported game and winner, if the board does not show it. */
  ended: [EndedBy, Player | null] | null;
  /** The imported file as SGF, with what a room has no place for: comments, variations, date, properties unknown here. */
  source: string;
  /** Ratings of the players. */
  elos: [Elo | null, Elo | null];
  /** Rating changes made by the imported game. */
  changes: [number, number] | null;
  /** The tournament it is a game of; empty for none. Its players are those who are paired. */
  tournament: string;
  /** When a game of a tournament is decided by default, unless both players are ready. */
  start_by: number | null;
  at: number;
}

/** `GET /api/puzzles/daily`: the puzzle of the day, the same for everyone. */
export interface DailyPuzzle {
  /** The day by universal time, as in 2026-11-16. */
  date: string;
  /** The puzzle of the day before. */
  yesterday: string;
  puzzle: Puzzle;
}

/** Answer the opening's question: a word, a number, or the cells of an offer. */
export interface Decide {
  type: "decide";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  answer: Answer;
  ply: number;
}

/** A question of the opening was answered. */
export interface Decided {
  type: "decided";
  player: Player;
  answer: Answer;
  ms: number;
  at: number;
}

/** A player's connection was lost. */
export interface Disconnected {
  type: "lost";
  player: Player;
  at: number;
}

/** The command was executed and stored. */
export interface Done {
  type: "done";
  id: string;
  room: string;
  seq: number;
}

/** A player's rating in a rule set: Glicko-2, on the scale of Elo. */
export interface Elo {
  rating: number;
  /** Rated games played. */
  games: number;
  /** Whether the rating is not settled yet. */
  provisional: boolean;
  /** Rating deviation, in points. */
  deviation: number;
}

/** The game ended off the board: resignation, time, agreement. An end on the board follows from the moves. */
export interface Ended {
  type: "ended";
  by: EndedBy;
  winner: Player | null;
  at: number;
}

/** How a game ended. */
export type EndedBy = "line" | "capture" | "foul" | "full" | "resignation" | "time" | "agreement" | "abandoned" | "banned" | "cancelled";

/** Resources of an engine. */
export interface EnginePower {
  threads: number;
  /** Megabytes of its transposition table. */
  memory: number;
}

/** A move of a line with its reasons. */
export interface ExplainedMove {
  cell: Cell;
  color: Color;
  captured: Cell[];
  deeds: MoveReason[];
}

/** A game that reached the position. */
export interface ExplorerGame {
  black: string;
  white: string;
  /** `B`, `W`, `0` for a draw; empty if unknown. */
  result: string;
  date: string;
  /** The room it was played in; none for a game of a collection. */
  room: string | null;
  ratings: [number | null, number | null];
  at: number | null;
  /** Its id in the visitor's collection. */
  collected: string | null;
  /** The whole game as a link: of the server's collections, and of the engine's own games, which have no names. */
  link: string | null;
  /** Stones played, of the engine's own games. */
  plies: number | null;
  /** The board at its end; empty for a game of the visitor's collection with a long text. */
  rows: string[];
}

/** A move that was played there; among the engine's games also one that only its book knows. */
export interface ExplorerReply {
  /** The cell, and those that mirror it in a symmetric position. */
  cells: Cell[];
  /** 0 for a move of the book that no game has. */
  games: number;
  /** Games that Black won. */
  black: number;
  draws: number;
  white: number;
  /** Mean rating of those who played it, as far as known. */
  rating: number | null;
  /** Winning chance of the side that plays it by the engine's opening book, 0 to 1; None if the book does not know it. */
  chance: number | null;
}

/** A position, and the games to search. */
export interface ExplorerRequest {
  position: StudyPosition;
  source: GameSource;
  /** Of the visitor's games and those of this server. */
  only: GameFilter;
}

/** `POST /api/explorer`: the games of one source, and the number of games in the others. */
export interface ExplorerView {
  opening_name: string;
  /** Its stones on the seven lines around the centre, as they are usually drawn; empty if it is no single pattern. */
  opening_rows: string[];
  /** Games that reached the position, by `GameSource`; sources that the server lacks are missing. */
  totals: Record<string, number>;
  /** The most frequent first. */
  replies: ExplorerReply[];
  /** The latest game of each of the first replies; of the visitor's collection and the engine, then the next ones of each. */
  games: ExplorerGame[];
  /** Games that played each move of the line that leads to the position, its first 20 moves. */
  line: number[];
  /** The line as a link, to list all games of the visitor's collection that reach its end; none for other sources. */
  link: string | null;
}

/** Who moves first, as the challenger wants it. */
export type FirstMove = "me" | "other" | "lot";

/** Fischer clock: time for the whole game plus an increment per move. */
export interface Fischer {
  type: "fischer";
  time: number;
  increment: number;
}

/** Turn search details on or off: `thinking` with every depth (`info`), and `remembered` for the last move. */
export interface Follow {
  type: "follow";
  room: string;
  on: boolean;
}

/** A cell forbidden to the side to move, with the reason. */
export interface Forbidden {
  cell: Cell;
  /** As in `rules`: `double_three`, `double_four`, `overline`, `self_capture`. */
  reason: string;
}

/** Which games of the visitor and of the server to search. */
export interface GameFilter {
  /** Rating that both players had at least; 0 for all games, unrated players included. */
  rating: number;
  /** None for all. */
  tempo: Tempo | null;
}

/** `GET /api/games`: the visitor's games, most recent first. `GET /api/rooms`: the public rooms. */
export interface GameList {
  games: RoomSummary[];
  /** Number of all matches, not only of this page. */
  total: number;
  /** The visitor's id. */
  me: string;
}

/** A mistake or blunder of a game for which a better move is known. */
export interface GameMistake {
  /** Number of the move, from 1. */
  number: number;
  color: Color;
  cell: Cell;
  /** The position after it. */
  rows: string[];
  /** Winning probability the side lost by it. */
  loss: number;
  /** Plies to the proved win that was missed. */
  missed: number | null;
}

/** The mistakes of a game, as far as it was reviewed. */
export interface GameMistakes {
  reviewed: boolean;
  mistakes: GameMistake[];
}

/** A finished game from one player's side. */
export type GameResult = "won" | "drawn" | "lost";

/** Where the games come from. */
export type GameSource = "mine" | "server" | "imported" | "collections" | "engine";

/** The network's policy for a move, before any search. */
export interface Glance {
  /** Probability that it is the best move. */
  probability: number;
  /** 1 for the likeliest move. */
  rank: number;
  /** Factor by which the stones on each axis change that probability, before all are scaled to sum up to 1. */
  axes: [number, number, number, number];
}

/** Quality of a move compared with the best one. */
export type Grade = "best" | "good" | "inaccurate" | "mistake" | "blunder";

/** The games of a visitor with another person, from the visitor's side. */
export interface HeadToHead {
  results: Tally;
  /** Newest first. */
  latest: GameResult[];
}

/** `GET /api/health`: health check. */
export interface Health {
  ok: boolean;
  version: string;
  /** Rooms held in memory. */
  rooms: number;
  sockets: number;
  /** Live engine processes. */
  engines: number;
  /** Queued engine jobs. */
  waiting: number;
}

/** The first message on every socket. */
export interface Hello {
  type: "hello";
  /** The visitor's id, as in seats and lists. */
  me: string;
  protocol: number;
  version: string;
  /** The server's clock. */
  now: number;
}

/** Ask the engine for a move or answer; it arrives as `suggestion`. Online the other player must agree. */
export interface Hint {
  type: "hint";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
}

/** A player requested a hint from the engine. */
export interface HintRequested {
  type: "helped";
  player: Player;
  at: number;
}

/** `POST /api/import`: the rooms created, one per game of the file. */
export interface Imported {
  rooms: RoomSummary[];
  /** A game has comments or variations, which its study shows. */
  annotated: boolean;
}

/** Remove the other player. Owner only. */
export interface Kick {
  type: "kick";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  player: Player;
  /** Reason, shown only to the person removed. */
  reason?: RemovalReason;
}

/** Form of the answer to a decision. */
export type Kind = "stone" | "choice" | "number" | "offer" | "pick";

/** `GET /api/people/known`: the names among those requested that have a profile. */
export interface KnownNames {
  names: string[];
}

/** The stored review of a game's moves. */
export interface KnownReview {
  /** None if these moves were not reviewed with this time. */
  review: Review | null;
}

/** The last game finished in a room, once a player has left: who played it, and how it ended. */
export interface LastGame {
  /** The room that keeps it; empty if nothing was played. */
  room: string;
  holders: [Holder, Holder];
  outcome: Outcome;
  rated: boolean;
  elos: [Elo | null, Elo | null];
  /** Rating changes, if it counted. */
  changes: [number, number] | null;
  uncounted: Uncounted | null;
}

/** Search history of an AI's last move, sent when a page starts to `follow`. Not stored. */
export interface LastThinking {
  type: "remembered";
  room: string;
  /** Number of the game in the room. */
  round: number;
  /** Number of actions before the search. */
  ply: number;
  /** Position searched. */
  position: Position;
  since: number;
  limit: number;
  /** Every completed depth. */
  infos: ThinkingInfo[];
}

/** `GET /api/leaderboard`: the strongest players of a rule set. */
export interface Leaderboard {
  rules: string;
  lines: LeaderboardEntry[];
  /** Number of ranked players. */
  total: number;
  /** The visitor's own entry, ranked or not; none without a rated game. */
  mine: LeaderboardEntry | null;
}

/** Entry of a leaderboard. */
export interface LeaderboardEntry {
  /** From 1; none while the rating is provisional. */
  rank: number | null;
  name: string;
  elo: Elo;
  wins: number;
  draws: number;
  losses: number;
  /** Has a passphrase, so the name is unique. */
  signed: boolean;
  /** The visitor's own entry. */
  me: boolean;
}

/** Data of a lesson, computed by the engine. */
export interface Lesson {
  position: Position;
  view: StudyView;
  /** Alpha-beta search tree. */
  tree: LessonNode[];
  /** Full minimax tree over the same moves. */
  full: LessonNode[];
  /** Result of each depth of iterative deepening. */
  history: ThinkingInfo[];
  /** The same search repeated with a warm transposition table. */
  again: ThinkingInfo[];
  /** Transposition-table hits in the recorded tree. */
  lookups: number;
}

/** Node of a small search tree, in search order. */
export interface LessonNode {
  parent: number;
  move: Cell | null;
  /** Node value for the side to move at the root. */
  value: number;
  alpha: number;
  beta: number;
  depth: number;
  /** A `StopReason`. */
  why: string;
  unsearched: number;
}

/** A letter, or another short text, on a cell: what SGF calls a label. */
export interface Letter {
  cell: Cell;
  /** Empty in a figure: the next of A, B, C … */
  text: string;
}

/** A playing level of the engine. */
export interface LevelChoice {
  number: number;
  title: Words;
}

/** `GET /api/me/level`: the visitor's strength on the scale of the engine's levels, for games with these rules. */
export interface LevelEstimate {
  estimate: PlayerLevel;
  /** Whether finished games with these rules change it; those with custom rules do not. */
  counts: boolean;
}

/** A game against the engine ended: the player's estimated level, stored in the same transaction. */
export interface LevelRated {
  type: "level_rated";
  result: LevelResult;
  at: number;
}

/** Change of a visitor's estimated level by a finished game against the engine. */
export interface LevelResult {
  before: PlayerLevel;
  after: PlayerLevel;
  /** Reason for which the game did not count; none if it did. */
  uncounted: LevelUncounted | null;
}

/** Why a finished game against the engine says nothing about a visitor's level. */
export type LevelUncounted = "undone" | "hint" | "seats" | "setup" | "rules" | "short";

/** One move of a line and its effects. */
export interface LineMove {
  cell: Cell | null;
  color: Color;
  captured: Cell[];
  fives: Cell[][];
  over: boolean;
}

/** The legal prefix of the line. */
export interface LineReply {
  steps: LineMove[];
}

/** A position and moves from there; None is a pass. */
export interface LineRequest {
  position: Position;
  moves: (Cell | null)[];
}

/** Subscribe to the list of rooms, or unsubscribe. Only matching rooms are listed; changes are sent for all rooms. */
export interface Lobby {
  type: "lobby";
  on: boolean;
  /** Words of the title, the names, the rule set or the opening. */
  search?: string;
  /** Only this rule set, by the name of its preset. */
  rules?: string;
  /** Only rooms with a free seat. */
  open_only?: boolean;
  /** Number of rooms to skip at the top of the list. */
  offset?: number;
}

/** A public room was added, changed or removed. */
export interface LobbyChange {
  type: "lobby_change";
  room: string;
  /** None: removed from the list. */
  line: RoomSummary | null;
}

/** A page of the list of public rooms that match `lobby`, most recently changed first. */
export interface LobbyList {
  type: "lobby";
  rooms: RoomSummary[];
  /** Number of all matching rooms, not only of those sent. */
  total: number;
  /** Number of matching rooms before the first one sent. */
  offset: number;
}

/** An action of a moderator. */
export interface LogEntry {
  at: number;
  /** Empty for the operator at the command line. */
  by: string;
  action: ModeratorAction;
  about: string;
  /** Id of the person. */
  person: string;
  room: string;
  until: number | null;
  why: string;
}

/** A seat for the visitor who sends this. */
export interface Me {
  type: "me";
  name?: string;
}

/** The verdict on a move tried in place of a mistake. */
export interface MistakeAnswer {
  /** The move tried, as a review grades it. */
  move: ReviewedMove;
  /** Whether the move loses less than an inaccuracy does. */
  good: boolean;
  /** Position after the move. */
  view: StudyView;
}

/** A move tried in place of a mistake. */
export interface MistakeTry {
  /** The request of the review that found it; it must be complete. */
  review: ReviewRequest;
  /** Number of the mistake, from 1. */
  number: number;
  cell: Cell;
}

/** `GET /api/moderation/log`: actions of moderators, latest first. */
export interface ModerationLog {
  entries: LogEntry[];
  total: number;
}

/** `POST /api/moderation/actions`: act on a person, a room or a study. A warning, a mute, a ban, a dismissal, a new name, and a room or
 * study that is closed close the person's reports. */
export interface ModerationRequest {
  action: ModeratorAction;
  person: string | null;
  /** The room to close; `person` is then whose reports it settles, if any. */
  room: string | null;
  /** The study to close; likewise. */
  study: string | null;
  /** How long a mute or ban lasts; none: until it is lifted. */
  minutes: number | null;
  why: string;
}

/** Actions of moderators; each is logged. */
export type ModeratorAction = "take" | "release" | "warn" | "mute" | "unmute" | "ban" | "unban" | "dismiss" | "rename" | "close_room" | "close_study" | "call_off" | "grant" | "revoke";

/** `PUT /api/me/motto`: set the motto on the visitor's public page; empty for none. */
export interface MottoRequest {
  motto: string;
}

/** Purpose of a move. */
export type MoveReason = "five" | "breakable_five" | "pairs" | "breaks" | "refills" | "open_four" | "double_four" | "four_three" | "four" | "double_three" | "open_three" | "takes" | "stops_five" | "stops_one_five" | "stops_open_four" | "stops_open_three" | "saves_pair" | "attacks_pair" | "three" | "open_two" | "quiet";

/** Mute a visitor in this room, or lift the mute. Owner only. */
export interface Mute {
  type: "mute";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  visitor: string;
  on?: boolean;
}

/** The owner muted a visitor in this room, or lifted the mute. */
export interface Muted {
  type: "muted";
  visitor: string;
  name: string;
  on: boolean;
  at: number;
}

/** `PUT /api/me`: set the visitor's name. */
export interface NameRequest {
  name: string;
}

/** `POST /api/tokens`: the reply. */
export interface NewToken {
  /** The token in plain text; it cannot be retrieved again. */
  token: string;
  line: TokenSummary;
}

/** Unlimited time. */
export interface NoClock {
  type: "none";
}

/** An event as the chat shows it. */
export interface Note {
  event: OptionsChanged | Sat | Stood | OwnerChanged | CountdownStarted | Started | StoneChosen | Muted | Banned | Disconnected | Reconnected | Restarted;
  /** The person it is about, by their name at the time. */
  name: string;
}

/** `GET /api/me/notices`: news for the visitor, which every screen shows. */
export interface Notices {
  /** Sanctions in force, and an unread warning. */
  sanctions: Sanction[];
  /** Games of tournaments that wait for the visitor, or are being played. */
  games: TournamentGame[];
  /** For moderators: people with open reports. */
  reports: number;
}

/** The visitor's notices have changed: fetch `GET /api/me/notices`. A notification, which may be lost. */
export interface NoticesChanged {
  type: "notices_changed";
}

/** A pending request of one player to the other. */
export interface Offer {
  kind: OfferKind;
  by: Player;
  /** Expiry. */
  until: number;
  /** For an undo: the numbers of the actions to take back, from 1. */
  moves: number[];
}

/** An offer was accepted, denied, withdrawn, or has lapsed. */
export interface OfferClosed {
  type: "offer_closed";
  kind: OfferKind;
  /** Who made the offer. */
  player: Player;
  /** `accepted`, `denied`, `withdrawn` or `lapsed`. */
  how: string;
  at: number;
}

/** Offer a draw. An AI decides by its evaluation; on one device it is agreed at once. */
export interface OfferDraw {
  type: "draw";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
}

/** Kind of request that needs the other player's consent. */
export type OfferKind = "draw" | "undo" | "restart" | "hint" | "pause" | "cancel";

/** A player made an offer to the other. */
export interface Offered {
  type: "offered";
  kind: OfferKind;
  player: Player;
  until: number;
  moves: number[];
  at: number;
}

/** `GET /api/people/online`: people with a passphrase who are online; those the visitor follows first. */
export interface OnlineList {
  people: OnlinePerson[];
  total: number;
}

/** Entry of the list of people online. */
export interface OnlinePerson {
  name: string;
  activity: Activity;
  room: string;
  /** By the visitor. */
  followed: boolean;
}

/** A free seat of an online room. */
export interface Open {
  type: "open";
}

/** A free seat. Online rooms only. */
export interface OpenSeat {
  type: "open";
}

/** An open seek: a visitor who is looking for a game. */
export interface OpenSeek {
  visitor: string;
  name: string;
  /** The acceptable rule sets, the first choice first. */
  rules: string[];
  /** The visitor's rating in the first of them. */
  rating: number;
  clock: Fischer | ByoYomi;
  rated: boolean | null;
  /** The wanted seat; none for either. */
  player: Player | null;
  least: number | null;
  most: number | null;
  since: number;
}

/** The engine's answer to a question of an opening, its reason, and its verdict on the other answers. */
export interface OpeningAdvice {
  kind: Kind;
  /** Colour of the stone that is placed, offered or picked. */
  color: Color | null;
  /** For a stone or a pick: its cell. */
  cell: Cell | null;
  /** For any other question. */
  answer: Answer | null;
  aim: Aim;
  /** Black's winning chance in the current position; none while stones are placed. */
  black: number | null;
  /** The advised answer first. For stones, those that were searched longest. */
  choices: AdvisedChoice[];
  /** The moves that the engine expects after the answer, if normal play follows it. */
  line: Cell[];
  ms: number;
}

/** An opening protocol. */
export interface OpeningChoice {
  name: string;
  title: Words;
  summary: Words;
}

/** Results of a person with a named opening, with one colour. */
export interface OpeningTally {
  /** Such as `7I Hogetsu`. */
  opening: string;
  side: Color;
  results: Tally;
  /** Its stones on the seven lines around the centre; none if the name is that of several patterns. */
  rows: string[];
}

/** Options of a game, chosen before it starts. */
export interface Options {
  /** The rule set as one word, such as `42;size=15;three=flank`; `GET /api/rules` lists the choices. */
  rules: string;
  opening: string;
  clock: ClockRule;
  /** Thinking time of an AI per move. */
  ai_time: number;
  /** The game changes both ratings: no hints, undo or pauses. Online only, between people, with a clock. */
  rated: boolean;
  /** Online: how far spectators are behind the players, so that they cannot give advice. */
  delay: number;
}

/** The options changed; both players have to get ready again. */
export interface OptionsChanged {
  type: "options_changed";
  options: Options;
  at: number;
}

/** The result of a game. */
export interface Outcome {
  by: EndedBy;
  /** The side that won; none for a draw. */
  winner: Color | null;
  /** The player who had that side. */
  player: Player | null;
}

/** The room has a new owner. */
export interface OwnerChanged {
  type: "owned";
  visitor: string;
  at: number;
}

/** An opponent was found; both are seated in the room. Send `ready` there. The game is rated if both names have a passphrase. */
export interface Paired {
  type: "paired";
  id: string;
  room: string;
}

/** A parameter of the rules. `Options.rules` is a preset with changed parameters: `42;size=15;three=flank`. */
export interface Parameter {
  name: string;
  kind: ParameterKind;
  title: Words;
  values: ParameterValue[];
  least: number | null;
  most: number | null;
}

/** Type of a rule parameter. */
export type ParameterKind = "flag" | "word" | "number" | "size";

/** A value of a parameter with its label. */
export interface ParameterValue {
  value: string;
  title: Words;
}

/** `POST /api/me/passphrase`: set the name and passphrase for signing in elsewhere. */
export interface PassphraseRequest {
  name: string;
  passphrase: string;
  /** The current passphrase, if one is set. */
  current: string;
}

/** Stop clocks and AIs. Online the other player must agree. */
export interface Pause {
  type: "pause";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
}

/** Clocks and AIs stopped. */
export interface Paused {
  type: "paused";
  at: number;
}

/** A seat held by a visitor. In a local game one visitor may hold both seats. */
export interface Person {
  type: "person";
  /** An `Id`; empty in a game that is only viewed through its link. */
  visitor: string;
  name: string;
  /** A program, authenticated by a token. */
  bot: boolean;
}

/** Phase of a room. */
export type Phase = "seating" | "countdown" | "playing" | "over";

/** Heartbeat. Answered by `pong`. */
export interface Ping {
  type: "ping";
  /** Echoed in `pong`. */
  sent?: number;
}

/** A stone was placed. */
export interface Placed {
  type: "placed";
  player: Player;
  cell: Cell;
  /** Time taken, charged to the player's clock. */
  ms: number;
  at: number;
}

/** Place a stone, or pick one of the cells offered. */
export interface Play {
  type: "play";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  cell: Cell;
  /** Number of actions the page shows. If the board has changed since, the command is refused as `stale`. */
  ply: number;
}

/** A finished game of a person, from their side. */
export interface PlayedGame {
  /** The room that shows it; empty if it was deleted. */
  room: string;
  at: number;
  rules: string;
  /** Empty for a visitor without a passphrase, who stays anonymous. */
  opponent: string;
  bot: boolean;
  /** The opponent's rating after the game, as far as known. */
  elo: Elo | null;
  side: Color;
  result: GameResult;
  by: EndedBy;
  /** Rating change, if the game counted. */
  change: number | null;
  /** The last position, for a thumbnail; empty if the room was deleted. */
  rows: string[];
  last: Cell | null;
  stones: [Stone, Stone];
}

/** `GET /api/people/games`: a person's listed games, latest first. */
export interface PlayedGames {
  games: PlayedGame[];
  total: number;
}

/** One of the two players; the opening decides which colour each one holds. */
export type Player = "P1" | "P2";

/** A visitor's strength on the scale of the engine's levels, estimated from finished games against it. */
export interface PlayerLevel {
  /** To one decimal: 4.0 is on a par with level 4. The scale extends a little below 1 and above 10. */
  level: number;
  /** Uncertainty of the estimate, in levels. */
  deviation: number;
  /** Games that have counted. */
  games: number;
  /** The nearest level: the player wins about half of the games. */
  plays: number;
}

/** A move and what the network's policy says of it, before any search. */
export interface PolicyMove {
  cell: Cell;
  /** Probability that it is the best move. */
  probability: number;
}

/** Reply to `ping`. */
export interface Pong {
  type: "pong";
  sent: number;
  now: number;
  /** Current `seq` of every watched room. If it is higher than the page's own, an update was lost: watch again. */
  rooms: Record<string, number>;
}

/** Stones on a board, and the side to move. */
export interface Position {
  /** As in `Options.rules`. */
  rules: string;
  /** `X`, `O` and `.`, top row first. */
  rows: string[];
  to_move: Color;
  /** Stones captured by X and by O. */
  taken: Cell;
}

/** Threats, forbidden cells, evaluation, policy and shares of the network in a position. */
export interface PositionEvaluation {
  X: SideThreats;
  O: SideThreats;
  /** Cells forbidden to the side to move. */
  forbidden: Forbidden[];
  terms: Terms;
  /** The likeliest moves, likeliest first; empty where the rule set has no network. */
  policy: PolicyMove[];
  /** The largest first, of either sign; empty where the network only orders moves. They do not add up to `terms.network` exactly. */
  shares: CellShare[];
}

/** A named rule set. */
export interface Preset {
  name: string;
  title: Words;
  summary: Words;
  size: number;
  /** Board sizes to offer first. */
  sizes: number[];
  /** Value of every parameter. */
  values: Record<string, string>;
}

/** Body of every HTTP error reply. */
export interface Problem {
  reason: Reason;
  detail: string;
}

/** `GET /api/me`: the visitor's profile. Also the reply to changes of it. */
export interface Profile {
  id: string;
  /** Empty until chosen. */
  name: string;
  /** A passphrase is set: the visitor can sign in from another browser. */
  signed: boolean;
  standings: Standing[];
  moderator: boolean;
  /** The sanctions against the visitor that are in force. */
  sanctions: Sanction[];
  /** On the visitor's public page. */
  motto: string;
}

/** Result of a prover for a position. */
export interface Proof {
  outcome: ProofOutcome;
  /** Whether it is a win or a loss: then there is nothing more to find. */
  decided: boolean;
  nodes: ProofNode[];
  /** The winning move. */
  win: number | null;
  /** The opponent's wins after every move but those in `open`. */
  lost: ProofDefence | null;
  /** The opponent's win if the side to move passed. */
  threat: number | null;
  /** The moves that were not refuted, if some were. */
  open: Cell[];
  /** Plies of a win or loss against the longest resistance. */
  plies: number | null;
  /** The main line of a win or a loss, or else of the threat. */
  line: Cell[];
  /** The kind of attack that found the wins, of either side; none if none is proved. */
  attack: ProofAttack | null;
  /** Whether the search ended without a verdict: this kind of attack has nothing more to find. */
  exhausted: boolean;
}

/** Kind of attack that is searched; each includes those before it. An `Attack` of the engine. */
export type ProofAttack = "fours" | "threes" | "every";

/** The answers to every reply. */
export interface ProofDefence {
  /** The longest resistance first. */
  replies: ProofReplies[];
  /** The answer to all other replies; none if those lose at once. */
  rest: number | null;
}

/** A move of the side that wins, and the answers to each reply. */
export interface ProofNode {
  move: Cell;
  /** Plies to the end of the game against the longest resistance, including this move. */
  plies: number;
  /** None if the move ends the game, or if `plies` is more than 1: what follows was left out of a large tree. */
  defence: ProofDefence | null;
}

/** Result of a proof, for the side to move: an `Outcome` of the engine. */
export type ProofOutcome = "win" | "loss" | "defence" | "unknown";

/** Replies with the same answer. */
export interface ProofReplies {
  cells: Cell[];
  /** The answer, by its number in `Proof.nodes`. */
  node: number;
}

/** Effort spent on one kind of attack. */
export interface ProofStage {
  attack: ProofAttack;
  /** Positions searched. */
  nodes: number;
  ms: number;
}

/** Search for a forced win, or for the moves that hold against one; progress arrives as `proving`.
 *
 * A visitor has one proof at a time: the next request replaces it. Proving the same position again resumes where the
 * last proof ended, unless the engine has served someone else since. */
export interface Prove {
  type: "prove";
  /** Chosen by the page. */
  id: string;
  /** None: stop, and report what was found so far. */
  position?: Position | null;
  /** Time limit; none: until stopped. */
  ms?: number | null;
  /** The widest kind of attack to try, for either side. */
  attack?: ProofAttack;
}

/** Progress of a proof, and at its end what was proved. */
export interface Proving {
  type: "proving";
  id: string;
  /** Positions searched. */
  nodes: number;
  ms: number;
  /** Plies from the position that the search has reached. */
  depth: number;
  /** Moves of the side to move that were shown to lose. */
  refuted: number;
  /** Queued: all engines are busy, and games take precedence. */
  waiting: boolean;
  done: boolean;
  /** The proof; none if no engine was ever free. */
  proof: Proof | null;
  /** A `Reason` if it was refused, or replaced by a newer request of the visitor. */
  refused: string | null;
  /** The kind of attack being tried. */
  attack: ProofAttack | null;
  /** The kinds of attack tried so far. */
  stages: ProofStage[];
}

/** `GET /api/people/person`: the public profile of a person with a passphrase. */
export interface PublicProfile {
  name: string;
  /** In their own words; empty for none. */
  motto: string;
  since: number;
  /** Whether it is the visitor's own profile. */
  me: boolean;
  /** None if they are not online. */
  activity: Activity | null;
  /** The listed room in which they sit or play. */
  room: string;
  standings: Standing[];
  /** Of all listed games. */
  results: Tally;
  followers: number;
  /** The visitor's own. */
  relation: Relation | null;
  /** The most played ones. */
  openings: OpeningTally[];
  /** With the visitor; none without a common game. */
  together: HeadToHead | null;
  /** The latest ones. */
  games: PlayedGames;
}

/** `GET` and `PUT /api/me/push`: what a browser needs to subscribe to Web Push. */
export interface PushKey {
  /** The server's public key, in base64url; empty if the server sends no messages. */
  key: string;
}

/** `PUT /api/me/push`: a browser that wants to be told when it is the visitor's turn, as its `PushManager` describes it. */
export interface PushSubscription {
  endpoint: string;
  /** `p256dh`, in base64url. */
  key: string;
  /** In base64url. */
  auth: string;
}

/** `GET /api/puzzles/{id}`: a puzzle without its solution. */
export interface Puzzle {
  id: string;
  rules: string;
  kind: PuzzleKind;
  themes: PuzzleTheme[];
  level: number;
  /** Length of the shortest known win; for `save`, of the longest defence after a losing move. */
  plies: number;
  start: Position;
  /** The opponent's last move. */
  last: Cell | null;
  view: StudyView;
}

/** `POST /api/puzzles/{id}/try`. */
export interface PuzzleAnswer {
  verdict: Verdict;
  /** The opponent's reply. */
  reply: Cell | null;
  /** The visitor's move and the reply, or its refutation if it was wrong. */
  line: ExplainedMove[];
  /** Position after the reply. */
  view: StudyView;
  /** Plies to the proved win; negative if the opponent has one after the visitor's move. */
  left: number | null;
}

/** `POST /api/puzzles/{id}/hint`: the next correct move with its reasons. */
export interface PuzzleHint {
  move: ExplainedMove;
}

/** Moves so far, both sides alternating; the visitor is to move. */
export interface PuzzleHintRequest {
  moves: Cell[];
}

/** Goal of a puzzle. */
export type PuzzleKind = "five" | "capture" | "break" | "save";

/** `GET /api/puzzles`. */
export interface PuzzleList {
  puzzles: PuzzleSummary[];
}

/** `GET /api/puzzles/me`: the visitor's solved puzzles, rating and streaks. */
export interface PuzzleProgress {
  /** Rating of the visitor; its games are first tries of puzzles. */
  elo: Elo;
  /** Ratings after the latest first tries, the oldest first. */
  history: PuzzleRating[];
  solved: string[];
  /** Puzzles whose first try failed, and that are not solved yet. */
  missed: string[];
  /** The day by universal time, as in 2026-11-16. */
  date: string;
  /** The puzzle of the day. */
  daily: string;
  /** Whether the daily puzzle was solved on its day, for seven days, today last. */
  week: boolean[];
  /** Days in a row with a solved daily puzzle, up to today or yesterday. */
  streak: number;
  /** The longest streak. */
  best: number;
}

/** A visitor's rating after the first try of a puzzle. */
export interface PuzzleRating {
  rating: number;
  deviation: number;
}

/** `GET /api/puzzles/{id}/solution`: the full line with reasons. */
export interface PuzzleSolution {
  line: ExplainedMove[];
}

/** Entry of the list of puzzles. */
export interface PuzzleSummary {
  id: string;
  rules: string;
  kind: PuzzleKind;
  themes: PuzzleTheme[];
  /** Difficulty, 1 to 4. */
  level: number;
  /** Length of the shortest known win; for `save`, of the longest defence after a losing move. */
  plies: number;
  /** The position, `X O .`, top row first. */
  rows: string[];
  /** The opponent's last move. */
  last: Cell | null;
  /** Rating of the puzzle; its games are the first tries of visitors. */
  elo: Elo;
  /** First tries that solved it. */
  solved: number;
}

/** Theme of a solution, as `gomoku.lab.tactics.themes` finds it in the proof. */
export type PuzzleTheme = "fours" | "three" | "quiet" | "four_three" | "double_four" | "take" | "forbidden" | "counter_four";

/** Moves so far, both sides alternating; the last one is the visitor's. */
export interface PuzzleTry {
  moves: Cell[];
}

/** The decision that the game waits for. */
export interface Question {
  /** The opening's own name for it, such as `c1`; `play` once normal play has begun. */
  step: string;
  player: Player;
  /** `stone`: play a cell. `choice`, `number`: decide with one of `choices`. `offer`: decide with `count` cells.
   * `pick`: play one of `cells`. */
  kind: Kind;
  /** Colour of the stone to place, offer or pick. */
  color: Color | null;
  choices: (string | number)[];
  /** The allowed cells, if the opening restricts them. */
  cells: Cell[] | null;
  count: number;
  /** Number of this stone among the `total` that the player places in a row. */
  number: number;
  total: number;
}

/** The players' ratings, looked up when a player sits down or settled when a rated game ends. */
export interface Rated {
  type: "rated";
  elos: [Elo | null, Elo | null];
  /** Rating changes of the game that just ended; stored in the same transaction. */
  changes: [number, number] | null;
  /** Why the game that just ended changes no rating. */
  uncounted: Uncounted | null;
  at: number;
}

/** `GET /api/people/ratings`: a person's rating in a rule set, game by game; long ones are thinned out. */
export interface RatingHistory {
  rules: string;
  points: RatingPoint[];
}

/** A rating after a game. */
export interface RatingPoint {
  at: number;
  value: number;
  /** None for games from before deviations were stored. */
  deviation: number | null;
}

/** Declare oneself ready or not ready. */
export interface Ready {
  type: "ready";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  ready: boolean;
}

/** A player became ready or not ready. */
export interface ReadyChanged {
  type: "readied";
  player: Player;
  ready: boolean;
  at: number;
}

/** Reason of a refusal. `Catalogue.reasons` has a sentence for each. */
export type Reason = "occupied" | "off_board" | "game_over" | "double_three" | "double_four" | "overline" | "self_capture" | "opening" | "not_your_turn" | "not_seated" | "not_owner" | "stale" | "paused" | "not_playing" | "nothing_to_undo" | "nothing_to_redo" | "no_change" | "no_offer" | "offer_pending" | "too_soon" | "alike" | "seat_taken" | "bad_options" | "not_here" | "banned" | "muted" | "chatty" | "not_your_move" | "rated" | "unkept" | "blocked" | "silenced" | "expelled" | "tournament" | "not_moderator" | "unknown_person" | "slow_games" | "open_rooms" | "unknown_room" | "malformed" | "too_big" | "too_fast" | "too_many" | "busy" | "storage" | "unreadable" | "foreign" | "name_taken" | "bad_passphrase" | "bad_token";

/** The reasons for the last move of each line, and the threats behind them; empty for an illegal line. */
export interface ReasonsReply {
  reasons: MoveReason[][];
  threats: ThreatMark[][];
}

/** A position, and lines of moves from there; None is a pass. */
export interface ReasonsRequest {
  position: Position;
  lines: ((Cell | null)[])[];
}

/** A player is connected again. */
export interface Reconnected {
  type: "back";
  player: Player;
  at: number;
}

/** Redo what was undone. */
export interface Redo {
  type: "redo";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
}

/** Actions that were taken back were made again. */
export interface Redone {
  type: "redone";
  count: number;
  player: Player | null;
  at: number;
}

/** The command was refused; nothing has changed. */
export interface Refused {
  type: "refused";
  /** Id of the command; empty if it could not be decoded. */
  id: string;
  reason: Reason;
  /** In plain English, for logs and programs. */
  detail: string;
  room: string;
  /** The refused cell. */
  cell: Cell | null;
  /** Time until a retry is allowed. */
  wait: number | null;
}

/** The engine's best reply to a move. */
export interface Refutation {
  /** Evaluation points for the side that makes the move. */
  score: number;
  /** Plies from its move to a proved win, negative for a loss. */
  win_in: number | null;
  depth: number;
  /** The move and its principal variation. */
  steps: LineMove[];
  ms: number;
  /** Reasons for the move. */
  reasons: MoveReason[];
  /** Reasons for the reply. */
  reply_reasons: MoveReason[];
}

/** Relation of a visitor to another person. */
export type Relation = "follow" | "block";

/** `GET /api/people/relations`: the names of those whom the visitor follows, and has blocked. */
export interface RelationList {
  followed: string[];
  blocked: string[];
}

/** `PUT /api/people/relation`: follow or block a person, or neither. */
export interface RelationRequest {
  name: string;
  relation: Relation | null;
}

/** Notice for a removed visitor; no other visitor sees the reason. */
export interface Removal {
  reason: RemovalReason;
  /** Whether they had a seat; otherwise they were spectators. */
  seated: boolean;
}

/** Why the owner removed someone from a room, as the owner chose it. */
export type RemovalReason = "unsaid" | "reserved" | "waiting" | "conduct";

/** Change a player's name. */
export interface Rename {
  type: "rename";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  player: Player;
  name: string;
}

/** A player changed name. */
export interface Renamed {
  type: "renamed";
  player: Player;
  name: string;
  at: number;
}

/** Answer the other player's offer. */
export interface Reply {
  type: "reply";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  offer: OfferKind;
  accept: boolean;
}

/** A report, as moderators see it. */
export interface Report {
  id: string;
  /** Empty for a visitor without a passphrase. */
  by: string;
  reason: ReportReason;
  text: string;
  at: number;
  room: string;
  study: string;
  /** Of the room or study. */
  title: string;
  /** The chat of the room before the report. */
  chat: ChatLine[];
  /** The room as it is now; none if it is gone. */
  game: RoomSummary | null;
  /** None while it is open. */
  closed: number | null;
}

/** Ground for a report about a person. */
export type ReportReason = "insults" | "spam" | "engine" | "leaving" | "arranged" | "name" | "other";

/** `POST /api/reports`: report a person by name, a visitor who plays or has written in a room by their id there, or the owner of a study. */
export interface ReportRequest {
  name: string;
  room: string | null;
  visitor: string | null;
  /** A study that the visitor may see; its owner is reported. */
  study: string | null;
  reason: ReportReason;
  text: string;
}

/** `POST /api/reports`: the report was received. */
export interface Reported {
  at: number;
}

/** Resign; for the side to move if one visitor holds both seats. */
export interface Resign {
  type: "resign";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
}

/** Start over with the same options. A finished game is archived. Online the other player must agree. */
export interface Restart {
  type: "restart";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  /** Swap seats. */
  swap?: boolean;
}

/** A new game with the same options started in the room. */
export interface Restarted {
  type: "restarted";
  /** The players swapped seats. */
  swapped: boolean;
  at: number;
}

/** Resume a paused game. */
export interface Resume {
  type: "resume";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
}

/** Clocks and AIs run again. */
export interface Resumed {
  type: "resumed";
  at: number;
}

/** Rename the room. */
export interface Retitle {
  type: "retitle";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  title: string;
}

/** The room was renamed. */
export interface Retitled {
  type: "titled";
  title: string;
  at: number;
}

/** A review, complete or in progress. */
export interface Review {
  id: string;
  /** Positions searched so far. */
  done: number;
  /** Positions to search. */
  total: number;
  complete: boolean;
  /** Queued: all engines are busy, and games take precedence. */
  waiting: boolean;
  /** Cancelled, or the engine failed; it can be requested again. */
  failed: boolean;
  /** Winning probability of X before the first move. */
  start_chance: number;
  /** One entry per move, once complete. */
  moves: ReviewedMove[];
  X: SideReview | null;
  O: SideReview | null;
  /** Numbers, from 1, of the moves with the largest swings. */
  turning_points: number[];
}

/** Review a whole game. */
export interface ReviewRequest {
  start: Position;
  moves: Cell[];
  /** Search time per position. */
  ms: number;
}

/** The engine's assessment of a move. */
export interface ReviewedMove {
  color: Color;
  /** Evaluation points for X after the move. */
  score: number;
  /** Plies to a proved win of X, negative for a win of O. */
  win_in: number | null;
  /** Winning probability of X after the move, from 0 to 1. */
  chance: number;
  /** Winning probability the side lost by the move. */
  loss: number;
  grade: Grade;
  /** The best move, if another was played. */
  best: Cell | null;
  /** Variation that starts with `best`. */
  line: Cell[];
  /** Plies to the proved win that was available, or to the unavoidable loss (negative), for the side to move. */
  best_win_in: number | null;
  depth: number;
  /** For mistakes and blunders. */
  coach: Coaching | null;
}

/** The room was deleted or does not exist. */
export interface RoomGone {
  type: "gone";
  room: string;
}

/** Who may enter a room. */
export type RoomKind = "local" | "listed" | "private";

/** Visible state of a room, without the list of actions: enough to draw it without knowing the rules. */
export interface RoomState {
  kind: RoomKind;
  title: string;
  owner: string;
  phase: Phase;
  /** When the countdown ends. */
  until: number | null;
  paused: boolean;
  options: Options;
  /** P1 and P2. */
  seats: [Seat, Seat];
  /** When the running clock was started; none while stopped. */
  turn_since: number | null;
  /** The visitors who may answer `question` now. */
  acts: string[];
  /** The visitors who may ask for an undo now. */
  may_undo: string[];
  may_redo: string[];
  width: number;
  height: number;
  /** Column names from the left. A cell is named by column and row, counted from 1 at the bottom; with a dash between
   * if columns are numbers. */
  columns: string[];
  /** Board: `X`, `O` and `.`, top row first. */
  rows: string[];
  /** Number of actions made; sent back with `play` and `decide`. */
  ply: number;
  /** Side to move; none when the game is over. */
  to_move: Color | null;
  /** Status on the board: `ongoing`, `grace` (the side to move can still break a five), `win`, `draw`. */
  status: Status;
  outcome: Outcome | null;
  /** The pending decision; none when the game is over. */
  question: Question | null;
  /** Rows of five on the board, each from end to end. */
  fives: Cell[][];
  /** In a grace turn, the replies that break the five. */
  breaks: Cell[];
  forbidden: Forbidden[];
  /** Capturing moves of the side to move, for the preview. */
  takes: CaptureMove[];
  /** Stones captured by X and by O. */
  taken: [number, number];
  /** Captured stones needed to win. */
  goal: number | null;
  /** Lengths of the rows that can be captured: 2 for pairs, 3 for triples; empty if captures are not part of the
   * rules. */
  capture_sizes: number[];
  /** Stones captured by the last action. */
  captured: Cell[];
  offers: Offer[];
  /** Number of the game in the room, from 1. */
  round: number;
  /** Starting position, if not the empty board. */
  setup: string[] | null;
  /** Name of the pattern of the first stones, such as `7I Hogetsu`; empty if it has none. */
  opening_name: string;
  /** Why the finished rated game changed no rating. */
  uncounted: Uncounted | null;
  /** Visitors whom the owner has muted. */
  muted: string[];
  /** Visitors whom the owner has banned. */
  banned: string[];
  /** The last game finished here, from when one of its players leaves until someone else sits down. */
  last_game: LastGame | null;
  /** Change of the player's estimated level by the finished game against the engine. */
  level_result: LevelResult | null;
  /** Points of these two players in the games they have finished in this room. */
  score: [number, number];
  /** The tournament it is a game of: no undo, no rematch, no change of seats. Empty for none. */
  tournament: string;
}

/** Entry of a list of rooms or games. */
export interface RoomSummary {
  room: string;
  kind: RoomKind;
  title: string;
  phase: Phase;
  rules: string;
  opening: string;
  clock: ClockRule;
  /** Spectator delay. While such a game is played, lists show no board; its snapshot has the delayed one. */
  delay: number;
  holders: [Holder, Holder];
  names: [string, string];
  stones: [Stone, Stone];
  /** Board, for a thumbnail. */
  rows: string[];
  last: Cell | null;
  /** Number of actions made. */
  actions: number;
  stones_played: number;
  outcome: Outcome | null;
  rated: boolean;
  /** The players' ratings in this rule set, as far as known. */
  elos: [Elo | null, Elo | null];
  /** Rating changes, once a rated game is over. */
  changes: [number, number] | null;
  /** Number of spectators; only in the list of rooms. */
  spectators: number;
  /** Which of the players have lost their connection. */
  away: [boolean, boolean];
  /** The tournament it is a game of; empty for none. */
  tournament: string;
  /** Clocks at the start of the latest turn; none without a clock, before the game, and while spectators are
   * delayed. */
  clocks: [Clock, Clock] | null;
  /** The player whose clock runs. */
  running: Player | null;
  running_since: number | null;
  created: number;
  updated: number;
}

/** A chat message was sent. */
export interface Said {
  type: "said";
  visitor: string;
  name: string;
  text: string;
  at: number;
}

/** A mute or a ban in force, or an unread warning. */
export interface Sanction {
  kind: SanctionKind;
  since: number;
  /** None: until it is lifted, or read. */
  until: number | null;
  /** In the moderator's words, for the person to read. */
  why: string;
}

/** Kind of a moderator's sanction. */
export type SanctionKind = "warning" | "mute" | "ban";

/** A seat was taken. */
export interface Sat {
  type: "sat";
  player: Player;
  holder: Holder;
  at: number;
}

/** Send a chat message. */
export interface Say {
  type: "say";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  text: string;
  /** Name of a spectator. Players speak under the name of their seat. */
  name?: string;
}

/** One of the two places at the board. */
export interface Seat {
  player: Player;
  holder: Holder;
  /** The side it plays; an opening can change it. */
  color: Color;
  /** Appearance of its stones. */
  stone: Stone;
  name: string;
  ready: boolean;
  /** When the holder's connection was lost; none while connected. */
  lost_since: number | null;
  /** When the other player may claim the win. */
  claim_at: number | null;
  timing: Timing;
  clock: Clock | null;
  /** Hints requested. */
  hints: number;
  /** The holder's rating in this rule set; none for programs and for custom rules. */
  elo: Elo | null;
  /** Rating change by the game on the board, once a rated game is over. */
  change: number | null;
  /** Slow games: end of the holder's vacation, during which the clock is stopped. */
  vacation: number | null;
}

/** Look for an opponent. Answered by `seeking`, then `paired`; a second request replaces the first. */
export interface Seek {
  type: "seek";
  /** Chosen by the page; repeated after a reconnect, it is the same request. */
  id: string;
  /** Name of an unmodified rule set. */
  rules: string;
  clock: Fischer | ByoYomi;
  name?: string;
  /** Further acceptable rule sets. */
  also?: string[];
  /** Rated games only, casual ones only, or rated if both names have a passphrase. */
  rated?: boolean | null;
  /** The wanted seat, P1 to move first; none for either. */
  player?: Player | null;
  /** Bounds of the opponent's rating; without them, the tolerated difference grows with the wait. */
  least?: number | null;
  most?: number | null;
}

/** `GET /api/seeks`: the open seeks, the longest wait first; at most 50. */
export interface SeekList {
  seeks: OpenSeek[];
  total: number;
}

/** State of the search for an opponent. Sent again as the search widens. */
export interface Seeking {
  type: "seeking";
  id: string;
  /** Start of the search; none once stopped. */
  since: number | null;
  /** Accepted rating difference, in points. */
  within: number;
  /** The visitor's own rating. */
  rating: number;
  /** Other visitors waiting, for any game. */
  others: number;
}

/** Change an AI's level, also during a game. */
export interface SetLevel {
  type: "level";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  player: Player;
  level: number;
}

/** Pattern class a stone would make on one line, weakest first (docs/HEURISTIC.md, section 2). */
export type Shape = "dead" | "one" | "two" | "open_two" | "three" | "open_three" | "four" | "open_four" | "five";

/** `GET /api/games/{room}/link`: a link that contains the game. */
export interface Shared {
  /** The game in one line. */
  link: string;
  /** URL path of the page that shows it. */
  path: string;
}

/** Review of one side's play. */
export interface SideReview {
  /** Percent; none without moves. */
  accuracy: number | null;
  /** Number of moves by `Grade`. */
  grades: Record<string, number>;
}

/** Threats of one side if it were to move. A cell is listed under its strongest threat only. */
export interface SideThreats {
  fives: Cell[];
  open_fours: Cell[];
  fours: Cell[];
  open_threes: Cell[];
  captures: CaptureThreat[];
}

/** `POST /api/sign-in`: take over the identity with this name and passphrase. */
export interface SignIn {
  name: string;
  passphrase: string;
}

/** Take a free seat, or put an AI on it. */
export interface Sit {
  type: "sit";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  player: Player;
  who: SeatRequest;
}

/** A slow game of the visitor has changed: fetch `GET /api/me/slow`. A notification, which may be lost. */
export interface SlowChanged {
  type: "slow_changed";
  room: string;
}

/** A slow game of the visitor that is being played. */
export interface SlowGame {
  line: RoomSummary;
  /** Whether it is the visitor's turn. */
  mine: boolean;
  /** When the time for this move is up; none while the clock is stopped. */
  until: number | null;
}

/** `GET /api/me/slow`: the visitor's slow games, those that wait for their move first, the most urgent at the top. */
export interface SlowGames {
  games: SlowGame[];
  vacation: VacationState;
}

/** Full state of a room. */
export interface Snapshot {
  type: "snapshot";
  room: string;
  seq: number;
  now: number;
  state: RoomState;
  actions: Action[];
  chat: ChatLine[];
  thinking: Thinking | null;
  /** The latest events that the chat shows. */
  notes: Note[];
  /** Why the owner has removed the visitor who receives this. */
  removal: Removal | null;
}

/** Leave a seat. */
export interface Stand {
  type: "stand";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  player: Player;
}

/** A visitor's rating and score in a rule set. */
export interface Standing {
  rules: string;
  elo: Elo;
  wins: number;
  draws: number;
  losses: number;
  /** From 1; none while the rating is provisional. */
  rank: number | null;
}

/** The game started. */
export interface Started {
  type: "started";
  at: number;
}

/** State of the game. */
export type Status = "ongoing" | "grace" | "win" | "draw";

/** Appearance of a side's stones. */
export type Stone = "black" | "white" | "coral" | "jade" | "lapis" | "amber" | "plum" | "pearl";

/** A side's stones changed appearance. */
export interface StoneChosen {
  type: "dressed";
  color: Color;
  stone: Stone;
  at: number;
}

/** A seat became free. */
export interface Stood {
  type: "stood";
  player: Player;
  /** The owner removed its holder. */
  kicked: boolean;
  /** Reason, shown only to the person removed. */
  reason: RemovalReason;
  at: number;
}

/** Reason for which the search did not go deeper at a node. */
export type StopReason = "searched" | "cut" | "table" | "over" | "lost" | "leaf" | "forced" | "high" | "low" | "pass" | "window" | "stopped";

/** `GET /api/studies/{id}`, and the reply to the others: a study with its version. */
export interface StoredStudy {
  id: string;
  version: number;
  access: Access;
  /** Whether the visitor is its owner, and may change it. */
  mine: boolean;
  draft: StudyDraft;
}

/** A game with its variations and comments. */
export interface Study {
  start: Position;
  nodes: StudyNode[];
  black: string;
  white: string;
  title: string;
  /** SGF result: `B+`, `W+R`, `0`. */
  result: string;
  /** Moves of variations that are not shown: illegal, or over `MAX_STUDY_NODES`. They stay in `source`. */
  dropped: number;
  date: string;
  /** The file as SGF, with what a study has no place for: an opening's decisions, properties unknown here. Writing
   * changes in it only what changed in the study. */
  source: string;
}

/** `PUT /api/studies/{id}/access`. */
export interface StudyAccess {
  access: Access;
}

/** `POST /api/studies`. */
export interface StudyCreation {
  draft: StudyDraft;
  /** The game it was made of; if the visitor already has a study of that game, it is returned and none is made. */
  room: string | null;
}

/** A study as the page has it. */
export interface StudyDraft {
  study: Study;
  /** The node shown. */
  at: number;
  /** How the board lies on the screen: clockwise quarters, plus 4 if it was mirrored from left to right before them. */
  turn: number;
  /** The last complete review. */
  review: Review | null;
  /** The moves that were reviewed. */
  reviewed: Cell[];
  proofs: StudyProof[];
}

/** `POST /api/study/figure`: a line as a picture to print, its moves from `first` on with their numbers. */
export interface StudyFigure {
  start: Position;
  moves: Cell[];
  first: number;
  /** On empty cells. */
  letters: Letter[];
  caption: string;
  /** Word of the list of moves on cells that hold a stone: `7 at 3`. */
  at: string;
}

/** The games of a file. */
export interface StudyList {
  studies: Study[];
  total: number;
}

/** A move of a study. Node 0, the root, is the starting position and has no move. */
export interface StudyNode {
  /** Index of the parent; -1 for the root. Parents come before their children, the main line first. */
  parent: number;
  cell: Cell | null;
  /** Side that moved; optional when sent to the server. */
  color: Color | null;
  captured: Cell[];
  comment: string;
  /** Thinking time. */
  ms: number | null;
  /** Number of the node in the study's `source`; none for what was added since. */
  origin: number | null;
  letters: Letter[];
}

/** `POST /api/study/play`: a game from a position of a study, against the computer or on one device. */
export interface StudyPlay {
  start: Position;
  moves: Cell[];
  /** Level of the computer, which gets the side that is not to move; none for a game without it. */
  level: number | null;
}

/** A position and moves from there. */
export interface StudyPosition {
  start: Position;
  moves: Cell[];
}

/** A proof of a position of a study, and the effort spent on it. */
export interface StudyProof {
  /** The position, by the number of its node in the study. */
  node: number;
  /** Its tree has at most `MAX_KEPT_PROOF_NODES` nodes, those near the root. */
  proof: Proof;
  /** Positions searched. */
  nodes: number;
  ms: number;
  depth: number;
  /** Moves of the side to move that were shown to lose. */
  refuted: number;
  stages: ProofStage[];
}

/** A study was saved. */
export interface StudySaved {
  id: string;
  version: number;
  /** Whether this request made it. */
  is_new: boolean;
}

/** `GET /api/studies`: the visitor's studies; `GET /api/studies/public`: the public ones of all visitors. Last changed first. */
export interface StudySummaries {
  studies: StudySummary[];
  total: number;
}

/** Entry of the list of studies. */
export interface StudySummary {
  id: string;
  title: string;
  black: string;
  white: string;
  rules: string;
  /** The position at the end of the main line. */
  rows: string[];
  /** Moves of the main line. */
  moves: number;
  /** Moves over all variations. */
  nodes: number;
  reviewed: boolean;
  access: Access;
  updated: number;
}

/** `PUT /api/studies/{id}`. */
export interface StudyUpdate {
  draft: StudyDraft;
  /** The version that was changed; refused as stale if there is a later one. */
  version: number;
}

/** Visible state after the moves: enough to draw it without knowing the rules. */
export interface StudyView {
  width: number;
  height: number;
  rows: string[];
  /** None when the game is over. */
  to_move: Color | null;
  taken: [number, number];
  /** Captured stones needed to win. */
  goal: number | null;
  status: Status;
  winner: Color | null;
  win_by: WinBy | null;
  /** Stones captured by the last move. */
  captured: Cell[];
  fives: Cell[][];
  breaks: Cell[];
  forbidden: Forbidden[];
  takes: CaptureMove[];
  /** The engine can analyse it: the game is not over and the board is not too large. */
  can_think: boolean;
  /** Name of the pattern of the first stones, such as `7I Hogetsu`; empty if it has none. */
  opening_name: string;
}

/** The engine's hint, for the visitor who asked. */
export interface Suggestion {
  type: "suggestion";
  room: string;
  /** Number of actions on the board it is for. */
  ply: number;
  kind: Kind;
  color: Color;
  /** For a stone or a pick: the suggested cell. */
  cell: Cell | null;
  /** Stones it would capture. */
  captured: Cell[];
  /** For any other question: the suggested answer. */
  answer: Answer | null;
  /** Evaluation for the side to move; none in an opening. */
  score: number | null;
  win_in: number | null;
  pv: Cell[];
  ms: number;
  /** Why the stone, by the rules and the threats of both sides; none in an opening. */
  reasons: MoveReason[];
  /** The threats behind the reasons: those it stops, and those it makes. */
  threats: ThreatMark[];
  /** In an opening: the reasons, and the other answers. */
  advice: OpeningAdvice | null;
}

/** Accept an open seek. Answered by `paired`, or refused as `seat_taken` if it is no longer open. */
export interface TakeSeek {
  type: "take";
  id: string;
  /** The visitor who waits, as in `GET /api/seeks`. */
  seeker: string;
  name?: string;
}

/** The moderator who handles a case. */
export interface Taken {
  /** Empty for the operator at the command line. */
  by: string;
  /** Whether it is the moderator who asks. */
  mine: boolean;
}

/** Games by their results. */
export interface Tally {
  won: number;
  drawn: number;
  lost: number;
}

/** How fast a game is, by its clock. */
export type Tempo = "quick" | "long" | "days" | "unlimited";

/** Terms of the evaluation for the side to move; they add up to `total`. */
export interface Terms {
  own_cells: number;
  other_cells: number;
  taken: number;
  own_captures: number;
  other_captures: number;
  /** The network's contribution. */
  network: number;
  total: number;
}

/** Progress of an AI's search. Not stored; the search ends with the AI's action. */
export interface Thinking {
  type: "thinking";
  room: string;
  /** The AI's seat; none for hints and analysis. */
  player: Player | null;
  /** Start of the search, without queueing for an engine. */
  since: number;
  limit: number;
  /** Queued: all engines are busy. */
  waiting: boolean;
  done: boolean;
  /** The last completed depth; only for subscribers of `follow`. */
  info: ThinkingInfo | null;
}

/** Result of one completed depth of a search. */
export interface ThinkingInfo {
  depth: number;
  selective_depth: number;
  score: number;
  nodes: number;
  nodes_per_second: number;
  ms: number;
  hash_permille: number;
  /** Candidates, best first; the first one's `pv` is the principal variation. */
  lines: ThinkingLine[];
  win_in: number | null;
}

/** A candidate move with its principal variation. */
export interface ThinkingLine {
  cell: Cell;
  /** Evaluation points for the side that searches; about 100 is a clear advantage. */
  score: number;
  pv: Cell[];
  /** Plies to a proved win, negative for a loss. */
  win_in: number | null;
}

/** Threat of a side: its effect with one more stone. */
export type ThreatKind = "five" | "open_four" | "capture";

/** A threat that is the reason for a move, to be drawn. */
export interface ThreatMark {
  /** The side that threatens. */
  color: Color;
  kind: ThreatKind;
  /** Cells that carry out the threat. */
  cells: Cell[];
  /** Ends of the rows of stones behind the threat: those that would make the shape, or be captured. */
  rows: [Cell, Cell][];
}

/** Statistics of a player's thinking time in this game. */
export interface Timing {
  count: number;
  last: number;
  average: number;
  slowest: number;
}

/** `GET /api/tokens`: the visitor's tokens, newest first. */
export interface TokenList {
  tokens: TokenSummary[];
}

/** `POST /api/tokens`: request a token. */
export interface TokenRequest {
  name: string;
  /** Id of an existing bot of the visitor; none to create a new bot. */
  bot: string | null;
}

/** Entry of the list of tokens. */
export interface TokenSummary {
  id: string;
  name: string;
  /** First characters of the token. */
  prefix: string;
  /** Id of its bot, as in seats. */
  bot: string;
  created: number;
  /** Last use, to the minute. */
  used: number | null;
}

/** A game of a tournament that the visitor is to play. */
export interface TournamentGame {
  room: string;
  tournament: string;
  /** Of the tournament. */
  title: string;
  opponent: string;
  /** Whether it is being played; before that, both players have to get ready. */
  begun: boolean;
}

/** `POST /api/tournaments/{id}/join`: join, or rejoin after withdrawing. */
export interface TournamentJoin {
  name: string;
}

/** System by which players are paired and ranked. */
export type TournamentKind = "arena" | "swiss" | "round-robin";

/** `GET /api/tournaments`: those that are running, then open ones, most players first, then finished ones, the last first. */
export interface TournamentList {
  tournaments: TournamentSummary[];
  /** Of all pages. */
  total: number;
}

/** A board of a round. */
export interface TournamentPairing {
  board: number;
  first: number;
  /** None for a bye. */
  second: number | null;
  /** None while it is played. */
  points: [number, number] | null;
  played: boolean;
  room: string;
  /** The board; none if there is no room. */
  line: RoomSummary | null;
}

/** A line of the standings. */
export interface TournamentPlayer {
  /** Number of the player in this tournament, from 1; names need not be unique. */
  number: number;
  name: string;
  rank: number;
  points: number;
  /** Buchholz; Sonneborn-Berger in a round robin; games won in an arena. */
  tie_break: number;
  bot: boolean;
  /** Rating when they joined; none for programs. */
  rating: number | null;
  withdrawn: boolean;
  /** In an arena the latest 10, unless all are asked for. */
  scores: TournamentScore[];
}

/** `POST /api/tournaments/{id}/remove`: remove a player for good; their game goes on. */
export interface TournamentRemoval {
  number: number;
}

/** A player's game, bye or default in a round. */
export interface TournamentScore {
  round: number;
  /** Number of the other player; none for a bye. */
  opponent: number | null;
  /** None while it is played. */
  points: number | null;
  first: boolean;
  /** False for a bye and for a game that was decided by default. */
  played: boolean;
  /** Room of the game; empty if there is none. */
  room: string;
}

/** `POST /api/tournaments`: what kind of tournament it is, and with which games. */
export interface TournamentSettings {
  name: string;
  kind: TournamentKind;
  rules: string;
  opening: string;
  clock: Fischer | ByoYomi;
  /** Rounds of a Swiss tournament, at most one less than there are players. */
  rounds: number;
  /** Games of each pair in a round robin. */
  cycles: number;
  /** How long an arena pairs its players. */
  duration: number;
  /** Games between people change ratings; only names with a passphrase may join. */
  rated: boolean;
  /** Programs may join; their games are not rated. */
  bots: boolean;
  /** When it starts; none: when its owner starts it, within a week. */
  starts: number | null;
  description: string;
}

/** State of a tournament. */
export type TournamentState = "open" | "running" | "over" | "cancelled";

/** Entry of a list of tournaments. */
export interface TournamentSummary {
  id: string;
  settings: TournamentSettings;
  state: TournamentState;
  players: number;
  round: number;
  created: number;
  /** Leader of a running tournament, winner of a finished one. */
  leader: string;
}

/** `GET /api/tournaments/{id}`: everything about a tournament. Also the reply to all changes of it. */
export interface TournamentView {
  id: string;
  settings: TournamentSettings;
  state: TournamentState;
  version: number;
  now: number;
  /** When an arena stops pairing its players. */
  ends: number | null;
  /** When the next round is paired; none while one is played. */
  next_round: number | null;
  /** The last round that was paired; in an arena, the number of pairings of waiting players. */
  round: number;
  /** Total number of rounds; none for an arena. */
  rounds: number | null;
  /** Whether the visitor is its owner. */
  mine: boolean;
  /** Whether the visitor may call it off: its owner until it is over; moderators then, too, which takes it off the list. */
  may_call_off: boolean;
  /** Whether its owner has removed the visitor. */
  removed: boolean;
  /** The visitor's number, if they are a player. */
  me: number | null;
  /** The visitor's game that is being played; empty for none. */
  room: string;
  may_join: boolean;
  /** Best first. */
  players: TournamentPlayer[];
  /** The round of `pairings`. */
  shown: number;
  /** The boards of that round; in an arena, those being played, or the last ones. */
  pairings: TournamentPairing[];
}

/** A range of nodes, as columns. The root is node 0; parents come before their children. */
export interface TreeChunk {
  start: number;
  /** -1 for the root. */
  parent: number[];
  move: (Cell | null)[];
  depth: number[];
  alpha: number[];
  beta: number[];
  /** Node value for the side to move at the root, like the window. */
  value: number[];
  bound: Bound[];
  why: StopReason[];
  best: (Cell | null)[];
  unsearched: number[];
  /** Stones captured by the move. */
  taken: number[];
  /** Recorded descendants. */
  below: number[];
  /** Letters: `p` null move; `a` searched again as a later sibling; `b` on the principal variation. */
  flags: string[];
}

/** Search a position and record the tree. */
export interface TreeRequest {
  position: Position;
  ms: number;
}

/** A recorded search tree, to be fetched in chunks until it expires. */
export interface TreeSummary {
  id: string;
  /** Number of nodes. */
  count: number;
  /** No nodes were dropped for lack of memory. */
  complete: boolean;
  info: ThinkingInfo;
}

/** The content of a push message: it is the visitor's turn. */
export interface TurnNotice {
  room: string;
  opponent: string;
}

/** Why a rated game that was played to its end changes no rating. */
export type Uncounted = "same_address" | "repeated";

/** Take back one's last action and the AI's reply to it. Online the other player must agree. */
export interface Undo {
  type: "undo";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
}

/** The last actions were taken back and the clocks restored. */
export interface Undone {
  type: "undone";
  count: number;
  /** Who asked for it. */
  player: Player | null;
  at: number;
}

/** Stop looking. Answered by `seeking` with `since` none, or by `paired` if it is too late. */
export interface Unseek {
  type: "unseek";
  id: string;
}

/** Unsubscribe from a room. */
export interface Unwatch {
  type: "unwatch";
  room: string;
}

/** An event in a room and the state after it. Updates arrive in order of `seq`, without gaps. */
export interface Update {
  type: "update";
  room: string;
  seq: number;
  now: number;
  event: RoomEvent;
  state: RoomState;
  /** Number of earlier actions that remain. */
  keep: number;
  /** New actions: `actions = [...actions.slice(0, keep), ...update.actions]`. */
  actions: Action[];
  /** The event as the chat shows it; none if it does not. */
  note: Note | null;
}

/** Period in which the clocks of a player's slow games are stopped. */
export interface Vacation {
  since: number;
  until: number;
}

/** A player of a slow game takes a vacation, or comes back from it earlier. */
export interface VacationChanged {
  type: "vacation";
  player: Player;
  vacation: Vacation;
  at: number;
}

/** `PUT /api/me/vacation`: stop the clocks of the visitor's slow games from now on. */
export interface VacationRequest {
  days: number;
}

/** The visitor's vacation. A day counts once it has begun: coming back on the second day costs two. */
export interface VacationState {
  /** End of the current vacation, if any. */
  until: number | null;
  /** Days left this year. */
  left: number;
}

/** Result of an attempt. */
export type Verdict = "solved" | "on" | "wrong";

/** Subscribe to a room: its state, then every update. */
export interface Watch {
  type: "watch";
  room: string;
  /** The last `seq` the page knows; 0 for none. */
  since?: number;
}

/** Kind of threat an opponent overlooks. */
export type Weakness = "fours" | "threes" | "captures" | "depth";

/** How a game was won on the board. */
export type WinBy = "line" | "capture" | "foul";

/** Withdraw one's own offer. */
export interface Withdraw {
  type: "withdraw";
  /** Chosen by the page; a repeated id has no second effect. */
  id: string;
  room: string;
  offer: OfferKind;
}

/** A text in the languages of the page. */
export interface Words {
  en: string;
  fr: string;
}

export type FromClient = Ping | Watch | Unwatch | Follow | Lobby | Seek | Unseek | TakeSeek | Analyse | Prove | Create | Play | Decide | Undo | Redo | Hint | Restart | Resign | OfferDraw | Cancel | Reply | Withdraw | Pause | Resume | ChooseStone | Rename | Retitle | Configure | SetLevel | Sit | Stand | Kick | Mute | Ban | Ready | Say | Claim;

export type ToClient = Hello | Pong | Snapshot | Update | Audience | RoomGone | Thinking | LastThinking | Suggestion | Done | Refused | LobbyList | LobbyChange | SlowChanged | NoticesChanged | Seeking | Paired | Challenges | Analysis | Proving | Belief;

export type RoomCommand = Play | Decide | Undo | Redo | Hint | Restart | Resign | OfferDraw | Cancel | Reply | Withdraw | Pause | Resume | ChooseStone | Rename | Retitle | Configure | SetLevel | Sit | Stand | Kick | Mute | Ban | Ready | Say | Claim;

export type RoomEvent = Created | OptionsChanged | Retitled | Sat | Stood | OwnerChanged | ReadyChanged | CountdownStarted | Started | Renamed | StoneChosen | Said | Muted | Banned | Disconnected | Reconnected | Placed | Decided | Undone | Redone | Paused | Resumed | Ended | Restarted | Offered | OfferClosed | HintRequested | Rated | LevelRated | ClockCredited | VacationChanged;

export type Holder = Person | Ai | Open;

export type SeatRequest = Me | AiSeat | OpenSeat;

export type ClockRule = NoClock | Fischer | ByoYomi | Correspondence;

export type Answer = string | number | Cell[];

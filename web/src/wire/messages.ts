// Made by `python -m gomoku.server.wire.typescript` from src/gomoku/server/wire/messages.py: change that, not this.

/** `[x, y]` from the upper left corner, both from 0. */
export type Cell = [number, number];

export const PROTOCOL = 1;

/** A stone that was put down, or an answer to a question of the opening. */
export interface Action {
  by: Player;
  /** The stone's; for an answer, the colour that was to move. */
  color: Color;
  /** Where the stone went; none for an answer that put no stone down. */
  cell: Cell | null;
  /** What was answered; none for a stone. */
  answer: Answer | null;
  captured: Cell[];
  /** How long it took: an AI's own thinking, without waiting for its turn. None where nobody measured. */
  ms: number | null;
  /** Rows of five on the board after it: to show it again later, no rules are needed. */
  fives: Cell[][];
  /** If a grace turn follows: the replies that break the five. */
  breaks: Cell[];
}

/** A seat of the engine. */
export interface Ai {
  type: "ai";
  level: number;
}

/** A seat for the engine. */
export interface AiSeat {
  type: "ai";
  level?: number;
}

/** Think about a position and say how it goes, as `analysis`. A page has one analysis at a time: another one, or none,
 * takes its place. */
export interface Analyse {
  type: "analyse";
  /** The page's own name for this analysis. */
  id: string;
  /** None: stop. */
  position?: Position | null;
  /** Candidates to be told apart. */
  lines?: number;
  /** How long; as long as the page likes where it is left out. */
  ms?: number | null;
}

/** News of an analysis. */
export interface Analysis {
  type: "analysis";
  id: string;
  info: ThinkingInfo | null;
  /** No engine is free at the moment: games go first. */
  waiting: boolean;
  done: boolean;
  /** A `Reason` where it could not be done. */
  refused: string | null;
}

/** How many watch an online room and do not play. Not stored; comes with the room and whenever it changes. */
export interface Audience {
  type: "audience";
  room: string;
  spectators: number;
}

/** What an AI believes of the person it plays, and what that changed in its move. Only for those who `follow`. */
export interface Belief {
  type: "belief";
  room: string;
  /** The position it moved in. */
  ply: number;
  /** Moves of the person that it has seen. */
  moves: number;
  /** What each of the person's mistakes overlooked. */
  mistakes: Weakness[];
  /** Turns in which the person could have taken stones, and did. */
  offered: number;
  taken: number;
  /** What it believes the person overlooks. */
  weakness: Weakness | null;
  /** The move that the search liked best, where another was chosen. */
  instead_of: Cell | null;
  /** Evaluation points that this cost at most. */
  given_up: number;
}

/** How a node value relates to the true value. */
export type Bound = "exact" | "lower" | "upper";

/** Main time, then periods: a move made within a period leaves that period whole. */
export interface ByoYomi {
  type: "byoyomi";
  time: number;
  periods: number;
  period: number;
}

/** End the game so that it counts for nobody. Online the other is asked. */
export interface Cancel {
  type: "cancel";
  /** The page's own name for this command. */
  id: string;
  room: string;
}

/** A cell at which the side to move would capture, and what. */
export interface CaptureMove {
  cell: Cell;
  captured: Cell[];
}

/** A cell from which stones could be taken, and the stones. */
export interface CaptureThreat {
  cell: Cell;
  stones: Cell[];
}

/** `GET /api/rules`: all there is to choose from, so that the page knows no rule by name. */
export interface Catalogue {
  presets: Preset[];
  parameters: Parameter[];
  openings: OpeningChoice[];
  levels: LevelChoice[];
  /** Lines: on larger boards there is no AI and no hint. */
  largest_for_ai: number;
  stones: Stone[];
  too_alike: [Stone, Stone][];
  /** A sentence for each `Reason`. */
  reasons: Record<string, Words>;
  /** What an opening asks, by `step` and, where steps share a name, `step.kind`. */
  steps: Record<string, Words>;
  /** The words of `Question.choices`. */
  answers: Record<string, Words>;
}

/** A cell as the evaluation sees it. */
export interface CellEvaluation {
  X: CellSide;
  O: CellSide;
  /** The `Reason` for which the side to move may not go there. */
  closed: string | null;
  before: Terms;
  /** With the stone there, for the other side, whose turn it would be; none where it may not go there or the game ends. */
  after: Terms | null;
}

/** A cell of a position. */
export interface CellRequest {
  position: Position;
  cell: Cell;
}

/** What a stone of one side would make on a cell. */
export interface CellSide {
  /** Along the row, the column, the falling and the rising diagonal. */
  axes: [Shape, Shape, Shape, Shape];
  takes: number;
  /** Evaluation points that the chance of it is worth to the side on its turn … */
  to_move: number;
  /** … and when it is not. */
  waiting: number;
  /** How early the move is tried. */
  order: number;
}

/** Something that was said in a room. */
export interface ChatLine {
  at: number;
  visitor: string;
  name: string;
  text: string;
  /** The speaker's; none for spectators. */
  seat: Player | null;
}

/** Choose what a side's stones look like. */
export interface ChooseStone {
  type: "dress";
  /** The page's own name for this command. */
  id: string;
  room: string;
  color: Color;
  stone: Stone;
}

/** Take the win after the other player's connection was lost for too long. */
export interface Claim {
  type: "claim";
  /** The page's own name for this command. */
  id: string;
  room: string;
}

/** One player's time, as it stood at the moment of the message. */
export interface Clock {
  /** Of the main time, or of the period that runs. Never negative. */
  left: number;
  /** Byo-yomi periods left, the running one included. */
  periods: number;
  /** The main time is used up. */
  in_period: boolean;
}

/** Time that passed while the server was away is charged to nobody. */
export interface ClockCredited {
  type: "credited";
  ms: number;
  at: number;
}

/** A side. X moves first and is called black, O is called white. */
export type Color = "X" | "O";

/** Change the options before a game; nobody is ready any more. In the middle of a game only `ai_time` can change. */
export interface Configure {
  type: "configure";
  /** The page's own name for this command. */
  id: string;
  room: string;
  options: Options;
}

/** Both are ready: the game starts soon. */
export interface CountdownStarted {
  type: "counting";
  until: number;
  at: number;
}

/** Make a room. `done` says its id. A local game begins at once. */
export interface Create {
  type: "create";
  id: string;
  options: Options;
  /** Who plays first: black, unless the opening says otherwise. Two `me` are two people on one computer. */
  first: SeatRequest;
  second: SeatRequest;
  kind?: RoomKind;
  /** The looks of X and O. */
  stones?: [Stone, Stone];
  title?: string;
}

/** The room was made. */
export interface Created {
  type: "created";
  /** The visitor who owns it. */
  by: string;
  kind: RoomKind;
  options: Options;
  /** Of the seats P1 and P2. P1 plays first, and black unless the opening says otherwise. */
  holders: [Holder, Holder];
  /** The looks of X and O. */
  stones: [Stone, Stone];
  title: string;
  /** A game that was brought along, in the one-line form of links. */
  link: string | null;
  /** How long each of its actions took, as far as known. */
  times: (number | null)[];
  /** How it ended and who won, where the board does not show it. */
  ended: [EndedBy, Player | null] | null;
  /** The ratings of those who sit there. */
  elos: [Elo | null, Elo | null];
  /** What the game that was brought along did to them. */
  changes: [number, number] | null;
  at: number;
}

/** Answer the opening's question: a word, a number, or the cells of an offer. */
export interface Decide {
  type: "decide";
  /** The page's own name for this command. */
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

/** A player's connection is gone. */
export interface Disconnected {
  type: "lost";
  player: Player;
  at: number;
}

/** A command was carried out and is stored. */
export interface Done {
  type: "done";
  id: string;
  room: string;
  seq: number;
}

/** How strong a player is in a rule set. */
export interface Elo {
  rating: number;
  /** Rated games that made it what it is. */
  games: number;
  /** They are too few for it to be trusted. */
  provisional: boolean;
}

/** The game ended away from the board. What happens on the board needs no event of its own. */
export interface Ended {
  type: "ended";
  by: EndedBy;
  winner: Player | null;
  at: number;
}

/** How a game ended. */
export type EndedBy = "line" | "capture" | "foul" | "full" | "resignation" | "time" | "agreement" | "abandoned" | "cancelled";

/** A move of a line, with what it does. */
export interface ExplainedMove {
  cell: Cell;
  color: Color;
  captured: Cell[];
  deeds: MoveReason[];
}

/** Time for the whole game, and a little more with every move. */
export interface Fischer {
  type: "fischer";
  time: number;
  increment: number;
}

/** Say whether `thinking` should tell of every depth (`info`), or only of beginning and end. `remembered` tells of the last move. */
export interface Follow {
  type: "follow";
  room: string;
  on: boolean;
}

/** A cell that a rule closes to the side to move, and why. */
export interface Forbidden {
  cell: Cell;
  /** The rules' word: `double_three`, `double_four`, `overline`, `self_capture`. */
  reason: string;
}

/** `GET /api/games`: the visitor's games, last played first. `GET /api/rooms`: the rooms that anybody may enter. */
export interface GameList {
  games: RoomSummary[];
  /** All that fit the search, not only those listed. */
  total: number;
  /** The visitor's id: whose games these are. */
  me: string;
}

/** How good a move was, compared with the best one. */
export type Grade = "best" | "good" | "inaccurate" | "mistake" | "blunder";

/** `GET /api/health`. */
export interface Health {
  ok: boolean;
  version: string;
  /** Rooms held in memory. */
  rooms: number;
  sockets: number;
  /** Engine processes alive. */
  engines: number;
  /** Questions to the engine that wait. */
  waiting: number;
}

/** The first message on every socket. */
export interface Hello {
  type: "hello";
  /** The visitor's id: the page is meant where a seat or a list names it. */
  me: string;
  protocol: number;
  version: string;
  /** The server's clock. */
  now: number;
}

/** Let the engine suggest an answer to the question that is due. Comes as `suggestion`. Online the other is asked. */
export interface Hint {
  type: "hint";
  /** The page's own name for this command. */
  id: string;
  room: string;
}

/** A player asked the engine for a hint. */
export interface HintRequested {
  type: "helped";
  player: Player;
  at: number;
}

/** `POST /api/import`: the rooms that were made, one for each game of the file. */
export interface Imported {
  rooms: RoomSummary[];
}

/** Send the other player away. The owner's right. */
export interface Kick {
  type: "kick";
  /** The page's own name for this command. */
  id: string;
  room: string;
  player: Player;
}

/** What form the answer to a decision has. */
export type Kind = "stone" | "choice" | "number" | "offer" | "pick";

/** What an AI thought about its last move: the answer to a page that begins to `follow` when that is over. Not stored. */
export interface LastThinking {
  type: "remembered";
  room: string;
  /** Which game of the room … */
  round: number;
  /** … after how many actions … */
  ply: number;
  /** … and the position that it thought about. */
  position: Position;
  since: number;
  limit: number;
  /** Every depth that it completed. */
  infos: ThinkingInfo[];
}

/** `GET /api/leaderboard`: the strongest players of a rule set. */
export interface Leaderboard {
  rules: string;
  lines: LeaderboardEntry[];
  /** All who are ranked. */
  total: number;
  /** The visitor's own, ranked or not; none without a rated game. */
  mine: LeaderboardEntry | null;
}

/** Somebody on a leaderboard. */
export interface LeaderboardEntry {
  /** From 1; none while the rating is provisional. */
  rank: number | null;
  name: string;
  elo: Elo;
  wins: number;
  draws: number;
  losses: number;
  /** The name is theirs alone: they sign in with it. */
  signed: boolean;
  me: boolean;
}

/** Figures of a lesson, computed by the engine. */
export interface Lesson {
  position: Position;
  view: StudyView;
  /** Alpha-beta as it went. */
  tree: LessonNode[];
  /** Minimax over the same moves: nothing is left out. */
  full: LessonNode[];
  /** How it looked after each depth. */
  history: ThinkingInfo[];
  /** The same search with all that is in the table. */
  again: ThinkingInfo[];
  /** Positions of the recorded tree that were known from the table. */
  lookups: number;
}

/** A position of a small tree, in the order in which the search came to it. */
export interface LessonNode {
  parent: number;
  move: Cell | null;
  /** For the side to move at the root. */
  value: number;
  alpha: number;
  beta: number;
  depth: number;
  /** A `Why`. */
  why: string;
  unsearched: number;
}

/** A strength of the engine. */
export interface LevelChoice {
  number: number;
  title: Words;
}

/** One move of it. */
export interface LineMove {
  cell: Cell | null;
  color: Color;
  captured: Cell[];
  fives: Cell[][];
  over: boolean;
}

/** The answer: as many steps as can be made. */
export interface LineReply {
  steps: LineMove[];
}

/** Moves from a position on; None is a pass. */
export interface LineRequest {
  position: Position;
  moves: (Cell | null)[];
}

/** Show me the list of rooms and keep it up to date, or stop doing so. */
export interface Lobby {
  type: "lobby";
  on: boolean;
}

/** One of them has changed, is new, or is gone. */
export interface LobbyChange {
  type: "lobby_change";
  room: string;
  /** None: it is not in the list any more. */
  line: RoomSummary | null;
}

/** The rooms that anybody may enter, last changed first. */
export interface LobbyList {
  type: "lobby";
  rooms: RoomSummary[];
}

/** A seat for the visitor who makes the room. */
export interface Me {
  type: "me";
  name?: string;
}

/** What a move does, as a reason for it. */
export type MoveReason = "five" | "breakable_five" | "pairs" | "breaks" | "refills" | "open_four" | "double_four" | "four" | "open_three" | "takes" | "stops_five" | "saves_pair" | "quiet";

/** `PUT /api/me`: what the visitor wants to be called. */
export interface NameRequest {
  name: string;
}

/** `POST /api/tokens`: the answer. */
export interface NewToken {
  /** The token itself, which is never shown again. */
  token: string;
  line: TokenSummary;
}

/** As much time as one likes. */
export interface NoClock {
  type: "none";
}

/** A question of one player to the other, not answered yet. */
export interface Offer {
  kind: OfferKind;
  by: Player;
  /** It lapses then. */
  until: number;
  /** For an undo: the numbers of the actions that would be taken back, from 1. */
  moves: number[];
}

/** An offer was accepted, denied, taken back, or has lapsed. */
export interface OfferClosed {
  type: "offer_closed";
  kind: OfferKind;
  /** Whose offer it was. */
  player: Player;
  /** `accepted`, `denied`, `withdrawn` or `lapsed`. */
  how: string;
  at: number;
}

/** Propose a draw. An AI answers by how it sees the game; on one computer it is agreed at once. */
export interface OfferDraw {
  type: "draw";
  /** The page's own name for this command. */
  id: string;
  room: string;
}

/** What one player can ask of the other. */
export type OfferKind = "draw" | "undo" | "restart" | "hint" | "pause" | "cancel";

/** One player asks something of the other. */
export interface Offered {
  type: "offered";
  kind: OfferKind;
  player: Player;
  until: number;
  moves: number[];
  at: number;
}

/** A free seat of an online room. */
export interface Open {
  type: "open";
}

/** A seat that anybody may take. Online rooms only. */
export interface OpenSeat {
  type: "open";
}

/** A way to open the game. */
export interface OpeningChoice {
  name: string;
  title: Words;
  summary: Words;
}

/** What is chosen before a game. */
export interface Options {
  /** The rule set as one word, such as `42;size=15;three=flank`; `GET /api/rules` lists all there is to choose. */
  rules: string;
  opening: string;
  clock: ClockRule;
  /** How long an AI may think about a move. */
  ai_time: number;
  /** The game changes both players' ratings: no help, no undo, no pause. Online, between people, with a clock. */
  rated: boolean;
  /** Online: how much later than the players everybody else sees a game, so that nobody can whisper. */
  delay: number;
}

/** Other options were chosen; nobody is ready any more. */
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
  /** The player who held it. */
  player: Player | null;
}

/** The room belongs to another visitor now. */
export interface OwnerChanged {
  type: "owned";
  visitor: string;
  at: number;
}

/** An opponent is found: go there and say `ready`. Both are seated, and the game is rated. */
export interface Paired {
  type: "paired";
  id: string;
  room: string;
}

/** A switch of the rules. `Options.rules` is a preset's name and the changed ones: `42;size=15;three=flank`. */
export interface Parameter {
  name: string;
  kind: ParameterKind;
  title: Words;
  values: ParameterValue[];
  least: number | null;
  most: number | null;
}

/** How a parameter is chosen. */
export type ParameterKind = "flag" | "word" | "number" | "size";

/** One of the words a parameter can have. */
export interface ParameterValue {
  value: string;
  title: Words;
}

/** `POST /api/me/passphrase`: the name and passphrase by which the visitor signs in elsewhere. */
export interface PassphraseRequest {
  name: string;
  passphrase: string;
  /** The one so far, where there is one. */
  current: string;
}

/** Stop clocks and AIs. Online the other is asked. */
export interface Pause {
  type: "pause";
  /** The page's own name for this command. */
  id: string;
  room: string;
}

/** Clocks and AIs stop. */
export interface Paused {
  type: "paused";
  at: number;
}

/** A seat of somebody. On one computer one visitor holds both. */
export interface Person {
  type: "person";
  /** An `Id`; empty where a game is only looked at, by its link. */
  visitor: string;
  name: string;
  /** It is a program that came in with a token. */
  bot: boolean;
}

/** How far a room has come. */
export type Phase = "seating" | "countdown" | "playing" | "over";

/** Is anybody there? Answered by `pong`. */
export interface Ping {
  type: "ping";
  /** Anything; it comes back. */
  sent?: number;
}

/** A stone was put down. */
export interface Placed {
  type: "placed";
  player: Player;
  cell: Cell;
  /** What it took: charged to the player's clock. */
  ms: number;
  at: number;
}

/** Put a stone down, or pick one of the cells offered. */
export interface Play {
  type: "play";
  /** The page's own name for this command. */
  id: string;
  room: string;
  cell: Cell;
  /** How many actions the page sees: if others were made or taken back since, the click was not meant for this board. */
  ply: number;
}

/** A person or program at the board; an opening says which colour each one holds. */
export type Player = "P1" | "P2";

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  sent: number;
  now: number;
  /** The present `seq` of every room the page watches: one that is higher than the page's own was missed; watch again. */
  rooms: Record<string, number>;
}

/** Stones on a board, and whose turn it is. */
export interface Position {
  /** As in `Options.rules`. */
  rules: string;
  /** `X`, `O` and `.`, top row first. */
  rows: string[];
  to_move: Color;
  /** Stones captured by X and by O. */
  taken: Cell;
}

/** A position as the evaluation sees it. */
export interface PositionEvaluation {
  X: SideThreats;
  O: SideThreats;
  /** Cells that are closed to the side to move. */
  forbidden: Forbidden[];
  terms: Terms;
}

/** A rule set with a name. */
export interface Preset {
  name: string;
  title: Words;
  summary: Words;
  size: number;
  /** Board sizes to offer first. */
  sizes: number[];
  /** Every parameter, as a word. */
  values: Record<string, string>;
}

/** The body of every HTTP answer from 400 on. */
export interface Problem {
  reason: Reason;
  detail: string;
}

/** `GET /api/me`: who the visitor is. Also the answer where that changes. */
export interface Profile {
  id: string;
  /** Empty until the visitor has chosen one. */
  name: string;
  /** A passphrase is set: the identity can be taken to another browser. */
  signed: boolean;
  standings: Standing[];
}

/** `GET /api/puzzles/{id}`: what is known before it is solved. */
export interface Puzzle {
  id: string;
  rules: string;
  kind: PuzzleKind;
  level: number;
  /** To the end of the game: of the shortest win known, or of the longest resistance by moves that do not save. */
  plies: number;
  start: Position;
  /** The enemy's last move. */
  last: Cell | null;
  view: StudyView;
}

/** `POST /api/puzzles/{id}/try`. */
export interface PuzzleAnswer {
  verdict: Verdict;
  /** The enemy's answer. */
  reply: Cell | null;
  /** The visitor's move and the answer; where it was wrong, how it is refuted. */
  line: ExplainedMove[];
  /** After the answer. */
  view: StudyView;
  /** Plies to the win that is still there. */
  left: number | null;
}

/** `POST /api/puzzles/{id}/hint`: the move that is to be found, and what it does. */
export interface PuzzleHint {
  move: ExplainedMove;
}

/** The moves so far, both sides' in turn; the visitor is to move. */
export interface PuzzleHintRequest {
  moves: Cell[];
}

/** What is to be found. */
export type PuzzleKind = "five" | "capture" | "break" | "save";

/** `GET /api/puzzles`. */
export interface PuzzleList {
  puzzles: PuzzleSummary[];
}

/** `GET /api/puzzles/{id}/solution`: played out to the end, with reasons. */
export interface PuzzleSolution {
  line: ExplainedMove[];
}

/** A puzzle in the list. */
export interface PuzzleSummary {
  id: string;
  rules: string;
  kind: PuzzleKind;
  /** 1 to 4. */
  level: number;
}

/** The moves so far, both sides' in turn; the last one is the visitor's. */
export interface PuzzleTry {
  moves: Cell[];
}

/** What the game waits for. */
export interface Question {
  /** The opening's own name for it, such as `c1`; `play` once normal play has begun. */
  step: string;
  player: Player;
  /** `stone`: play a cell. `choice`, `number`: decide with one of `choices`. `offer`: decide with `count` cells.
   * `pick`: play one of `cells`. */
  kind: Kind;
  /** Of the stone that is placed, offered or picked. */
  color: Color | null;
  choices: (string | number)[];
  /** Where the opening allows only some empty cells: these. */
  cells: Cell[] | null;
  count: number;
}

/** The players' ratings, as somebody sits down or a rated game has ended. */
export interface Rated {
  type: "rated";
  elos: [Elo | null, Elo | null];
  /** What the game that has just ended did to them: it is counted in the same moment. */
  changes: [number, number] | null;
  at: number;
}

/** Say that one is ready, or not. */
export interface Ready {
  type: "ready";
  /** The page's own name for this command. */
  id: string;
  room: string;
  ready: boolean;
}

/** A player is ready, or not any more. */
export interface ReadyChanged {
  type: "readied";
  player: Player;
  ready: boolean;
  at: number;
}

/** Why something was refused. The page has a sentence for each, under `refused.<reason>`. */
export type Reason = "occupied" | "off_board" | "game_over" | "double_three" | "double_four" | "overline" | "self_capture" | "opening" | "not_your_turn" | "not_seated" | "not_owner" | "stale" | "paused" | "not_playing" | "nothing_to_undo" | "nothing_to_redo" | "no_change" | "no_offer" | "offer_pending" | "too_soon" | "alike" | "seat_taken" | "bad_options" | "not_here" | "rated" | "unknown_room" | "malformed" | "too_big" | "too_fast" | "too_many" | "busy" | "storage" | "unreadable" | "foreign" | "name_taken" | "bad_passphrase" | "bad_token";

/** A player's connection is there again. */
export interface Reconnected {
  type: "back";
  player: Player;
  at: number;
}

/** Make it again. */
export interface Redo {
  type: "redo";
  /** The page's own name for this command. */
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

/** A command was not carried out; nothing has changed. */
export interface Refused {
  type: "refused";
  /** Of the command; empty where it could not be read. */
  id: string;
  reason: Reason;
  /** In plain English, for logs and programs. */
  detail: string;
  room: string;
  /** The cell that was refused. */
  cell: Cell | null;
  /** When to try again. */
  wait: number | null;
}

/** What the engine would answer to a move. */
export interface Refutation {
  /** For the side that makes the move. */
  score: number;
  /** Plies from its move on to a proved win, negative for a loss. */
  win_in: number | null;
  depth: number;
  /** The move itself and what is expected to follow. */
  steps: LineMove[];
  ms: number;
}

/** Choose a player's name. */
export interface Rename {
  type: "rename";
  /** The page's own name for this command. */
  id: string;
  room: string;
  player: Player;
  name: string;
}

/** A player has another name. */
export interface Renamed {
  type: "renamed";
  player: Player;
  name: string;
  at: number;
}

/** Answer the other player's offer. */
export interface Reply {
  type: "reply";
  /** The page's own name for this command. */
  id: string;
  room: string;
  offer: OfferKind;
  accept: boolean;
}

/** Give up. Where one visitor holds both seats, for the side to move. */
export interface Resign {
  type: "resign";
  /** The page's own name for this command. */
  id: string;
  room: string;
}

/** Begin anew with the same options. A finished game is kept in the list. Online the other is asked. */
export interface Restart {
  type: "restart";
  /** The page's own name for this command. */
  id: string;
  room: string;
  /** Change places. */
  swap?: boolean;
}

/** A new game with the same options begins in the room. */
export interface Restarted {
  type: "restarted";
  /** The players changed places. */
  swapped: boolean;
  at: number;
}

/** Let them go on. */
export interface Resume {
  type: "resume";
  /** The page's own name for this command. */
  id: string;
  room: string;
}

/** They go on. */
export interface Resumed {
  type: "resumed";
  at: number;
}

/** Name the room. */
export interface Retitle {
  type: "retitle";
  /** The page's own name for this command. */
  id: string;
  room: string;
  title: string;
}

/** The room has a new name. */
export interface Retitled {
  type: "titled";
  title: string;
  at: number;
}

/** A review, complete or under way. */
export interface Review {
  id: string;
  /** Positions that were thought about … */
  done: number;
  /** … of so many. */
  total: number;
  complete: boolean;
  /** Games go first: no engine is free. */
  waiting: boolean;
  /** The engine could not do it, or it was cancelled; ask again. */
  failed: boolean;
  /** X's chance before the first move. */
  start_chance: number;
  /** When it is complete: one for each move. */
  moves: ReviewedMove[];
  X: SideReview | null;
  O: SideReview | null;
  /** Numbers of the moves, from 1, that decided most. */
  turning_points: number[];
}

/** Go through a whole game. */
export interface ReviewRequest {
  start: Position;
  moves: Cell[];
  /** How long to think about each position. */
  ms: number;
}

/** A move as the engine sees it. */
export interface ReviewedMove {
  color: Color;
  /** The position after the move, for X, in evaluation points. */
  score: number;
  /** Plies from there to a proved win of X, negative for one of O. */
  win_in: number | null;
  /** X's chance to win after the move, from 0 to 1. */
  chance: number;
  /** How much of its own chance the side gave away. */
  loss: number;
  grade: Grade;
  /** What it should have played, where that was another move … */
  best: Cell | null;
  /** … and how that would go on; it begins with `best`. */
  line: Cell[];
  /** Plies to the win that was there to be had, or from the loss that could not be helped (negative), for the side to move. */
  best_win_in: number | null;
  depth: number;
}

/** The room was deleted, or there is none of that id. */
export interface RoomGone {
  type: "gone";
  room: string;
}

/** Who can come in. */
export type RoomKind = "local" | "listed" | "private";

/** All there is to see of a room but the list of actions: enough to draw it without knowing a rule. */
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
  /** Since when the clock of the player who is asked runs; none while it stands. */
  turn_since: number | null;
  /** The visitors who may answer `question` now. */
  acts: string[];
  /** The visitors who may ask for an undo now. */
  may_undo: string[];
  may_redo: string[];
  width: number;
  height: number;
  /** Names of the columns from the left. A cell's name is its column and its row, which counts from the bottom, from 1;
   * with a dash between where columns are numbers. */
  columns: string[];
  /** The stones: `X`, `O` and `.`, top row first. */
  rows: string[];
  /** How many actions have been made; goes with `play` and `decide`. */
  ply: number;
  /** The side whose stone is next; none when the game is over. */
  to_move: Color | null;
  /** On the board: `ongoing`, `grace` (a five stands, and the side to move can still break it), `win`, `draw`. */
  status: Status;
  outcome: Outcome | null;
  /** What the game waits for; none when it is over. */
  question: Question | null;
  /** Standing or winning rows, each from end to end. */
  fives: Cell[][];
  /** In a grace turn, the replies that break the five. */
  breaks: Cell[];
  forbidden: Forbidden[];
  /** Where the side to move would capture, and what: to be shown before the stone is down. */
  takes: CaptureMove[];
  /** Stones captured by X and by O. */
  taken: [number, number];
  /** Captured stones that win. */
  goal: number | null;
  /** Lengths of the rows that can be captured: 2 for pairs, 3 for triples; empty where nothing can. */
  capture_sizes: number[];
  /** What the last action took. */
  captured: Cell[];
  offers: Offer[];
  /** Which game of the room this is. */
  round: number;
  /** The rows the game started from, where that was not the empty board. */
  setup: string[] | null;
}

/** A room or game in a list. */
export interface RoomSummary {
  room: string;
  kind: RoomKind;
  title: string;
  phase: Phase;
  rules: string;
  opening: string;
  clock: ClockRule;
  holders: [Holder, Holder];
  names: [string, string];
  stones: [Stone, Stone];
  /** For a thumbnail. */
  rows: string[];
  last: Cell | null;
  /** How many were made. */
  actions: number;
  stones_played: number;
  outcome: Outcome | null;
  rated: boolean;
  /** The players' ratings in this rule set, as far as known … */
  elos: [Elo | null, Elo | null];
  /** … and what the game, a rated one that is over, did to them. */
  changes: [number, number] | null;
  /** Visitors who watch and do not play; only in the list of rooms. */
  spectators: number;
  created: number;
  updated: number;
}

/** Chat. */
export interface Said {
  type: "said";
  visitor: string;
  name: string;
  text: string;
  at: number;
}

/** Somebody took a seat. */
export interface Sat {
  type: "sat";
  player: Player;
  holder: Holder;
  at: number;
}

/** Chat. */
export interface Say {
  type: "say";
  /** The page's own name for this command. */
  id: string;
  room: string;
  text: string;
  /** What a spectator wants to be called. Players speak under the name of their seat. */
  name?: string;
}

/** One of the two places at the board. */
export interface Seat {
  player: Player;
  holder: Holder;
  /** The side it plays at present: an opening can change that. */
  color: Color;
  /** What its stones look like. */
  stone: Stone;
  name: string;
  ready: boolean;
  /** The holder's connection is lost since then … */
  lost_since: number | null;
  /** … and from this moment on the other player may claim the win. */
  claim_at: number | null;
  timing: Timing;
  clock: Clock | null;
  /** How often the engine was asked for help. */
  hints: number;
  /** The holder's rating in this rule set; none for programs, and where a room has rules of its own. */
  elo: Elo | null;
  /** What the game on the board, a rated one that is over, did to it. */
  change: number | null;
}

/** Find me an opponent. Answered by `seeking`, then `paired`; a second wish replaces the first. */
export interface Seek {
  type: "seek";
  /** The page's own name for it: sent again after a lost connection, it is the same wish. */
  id: string;
  /** The name of a rule set, as it stands. */
  rules: string;
  clock: Fischer | ByoYomi;
  name?: string;
}

/** An opponent is looked for, or not any more. Comes again as the search widens. */
export interface Seeking {
  type: "seeking";
  id: string;
  since: number | null;
  /** How far the opponent's rating may be away by now, in points. */
  within: number;
  /** The visitor's own. */
  rating: number;
  /** How many others wait, whatever they want to play. */
  others: number;
}

/** Change an AI's level, also in the middle of a game. */
export interface SetLevel {
  type: "level";
  /** The page's own name for this command. */
  id: string;
  room: string;
  player: Player;
  level: number;
}

/** Pattern class a stone would make on one line, weakest first (docs/HEURISTIC.md, section 2). */
export type Shape = "dead" | "one" | "two" | "open_two" | "three" | "open_three" | "four" | "open_four" | "five";

/** `GET /api/games/{room}/link`. */
export interface Shared {
  /** The game in one line. */
  link: string;
  /** The page's address for it, without host. */
  path: string;
}

/** How well one side played. */
export interface SideReview {
  /** From 0 to 100; none without a move. */
  accuracy: number | null;
  /** How many moves of each `Grade`. */
  grades: Record<string, number>;
}

/** What one side could do if it were to move. A cell stands in the strongest list it belongs to. */
export interface SideThreats {
  fives: Cell[];
  open_fours: Cell[];
  fours: Cell[];
  open_threes: Cell[];
  captures: CaptureThreat[];
}

/** `POST /api/sign-in`: become, in this browser, who has this name and passphrase. */
export interface SignIn {
  name: string;
  passphrase: string;
}

/** Take a free seat, or put an AI on it. */
export interface Sit {
  type: "sit";
  /** The page's own name for this command. */
  id: string;
  room: string;
  player: Player;
  who: SeatRequest;
}

/** A room as it stands. */
export interface Snapshot {
  type: "snapshot";
  room: string;
  seq: number;
  now: number;
  state: RoomState;
  actions: Action[];
  chat: ChatLine[];
  thinking: Thinking | null;
}

/** Leave one's seat. */
export interface Stand {
  type: "stand";
  /** The page's own name for this command. */
  id: string;
  room: string;
  player: Player;
}

/** Somebody's rating in a rule set. */
export interface Standing {
  rules: string;
  elo: Elo;
  wins: number;
  draws: number;
  losses: number;
  /** From 1; none while the rating is provisional. */
  rank: number | null;
}

/** The game begins. */
export interface Started {
  type: "started";
  at: number;
}

/** Where the game stands. */
export type Status = "ongoing" | "grace" | "win" | "draw";

/** What a side's stones can look like. */
export type Stone = "black" | "white" | "coral" | "jade" | "lapis" | "amber" | "plum" | "pearl";

/** A side's stones look different. */
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
  /** The owner sent its holder away. */
  kicked: boolean;
  at: number;
}

/** Why the search did not go deeper at a node. */
export type StopReason = "searched" | "cut" | "table" | "over" | "lost" | "leaf" | "forced" | "high" | "low" | "pass" | "window" | "stopped";

/** A game with its variations and comments. */
export interface Study {
  start: Position;
  nodes: StudyNode[];
  black: string;
  white: string;
  title: string;
  /** In SGF's words: `B+`, `W+R`, `0`. */
  result: string;
  /** Moves of variations that the rules refuse, or for which there was no room. */
  dropped: number;
}

/** The games of a file. */
export interface StudyList {
  studies: Study[];
  total: number;
}

/** A move of a study. The root, number 0, is none: it stands for the position at the start. */
export interface StudyNode {
  /** The number of the node before it; -1 for the root. Parents come before their children, the main line's child first. */
  parent: number;
  cell: Cell | null;
  /** Whose stone; may be left out when it is sent to the server. */
  color: Color | null;
  captured: Cell[];
  comment: string;
  /** How long its player thought. */
  ms: number | null;
}

/** A position and the moves made from there. */
export interface StudyPosition {
  start: Position;
  moves: Cell[];
}

/** All there is to see after those moves: enough to draw it without knowing a rule. */
export interface StudyView {
  width: number;
  height: number;
  rows: string[];
  /** None when the game is over. */
  to_move: Color | null;
  taken: [number, number];
  /** Captured stones that win. */
  goal: number | null;
  status: Status;
  winner: Color | null;
  win_by: WinBy | null;
  /** What the last move took. */
  captured: Cell[];
  fives: Cell[][];
  breaks: Cell[];
  forbidden: Forbidden[];
  takes: CaptureMove[];
  /** The engine can be asked about it: the game goes on and the board is not too large. */
  can_think: boolean;
}

/** The engine's hint, for the visitor who asked. */
export interface Suggestion {
  type: "suggestion";
  room: string;
  /** For the board after so many actions. */
  ply: number;
  kind: Kind;
  color: Color;
  /** For a stone or a pick: where it would go … */
  cell: Cell | null;
  /** … and what it would take. */
  captured: Cell[];
  /** For any other question: what to answer. */
  answer: Answer | null;
  /** For the side to move; none in an opening. */
  score: number | null;
  win_in: number | null;
  pv: Cell[];
  ms: number;
}

/** The evaluation in its parts, for the side to move; they add up to `total`. */
export interface Terms {
  own_cells: number;
  other_cells: number;
  taken: number;
  own_captures: number;
  other_captures: number;
  total: number;
}

/** What an AI is about at the moment. Not stored; an AI that is done says so by its action. */
export interface Thinking {
  type: "thinking";
  room: string;
  /** Whose seat; none for hints and analysis. */
  player: Player | null;
  /** When its thinking began: waiting for a free engine is not counted. */
  since: number;
  limit: number;
  /** No engine is free yet. */
  waiting: boolean;
  done: boolean;
  /** How far it has come; only for those who `follow`. */
  info: ThinkingInfo | null;
}

/** A completed depth of a search. */
export interface ThinkingInfo {
  depth: number;
  selective_depth: number;
  score: number;
  nodes: number;
  nodes_per_second: number;
  ms: number;
  hash_permille: number;
  /** The best candidates, best first; the first one's `pv` is what the engine expects. */
  lines: ThinkingLine[];
  win_in: number | null;
}

/** A candidate move and what is expected to follow. */
export interface ThinkingLine {
  cell: Cell;
  /** For the side that thinks; 100 or so is a clear advantage. */
  score: number;
  pv: Cell[];
  /** Plies to a proved win, negative for a loss. */
  win_in: number | null;
}

/** How long a player's actions in this game took. */
export interface Timing {
  count: number;
  last: number;
  average: number;
  slowest: number;
}

/** `GET /api/tokens`: the visitor's, newest first. */
export interface TokenList {
  tokens: TokenSummary[];
}

/** `POST /api/tokens`: the body. */
export interface TokenRequest {
  name: string;
  /** One of the visitor's bots, for another token; none for a new bot. */
  bot: string | null;
}

/** A token, as lists show it. */
export interface TokenSummary {
  id: string;
  name: string;
  /** How it begins. */
  prefix: string;
  /** The id of the bot that it speaks for, as seats show it. */
  bot: string;
  created: number;
  /** When it was last used, to the minute. */
  used: number | null;
}

/** Some positions of a tree, column by column. The root is number 0; parents come before their children. */
export interface TreeChunk {
  start: number;
  /** -1 for the root. */
  parent: number[];
  move: (Cell | null)[];
  depth: number[];
  alpha: number[];
  beta: number[];
  /** From the side that is to move at the root, as the window is. */
  value: number[];
  bound: Bound[];
  why: StopReason[];
  best: (Cell | null)[];
  unsearched: number[];
  /** Stones that the move takes. */
  taken: number[];
  /** Recorded positions under it. */
  below: number[];
  /** Letters: `p`, it is a pass; `a`, the same move was looked at again by a later brother; `b`, on the best line. */
  flags: string[];
}

/** Search a position again and keep the tree. */
export interface TreeRequest {
  position: Position;
  ms: number;
}

/** A tree that can be had in pieces, for a while. */
export interface TreeSummary {
  id: string;
  /** Positions of the tree. */
  count: number;
  /** Nothing was left out for want of room. */
  complete: boolean;
  info: ThinkingInfo;
}

/** Take one's last action back, and what the AI answered to it. Online the other player is asked. */
export interface Undo {
  type: "undo";
  /** The page's own name for this command. */
  id: string;
  room: string;
}

/** The last actions were taken back, and the clocks with them. */
export interface Undone {
  type: "undone";
  count: number;
  /** Who wished it. */
  player: Player | null;
  at: number;
}

/** I would rather not. Answered by `seeking` with `since` none, or by `paired` where it comes too late. */
export interface Unseek {
  type: "unseek";
  id: string;
}

/** I have seen enough of that room. */
export interface Unwatch {
  type: "unwatch";
  room: string;
}

/** Something happened in a room. Updates come in order, `seq` by `seq`, without a gap. */
export interface Update {
  type: "update";
  room: string;
  seq: number;
  now: number;
  event: RoomEvent;
  state: RoomState;
  /** How many of the actions known before still stand … */
  keep: number;
  /** … and those that follow them: `actions = [...actions.slice(0, keep), ...update.actions]`. */
  actions: Action[];
}

/** What a move came to. */
export type Verdict = "solved" | "on" | "wrong";

/** Show me a room, and all that happens in it from now on. */
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

/** Take one's own offer back. */
export interface Withdraw {
  type: "withdraw";
  /** The page's own name for this command. */
  id: string;
  room: string;
  offer: OfferKind;
}

/** A text for people, in the languages of the page. */
export interface Words {
  en: string;
  fr: string;
}

export type FromClient = Ping | Watch | Unwatch | Follow | Lobby | Seek | Unseek | Analyse | Create | Play | Decide | Undo | Redo | Hint | Restart | Resign | OfferDraw | Cancel | Reply | Withdraw | Pause | Resume | ChooseStone | Rename | Retitle | Configure | SetLevel | Sit | Stand | Kick | Ready | Say | Claim;

export type ToClient = Hello | Pong | Snapshot | Update | Audience | RoomGone | Thinking | LastThinking | Suggestion | Done | Refused | LobbyList | LobbyChange | Seeking | Paired | Analysis | Belief;

export type RoomCommand = Play | Decide | Undo | Redo | Hint | Restart | Resign | OfferDraw | Cancel | Reply | Withdraw | Pause | Resume | ChooseStone | Rename | Retitle | Configure | SetLevel | Sit | Stand | Kick | Ready | Say | Claim;

export type RoomEvent = Created | OptionsChanged | Retitled | Sat | Stood | OwnerChanged | ReadyChanged | CountdownStarted | Started | Renamed | StoneChosen | Said | Disconnected | Reconnected | Placed | Decided | Undone | Redone | Paused | Resumed | Ended | Restarted | Offered | OfferClosed | HintRequested | Rated | ClockCredited;

export type Holder = Person | Ai | Open;

export type SeatRequest = Me | AiSeat | OpenSeat;

export type ClockRule = NoClock | Fischer | ByoYomi;

export type Answer = string | number | Cell[];

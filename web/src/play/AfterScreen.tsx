// After a game: its course, the turning point, the accuracy of each side, and the mistakes to learn from.
import "../game/styles/game.css";
import "../styles/pages.css";
import "./after.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { fromStudy, mainLine, spotAt } from "../analysis/study/moveTree";
import { CoachMarks, GradeMark } from "../analysis/study/review/CoachMarks";
import { allowedText, coachText, type Names } from "../analysis/study/review/coach";
import { GameReview } from "../analysis/study/review/gameReview";
import { MARKS } from "../analysis/study/review/reviewStore";
import { cropAround, type Mistake, mistakesOf, tippedAt, worstOf } from "../analysis/study/review/summary";
import { scoreWords } from "../analysis/thinking/score";
import { type Cell, gridOf, type Side } from "../board/geometry";
import { MiniBoard } from "../board/MiniBoard";
import { StoneIcon } from "../board/Stones";
import { go } from "../browser/router";
import { settings } from "../browser/settings";
import { listen } from "../browser/shortcuts";
import { compact } from "../browser/viewport";
import { resultOf, stoneName, who } from "../game/names";
import { offeringOf } from "../game/offering";
import { Room, seatOf } from "../game/room";
import { GameBoard } from "../game/table/GameBoard";
import { LevelLine } from "../game/table/LevelLine";
import { savePng } from "../game/table/ShareDialog";
import { t } from "../i18n";
import { coachWords } from "../i18n/coach";
import { decimals, moveNumber } from "../i18n/numbers";
import { studyWords } from "../i18n/study";
import { Icon } from "../kit/Icon";
import { catalogue, fetchCatalogue } from "../wire/catalogue";
import type { Review } from "../wire/messages";
import { ReviewGraph } from "./ReviewGraph";

/** Mistakes shown as small boards, and the size of these boards. */
const BOARDS = 3;
const [CROP_WIDTH, CROP_HEIGHT] = [8, 6];
const SIDES = ["X", "O"] as const;

export function AfterScreen({ id }: { id: string }) {
	const room = useMemo(() => new Room(id), [id]);
	const game = useMemo(() => new GameReview(id), [id]);
	const offering = useMemo(() => offeringOf(room), [room]);
	const aim = useSignal<Cell | null>(null);
	useEffect(() => {
		room.open();
		if (!catalogue.value) void fetchCatalogue();
		const deaf = listen({
			",": () => room.step(-1),
			".": () => room.step(1),
			Home: () => room.show(0),
			End: () => room.show(null),
		});
		return () => {
			deaf();
			room.close();
			game.leave();
		};
	}, [room]);
	const state = room.state.value;
	const over = room.over.value;
	useEffect(() => {
		if (room.gone.value) go("/games", true);
		else if (state && !over) go(`/game/${id}`, true);
		else if (over) void game.begin();
	}, [room.gone.value, !!state, over]);
	if (!state?.outcome) return <main class="page" id="content" tabIndex={-1} aria-busy="true" />;
	const review = game.review.value?.complete ? game.review.value : null;
	// The board shows actions, a review counts stones.
	const plies = room.actions.value.flatMap(({ cell }, i) => (cell ? [i + 1] : []));
	const here = plies.filter((ply) => ply <= room.ply.value).length;
	const judged = review?.moves[here - 1];
	const last = room.actions.value[(plies[here - 1] ?? 0) - 1]?.cell;
	const grid = gridOf(state, settings.value.coordinates, compact.value);
	const show = (number: number) => room.show(number === plies.length ? null : (plies[number - 1] ?? 0));
	return (
		<main class="after-game" id="content" tabIndex={-1}>
			<GameBoard room={room} offering={offering} aim={aim}>
				{judged?.coach && <CoachMarks grid={grid} coach={judged.coach} colours={room.colours.value} />}
				{judged && last && <GradeMark grid={grid} cell={last} grade={judged.grade} />}
			</GameBoard>
			<Card room={room} game={game} review={review} here={here} onPick={show} />
		</main>
	);
}

interface CardProps {
	room: Room;
	game: GameReview;
	/** Once it is complete. */
	review: Review | null;
	/** The number of the move that the board shows. */
	here: number;
	onPick: (number: number) => void;
}

function Card({ room, game, review, here, onPick }: CardProps) {
	const words = coachWords.value;
	const outcome = room.state.value!.outcome!;
	const { head, tail } = resultOf(room, outcome);
	const winner = outcome.winner && seatOf(room.state.value!, outcome.winner);
	const mayPlay = room.online.value ? !!room.own.value : room.state.value!.seats.some((seat) => room.isMe(seat));
	const again = async () => {
		const asked = await room.act({ type: "restart", swap: room.online.value });
		if (asked) go(`/${room.online.value ? "room" : "game"}/${room.id}`);
	};
	return (
		<section class="card went" aria-label={t.value.howItWent}>
			<div class="row between top">
				<div>
					<h1>{head}</h1>
					{tail && <p>{tail}</p>}
					{outcome.by === "resignation" && review && <Standing room={room} review={review} />}
				</div>
				{winner && <StoneIcon stone={winner.stone} side={winner.color} size={46} />}
			</div>
			<LevelLine room={room} drawn />
			{review ? (
				<>
					<Curve room={room} game={game} review={review} here={here} onPick={onPick} />
					<Accuracy room={room} review={review} />
					<Mistakes room={room} game={game} review={review} onPick={onPick} />
				</>
			) : (
				<Progress game={game} />
			)}
			<div class="bt">
				{mayPlay && (
					<button type="button" class="primary big" onClick={() => void again()}>
						{t.value.rematch}
					</button>
				)}
				<a class="btn" href={`/analyse/${room.id}`}>
					<Icon name="tree" size={19} />
					{studyWords.value.reviewed}
				</a>
				<button type="button" onClick={() => void savePng(room.id)}>
					<Icon name="image" size={19} />
					{words.sharePicture}
				</button>
			</div>
		</section>
	);
}

/** Why somebody may have resigned: how the game stood. */
function Standing({ room, review }: { room: Room; review: Review }) {
	const last = review.moves.at(-1);
	if (!last) return null;
	return <p class="standing">{scoreWords(last, "X", (side) => stoneName(room.state.value!, side))}</p>;
}

function Progress({ game }: { game: GameReview }) {
	const words = studyWords.value;
	const review = game.review.value;
	if (game.failed.value)
		return (
			<div class="progress">
				<p role="status">{words.reviewFailed}</p>
				<button type="button" onClick={() => void game.begin()}>
					{words.reviewAgain}
				</button>
			</div>
		);
	return (
		<div class="progress" aria-busy="true">
			<progress max={review?.total ?? 1} value={review?.done ?? 0} aria-label={words.reviewed} />
			<p class="lab" role="status">
				{!review || (review.waiting && review.done === 0)
					? words.reviewWaits
					: words.reviewing(review.done, review.total)}
			</p>
		</div>
	);
}

const namesOf = (room: Room): Names => ({
	cell: (cell) => room.name(cell),
	side: (side) => stoneName(room.state.value!, side),
});

/** "17. M7 ??" */
function moveText(room: Room, game: GameReview, review: Review, number: number): string {
	const cell = game.cells()[number - 1]!;
	const move = review.moves[number - 1]!;
	return `${moveNumber(number, move.color, review.moves[0]!.color)} ${room.name(cell)} ${MARKS[move.grade]}`.trim();
}

function Curve({ room, game, review, here, onPick }: CardProps & { review: Review }) {
	const words = coachWords.value;
	const tipped = tippedAt(review, room.state.value!.outcome!.winner);
	const shown = review.moves[here - 1];
	const text = shown?.coach ? coachText(game.cells()[here - 1]!, shown.coach, namesOf(room)) : "";
	return (
		<div class="curve">
			<div class="row between cap">
				<b>{studyWords.value.evaluation}</b>
				{tipped !== null && (
					<span>
						{words.turningPoint}{" "}
						<button type="button" class="quiet tipped" onClick={() => onPick(tipped)}>
							{moveText(room, game, review, tipped)}
						</button>
					</span>
				)}
			</div>
			<ReviewGraph review={review} tipped={tipped} here={here} onPick={onPick} />
			<p class="coached" role="status">
				{text}
			</p>
		</div>
	);
}

function Accuracy({ room, review }: { room: Room; review: Review }) {
	const state = room.state.value!;
	return (
		<ul class="went-accuracy">
			{SIDES.map((side) => {
				const seat = seatOf(state, side);
				const { accuracy, grades } = review[side]!;
				return (
					<li key={side}>
						<StoneIcon stone={seat.stone} side={side} size={30} />
						<span>
							<span class="vh">{studyWords.value.accuracy}: </span>
							{who(room, seat)}
							<small>{coachWords.value.mistakes((grades.mistake ?? 0) + (grades.blunder ?? 0))}</small>
						</span>
						<b>{accuracy === null ? "–" : `${decimals(accuracy, 0)} %`}</b>
					</li>
				);
			})}
		</ul>
	);
}

/** The sides whose mistakes are shown: the visitor's own, or both for a spectator. */
function sidesOf(room: Room): Side[] {
	const own = room.state.value!.seats.filter((seat) => room.isMe(seat)).map(({ color }) => color);
	return own.length ? own : [...SIDES];
}

type PartProps = Omit<CardProps, "here"> & { review: Review };

function Mistakes({ room, game, review, onPick }: PartProps) {
	const words = coachWords.value;
	const sides = sidesOf(room);
	const mistakes = mistakesOf(review, sides);
	if (!mistakes.length) return <p class="none">{words.noMistakes}</p>;
	const title = sides.length === 1 ? words.learnOwn : words.learn;
	return (
		<section class="to-learn" aria-label={title}>
			<div class="row between">
				<h2>
					{title} <small>({mistakes.length})</small>
				</h2>
				<a href={`/game/${room.id}/mistakes${sides.length === 1 ? `/${sides[0]}` : ""}`}>
					{words.startLearning} <Icon name="forward" size={16} />
				</a>
			</div>
			<ul>
				{worstOf(mistakes, BOARDS).map((mistake) => (
					<li key={mistake.number}>
						<Tile room={room} game={game} review={review} onPick={onPick} mistake={mistake} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Tile({ room, game, review, onPick, mistake: { number } }: PartProps & { mistake: Mistake }) {
	const study = game.study.value!;
	const tree = fromStudy(study);
	const text = moveText(room, game, review, number);
	const cell = game.cells()[number - 1]!;
	const allowed = allowedText(cell, review.moves[number - 1]!.coach, namesOf(room));
	const { rows } = spotAt(study.start, tree, mainLine(tree)[number - 1]!);
	const crop = cropAround(rows, cell, CROP_WIDTH, CROP_HEIGHT);
	return (
		<button type="button" class="quiet" onClick={() => onPick(number)}>
			<MiniBoard label="" rows={crop.rows} last={crop.cell} />
			<b>{text}</b>
			{allowed && <small>{allowed}</small>}
		</button>
	);
}

// The notice card: result, grace turn, opening question, pause or hint, whichever matters most.

import { same } from "../../board/geometry";
import { areFew } from "../../board/Marks";
import { Sign } from "../../board/ThreatIcons";
import { say, t } from "../../i18n";
import { answerText } from "../../i18n/catalogue";
import { reasonWords } from "../../i18n/reasons";
import { Icon } from "../../kit/Icon";
import { catalogue } from "../../wire/catalogue";
import type { OpeningAdvice, Question, Suggestion } from "../../wire/messages";
import { hintText } from "../hints";
import { resultClass, resultOf, stoneName, who } from "../names";
import type { Offering } from "../offering";
import { onlineParts } from "../onlineParts";
import { turnsOf } from "../position";
import { type Room, seatOf } from "../room";
import { AfterLinks } from "./ActionButtons";
import { Advice, chanceText } from "./Advice";
import { actionsOf, newGame, searching } from "./actions";
import { LevelLine } from "./LevelLine";
import { turnText } from "./MoveList";

export function Notice({ room, offering }: { room: Room; offering: Offering }) {
	const state = room.state.value;
	const words = t.value;
	const online = onlineParts(room);
	if (!state) return null;
	const seen = turnsOf(room.actions.value).find(({ ply }) => ply === room.ply.value);
	if (!room.atEnd.value)
		return (
			<div class="say plain">
				<Icon name="eye" size={20} />
				<div class="grow">{seen ? words.seeing(turnText(room, seen)) : words.seeingStart}</div>
				{!room.playing.value && (
					<button type="button" class="small" onClick={() => room.show(null)}>
						{words.backToGame}
					</button>
				)}
			</div>
		);
	if (state.outcome) return online ? <online.Again room={room} /> : <Result room={room} />;
	if (state.paused)
		return (
			<div class="say plain">
				<Icon name="pause" size={20} />
				<div>
					<b>{words.pausedTitle}.</b> {words.pausedText}
				</div>
			</div>
		);
	if (state.status === "grace" && state.to_move) return <Grace room={room} />;
	const question = state.question;
	if (question && (question.kind !== "stone" || (question.step !== "play" && room.mine.value)))
		return <Asked room={room} question={question} offering={offering} />;
	if (state.offers.some((offer) => offer.kind === "draw") && state.seats.some(({ holder }) => holder.type === "ai"))
		return (
			<div class="say plain">
				<Icon name="draw" size={20} />
				<div>{words.drawAsked}</div>
			</div>
		);
	return <Suggested room={room} />;
}

function Result({ room }: { room: Room }) {
	const outcome = room.state.value!.outcome!;
	const { head, tail } = resultOf(room, outcome);
	const again = actionsOf(room).restart;
	return (
		<div class={resultClass(room, outcome)}>
			<h2>{head}</h2>
			{tail && <p>{tail}</p>}
			<LevelLine room={room} />
			{room.id && (
				<div class="two">
					<button type="button" class="primary" onClick={again.go}>
						{t.value.rematch}
					</button>
					<button type="button" onClick={newGame}>
						{t.value.newGame}
					</button>
					<AfterLinks room={room.id} />
				</div>
			)}
		</div>
	);
}

function Grace({ room }: { room: Room }) {
	const state = room.state.value!;
	const cells = state.breaks.map((cell) => room.name(cell));
	const threatened = seatOf(state, state.to_move!);
	const owner = seatOf(state, state.to_move === "X" ? "O" : "X");
	return (
		<div class="grace">
			<h2>{t.value.graceTitle}</h2>
			<p>
				{room.mine.value ? t.value.graceYou(cells, who(room, owner)) : t.value.graceThem(cells, who(room, threatened))}
			</p>
		</div>
	);
}

/** A question of the opening, with its answers as buttons. */
function Asked({ room, question, offering }: { room: Room; question: Question; offering: Offering }) {
	const words = t.value;
	const steps = catalogue.value?.steps ?? {};
	const { step, kind } = question;
	const opening = room.state.value!.options.opening;
	const text = say(steps[`${opening}.${step}`] ?? steps[`${step}.${kind}`] ?? steps[step] ?? steps[kind]);
	const chooser = room.seat(question.player);
	if (!room.mine.value)
		return (
			<div class="say">
				<Icon name={chooser?.holder.type === "person" ? "people" : "chip"} size={20} />
				<div>{chooser?.holder.type === "person" ? words.choosesNow(who(room, chooser)) : words.computerChooses}</div>
			</div>
		);
	const advice = room.suggestion.value?.advice ?? null;
	const advised = room.suggestion.value?.answer;
	return (
		<div class="ask">
			<h2>
				{room.hotseat.value && chooser ? who(room, chooser) : kind === "stone" ? words.yourTurn : words.chooseTitle}
			</h2>
			<p>
				{text} {marksText(room, question)}
			</p>
			{question.total > 1 && question.color && (
				<p class="lab">
					{words.stoneOf(question.number, question.total, t.value.stones[room.colours.value[question.color]])}
				</p>
			)}
			{(question.kind === "choice" || question.kind === "number") && (
				<div class={question.kind === "number" ? "answers numbers" : "answers"}>
					{question.choices.map((choice) => (
						<button
							type="button"
							key={choice}
							class={advised === choice ? "advised" : undefined}
							onClick={() => void room.decide(choice)}
						>
							{answerText(choice)} {chanceOf(advice, choice) && <small>{chanceOf(advice, choice)}</small>}
						</button>
					))}
				</div>
			)}
			{question.kind === "offer" && (
				<div class="row between">
					<span class="lab">{words.offerCount(offering.cells.value.length, question.count)}</span>
					<button
						type="button"
						class="primary"
						disabled={offering.cells.value.length !== question.count}
						onClick={() => void offering.send()}
					>
						{words.confirmOffer}
					</button>
				</div>
			)}
			{advice && (
				<Advice
					advice={advice}
					named={{
						side: (side) => words.stones[room.colours.value[side]],
						cell: (cell) => room.name(cell),
					}}
					isListed={kind === "choice" || kind === "number"}
				/>
			)}
		</div>
	);
}

/** The chance that the engine gives an answer; empty if it gives none. */
function chanceOf(advice: OpeningAdvice | null, answer: string | number): string {
	const found = advice?.choices.find((choice) => choice.answer === answer);
	return found ? chanceText(found) : "";
}

/** How the board shows the cells that the opening allows. */
function marksText(room: Room, { kind, cells }: Question): string {
	if (kind !== "stone" || !cells || cells.length < 2) return "";
	const { width, height } = room.state.value!;
	return areFew(cells, { width, height }) ? t.value.openRinged : t.value.openDark;
}

function Suggested({ room }: { room: Room }) {
	const words = t.value;
	const hint = room.suggestion.value;
	// The computer looks once the opponent has agreed.
	const asks = room.state.value!.offers.some((offer) => offer.kind === "hint");
	if (searching.value && !hint && !asks)
		return (
			<div class="say">
				<Icon name="hint" size={20} />
				<div>{words.hintWait}</div>
			</div>
		);
	if (!hint?.cell) return null;
	const name = room.name(hint.cell);
	const empty = room.position.value.stones.length === 0;
	return (
		<div class="say" data-hint={name}>
			<Icon name="hint" size={20} />
			<div>
				<b>{name}</b> {hintText(hint, (cell) => room.name(cell), empty)} {reasonWords.value.hintTail}
				<Signs room={room} hint={hint} />
			</div>
		</div>
	);
}

/** What the signs mean that the hint draws on the board. */
function Signs({ room, hint }: { room: Room; hint: Suggestion }) {
	const shown = hint.threats.filter(({ cells }) => cells.some((cell) => !same(cell, hint.cell)));
	if (!shown.length) return null;
	return (
		<ul class="signs">
			{shown.map(({ color, kind }) => (
				<li key={`${color} ${kind}`}>
					<svg class={`threat side-${color}`} viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
						<Sign kind={kind} hollow={color === "O"} />
					</svg>
					{reasonWords.value.signs[kind]} · {stoneName(room.state.value!, color)}
				</li>
			))}
		</ul>
	);
}

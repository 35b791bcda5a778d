// Players of a new game: opponent, level, order and stones.
import type { ComponentChildren, ComponentType } from "preact";
import { nextLook, type Stone, StoneIcon, tooAlike } from "../board/Stones";
import { say, t } from "../i18n";
import { Icon, type IconName } from "../kit/Icon";
import { catalogue } from "../wire/catalogue";
import { choice, choose, looksOf, type Opponent, type Order } from "./choice";

/** Stones other than black and white. */
const COLOURED: readonly Stone[] = ["coral", "jade", "lapis", "amber", "plum"];

const KINDS: readonly [Opponent, IconName, "computer" | "twoPlayers" | "watch"][] = [
	["computer", "chip", "computer"],
	["two", "people", "twoPlayers"],
	["watch", "eye", "watch"],
];

export function Opponents() {
	const words = t.value;
	return (
		<div class="opp pick" role="radiogroup" aria-label={words.opponent}>
			{KINDS.map(([kind, icon, word]) => (
				<label key={kind}>
					<input
						type="radio"
						name="opponent"
						checked={choice.value.opponent === kind}
						onChange={() => choose({ opponent: kind })}
					/>
					<Icon name={icon} size={26} />
					{words[word]}
				</label>
			))}
		</div>
	);
}

interface LevelProps {
	title: string;
	value: number;
	onChange: (level: number) => void;
	/** Beside the title. */
	aside?: ComponentChildren;
	children?: ComponentChildren;
}

export function Level({ title, value, onChange, aside, children }: LevelProps) {
	const name = say(catalogue.value?.levels.find(({ number }) => number === value)?.title);
	const about = name ? t.value.levelLine(name, t.value.levelAbout[value - 1]!) : "";
	return (
		<div class="f">
			<div class="l">
				{title}
				<span>{about}</span>
				{aside}
			</div>
			<input
				type="range"
				class="slider"
				aria-label={title}
				aria-valuetext={`${value}. ${about}`}
				min="1"
				max="10"
				value={value}
				style={{ "--v": `calc(12px + (100% - 24px) * ${(value - 1) / 9})` }}
				onInput={(event) => onChange(Number(event.currentTarget.value))}
			/>
			<div class="ticks" aria-hidden="true">
				{Array.from({ length: 10 }, (_, i) =>
					i + 1 === value ? <b key={i}>{i + 1}</b> : <span key={i}>{i + 1}</span>,
				)}
			</div>
			{children}
		</div>
	);
}

/** What stands beside the level once it is loaded: `LevelMatch`. */
export interface LevelParts {
	NewHere: ComponentType<{ onClick: () => void }>;
	Match: ComponentType;
}

export function Levels({ parts, onNew }: { parts: LevelParts | null; onNew: () => void }) {
	const words = t.value;
	const { opponent, level, levelTwo } = choice.value;
	if (opponent === "computer")
		return (
			<Level
				title={words.level(level)}
				value={level}
				onChange={(value) => choose({ level: value, matched: false })}
				aside={parts && <parts.NewHere onClick={onNew} />}
			>
				<div class="match">{parts && <parts.Match />}</div>
			</Level>
		);
	const [x, o] = looksOf(choice.value);
	return (
		<>
			<Level
				title={words.levelOf(words.stones[x], level)}
				value={level}
				onChange={(value) => choose({ level: value })}
			/>
			<Level
				title={words.levelOf(words.stones[o], levelTwo)}
				value={levelTwo}
				onChange={(value) => choose({ levelTwo: value })}
			/>
		</>
	);
}

export function Names() {
	const words = t.value;
	const { names } = choice.value;
	return (
		<div class="f">
			<div class="l">{words.names}</div>
			<div class="two-names">
				{([0, 1] as const).map((i) => (
					<input
						key={i}
						type="text"
						maxLength={40}
						aria-label={i === 0 ? words.nameFirst : words.nameSecond}
						placeholder={i === 0 ? words.nameFirst : words.nameSecond}
						value={names[i]}
						onInput={(event) => {
							const text = event.currentTarget.value;
							choose({ names: i === 0 ? [text, names[1]] : [names[0], text] });
						}}
					/>
				))}
			</div>
		</div>
	);
}

/** Choice of stones. Black and white decide who begins; another click on the chosen one, or a colour, changes only the look. */
export function Looks() {
	const words = t.value;
	const now = choice.value;
	const solo = now.opponent === "computer";
	const [x, o] = looksOf(now);
	const own = solo && now.order === "second" ? o : x;
	const others = own === x ? o : x;
	const cycleMine = () => choose({ mine: nextLook(own, others), theirs: others });
	const cycleTheirs = () => choose({ theirs: nextLook(others, own), mine: own });
	const order = (wish: Order) => {
		if (now.order === wish && wish !== "random") cycleMine();
		else choose({ order: wish, mine: null, theirs: null });
	};
	const stone = (look: Stone, side: "X" | "O") => <StoneIcon stone={look} side={side} size={31} />;
	const head = (
		<div class="l">
			{solo ? words.yourStones : words.bothStones}
			<span>
				{solo && now.order === "random"
					? words.byLot
					: solo && now.order === "second"
						? words.youSecond
						: words.movesFirst(words.stones[x])}
			</span>
		</div>
	);
	if (!solo)
		return (
			<div class="f">
				{head}
				<div class="stones">
					<button type="button" aria-label={words.lookOf("first", words.stones[x])} onClick={cycleMine}>
						{stone(x, "X")}
					</button>
					<button type="button" aria-label={words.lookOf("second", words.stones[o])} onClick={cycleTheirs}>
						{stone(o, "O")}
					</button>
				</div>
			</div>
		);
	return (
		<div class="f">
			{head}
			<div class="stones">
				<button
					type="button"
					aria-pressed={now.order === "first"}
					aria-label={words.movesFirst(words.stones[x])}
					onClick={() => order("first")}
				>
					{stone(x, "X")}
				</button>
				<button
					type="button"
					aria-pressed={now.order === "second"}
					aria-label={`${words.movesSecond}: ${words.stones[o]}`}
					onClick={() => order("second")}
				>
					{stone(o, "O")}
				</button>
				<button
					type="button"
					aria-pressed={now.order === "random"}
					aria-label={words.random}
					title={words.random}
					onClick={() => order("random")}
				>
					<Icon name="restart" size={22} />
				</button>
				<i class="sep" />
				{COLOURED.map((look, i) => (
					<button
						type="button"
						key={look}
						class={i > 2 ? "x" : undefined}
						aria-label={words.stones[look]}
						aria-pressed={own === look}
						disabled={tooAlike(look, others)}
						onClick={() => choose({ mine: own === look ? null : look, theirs: null })}
					>
						{stone(look, "X")}
					</button>
				))}
			</div>
		</div>
	);
}

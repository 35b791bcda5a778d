// Preferences of a quick game, beyond rules and clock. Most visitors leave the defaults.
import { useSignal } from "@preact/signals";
import { StoneIcon } from "../board/Stones";
import { say } from "../i18n";
import { seeksWords } from "../i18n/seeks";
import { Segmented } from "../kit/controls";
import { Icon } from "../kit/Icon";
import { RangeSlider } from "../kit/RangeSlider";
import { catalogue } from "../wire/catalogue";
import { chooseQuick, quickChoice } from "./matchmaking";

const KINDS = { either: null, rated: true, casual: false } as const;
type Kind = keyof typeof KINDS;

/** Ends of the slider of ratings: there the range is open. */
const LEAST = 500;
const MOST = 2500;
const STEP = 50;

/** Further rules that would do. */
export function Wishes() {
	const opened = useSignal(false);
	return (
		<details class="wishes" onToggle={(event) => (opened.value ||= event.currentTarget.open)}>
			<summary>
				<Icon name="down" />
				{seeksWords.value.wishes}
			</summary>
			{opened.value && <OtherRules />}
		</details>
	);
}

function OtherRules() {
	const words = seeksWords.value;
	const now = quickChoice.value;
	const flip = (rules: string) =>
		chooseQuick({ also: now.also.includes(rules) ? now.also.filter((name) => name !== rules) : [...now.also, rules] });
	return (
		<>
			<div class="l">{words.alsoRules}</div>
			<div class="fl">
				{catalogue.value?.presets
					.filter(({ name }) => name !== now.rules)
					.map(({ name, title }) => (
						<button
							type="button"
							class="chip"
							key={name}
							aria-pressed={now.also.includes(name)}
							onClick={() => flip(name)}
						>
							{say(title)}
						</button>
					))}
			</div>
		</>
	);
}

/** "1500 – 1850", or what an open end means. */
export function rangeText(least: number | null, most: number | null): string {
	const words = seeksWords.value;
	if (least === null && most === null) return words.anyRating;
	if (least === null) return words.atMost(most!);
	return most === null ? words.atLeast(least) : `${least} – ${most}`;
}

/** Rated or not, who moves first and the opponent's rating: below the grid, for every quick game. */
export function Opponent() {
	const words = seeksWords.value;
	const { rated, player, least, most } = quickChoice.value;
	const kind = (Object.keys(KINDS) as Kind[]).find((name) => KINDS[name] === rated)!;
	return (
		<div class="opponent">
			<div>
				<div class="l">{words.kind}</div>
				<Segmented
					label={words.kind}
					value={kind}
					options={[
						["either", words.either],
						["rated", words.rated],
						["casual", words.casual],
					]}
					onChange={(name) => chooseQuick({ rated: KINDS[name as Kind] })}
				/>
			</div>
			<div>
				<div class="l">{words.stones}</div>
				<Segmented
					label={words.order}
					value={player ?? "lot"}
					options={[
						["P1", <Look key="P1" stone="black" text={words.iFirst} />],
						["lot", <Look key="lot" text={words.byLot} />],
						["P2", <Look key="P2" stone="white" text={words.theyFirst} />],
					]}
					onChange={(name) => chooseQuick({ player: name === "lot" ? null : (name as "P1" | "P2") })}
				/>
			</div>
			<div class="rating">
				<div class="l">
					{words.rating} <b>{rangeText(least, most)}</b>
				</div>
				<RangeSlider
					labels={[words.least, words.most]}
					least={LEAST}
					most={MOST}
					step={STEP}
					value={[Math.max(LEAST, least ?? LEAST), Math.min(MOST, most ?? MOST)]}
					onChange={([from, to]) => chooseQuick({ least: from > LEAST ? from : null, most: to < MOST ? to : null })}
				/>
			</div>
		</div>
	);
}

/** A choice of stones: a picture, and words for screen readers. */
function Look({ stone, text }: { stone?: "black" | "white"; text: string }) {
	return (
		<span>
			{stone ? <StoneIcon stone={stone} size={20} /> : <Icon name="restart" size={18} />}
			<span class="vh">{text}</span>
		</span>
	);
}

// What a quick game should be like, beyond rules and clock. Most visitors leave it as it is.
import { useSignal } from "@preact/signals";
import { say } from "../i18n";
import { seeksWords } from "../i18n/seeks";
import { Segmented } from "../kit/controls";
import { Icon } from "../kit/Icon";
import { catalogue } from "../wire/catalogue";
import { chooseQuick, quickChoice } from "./matchmaking";

const KINDS = { either: null, rated: true, casual: false } as const;
type Kind = keyof typeof KINDS;

export function Wishes() {
	const opened = useSignal(false);
	return (
		<details class="wishes" onToggle={(event) => (opened.value ||= event.currentTarget.open)}>
			<summary>
				<Icon name="down" />
				{seeksWords.value.wishes}
			</summary>
			{opened.value && <Fields />}
		</details>
	);
}

function Fields() {
	const words = seeksWords.value;
	const now = quickChoice.value;
	const kind = (Object.keys(KINDS) as Kind[]).find((name) => KINDS[name] === now.rated)!;
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
			<div class="l">{words.order}</div>
			<Segmented
				label={words.order}
				value={now.player ?? "lot"}
				options={[
					["lot", words.byLot],
					["P1", words.iFirst],
					["P2", words.theyFirst],
				]}
				onChange={(name) => chooseQuick({ player: name === "lot" ? null : (name as "P1" | "P2") })}
			/>
			<div class="l">{words.rating}</div>
			<div class="row">
				<Bound label={words.least} value={now.least} onChange={(least) => chooseQuick({ least })} />
				<Bound label={words.most} value={now.most} onChange={(most) => chooseQuick({ most })} />
			</div>
		</>
	);
}

interface BoundProps {
	label: string;
	value: number | null;
	onChange: (value: number | null) => void;
}

/** The rating that was typed; null for none. */
const ratingIn = (text: string): number | null => (/^\s*\d+\s*$/.test(text) ? Math.min(5000, Number(text)) : null);

/** One end of the range of ratings; empty for none. */
function Bound({ label, value, onChange }: BoundProps) {
	return (
		<label class="bound">
			<span>{label}</span>
			<input
				type="text"
				inputMode="numeric"
				maxLength={4}
				value={value ?? ""}
				onInput={(event) => onChange(ratingIn(event.currentTarget.value))}
			/>
		</label>
	);
}

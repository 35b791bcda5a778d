// Rules of a new game: rule set, board, opening, clock and every parameter.
import { say, t } from "../i18n";
import { clockWords } from "../i18n/clock";
import { decimals } from "../i18n/numbers";
import { Switch, Unbroken } from "../kit/controls";
import { Icon } from "../kit/Icon";
import { catalogue } from "../wire/catalogue";
import type { Parameter, Preset } from "../wire/messages";
import { AI_TIMES, CLOCKS, choice, choose, choosePreset, setParameter } from "./choice";
import { PresetPicker } from "./PresetPicker";

/** Capture goals on offer, in stones. */
const GOALS = [2, 4, 6, 8, 10, 12, 14, 15, 16, 20];
const SIZES = [9, 11, 13, 15, 17, 19, 20];

export function Rules() {
	const words = t.value;
	const known = catalogue.value;
	const now = choice.value;
	if (!known)
		return (
			<div class="f">
				<div class="l">{words.rules}</div>
				<div class="skel" style={{ width: "90%" }} />
			</div>
		);
	const preset = known.presets.find(({ name }) => name === now.preset) ?? known.presets[0]!;
	return (
		<>
			<div class="f">
				<div class="l">{words.rules}</div>
				<PresetPicker value={preset.name} onChange={choosePreset} />
				<p class="note">
					<Unbroken text={say(preset.summary)} />
				</p>
			</div>
			<Selects preset={preset} />
			<MoreRules preset={preset} />
		</>
	);
}

interface SelectProps {
	label: string;
	value: string;
	options: readonly (readonly [string, string])[];
	onChange: (value: string) => void;
}

/** A native menu with its label inside. */
export function Select({ label, value, options, onChange }: SelectProps) {
	return (
		<label class="box">
			<small>{label}</small>
			<select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
				{options.map(([option, text]) => (
					<option key={option} value={option}>
						{text}
					</option>
				))}
			</select>
			<Icon name="down" size={16} />
		</label>
	);
}

function Selects({ preset }: { preset: Preset }) {
	const words = t.value;
	const now = choice.value;
	const sizes = [...new Set([...preset.sizes, ...SIZES, now.size])].sort((a, b) => a - b);
	const openings = catalogue.value?.openings ?? [];
	const time = (ms: number) => words.seconds(ms < 1000 ? decimals(ms / 1000, ms % 100 ? 2 : 1) : String(ms / 1000));
	return (
		<div class="sel">
			<Select
				label={words.board}
				value={String(now.size)}
				options={sizes.map((n) => [String(n), `${n} × ${n}`])}
				onChange={(value) => choose({ size: Number(value) })}
			/>
			<Select
				label={words.opening}
				value={now.opening}
				options={openings.map(({ name, title }) => [name, say(title)])}
				onChange={(opening) => choose({ opening })}
			/>
			<Select
				label={words.aiTime}
				value={String(now.aiTime)}
				options={AI_TIMES.map((ms) => [String(ms), time(ms)])}
				onChange={(value) => choose({ aiTime: Number(value) })}
			/>
			<Select
				label={words.clock}
				value={String(CLOCKS.findIndex((rule) => JSON.stringify(rule) === JSON.stringify(now.clock)))}
				options={CLOCKS.map((rule, i) => [String(i), clockWords(rule)])}
				onChange={(value) => choose({ clock: CLOCKS[Number(value)]! })}
			/>
		</div>
	);
}

function MoreRules({ preset }: { preset: Preset }) {
	const words = t.value;
	const changed = Object.keys(choice.value.changes).length;
	const parameters = (catalogue.value?.parameters ?? []).filter(({ kind }) => kind !== "size");
	return (
		<details class="f more">
			<summary>
				<Icon name="down" />
				{words.moreRules}
				{changed > 0 && <span class="chip hot">{words.changedRules(changed)}</span>}
			</summary>
			<div class="params">
				{parameters.map((parameter) => (
					<Line key={parameter.name} parameter={parameter} preset={preset} />
				))}
			</div>
		</details>
	);
}

function Line({ parameter, preset }: { parameter: Parameter; preset: Preset }) {
	const { name, kind, values } = parameter;
	const value = choice.value.changes[name] ?? preset.values[name] ?? "";
	const set = (next: string) => setParameter(preset, name, next);
	if (kind === "flag")
		return (
			<Switch
				label={say(parameter.title)}
				on={value === "true"}
				onChange={() => set(value === "true" ? "false" : "true")}
			/>
		);
	const numbers = kind === "number" ? GOALS.map((n) => [String(n), String(n)] as const) : [];
	const options = [...numbers, ...values.map(({ value: word, title }) => [word, say(title)] as const)];
	const known = options.some(([word]) => word === value) ? options : [[value, value] as const, ...options];
	return (
		<label class="switch">
			<span>{say(parameter.title)}</span>
			<select value={value} onChange={(event) => set(event.currentTarget.value)}>
				{known.map(([word, text]) => (
					<option key={word} value={word}>
						{text}
					</option>
				))}
			</select>
		</label>
	);
}

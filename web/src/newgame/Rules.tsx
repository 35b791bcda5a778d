// Rules of a new game: rule set, board, opening and clock.
import { useSignal } from "@preact/signals";
import { say, t } from "../i18n";
import { clockWords } from "../i18n/clock";
import { decimals } from "../i18n/numbers";
import { Unbroken } from "../kit/controls";
import { Icon } from "../kit/Icon";
import { lazyPart } from "../kit/lazy";
import { catalogue } from "../wire/catalogue";
import type { Preset } from "../wire/messages";
import { AI_TIMES, CLOCKS, choice, choose, choosePreset, liveClock, SLOW_CLOCKS, sameClock } from "./choice";
import { OwnClock } from "./OwnClock";
import { PresetPicker } from "./PresetPicker";

const Parameters = lazyPart(async () => (await import("./Parameters")).Parameters);
const SIZES = [9, 11, 13, 15, 17, 19, 20];

interface RulesProps {
	/** Games with days for a move can be chosen. */
	slow?: boolean;
	/** A computer may play or give hints: its time can be chosen. */
	engine?: boolean;
}

export function Rules({ slow = false, engine = true }: RulesProps) {
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
			<Selects preset={preset} slow={slow} engine={engine} />
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

function Selects({ preset, slow, engine }: { preset: Preset } & Required<RulesProps>) {
	const words = t.value;
	const now = choice.value;
	const sizes = [...new Set([...preset.sizes, ...SIZES, now.size])].sort((a, b) => a - b);
	const openings = catalogue.value?.openings ?? [];
	const own = useSignal(false);
	const clocks = slow ? [...CLOCKS, ...SLOW_CLOCKS] : CLOCKS;
	const current = slow ? now.clock : liveClock(now.clock);
	const clock = own.value ? -1 : clocks.findIndex((rule) => sameClock(rule, current));
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
			{engine && (
				<Select
					label={words.aiTime}
					value={String(now.aiTime)}
					options={AI_TIMES.map((ms) => [String(ms), time(ms)])}
					onChange={(value) => choose({ aiTime: Number(value) })}
				/>
			)}
			<Select
				label={words.clock}
				value={String(clock)}
				options={[...clocks.map((rule, i) => [String(i), clockWords(rule)] as const), ["-1", words.ownClock] as const]}
				onChange={(value) => {
					const rule = clocks[Number(value)];
					own.value = !rule;
					if (rule) choose({ clock: rule });
				}}
			/>
			{clock < 0 && <OwnClock clock={now.clock} onChange={(rule) => choose({ clock: rule })} />}
		</div>
	);
}

function MoreRules({ preset }: { preset: Preset }) {
	const words = t.value;
	const changed = Object.keys(choice.value.changes).length;
	const opened = useSignal(false);
	return (
		<details
			class="f more"
			onToggle={(event) => {
				opened.value = event.currentTarget.open;
			}}
		>
			<summary>
				<Icon name="down" />
				{words.moreRules}
				{changed > 0 && <span class="chip hot">{words.changedRules(changed)}</span>}
			</summary>
			{opened.value && <Parameters preset={preset} />}
		</details>
	);
}

// Choice of a rule set: the first ones of the catalogue, and the others on request.
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { say, t } from "../i18n";
import { catalogue, firstPresets } from "../wire/catalogue";
import type { Preset } from "../wire/messages";

export function PresetPicker({ value, onChange }: { value: string; onChange: (preset: Preset) => void }) {
	const words = t.value;
	const group = useId();
	const all = useSignal(false);
	const known = catalogue.value;
	const shown = all.value ? known?.presets : firstPresets(known, [value]);
	return (
		<div class="chips pick" role="radiogroup" aria-label={words.rules}>
			{shown?.map((preset) => (
				<label key={preset.name}>
					<input type="radio" name={group} checked={preset.name === value} onChange={() => onChange(preset)} />
					{say(preset.title)}
				</label>
			))}
			{known && (
				<button type="button" aria-expanded={all.value} onClick={() => (all.value = !all.value)}>
					{all.value ? words.fewer : words.more}
				</button>
			)}
		</div>
	);
}

// A custom clock: kind, time, and increment or periods.
import "./clockFields.css";
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { ownClockWords } from "../i18n/ownClock";
import { Segmented } from "../kit/controls";
import { catalogue } from "../wire/catalogue";
import type { ByoYomi, ClockRule, Fischer } from "../wire/messages";
import { type ClockDraft, type ClockField, clockOf, draftOf, fieldsOf, mistakeOf } from "./clockDraft";

interface ClockFieldsProps {
	/** The clock to begin with. */
	clock: ClockRule;
	/** Called with every valid clock that is typed. */
	onChange: (clock: Fischer | ByoYomi) => void;
}

export function ClockFields({ clock, onChange }: ClockFieldsProps) {
	const words = ownClockWords.value;
	const draft = useSignal(draftOf(clock));
	const limits = catalogue.value?.clocks;
	const put = (changes: Partial<ClockDraft>) => {
		const next = { ...draft.value, ...changes };
		draft.value = next;
		if (limits && fieldsOf(next.type).every((field) => !mistakeOf(field, next, limits))) onChange(clockOf(next));
	};
	// "No clock" becomes the one that the fields show.
	useEffect(() => put({}), [limits]);
	// Just chosen, they may be below the part of the form in sight.
	const box = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (document.activeElement?.matches("select")) box.current?.scrollIntoView({ block: "nearest" });
	}, []);
	return (
		<div class="own-clock" ref={box}>
			<Segmented
				label={words.kind}
				value={draft.value.type}
				options={[
					["fischer", words.increments],
					["byoyomi", words.byoyomi],
				]}
				onChange={(type) => put({ type })}
			/>
			<div class="own-fields">
				{fieldsOf(draft.value.type).map((field) => (
					<Field key={field} field={field} draft={draft.value} onInput={(text) => put({ [field]: text })} />
				))}
			</div>
		</div>
	);
}

interface FieldProps {
	field: ClockField;
	draft: ClockDraft;
	onInput: (text: string) => void;
}

/** A number with its mistake, which also keeps the form from being sent. */
function Field({ field, draft, onInput }: FieldProps) {
	const words = ownClockWords.value;
	const id = useId();
	const limits = catalogue.value?.clocks;
	const range = limits ? mistakeOf(field, draft, limits) : null;
	const mistake = range ? words.between(words[field], String(range.least), String(range.most)) : "";
	return (
		<label>
			<span>{words[field]}</span>
			<input
				type="text"
				inputMode="decimal"
				maxLength={8}
				value={draft[field]}
				aria-invalid={!!range}
				aria-describedby={range ? id : undefined}
				ref={(input) => input?.setCustomValidity(mistake)}
				onInput={(event) => onInput(event.currentTarget.value)}
			/>
			{range && (
				<small class="mistake" id={id} role="alert">
					{mistake}
				</small>
			)}
		</label>
	);
}

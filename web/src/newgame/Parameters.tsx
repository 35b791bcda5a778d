// Every parameter of the rules, one by one.
import { useEffect, useRef } from "preact/hooks";
import { say } from "../i18n";
import { Switch } from "../kit/controls";
import { catalogue } from "../wire/catalogue";
import type { Parameter, Preset } from "../wire/messages";
import { choice, setParameter } from "./choice";

/** Capture goals on offer, in stones. */
const GOALS = [2, 4, 6, 8, 10, 12, 14, 15, 16, 20];

export function Parameters({ preset }: { preset: Preset }) {
	const parameters = (catalogue.value?.parameters ?? []).filter(({ kind }) => kind !== "size");
	// Just opened, they are below the part of the form in sight.
	const box = useRef<HTMLDivElement>(null);
	useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), []);
	return (
		<div class="params" ref={box}>
			{parameters.map((parameter) => (
				<Line key={parameter.name} parameter={parameter} preset={preset} />
			))}
		</div>
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

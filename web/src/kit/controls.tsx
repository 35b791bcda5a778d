// Form controls: segmented choices and switches.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface SegmentedProps<T extends string> {
	label: string;
	options: readonly (readonly [T, ComponentChildren])[];
	value: T;
	onChange: (value: T) => void;
}

/** A text whose words do not break at their hyphens. */
export const Unbroken = ({ text }: { text: string }) => (
	<>{text.split(/(\S+-\S+)/).map((part, i) => (i % 2 ? <span class="unbroken">{part}</span> : part))}</>
);

export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
	const name = useId();
	return (
		<div class="seg" role="radiogroup" aria-label={label}>
			{options.map(([option, text]) => (
				<label key={option}>
					<input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
					{text}
				</label>
			))}
		</div>
	);
}

interface SwitchProps {
	label: string;
	note?: string;
	on: boolean;
	onChange: () => void;
}

/** A labelled switch. */
export function Switch({ label, note, on, onChange }: SwitchProps) {
	return (
		<label class="switch">
			<span>
				{label}
				{note && <small>{note}</small>}
			</span>
			<input type="checkbox" class="toggle" role="switch" aria-checked={on} checked={on} onChange={onChange} />
		</label>
	);
}

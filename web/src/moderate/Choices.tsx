// One of several, as chips that wrap.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface ChoicesProps<T extends string> {
	label: string;
	options: readonly (readonly [T, ComponentChildren])[];
	value: T;
	onChange: (value: T) => void;
	/** The label is read, not seen. */
	quiet?: boolean;
	class?: string;
}

export function Choices<T extends string>({ label, options, value, onChange, quiet, class: kind }: ChoicesProps<T>) {
	const name = useId();
	return (
		<div class="f" role="radiogroup" aria-label={label}>
			{!quiet && <span class="lab">{label}</span>}
			<div class={kind ? `chips ${kind}` : "chips"}>
				{options.map(([option, text]) => (
					<label key={option}>
						<input class="vh" type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
						{text}
					</label>
				))}
			</div>
		</div>
	);
}

// A slider with two thumbs: a range between two bounds.
import "./range.css";

interface RangeSliderProps {
	/** What each thumb sets, for screen readers. */
	labels: readonly [string, string];
	least: number;
	most: number;
	step: number;
	value: readonly [number, number];
	onChange: (value: readonly [number, number]) => void;
}

export function RangeSlider({ labels, least, most, step, value: [from, to], onChange }: RangeSliderProps) {
	const place = (value: number): string => `${((value - least) / (most - least)) * 100}%`;
	const thumb = (at: 0 | 1) => (
		<input
			type="range"
			class="slider"
			aria-label={labels[at]}
			min={least}
			max={most}
			step={step}
			value={at === 0 ? from : to}
			onInput={(event) => {
				const input = event.currentTarget;
				// The thumbs do not pass each other.
				const value = at === 0 ? Math.min(input.valueAsNumber, to - step) : Math.max(input.valueAsNumber, from + step);
				input.value = String(value);
				onChange(at === 0 ? [value, to] : [from, value]);
			}}
		/>
	);
	return (
		<div class="range" style={{ "--from": place(from), "--to": place(to) }}>
			{thumb(0)}
			{thumb(1)}
		</div>
	);
}

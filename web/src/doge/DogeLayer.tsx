// What doge mode adds to the table: words on the board, and a doge in the corner.
import { t } from "../i18n";
import { words } from "./mode";

export function DogeLayer() {
	return (
		<g class="doge-words">
			{words.value.map(({ id, text, x, y, turn, colour }) => (
				<text
					key={id}
					x={x}
					y={y}
					transform={`rotate(${turn} ${x} ${y})`}
					fill={colour}
					font-size="46"
					text-anchor="middle"
				>
					{text}
				</text>
			))}
		</g>
	);
}

export function DogePeek() {
	return (
		<div class="peek" aria-hidden="true">
			<span>{t.value.dogeBubble}</span>
			<svg viewBox="-24 -26 48 50">
				<use href="#s-doge" />
			</svg>
		</div>
	);
}

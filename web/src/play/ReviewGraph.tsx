// The winning chances of the first side over a reviewed game, as a picture that takes clicks.
import "../analysis/study/review/graph.css";
import { MARKS, percent } from "../analysis/study/review/reviewStore";
import { studyWords } from "../i18n/study";
import type { Review } from "../wire/messages";

const [WIDTH, HEIGHT] = [494, 104];

interface GraphProps {
	review: Review;
	/** The number of the move that is marked; null for none. */
	tipped: number | null;
	/** The number of the move that the board shows. */
	here: number;
	onPick: (number: number) => void;
}

export function ReviewGraph({ review, tipped, here, onPick }: GraphProps) {
	const chances = [review.start_chance, ...review.moves.map(({ chance }) => chance)];
	const x = (number: number) => (number * WIDTH) / (chances.length - 1);
	const y = (chance: number) => HEIGHT * (1 - chance);
	const line = chances.map((chance, i) => `${x(i).toFixed(1)} ${y(chance).toFixed(1)}`).join("L");
	const mark = tipped === null ? "" : MARKS[review.moves[tipped - 1]!.grade];
	const pick = (event: PointerEvent) => {
		const box = (event.currentTarget as Element).getBoundingClientRect();
		onPick(Math.round(((event.clientX - box.left) / box.width) * (chances.length - 1)));
	};
	return (
		<svg
			class="went-curve"
			viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
			role="img"
			aria-label={studyWords.value.graph(review.moves.length)}
			onPointerUp={pick}
		>
			<title>{studyWords.value.evaluationSaid(percent(chances[here] ?? 0.5))}</title>
			<path class="area" d={`M${line}V${HEIGHT}H0Z`} />
			<path class="even" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
			<path class="line" d={`M${line}`} />
			<path class="here" d={`M${x(here)} 0V${HEIGHT}`} />
			{tipped !== null && (
				<>
					<circle cx={x(tipped)} cy={y(chances[tipped]!)} r="5" />
					<text x={x(tipped) - 9} y={chances[tipped]! > 0.5 ? y(chances[tipped]!) + 18 : y(chances[tipped]!) - 8}>
						{mark}
					</text>
				</>
			)}
		</svg>
	);
}

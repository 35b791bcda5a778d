// The engine's answer to a question of an opening: who is better and by how much, its reason, and the other answers.
import "../styles/advice.css";
import type { Cell, Side } from "../../board/geometry";
import { t } from "../../i18n";
import { adviceWords } from "../../i18n/advice";
import { answerText } from "../../i18n/catalogue";
import type { AdvisedChoice, Aim, OpeningAdvice } from "../../wire/messages";

interface Named {
	readonly side: (side: Side) => string;
	readonly cell: (cell: Cell) => string;
}

/** Percentage points from the middle that count as even. */
const EVEN = 2;
/** Aims that name a better side. */
const COLOURS_CHOSEN: readonly Aim[] = ["better_color", "for_now"];
const isEven = (black: number | null) => black !== null && Math.abs(black - 50) <= EVEN;

/** Black's share of the chances after a stone, in percent. */
export function blackShare({ color }: OpeningAdvice, { chance }: AdvisedChoice): number | null {
	if (chance === null) return null;
	return Math.round(100 * (color === "O" ? 1 - chance : chance));
}

/** Who is better and by how much: "Black is better, 62 : 38." Empty if nothing was searched. */
export function verdict(advice: OpeningAdvice, side: Named["side"]): string {
	const first = advice.choices[0];
	const black = advice.black !== null ? Math.round(100 * advice.black) : first ? blackShare(advice, first) : null;
	if (black === null) return "";
	const words = adviceWords.value;
	if (isEven(black)) return words.even(black, 100 - black);
	const ahead = black > 50;
	return words.better(side(ahead ? "X" : "O"), ahead ? black : 100 - black, ahead ? 100 - black : black);
}

/**
 * The chance of an answer, as its button names it. Two more stones are not searched: whoever places them for the other to
 * choose a colour aims at an even game.
 */
export const chanceText = ({ answer, chance }: Pick<AdvisedChoice, "answer" | "chance">): string =>
	chance !== null ? `${Math.round(100 * chance)} %` : answer === "two" ? "≈ 50 %" : "";

/** The answer in words: "H9", "Take Black", "H9 and I7". */
function answered(advice: OpeningAdvice, name: Named["cell"]): string {
	if (advice.cell) return name(advice.cell);
	if (Array.isArray(advice.answer)) return advice.answer.map((cell) => name(cell)).join(", ");
	return advice.answer === null ? "" : answerText(advice.answer);
}

interface AdviceProps {
	advice: OpeningAdvice;
	named: Named;
	/** The question's own buttons name its answers. */
	isListed?: boolean;
	/** Makes buttons of the stones. */
	onStone?: (cell: Cell) => void;
}

export function Advice({ advice, named, isListed, onStone }: AdviceProps) {
	const words = adviceWords.value;
	const black = advice.black === null ? null : Math.round(100 * advice.black);
	return (
		<div class="opening-advice" role="status" data-aim={advice.aim}>
			<p class="verdict">
				{verdict(advice, named.side)} {t.value.hintAnswer(answered(advice, named.cell))}
			</p>
			{black !== null && (
				<span class="chances" role="img" aria-label={words.share(black, 100 - black)}>
					<i class="x" style={{ flexGrow: black }}>
						{black >= 15 && black}
					</i>
					<i class="o" style={{ flexGrow: 100 - black }}>
						{black <= 85 && 100 - black}
					</i>
				</span>
			)}
			{!isListed && advice.choices.length > 0 && (
				<ul>
					{advice.choices.map((choice, i) => {
						const { cell, answer } = choice;
						const after = cell && blackShare(advice, choice);
						const value = cell && after !== null ? `${after} : ${100 - after}` : chanceText(choice);
						const text = cell ? named.cell(cell) : answer === null ? "" : answerText(answer);
						return (
							<li key={text} class={i === 0 ? "advised" : undefined}>
								{cell && onStone ? (
									<button type="button" class="small" onClick={() => onStone(cell)}>
										{text}
									</button>
								) : (
									<b>{text}</b>
								)}
								<span>{value}</span>
							</li>
						);
					})}
				</ul>
			)}
			<p class="aim">
				{COLOURS_CHOSEN.includes(advice.aim) && isEven(black) ? words.either : words.aims[advice.aim]}
				{advice.line.length > 0 && ` ${words.expected(advice.line.map((cell) => named.cell(cell)).join(", "))}`}
			</p>
		</div>
	);
}

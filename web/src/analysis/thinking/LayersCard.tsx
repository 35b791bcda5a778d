// What lies on the board: a switch for each layer, which is its legend too.
import { flip, settings } from "../../browser/settings";
import { cellsOf, KINDS, type Kind, layers, toggleLayer } from "./layers";
import { Sign } from "./ThreatIcons";
import type { Mind } from "./thinkingStore";
import { w } from "./words";

export function LayersCard({ mind }: { mind: Mind }) {
	const words = w.value;
	const on = layers.value;
	const entry = (name: string, pressed: boolean, toggle: () => void, sign: preact.ComponentChildren, tone: string) => (
		<button key={name} type="button" aria-pressed={pressed} onClick={toggle}>
			<svg viewBox="0 0 16 16" width="16" height="16" class={tone} aria-hidden="true">
				{sign}
			</svg>
			{name}
		</button>
	);
	return (
		<section class="card layercard">
			<div class="row between">
				<h2>{words.layers}</h2>
				<span class="lab">{words.solidHollow(mind.side("X"), mind.side("O"))}</span>
			</div>
			<div class="layers">
				{entry(
					words.heat,
					on.heat,
					() => toggleLayer("heat"),
					<circle cx="8" cy="8" r="6.5" fill="currentColor" />,
					"teal",
				)}
				{entry(
					words.forbidden,
					settings.value.forbidden,
					() => flip("forbidden"),
					<>
						<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2" />
						<path d="M4 12l8-8" stroke="currentColor" stroke-width="2" />
					</>,
					"red",
				)}
				{KINDS.map((kind) =>
					entry(
						words[kind],
						on[kind],
						() => toggleLayer(kind),
						<Sign kind={kind} />,
						kind === "capture" || kind === "vulnerable" ? "red" : "blue",
					),
				)}
			</div>
			{on.heat && (
				<>
					<div class="scale" aria-hidden="true" />
					<div class="sc" aria-hidden="true">
						<span>{words.best}</span>
						<span>{words.weaker}</span>
					</div>
				</>
			)}
			<ThreatsSaid mind={mind} />
		</section>
	);
}

/** The same threats for those who do not see the board. */
function ThreatsSaid({ mind }: { mind: Mind }) {
	const words = w.value;
	const sight = mind.sight.value;
	const on = layers.value;
	if (!sight || !KINDS.some((kind) => on[kind])) return null;
	const said: string[] = [];
	for (const side of ["X", "O"] as const)
		for (const kind of KINDS) {
			if (!on[kind]) continue;
			const cells =
				kind === "vulnerable" ? vulnerable(mind, side) : cellsOf(sight, side, kind as Exclude<Kind, "vulnerable">);
			if (cells.length)
				said.push(
					words.sideCan(mind.side(side), words[kind].toLowerCase(), cells.map((cell) => mind.name(cell)).join(", ")),
				);
		}
	return (
		<ul class="vh" aria-label={words.layers}>
			{said.length ? said.map((text) => <li key={text}>{text}</li>) : <li>{words.noThreats}</li>}
		</ul>
	);
}

function vulnerable(mind: Mind, side: "X" | "O") {
	const taker = side === "X" ? "O" : "X";
	return mind.sight.value?.[taker].captures.flatMap(({ stones }) => stones) ?? [];
}

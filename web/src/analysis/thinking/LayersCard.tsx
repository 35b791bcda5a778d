// Switches for the layers on the board, which also serve as a legend.

import { KINDS, type Kind, Sign } from "../../board/ThreatIcons";
import { flip, settings } from "../../browser/settings";
import { thinkingWords } from "../../i18n/thinking";
import type { PositionEvaluation } from "../../wire/messages";
import { cellsOf, layers, toggleLayer } from "./layers";
import { sharesText } from "./shares";
import type { ThinkingStore } from "./thinkingStore";

/** What the card needs to know: the names of sides and cells, and the threats. */
type Seen = Pick<ThinkingStore, "side" | "name"> & {
	readonly sight: { readonly value: PositionEvaluation | null };
};

export function LayersCard({ store }: { store: Seen }) {
	const words = thinkingWords.value;
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
				<span class="lab">{words.solidHollow(store.side("X"), store.side("O"))}</span>
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
					words.glance,
					on.glance,
					() => toggleLayer("glance"),
					<>
						<path d="M1 8c4-6 10-6 14 0c-4 6-10 6-14 0z" fill="none" stroke="currentColor" stroke-width="1.8" />
						<circle cx="8" cy="8" r="2.6" fill="currentColor" />
					</>,
					"gold",
				)}
				{entry(
					words.opinion,
					on.opinion,
					() => toggleLayer("opinion"),
					<g class="opinion">
						<rect class="for" x="1" y="1" width="8.5" height="8.5" rx="1.5" />
						<rect class="against" x="6.5" y="6.5" width="8.5" height="8.5" rx="1.5" />
					</g>,
					"blue",
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
			{on.glance && <p class="lab legend-text">{words.glanceOf}</p>}
			{on.opinion && (
				<p class="lab legend-text" data-opinion>
					{words.opinionOf} {store.sight.value && sharesText(store.sight.value.shares, (cell) => store.name(cell))}
				</p>
			)}
			<ThreatsSaid store={store} />
		</section>
	);
}

/** The threats as a list, for screen readers. */
function ThreatsSaid({ store }: { store: Seen }) {
	const words = thinkingWords.value;
	const sight = store.sight.value;
	const on = layers.value;
	if (!sight || !KINDS.some((kind) => on[kind])) return null;
	const said: string[] = [];
	for (const side of ["X", "O"] as const)
		for (const kind of KINDS) {
			if (!on[kind]) continue;
			const cells =
				kind === "vulnerable" ? vulnerable(store, side) : cellsOf(sight, side, kind as Exclude<Kind, "vulnerable">);
			if (cells.length)
				said.push(
					words.sideCan(store.side(side), words[kind].toLowerCase(), cells.map((cell) => store.name(cell)).join(", ")),
				);
		}
	return (
		<ul class="vh" aria-label={words.layers}>
			{said.length ? said.map((text) => <li key={text}>{text}</li>) : <li>{words.noThreats}</li>}
		</ul>
	);
}

function vulnerable(store: Seen, side: "X" | "O") {
	const taker = side === "X" ? "O" : "X";
	return store.sight.value?.[taker].captures.flatMap(({ stones }) => stones) ?? [];
}

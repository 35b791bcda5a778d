// Search statistics, live: score in words, depth, nodes, speed, table usage.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { count, decimals } from "../../../i18n/numbers";
import { thinkingWords } from "../../../i18n/thinking";
import { connection } from "../../../wire/socket";
import { bigScore, movesOf, scoreWords } from "../score";
import type { ThinkingStore, Thought } from "../thinkingStore";

const TICK_MS = 100;

/** Re-render a few times a second; every frame would take CPU time from the engine. */
function useTick(running: boolean): void {
	const tick = useSignal(0);
	tick.value;
	useEffect(() => {
		if (!running) return;
		const timer = setInterval(() => {
			tick.value += 1;
		}, TICK_MS);
		return () => clearInterval(timer);
	}, [running]);
}

function titleOf(store: ThinkingStore, thought: Thought): string {
	const words = thinkingWords.value;
	const side = store.side(thought.side);
	if (thought.kind === "analysis") return words.analysisFor(side);
	if (thought.kind === "hint") return words.hintFor(side);
	const played = store.room.actions.value[thought.ply];
	return !thought.live && played?.cell ? words.thoughtFor(side, store.name(played.cell)) : words.thinkingFor(side);
}

export function SearchStats({ store }: { store: ThinkingStore }) {
	const words = thinkingWords.value;
	const thought = store.thought.value;
	const info = store.info.value;
	useTick(thought?.live ?? false);
	if (!thought || (!info && !thought.live)) {
		const over = store.room.over.value && store.room.atEnd.value;
		return (
			<section class="card numbers">
				<h2>{words.nothingYet}</h2>
				<p class="why">{!store.fair.value ? words.unfair : over ? words.nothingOver : words.nothingText}</p>
			</section>
		);
	}
	const ms = thought.live ? Math.max(0, Date.now() + connection.ahead.value - thought.since) : (info?.ms ?? 0);
	const speed = info?.nodes_per_second ?? 0;
	const stats: [string, string, string, string][] = [
		[words.depth, words.finished, info ? String(info.depth) : "–", ""],
		[words.deepest, words.line, info ? String(info.selective_depth) : "–", ""],
		[words.positions, "", info ? count(info.nodes) : "–", ""],
		[
			words.perSecond,
			"",
			speed >= 1e6 ? decimals(speed / 1e6, 2) : count(Math.round(speed / 1000)),
			speed >= 1e6 ? words.million : words.thousand,
		],
		[words.tableUsed, "", info ? `${decimals(info.hash_permille / 10, info.hash_permille < 100 ? 1 : 0)} %` : "–", ""],
		[
			words.forcedWins,
			"",
			!info || info.win_in === null
				? words.none
				: (info.win_in > 0 ? words.inMoves : words.againstIn)(movesOf(info.win_in)),
			"",
		],
	];
	return (
		<section class="card numbers" data-live={thought.live} data-kind={thought.kind} aria-busy={thought.live}>
			<div class="row between">
				<h2>{titleOf(store, thought)}</h2>
				<span class={thought.live ? "live" : "live past"}>{decimals(ms / 1000, ms < 10_000 ? 2 : 1)} s</span>
			</div>
			<div class="score">
				<span class="n">{info ? bigScore(info) : "…"}</span>
				<span class="w" role="status">
					{thought.waiting ? words.waiting : info ? scoreWords(info, thought.side, (side) => store.side(side)) : ""}
				</span>
			</div>
			<div class="bar" aria-hidden="true">
				<i style={{ width: `${Math.min(100, (100 * ms) / thought.limit)}%` }} />
			</div>
			<dl class="stats">
				{stats.map(([name, rest, value, unit]) => (
					<div key={name}>
						<dt>
							{name}
							<i>{rest}</i>
						</dt>
						<dd>
							{value} {unit && <small>{unit}</small>}
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

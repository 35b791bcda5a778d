// Store of the engine's thinking about a room: its searches, requested analyses, and the line shown. One for each room with
// an open panel.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { type Cell, key, type Side } from "../../board/geometry";
import { recall, remember } from "../../browser/storage";
import { stoneName } from "../../game/names";
import type { Room } from "../../game/room";
import type { LineMove, Position, PositionEvaluation, ThinkingInfo, ToClient } from "../../wire/messages";
import { connection } from "../../wire/socket";
import { fetchSight, walk } from "./api";

export interface Thought {
	readonly kind: "move" | "hint" | "analysis";
	/** The ply of the position. */
	readonly ply: number;
	readonly position: Position;
	readonly side: Side;
	/** Start by the server's clock, and time limit in milliseconds. */
	readonly since: number;
	readonly limit: number;
	/** Completed depths, the deepest last. */
	readonly infos: readonly ThinkingInfo[];
	readonly live: boolean;
	readonly waiting: boolean;
}

/** A line shown on the board. */
export interface Shown {
	readonly position: Position;
	readonly moves: readonly Cell[];
	/** Number of moves on the board. */
	readonly upto: number;
	/** What the moves do, once the server has answered. */
	readonly steps: readonly LineMove[];
}

const ANALYSIS_MS = 6_000;
const STEP_MS = 700;

interface AnalysisSettings {
	readonly analyse: boolean | null;
	readonly lines: number;
}

const kept = recall("analysis") as Partial<AnalysisSettings> | null;
/** Whether to analyse the position shown, and with how many lines. null: only in games without an engine. */
export const analysisSettings = signal<AnalysisSettings>({
	analyse: typeof kept?.analyse === "boolean" ? kept.analyse : null,
	lines: Number.isInteger(kept?.lines) && kept!.lines! >= 1 && kept!.lines! <= 10 ? kept!.lines! : 8,
});
export function changeAnalysis(changes: Partial<AnalysisSettings>): void {
	analysisSettings.value = { ...analysisSettings.value, ...changes };
	remember("analysis", analysisSettings.value);
}

/** The position after `ply` actions; null if no stone is to be placed there. */
export function positionOf(room: Room, ply: number): Position | null {
	const state = room.state.value;
	if (!state) return null;
	const actions = room.actions.value;
	const end = ply >= actions.length;
	const next = actions[ply];
	const question = state.question;
	const side = end ? (question?.step === "play" ? question.color : null) : next?.cell ? next.color : null;
	if (!side || (end && state.phase === "over")) return null;
	const { stones, taken } = room.position.value;
	const rows = Array.from({ length: state.height }, () => Array<string>(state.width).fill("."));
	for (const { cell, side: owner } of stones) rows[cell[1]]![cell[0]] = owner;
	return {
		rules: state.options.rules,
		rows: rows.map((row) => row.join("")),
		to_move: side,
		taken: [taken.X, taken.O],
	};
}

export class ThinkingStore {
	readonly #searches = signal<ReadonlyMap<number, Thought>>(new Map());
	readonly #analyses = signal<ReadonlyMap<number, Thought>>(new Map());
	readonly shown = signal<Shown | null>(null);
	/** Whether the line is playing. */
	readonly running = signal(false);
	#stops: (() => void)[] = [];
	#analysis = 0;
	#timer = 0;

	constructor(readonly room: Room) {}

	/** The position shown. */
	readonly position = computed(() => positionOf(this.room, this.room.ply.value));
	/** Whether analysis is allowed: not during an online game. */
	readonly fair = computed(() => this.room.state.value?.kind === "local" || this.room.over.value);
	readonly analysing = computed(() => {
		const computers = this.room.state.value?.seats.some((seat) => seat.holder.type === "ai") ?? false;
		return this.fair.value && (analysisSettings.value.analyse ?? !computers);
	});
	/** What the panel describes: the search at the position shown, or its analysis, or the last search before it. */
	readonly thought = computed<Thought | null>(() => {
		const ply = this.room.ply.value;
		const searches = this.#searches.value;
		const here = searches.get(ply);
		if (here) return here;
		const analysis = this.#analyses.value.get(ply);
		if (analysis && this.analysing.value) return analysis;
		let last: Thought | null = null;
		for (const search of searches.values()) if (search.ply < ply && search.ply > (last?.ply ?? -1)) last = search;
		return last;
	});
	/** Candidates in the position shown. */
	readonly candidates = computed<Thought | null>(() => {
		const ply = this.room.ply.value;
		const analysis = this.analysing.value ? this.#analyses.value.get(ply) : undefined;
		return analysis?.infos.length ? analysis : (this.thought.value ?? null);
	});
	/** The best candidates, as many as requested. */
	readonly lines = computed(() => {
		const thought = this.candidates.value;
		const lines = thought?.infos.at(-1)?.lines ?? [];
		return thought?.kind === "analysis" ? lines.slice(0, analysisSettings.value.lines) : lines;
	});
	readonly info = computed(() => this.thought.value?.infos.at(-1) ?? null);
	/** Threats in the position shown. */
	readonly sight = signal<PositionEvaluation | null>(null);

	name(cell: Cell): string {
		return this.room.name(cell);
	}

	side(side: Side): string {
		const state = this.room.state.value;
		return state ? stoneName(state, side) : "";
	}

	/** Subscribe until the returned function is called. */
	attend(): () => void {
		const { room } = this;
		this.#stops = [
			effect(() => {
				if (room.id && connection.state.value === "open") connection.say({ type: "follow", room: room.id, on: true });
			}),
			effect(() => this.#hearSearch()),
			effect(() => this.#recall()),
			effect(() => this.#askAnalysis()),
			effect(() => this.#look()),
			effect(() => this.#run()),
			connection.overhear((message) => this.#hear(message)),
			// Searches of moves taken back are dropped.
			effect(() => {
				const last = room.last.value;
				untracked(() => this.#forget(last));
			}),
			// A line belongs to its position.
			effect(() => {
				room.last.value;
				this.shown.value = null;
				this.running.value = false;
			}),
		];
		return () => {
			for (const stop of this.#stops) stop();
			this.#stops = [];
			clearTimeout(this.#timer);
			connection.say({ type: "analyse", id: "stop" });
			if (room.id) connection.say({ type: "follow", room: room.id, on: false });
		};
	}

	// --- lines ---

	/** Show the first moves of a line on the board as ghost stones. */
	show(thought: { position: Position }, moves: readonly Cell[], upto: number): void {
		const now = this.shown.value;
		const same = now?.position === thought.position && now.moves.join() === moves.join();
		// Keep the array of the same line: a pending answer finds the line by it.
		this.shown.value = same ? { ...now, upto } : { position: thought.position, moves, upto, steps: [] };
		if (!same)
			void walk(thought.position, moves).then(
				(steps) => {
					const still = this.shown.value;
					if (still?.moves === moves) this.shown.value = { ...still, steps };
				},
				() => {},
			);
	}

	hide(): void {
		this.running.value = false;
		this.shown.value = null;
	}

	#run(): void {
		clearTimeout(this.#timer);
		const shown = this.shown.value;
		if (!this.running.value || !shown) return;
		if (shown.upto >= shown.moves.length) this.running.value = false;
		else this.#timer = window.setTimeout(() => this.show(shown, shown.moves, shown.upto + 1), STEP_MS);
	}

	// --- messages ---

	#hearSearch(): void {
		const { room } = this;
		const news = room.thinking.value;
		untracked(() => {
			const searches = new Map(this.#searches.value);
			const ply = room.last.value;
			let changed = false;
			for (const [at, search] of searches)
				if (search.live && (!news || at !== ply)) {
					searches.set(at, { ...search, live: false });
					changed = true;
				}
			if (news) {
				const before = searches.get(ply);
				const again = before?.since !== news.since;
				const position = again ? positionNow(room) : before.position;
				if (position) {
					const infos = again ? [] : before.infos;
					searches.set(ply, {
						kind: news.player ? "move" : "hint",
						ply,
						position,
						side: position.to_move,
						since: news.since,
						limit: news.limit,
						infos: news.info ? withInfo(infos, news.info) : infos,
						live: true,
						waiting: news.waiting,
					});
					changed = true;
				}
			}
			if (changed) this.#searches.value = searches;
		});
	}

	#hear(message: ToClient): void {
		if (message.type !== "analysis" || message.id !== `a${this.#analysis}`) return;
		const analyses = new Map(this.#analyses.value);
		const live = [...analyses.values()].find((one) => one.live);
		if (!live) return;
		analyses.set(live.ply, {
			...live,
			waiting: message.waiting,
			live: !message.done,
			infos: message.info ? withInfo(live.infos, message.info) : live.infos,
		});
		this.#analyses.value = analyses;
	}

	/** The search for the last move, from before we subscribed. */
	#recall(): void {
		const { room } = this;
		const told = room.remembered.value;
		untracked(() => {
			if (!told || told.round !== room.state.value?.round || this.#searches.value.has(told.ply)) return;
			const { ply, position, since, limit, infos } = told;
			if (!fits(room, ply, position)) return;
			const kept = { ply, position, side: position.to_move, since, limit, infos, live: false, waiting: false };
			this.#searches.value = new Map(this.#searches.value).set(ply, { kind: "move", ...kept });
		});
	}

	#askAnalysis(): void {
		const { room } = this;
		const ply = room.ply.value;
		const open = connection.state.value === "open";
		const busy = room.thinking.value !== null || room.pending.value !== null;
		const position = this.analysing.value && open && !busy ? this.position.value : null;
		const { lines } = analysisSettings.value;
		untracked(() => {
			const known = this.#analyses.value.get(ply);
			const enough = known && !known.live && (known.infos.at(-1)?.lines.length ?? 0) >= lines;
			const wanted = position && !enough ? position : null;
			const running = [...this.#analyses.value.values()].find((one) => one.live);
			if (!wanted && !running) return;
			const analyses = new Map(this.#analyses.value);
			if (running) analyses.set(running.ply, { ...running, live: false });
			this.#analysis += 1;
			if (wanted)
				analyses.set(ply, {
					kind: "analysis",
					ply,
					position: wanted,
					side: wanted.to_move,
					since: Date.now() + connection.ahead.value,
					limit: ANALYSIS_MS,
					infos: [],
					live: true,
					waiting: false,
				});
			connection.say({ type: "analyse", id: `a${this.#analysis}`, position: wanted, lines, ms: ANALYSIS_MS });
			this.#analyses.value = analyses;
		});
	}

	#forget(last: number): void {
		const short = (thoughts: ReadonlyMap<number, Thought>) =>
			new Map([...thoughts].filter(([ply, { position }]) => ply <= last && fits(this.room, ply, position)));
		batch(() => {
			this.#searches.value = short(this.#searches.value);
			this.#analyses.value = short(this.#analyses.value);
		});
	}

	#look(): void {
		const position = this.position.value;
		if (!position || !this.fair.value) {
			this.sight.value = null;
			return;
		}
		void fetchSight(position).then(
			(sight) => {
				if (this.position.value === position) this.sight.value = sight;
			},
			() => {},
		);
	}
}

/** The latest position, whichever move is shown. */
function positionNow(room: Room): Position | null {
	const state = room.state.value;
	const color = state?.to_move;
	return state && color ? { rules: state.options.rules, rows: state.rows, to_move: color, taken: state.taken } : null;
}

/** Whether a position is still part of the game: all its stones must match. */
function fits(room: Room, ply: number, position: Position): boolean {
	const stones = room.actions.value.slice(0, ply).filter((action) => action.cell);
	const count = position.rows.join("").replaceAll(".", "").length + position.taken[0] + position.taken[1];
	const last = stones.at(-1);
	const setup = (room.state.value?.setup ?? []).join("").replaceAll(".", "").length;
	return count === stones.length + setup && (!last?.cell || position.rows[last.cell[1]]?.[last.cell[0]] === last.color);
}

/** Add a depth, replacing an earlier result of the same depth. */
function withInfo(infos: readonly ThinkingInfo[], info: ThinkingInfo): readonly ThinkingInfo[] {
	return [...infos.filter((one) => one.depth < info.depth), info];
}

export const cellsOf = (steps: readonly LineMove[]): Map<string, number> =>
	new Map(steps.flatMap((step, i) => (step.cell ? [[key(step.cell), i + 1] as const] : [])));

// Thinking on the board: heat map of candidates, threats of both sides, and lines as ghost stones.
import { useEffect, useState } from "preact/hooks";
import { type Cell, type Grid, gridOf, key, other, place, type Side } from "../../board/geometry";
import { isLight, symbol } from "../../board/Stones";
import { KINDS, Sign } from "../../board/ThreatIcons";
import { Capsule } from "../../board/Threats";
import { settings } from "../../browser/settings";
import { compact } from "../../browser/viewport";
import type { Room } from "../../game/room";
import { percent, points } from "../../i18n/numbers";
import type {
	CaptureThreat,
	CellShare,
	ExplorerReply,
	LineMove,
	PolicyMove,
	Position,
	PositionEvaluation,
	ThinkingLine,
} from "../../wire/messages";
import { fetchSight } from "./api";
import { cellsOf, type Layers, layers } from "./layers";
import { shortScore, sideAt } from "./score";
import { positionOf, type ThinkingStore } from "./thinkingStore";

const HEAT = ["#04474f", "#0c6670", "#2c8790", "#5aa5ab", "#7db8bb", "#9dcacb"] as const;
/** Ghost stones of the expected line while no other line is shown. */
const EXPECTED_MOVES = 3;
/** Probability from which a move of the policy is drawn. */
const FAINTEST = 0.01;
/** Shares of the network that have a number: more would hide the board. */
const NUMBERED = 12;
/** Smallest share drawn, of the largest. */
const PALEST = 0.12;

/** The grid as the board is drawn now. */
const shownGrid = (room: Room): Grid => gridOf(room.state.value!, settings.value.coordinates, compact.value);

/** Threats only, for the table without the panel. */
export function Threats({ room }: { room: Room }) {
	const ply = room.ply.value;
	const position = positionOf(room, ply);
	const [sight, setSight] = useState<PositionEvaluation | null>(null);
	const fair = room.state.value?.kind === "local" || room.over.value;
	useEffect(() => {
		setSight(null);
		if (!position || !fair) return;
		let stopped = false;
		void fetchSight(position).then(
			(seen) => !stopped && setSight(seen),
			() => {},
		);
		return () => {
			stopped = true;
		};
	}, [room, ply, room.last.value, fair]);
	return sight && <ThreatSigns grid={shownGrid(room)} sight={sight} />;
}

/** All layers. `asked`: the cell of an open question, which hides the expected line. */
export function BoardLayers({ store, asked }: { store: ThinkingStore; asked: Cell | null }) {
	const { room } = store;
	const grid = shownGrid(room);
	const sight = store.sight.value;
	const thought = store.candidates.value;
	const shown = store.shown.value;
	const here = thought && thought.ply === room.ply.value ? thought : null;
	const expected = here?.infos.at(-1)?.lines[0]?.pv.slice(0, EXPECTED_MOVES) ?? [];
	const line = shown
		? shown.moves.slice(0, shown.upto)
		: !asked && here && (here.live || layers.value.heat)
			? expected
			: [];
	const position = shown?.position ?? here?.position ?? null;
	const covered = new Set(
		[...(here && layers.value.heat ? store.lines.value.map(({ cell }) => cell) : []), ...line].map(key),
	);
	return (
		<>
			{sight && layers.value.opinion && <Opinion grid={grid} shares={sight.shares} covered={covered} />}
			{sight && <ThreatSigns grid={grid} sight={sight} />}
			{here && layers.value.heat && (
				<Heat
					grid={grid}
					lines={store.lines.value}
					tried={here.infos.flatMap((info) => info.lines.slice(0, 1).map(({ cell }) => cell))}
					covered={new Set(line.map((cell) => key(cell)))}
				/>
			)}
			{position && (
				<Line room={room} grid={grid} position={position} moves={line} steps={shown?.steps ?? []} firm={!!shown} />
			)}
			{sight && layers.value.glance && <Glance grid={grid} policy={sight.policy} covered={covered} />}
			{asked && <circle class="asked" transform={place(grid, asked)} r="20" data-asked />}
		</>
	);
}

interface HeatProps {
	grid: Grid;
	lines: readonly ThinkingLine[];
	/** Best moves of earlier depths. */
	tried: readonly Cell[];
	/** Cells covered by ghost stones. */
	covered: ReadonlySet<string>;
}

export function Heat({ grid, lines, tried, covered }: HeatProps) {
	const shown = new Set(lines.map(({ cell }) => key(cell)));
	const rejected = new Map(tried.filter((cell) => !shown.has(key(cell))).map((cell) => [key(cell), cell]));
	return (
		<g class="heat">
			{[...rejected].map(([name, cell]) => (
				<circle key={name} class="rejected" transform={place(grid, cell)} r="5.5" />
			))}
			{lines.map((line, i) => {
				if (covered.has(key(line.cell))) return null;
				const shade = Math.min(HEAT.length - 1, Math.round((i / Math.max(1, lines.length - 1)) * (HEAT.length - 1)));
				return (
					<Disc key={key(line.cell)} grid={grid} cell={line.cell} shade={shade} text={shortScore(line)} rank={i + 1} />
				);
			})}
		</g>
	);
}

interface DiscProps {
	grid: Grid;
	cell: Cell;
	/** Index of the colour, the darkest first. */
	shade: number;
	text: string;
	rank: number;
}

/** A move that is rated: a disc with its figure, the darker the better. */
function Disc({ grid, cell, shade, text, rank }: DiscProps) {
	return (
		<g transform={place(grid, cell)} data-heat={rank}>
			<circle r="18.2" fill={HEAT[shade]} fill-opacity=".93" />
			<circle r="18.2" class="edge" />
			<text
				y="4.2"
				font-size={text.length > 5 ? 9.6 : 12}
				font-weight="700"
				letter-spacing="-.3"
				text-anchor="middle"
				fill={shade < 3 ? "#fff" : "#04272b"}
			>
				{text}
			</text>
		</g>
	);
}

interface SharesProps {
	grid: Grid;
	replies: readonly ExplorerReply[];
	covered: ReadonlySet<string>;
}

/** The moves that were played in the position, each with its share of the games. */
export function Shares({ grid, replies, covered }: SharesProps) {
	const total = replies.reduce((sum, { games }) => sum + games, 0);
	return (
		<g class="heat shares">
			{replies.map(({ cells, games }, i) =>
				cells
					.filter((cell) => !covered.has(key(cell)))
					.map((cell) => (
						<Disc
							key={key(cell)}
							grid={grid}
							cell={cell}
							shade={Math.min(HEAT.length - 1, i)}
							text={percent(games / total)}
							rank={i + 1}
						/>
					)),
			)}
		</g>
	);
}

interface GlanceProps {
	grid: Grid;
	policy: readonly PolicyMove[];
	/** Cells that other layers mark, too: there the glance moves to the corner. */
	covered: ReadonlySet<string>;
}

/** The moves that look natural to the network before any search: the likelier, the larger. */
export function Glance({ grid, policy, covered }: GlanceProps) {
	return (
		<g class="glance">
			{policy.map(({ cell, probability }) => {
				if (probability < FAINTEST) return null;
				const aside = covered.has(key(cell)) ? " translate(15 -15) scale(.8)" : "";
				return (
					<g key={key(cell)} transform={place(grid, cell) + aside} data-glance={percent(probability)}>
						<circle r={aside ? 12 : 11 + 7 * Math.sqrt(probability)} />
						<text y="4" text-anchor="middle">
							{percent(probability)}
						</text>
					</g>
				);
			})}
		</g>
	);
}

interface OpinionProps {
	grid: Grid;
	/** The largest first. */
	shares: readonly CellShare[];
	/** Cells that other layers mark, too: a number would be hidden there. */
	covered: ReadonlySet<string>;
}

/** What the network adds because of the stones in line with each cell: the more points, the stronger the colour. */
export function Opinion({ grid, shares, covered }: OpinionProps) {
	const most = Math.abs(shares[0]?.points ?? 0);
	const numbered = new Set(shares.filter(({ cell }) => !covered.has(key(cell))).slice(0, NUMBERED));
	return (
		<g class="opinion">
			{shares.map((share) => {
				const part = Math.abs(share.points) / most;
				if (part < PALEST) return null;
				return (
					<g
						key={key(share.cell)}
						class={share.points > 0 ? "for" : "against"}
						transform={place(grid, share.cell)}
						data-share={share.points}
					>
						<rect x="-19" y="-19" width="38" height="38" rx="5" fill-opacity={0.25 + 0.55 * part} />
						{numbered.has(share) && (
							<text y="5.2" text-anchor="middle">
								{points(share.points)}
							</text>
						)}
					</g>
				);
			})}
		</g>
	);
}

const SIDES: readonly Side[] = ["X", "O"];

interface SignsProps {
	grid: Grid;
	sight: PositionEvaluation;
	/** The layers to draw; by default those the settings show. */
	on?: Layers;
}

/** An icon on each cell with a threat; side by side where there are several. */
export function ThreatSigns({ grid, sight, on = layers.value }: SignsProps) {
	const signs = new Map<
		string,
		{ cell: Cell; marks: { side: Side; kind: Exclude<(typeof KINDS)[number], "vulnerable"> }[] }
	>();
	for (const side of SIDES)
		for (const kind of KINDS) {
			if (kind === "vulnerable" || !on[kind]) continue;
			for (const cell of cellsOf(sight, side, kind)) {
				const entry = signs.get(key(cell)) ?? { cell, marks: [] };
				entry.marks.push({ side, kind });
				signs.set(key(cell), entry);
			}
		}
	return (
		<g class="threats">
			{on.vulnerable &&
				SIDES.flatMap((taker) =>
					sight[taker].captures.flatMap((capture) =>
						rowsTaken(capture).map((ends) => (
							<Capsule
								key={`${taker} ${key(capture.cell)} ${ends.map(key).join()}`}
								grid={grid}
								ends={ends}
								kind={`dashed side-${other(taker)}`}
								threat={`${other(taker)} vulnerable`}
							/>
						)),
					),
				)}
			{[...signs.values()].map(({ cell, marks }) => (
				<g key={key(cell)} transform={place(grid, cell)}>
					{marks.map(({ side, kind }, i) => {
						const scale = marks.length > 1 ? 0.95 : 1.35;
						const [dx, dy] =
							marks.length > 1 ? [(i % 2) * 17 - 8.5, Math.floor(i / 2) * 15 - (marks.length > 2 ? 7.5 : 0)] : [0, 0];
						return (
							<g
								key={`${side}${kind}`}
								class={`sign side-${side}`}
								data-threat={`${side} ${kind}`}
								transform={`translate(${dx - 8 * scale} ${dy - 8 * scale}) scale(${scale})`}
							>
								<Sign kind={kind} hollow={side === "O"} />
							</g>
						);
					})}
				</g>
			))}
		</g>
	);
}

/** The ends of each row of stones that a capture would take. */
function rowsTaken({ cell: from, stones }: CaptureThreat): (readonly [Cell, Cell])[] {
	const rows = new Map<string, Cell[]>();
	for (const stone of stones) {
		const way = `${Math.sign(stone[0] - from[0])} ${Math.sign(stone[1] - from[1])}`;
		rows.set(way, [...(rows.get(way) ?? []), stone]);
	}
	const far = (cell: Cell) => Math.max(Math.abs(cell[0] - from[0]), Math.abs(cell[1] - from[1]));
	return [...rows.values()].map((cells) => {
		const sorted = cells.toSorted((a, b) => far(a) - far(b));
		return [sorted[0]!, sorted.at(-1)!];
	});
}

interface LineProps {
	room: Pick<Room, "colours">;
	grid: Grid;
	position: Position;
	moves: readonly Cell[];
	steps: readonly LineMove[];
	/** Draw the stones almost opaque: the line is being looked at. */
	firm: boolean;
}

/** Numbered ghost stones, and rings around the stones they would capture. */
export function Line({ room, grid, position, moves, steps, firm }: LineProps) {
	const colours = room.colours.value;
	const placed = new Map<string, { cell: Cell; number: number; side: Side; gone: boolean }>();
	const taken = new Map<string, Cell>();
	moves.forEach((cell, i) => {
		const step = steps[i];
		const side = step?.color ?? sideAt(position, i);
		taken.delete(key(cell));
		placed.set(key(cell), { cell, number: i + 1, side, gone: false });
		for (const gone of step?.captured ?? []) {
			// A move of the line that is captured later stays visible, or the line would have no beginning.
			const stone = placed.get(key(gone));
			if (stone) stone.gone = true;
			taken.set(key(gone), gone);
		}
	});
	return (
		<g class={firm ? "pv firm" : "pv"}>
			{[...taken].map(([name, cell]) => (
				<g key={`take ${name}`} transform={place(grid, cell)} data-taken={name}>
					<circle class="fade" r="20" />
					<circle class="takes" r="18" />
				</g>
			))}
			{[...placed.values()].map(({ cell, number, side, gone }) => (
				<g key={`${key(cell)} ${number}`} transform={place(grid, cell)} data-ghost={number}>
					<use href={symbol(colours[side], side, cell[0], cell[1])} opacity={gone ? 0.4 : firm ? 0.95 : 0.5} />
					<circle class="ring" r="19.4" stroke-width={number === 1 ? 4 : 2.4} />
					<text
						y="6"
						font-size="17"
						font-weight="750"
						text-anchor="middle"
						fill={isLight(colours[side]) ? "#241c14" : "#fff"}
					>
						{number}
					</text>
				</g>
			))}
		</g>
	);
}

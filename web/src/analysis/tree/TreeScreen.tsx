// The search tree of a position in a game. The position is searched again to record the tree.
import "../../game/styles/game.css";
import "../thinking/styles/thinking.css";
import "./tree.css";
import { useEffect, useMemo } from "preact/hooks";
import { nameOf } from "../../board/geometry";
import { go } from "../../browser/router";
import { phone } from "../../browser/viewport";
import { stoneName } from "../../game/names";
import { Room } from "../../game/room";
import { t } from "../../i18n";
import { count } from "../../i18n/numbers";
import { thinkingWords } from "../../i18n/thinking";
import { Icon } from "../../kit/Icon";
import { catalogue, fetchCatalogue } from "../../wire/catalogue";
import { positionOf } from "../thinking/thinkingStore";
import { NodePanel } from "./NodePanel";
import type { Naming } from "./naming";
import { TreeCanvas } from "./TreeCanvas";
import { FILTERS, TreeStore } from "./treeStore";

/** Upper limit for the search, which otherwise takes as long as the engine's own moves. */
const MAX_SEARCH_MS = 2_000;

export function TreeScreen({ id, ply }: { id: string; ply: number | null }) {
	const room = useMemo(() => new Room(id), [id]);
	useEffect(() => {
		room.open();
		if (!catalogue.value) void fetchCatalogue();
		return () => room.close();
	}, [room]);
	const state = room.state.value;
	const ready = !!state;
	useEffect(() => {
		if (ready) room.show(ply);
	}, [room, ready, ply]);
	// No help during a game between people.
	const fair = !state || state.kind === "local" || state.phase === "over";
	// The tree belongs to one position; later moves do not change it.
	const tree = useMemo(() => {
		const position =
			fair &&
			ready &&
			(ply === null || room.ply.value === Math.min(ply, room.last.value)) &&
			positionOf(room, room.ply.value);
		return position ? new TreeStore(position) : null;
	}, [room, ready, ply, room.ply.value]);
	useEffect(() => {
		if (!tree) return;
		void tree.fetch(Math.min(MAX_SEARCH_MS, Math.max(300, state?.options.ai_time ?? 500)));
		return () => tree.close();
	}, [tree]);
	const words = thinkingWords.value;
	const naming: Naming | null = state && {
		name: (cell) => nameOf(cell, state),
		side: (side) => stoneName(state, side),
		colours: room.colours.value,
	};
	return (
		<TreeView
			tree={tree}
			naming={naming}
			wait={ready && !tree ? (fair ? words.treeGone : words.unfair) : ready ? words.treeWait : t.value.loading}
			onBack={() => go(`/game/${id}`)}
		/>
	);
}

interface TreeViewProps {
	tree: TreeStore | null;
	naming: Naming | null;
	/** The message until the tree arrives. */
	wait: string;
	onBack: () => void;
}

/** A tree, or the message before it arrives. */
export function TreeView({ tree, naming, wait, onBack }: TreeViewProps) {
	const words = thinkingWords.value;
	const loaded = tree && tree.loaded.value > 0;
	return (
		<main class="tx" id="content" tabIndex={-1}>
			<section class="stage">
				<div class="tb">
					<button type="button" class="quiet icon" aria-label={words.backToBoard} onClick={onBack}>
						<Icon name="back" size={20} />
					</button>
					<h1>{words.treeTitle}</h1>
					{tree && loaded && <Filters tree={tree} />}
					{naming && tree && (
						<div class="legend" aria-hidden="true">
							<span>{words.valuesFor(naming.side(tree.position.to_move))}</span>
							<span>
								<i class="k-best" />
								{words.bestLineKey}
							</span>
							<span>
								<Icon name="scissors" size={15} />
								{words.cutKey}
							</span>
							<span>
								<i class="dot" />
								{words.takesKey}
							</span>
						</div>
					)}
				</div>
				{loaded && naming && !phone.value ? (
					<TreeCanvas
						tree={tree}
						naming={naming}
						footer={(picture) => words.ofPositions(count(picture.shown), count(tree.head.value?.count ?? 0))}
					/>
				) : (
					!loaded && (
						<p class="wait" role="status">
							{tree?.failed.value ? `${words.failed} (${tree.failed.value})` : wait}
						</p>
					)
				)}
			</section>
			{loaded && naming && <NodePanel tree={tree} naming={naming} />}
		</main>
	);
}

function Filters({ tree }: { tree: TreeStore }) {
	const words = thinkingWords.value;
	return (
		<div class="filters">
			{FILTERS.map((filter) => (
				<button
					key={filter}
					type="button"
					class="chip"
					aria-pressed={tree.filter.value === filter}
					onClick={() => tree.choose(filter)}
				>
					{words.filters[filter]}
				</button>
			))}
			<button
				type="button"
				class="chip"
				aria-pressed={tree.again.value}
				onClick={() => {
					tree.again.value = !tree.again.value;
				}}
			>
				{words.again}
			</button>
		</div>
	);
}

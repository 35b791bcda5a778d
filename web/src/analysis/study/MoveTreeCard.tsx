// The study beside the board: its review, what others played, and the move tree as text: the main line two moves to a row, variations indented below the move they replace.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { nameOf } from "../../board/geometry";
import { StoneIcon } from "../../board/Stones";
import { t } from "../../i18n";
import { explorerWords } from "../../i18n/explorer";
import { studyWords } from "../../i18n/study";
import { Segmented } from "../../kit/controls";
import { Icon, type IconName } from "../../kit/Icon";
import { toast } from "../../kit/toast";
import type { ExplorerReply } from "../../wire/messages";
import type { Analysis } from "./engine/liveAnalysis";
import { ExplorerCard } from "./explorer/ExplorerCard";
import { countFrom } from "./moveTree";
import { ReviewCard } from "./review/ReviewCard";
import { MARKS, type ReviewStore } from "./review/reviewStore";
import { COLOURS, type Looked } from "./StudyBoard";
import type { StudyStore } from "./studyStore";

/** What the card shows of the study. */
export type Leaf = "moves" | "review" | "explorer";

interface MovesProps {
	store: StudyStore;
	reviewing: ReviewStore;
}

interface MoveTreeProps extends MovesProps {
	leaf: Signal<Leaf>;
	analysis: Analysis;
	/** Receives the moves that others played here, while they are shown. */
	explored: Signal<readonly ExplorerReply[] | null>;
	onLook: (line: Looked | null) => void;
}

export function MoveTreeCard({ store, reviewing, leaf, analysis, explored, onLook }: MoveTreeProps) {
	const words = studyWords.value;
	const tree = store.tree.value;
	const at = store.at.value;
	/** The comment of the move shown can be changed. */
	const writing = useSignal(false);
	const box = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const current = box.current?.querySelector<HTMLElement>("[aria-current]");
		if (!box.current || !current) return;
		const [top, bottom] = [current.offsetTop - 12, current.offsetTop + current.offsetHeight + 12];
		if (top < box.current.scrollTop) box.current.scrollTop = top;
		else if (bottom > box.current.scrollTop + box.current.clientHeight)
			box.current.scrollTop = bottom - box.current.clientHeight;
	}, [at, tree.length, leaf.value]);
	const remove = () => {
		const count = countFrom(tree, at);
		const bringBack = store.remove();
		toast({ text: words.removed(count), way: { label: t.value.undo, go: bringBack } });
	};
	const onMain = store.main.value.includes(at) || at === 0;
	return (
		<section class="card tree" aria-label={words.moves}>
			<h2 class="vh">{words.moves}</h2>
			<Segmented<Leaf>
				label={words.moves}
				value={leaf.value}
				options={[
					["moves", words.moves],
					["review", words.reviewed],
					["explorer", explorerWords.value.title],
				]}
				onChange={(next) => {
					leaf.value = next;
				}}
			/>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
			<div class="scroll" ref={box} tabIndex={0} role="group" aria-label={words.moves}>
				{leaf.value === "review" ? (
					<ReviewCard store={store} reviewing={reviewing} />
				) : leaf.value === "explorer" ? (
					<ExplorerCard store={store} analysis={analysis} explored={explored} onLook={onLook} />
				) : (
					<>
						{tree.length === 1 && <p class="nothing">{words.noMoves}</p>}
						<Line store={store} reviewing={reviewing} from={0} main />
					</>
				)}
			</div>
			{writing.value && <Comment store={store} />}
			<Steps store={store}>
				{!onMain && (
					<button type="button" aria-label={words.promote} title={words.promote} onClick={() => store.promote()}>
						<Icon name="up" />
					</button>
				)}
				<button type="button" aria-label={words.remove} title={words.remove} disabled={at === 0} onClick={remove}>
					<Icon name="trash" />
				</button>
				<button
					type="button"
					class="write"
					aria-expanded={writing.value}
					onClick={() => {
						writing.value = !writing.value;
					}}
				>
					<Icon name="pencil" size={16} />
					{words.writeComment}
				</button>
			</Steps>
		</section>
	);
}

interface LineProps extends MovesProps {
	/** The node before the line. */
	from: number;
	main?: boolean;
	/** Start with this child instead of the first. */
	child?: number;
}

/** A line with its variations. */
function Line({ store, reviewing, from, main, child }: LineProps) {
	const tree = store.tree.value;
	const parts: ComponentChildren[] = [];
	let node = from;
	let next: number | undefined = child ?? tree[node]!.children[0];
	let brothers = child === undefined ? tree[node]!.children.slice(1) : [];
	let interrupted = true;
	while (next !== undefined) {
		parts.push(<Step key={next} store={store} reviewing={reviewing} node={next} first={interrupted} />);
		const remark = tree[next]!.comment;
		if (remark) parts.push(<p key={`c${next}`}>{remark}</p>);
		for (const brother of brothers)
			parts.push(
				<div key={`v${brother}`} class="variation" role="group" aria-label={studyWords.value.variation}>
					<Line store={store} reviewing={reviewing} from={node} child={brother} />
				</div>,
			);
		interrupted = !!remark || brothers.length > 0;
		node = next;
		next = tree[node]!.children[0];
		brothers = tree[node]!.children.slice(1);
	}
	const result = main ? resultText(store.names.value.result) : "";
	if (result)
		parts.push(
			<p key="end" class="ended">
				{result}
			</p>,
		);
	return <div class={main ? "way main" : "way"}>{parts}</div>;
}

/** "White wins · by resignation", from an SGF result; empty if it is unknown. */
export function resultText(result: string): string {
	const words = t.value;
	if (/^(0|draw)$/i.test(result)) return words.drawn;
	const [, winner, how] = /^([BW])\+(.?)/i.exec(result) ?? [];
	if (!winner) return "";
	const head = words.won(words.stones[winner.toUpperCase() === "B" ? "black" : "white"]);
	const tail = { R: words.byResignation, T: words.byTime }[(how ?? "").toUpperCase()];
	return tail ? `${head} · ${tail}` : head;
}

interface StepProps extends MovesProps {
	node: number;
	/** Also show the number of a reply: it starts a line of text. */
	first: boolean;
}

function Step({ store, reviewing, node, first }: StepProps) {
	const { cell, color, captured } = store.tree.value[node]!;
	const judged = reviewing.judged.value.get(node);
	const name = nameOf(cell!, store.size.value);
	const number = store.numberOf(node);
	const grade = judged ? studyWords.value.grades[judged.grade] : "";
	return (
		<button
			type="button"
			class="step"
			data-grade={judged?.grade}
			aria-current={store.at.value === node ? "step" : undefined}
			title={grade || undefined}
			onClick={() => store.go(node)}
		>
			{(first || number.endsWith(".")) && <i>{number}</i>}
			<StoneIcon stone={COLOURS[color!]} side={color!} size={14} />
			<span class="vh">{t.value.stones[COLOURS[color!]]} </span>
			{name}
			{captured.length > 0 && <small>×{captured.length}</small>}
			{judged && MARKS[judged.grade] && <b>{MARKS[judged.grade]}</b>}
			{grade && <span class="vh"> {grade}</span>}
		</button>
	);
}

function Comment({ store }: { store: StudyStore }) {
	const words = studyWords.value;
	const comment = store.tree.value[store.at.value]!.comment;
	const box = useRef<HTMLTextAreaElement>(null);
	// The field gets the focus at once.
	useEffect(() => box.current?.focus(), []);
	return (
		<label class="note">
			<span class="vh">{words.comment}</span>
			<textarea
				ref={box}
				rows={2}
				placeholder={words.commentHere}
				value={comment}
				maxLength={4000}
				onInput={(event) => store.comment(event.currentTarget.value)}
			/>
		</label>
	);
}

function Steps({ store, children }: { store: StudyStore; children: ComponentChildren }) {
	const words = studyWords.value;
	const at = store.at.value;
	const end = !store.tree.value[at]!.children.length;
	const button = (icon: IconName, label: string, off: boolean, go: () => void) => (
		<button type="button" aria-label={label} title={label} disabled={off} onClick={go}>
			<Icon name={icon} size={20} />
		</button>
	);
	return (
		<div class="navb" role="group" aria-label={words.moves}>
			{button("first", words.first, at === 0, () => store.toStart())}
			{button("back", words.previous, at === 0, () => store.back())}
			{button("forward", words.next, end, () => store.forward())}
			{button("last", words.last, end, () => store.toEnd())}
			<span class="lab">{at === 0 ? words.start : store.nameOf(at)}</span>
			{children}
		</div>
	);
}

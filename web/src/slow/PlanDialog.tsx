// Conditional moves of a slow game: replies to moves of the opponent. Only the visitor sees them.
import "./slow.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Board } from "../board/Board";
import { type Cell, columns, nameOf, other } from "../board/geometry";
import { settings } from "../browser/settings";
import { compact } from "../browser/viewport";
import type { Room } from "../game/room";
import { errorText } from "../i18n/catalogue";
import { slowWords } from "../i18n/slow";
import { Dialog } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { toast } from "../kit/toast";
import { extended, isWhole, type PlanLine, withLine } from "./planDraft";
import { fetchPlan, savePlan } from "./turns";

export function PlanDialog({ room }: { room: Room }) {
	const words = slowWords.value;
	const state = room.state.value!;
	const lines = useSignal<readonly PlanLine[]>([]);
	const draft = useSignal<PlanLine>([]);
	const aim = useSignal<Cell | null>(null);
	const cursor = useSignal<Cell | null>(null);
	const names = useMemo(() => columns(state.width), [state.width]);
	const { ply } = state;
	useEffect(() => {
		draft.value = [];
		fetchPlan(room.id).then(
			(plan) => {
				lines.value = plan.lines;
			},
			(error) => toast({ text: errorText(error), bad: true }),
		);
	}, [ply]);
	const save = async (wanted: readonly PlanLine[]): Promise<void> => {
		try {
			lines.value = (await savePlan(room.id, { ply, lines: wanted.map((line) => line.map(([x, y]) => [x, y])) })).lines;
			draft.value = [];
		} catch (error) {
			toast({ text: errorText(error), bad: true });
		}
	};
	const first = state.to_move ?? "X";
	const { stones } = room.position.value;
	const shown = withLine(stones, draft.value, first);
	const said = (line: PlanLine): string => line.map((cell) => nameOf(cell, state)).join(" ");
	const isTheirs = draft.value.length % 2 === 0;
	const mayPlan = !room.mine.value && state.phase === "playing";
	return (
		<Dialog title={words.plan} class="plan">
			<p>{words.planText}</p>
			<Board
				width={state.width}
				height={state.height}
				columns={names}
				stones={shown}
				colours={room.colours.value}
				marks={{ last: shown.at(-1) ?? null }}
				label={words.plan}
				describe={(cell) => nameOf(cell, state)}
				side={mayPlan ? (isTheirs ? first : other(first)) : null}
				onPlay={(cell) => {
					aim.value = null;
					draft.value = extended(stones, draft.value, cell);
				}}
				aim={aim}
				cursor={cursor}
				oneTap={settings.value.oneTap}
				coordinates={settings.value.coordinates}
				numbers
				compact={compact.value}
				flying={false}
			/>
			<div class="row plan-draft">
				<span class="grow" role="status">
					{isTheirs ? words.theirMove : words.yourAnswer}
					{draft.value.length > 0 && <b> {said(draft.value)}</b>}
				</span>
				<button
					type="button"
					class="icon"
					aria-label={words.takeBack}
					disabled={!draft.value.length}
					onClick={() => {
						draft.value = draft.value.slice(0, -1);
					}}
				>
					<Icon name="undo" />
				</button>
				<button
					type="button"
					class="primary"
					disabled={!isWhole(draft.value)}
					onClick={() => void save([...lines.value, draft.value])}
				>
					{words.addLine}
				</button>
			</div>
			<ul class="plan-lines">
				{lines.value.map((line) => (
					<li key={said(line)}>
						<span class="grow">{said(line)}</span>
						<button
							type="button"
							class="quiet icon"
							aria-label={words.removeLine(said(line))}
							onClick={() => void save(lines.value.filter((each) => each !== line))}
						>
							<Icon name="trash" size={18} />
						</button>
					</li>
				))}
			</ul>
		</Dialog>
	);
}

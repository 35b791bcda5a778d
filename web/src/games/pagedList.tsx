// A list of saved items: fetched page by page, searched while typing, with entries that can be deleted.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Thumb } from "../board/Swatch";
import { t } from "../i18n";
import { confirm } from "../kit/Dialog";
import { toast } from "../kit/toast";

export const PAGE_SIZE = 30;
/** Between the last key of a search and the request. */
const SEARCH_DELAY_MS = 200;

interface Part<Line> {
	readonly lines: readonly Line[];
	readonly total: number;
}

interface PagedLines<Line> {
	/** What has been fetched; null until the server has answered. */
	readonly lines: Signal<readonly Line[] | null>;
	readonly total: Signal<number>;
	readonly failed: Signal<boolean>;
	/** The query that the lines answer: another one is still being fetched. */
	readonly answered: Signal<string | null>;
	fetchMore(): void;
	/** Ask whether to delete a line, and do it. */
	offerDelete(
		line: Line,
		question: { title: string; name: string; done: string },
		forget: () => Promise<unknown>,
	): void;
}

/** `query` identifies the request; answers to an earlier one are dropped. */
export function usePagedLines<Line>(
	query: string,
	isTyped: boolean,
	fetchPart: (offset: number) => Promise<Part<Line>>,
): PagedLines<Line> {
	const lines = useSignal<readonly Line[] | null>(null);
	const total = useSignal(0);
	const failed = useSignal(false);
	const answered = useSignal<string | null>(null);
	const asked = useRef("");
	const fetchFrom = async (offset: number) => {
		const wanted = asked.current;
		try {
			const found = await fetchPart(offset);
			if (wanted !== asked.current) return;
			lines.value = offset ? [...(lines.value ?? []), ...found.lines] : found.lines;
			total.value = found.total;
			failed.value = false;
			answered.value = wanted;
		} catch {
			failed.value = true;
		}
	};
	useEffect(() => {
		asked.current = query;
		const timer = setTimeout(() => void fetchFrom(0), isTyped ? SEARCH_DELAY_MS : 0);
		return () => clearTimeout(timer);
	}, [query]);
	return {
		lines,
		total,
		failed,
		answered,
		fetchMore: () => void fetchFrom(failed.value ? 0 : (lines.value?.length ?? 0)),
		offerDelete: (line, { title, name, done }, forget) =>
			confirm({
				title,
				text: `${name}. ${t.value.deleteText}`,
				yes: t.value.delete,
				no: t.value.cancel,
				danger: true,
				onYes: async () => {
					try {
						await forget();
						lines.value = lines.value?.filter((other) => other !== line) ?? null;
						total.value -= 1;
						toast({ text: done, icon: "trash" });
					} catch {
						toast({ text: t.value.failed, bad: true });
					}
				},
			}),
	};
}

interface PagedListProps<Line> {
	of: PagedLines<Line>;
	line: (line: Line) => ComponentChildren;
	/** Shown if the list is empty, with a link onwards. */
	empty: { title: string; text: string; href: string; go: string };
	/** Shown until the server has answered. */
	placeholder?: ComponentChildren;
}

export function PagedList<Line>({ of, line, empty, placeholder }: PagedListProps<Line>) {
	const words = t.value;
	const lines = of.lines.value;
	if (of.failed.value)
		return (
			<div class="empty">
				<b>{words.failed}</b>
				<button type="button" onClick={of.fetchMore}>
					{words.reload}
				</button>
			</div>
		);
	if (lines?.length === 0)
		return (
			<div class="empty">
				<Thumb rows={[]} colours={{ X: "black", O: "white" }} size={40} />
				<b>{empty.title}</b>
				{empty.text}
				<a class="btn primary" href={empty.href}>
					{empty.go}
				</a>
			</div>
		);
	return (
		<>
			<ul class="games">{lines?.map(line) ?? placeholder}</ul>
			{lines && lines.length < of.total.value && (
				<div class="center">
					<button type="button" onClick={of.fetchMore}>
						{words.loadMore}
					</button>
				</div>
			)}
		</>
	);
}

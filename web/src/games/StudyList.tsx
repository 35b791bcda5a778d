// The visitor's kept studies: open and delete.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Thumb } from "../board/Swatch";
import { t } from "../i18n";
import { rulesTitle } from "../i18n/catalogue";
import { whenText } from "../i18n/dates";
import { confirm } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { toast } from "../kit/toast";
import type { StudySummary } from "../wire/messages";
import { deleteStudy, fetchStudies } from "../wire/studies";

const PAGE_SIZE = 30;

export function StudyList({ search }: { search: string }) {
	const words = t.value;
	const studies = useSignal<readonly StudySummary[] | null>(null);
	const total = useSignal(0);
	const failed = useSignal(false);
	const asked = useSignal("");
	const fetchMore = async (offset: number) => {
		const wanted = asked.value;
		try {
			const found = await fetchStudies(wanted, PAGE_SIZE, offset);
			if (wanted !== asked.value) return;
			studies.value = offset ? [...(studies.value ?? []), ...found.studies] : found.studies;
			total.value = found.total;
			failed.value = false;
		} catch {
			failed.value = true;
		}
	};
	useEffect(() => {
		asked.value = search;
		const timer = setTimeout(() => void fetchMore(0), search ? 200 : 0);
		return () => clearTimeout(timer);
	}, [search]);
	const remove = (line: StudySummary) =>
		confirm({
			title: words.deleteStudyTitle,
			text: `${studyTitle(line)}. ${words.deleteText}`,
			yes: words.delete,
			no: words.cancel,
			danger: true,
			onYes: async () => {
				try {
					await deleteStudy(line.id);
					studies.value = studies.value?.filter(({ id }) => id !== line.id) ?? null;
					total.value -= 1;
					toast({ text: words.studyDeleted, icon: "trash" });
				} catch {
					toast({ text: words.failed, bad: true });
				}
			},
		});
	if (failed.value)
		return (
			<div class="empty">
				<b>{words.failed}</b>
				<button type="button" onClick={() => void fetchMore(0)}>
					{words.reload}
				</button>
			</div>
		);
	if (studies.value?.length === 0)
		return (
			<div class="empty">
				<Thumb rows={[]} colours={{ X: "black", O: "white" }} size={40} />
				<b>{search ? words.noneFound : words.noStudies}</b>
				{search ? words.noneFoundText : words.noStudiesText}
				<a class="btn primary" href="/analyse">
					{words.analyse}
				</a>
			</div>
		);
	return (
		<>
			<ul class="games">
				{studies.value?.map((line) => (
					<li class="card game" key={line.id}>
						<Thumb rows={line.rows} colours={{ X: "black", O: "white" }} size={92} />
						<div class="info">
							<a href={`/study/${line.id}`}>{studyTitle(line)}</a>
							<small>
								{whenText(line.updated)} · {words.moveCount(line.moves)}
							</small>
							{line.title && (line.black || line.white) && (
								<small>{`${line.black || "?"} – ${line.white || "?"}`}</small>
							)}
							<small>{rulesTitle(line.rules)}</small>
							<div class="row">
								{line.reviewed && <span class="chip">{words.studyReviewed}</span>}
								<div class="acts">
									<button
										type="button"
										class="quiet icon"
										aria-label={`${words.delete}: ${studyTitle(line)}`}
										onClick={() => remove(line)}
									>
										<Icon name="trash" />
									</button>
								</div>
							</div>
						</div>
					</li>
				))}
			</ul>
			{studies.value && studies.value.length < total.value && (
				<div class="center">
					<button type="button" onClick={() => void fetchMore(studies.value!.length)}>
						{words.loadMore}
					</button>
				</div>
			)}
		</>
	);
}

/** The title, the players, or the rules with the number of moves. */
const studyTitle = ({ title, black, white, rules }: StudySummary): string =>
	title || (black || white ? `${black || "?"} – ${white || "?"}` : rulesTitle(rules));

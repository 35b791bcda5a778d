// Stored studies: the visitor's own, to open and delete, and the public ones of all visitors.
import { Thumb } from "../board/Swatch";
import { t } from "../i18n";
import { rulesTitle } from "../i18n/catalogue";
import { whenText } from "../i18n/dates";
import { studyWords } from "../i18n/study";
import { Icon } from "../kit/Icon";
import type { StudySummary } from "../wire/messages";
import { deleteStudy, fetchStudies } from "../wire/studies";
import { PAGE_SIZE, PagedList, usePagedLines } from "./pagedList";

export function StudyList({ search, whose }: { search: string; whose: "mine" | "public" }) {
	const words = t.value;
	const mine = whose === "mine";
	const studies = usePagedLines<StudySummary>(`${whose} ${search}`, search !== "", async (offset) => {
		const found = await fetchStudies(whose, search, PAGE_SIZE, offset);
		return { lines: found.studies, total: found.total };
	});
	const remove = (line: StudySummary) =>
		studies.offerDelete(line, { title: words.deleteStudyTitle, name: studyTitle(line), done: words.studyDeleted }, () =>
			deleteStudy(line.id),
		);
	return (
		<PagedList
			of={studies}
			empty={{
				title: search ? words.noneFound : mine ? words.noStudies : studyWords.value.noPublic,
				text: search ? words.noneFoundText : mine ? words.noStudiesText : studyWords.value.noPublicText,
				href: "/analyse",
				go: words.analyse,
			}}
			line={(line) => (
				<li class="card game" key={line.id}>
					<Thumb rows={line.rows} colours={{ X: "black", O: "white" }} size={92} />
					<div class="info">
						<a href={`/study/${line.id}`}>{studyTitle(line)}</a>
						<small>
							{whenText(line.updated)} · {words.moveCount(line.moves)}
						</small>
						{line.title && (line.black || line.white) && <small>{`${line.black || "?"} – ${line.white || "?"}`}</small>}
						<small>{rulesTitle(line.rules)}</small>
						<div class="row">
							{line.reviewed && <span class="chip">{words.studyReviewed}</span>}
							{mine && line.access === "public" && <span class="chip">{studyWords.value.accessPublic}</span>}
							{mine && (
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
							)}
						</div>
					</div>
				</li>
			)}
		/>
	);
}

/** The title, the players, or the rules with the number of moves. */
const studyTitle = ({ title, black, white, rules }: StudySummary): string =>
	title || (black || white ? `${black || "?"} – ${white || "?"}` : rulesTitle(rules));

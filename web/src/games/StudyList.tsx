// The visitor's kept studies: open and delete.
import { Thumb } from "../board/Swatch";
import { t } from "../i18n";
import { rulesTitle } from "../i18n/catalogue";
import { whenText } from "../i18n/dates";
import { Icon } from "../kit/Icon";
import type { StudySummary } from "../wire/messages";
import { deleteStudy, fetchStudies } from "../wire/studies";
import { PAGE_SIZE, PagedList, usePagedLines } from "./pagedList";

export function StudyList({ search }: { search: string }) {
	const words = t.value;
	const studies = usePagedLines<StudySummary>(search, search !== "", async (offset) => {
		const found = await fetchStudies(search, PAGE_SIZE, offset);
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
				title: search ? words.noneFound : words.noStudies,
				text: search ? words.noneFoundText : words.noStudiesText,
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
			)}
		/>
	);
}

/** The title, the players, or the rules with the number of moves. */
const studyTitle = ({ title, black, white, rules }: StudySummary): string =>
	title || (black || white ? `${black || "?"} – ${white || "?"}` : rulesTitle(rules));

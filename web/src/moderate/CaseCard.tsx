// The reports about one person, with what was written in the room.
import { whenText } from "../i18n/dates";
import { moderateWords } from "../i18n/moderate";
import { profileWords } from "../i18n/profile";
import { confirm } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import type { Case, ModerationRequest, Report } from "../wire/messages";

interface CaseProps {
	about: Case;
	act: (request: ModerationRequest) => void;
}

export function CaseCard({ about, act }: CaseProps) {
	const words = moderateWords.value;
	return (
		<section class="card cx">
			<div class="row">
				<h2 class="grow">{about.name || words.guest}</h2>
				<Handling about={about} act={act} />
			</div>
			<p class="note">{words.secret}</p>
			{about.reports.map((report) => (
				<ReportPart key={report.id} report={report} person={about.person} act={act} />
			))}
		</section>
	);
}

/** Who handles the case, and the way to take it or give it back. */
function Handling({ about: { taken, person, reports }, act }: CaseProps) {
	const words = moderateWords.value;
	const send = (action: "take" | "release") => act({ action, person, room: null, minutes: null, why: "" });
	if (!reports.some(({ closed }) => !closed)) return null;
	return (
		<>
			{taken && (
				<span class="chip">
					<Icon name="lock" size={14} />
					{taken.mine ? words.youHave : words.has(taken.by || words.operator)}
				</span>
			)}
			<button type="button" class="quiet small" onClick={() => send(taken?.mine ? "release" : "take")}>
				{taken?.mine ? words.release : words.take}
			</button>
		</>
	);
}

function ReportPart({ report, person, act }: { report: Report; person: string; act: CaseProps["act"] }) {
	const words = moderateWords.value;
	const { room } = report;
	const close = () =>
		confirm({
			title: words.closeRoom,
			text: words.closeRoomText,
			yes: words.closeRoom,
			no: words.nothingWrong,
			danger: true,
			onYes: () => act({ action: "close_room", person: null, room, minutes: null, why: report.reason }),
		});
	return (
		<div class="report">
			<p>
				<b>{profileWords.value[report.reason]}</b> {words.by(report.by || words.guest)} · {whenText(report.at)}
			</p>
			{report.text && <blockquote>{report.text}</blockquote>}
			{room && (
				<>
					<ul class="ct" aria-label={words.chat}>
						{report.chat.length === 0 && <li>{words.noChat}</li>}
						{report.chat.map((line, i) => (
							<li key={`${line.at} ${i}`} class={line.visitor === person ? "fl" : undefined}>
								<b>{line.name || words.guest}</b>
								<span>{line.text}</span>
								{line.visitor === person && <Icon name="flag" size={15} />}
							</li>
						))}
					</ul>
					<div class="row">
						<a class="btn" href={`/room/${room}`}>
							<Icon name="eye" />
							{report.title || words.openRoom}
						</a>
						<button type="button" class="quiet" onClick={close}>
							<Icon name="close" />
							{words.closeRoom}
						</button>
					</div>
				</>
			)}
		</div>
	);
}

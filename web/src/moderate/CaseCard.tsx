// The reports about one person, with what was written in the room.
import { Thumb } from "../board/Swatch";
import { t } from "../i18n";
import { rulesTitle } from "../i18n/catalogue";
import { clockWords } from "../i18n/clock";
import { whenText } from "../i18n/dates";
import { moderateWords } from "../i18n/moderate";
import { profileWords } from "../i18n/profile";
import { confirm } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import type { Case, ModerationRequest, Report, RoomSummary } from "../wire/messages";

const PLAYERS = ["P1", "P2"] as const;

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

/** The game of the room as it is now: board, rules, clock and result. */
function Board({ game: { rows, stones, last, rules, clock, outcome, names } }: { game: RoomSummary }) {
	const words = t.value;
	const result = !outcome
		? words.unfinished
		: outcome.by === "cancelled"
			? words.byCancelled
			: outcome.player
				? words.won(names[PLAYERS.indexOf(outcome.player)] || moderateWords.value.guest)
				: words.drawn;
	return (
		<>
			<Thumb rows={rows} colours={{ X: stones[0], O: stones[1] }} last={last} size={196} />
			<small>
				{rulesTitle(rules)}
				{clock.type !== "none" && `, ${clockWords(clock)}`} · {result}
			</small>
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
				<div class="at">
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
					<div class="bd">
						{report.game && <Board game={report.game} />}
						<a class="btn" href={`/room/${room}`}>
							<Icon name="eye" />
							{report.title || words.openRoom}
						</a>
						<button type="button" class="quiet" onClick={close}>
							<Icon name="close" />
							{words.closeRoom}
						</button>
					</div>
				</div>
			)}
		</div>
	);
}

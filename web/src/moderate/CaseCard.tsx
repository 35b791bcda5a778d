// The reports about one person, with what was written in the room.
import { Thumb } from "../board/Swatch";
import { endedBy } from "../game/names";
import { t } from "../i18n";
import { rulesTitle } from "../i18n/catalogue";
import { clockWords } from "../i18n/clock";
import { timeText, whenText } from "../i18n/dates";
import { moderateWords } from "../i18n/moderate";
import { profileWords } from "../i18n/profile";
import { Icon } from "../kit/Icon";
import type { Case, ChatLine, ModerationRequest, Report, RoomSummary } from "../wire/messages";

const PLAYERS = ["P1", "P2"] as const;

interface CaseProps {
	about: Case;
	act: (request: ModerationRequest) => void;
}

export function CaseCard({ about, act }: CaseProps) {
	const words = moderateWords.value;
	const name = about.name || words.guest;
	const opponent = opponentOf(about);
	return (
		<section class="card cx">
			<div class="row">
				<h2 class="grow">
					{opponent ? words.against(name, opponent) : name} <small>{about.reports[0]!.title}</small>
				</h2>
				<Handling about={about} act={act} />
			</div>
			<p class="note">{words.secret}</p>
			{placesOf(about.reports).map((reports) => (
				<Place key={reports[0]!.room || reports[0]!.study} reports={reports} about={about} />
			))}
		</section>
	);
}

/** Who handles the case, and the way to take it or give it back. */
function Handling({ about: { taken, person, reports }, act }: CaseProps) {
	const words = moderateWords.value;
	const send = (action: "take" | "release") => act({ action, person, room: null, study: null, minutes: null, why: "" });
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

function resultOf({ outcome, names }: RoomSummary): string {
	const words = t.value;
	if (!outcome) return words.unfinished;
	if (outcome.by === "cancelled") return words.byCancelled;
	const end = outcome.by === "capture" ? profileWords.value.byCaptures : endedBy(outcome.by);
	if (!outcome.player) return `${words.drawn}, ${end}`;
	return `${words.won(names[PLAYERS.indexOf(outcome.player)] || moderateWords.value.guest)}, ${end}`;
}

/** The game of the room as it is now: board, rules, clock and result. */
function Board({ game }: { game: RoomSummary }) {
	const { rows, stones, last, rules, clock } = game;
	return (
		<>
			<Thumb rows={rows} colours={{ X: stones[0], O: stones[1] }} last={last} size={196} />
			<dl>
				<dt>{t.value.rules}</dt>
				<dd>
					{rulesTitle(rules)}
					{clock.type !== "none" && `, ${clockWords(clock)}`}
				</dd>
				<dt>{moderateWords.value.result}</dt>
				<dd>{resultOf(game)}</dd>
			</dl>
		</>
	);
}

/** The other player of the game in the room where a person was reported; empty if they did not play there. */
export function opponentOf({ person, reports }: Pick<Case, "person" | "reports">): string {
	const game = reports.find((report) => report.game)?.game;
	const at = game?.holders.findIndex((holder) => holder.type === "person" && holder.visitor === person) ?? -1;
	return at < 0 ? "" : game!.names[1 - at]!;
}

/** Reports by the room or study they come from, the latest first; those from elsewhere are one group. */
export function placesOf(reports: readonly Report[]): readonly (readonly Report[])[] {
	const places = new Map<string, Report[]>();
	for (const report of reports) {
		const place = report.room || report.study;
		places.set(place, [...(places.get(place) ?? []), report]);
	}
	return [...places.values()];
}

/** What was written in a room, with every report in its place. The chats of several reports overlap. */
export function timelineOf(reports: readonly Report[]): readonly (ChatLine | Report)[] {
	const lines = reports.flatMap(({ chat }) =>
		chat.map((line) => [`${line.at} ${line.visitor} ${line.text}`, line] as const),
	);
	return [...new Map(lines).values(), ...reports].sort((a, b) => a.at - b.at);
}

const Moment = ({ at }: { at: number }) => (
	<time dateTime={new Date(at).toISOString()} title={whenText(at)}>
		{timeText(at)}
	</time>
);

function Place({ reports, about: { person, name } }: { reports: readonly Report[]; about: Case }) {
	const words = moderateWords.value;
	const [{ room, study, game }] = reports as readonly [Report];
	const timeline = timelineOf(reports);
	return (
		<div class="report">
			{reports.map((report) => (
				<div key={report.id}>
					<p>
						<b>{profileWords.value[report.reason]}</b> {words.by(report.by || words.guest)} · {whenText(report.at)}
					</p>
					{report.text && <blockquote>{report.text}</blockquote>}
				</div>
			))}
			{study && (
				<a class="btn" href={`/study/${study}`}>
					<Icon name="eye" />
					{words.openStudy}
				</a>
			)}
			{room && (
				<div class="at">
					<ul class="ct" aria-label={words.chat}>
						{timeline.length === reports.length && <li>{words.noChat}</li>}
						{timeline.map((line, i) =>
							"reason" in line ? (
								<li key={line.id} class="sy">
									<Moment at={line.at} />
									<span>{words.reported(line.by || words.guest, name || words.guest)}</span>
								</li>
							) : (
								<li key={`${line.at} ${i}`} class={line.visitor === person ? "fl" : undefined}>
									<Moment at={line.at} />
									<b>{line.name || words.guest}</b>
									<span>{line.text}</span>
									{line.visitor === person && <Icon name="flag" size={15} />}
								</li>
							),
						)}
					</ul>
					<div class="bd">
						{game && <Board game={game} />}
						{game ? (
							<a class="btn" href={`/room/${room}`}>
								<Icon name="eye" />
								{words.openRoom}
							</a>
						) : (
							<small>{words.roomGone}</small>
						)}
					</div>
				</div>
			)}
		</div>
	);
}

// The public profile of a person with a passphrase: ratings, games, openings, the visitor's own score with them.
import "../styles/pages.css";
import "./profile.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { StoneIcon } from "../board/Stones";
import { BoardTexture } from "../board/texture/BoardTexture";
import { settings } from "../browser/settings";
import { t } from "../i18n";
import { errorText } from "../i18n/catalogue";
import { profileWords } from "../i18n/profile";
import { confirm, show } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { showMenu } from "../kit/Menu";
import { toast } from "../kit/toast";
import { fetchPerson, relate, stoneOf } from "../people/persons";
import { ReportDialog } from "../people/ReportDialog";
import { fetchCatalogue } from "../wire/catalogue";
import { ApiError } from "../wire/http";
import type { PublicProfile, Relation } from "../wire/messages";
import { showChallenge } from "./ChallengeDialog";
import { GamesCard } from "./GamesCard";
import { activityText } from "./OnlineCard";
import { RatingsCard } from "./RatingsCard";
import { HeadToHeadCard, OpeningsCard } from "./RecordCards";

export function PersonScreen({ name }: { name: string }) {
	const person = useSignal<PublicProfile | null>(null);
	const failed = useSignal("");
	useEffect(() => {
		void fetchCatalogue().catch(() => {});
		fetchPerson(name).then(
			(found) => {
				person.value = found;
				document.title = `${found.name} · Gomoku`;
			},
			(error) => {
				const isUnknown = error instanceof ApiError && error.reason === "unknown_person";
				failed.value = isUnknown ? t.value.notFoundTitle : errorText(error);
			},
		);
	}, [name]);
	const found = person.value;
	if (failed.value)
		return (
			<main class="page" id="content" tabIndex={-1}>
				<div class="empty">
					<h1>{failed.value}</h1>
					<a class="btn" href="/rooms">
						{t.value.rooms}
					</a>
				</div>
			</main>
		);
	if (!found)
		return (
			<main class="page" id="content" tabIndex={-1} aria-busy="true">
				<div class="skel" style={{ width: "60%" }} />
			</main>
		);
	return (
		<main class="pf" id="content" tabIndex={-1}>
			<Hero
				person={found}
				onChange={(changed) => {
					person.value = changed;
				}}
			/>
			<div class="main-col">
				<RatingsCard person={found} />
				<GamesCard name={found.name} first={found.games} />
			</div>
			<aside class="sd">
				{found.together && <HeadToHeadCard name={found.name} together={found.together} />}
				<OpeningsCard openings={found.openings} />
			</aside>
		</main>
	);
}

/** Share of the points won, in percent. */
const wonShare = ({ won, drawn, lost }: PublicProfile["results"]): number =>
	Math.round((100 * won) / Math.max(1, won + drawn + lost));

function Hero({ person, onChange }: { person: PublicProfile; onChange: (changed: PublicProfile) => void }) {
	const words = profileWords.value;
	const { name, results } = person;
	const games = results.won + results.drawn + results.lost;
	const since = new Date(person.since).toLocaleDateString(settings.value.language, { month: "long", year: "numeric" });
	const set = (relation: Relation | null) =>
		relate(name, relation).then(onChange, (error) => toast({ text: errorText(error), bad: true }));
	return (
		<section class="card hero">
			<div class="slab" aria-hidden="true">
				<BoardTexture />
				<StoneIcon stone={stoneOf(name)} size={96} />
			</div>
			<div class="tx">
				<h1>
					{name}
					{person.activity && (
						<span class="chip">
							<i class="dot" />
							{person.activity === "free" ? words.online : activityText(person.activity)}
						</span>
					)}
					{person.relation === "block" && <span class="chip hot">{words.blocked}</span>}
				</h1>
				<p class="ln">
					<span>{words.since(since)}</span>
					{games > 0 && <span>{words.gamesWon(games, wonShare(results))}</span>}
					{person.followers > 0 && <span>{words.followedBy(person.followers)}</span>}
				</p>
				{person.motto && <p class="motto">{words.quoted(person.motto)}</p>}
			</div>
			<div class="act">
				{person.me ? (
					<a class="btn" href="/you">
						<Icon name="pencil" />
						{words.edit}
					</a>
				) : (
					<Acts person={person} set={set} />
				)}
			</div>
		</section>
	);
}

function Acts({ person, set }: { person: PublicProfile; set: (relation: Relation | null) => void }) {
	const words = profileWords.value;
	const { name, relation, activity, room } = person;
	const isBlocked = relation === "block";
	const block = () =>
		isBlocked
			? set(null)
			: confirm({
					title: words.block(name),
					text: words.blockText,
					yes: words.block(name),
					no: t.value.cancel,
					danger: true,
					onYes: () => set("block"),
				});
	const more = () =>
		showMenu(name, () => [
			{ icon: "mute", label: (isBlocked ? words.unblock : words.block)(name), possible: true, go: block },
			{
				icon: "flag",
				label: words.report,
				possible: true,
				go: () => show(() => <ReportDialog name={name} />),
			},
		]);
	return (
		<>
			{!isBlocked && (
				<button type="button" class="primary" onClick={() => showChallenge(name)}>
					<Icon name="bolt" />
					{words.challenge}
				</button>
			)}
			{activity === "playing" && room && (
				<a class="btn" href={`/room/${room}`}>
					<Icon name="eye" />
					{words.watch}
				</a>
			)}
			{!isBlocked && (
				<button
					type="button"
					aria-pressed={relation === "follow"}
					onClick={() => set(relation === "follow" ? null : "follow")}
				>
					<Icon name={relation === "follow" ? "check" : "plus"} />
					{relation === "follow" ? words.following : words.follow}
				</button>
			)}
			<button type="button" class="icon" aria-label={words.moreAbout(name)} onClick={more}>
				<Icon name="more" />
			</button>
		</>
	);
}

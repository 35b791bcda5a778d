// Who is online, beside the list of rooms; and a challenge by name or by link.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { StoneIcon } from "../board/Stones";
import { profileWords } from "../i18n/profile";
import { roomWords } from "../i18n/rooms";
import { show } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { fetchOnline, pageOf, stoneOf } from "../people/persons";
import { CreateDialog } from "../rooms/OptionsDialogs";
import type { Activity, OnlineList, OnlinePerson } from "../wire/messages";
import { showChallenge } from "./ChallengeDialog";
import "./online.css";

const REFRESH_INTERVAL_MS = 15_000;
const SHOWN = 8;

export function activityText(activity: Activity): string {
	const words = profileWords.value;
	return { playing: words.playing, room: words.inRoom, free: words.free }[activity];
}

export function OnlineCard() {
	const words = profileWords.value;
	const found = useSignal<OnlineList | null>(null);
	useEffect(() => {
		const look = () =>
			fetchOnline().then(
				(list) => {
					found.value = list;
				},
				() => {},
			);
		void look();
		const timer = setInterval(() => document.hidden || void look(), REFRESH_INTERVAL_MS);
		return () => clearInterval(timer);
	}, []);
	const list = found.value;
	return (
		<section class="card who-online" aria-labelledby="online-title">
			<div class="row between">
				<h2 id="online-title">{words.onlineNow}</h2>
				<span class="lab">{list && list.total > 0 ? words.people(list.total) : ""}</span>
			</div>
			{list?.total === 0 && <p>{words.nobodyOnline}</p>}
			<ul>
				{list?.people.slice(0, SHOWN).map((person) => (
					<Line key={person.name} person={person} />
				))}
			</ul>
			<ChallengeForm />
		</section>
	);
}

function Line({ person: { name, activity, room, followed } }: { person: OnlinePerson }) {
	const words = profileWords.value;
	return (
		<li>
			<StoneIcon stone={stoneOf(name)} size={26} />
			<a href={pageOf(name)}>{name}</a>
			<small>{followed ? `${words.following} · ${activityText(activity)}` : activityText(activity)}</small>
			{activity === "playing" && room ? (
				<a class="btn quiet icon" href={`/room/${room}`} aria-label={`${words.watch}: ${name}`}>
					<Icon name="eye" />
				</a>
			) : (
				<button
					type="button"
					class="quiet icon"
					aria-label={words.challengeWho(name)}
					onClick={() => showChallenge(name)}
				>
					<Icon name="bolt" />
				</button>
			)}
		</li>
	);
}

/** Challenges a person by name, or anyone with a link. */
function ChallengeForm() {
	const words = profileWords.value;
	const submit = (event: SubmitEvent) => {
		event.preventDefault();
		const name = String(new FormData(event.target as HTMLFormElement).get("name") ?? "").trim();
		if (name) showChallenge(name);
	};
	return (
		<form onSubmit={submit}>
			<input
				type="text"
				name="name"
				maxLength={40}
				autocomplete="off"
				aria-label={words.byName}
				placeholder={words.byName}
			/>
			<button type="submit" class="icon" aria-label={words.challenge}>
				<Icon name="bolt" />
			</button>
			<p>{roomWords.value.friend}</p>
			<button type="button" onClick={() => show(() => <CreateDialog hidden />)}>
				<Icon name="lock" />
				{roomWords.value.createPrivate}
			</button>
		</form>
	);
}

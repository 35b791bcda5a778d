// Notices over any screen: challenges, with a link to the game, and messages of moderators.
import "./notices.css";
import { useEffect } from "preact/hooks";
import { go, preload } from "../browser/router";
import { headLinks } from "../browser/title";
import { useNow } from "../game/clock";
import { t } from "../i18n";
import { errorText, rulesTitle } from "../i18n/catalogue";
import { clockWords } from "../i18n/clock";
import { profileWords } from "../i18n/profile";
import { roomWords } from "../i18n/rooms";
import { tournamentWords } from "../i18n/tournaments";
import { Icon } from "../kit/Icon";
import { toast } from "../kit/toast";
import { HeadLinks } from "../people/HeadLinks";
import { pageOf, withdraw } from "../people/persons";
import { sanctionText } from "../people/sanctionText";
import { expect } from "../rooms/autoReady";
import { fetchCatalogue } from "../wire/catalogue";
import type { Challenge, Sanction, TournamentGame } from "../wire/messages";
import { enter, hide, listen, reply, shown } from "./challenges";
import { hasRead, hideGame, listen as listenForNotices, shownGames, shownSanctions } from "./siteNotices";

/** "Renju, 5 + 3, rated, you move first" */
function termsOf({ options, first, mine }: Challenge): string {
	const words = profileWords.value;
	const begins = first === "lot" ? words.byLot : (first === "me") === mine ? words.youFirst : words.theyFirst;
	const rated = options.rated ? roomWords.value.rated : words.casual;
	const clock = options.clock.type === "none" ? [] : [clockWords(options.clock)];
	return [rulesTitle(options.rules), ...clock, rated, begins].join(", ");
}

const fail = (error: unknown) => toast({ text: errorText(error), bad: true });

export function Notices() {
	useEffect(() => {
		headLinks.value = <HeadLinks />;
		listen();
		listenForNotices();
		void fetchCatalogue().catch(() => {});
	}, []);
	const list = shown();
	const sanctions = shownSanctions();
	const games = shownGames();
	useNow(list.length > 0);
	if (!list.length && !sanctions.length && !games.length) return null;
	return (
		<section class="notices" aria-label={profileWords.value.news}>
			{sanctions.map((each) => (
				<SanctionNotice key={each.kind} sanction={each} />
			))}
			{games.map((each) => (
				<GameNotice key={each.room} game={each} />
			))}
			{list.map((each) => (
				<Notice key={each.id} challenge={each} />
			))}
		</section>
	);
}

function SanctionNotice({ sanction }: { sanction: Sanction }) {
	const [title, text] = sanctionText(sanction);
	return (
		<div class="card notice" role="alert">
			<b>{title}</b>
			<p>{text}</p>
			<div class="row">
				<button type="button" onClick={() => void hasRead(sanction).catch(fail)}>
					<Icon name="check" />
					{profileWords.value.haveRead}
				</button>
			</div>
		</div>
	);
}

/** A game of a tournament that begins while the visitor is elsewhere. */
function GameNotice({ game }: { game: TournamentGame }) {
	const enterIt = async () => {
		expect(game.room);
		await preload("room");
		go(`/room/${game.room}`);
	};
	return (
		<div class="card notice" role="alert">
			<b>{tournamentWords.value.nowPlaying(game.opponent)}</b>
			<p>
				<a href={`/tournaments/${game.tournament}`}>{game.title}</a>
			</p>
			<div class="row">
				<button type="button" class="primary" onClick={() => void enterIt()}>
					<Icon name="play" />
					{profileWords.value.toGame}
				</button>
				<button type="button" onClick={() => hideGame(game.room)}>
					{t.value.close}
				</button>
			</div>
		</div>
	);
}

function Notice({ challenge }: { challenge: Challenge }) {
	const words = profileWords.value;
	const { mine, state, id } = challenge;
	const other = mine ? challenge.to : challenge.by;
	const text = state === "accepted" ? words.accepted(other) : (mine ? words.waiting : words.challenges)(other);
	const take = () => {
		hide(id);
		withdraw(id).catch(fail);
	};
	return (
		<div class="card notice" role={mine ? "status" : "alert"}>
			<b>{mine ? text : <a href={pageOf(other)}>{text}</a>}</b>
			<p>{termsOf(challenge)}</p>
			<div class="row">
				{state === "accepted" ? (
					<button type="button" class="primary" onClick={() => void enter(challenge)}>
						<Icon name="play" />
						{words.toGame}
					</button>
				) : mine ? (
					<button type="button" onClick={take}>
						{words.withdraw}
					</button>
				) : (
					<>
						<button type="button" class="primary" onClick={() => void reply(challenge, true).catch(fail)}>
							<Icon name="check" />
							{words.accept}
						</button>
						<button type="button" onClick={() => void reply(challenge, false).catch(fail)}>
							{words.decline}
						</button>
					</>
				)}
			</div>
		</div>
	);
}

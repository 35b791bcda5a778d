// A person's games in listed rooms, latest first, a few at a time.
import { useSignal } from "@preact/signals";
import { Thumb } from "../board/Swatch";
import { endedBy } from "../game/names";
import { errorText, rulesTitle } from "../i18n/catalogue";
import { whenText } from "../i18n/dates";
import { peopleWords } from "../i18n/people";
import { profileWords } from "../i18n/profile";
import { Icon, type IconName } from "../kit/Icon";
import { toast } from "../kit/toast";
import { fetchPlayed } from "../people/persons";
import { changeText, eloText } from "../people/ratingText";
import type { GameResult, PlayedGame, PlayedGames } from "../wire/messages";

const ICONS: Record<GameResult, IconName> = { won: "check", drawn: "draw", lost: "close" };

export function GamesCard({ name, first }: { name: string; first: PlayedGames }) {
	const words = profileWords.value;
	const games = useSignal(first.games);
	const more = () =>
		fetchPlayed(name, games.value.length).then(
			(found) => {
				games.value = [...games.value, ...found.games];
			},
			(error) => toast({ text: errorText(error), bad: true }),
		);
	return (
		<section class="card gs" aria-labelledby="games-title">
			<div class="row between">
				<h2 id="games-title">{words.recent}</h2>
				<span class="lab">{first.total > 0 ? words.games(first.total) : ""}</span>
			</div>
			{first.total === 0 && <p>{words.noGames}</p>}
			<ul class="gl">
				{games.value.map((game) => (
					<Game key={`${game.at} ${game.room}`} game={game} />
				))}
			</ul>
			{games.value.length < first.total && (
				<div class="center">
					<button type="button" onClick={() => void more()}>
						{words.moreGames}
					</button>
				</div>
			)}
		</section>
	);
}

function Game({ game }: { game: PlayedGame }) {
	const words = profileWords.value;
	const opponent = game.opponent || peopleWords.value.guest;
	const what = (
		<>
			<Thumb rows={game.rows} colours={{ X: game.stones[0], O: game.stones[1] }} last={game.last} size={150} />
			<span class="row between">
				<b class={game.result}>
					<Icon name={ICONS[game.result]} size={16} />
					{words[game.result]}
				</b>
				<span class="chip">{rulesTitle(game.rules)}</span>
			</span>
			<span class="row between">
				<span class="who">
					<b>{opponent}</b> {game.elo && <small>{eloText(game.elo)}</small>}
				</span>
				{game.change !== null && <small>{changeText(game.change)}</small>}
			</span>
			<small>
				{game.by === "capture" ? words.byCaptures : endedBy(game.by)} · {whenText(game.at)}
			</small>
		</>
	);
	return <li>{game.room ? <a href={`/analyse/${game.room}`}>{what}</a> : <div>{what}</div>}</li>;
}

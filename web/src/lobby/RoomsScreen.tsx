// The lobby: find, join, watch or create a room.
import "../styles/pages.css";
import "./lobby.css";
import "./cards.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { StoneIcon } from "../board/Stones";
import { Thumb } from "../board/Swatch";
import { go, preload } from "../browser/router";
import { say, t } from "../i18n";
import { openingTitle, reasonText, rulesTitle } from "../i18n/catalogue";
import { clockWords } from "../i18n/clock";
import { roomWords } from "../i18n/rooms";
import { watchWords } from "../i18n/watch";
import { show } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { SearchField } from "../kit/SearchField";
import { toast } from "../kit/toast";
import { TopPlayersCard } from "../people/leaderboard/TopPlayersCard";
import { nickname } from "../people/nickname";
import { eloText } from "../people/ratingText";
import { OnlineCard } from "../profile/OnlineCard";
import { Watchers } from "../rooms/chat/Watchers";
import { CreateDialog } from "../rooms/OptionsDialogs";
import { SlowStrip } from "../slow/SlowStrip";
import { catalogue, fetchCatalogue, firstPresets } from "../wire/catalogue";
import type { RoomSummary } from "../wire/messages";
import { connection, Refusal } from "../wire/socket";
import { FeaturedCard } from "./FeaturedCard";
import { quickChoice } from "./matchmaking";
import { PairingGrid } from "./PairingGrid";
import { QuickCard } from "./QuickCard";
import {
	askFor,
	byVisitor,
	enterLobby,
	type Filter,
	filter,
	fits,
	freeSeat,
	fresh,
	peopleIn,
	presetOf,
	rooms,
	total,
} from "./roomList";
import { SeekCard } from "./SeekCard";
import { isBot } from "./seeks";

const createRoom = (): void => show(() => <CreateDialog />);

/** Rooms that are shown at first and with each "Show more"; fewer where people and best players follow below the list. */
const LINES = 25;
const LINES_ABOVE_MORE = 10;
const firstLines = (): number => (matchMedia("(max-width: 1180px)").matches ? LINES_ABOVE_MORE : LINES);

export function RoomsScreen() {
	const words = roomWords.value;
	useEffect(() => {
		void fetchCatalogue().catch(() => {});
		return enterLobby();
	}, []);
	const change = (changes: Partial<Filter>) => {
		filter.value = { ...filter.value, ...changes };
	};
	const all = rooms.value;
	const shown = all?.filter((line) => fits(line, filter.value));
	const inUse = [...(all ?? []).map(presetOf), filter.value.rules];
	const filtered = filter.value.search || filter.value.rules || filter.value.open;
	const isWhole = !all || all.length >= total.value;
	const limit = useSignal(firstLines());
	useEffect(() => {
		limit.value = firstLines();
	}, [filter.value]);
	const more = () => {
		if (all && shown && shown.length <= limit.value) askFor(all.length);
		limit.value += LINES;
	};
	return (
		<main class="lob" id="content" tabIndex={-1}>
			<section>
				<SlowStrip />
				<div class="find">
					<div>
						<PairingGrid />
						<SeekCard />
					</div>
				</div>
				<div class="hd">
					<h1>{words.title}</h1>
					<SearchField label={words.find} value={filter.value.search} onSearch={(search) => change({ search })} />
					<a class="btn icon" href="/tournaments" aria-label={t.value.tournaments} title={t.value.tournaments}>
						<Icon name="crown" />
					</a>
					<a class="btn icon" href="/watch" aria-label={watchWords.value.several} title={watchWords.value.several}>
						<Icon name="eye" />
					</a>
					<button type="button" onClick={() => createRoom()}>
						<Icon name="plus" />
						{words.create}
					</button>
				</div>
				<div class="fl">
					<button
						type="button"
						class="chip"
						aria-pressed={!filter.value.rules && !filter.value.open}
						onClick={() => change({ rules: "", open: false })}
					>
						{t.value.all}
					</button>
					{firstPresets(catalogue.value, inUse).map(({ name: rules, title }) => (
						<button
							type="button"
							class="chip"
							key={rules}
							aria-pressed={filter.value.rules === rules}
							onClick={() => change({ rules: filter.value.rules === rules ? "" : rules })}
						>
							{say(title)}
						</button>
					))}
					<button
						type="button"
						class="chip"
						aria-pressed={filter.value.open}
						onClick={() => change({ open: !filter.value.open })}
					>
						{words.openOnly}
					</button>
					{all && (
						<span class="lab" role="status">
							{isWhole ? words.here(all.length, peopleIn(all)) : words.part(all.length, total.value)}
						</span>
					)}
				</div>
				{shown?.length === 0 ? (
					<div class="card empty">
						<Thumb rows={[]} colours={{ X: "black", O: "white" }} size={40} />
						<b>{filtered ? words.noneFits : words.none}</b>
						{filtered ? words.noneFitsText : words.noneText}
						<button type="button" class="primary" onClick={() => createRoom()}>
							{words.create}
						</button>
					</div>
				) : (
					<div class="card listing rooms">
						<table>
							<thead>
								<tr>
									<th>{words.room}</th>
									<th>{t.value.rules}</th>
									<th>{t.value.opening}</th>
									<th>{t.value.clock}</th>
									<th>{words.seats}</th>
									<th>
										<span class="vh">{words.join}</span>
									</th>
								</tr>
							</thead>
							<tbody>
								{shown?.slice(0, limit.value).map((line) => <Line key={line.room} line={line} />) ??
									[1, 2, 3].map((i) => (
										<tr key={i}>
											<td colSpan={6}>
												<div class="skel" style={{ width: "70%" }} />
											</td>
										</tr>
									))}
							</tbody>
						</table>
					</div>
				)}
				{shown && (!isWhole || shown.length > limit.value) && (
					<div class="center">
						<button type="button" onClick={more}>
							{t.value.loadMore}
						</button>
					</div>
				)}
			</section>
			<aside class="side">
				<FeaturedCard />
				<QuickCard />
				<Me />
				<OnlineCard />
				<TopPlayersCard rules={quickChoice.value.rules} />
			</aside>
		</main>
	);
}

function Me() {
	const words = roomWords.value;
	return (
		<section class="card me">
			<StoneIcon stone="lapis" size={40} />
			<div class="grow">
				<b>{nickname()}</b>
				<small>{words.yourPage}</small>
			</div>
			<a class="btn quiet icon" href="/you" aria-label={words.yourPage}>
				<Icon name="pencil" />
			</a>
		</section>
	);
}

/** Take a free seat and go to the room. If the seat has just been taken, watch. */
async function enter(line: RoomSummary): Promise<void> {
	const player = freeSeat(line);
	const table = preload("room");
	if (player && !byVisitor(line, connection.me.value)) {
		try {
			await connection.ask({ type: "sit", room: line.room, player, who: { type: "me", name: nickname() } });
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			const { reason } = error.answer;
			toast({ text: reason === "seat_taken" ? roomWords.value.takenNow : reasonText(reason) });
		}
	}
	await table;
	go(`/room/${line.room}`);
}

function Line({ line }: { line: RoomSummary }) {
	const words = roomWords.value;
	const names = line.holders.map((holder, i) =>
		holder.type === "person"
			? line.names[i] || words.someone
			: holder.type === "ai"
				? t.value.computerShort(holder.level)
				: null,
	);
	const title = line.title || words.roomOf(names.find((name) => name) ?? words.someone);
	const mine = byVisitor(line, connection.me.value);
	const free = freeSeat(line);
	const playing = line.phase === "playing" || line.phase === "over";
	return (
		<tr class={fresh.value.has(line.room) ? "new" : undefined} data-room={line.room}>
			<td class="nm">
				<b>{title}</b>
				<small>
					{names
						.map((name, i) => (line.elos[i] ? `${name} · ${eloText(line.elos[i])}` : name))
						.map((name, i) => (isBot(line.holders[i]!) ? `${name} · ${t.value.bot}` : name))
						.filter((name) => name)
						.join(` ${t.value.versus} `)}
				</small>
			</td>
			<td>
				<span class="chip">{catalogue.value ? rulesTitle(line.rules) : presetOf(line)}</span>
				{line.rated && <small class="rated">{words.rated}</small>}
			</td>
			<td>{openingTitle(line.opening)}</td>
			<td class={line.clock.type === "none" ? "without" : undefined}>{clockWords(line.clock)}</td>
			<td>
				<span class="who">
					{playing ? (
						<Thumb rows={line.rows} colours={{ X: line.stones[0], O: line.stones[1] }} size={44} />
					) : (
						line.holders.map((holder, i) =>
							holder.type === "open" ? (
								<span key={i} class="free" role="img" aria-label={words.seatFree} />
							) : (
								<StoneIcon key={i} stone={line.stones[i]!} side={i === 0 ? "X" : "O"} size={24} />
							),
						)
					)}
					{line.spectators > 0 && <Watchers count={line.spectators} />}
				</span>
			</td>
			<td>
				<button
					type="button"
					class={free || mine ? undefined : "quiet"}
					aria-label={mine ? words.backTo(title) : free ? words.joinIt(title) : words.watchIt(title)}
					onClick={() => void enter(line)}
				>
					{mine ? words.back : free ? words.join : words.watch}
				</button>
			</td>
		</tr>
	);
}

// Chat of a room. Muted visitors are muted in this browser, in every room.
import "./chat.css";
import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { recall, remember } from "../../browser/storage";
import type { Room } from "../../game/room";
import { profileWords } from "../../i18n/profile";
import { roomWords } from "../../i18n/rooms";
import { watchWords } from "../../i18n/watch";
import { Segmented } from "../../kit/controls";
import { show } from "../../kit/Dialog";
import { Icon } from "../../kit/Icon";
import { type MenuLine, showMenu } from "../../kit/Menu";
import { toast } from "../../kit/toast";
import { nickname } from "../../people/nickname";
import { PersonName } from "../../people/PersonName";
import { ReportDialog } from "../../people/ReportDialog";
import type { ChatLine, RemovalReason } from "../../wire/messages";
import { connection } from "../../wire/socket";
import { isOwner } from "../names";
import { confirmRemoval, removalNote, removalText } from "../removal";
import { noteLines } from "./eventLog";

const read = (value: unknown): readonly string[] =>
	Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
export const muted = signal<readonly string[]>(read(recall("muted")));

function mute(visitor: string): void {
	muted.value = [...muted.value.filter((id) => id !== visitor), visitor].slice(-200);
	remember("muted", muted.value);
}

function unmute(visitors: readonly string[]): void {
	muted.value = muted.value.filter((id) => !visitors.includes(id));
	remember("muted", muted.value);
}

const heardIn = (room: Room): readonly ChatLine[] =>
	room.chat.value.filter(({ visitor }) => !muted.value.includes(visitor));

/** Chat lines of a room already seen. */
const seenLines = signal<{ room: string; lines: number }>({ room: "", lines: 0 });

/** A badge with the number of unread lines, where the chat is hidden. */
export function Unread({ room }: { room: Room }) {
	const before = seenLines.value.room === room.id ? seenLines.value.lines : 0;
	const count = heardIn(room)
		.slice(before)
		.filter(({ visitor }) => visitor !== connection.me.value).length;
	if (!count) return null;
	return (
		<span class="unread">
			{count}
			<span class="vh"> {roomWords.value.unread}</span>
		</span>
	);
}

export function Chat({ room }: { room: Room }) {
	const words = roomWords.value;
	const box = useRef<HTMLDivElement>(null);
	const side = useSignal<"viewers" | "players">("viewers");
	const lines = room.chat.value;
	const notes = noteLines(room);
	const silent = [...new Set(lines.map(({ visitor }) => visitor).filter((id) => muted.value.includes(id)))];
	// During a game spectators have a separate chat, and may read that of the players.
	const isApart = !room.own.value && room.state.value?.kind !== "local" && room.state.value?.phase === "playing";
	const heard = heardIn(room).filter(({ seat }) => !isApart || (seat === null) === (side.value === "viewers"));
	const all = [...heard.map((line) => ({ at: line.at, line })), ...notes.map((note) => ({ at: note.at, note }))].sort(
		(a, b) => a.at - b.at,
	);
	useEffect(() => {
		box.current?.scrollTo({ top: box.current.scrollHeight });
	}, [all.length]);
	useEffect(() => {
		// A chat behind a tab is rendered but not seen.
		const watch = new IntersectionObserver(([seen]) => {
			if (seen?.isIntersecting) seenLines.value = { room: room.id, lines: heard.length };
		});
		if (box.current) watch.observe(box.current);
		return () => watch.disconnect();
	}, [room, heard.length]);
	const say = (event: SubmitEvent) => {
		event.preventDefault();
		const form = event.target as HTMLFormElement;
		const text = String(new FormData(form).get("text") ?? "").trim();
		if (!text) return;
		form.reset();
		const late = !room.own.value && room.state.value?.phase === "playing" && room.state.value.options.delay > 0;
		void room.act({ type: "say", text, name: nickname() }).then((said) => {
			if (said && late) toast({ text: words.saidLate, icon: "chat" });
		});
	};
	return (
		<section class="card chat" aria-label={words.chat}>
			<div class="h">
				{words.chat}
				<span class="lab">{room.spectators.value > 0 ? words.watching(room.spectators.value) : ""}</span>
			</div>
			{isApart && (
				<>
					<Segmented
						label={words.chat}
						value={side.value}
						options={[
							["viewers", watchWords.value.viewers],
							["players", watchWords.value.players],
						]}
						onChange={(value) => {
							side.value = value;
						}}
					/>
					<small class="lab">{watchWords.value.apart}</small>
				</>
			)}
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
			<div class="msgs" ref={box} role="log" tabIndex={0} aria-label={words.chat}>
				<div class="push" />
				{all.length === 0 && <span class="sys">{words.quietHere}</span>}
				{all.map((entry) =>
					"note" in entry ? (
						<span class="sys" key={`${entry.at} ${entry.note.text}`}>
							{entry.note.text}
						</span>
					) : (
						<Line key={`${entry.at} ${entry.line.visitor}`} room={room} line={entry.line} />
					),
				)}
				{silent.length > 0 && (
					<button type="button" class="quiet small" onClick={() => unmute(silent)}>
						{words.unmute(silent.length)}
					</button>
				)}
			</div>
			{room.removal.value ? (
				<p class="inp">{removalText(room.removal.value)}</p>
			) : room.state.value?.muted.includes(connection.me.value) ? (
				<p class="inp">{words.youAreSilenced}</p>
			) : (
				<form class="inp" onSubmit={say}>
					<input
						type="text"
						name="text"
						maxLength={500}
						aria-label={words.say}
						placeholder={words.say}
						autocomplete="off"
					/>
					<button type="submit" class="icon" aria-label={words.send}>
						<Icon name="send" />
					</button>
				</form>
			)}
		</section>
	);
}

/** Actions against a chat writer; the room's owner has more of them. */
function showGuest(room: Room, { visitor }: ChatLine, name: string, owner: boolean): void {
	showMenu(
		name,
		() => {
			const words = roomWords.value;
			const isSilent = room.state.value?.muted.includes(visitor) ?? false;
			const isBanned = room.state.value?.banned.includes(visitor) ?? false;
			const ban = (reason: RemovalReason) => void room.act({ type: "ban", visitor, reason });
			const report = () => show(() => <ReportDialog name={name} place={{ room: room.id, visitor }} />);
			const everybody: MenuLine[] = [
				{ icon: "mute", label: words.mute(name), possible: true, go: () => mute(visitor) },
				{ icon: "flag", label: profileWords.value.report, possible: true, go: report },
			];
			if (!owner) return everybody;
			return [
				...everybody,
				{
					icon: "chat",
					label: (isSilent ? words.hearAgain : words.silence)(name),
					possible: !isBanned,
					go: () => void room.act({ type: "mute", visitor, on: !isSilent }),
				},
				{
					icon: "people",
					label: words.kickWho(name),
					possible: !isBanned,
					kind: "danger",
					go: () => confirmRemoval(name, removalNote(room, visitor), ban),
				},
			];
		},
		() => owner && <p class="note">{roomWords.value.ownerNote}</p>,
	);
}

function Line({ room, line }: { room: Room; line: ChatLine }) {
	const words = roomWords.value;
	const owner = room.state.value?.kind !== "local" && isOwner(room, connection.me.value);
	const name = line.name || words.guest;
	const more = (owner ? words.about : profileWords.value.moreAbout)(name);
	return (
		<div class="said">
			<b>
				<PersonName name={line.name} shown={name} />
				{line.visitor !== connection.me.value && (
					<button
						type="button"
						class="quiet mute"
						aria-label={more}
						title={more}
						onClick={() => showGuest(room, line, name, owner)}
					>
						<Icon name="mute" size={14} />
					</button>
				)}
			</b>
			{line.text}
		</div>
	);
}

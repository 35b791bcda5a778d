// Sending someone away, with a reason that only they read; and what they are told, for as long as the room exists.
import "./removal.css";
import { type Signal, signal } from "@preact/signals";
import type { Room } from "../game/room";
import { profileWords } from "../i18n/profile";
import { roomWords } from "../i18n/rooms";
import { confirm, show } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { ReportDialog } from "../people/ReportDialog";
import type { Removal, RemovalReason } from "../wire/messages";
import { callOf } from "./names";

const REASONS: readonly RemovalReason[] = ["unsaid", "reserved", "waiting", "conduct"];

/** Ask before someone is sent away, and for the reason. */
export function confirmRemoval(name: string, text: string, onYes: (reason: RemovalReason) => void): void {
	const words = roomWords.value;
	const reason = signal<RemovalReason>("unsaid");
	confirm({
		title: words.kickTitle(name),
		text,
		yes: words.kick,
		no: words.keep,
		danger: true,
		onYes: () => onYes(reason.value),
		children: <Reasons chosen={reason} />,
	});
}

/** What it means for someone to be sent away now. */
export function removalNote(room: Room, visitor: string): string {
	const words = roomWords.value;
	const state = room.state.value;
	const plays = state?.seats.some(({ holder }) => holder.type === "person" && holder.visitor === visitor);
	if (!plays) return words.banText;
	return room.rated.value && state?.phase === "playing" ? words.kickRated : words.kickText;
}

function Reasons({ chosen }: { chosen: Signal<RemovalReason> }) {
	const words = roomWords.value;
	return (
		<label class="removal-reason">
			<span class="l">{words.removalReason}</span>
			<select
				value={chosen.value}
				onChange={(event) => {
					chosen.value = event.currentTarget.value as RemovalReason;
				}}
			>
				{REASONS.map((reason) => (
					<option key={reason} value={reason}>
						{words.removalReasons[reason]}
					</option>
				))}
			</select>
		</label>
	);
}

/** "The room’s owner has sent you away. The seat is for someone else." */
export const removalText = ({ reason }: Removal): string =>
	`${roomWords.value.kickedToast} ${roomWords.value.removed[reason]}`;

/** What a visitor who was sent away is told, and may still do. */
export function RemovedCard({ room }: { room: Room }) {
	const words = roomWords.value;
	const removal = room.removal.value;
	const { owner = "", seats = [] } = room.state.value ?? {};
	if (!removal) return null;
	const ownerSeat = seats.find(({ holder }) => holder.type === "person" && holder.visitor === owner);
	const report = () =>
		show(() => <ReportDialog name={callOf(room, ownerSeat)} place={{ room: room.id, visitor: owner }} />);
	return (
		<section class="card last-game removed" role="status">
			<div class="grow">
				<b>{words.kickedToast}</b> {words.removed[removal.reason]}
				<p>{removal.seated ? words.removedStill : words.removedStillWatching}</p>
			</div>
			{ownerSeat && (
				<button type="button" class="quiet" onClick={report}>
					<Icon name="flag" size={19} />
					{profileWords.value.report}
				</button>
			)}
			<a class="btn primary" href="/rooms">
				<Icon name="people" size={19} />
				{words.findAnother}
			</a>
		</section>
	);
}

// Actions of an online game. Most are requests to the opponent.
import { StoneIcon } from "../board/Stones";
import { go } from "../browser/router";
import { phone } from "../browser/viewport";
import type { Room } from "../game/room";
import { ActionButton, TabButton } from "../game/table/ActionButtons";
import { type Action, actionsOf, shareDialog } from "../game/table/actions";
import { SeatClock } from "../game/table/SeatCard";
import { ViewSwitches } from "../game/table/ViewSwitches";
import { t } from "../i18n";
import { roomWords } from "../i18n/rooms";
import { slowWords } from "../i18n/slow";
import { confirm, Dialog, show } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { showLazy } from "../kit/lazyDialog";
import { type MenuLine, showMenu } from "../kit/Menu";
import { toast } from "../kit/toast";
import { connection } from "../wire/socket";
import { Chat, Unread } from "./chat/Chat";
import { callOf, isOwner, otherSeat } from "./names";
import { confirmRemoval, removalNote } from "./removal";

/** Leave the seat and the room. During a game this resigns, so it asks first. */
export function leave(room: Room): void {
	const words = roomWords.value;
	const seat = room.own.value;
	const { phase, tournament } = room.state.value ?? {};
	const away = async () => {
		// the seats of a tournament stay: players can only leave the room, or resign
		if (seat && (!tournament || phase === "playing")) await room.act({ type: "stand", player: seat.player });
		go(tournament ? `/tournaments/${tournament}` : "/rooms");
	};
	if (!seat || phase !== "playing") {
		void away();
		return;
	}
	confirm({
		title: words.leaveTitle,
		text: words.leaveText(callOf(room, otherSeat(room))),
		yes: words.leave,
		no: words.stay,
		danger: true,
		onYes: () => void away(),
	});
}

export function kick(room: Room): void {
	const other = otherSeat(room);
	if (!other) return;
	const visitor = other.holder.type === "person" ? other.holder.visitor : "";
	confirmRemoval(
		callOf(room, other),
		removalNote(room, visitor),
		(reason) => void room.act({ type: "kick", player: other.player, reason }),
	);
}

const mayKick = (room: Room): boolean =>
	isOwner(room, connection.me.value) && !!room.own.value && otherSeat(room)?.holder.type === "person";

const mayPlan = (room: Room): boolean =>
	!!room.own.value && room.state.value?.options.clock.type === "correspondence" && room.state.value.phase === "playing";

/** Conditional moves, while the opponent is to move. */
const planOf = (room: Room): Action => ({
	icon: "tree",
	label: slowWords.value.plan,
	possible: !room.mine.value && room.state.value?.question?.step === "play",
	go: () =>
		showLazy(async () => {
			const { PlanDialog } = await import("../slow/PlanDialog");
			return () => <PlanDialog room={room} />;
		}),
});

/** Actions of the menu. */
function wishes(room: Room): MenuLine[] {
	const words = roomWords.value;
	const acts = actionsOf(room);
	const seat = room.own.value;
	const playing = room.state.value?.phase === "playing";
	const list: MenuLine[] = [];
	if (seat && !room.strict.value && phone.value) list.push(acts.draw);
	if (seat && !room.strict.value)
		list.push(
			{ ...acts.pause },
			{
				icon: "restart",
				label: words.restart,
				possible: acts.restart.possible && playing,
				go: () => void room.act({ type: "restart" }),
			},
		);
	if (seat && !room.state.value?.tournament)
		list.push({ icon: "close", label: words.callOff, possible: playing, go: () => void room.act({ type: "cancel" }) });
	if (mayPlan(room)) list.push(planOf(room));
	list.push({ icon: "share", label: t.value.share, possible: room.last.value > 0, go: () => shareDialog(room) });
	list.push({ icon: "link", label: words.copyLink, possible: true, go: () => void copyLink(room) });
	if (mayKick(room))
		list.push({ icon: "people", label: words.kick, possible: true, kind: "danger", go: () => kick(room) });
	const away = seat && playing ? "danger" : undefined;
	list.push({ icon: "left", label: words.leave, possible: true, kind: away, go: () => leave(room) });
	return list;
}

export async function copyLink(room: Room): Promise<void> {
	const address = `${location.origin}/room/${room.id}`;
	try {
		await navigator.clipboard.writeText(address);
		toast({ text: roomWords.value.copied, icon: "link" });
	} catch {
		// Without clipboard access, show the address to be copied by hand.
		toast({ text: address });
	}
}

const more = (room: Room): void =>
	showMenu(
		t.value.moreActions,
		() => wishes(room),
		() => <ViewSwitches room={room} />,
	);

/** A hint before the player's move, an undo after it: only the player who has just moved may ask for an undo. */
const helpOf = (room: Room): Action => {
	const { hint, undo } = actionsOf(room);
	return room.state.value?.may_undo.includes(connection.me.value) ? undo : hint;
};

export function OnlineActs({ room }: { room: Room }) {
	const acts = actionsOf(room);
	const helped = room.strict.value ? [] : [helpOf(room)];
	const shown = room.own.value ? [...helped, acts.draw, acts.resign] : [];
	return (
		<div class="acts online">
			{shown.map((action) => (
				<ActionButton key={action.icon} action={action} />
			))}
			{mayPlan(room) && <ActionButton action={planOf(room)} />}
			{!room.own.value && (
				<button type="button" onClick={() => leave(room)}>
					<Icon name="left" />
					{roomWords.value.toRooms}
				</button>
			)}
			<button type="button" aria-label={t.value.moreActions} onClick={() => more(room)}>
				<Icon name="more" />
				{t.value.moreActions}
			</button>
		</div>
	);
}

/** The bar of actions on a phone. */
export function OnlineTabs({ room }: { room: Room }) {
	const words = t.value;
	const acts = actionsOf(room);
	// Whoever only watches has nothing to ask for, but steps through the moves.
	const shown: Action[] = room.own.value
		? [room.strict.value ? acts.draw : helpOf(room), acts.resign]
		: [
				{ icon: "left", label: roomWords.value.toRooms, possible: true, go: () => leave(room) },
				{ icon: "back", label: words.goBack, possible: room.ply.value > 0, go: () => room.step(-1) },
				{ icon: "forward", label: words.goForward, possible: !room.atEnd.value, go: () => room.step(1) },
			];
	return (
		<nav class="tabs" aria-label={words.moreActions}>
			{shown.map((action) => (
				<TabButton key={action.icon} action={action} />
			))}
			<button type="button" onClick={() => showChat(room)}>
				<Icon name="chat" size={22} />
				{roomWords.value.chat}
				<Unread room={room} />
			</button>
			<button type="button" onClick={() => more(room)}>
				<Icon name="more" size={22} />
				{words.moreActions}
			</button>
		</nav>
	);
}

/** Both clocks of a game, where a dialog covers those of the seats. */
function Clocks({ room }: { room: Room }) {
	const state = room.state.value;
	if (state?.phase !== "playing" || state.seats.some(({ clock }) => !clock)) return null;
	return (
		<p class="clocks">
			{state.seats.map((seat) => (
				<span key={seat.player}>
					<StoneIcon stone={seat.stone} side={seat.color} size={20} />
					<b>{callOf(room, seat)}</b>
					<SeatClock room={room} seat={seat} />
				</span>
			))}
		</p>
	);
}

function showChat(room: Room): void {
	show(() => (
		<Dialog title={roomWords.value.chat} class={phone.value ? "sheet talk" : "talk"}>
			<Clocks room={room} />
			<Chat room={room} />
		</Dialog>
	));
}

// Actions of a game, for buttons, shortcuts and menus alike.
import { signal } from "@preact/signals";
import { other } from "../../board/geometry";
import { go } from "../../browser/router";
import { seen, t } from "../../i18n";
import { confirm } from "../../kit/Dialog";
import type { IconName } from "../../kit/Icon";
import { showLazy } from "../../kit/lazyDialog";
import type { Seat } from "../../wire/messages";
import { connection } from "../../wire/socket";
import { who } from "../names";
import { type Room, seatOf } from "../room";

/** Whether a hint has been requested and not yet arrived. */
export const searching = signal(false);

export interface Action {
	readonly icon: IconName;
	readonly label: string;
	/** The text on the button, where it differs from the label. */
	readonly written?: string;
	readonly possible: boolean;
	readonly go: () => void;
	readonly kind?: "hint" | "danger";
}

/** The seat that would resign: one's own, or the side to move if one plays both. */
function resigning(room: Room): Seat | null {
	const state = room.state.value;
	if (!state) return null;
	if (room.hotseat.value) return state.to_move ? seatOf(state, state.to_move) : null;
	return state.seats.find((seat) => room.isMe(seat)) ?? null;
}

export function actionsOf(
	room: Room,
): Record<"hint" | "undo" | "redo" | "pause" | "draw" | "resign" | "restart", Action> {
	const words = t.value;
	const state = room.state.value;
	const me = connection.me.value;
	const playing = state?.phase === "playing";
	const seat = resigning(room);
	const paused = state?.paused ?? false;
	// A player may have one open request at a time.
	const asking = !!room.own.value && !!state?.offers.some((offer) => offer.by === room.own.value?.player);
	return {
		hint: {
			icon: "hint",
			label: words.hint,
			written: seen.value.hint,
			possible: room.mine.value && room.atEnd.value && !searching.value && !asking,
			kind: "hint",
			go: async () => {
				searching.value = true;
				const asked = await room.act({ type: "hint" });
				if (!asked) searching.value = false;
			},
		},
		undo: {
			icon: "undo",
			label: words.undo,
			written: seen.value.undo,
			possible: (state?.may_undo.includes(me) ?? false) && !asking,
			go: () => {
				room.show(null);
				void room.act({ type: "undo" });
			},
		},
		redo: {
			icon: "redo",
			label: words.redo,
			written: seen.value.redo,
			possible: state?.may_redo.includes(me) ?? false,
			go: () => {
				room.show(null);
				void room.act({ type: "redo" });
			},
		},
		pause: {
			icon: paused ? "play" : "pause",
			label: paused ? words.resume : words.pause,
			written: paused ? seen.value.resume : seen.value.pause,
			possible: playing && !!room.id && (!room.online.value || !!room.own.value) && !asking,
			go: () => void room.act({ type: paused ? "resume" : "pause" }),
		},
		draw: {
			icon: "draw",
			label: words.draw,
			written: seen.value.draw,
			possible: playing && !!seat && !paused && !state?.offers.length,
			go: () => {
				const offer = () => void room.act({ type: "draw" });
				// A player of both sides would agree at once.
				if (!room.hotseat.value) offer();
				else
					confirm({
						title: words.drawTitle,
						text: words.drawText,
						yes: words.draw,
						no: words.keepPlaying,
						onYes: offer,
					});
			},
		},
		resign: {
			icon: "flag",
			label: words.resign,
			written: seen.value.resign,
			possible: playing && !!seat,
			kind: "danger",
			go: () => {
				if (!state || !seat) return;
				confirm({
					title: words.resignTitle,
					text: words.resignText(who(room, seatOf(state, other(seat.color)))),
					yes: words.resign,
					no: words.keepPlaying,
					danger: true,
					onYes: () => void room.act({ type: "resign" }),
				});
			},
		},
		restart: {
			icon: "restart",
			label: room.over.value ? words.rematch : words.restart,
			possible: !!room.id && room.last.value > 0 && (!room.online.value || !!room.own.value) && !asking,
			go: () => restart(room),
		},
	};
}

export function restart(room: Room): void {
	const words = t.value;
	if (room.over.value) {
		void room.act({ type: "restart" });
		return;
	}
	confirm({
		title: words.restartTitle,
		text: words.restartText,
		yes: words.restartYes,
		no: words.keepPlaying,
		onYes: () => void room.act({ type: "restart" }),
	});
}

export const newGame = (): void => go("/");

export const shareDialog = (room: Room): void =>
	showLazy(async () => {
		const { ShareDialog } = await import("./ShareDialog");
		return () => <ShareDialog room={room.id} />;
	});

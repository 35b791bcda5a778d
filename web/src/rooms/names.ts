// Names of players in online rooms.
import { who } from "../game/names";
import type { Room } from "../game/room";
import { roomWords } from "../i18n/rooms";
import type { Player, Seat } from "../wire/messages";

/** A player's name. Named players are not called "You" here: requests and events read as in a chat. */
export function callOf(room: Room, seat: Seat | undefined): string {
	if (!seat || seat.holder.type === "open") return roomWords.value.someone;
	return seat.name || who(room, seat);
}

export const playerName = (room: Room, player: Player): string => callOf(room, room.seat(player));
export const otherSeat = (room: Room): Seat | undefined =>
	room.state.value?.seats.find((seat) => seat.player !== room.own.value?.player);
export const isOwner = (room: Room, visitor: string): boolean => room.state.value?.owner === visitor;

// View switches of a game.

import { flip, settings } from "../../browser/settings";
import { phone } from "../../browser/viewport";
import { doge, toggleDoge } from "../../doge/mode";
import { t } from "../../i18n";
import { Switch } from "../../kit/controls";
import type { Room } from "../room";
import { thinks, threatens, toggleThink, toggleThreats } from "../thinkingView";

/** Whether thinking and threats may be shown: not during a game between people. */
export const mayThink = (room: Room): boolean => !room.online.value || room.over.value;

export function ViewSwitches({ room }: { room: Room }) {
	const words = t.value;
	const { numbers, forbidden, coordinates, sound } = settings.value;
	return (
		<div class="facts">
			{doge.value && <Switch label={words.doge} on onChange={() => void toggleDoge()} />}
			<Switch label={words.moveNumbers} on={numbers} onChange={() => flip("numbers")} />
			{/* The doge needs the space of two switches. */}
			{!doge.value && <Switch label={words.forbiddenPoints} on={forbidden} onChange={() => flip("forbidden")} />}
			{!doge.value && <Switch label={words.coordinates} on={coordinates} onChange={() => flip("coordinates")} />}
			{mayThink(room) && <Switch label={words.threats} on={threatens.value} onChange={toggleThreats} />}
			{mayThink(room) && <Switch label={words.seeThink} on={thinks.value} onChange={toggleThink} />}
			{/* Elsewhere this switch is in the top bar. */}
			{phone.value && <Switch label={words.sound} on={sound} onChange={() => flip("sound")} />}
		</div>
	);
}

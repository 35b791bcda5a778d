import "../styles/pages.css";
import "./dialogs.css";
import { settings } from "../browser/settings";
import { t } from "../i18n";
import { Dialog } from "../kit/Dialog";

export function KeysDialog() {
	const w = t.value;
	const keys: [string, string][] = [
		["← ↑ → ↓", w.keyArrows],
		[w.keyNames.enter, w.keyEnter],
		["/", w.keySlash],
		["H", w.keyHint],
		["U", w.keyUndo],
		["R", w.keyRedo],
		[", .", w.keyStep],
		[w.keyNames.ends, w.keyEnds],
		[w.keyNames.space, w.keySpace],
		["P", w.keyPause],
		["T", w.keyThink],
		["L", w.keyThreats],
		["M", w.keyNumbers],
		["C", w.keyCoordinates],
		["O", w.keyTurn],
		["V", w.keyMirror],
		["N", w.keyNew],
		["S", w.keySound],
		["F", w.keyFull],
		["D", w.keyDoge],
		["?", w.keyHelp],
		[w.keyNames.escape, w.keyEsc],
	];
	return (
		<Dialog title={w.keysTitle}>
			{!settings.value.letterKeys && <p>{w.keysOff}</p>}
			<dl class="keylist">
				{keys.map(([key, what]) => (
					<div key={key}>
						<dt>
							{key.split(" ").map((one) => (
								<kbd key={one}>{one}</kbd>
							))}
						</dt>
						<dd>{what}</dd>
					</div>
				))}
			</dl>
		</Dialog>
	);
}

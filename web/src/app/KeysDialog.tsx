import "../styles/pages.css";
import { t } from "../i18n";
import { Dialog } from "../kit/Dialog";
import { settings } from "./settings";

export function KeysDialog() {
	const w = t.value;
	const keys: [string, string][] = [
		["← ↑ → ↓", w.keyArrows],
		["Enter", w.keyEnter],
		["/", w.keySlash],
		["H", w.keyHint],
		["U", w.keyUndo],
		["R", w.keyRedo],
		[", .", w.keyStep],
		["Home End", w.keyEnds],
		["Space", w.keySpace],
		["P", w.keyPause],
		["T", w.keyThink],
		["L", w.keyThreats],
		["M", w.keyNumbers],
		["C", w.keyCoordinates],
		["N", w.keyNew],
		["S", w.keySound],
		["F", w.keyFull],
		["D", w.keyDoge],
		["?", w.keyHelp],
		["Esc", w.keyEsc],
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

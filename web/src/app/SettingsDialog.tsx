import "../styles/pages.css";
import "./dialogs.css";
import { Swatch } from "../board/Swatch";
import { change, flip, settings, THEMES } from "../browser/settings";
import { t } from "../i18n";
import { Segmented, Switch } from "../kit/controls";
import { Dialog } from "../kit/Dialog";
import { LanguagePicker } from "./LanguagePicker";

export function SettingsDialog() {
	const w = t.value;
	const s = settings.value;
	return (
		<Dialog title={w.settings} class="settings">
			<h3>{w.appearance}</h3>
			<Segmented
				label={w.appearance}
				value={s.scheme}
				onChange={(scheme) => change({ scheme })}
				options={[
					["auto", w.schemeAuto],
					["light", w.schemeLight],
					["dark", w.schemeDark],
				]}
			/>
			<h3>{w.boardTheme}</h3>
			<div class="themes pick" role="radiogroup" aria-label={w.boardTheme}>
				{THEMES.map((theme) => (
					<label key={theme}>
						<input type="radio" name="theme" checked={s.theme === theme} onChange={() => change({ theme })} />
						<Swatch theme={theme} />
						{w.themes[theme]}
					</label>
				))}
			</div>
			<h3>{w.languageLabel}</h3>
			<LanguagePicker />
			<h3>{w.behaviour}</h3>
			<Switch label={w.sound} on={s.sound} onChange={() => flip("sound")} />
			<Switch label={w.coordinates} on={s.coordinates} onChange={() => flip("coordinates")} />
			<Switch label={w.moveNumbers} on={s.numbers} onChange={() => flip("numbers")} />
			<Switch label={w.forbiddenPoints} on={s.forbidden} onChange={() => flip("forbidden")} />
			<Switch label={w.oneTap} note={w.oneTapText} on={s.oneTap} onChange={() => flip("oneTap")} />
			<Switch label={w.letterKeys} on={s.letterKeys} onChange={() => flip("letterKeys")} />
			<label class="switch">
				<span>{w.yourName}</span>
				<input
					type="text"
					maxLength={40}
					value={s.name}
					placeholder={w.you}
					onChange={(event) => change({ name: event.currentTarget.value.trim() })}
				/>
			</label>
		</Dialog>
	);
}

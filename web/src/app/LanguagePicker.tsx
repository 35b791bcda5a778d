import { isLanguage, LANGUAGES } from "../browser/languages";
import { change, settings } from "../browser/settings";
import { t } from "../i18n";

/** The choice of the page's language, each in its own name. */
export function LanguagePicker() {
	return (
		<select
			aria-label={t.value.languageLabel}
			value={settings.value.language}
			onChange={({ currentTarget: { value } }) => isLanguage(value) && change({ language: value })}
		>
			{Object.entries(LANGUAGES).map(([language, name]) => (
				<option key={language} value={language} lang={language}>
					{name}
				</option>
			))}
		</select>
	);
}

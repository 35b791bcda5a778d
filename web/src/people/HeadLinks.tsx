// In the head of every page, loaded with the visitor's notices: the reports, for moderators, and the visitor's own page, once they
// have a name.
import "./headLinks.css";
import { signal } from "@preact/signals";
import { StoneIcon } from "../board/Stones";
import { settings } from "../browser/settings";
import { Icon } from "../kit/Icon";
import { stoneOf } from "./persons";

/** For moderators: how many people were reported, in words. */
export const openReports = signal("");

export function HeadLinks() {
	const { name } = settings.value;
	return (
		<>
			{openReports.value && (
				<a class="chip hot" href="/moderate">
					<Icon name="flag" size={15} />
					{openReports.value}
				</a>
			)}
			{name && (
				<a class="self" href="/you" title={name}>
					<StoneIcon stone={stoneOf(name)} size={22} />
					<b>{name}</b>
				</a>
			)}
		</>
	);
}

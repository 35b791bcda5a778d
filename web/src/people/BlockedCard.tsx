// The people whom the visitor has blocked, with a button to unblock.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorText } from "../i18n/catalogue";
import { peopleWords } from "../i18n/people";
import { profileWords } from "../i18n/profile";
import { toast } from "../kit/toast";
import { fetchRelations, pageOf, relate } from "./persons";

export function BlockedCard() {
	const names = useSignal<readonly string[]>([]);
	const fail = (error: unknown) => toast({ text: errorText(error), bad: true });
	const look = async () => {
		names.value = (await fetchRelations()).blocked;
	};
	useEffect(() => void look().catch(fail), []);
	if (!names.value.length) return null;
	return (
		<section class="card blocked">
			<h2>{peopleWords.value.blockedPeople}</h2>
			<p>{profileWords.value.blockText}</p>
			<ul class="standings">
				{names.value.map((name) => (
					<li key={name}>
						<a href={pageOf(name)}>{name}</a>
						<button
							type="button"
							class="quiet small"
							aria-label={profileWords.value.unblock(name)}
							onClick={() => void relate(name, null).then(look).catch(fail)}
						>
							{peopleWords.value.unblock}
						</button>
					</li>
				))}
			</ul>
		</section>
	);
}

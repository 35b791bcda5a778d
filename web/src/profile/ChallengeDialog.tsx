// Challenges a person to a game: rules, clock, who moves first, rated or not.
import "../newgame/form.css";
import "../rooms/options.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorText } from "../i18n/catalogue";
import { profileWords } from "../i18n/profile";
import { roomWords } from "../i18n/rooms";
import { Segmented } from "../kit/controls";
import { Dialog, dismiss, show } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { toast } from "../kit/toast";
import { Rules } from "../newgame/Rules";
import { CreateDialog, chosen, type Extra, Extras } from "../rooms/OptionsDialogs";
import { fetchCatalogue } from "../wire/catalogue";
import type { FirstMove } from "../wire/messages";
import { challenge } from "./challenges";

export const showChallenge = (name: string): void => show(() => <ChallengeDialog name={name} />);

export function ChallengeDialog({ name }: { name: string }) {
	const words = profileWords.value;
	const first = useSignal<FirstMove>("lot");
	const extra = useSignal<Extra>({ rated: false, delay: 0 });
	const busy = useSignal(false);
	useEffect(() => void fetchCatalogue().catch(() => {}), []);
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy.value) return;
		busy.value = true;
		try {
			await challenge({ name, first: first.value, options: chosen(extra.value, false) });
			dismiss();
		} catch (error) {
			toast({ text: errorText(error), bad: true });
		} finally {
			busy.value = false;
		}
	};
	return (
		<Dialog title={words.challengeWho(name)} class="create">
			<form onSubmit={submit}>
				<div class="f">
					<div class="l">{roomWords.value.firstMove}</div>
					<Segmented
						label={roomWords.value.firstMove}
						value={first.value}
						options={[
							["me", roomWords.value.iFirst],
							["other", roomWords.value.theyFirst],
							["lot", roomWords.value.byLot],
						]}
						onChange={(value: FirstMove) => {
							first.value = value;
						}}
					/>
				</div>
				<Rules engine={false} />
				<Extras extra={extra} people />
				<div class="acts">
					<button type="submit" class="primary big" disabled={busy.value}>
						<Icon name="bolt" size={20} />
						{words.send}
					</button>
					<button type="button" class="quiet" onClick={() => show(() => <CreateDialog hidden />)}>
						<Icon name="link" />
						{words.byLink}
					</button>
				</div>
			</form>
		</Dialog>
	);
}

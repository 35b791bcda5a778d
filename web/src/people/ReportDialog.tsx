// Reports a person to the moderators.
import "../styles/pages.css";
import { useSignal } from "@preact/signals";
import { errorText } from "../i18n/catalogue";
import { profileWords } from "../i18n/profile";
import { Dialog, dismiss } from "../kit/Dialog";
import { toast } from "../kit/toast";
import type { ReportReason } from "../wire/messages";
import { report } from "./persons";

const REASONS = ["insults", "spam", "engine", "leaving", "arranged", "name", "other"] as const;

interface ReportProps {
	/** The person's name. */
	name: string;
	/** Where the report comes from, and who it is about there, or a study whose owner it is about; by name without it. */
	place?: { room: string; visitor: string } | { study: string };
}

export function ReportDialog({ name, place }: ReportProps) {
	const words = profileWords.value;
	const reason = useSignal<ReportReason>("insults");
	const busy = useSignal(false);
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy.value) return;
		busy.value = true;
		const text = String(new FormData(event.target as HTMLFormElement).get("text") ?? "");
		const nowhere = { room: null, visitor: null, study: null };
		const who = place ? { name: "", ...nowhere, ...place } : { name, ...nowhere };
		try {
			await report({ ...who, reason: reason.value, text });
			dismiss();
			toast({ text: words.reported, icon: "flag" });
		} catch (error) {
			toast({ text: errorText(error), bad: true });
		} finally {
			busy.value = false;
		}
	};
	return (
		<Dialog title={words.reportWho(name)}>
			<form class="import" onSubmit={submit}>
				<p>{words.reportText}</p>
				<select
					aria-label={words.reason}
					value={reason.value}
					onChange={(event) => {
						reason.value = event.currentTarget.value as ReportReason;
					}}
				>
					{REASONS.map((each) => (
						<option key={each} value={each}>
							{words[each]}
						</option>
					))}
				</select>
				<textarea name="text" maxLength={500} aria-label={words.details} placeholder={words.details} />
				<button type="submit" class="danger" disabled={busy.value}>
					{words.sendReport}
				</button>
			</form>
		</Dialog>
	);
}

import { errorText } from "../i18n/catalogue";
import { roomWords } from "../i18n/rooms";
import { Dialog, dismiss } from "../kit/Dialog";
import { toast } from "../kit/toast";
import { setNickname } from "../people/nickname";
import { rename } from "../people/profile";

/** Asks for the visitor's name. */
export function NameDialog({ name, onSave }: { name: string; onSave?: (name: string) => void }) {
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		const text = String(new FormData(event.target as HTMLFormElement).get("name") ?? "").trim();
		dismiss();
		if (!text) return;
		try {
			await rename(text);
		} catch (error) {
			toast({ text: errorText(error), bad: true });
			return;
		}
		setNickname(text);
		onSave?.(text);
	};
	return (
		<Dialog title={roomWords.value.yourName}>
			<form class="row" onSubmit={submit}>
				<input
					type="text"
					name="name"
					class="grow"
					aria-label={roomWords.value.yourName}
					maxLength={40}
					defaultValue={name}
					autocomplete="nickname"
					autofocus
				/>
				<button type="submit" class="primary">
					{roomWords.value.save}
				</button>
			</form>
		</Dialog>
	);
}

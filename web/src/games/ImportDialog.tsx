// Import a game from a file, text or link.
import "../styles/pages.css";
import { useSignal } from "@preact/signals";
import { go } from "../browser/router";
import { t } from "../i18n";
import { reasonText } from "../i18n/catalogue";
import { Segmented } from "../kit/controls";
import { Dialog, dismiss } from "../kit/Dialog";
import { toast } from "../kit/toast";
import { importGames, withoutAddress } from "../wire/games";
import { ApiError } from "../wire/http";

/** `dropped`: a file that was dropped on the page, to be opened if the visitor agrees. */
export function ImportDialog({ dropped }: { dropped?: File }) {
	const words = t.value;
	const text = useSignal("");
	const rows = useSignal<"top" | "bottom">("top");
	const problem = useSignal("");
	const busy = useSignal(false);
	const open = async (body: Blob | string) => {
		busy.value = true;
		problem.value = "";
		try {
			// A link may include the address of the page.
			const game = typeof body === "string" ? withoutAddress(body) : body;
			const { rooms, annotated } = await importGames(game, rows.value);
			const only = rooms.length === 1 ? rooms[0]!.room : null;
			dismiss();
			toast({
				text: annotated ? `${words.imported(rooms.length)} ${words.importedNotes}` : words.imported(rooms.length),
				icon: "check",
				...(annotated && only && { way: { label: words.analyseGame, go: () => go(`/analyse/${only}`) } }),
			});
			go(only ? `/game/${only}` : "/games");
		} catch (error) {
			const reason =
				error instanceof ApiError && error.reason !== "unreachable" ? reasonText(error.reason) : words.failed;
			problem.value = error instanceof Error && error.message ? `${reason} ${error.message}` : reason;
		} finally {
			busy.value = false;
		}
	};
	return (
		<Dialog title={words.importTitle}>
			<p>{words.importText}</p>
			<form
				class="import"
				onSubmit={(event) => {
					event.preventDefault();
					if (text.value.trim() || dropped) void open(text.value.trim() ? text.value : dropped!);
				}}
			>
				<label class="drop">
					{dropped?.name ?? words.chooseFile}
					<input
						type="file"
						accept=".sgf,.psq,.pos,.rec,.txt,text/plain"
						onChange={(event) => {
							const file = event.currentTarget.files?.[0];
							if (file) void open(file);
						}}
					/>
				</label>
				<textarea
					aria-label={words.paste}
					placeholder={words.paste}
					value={text.value}
					onInput={(event) => {
						text.value = event.currentTarget.value;
					}}
				/>
				<div>
					<span class="lab">{words.rowsFrom}</span>
					<Segmented
						label={words.rowsFrom}
						value={rows.value}
						onChange={(value) => {
							rows.value = value;
						}}
						options={[
							["top", words.rowsTop],
							["bottom", words.rowsBottom],
						]}
					/>
				</div>
				{problem.value && (
					<div class="bad-text" role="alert">
						{problem.value}
					</div>
				)}
				<button type="submit" class="primary" disabled={busy.value || (!dropped && !text.value.trim())}>
					{words.importGo}
				</button>
			</form>
		</Dialog>
	);
}

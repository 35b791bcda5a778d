// A game for the analysis board: one's own, a file, a link, or text.
import "../styles/pages.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Thumb } from "../board/Swatch";
import { reasonText } from "../game/names";
import { lineTitle, whenText } from "../games/lines";
import { t } from "../i18n";
import { Dialog, dismiss } from "../kit/Dialog";
import { toast } from "../kit/toast";
import type { RoomLine } from "../messages";
import { ApiError, api } from "../net/api";
import { openFile, studyOf } from "./ask";
import type { Desk } from "./desk";
import { w } from "./words";

export function OpenDialog({ desk }: { desk: Desk }) {
	const words = w.value;
	const games = useSignal<readonly RoomLine[] | null>(null);
	const text = useSignal("");
	const problem = useSignal("");
	useEffect(() => {
		api.games({ limit: 6 }).then(
			(list) => {
				games.value = list.games;
			},
			() => {
				games.value = [];
			},
		);
	}, []);
	const attempt = async (open: () => Promise<void>) => {
		problem.value = "";
		try {
			await open();
			dismiss();
		} catch (error) {
			const known = error instanceof ApiError && error.reason !== "unreachable";
			problem.value = known ? `${reasonText(error.reason)} ${error.message}` : t.value.failed;
		}
	};
	const fromGame = (room: string) =>
		attempt(async () => {
			desk.open(await studyOf(room));
		});
	const fromFile = (body: Blob | string) =>
		attempt(async () => {
			const given = typeof body === "string" ? body.trim().replace(/^https?:\/\/[^/\s]+\/shared\//, "") : body;
			const { studies, total } = await openFile(given);
			const [study] = studies;
			desk.open(study!);
			if (study!.dropped) toast({ text: words.dropped(study!.dropped) });
			else if (total > 1) toast({ text: words.several(total) });
		});
	return (
		<Dialog title={words.openTitle}>
			<h3 class="lab">{words.openGames}</h3>
			<div class="open-list">
				{games.value?.length === 0 && <p>{words.openNone}</p>}
				{games.value?.map((line) => (
					<button type="button" class="quiet" key={line.room} onClick={() => void fromGame(line.room)}>
						<Thumb rows={line.rows} colours={{ X: line.stones[0], O: line.stones[1] }} size={44} />
						<span>
							<b>{lineTitle(line)}</b>
							<small>
								{t.value.moveCount(line.stones_played)} · {whenText(line.updated)}
							</small>
						</span>
					</button>
				))}
			</div>
			<form
				class="import"
				onSubmit={(event) => {
					event.preventDefault();
					if (text.value.trim()) void fromFile(text.value);
				}}
			>
				<label class="drop">
					{t.value.chooseFile}
					<input
						type="file"
						accept=".sgf,.psq,.pos,.rec,.txt,text/plain"
						onChange={(event) => {
							const file = event.currentTarget.files?.[0];
							if (file) void fromFile(file);
						}}
					/>
				</label>
				<textarea
					aria-label={t.value.paste}
					placeholder={t.value.paste}
					value={text.value}
					onInput={(event) => {
						text.value = event.currentTarget.value;
					}}
				/>
				{problem.value && (
					<div class="bad-text" role="alert">
						{problem.value}
					</div>
				)}
				<button type="submit" class="primary" disabled={!text.value.trim()}>
					{words.open}
				</button>
			</form>
		</Dialog>
	);
}

// Open a game on the analysis board: a saved one, a file, a link or text.
import "../../styles/pages.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Thumb } from "../../board/Swatch";
import { lineTitle } from "../../games/titles";
import { t } from "../../i18n";
import { reasonText } from "../../i18n/catalogue";
import { whenText } from "../../i18n/dates";
import { studyWords } from "../../i18n/study";
import { Dialog, dismiss } from "../../kit/Dialog";
import { toast } from "../../kit/toast";
import { fetchGames, withoutAddress } from "../../wire/games";
import { ApiError } from "../../wire/http";
import type { RoomSummary, Study, StudyList } from "../../wire/messages";
import { fetchStudy, readFile } from "./api";
import type { StudyKeeper } from "./keeper";
import { endOf, fromStudy, mainLine, spotAt } from "./moveTree";

/** `dropped`: a file that was dropped on the board, to be opened at once. */
export function OpenDialog({ keeper, dropped }: { keeper: StudyKeeper; dropped?: File }) {
	const words = studyWords.value;
	const games = useSignal<readonly RoomSummary[] | null>(null);
	const text = useSignal("");
	const problem = useSignal("");
	/** The games of a file that holds several, to choose from. */
	const held = useSignal<StudyList | null>(null);
	useEffect(() => {
		fetchGames({ limit: 6 }).then(
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
		} catch (error) {
			const known = error instanceof ApiError && error.reason !== "unreachable";
			problem.value = known ? `${reasonText(error.reason)} ${error.message}` : t.value.failed;
		}
	};
	const fromGame = (room: string) =>
		attempt(async () => {
			const study = await fetchStudy(room);
			await keeper.start(study, study.result ? room : null);
			dismiss();
		});
	const take = (study: Study) => {
		void keeper.start(study);
		dismiss();
		if (study.dropped) toast({ text: words.dropped(study.dropped) });
	};
	const fromFile = (body: Blob | string) =>
		attempt(async () => {
			const given = typeof body === "string" ? withoutAddress(body) : body;
			const found = await readFile(given);
			if (found.studies.length === 1) take(found.studies[0]!);
			else held.value = found;
		});
	useEffect(() => {
		if (dropped) void fromFile(dropped);
	}, [dropped]);
	if (held.value) {
		const { studies, total } = held.value;
		return (
			<Dialog title={words.openTitle} key="held">
				<p>{total > studies.length ? words.severalFirst(total, studies.length) : words.several(total)}</p>
				<div class="open-list">
					{studies.map((study, i) => (
						<StudyButton key={i} number={i + 1} study={study} onClick={() => take(study)} />
					))}
				</div>
			</Dialog>
		);
	}
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

/** A game of a file: players, result and final position. */
function StudyButton({ number, study, onClick }: { number: number; study: Study; onClick: () => void }) {
	const tree = fromStudy(study);
	const { rows } = spotAt(study.start, tree, endOf(tree, 0));
	const { black, white, title, result } = study;
	const names = black || white ? `${black || "?"} – ${white || "?"}` : title || studyWords.value.gameN(number);
	const about = [names === title ? "" : title, t.value.moveCount(mainLine(tree).length), result];
	return (
		<button type="button" class="quiet" onClick={onClick}>
			<Thumb rows={rows} colours={{ X: "black", O: "white" }} size={44} />
			<span>
				<b>
					{number}. {names}
				</b>
				<small>{about.filter(Boolean).join(" · ")}</small>
			</span>
		</button>
	);
}

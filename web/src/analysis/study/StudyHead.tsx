// The head of a study: title, names and rules, who may see it, its address, whether it is saved, and its files.
import { useSignal } from "@preact/signals";
import { isMirrored, mirrored, quartersOf, turned } from "../../board/turn";
import { t } from "../../i18n";
import { errorText, rulesTitle } from "../../i18n/catalogue";
import { dayText } from "../../i18n/dates";
import { profileWords } from "../../i18n/profile";
import { studyWords } from "../../i18n/study";
import { Segmented } from "../../kit/controls";
import { show } from "../../kit/Dialog";
import { Icon, type IconName } from "../../kit/Icon";
import { LateIcon } from "../../kit/LateIcon";
import { toast } from "../../kit/toast";
import { ReportDialog } from "../../people/ReportDialog";
import type { Access } from "../../wire/messages";
import type { StudyKeeper } from "./keeper";
import { pathTo } from "./moveTree";
import type { StudyStore } from "./studyStore";

/** Copy the address of a study to the clipboard. */
export async function copyAddress(id: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(`${location.origin}/study/${id}`);
		toast({ text: t.value.copied, icon: "check" });
	} catch {
		toast({ text: t.value.failed, bad: true });
	}
}

interface StudyHeadProps {
	keeper: StudyKeeper;
	onOpen: () => void;
	onNew: () => void;
	onSave: () => void;
	/** Make a diagram of the line shown; null while a position is set up. */
	onFigure: (() => void) | null;
}

export function StudyHead({ keeper, onOpen, onNew, onSave, onFigure }: StudyHeadProps) {
	const words = studyWords.value;
	const { store } = keeper;
	const address = store.address.value;
	const draft = store.draft.value;
	/** On a phone, all but title and names is folded away. */
	const unfolded = useSignal(false);
	const kinds: readonly (readonly [Access, IconName, string])[] = [
		["private", "lock", words.accessPrivate],
		["link", "link", words.accessLink],
		["public", "people", words.accessPublic],
	];
	const [, icon, access] = kinds.find(([kind]) => kind === keeper.access.value)!;
	const tool = (name: IconName, label: string, go: () => void, pressed?: boolean) => (
		<button type="button" class="quiet icon" aria-label={label} title={label} aria-pressed={pressed} onClick={go}>
			<Icon name={name} />
		</button>
	);
	return (
		<div class="ttl" data-unfolded={unfolded.value}>
			<a class="btn quiet icon leave" href="/games" aria-label={t.value.games}>
				<Icon name="back" />
			</a>
			<div class="of">
				<input
					type="text"
					aria-label={words.studyTitle}
					placeholder={words.untitled}
					maxLength={40}
					value={store.names.value.title}
					onInput={(event) => store.rename(event.currentTarget.value)}
				/>
				<Facts keeper={keeper} />
			</div>
			<button
				type="button"
				class="unfold"
				aria-label={address ? undefined : t.value.moreActions}
				aria-expanded={unfolded.value}
				onClick={() => {
					unfolded.value = !unfolded.value;
				}}
			>
				<Icon name={address ? icon : "more"} size={16} />
				{address && (keeper.mine.value ? access : words.notYours)}
			</button>
			<div class="kept">
				{address &&
					(keeper.mine.value ? (
						<Segmented<Access>
							label={words.access}
							value={keeper.access.value}
							options={kinds.map(([kind, sign, text]) => [
								kind,
								<>
									<Icon name={sign} size={15} />
									{text}
								</>,
							])}
							onChange={(kind) => keeper.share(kind).catch((error) => toast({ text: errorText(error), bad: true }))}
						/>
					) : (
						<>
							<span class="lab">{words.notYours}</span>
							{tool("flag", profileWords.value.report, () =>
								show(() => <ReportDialog name={store.names.value.title} place={{ study: address.id }} />),
							)}
						</>
					))}
				{address && (
					<div class="addr">
						<span>/study/{address.id}</span>
						<button
							type="button"
							class="quiet icon"
							aria-label={words.copyAddress}
							title={words.copyAddress}
							disabled={keeper.access.value === "private"}
							onClick={() => void copyAddress(address.id)}
						>
							<Icon name="copy" size={16} />
						</button>
					</div>
				)}
				<Saved keeper={keeper} />
			</div>
			<div class="tools-of" role="group" aria-label={words.title}>
				{tool("search", words.open, onOpen)}
				{tool("pencil", words.setUp, () => (draft ? store.discard() : store.setUp()), !!draft)}
				{tool("plus", words.newStudy, onNew)}
				{tool("save", words.save, onSave)}
				{onFigure && tool("image", words.figure, onFigure)}
				<Turning store={store} />
			</div>
		</div>
	);
}

/** Turn and mirror the board, as in a book that draws it otherwise. */
function Turning({ store }: { store: StudyStore }) {
	const words = studyWords.value;
	const turn = store.turn.value;
	const label = words.turnBoard(90 * quartersOf(turn));
	return (
		<>
			<button
				type="button"
				class="quiet icon"
				aria-label={label}
				title={label}
				data-on={quartersOf(turn) > 0}
				onClick={() => store.lay(turned)}
			>
				<LateIcon name="turn" />
			</button>
			<button
				type="button"
				class="quiet icon"
				aria-label={words.mirrorBoard}
				title={words.mirrorBoard}
				aria-pressed={isMirrored(turn)}
				onClick={() => store.lay(mirrored)}
			>
				<LateIcon name="mirror" />
			</button>
		</>
	);
}

/** "Aoi – Bram · 42 · 19 × 19 · 35 moves"; on a phone, the place in the game. */
function Facts({ keeper: { store } }: { keeper: StudyKeeper }) {
	const words = studyWords.value;
	const { black, white, date } = store.names.value;
	const { width, height } = store.size.value;
	const moves = store.main.value.length;
	const opening = store.view.value?.opening_name;
	const named = black || white ? `${black || "?"} – ${white || "?"}` : "";
	return (
		<p class="about">
			{(named || date) && <span class="who">{[named, dayText(date)].filter(Boolean).join(" ")}</span>}
			<span class="wide">{rulesTitle(store.start.value.rules)}</span>
			<span class="wide">{`${width} × ${height}`}</span>
			<span class="wide">{t.value.moveCount(moves)}</span>
			<span class="narrow">{words.placeOf(pathTo(store.tree.value, store.at.value).length, moves)}</span>
			<span class="opening-name">{opening}</span>
		</p>
	);
}

function Saved({ keeper }: { keeper: StudyKeeper }) {
	const words = studyWords.value;
	const { address, isBlank } = keeper.store;
	const state = keeper.state.value;
	const isKept = state === "kept" && address.value?.saved;
	return (
		<p class={state === "failed" ? "lab bad" : "lab"} role="status">
			{state === "failed"
				? words.notKept(keeper.problem.value ? errorText(keeper.problem.value) : t.value.failed)
				: isKept
					? words.kept
					: state === "kept" && !address.value && isBlank.value
						? words.keptLater
						: words.keeping}
		</p>
	);
}

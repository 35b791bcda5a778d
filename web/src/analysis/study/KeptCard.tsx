// Where the study is kept: its title, its address, who may see it, and whether everything is saved.
import { t } from "../../i18n";
import { errorText } from "../../i18n/catalogue";
import { studyWords } from "../../i18n/study";
import { Segmented } from "../../kit/controls";
import { Icon } from "../../kit/Icon";
import { toast } from "../../kit/toast";
import type { StudyKeeper } from "./keeper";

export function KeptCard({ keeper }: { keeper: StudyKeeper }) {
	const words = studyWords.value;
	const { store } = keeper;
	const address = store.address.value;
	const { title } = store.names.value;
	const state = keeper.state.value;
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(`${location.origin}/study/${address!.id}`);
			toast({ text: t.value.copied, icon: "check" });
		} catch {
			toast({ text: t.value.failed, bad: true });
		}
	};
	return (
		<div class="kept">
			<input
				type="text"
				aria-label={words.studyTitle}
				placeholder={words.studyTitle}
				maxLength={40}
				value={title}
				onInput={(event) => store.rename(event.currentTarget.value)}
			/>
			{address && (
				<div class="row between">
					{keeper.mine.value ? (
						<Segmented
							label={words.access}
							value={keeper.access.value}
							options={[
								["private", words.accessPrivate],
								["link", words.accessLink],
							]}
							onChange={(access) =>
								keeper
									.share(access as "private" | "link")
									.catch((error) => toast({ text: errorText(error), bad: true }))
							}
						/>
					) : (
						<span class="lab">{words.notYours}</span>
					)}
					<button
						type="button"
						class="quiet small"
						disabled={keeper.access.value === "private"}
						onClick={() => void copy()}
					>
						<Icon name="link" size={17} />
						{words.copyAddress}
					</button>
				</div>
			)}
			<p class={state === "failed" ? "lab bad" : "lab"} role="status">
				{state === "failed"
					? words.notKept(keeper.problem.value ? errorText(keeper.problem.value) : t.value.failed)
					: state === "saving" || (address && !address.saved)
						? words.keeping
						: address
							? words.kept
							: words.keptLater}
			</p>
		</div>
	);
}

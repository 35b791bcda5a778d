// Access tokens for programs: created, shown once, revoked.
import "./tokens.css";
import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { errorText } from "../../i18n/catalogue";
import { whenText } from "../../i18n/dates";
import { tokenWords } from "../../i18n/tokens";
import { confirm } from "../../kit/Dialog";
import { Icon } from "../../kit/Icon";
import { toast } from "../../kit/toast";
import type { NewToken, TokenSummary } from "../../wire/messages";
import { fetchTokens, makeToken, revokeToken } from "./tokens";

export function TokensCard() {
	const words = tokenWords.value;
	const id = useId();
	const tokens = useSignal<readonly TokenSummary[]>([]);
	const fresh = useSignal<NewToken | null>(null);
	const wrong = useSignal("");
	const look = async () => {
		tokens.value = await fetchTokens();
	};
	const say = (error: unknown) => {
		wrong.value = errorText(error);
	};
	useEffect(() => {
		look().catch(say);
	}, []);
	const make = async (event: SubmitEvent) => {
		event.preventDefault();
		const form = event.target as HTMLFormElement;
		try {
			fresh.value = await makeToken(String(new FormData(form).get("name")));
			wrong.value = "";
			form.reset();
			await look();
		} catch (error) {
			say(error);
		}
	};
	const revoke = (line: TokenSummary) =>
		confirm({
			title: words.revokeIt(line.name),
			text: words.revokeText,
			yes: words.revoke,
			no: words.keep,
			danger: true,
			onYes: async () => {
				try {
					await revokeToken(line.id);
					if (fresh.value?.line.id === line.id) fresh.value = null;
					await look();
					toast({ text: words.gone, icon: "trash" });
				} catch (error) {
					say(error);
				}
			},
		});
	return (
		<section class="card" id="programs">
			<h2>{words.title}</h2>
			<p>{words.text}</p>
			<form onSubmit={make}>
				<div class="entry">
					<label for={id}>{words.name}</label>
					<input id={id} type="text" name="name" maxLength={40} autocomplete="off" required />
				</div>
				{wrong.value && (
					<p class="wrong" role="alert">
						{wrong.value}
					</p>
				)}
				<button type="submit">{words.make}</button>
			</form>
			{fresh.value && <Fresh token={fresh.value.token} />}
			<ul class="standings">
				{tokens.value.map((line) => (
					<li key={line.id}>
						<b>{line.name}</b>
						<span>{line.used === null ? words.never : words.used(whenText(line.used))}</span>
						<button
							type="button"
							class="quiet icon"
							aria-label={words.revokeIt(line.name)}
							onClick={() => revoke(line)}
						>
							<Icon name="trash" />
						</button>
					</li>
				))}
			</ul>
		</section>
	);
}

/** A token just created; it is shown only once. */
function Fresh({ token }: { token: string }) {
	const words = tokenWords.value;
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(token);
			toast({ text: words.copied, icon: "check" });
		} catch {
			// Without clipboard access it can still be selected.
		}
	};
	return (
		<div class="entry" role="status">
			<small>{words.once}</small>
			<div class="linkrow">
				<input
					type="text"
					readOnly
					aria-label={words.token}
					value={token}
					onFocus={(event) => event.currentTarget.select()}
				/>
				<button type="button" onClick={() => void copy()}>
					<Icon name="copy" />
					{words.copy}
				</button>
			</div>
		</div>
	);
}

// Actions as buttons: beside the board, and as tabs of the phone's bar.
import { t } from "../../i18n";
import { Icon } from "../../kit/Icon";
import { originOf } from "../origin";
import type { Action } from "./actions";

export function ActionButton({ action }: { action: Action }) {
	return (
		<button
			type="button"
			class={action.kind === "hint" ? "hintb" : action.kind}
			aria-label={action.label}
			disabled={!action.possible}
			onClick={action.go}
		>
			<Icon name={action.icon} />
			{action.written}
		</button>
	);
}

export function TabButton({ action }: { action: Action }) {
	return (
		<button
			type="button"
			class={action.kind === "hint" ? "h" : undefined}
			disabled={!action.possible}
			onClick={action.go}
		>
			<Icon name={action.icon} size={22} />
			{action.label}
		</button>
	);
}

/** Where to go from a finished game. */
export function AfterLinks({ room }: { room: string }) {
	const study = originOf(room);
	return (
		<>
			<a class="btn" href={`/game/${room}/after`}>
				<Icon name="eye" size={19} />
				{t.value.howItWent}
			</a>
			<a class="btn" href={study ? `/study/${study}` : `/analyse/${room}`}>
				<Icon name="tree" size={19} />
				{study ? t.value.backToStudy : t.value.analyse}
			</a>
		</>
	);
}

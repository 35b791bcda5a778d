// Actions as buttons: beside the board, and as tabs of the phone's bar.
import { Icon } from "../../kit/Icon";
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

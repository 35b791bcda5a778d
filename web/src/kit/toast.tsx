// Toasts: one message at a time, for five seconds, with an optional action.
import { signal } from "@preact/signals";
import { Icon, type IconName } from "./Icon";

interface Toast {
	readonly text: string;
	readonly icon?: IconName;
	readonly bad?: boolean;
	readonly way?: { label: string; go: () => void };
}

const current = signal<Toast | null>(null);
let timer = 0;

/** Show a message. The returned function takes it back, if it is still the one shown. */
export function toast(message: Toast): () => void {
	clearTimeout(timer);
	current.value = message;
	timer = window.setTimeout(hush, 5000);
	return () => {
		if (current.value === message) hush();
	};
}

function hush(): void {
	clearTimeout(timer);
	current.value = null;
}

export function ToastHost() {
	const shown = current.value;
	return (
		<div role="status">
			{shown && (
				<div class={shown.bad ? "toast bad" : "toast"}>
					{(shown.icon || shown.bad) && <Icon name={shown.icon ?? "close"} />}
					<span>{shown.text}</span>
					{shown.way && (
						<button
							type="button"
							onClick={() => {
								hush();
								shown.way?.go();
							}}
						>
							{shown.way.label}
						</button>
					)}
				</div>
			)}
		</div>
	);
}

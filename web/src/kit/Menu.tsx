// A menu of actions in a dialog.
import type { ComponentChildren } from "preact";
import { Dialog, dismiss, show } from "./Dialog";
import { Icon, type IconName } from "./Icon";

export interface MenuLine {
	readonly icon: IconName;
	readonly label: string;
	readonly possible: boolean;
	readonly kind?: string;
	readonly go: () => void;
}

/** Show the menu, with switches `below` the actions. */
export const showMenu = (title: string, lines: () => readonly MenuLine[], below?: () => ComponentChildren): void =>
	show(() => (
		<Dialog title={title} class="sheet">
			<div class="menu">
				{lines().map((line) => (
					<button
						type="button"
						key={line.label}
						class={line.kind === "danger" ? "danger" : undefined}
						disabled={!line.possible}
						onClick={() => {
							dismiss();
							line.go();
						}}
					>
						<Icon name={line.icon} size={20} />
						{line.label}
					</button>
				))}
			</div>
			{below?.()}
		</Dialog>
	));

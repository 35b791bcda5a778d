// Native dialogs. One signal holds the open dialog, so that any module can show one.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./Icon";

/** The open dialog; rendered by the shell. */
export const dialog = signal<(() => ComponentChildren) | null>(null);
export const show = (draw: () => ComponentChildren): void => {
	dialog.value = draw;
};
export const dismiss = (): void => {
	dialog.value = null;
};

interface DialogProps {
	title: string;
	children: ComponentChildren;
	class?: string;
}

export function Dialog({ title, children, class: name }: DialogProps) {
	const element = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		const before = document.activeElement as HTMLElement | null;
		element.current?.showModal();
		return () => before?.focus?.({ preventScroll: true });
	}, []);
	return (
		<dialog
			ref={element}
			class={name}
			aria-labelledby="dialog-title"
			onClose={dismiss}
			onPointerDown={(event) => {
				// A press outside closes the dialog.
				if (event.target === element.current) element.current?.close();
			}}
		>
			<div class="body">
				<button
					type="button"
					class="quiet icon shut"
					aria-label={t.value.close}
					onClick={() => element.current?.close()}
				>
					<Icon name="close" size={20} />
				</button>
				<h2 id="dialog-title">{title}</h2>
				{children}
			</div>
		</dialog>
	);
}

interface ConfirmProps {
	title: string;
	text: string;
	yes: string;
	no: string;
	danger?: boolean;
	onYes: () => void;
	children?: ComponentChildren;
}

/** Asks a question with two answers. */
export const confirm = (props: ConfirmProps): void =>
	show(() => (
		<Dialog title={props.title}>
			<p>{props.text}</p>
			{props.children}
			<div class="acts">
				<button
					type="button"
					class={props.danger ? "danger" : "primary"}
					onClick={() => {
						dismiss();
						props.onYes();
					}}
				>
					{props.yes}
				</button>
				<button type="button" class="quiet" onClick={dismiss}>
					{props.no}
				</button>
			</div>
		</Dialog>
	));

// The verdict on the visitor's move, as a card and for screen readers.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { announce } from "../../browser/announcer";
import { Icon } from "../../kit/Icon";

interface VerdictCardProps {
	phase: string;
	head: string;
	text: string;
	/** Below the text. */
	hint?: ComponentChildren;
	/** The buttons. */
	children: ComponentChildren;
}

export function VerdictCard({ phase, head, text, hint, children }: VerdictCardProps) {
	return (
		<section class={`card verdict is-${phase}`} aria-live="polite">
			<h2>
				{phase === "solved" && <Icon name="check" size={22} />}
				{phase === "wrong" && <Icon name="close" size={22} />}
				{head}
			</h2>
			{text && <p>{text}</p>}
			{hint}
			<div class="row acts">{children}</div>
		</section>
	);
}

/** Announces the verdict when it arrives. */
export function useAnnouncedVerdict(phase: string, right: string, wrong: string): void {
	useEffect(() => {
		if (phase === "solved") announce(right, true);
		if (phase === "wrong") announce(wrong, true);
	}, [phase]);
}

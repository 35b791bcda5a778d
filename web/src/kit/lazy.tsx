// Components loaded on first use.
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";

/** A screen: until it is loaded, an empty one. */
export const lazy = <P extends object>(fetch: () => Promise<ComponentType<P>>): ComponentType<P> =>
	lazyPart(fetch, (failed) => (
		<main class="page" id="content" tabIndex={-1} aria-busy={!failed}>
			{failed ? <p>{t.value.failed}</p> : <span class="vh">{t.value.loading}</span>}
		</main>
	));

/** A part of a screen: until it is loaded, `waiting`. */
export function lazyPart<P extends object>(
	fetch: () => Promise<ComponentType<P>>,
	waiting: (failed: boolean) => ComponentChildren = (failed) => failed && <p>{t.value.failed}</p>,
): ComponentType<P> {
	let loaded: ComponentType<P> | null = null;
	return function Lazy(props: P) {
		const [Part, setPart] = useState<ComponentType<P> | null>(() => loaded);
		const [failed, setFailed] = useState(false);
		useEffect(() => {
			if (Part) return;
			fetch().then(
				(part) => {
					loaded = part;
					setPart(() => part);
				},
				() => setFailed(true),
			);
		}, []);
		if (Part) return <Part {...props} />;
		return waiting(failed);
	};
}

// The name of a player or chat writer: a link, if it belongs to a person with a profile.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchKnown, pageOf } from "./persons";

/** Names that were asked about, and whether they have a profile. */
const known = signal<ReadonlyMap<string, boolean>>(new Map());
let asked = new Set<string>();

/** Look up a name, batched with all others of this moment. */
function ask(name: string): void {
	if (!name || known.peek().has(name) || asked.has(name)) return;
	asked.add(name);
	if (asked.size > 1) return;
	setTimeout(async () => {
		const names = [...asked].slice(0, 50);
		asked = new Set();
		const found = await fetchKnown(names).catch((): readonly string[] => []);
		known.value = new Map([...known.peek(), ...names.map((each) => [each, found.includes(each)] as const)]);
	});
}

export function PersonName({ name, shown = name }: { name: string; shown?: string }) {
	useEffect(() => ask(name), [name]);
	return known.value.get(name) ? (
		<a class="person" href={pageOf(name)}>
			{shown}
		</a>
	) : (
		<span>{shown}</span>
	);
}

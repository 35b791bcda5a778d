// Files dropped on the page. The screen shown may take them; without this the browser would leave the page to show the file.

type Taker = (file: File) => void;

const takers: Taker[] = [];

/** Take dropped files until the returned function is called. The last one registered gets them. */
export function takeDrops(taker: Taker): () => void {
	takers.push(taker);
	return () => {
		takers.splice(takers.indexOf(taker), 1);
	};
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** Listen on the whole window; what no screen takes goes to `otherwise`. While a file is over the page, the body is marked. */
export function listenForDrops(otherwise: Taker): void {
	const mark = (on: boolean) => document.body.classList.toggle("dropping", on);
	addEventListener("dragover", (event) => {
		if (!holdsFiles(event)) return;
		event.preventDefault();
		mark(true);
	});
	addEventListener("dragleave", (event) => {
		if (!event.relatedTarget) mark(false);
	});
	addEventListener("drop", (event) => {
		mark(false);
		if (!holdsFiles(event)) return;
		event.preventDefault();
		const file = event.dataTransfer?.files[0];
		if (file) (takers.at(-1) ?? otherwise)(file);
	});
}

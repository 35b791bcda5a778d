// Files dropped on the page. The screen shown may take them; without this the browser would leave the page to show the file.

type Door = (file: File) => void;

const doors: Door[] = [];

/** Take dropped files until the returned function is called. The last one registered gets them. */
export function takeDrops(door: Door): () => void {
	doors.push(door);
	return () => {
		doors.splice(doors.indexOf(door), 1);
	};
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** Listen on the whole window; what no screen takes goes to `otherwise`. While a file is over the page, the body is marked. */
export function listenForDrops(otherwise: Door): void {
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
		if (file) (doors.at(-1) ?? otherwise)(file);
	});
}

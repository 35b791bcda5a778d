// English: a diagram to print or save.
export const en = {
	title: "A diagram to print",
	open: "Diagram with numbers and letters",
	first: "Numbers from move",
	last: "to move",
	letters: "Letters on",
	lettersText: "Click empty points, or type them: K10 L11=x.",
	caption: "Caption",
	at: "at",
	keep: "Keep in the study",
	kept: "The letters are kept with this position.",
	print: "Print",
	svg: "Save as SVG",
	png: "Save as PNG",
	name: "diagram",
	preview: "The diagram",
};

// Client-side router: the screen for an address, and links followed without reloading.
import { signal } from "@preact/signals";

/** An address cut at its slashes; parts that are missing are empty. */
type Parts = readonly [head: string, tail: string, part: string, more: string];

const ID = /^[\w-]{1,40}$/;
const PRESET = /^\w{1,40}$/;
/** A game in a link, whole. */
const LINK = /^g\d+~/;
/** A game of the visitor's collection. */
const COLLECTED = /^c~([0-9a-f]{32})$/;

/** A screen without parameters, at one or more addresses. */
const plain =
	(...heads: string[]) =>
	([head, tail]: Parts) =>
		heads.includes(head) && !tail ? {} : null;

export const isLink = (text: string): boolean => LINK.test(text);
/** The id of a game of the visitor's collection, in the address of its analysis board. */
export const collectedId = (text: string): string | null => COLLECTED.exec(text)?.[1] ?? null;

/** The routes: each reads its parameters from an address, or returns null. The first match counts. */
const ROUTES = {
	home: ([head]: Parts) => (head === "" || head === "new" ? {} : null),
	tree: ([head, room, part, ply]: Parts) =>
		head === "game" && ID.test(room) && part === "tree"
			? { room, ply: ply ? Number.parseInt(ply, 10) || 0 : null }
			: null,
	studyTree: ([head, study, part, node]: Parts) =>
		head === "study" && ID.test(study) && part === "tree" ? { study, node: Number.parseInt(node, 10) || 0 } : null,
	after: ([head, room, part]: Parts) => (head === "game" && ID.test(room) && part === "after" ? { room } : null),
	/** The mistakes of one side, or of both; `X17` begins with that of move 17. */
	mistakes: ([head, room, part, which]: Parts) => {
		const [, side, number] = /^([XO]?)(\d{0,4})$/.exec(which) ?? [];
		return head === "game" && ID.test(room) && part === "mistakes" && side !== undefined
			? { room, side: (side || undefined) as "X" | "O" | undefined, number: number ? Number(number) : undefined }
			: null;
	},
	game: ([head, room]: Parts) => (head === "game" && ID.test(room) ? { room } : null),
	room: ([head, room]: Parts) => (head === "room" && ID.test(room) ? { room } : null),
	rooms: plain("rooms"),
	/** The list, or one of them. */
	tournaments: ([head, id]: Parts) => (head === "tournaments" && (!id || ID.test(id)) ? { id } : null),
	watch: plain("watch"),
	shared: ([head, link]: Parts) => (head === "shared" && link ? { link: safe(link) } : null),
	/** The list; or the visitor's collection, all of it or the games that reach the end of a line, given as a link. */
	games: ([head, list, line]: Parts) =>
		head === "games" && (!list || list === "collection") ? { collection: list ? safe(line) : undefined } : null,
	/** One screen for a board without an address, a game to be studied, and a study. */
	analyse: ([head, name]: Parts) => {
		if (head === "study" && ID.test(name)) return { study: name };
		const fits = head === "analyse" && (!name || ID.test(name) || LINK.test(safe(name)) || COLLECTED.test(safe(name)));
		return fits ? { room: name ? safe(name) : undefined } : null;
	},
	puzzles: plain("puzzles"),
	/** The mistakes of all reviewed games, one after the other. */
	practice: ([head, tail]: Parts) => (head === "puzzles" && tail === "mistakes" ? {} : null),
	puzzle: ([head, puzzle]: Parts) => (head === "puzzles" && ID.test(puzzle) ? { puzzle } : null),
	you: plain("you"),
	person: ([head]: Parts) => (/^@.|^%40./.test(head) ? { name: safe(head.replace("%40", "@")).slice(1) } : null),
	moderate: plain("moderate"),
	leaderboard: ([head, rules]: Parts) =>
		head === "leaderboard" && (!rules || PRESET.test(rules)) ? { rules: rules || undefined } : null,
	lessons: plain("lessons"),
	learn: plain("learn", "help"),
	/** No such address. */
	lost: (_: Parts) => ({}),
};

export type Page = keyof typeof ROUTES;
/** The route of a page, with its parameters. */
export type RouteOf<P extends Page> = { page: P } & NonNullable<ReturnType<(typeof ROUTES)[P]>>;
export type Route = { [P in Page]: RouteOf<P> }[Page];

export function parse(path: string): Route {
	const [head = "", tail = "", part = "", more = ""] = path.replace(/^\/+|\/+$/g, "").split("/");
	for (const [page, read] of Object.entries(ROUTES)) {
		const found = read([head, tail, part, more]);
		if (found) return { page, ...found } as Route;
	}
	return { page: "lost" };
}

function safe(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

export const route = signal<Route>(parse(location.pathname));

type ScreenLoader = (page: Page) => Promise<unknown>;
let loadScreen: ScreenLoader = () => Promise.resolve();
/** Register what fetches the code of a screen: only the shell knows the screens. */
export const setScreenLoader = (loader: ScreenLoader): void => {
	loadScreen = loader;
};
/** Fetch the code of a screen before going there. */
export const preload = (page: Page): Promise<unknown> => loadScreen(page);

/** Go to another address; `replace`: only the address changes, and the page does not scroll. */
export function go(path: string, replace = false): void {
	history[replace ? "replaceState" : "pushState"](null, "", path);
	route.value = parse(location.pathname);
	if (!replace) scrollTo(0, 0);
}

addEventListener("popstate", () => {
	route.value = parse(location.pathname);
});

/** Handle a click on a link within the page. */
export function follow(event: MouseEvent): void {
	const link = (event.target as Element).closest?.("a");
	if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
	if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
	if (link.pathname.startsWith("/api/")) return;
	event.preventDefault();
	if (link.hash && link.pathname === location.pathname) {
		const target = document.querySelector<HTMLElement>(link.hash);
		target?.scrollIntoView();
		target?.focus({ preventScroll: true });
	} else go(link.pathname);
}

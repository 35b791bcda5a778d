// Client-side router: the screen for an address, and links followed without reloading.
import { signal } from "@preact/signals";

export type Route =
	| { page: "home" }
	| { page: "game"; room: string }
	| { page: "rooms" }
	| { page: "room"; room: string }
	| { page: "tree"; room: string; ply: number | null }
	| { page: "shared"; link: string }
	| { page: "games" }
	| { page: "learn" }
	| { page: "analyse"; room?: string }
	| { page: "puzzles"; puzzle?: string }
	| { page: "lessons" }
	| { page: "you" }
	| { page: "leaderboard"; rules?: string }
	| { page: "lost" };

export function parse(path: string): Route {
	const [head = "", tail = "", part = "", more = ""] = path.replace(/^\/+|\/+$/g, "").split("/");
	if (head === "" || head === "new") return { page: "home" };
	if (head === "game" && /^[\w-]{1,40}$/.test(tail))
		return part === "tree"
			? { page: "tree", room: tail, ply: more ? Number.parseInt(more, 10) || 0 : null }
			: { page: "game", room: tail };
	if (head === "room" && /^[\w-]{1,40}$/.test(tail)) return { page: "room", room: tail };
	if (head === "rooms" && !tail) return { page: "rooms" };
	if (head === "shared" && tail) return { page: "shared", link: safe(tail) };
	if (head === "games" && !tail) return { page: "games" };
	if (head === "analyse" && (!tail || /^[\w-]{1,40}$/.test(tail))) return { page: "analyse", room: tail || undefined };
	if (head === "puzzles" && (!tail || /^[\w-]{1,40}$/.test(tail)))
		return { page: "puzzles", puzzle: tail || undefined };
	if (head === "you" && !tail) return { page: "you" };
	if (head === "leaderboard" && (!tail || /^\w{1,40}$/.test(tail)))
		return { page: "leaderboard", rules: tail || undefined };
	if (head === "lessons" && !tail) return { page: "lessons" };
	if ((head === "learn" || head === "help") && !tail) return { page: "learn" };
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

type ScreenLoader = (page: Route["page"]) => Promise<unknown>;
let loadScreen: ScreenLoader = () => Promise.resolve();
/** Register what fetches the code of a screen: only the shell knows the screens. */
export const setScreenLoader = (loader: ScreenLoader): void => {
	loadScreen = loader;
};
/** Fetch the code of a screen before going there. */
export const preload = (page: Route["page"]): Promise<unknown> => loadScreen(page);

export function go(path: string, replace = false): void {
	history[replace ? "replaceState" : "pushState"](null, "", path);
	route.value = parse(location.pathname);
	scrollTo(0, 0);
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
	if (link.hash && link.pathname === location.pathname) document.querySelector(link.hash)?.scrollIntoView();
	else go(link.pathname);
}

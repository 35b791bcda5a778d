import { expect, test, vi } from "vitest";

test("a change of the system's colours does not write the settings", async () => {
	const listeners: ((event: { matches: boolean }) => void)[] = [];
	vi.stubGlobal("matchMedia", () => ({
		matches: false,
		addEventListener: (_: string, listener: (event: { matches: boolean }) => void) => listeners.push(listener),
	}));
	vi.resetModules();
	const { change, dark } = await import("../src/browser/settings");
	change({ name: "Ann" });
	expect(localStorage.getItem("gomoku.settings")).toContain("Ann");
	localStorage.setItem("gomoku.settings", "of another tab");
	for (const listener of listeners) listener({ matches: true });
	expect(dark.value).toBe(true);
	expect(document.documentElement.dataset.scheme).toBe("dark");
	expect(localStorage.getItem("gomoku.settings")).toBe("of another tab");
});

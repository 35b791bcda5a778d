// What the browser has and the test's own does not.
import { vi } from "vitest";

vi.stubGlobal("matchMedia", (query: string) => ({
	matches: false,
	media: query,
	addEventListener() {},
	removeEventListener() {},
}));

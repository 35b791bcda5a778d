// Browser APIs that happy-dom lacks.
import { vi } from "vitest";

vi.stubGlobal("matchMedia", (query: string) => ({
	matches: false,
	media: query,
	addEventListener() {},
	removeEventListener() {},
}));

// After `npm install`: makes the lock file portable. It must hold no addresses, and must name the compiled packages of every
// platform, even those that the current registry lacks.
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openbsd", "openharmony", "win32"];
const PROCESSORS = ["arm64", "arm", "x64", "ia32", "loong64", "ppc64", "riscv64", "s390x", "wasm32"];

for (const entry of Object.values(lock.packages)) {
	delete entry.funding;
	delete entry.resolved;
	if (/:\/\//.test(entry.deprecated ?? "")) delete entry.deprecated;
	for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
		const parts = name.split("/").at(-1).split("-");
		const os = SYSTEMS.filter((system) => parts.includes(system));
		const cpu = PROCESSORS.filter((processor) => parts.includes(processor));
		// Without both, npm could not know that the package is for another machine.
		if (!cpu.length || (!os.length && cpu[0] !== "wasm32")) continue;
		const libc = parts.some((part) => part.startsWith("musl")) ? ["musl"] : ["glibc"];
		const system = os.length ? { os, ...(os[0] === "linux" && { libc }) } : {};
		lock.packages[`node_modules/${name}`] ??= { version, cpu, dev: true, optional: true, ...system };
	}
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);

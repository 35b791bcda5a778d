// After `npm install`: takes the addresses (who asks for money) out of the lock file, which shall hold none.
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
for (const entry of Object.values(lock.packages)) {
	delete entry.funding;
	delete entry.resolved;
	if (/:\/\//.test(entry.deprecated ?? "")) delete entry.deprecated;
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);

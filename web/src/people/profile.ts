// Who the visitor is, and who is the strongest, asked over HTTP.
import { signal } from "@preact/signals";
import { change } from "../browser/settings";
import { reasonText } from "../i18n/catalogue";
import { ApiError, json } from "../wire/http";
import type { Leaderboard, Profile } from "../wire/messages";
import { p } from "./words";

/** The visitor, once the server has said. */
export const profile = signal<Profile | null>(null);

const send = <T>(method: string, path: string, body: object): Promise<T> =>
	json<T>(path, { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

/** The name on the server and the one this browser remembers are the same. */
function take(found: Profile): Profile {
	profile.value = found;
	if (found.name) change({ name: found.name });
	return found;
}

export const fetchProfile = async (): Promise<Profile> => take(await json<Profile>("/api/me"));
export const rename = async (name: string): Promise<Profile> => take(await send("PUT", "/api/me", { name }));
export const secure = async (name: string, passphrase: string, current: string): Promise<Profile> =>
	take(await send("POST", "/api/me/passphrase", { name, passphrase, current }));
export const signIn = async (name: string, passphrase: string): Promise<Profile> =>
	take(await send("POST", "/api/sign-in", { name, passphrase }));
export const signOut = (): Promise<unknown> => send("POST", "/api/sign-out", {});
export const fetchLeaderboard = (rules: string): Promise<Leaderboard> =>
	json(`/api/leaderboard?rules=${encodeURIComponent(rules)}`);

/** An error in words. */
export function problemText(error: unknown): string {
	if (!(error instanceof ApiError) || error.reason === "unreachable") return p.value.failed;
	const wait = /(\d+) s$/.exec(error.message);
	return reasonText(error.reason) + (wait ? ` (${wait[1]} s)` : "");
}

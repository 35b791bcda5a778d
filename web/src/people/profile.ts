// Endpoints of the visitor's profile and of leaderboards.
import { signal } from "@preact/signals";
import { change } from "../browser/settings";
import { getJson, postJson, putJson } from "../wire/http";
import type { Leaderboard, Profile } from "../wire/messages";

/** The visitor's profile; null until the server has answered. */
export const profile = signal<Profile | null>(null);

/** Store the profile, and keep the local name in step with it. */
function take(found: Profile): Profile {
	profile.value = found;
	if (found.name) change({ name: found.name });
	return found;
}

export const fetchProfile = async (): Promise<Profile> => take(await getJson<Profile>("/api/me"));
export const rename = async (name: string): Promise<Profile> => take(await putJson("/api/me", { name }));
export const setMotto = async (motto: string): Promise<Profile> => take(await putJson("/api/me/motto", { motto }));
export const secure = async (name: string, passphrase: string, current: string): Promise<Profile> =>
	take(await postJson("/api/me/passphrase", { name, passphrase, current }));
export const signIn = async (name: string, passphrase: string): Promise<Profile> =>
	take(await postJson("/api/sign-in", { name, passphrase }));
export const signOut = (everywhere: boolean): Promise<unknown> =>
	postJson(`/api/sign-out${everywhere ? "?everywhere=true" : ""}`, {});
export const fetchLeaderboard = (rules: string): Promise<Leaderboard> =>
	getJson(`/api/leaderboard?rules=${encodeURIComponent(rules)}`);

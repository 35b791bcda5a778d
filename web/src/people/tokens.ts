// What is said about programs that play in a person's name, in both languages; and the way to their tokens.
import { computed } from "@preact/signals";
import { settings } from "../browser/settings";
import { getJson, postJson, remove } from "../wire/http";
import type { NewToken, TokenLine, TokenList } from "../wire/messages";

const en = {
	title: "Programs",
	text: "A token lets a program of yours play here, as a bot of its own.",
	name: "Name of the program",
	make: "Make a token",
	once: "Copy it now: it is not shown again.",
	token: "Token",
	copy: "Copy",
	copied: "Copied.",
	never: "never used",
	used: (when: string) => `used ${when}`,
	revoke: "Take back",
	revokeIt: (name: string) => `Take back the token of ${name}`,
	revokeText: "The program is disconnected at once, and its token is worth nothing any more.",
	keep: "Keep it",
	gone: "Taken back.",
};

type Shape<T> = T extends (...given: infer A) => string ? (...given: A) => string : string;
type Words = { [K in keyof typeof en]: Shape<(typeof en)[K]> };

const fr: Words = {
	title: "Programmes",
	text: "Un jeton permet à l’un de vos programmes de jouer ici, comme un bot à part entière.",
	name: "Nom du programme",
	make: "Créer un jeton",
	once: "Copiez-le maintenant : il ne sera plus montré.",
	token: "Jeton",
	copy: "Copier",
	copied: "Copié.",
	never: "jamais utilisé",
	used: (when) => `utilisé ${when}`,
	revoke: "Retirer",
	revokeIt: (name) => `Retirer le jeton de ${name}`,
	revokeText: "Le programme est déconnecté aussitôt, et son jeton ne vaut plus rien.",
	keep: "Garder",
	gone: "Retiré.",
};

export const tokenWords = computed<Words>(() => (settings.value.language === "fr" ? fr : en));

export const fetchTokens = async (): Promise<readonly TokenLine[]> => (await getJson<TokenList>("/api/tokens")).tokens;
export const makeToken = (name: string): Promise<NewToken> => postJson("/api/tokens", { name });
export const revokeToken = (id: string): Promise<unknown> => remove(`/api/tokens/${id}`);

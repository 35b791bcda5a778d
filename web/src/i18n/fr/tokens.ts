// French: access tokens of programs.
import type { en } from "../en/tokens";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
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

// French: access tokens of programs.
import type { en } from "../en/tokens";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	title: "Programmes",
	text: "Un jeton permet à l’un de vos programmes de jouer ici, comme bot.",
	name: "Nom du programme",
	make: "Créer un jeton",
	once: "Copiez-le maintenant : il ne sera plus montré.",
	token: "Jeton",
	copy: "Copier",
	copied: "Copié.",
	never: "jamais utilisé",
	used: (when) => `utilisé ${when}`,
	revoke: "Révoquer",
	revokeIt: (name) => `Révoquer le jeton de ${name}`,
	revokeText: "Le programme est déconnecté aussitôt, et son jeton ne fonctionne plus.",
	keep: "Garder",
	gone: "Révoqué.",
};

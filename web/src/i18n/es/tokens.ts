// Spanish: access tokens of programs.
import type { en } from "../en/tokens";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	title: "Programas",
	text: "Un token permite que un programa tuyo juegue aquí como bot.",
	name: "Nombre del programa",
	make: "Crear un token",
	once: "Cópialo ahora: no se volverá a mostrar.",
	token: "Token",
	copy: "Copiar",
	copied: "Copiado.",
	never: "sin usar",
	used: (when) => `usado: ${when}`,
	revoke: "Revocar",
	revokeIt: (name) => `Revocar el token de ${name}`,
	revokeText: "El programa se desconecta al instante, y su token deja de funcionar.",
	keep: "Conservar",
	gone: "Revocado.",
};

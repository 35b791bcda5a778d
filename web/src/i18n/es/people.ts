// Spanish: profiles, ratings, leaderboards and quick games.
import type { en } from "../en/people";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	quick: "Partida rápida",
	quickText:
		"Buscamos a alguien con una puntuación cercana. La partida es por puntos si ambos nombres tienen frase de acceso.",
	find: "Buscar partida",
	looking: "Buscando rival",
	near: (rating, within) => `Tu puntuación es ${rating}. Buscamos hasta a ${within} puntos de distancia.`,
	others: (n) =>
		n === 0 ? "Todavía no espera nadie más." : n === 1 ? "Espera otra persona." : `Esperan otras ${n} personas.`,
	cancel: "Cancelar",
	found: "Rival encontrado.",

	best: "Mejores jugadores",
	rank: "Puesto",
	player: "Jugador",
	rating: "Puntuación",
	record: "Ganadas, tablas, perdidas",
	games: "Partidas",
	nobody: "Aún no hay nadie en la clasificación",
	nobodyText:
		"Una puntuación se estabiliza tras unas diez partidas por puntos, y entonces entra en la clasificación. Busca una partida y estrena la lista.",
	toRooms: "A las salas",
	ranked: (n) => plural(n, "jugador clasificado", "jugadores clasificados"),
	notRanked: (deviation) => `aún fuera de la clasificación: ± ${deviation}`,
	you: "Tú",
	guest: "Invitado",
	signedMark: "Nombre registrado",
	provisional: "aún sin estabilizar: faltan unas cuantas partidas",

	yourPage: "Tú",
	name: "Tu nombre",
	nameText: "Lo que otros ven en tu sitio y en las listas.",
	save: "Guardar",
	saved: "Guardado.",
	ratings: "Tus puntuaciones",
	noRatings: "Ninguna partida por puntos aún. Se empieza en 1500.",
	history: "Tus partidas",
	elsewhere: "En otro navegador",
	elsewhereText: "Define una frase de acceso para conservar tu nombre, puntuaciones y partidas en otro navegador.",
	elsewhereSet: (name) =>
		`Inicia sesión como ${name} con tu frase de acceso en cualquier navegador. Al cambiarla se cierran las demás sesiones.`,
	passphrase: "Frase de acceso",
	passphraseNote: "Al menos 8 caracteres. Si la olvidas, no se puede recuperar.",
	newPassphrase: "Nueva frase de acceso",
	current: "Frase actual",
	setIt: "Definir la frase",
	changeIt: "Cambiar la frase",
	isSet: "La frase de acceso está definida.",
	tooShort: "La frase de acceso necesita al menos 8 caracteres.",
	signIn: "Iniciar sesión",
	signInText: "¿Ya has jugado aquí en otro navegador?",
	leavesBehind:
		"Las partidas y puntuaciones de este navegador se quedan atrás: define antes una frase de acceso si quieres volver a ellas.",
	signOut: "Cerrar sesión",
	signOutEverywhere: "Cerrar sesión en todas partes",
	signOutEverywhereText:
		"Todos los navegadores en los que has entrado empiezan de cero. Puedes volver a entrar cuando quieras.",
	signOutText: "Este navegador empieza de cero. Puedes volver a iniciar sesión cuando quieras.",
	stay: "Quedarse",
	motto: "Lema",
	mottoText: "Una línea tuya en tu página pública. Vacía: ninguna.",
	blockedPeople: "Personas que has bloqueado",
	unblock: "Desbloquear",
};

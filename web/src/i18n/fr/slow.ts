// French: slow games.
import type { en } from "../en/slow";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	title: "Parties lentes",
	yourTurn: "À vous de jouer",
	theirTurn: "À l’adversaire",
	left: (time) => `encore ${time}`,
	against: (who) => `Contre ${who}`,
	vacation: "Congés et notifications",
	vacationText: (left) =>
		`Les congés arrêtent les pendules de toutes vos parties lentes. Un jour commencé compte. Il reste cette année : ${left}.`,
	days: "Jours",
	take: "Prendre des congés",
	until: (date) => `En congé jusqu’au ${date}`,
	comeBack: "Revenir",
	notices: "Me prévenir quand c’est à moi",
	noticesText: "Tant que ce site est ouvert dans un onglet que vous ne regardez pas.",
	noticesAlways: "Même quand ce site est fermé.",
	noticesDenied: "Votre navigateur n’autorise pas les notifications de ce site.",
	plan: "Coups conditionnels",
	planText:
		"Posez un coup de l’adversaire, puis votre réponse, et ainsi de suite. S’il joue ainsi, votre réponse est jouée aussitôt. Vous seul le voyez.",
	theirMove: "Coup de l’adversaire :",
	yourAnswer: "Votre réponse :",
	takeBack: "Reprendre",
	addLine: "Ajouter la ligne",
	removeLine: (moves) => `Retirer ${moves}`,
	begins: "La partie commence dès que quelqu’un arrive. Inutile d’attendre ici.",
	away: "En congé",
};

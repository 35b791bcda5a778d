// French: the coach, who explains mistakes.
import type { en } from "../en/coach";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	lets: (own, side, reply, did) => `${own} permet à ${side} de jouer ${reply}, qui ${did}`,
	letsWin: (own, side, reply, moves) => `${own} laisse ${side} gagner en ${moves} par ${reply}`,
	letsWinBy: (own, side, reply, moves, did) => `${own} laisse ${side} gagner en ${moves} par ${reply}, qui ${did}`,
	wouldWin: (move, moves) => `${move} gagnait en ${moves}`,
	wouldWinBy: (move, moves, did) => `${move} gagnait en ${moves} : il ${did}`,
	wouldPrevent: (move) => `${move} l’aurait empêché`,
	wouldDo: (move, did) => `${move} était mieux : il ${did}`,
	wasBetter: (move) => `${move} était mieux`,
	both: (first, second) => `${first} ; ${second}`,
	turningPoint: "Tournant :",
	mistakes: (n) => (n ? plural(n, "erreur", "erreurs") : "aucune erreur"),
	learn: "Apprendre de ses erreurs",
	learnOwn: "Apprendre de vos erreurs",
	noMistakes: "Aucune erreur trouvée.",
	sharePicture: "Partager l’image",
	mistakeOf: (n, total) => `Erreur ${n} sur ${total}`,
	findBetter: "Trouvez un meilleur coup",
	playedHere: (side, move) => `${side} a joué ${move} ici.`,
	right: "Un bon coup",
	rightAlso: (move, best) => `${move} est bon aussi ; l’ordinateur préfère ${best}.`,
	wrong: "Pas assez bon",
	gives: (move, percent) => `${move} coûte ${percent} %.`,
	showMove: "Montrer le coup",
	next: "Erreur suivante",
	finish: "Terminer",
	found: (n, total) => `Vous en avez trouvé ${n} sur ${total}.`,
	atFirst: (n) => `${n} du premier coup.`,
	startLearning: "Commencer",
};

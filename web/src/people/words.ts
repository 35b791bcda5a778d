// What is said about people: who one is, ratings, leaderboards, quick games. Fetched with the pages that show it.
import { computed } from "@preact/signals";
import { settings } from "../browser/settings";
import { plural } from "../i18n/en";

const en = {
	// quick game
	quick: "Quick game",
	quickText: "We find someone near your rating. The game is rated.",
	find: "Find a game",
	looking: "Looking for an opponent",
	near: (rating: number, within: number) => `Your rating is ${rating}. We look up to ${within} points away.`,
	others: (n: number) => (n === 0 ? "Nobody else is waiting yet." : `${plural(n, "other is", "others are")} waiting.`),
	cancel: "Cancel",
	found: "An opponent is found.",

	// leaderboard
	best: "Best players",
	all: "All",
	rank: "Rank",
	player: "Player",
	rating: "Rating",
	record: "Won, drawn, lost",
	games: "Games",
	nobody: "Nobody is ranked here yet",
	nobodyText: "After ten rated games a player is ranked. Find a game and be the first.",
	toRooms: "To the rooms",
	ranked: (n: number) => `${plural(n, "player is", "players are")} ranked`,
	notRanked: (left: number) => `not ranked yet: ${plural(left, "game", "games")} to go`,
	you: "You",
	guest: "Guest",
	signedMark: "This name is theirs alone",
	provisional: "provisional: too few games to be sure",

	// you
	yourPage: "You",
	name: "Your name",
	nameText: "What others see at your seat and in the lists.",
	save: "Save",
	saved: "Saved.",
	ratings: "Your ratings",
	noRatings: "No rated game yet. They begin at 1500.",
	history: "Your games",
	elsewhere: "On another browser",
	elsewhereText: "Set a passphrase, and you can be yourself on another browser: same name, ratings and games.",
	elsewhereSet: (name: string) =>
		`Sign in as ${name} with your passphrase on any browser. Changing it signs out all others.`,
	passphrase: "Passphrase",
	passphraseNote: "At least 8 characters. Nobody can tell you if you forget it.",
	newPassphrase: "New passphrase",
	current: "Passphrase so far",
	setIt: "Set passphrase",
	changeIt: "Change passphrase",
	isSet: "The passphrase is set.",
	tooShort: "A passphrase has at least 8 characters.",
	signIn: "Sign in",
	signInText: "Were you here before, on another browser?",
	leavesBehind:
		"This browser’s own games and ratings stay behind: set a passphrase first if you want to come back to them.",
	signOut: "Sign out",
	signOutText: "This browser will be somebody new. You can sign in again at any time.",
	stay: "Stay",
	welcome: (name: string) => `Welcome back, ${name}.`,
	failed: "The server does not answer.",
};

type Shape<T> = T extends (...given: infer A) => string ? (...given: A) => string : string;
type PeopleWords = { [K in keyof typeof en]: Shape<(typeof en)[K]> };

const fr: PeopleWords = {
	quick: "Partie rapide",
	quickText: "Nous cherchons quelqu’un de votre niveau. La partie est classée.",
	find: "Trouver une partie",
	looking: "Recherche d’un adversaire",
	near: (rating, within) => `Votre classement : ${rating}. On cherche jusqu’à ${within} points d’écart.`,
	others: (n) => (n === 0 ? "Personne d’autre n’attend encore." : `${plural(n, "autre attend", "autres attendent")}.`),
	cancel: "Annuler",
	found: "Adversaire trouvé.",

	best: "Meilleurs joueurs",
	all: "Tous",
	rank: "Rang",
	player: "Joueur",
	rating: "Points",
	record: "Gagnées, nulles, perdues",
	games: "Parties",
	nobody: "Personne n’est encore classé ici",
	nobodyText: "On est classé après dix parties. Trouvez une partie et soyez le premier.",
	toRooms: "Aux salles",
	ranked: (n) => plural(n, "joueur classé", "joueurs classés"),
	notRanked: (left) => `pas encore classé : ${plural(left, "partie", "parties")} à jouer`,
	you: "Vous",
	guest: "Visiteur",
	signedMark: "Ce nom n’appartient qu’à cette personne",
	provisional: "provisoire : trop peu de parties",

	yourPage: "Vous",
	name: "Votre nom",
	nameText: "Ce que les autres voient à votre place et dans les listes.",
	save: "Enregistrer",
	saved: "Enregistré.",
	ratings: "Vos classements",
	noRatings: "Aucune partie classée encore. On commence à 1500.",
	history: "Vos parties",
	elsewhere: "Sur un autre navigateur",
	elsewhereText:
		"Avec une phrase secrète, vous restez vous-même sur un autre navigateur : même nom, classements et parties.",
	elsewhereSet: (name) =>
		`Connectez-vous comme ${name} avec votre phrase secrète sur n’importe quel navigateur. La changer déconnecte tous les autres.`,
	passphrase: "Phrase secrète",
	passphraseNote: "Au moins 8 caractères. Personne ne pourra vous la redire.",
	newPassphrase: "Nouvelle phrase secrète",
	current: "Phrase actuelle",
	setIt: "Choisir la phrase",
	changeIt: "Changer la phrase",
	isSet: "La phrase secrète est enregistrée.",
	tooShort: "Une phrase secrète a au moins 8 caractères.",
	signIn: "Se connecter",
	signInText: "Déjà venu, sur un autre navigateur ?",
	leavesBehind:
		"Les parties et classements propres à ce navigateur resteront derrière : choisissez d’abord une phrase secrète pour y revenir.",
	signOut: "Se déconnecter",
	signOutText: "Ce navigateur sera quelqu’un de nouveau. Vous pourrez vous reconnecter à tout moment.",
	stay: "Rester",
	welcome: (name) => `Content de vous revoir, ${name}.`,
	failed: "Le serveur ne répond pas.",
};

export const p = computed<PeopleWords>(() => (settings.value.language === "fr" ? fr : en));

// French: profiles, ratings, leaderboards and quick games.
import type { en } from "../en/people";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	quick: "Partie rapide",
	quickText: "Nous cherchons quelqu’un de votre niveau. La partie est classée si les deux noms ont une phrase secrète.",
	find: "Trouver une partie",
	looking: "Recherche d’un adversaire",
	near: (rating, within) => `Votre classement : ${rating}. On cherche jusqu’à ${within} points d’écart.`,
	others: (n) => (n === 0 ? "Personne d’autre n’attend encore." : `${plural(n, "autre attend", "autres attendent")}.`),
	cancel: "Annuler",
	found: "Adversaire trouvé.",

	best: "Meilleurs joueurs",
	rank: "Rang",
	player: "Joueur",
	rating: "Points",
	record: "Gagnées, nulles, perdues",
	games: "Parties",
	nobody: "Personne n’est encore classé ici",
	nobodyText:
		"Un classement se stabilise après une dizaine de parties classées, et paraît alors ici. Soyez le premier.",
	toRooms: "Voir les salles",
	ranked: (n) => plural(n, "joueur classé", "joueurs classés"),
	notRanked: (deviation) => `pas encore classé : ± ${deviation}`,
	you: "Vous",
	guest: "Invité",
	signedMark: "Nom enregistré",
	provisional: "pas encore stable : encore quelques parties",

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
		"Une phrase secrète vous permet de garder votre nom, vos classements et vos parties sur un autre navigateur.",
	elsewhereSet: (name) =>
		`Connectez-vous comme ${name} avec votre phrase secrète sur n’importe quel navigateur. La changer déconnecte tous les autres.`,
	passphrase: "Phrase secrète",
	passphraseNote: "Au moins 8 caractères. Impossible de la retrouver si vous l’oubliez.",
	newPassphrase: "Nouvelle phrase secrète",
	current: "Phrase actuelle",
	setIt: "Choisir la phrase",
	changeIt: "Changer la phrase",
	isSet: "La phrase secrète est enregistrée.",
	tooShort: "Une phrase secrète a au moins 8 caractères.",
	signIn: "Se connecter",
	signInText: "Vous avez déjà joué ici sur un autre navigateur ?",
	leavesBehind:
		"Les parties et classements de ce navigateur ne vous suivront pas : choisissez d’abord une phrase secrète pour pouvoir y revenir.",
	signOut: "Se déconnecter",
	signOutText: "Ce navigateur repart de zéro. Vous pourrez vous reconnecter à tout moment.",
	signOutEverywhere: "Se déconnecter partout",
	signOutEverywhereText:
		"Tous les navigateurs où vous êtes connecté repartent de zéro. Vous pourrez vous reconnecter à tout moment.",
	stay: "Rester",
	motto: "Devise",
	mottoText: "Une ligne à vous sur votre page publique. Vide : aucune.",
	blockedPeople: "Les personnes que vous avez bloquées",
	unblock: "Débloquer",
};

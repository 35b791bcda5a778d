// Czech: profiles, ratings, leaderboards and quick games.
import type { en } from "../en/people";
import { counted } from "../plural";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	quick: "Rychlá partie",
	quickText: "Najdeme soupeře s podobným ratingem. Partie je hodnocená, pokud mají obě jména heslo.",
	find: "Najít partii",
	looking: "Hledáme soupeře",
	near: (rating, within) => `Váš rating je ${rating}. Hledáme v rozmezí ±${within}.`,
	others: (n) =>
		n === 0
			? "Zatím nikdo další nečeká."
			: `${counted("cs", n, { one: "další hráč čeká", few: "další hráči čekají", other: "dalších hráčů čeká" })}.`,
	cancel: "Zrušit",
	found: "Soupeř nalezen.",

	best: "Nejlepší hráči",
	rank: "Pořadí",
	player: "Hráč",
	rating: "Rating",
	record: "Výhry, remízy, prohry",
	games: "Partie",
	nobody: "V žebříčku zatím nikdo není",
	nobodyText:
		"Rating se ustálí asi po deseti hodnocených partiích a pak se dostane do žebříčku. Najděte partii a buďte první.",
	toRooms: "Do místností",
	ranked: (n) => `${counted("cs", n, { one: "hráč", few: "hráči", other: "hráčů" })} v žebříčku`,
	notRanked: (deviation) => `zatím mimo žebříček: ± ${deviation}`,
	you: "Vy",
	guest: "Host",
	signedMark: "Registrované jméno",
	provisional: "zatím neustálený: chce to ještě pár partií",

	yourPage: "Vy",
	name: "Vaše jméno",
	nameText: "Vidí ho ostatní u stolu a v seznamech.",
	save: "Uložit",
	saved: "Uloženo.",
	ratings: "Vaše ratingy",
	noRatings: "Zatím žádná hodnocená partie. Začíná se na 1500.",
	history: "Vaše partie",
	elsewhere: "V jiném prohlížeči",
	elsewhereText: "Nastavte si heslo a jméno, ratingy i partie budete mít i v jiném prohlížeči.",
	elsewhereSet: (name) =>
		`V kterémkoli prohlížeči se přihlaste jako ${name} svým heslem. Změna hesla odhlásí všechny ostatní.`,
	passphrase: "Heslo",
	passphraseNote: "Nejméně 8 znaků. Zapomenuté heslo nelze obnovit.",
	newPassphrase: "Nové heslo",
	current: "Současné heslo",
	setIt: "Nastavit heslo",
	changeIt: "Změnit heslo",
	isSet: "Heslo je nastaveno.",
	tooShort: "Heslo musí mít nejméně 8 znaků.",
	signIn: "Přihlásit se",
	signInText: "Už jste tu hráli v jiném prohlížeči?",
	leavesBehind: "Partie a ratingy tohoto prohlížeče se nepřenesou: chcete-li se k nim vrátit, nejdřív nastavte heslo.",
	signOut: "Odhlásit se",
	signOutEverywhere: "Odhlásit všude",
	signOutEverywhereText: "Každý prohlížeč, ve kterém jste přihlášeni, začne znovu. Přihlásit se můžete kdykoli.",
	signOutText: "Tento prohlížeč začne nanovo. Kdykoli se můžete znovu přihlásit.",
	stay: "Zůstat",
	motto: "Krédo",
	mottoText: "Váš vlastní řádek na veřejné stránce. Prázdný: žádný.",
	blockedPeople: "Koho jste zablokovali",
	unblock: "Odblokovat",
};

// Korean particles: their form depends on the last sound of the word before them.

type Pair = "이/가" | "을/를" | "은/는" | "과/와" | "으로/로";
type Sound = "vowel" | "consonant" | "l" | null;

/** Last sounds of the digits as they are read, in 십 and 백 too. */
const DIGITS: readonly Sound[] = [
	"consonant",
	"l",
	"vowel",
	"consonant",
	"vowel",
	"vowel",
	"consonant",
	"l",
	"l",
	"vowel",
];
const FIRST = 0xac00;
const LAST = 0xd7a3;
/** Final consonants of a syllable, with none as the first; ㄹ is the eighth. */
const FINALS = 28;
const RIEUL = 8;

function lastSound(word: string): Sound {
	const end = word.at(-1) ?? "";
	if (/\d/.test(end)) return DIGITS[Number(end)]!;
	const code = end.charCodeAt(0);
	if (code >= FIRST && code <= LAST) {
		const final = (code - FIRST) % FINALS;
		return final === 0 ? "vowel" : final === RIEUL ? "l" : "consonant";
	}
	if (/l/i.test(end)) return "l";
	if (/[mn]/i.test(end)) return "consonant";
	return /[aeiouy]/i.test(end) ? "vowel" : null;
}

/** The word with the form of the particle that fits it: "흑이", "진주가"; both forms if the sound is not known. */
export function josa(word: string, pair: Pair): string {
	if (word === "나" && pair === "이/가") return "내가";
	const [closed, open] = pair.split("/") as [string, string];
	const sound = lastSound(word);
	if (sound === null) return `${word}${closed === "으로" ? "(으)로" : `${closed}(${open})`}`;
	return word + (sound === "vowel" || (sound === "l" && closed === "으로") ? open : closed);
}

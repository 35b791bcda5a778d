// What a language other than English consists of: the default export of the index of its folder.
import type { en as advice } from "./en/advice";
import type { en as coach } from "./en/coach";
import type { en as collection } from "./en/collection";
import type { Words } from "./en/common";
import type { en as doge } from "./en/doge";
import type { en as explorer } from "./en/explorer";
import type { en as figure } from "./en/figure";
import type { en as lessons } from "./en/lessons";
import type { en as life } from "./en/life";
import type { en as minute } from "./en/minute";
import type { en as moderate } from "./en/moderate";
import type { en as ownClock } from "./en/ownClock";
import type { en as people } from "./en/people";
import type { en as profile } from "./en/profile";
import type { en as prove } from "./en/prove";
import type { en as puzzles } from "./en/puzzles";
import type { en as reasons } from "./en/reasons";
import type { en as rooms } from "./en/rooms";
import type { en as rules } from "./en/rules";
import type { en as seeks } from "./en/seeks";
import type { en as slow } from "./en/slow";
import type { en as study } from "./en/study";
import type { en as thinking } from "./en/thinking";
import type { en as tokens } from "./en/tokens";
import type { en as tournaments } from "./en/tournaments";
import type { en as watch } from "./en/watch";
import type { Translation } from "./translation";

export interface Tables {
	/** Texts of the server's catalogue, by the English ones; the server itself sends the French ones. */
	catalogue?: Readonly<Record<string, string>>;
	advice: Translation<typeof advice>;
	coach: Translation<typeof coach>;
	collection: Translation<typeof collection>;
	common: Words;
	doge: Translation<typeof doge>;
	explorer: Translation<typeof explorer>;
	figure: Translation<typeof figure>;
	lessons: Translation<typeof lessons>;
	life: Translation<typeof life>;
	minute: Translation<typeof minute>;
	moderate: Translation<typeof moderate>;
	ownClock: Translation<typeof ownClock>;
	people: Translation<typeof people>;
	profile: Translation<typeof profile>;
	prove: Translation<typeof prove>;
	puzzles: Translation<typeof puzzles>;
	reasons: Translation<typeof reasons>;
	rooms: Translation<typeof rooms>;
	rules: Translation<typeof rules>;
	seeks: Translation<typeof seeks>;
	slow: Translation<typeof slow>;
	study: Translation<typeof study>;
	thinking: Translation<typeof thinking>;
	tokens: Translation<typeof tokens>;
	tournaments: Translation<typeof tournaments>;
	watch: Translation<typeof watch>;
}

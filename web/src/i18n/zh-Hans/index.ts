import type { Tables } from "../tables";
import { zhHans as advice } from "./advice";
import catalogue from "./catalogue.json";
import { zhHans as coach } from "./coach";
import { zhHans as collection } from "./collection";
import { zhHans as common } from "./common";
import { zhHans as doge } from "./doge";
import { zhHans as explorer } from "./explorer";
import { zhHans as figure } from "./figure";
import { zhHans as lessons } from "./lessons";
import { zhHans as life } from "./life";
import { zhHans as minute } from "./minute";
import { zhHans as moderate } from "./moderate";
import { zhHans as ownClock } from "./ownClock";
import { zhHans as people } from "./people";
import { zhHans as profile } from "./profile";
import { zhHans as prove } from "./prove";
import { zhHans as puzzles } from "./puzzles";
import { zhHans as reasons } from "./reasons";
import { zhHans as rooms } from "./rooms";
import { zhHans as rules } from "./rules";
import { zhHans as seeks } from "./seeks";
import { zhHans as slow } from "./slow";
import { zhHans as study } from "./study";
import { zhHans as thinking } from "./thinking";
import { zhHans as tokens } from "./tokens";
import { zhHans as tournaments } from "./tournaments";
import { zhHans as watch } from "./watch";

export default {
	advice,
	catalogue,
	coach,
	collection,
	common,
	doge,
	explorer,
	figure,
	lessons,
	life,
	minute,
	moderate,
	ownClock,
	people,
	profile,
	prove,
	puzzles,
	reasons,
	rooms,
	rules,
	seeks,
	slow,
	study,
	thinking,
	tokens,
	tournaments,
	watch,
} satisfies Tables;

import type { Tables } from "../tables";
import { de as advice } from "./advice";
import catalogue from "./catalogue.json";
import { de as coach } from "./coach";
import { de as collection } from "./collection";
import { de as common } from "./common";
import { de as doge } from "./doge";
import { de as explorer } from "./explorer";
import { de as figure } from "./figure";
import { de as lessons } from "./lessons";
import { de as life } from "./life";
import { de as minute } from "./minute";
import { de as moderate } from "./moderate";
import { de as ownClock } from "./ownClock";
import { de as people } from "./people";
import { de as profile } from "./profile";
import { de as prove } from "./prove";
import { de as puzzles } from "./puzzles";
import { de as reasons } from "./reasons";
import { de as rooms } from "./rooms";
import { de as rules } from "./rules";
import { de as seeks } from "./seeks";
import { de as slow } from "./slow";
import { de as study } from "./study";
import { de as thinking } from "./thinking";
import { de as tokens } from "./tokens";
import { de as tournaments } from "./tournaments";
import { de as watch } from "./watch";

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

import type { Tables } from "../tables";
import { cs as advice } from "./advice";
import catalogue from "./catalogue.json";
import { cs as coach } from "./coach";
import { cs as collection } from "./collection";
import { cs as common } from "./common";
import { cs as doge } from "./doge";
import { cs as explorer } from "./explorer";
import { cs as figure } from "./figure";
import { cs as lessons } from "./lessons";
import { cs as life } from "./life";
import { cs as minute } from "./minute";
import { cs as moderate } from "./moderate";
import { cs as ownClock } from "./ownClock";
import { cs as people } from "./people";
import { cs as profile } from "./profile";
import { cs as prove } from "./prove";
import { cs as puzzles } from "./puzzles";
import { cs as reasons } from "./reasons";
import { cs as rooms } from "./rooms";
import { cs as rules } from "./rules";
import { cs as seeks } from "./seeks";
import { cs as slow } from "./slow";
import { cs as study } from "./study";
import { cs as thinking } from "./thinking";
import { cs as tokens } from "./tokens";
import { cs as tournaments } from "./tournaments";
import { cs as watch } from "./watch";

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

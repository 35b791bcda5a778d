import type { Tables } from "../tables";
import { ru as advice } from "./advice";
import catalogue from "./catalogue.json";
import { ru as coach } from "./coach";
import { ru as collection } from "./collection";
import { ru as common } from "./common";
import { ru as doge } from "./doge";
import { ru as explorer } from "./explorer";
import { ru as figure } from "./figure";
import { ru as lessons } from "./lessons";
import { ru as life } from "./life";
import { ru as minute } from "./minute";
import { ru as moderate } from "./moderate";
import { ru as ownClock } from "./ownClock";
import { ru as people } from "./people";
import { ru as profile } from "./profile";
import { ru as prove } from "./prove";
import { ru as puzzles } from "./puzzles";
import { ru as reasons } from "./reasons";
import { ru as rooms } from "./rooms";
import { ru as rules } from "./rules";
import { ru as seeks } from "./seeks";
import { ru as slow } from "./slow";
import { ru as study } from "./study";
import { ru as thinking } from "./thinking";
import { ru as tokens } from "./tokens";
import { ru as tournaments } from "./tournaments";
import { ru as watch } from "./watch";

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

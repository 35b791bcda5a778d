import type { Tables } from "../tables";
import { zhHant as advice } from "./advice";
import catalogue from "./catalogue.json";
import { zhHant as coach } from "./coach";
import { zhHant as collection } from "./collection";
import { zhHant as common } from "./common";
import { zhHant as doge } from "./doge";
import { zhHant as explorer } from "./explorer";
import { zhHant as figure } from "./figure";
import { zhHant as lessons } from "./lessons";
import { zhHant as life } from "./life";
import { zhHant as minute } from "./minute";
import { zhHant as moderate } from "./moderate";
import { zhHant as ownClock } from "./ownClock";
import { zhHant as people } from "./people";
import { zhHant as profile } from "./profile";
import { zhHant as prove } from "./prove";
import { zhHant as puzzles } from "./puzzles";
import { zhHant as reasons } from "./reasons";
import { zhHant as rooms } from "./rooms";
import { zhHant as rules } from "./rules";
import { zhHant as seeks } from "./seeks";
import { zhHant as slow } from "./slow";
import { zhHant as study } from "./study";
import { zhHant as thinking } from "./thinking";
import { zhHant as tokens } from "./tokens";
import { zhHant as tournaments } from "./tournaments";
import { zhHant as watch } from "./watch";

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

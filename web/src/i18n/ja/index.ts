import type { Tables } from "../tables";
import { ja as advice } from "./advice";
import catalogue from "./catalogue.json";
import { ja as coach } from "./coach";
import { ja as collection } from "./collection";
import { ja as common } from "./common";
import { ja as doge } from "./doge";
import { ja as explorer } from "./explorer";
import { ja as figure } from "./figure";
import { ja as lessons } from "./lessons";
import { ja as life } from "./life";
import { ja as minute } from "./minute";
import { ja as moderate } from "./moderate";
import { ja as ownClock } from "./ownClock";
import { ja as people } from "./people";
import { ja as profile } from "./profile";
import { ja as prove } from "./prove";
import { ja as puzzles } from "./puzzles";
import { ja as reasons } from "./reasons";
import { ja as rooms } from "./rooms";
import { ja as rules } from "./rules";
import { ja as seeks } from "./seeks";
import { ja as slow } from "./slow";
import { ja as study } from "./study";
import { ja as thinking } from "./thinking";
import { ja as tokens } from "./tokens";
import { ja as tournaments } from "./tournaments";
import { ja as watch } from "./watch";

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

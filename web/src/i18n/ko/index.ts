import type { Tables } from "../tables";
import { ko as advice } from "./advice";
import catalogue from "./catalogue.json";
import { ko as coach } from "./coach";
import { ko as collection } from "./collection";
import { ko as common } from "./common";
import { ko as doge } from "./doge";
import { ko as explorer } from "./explorer";
import { ko as figure } from "./figure";
import { ko as lessons } from "./lessons";
import { ko as life } from "./life";
import { ko as minute } from "./minute";
import { ko as moderate } from "./moderate";
import { ko as ownClock } from "./ownClock";
import { ko as people } from "./people";
import { ko as profile } from "./profile";
import { ko as prove } from "./prove";
import { ko as puzzles } from "./puzzles";
import { ko as reasons } from "./reasons";
import { ko as rooms } from "./rooms";
import { ko as rules } from "./rules";
import { ko as seeks } from "./seeks";
import { ko as slow } from "./slow";
import { ko as study } from "./study";
import { ko as thinking } from "./thinking";
import { ko as tokens } from "./tokens";
import { ko as tournaments } from "./tournaments";
import { ko as watch } from "./watch";

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

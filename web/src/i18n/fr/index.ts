import type { Tables } from "../tables";
import { fr as advice } from "./advice";
import { fr as coach } from "./coach";
import { fr as collection } from "./collection";
import { fr as common } from "./common";
import { fr as doge } from "./doge";
import { fr as explorer } from "./explorer";
import { fr as figure } from "./figure";
import { fr as lessons } from "./lessons";
import { fr as life } from "./life";
import { fr as minute } from "./minute";
import { fr as moderate } from "./moderate";
import { fr as ownClock } from "./ownClock";
import { fr as people } from "./people";
import { fr as profile } from "./profile";
import { fr as prove } from "./prove";
import { fr as puzzles } from "./puzzles";
import { fr as reasons } from "./reasons";
import { fr as rooms } from "./rooms";
import { fr as rules } from "./rules";
import { fr as seeks } from "./seeks";
import { fr as slow } from "./slow";
import { fr as study } from "./study";
import { fr as thinking } from "./thinking";
import { fr as tokens } from "./tokens";
import { fr as tournaments } from "./tournaments";
import { fr as watch } from "./watch";

export default {
	advice,
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

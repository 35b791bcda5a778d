import type { Tables } from "../tables";
import catalogue from "./catalogue.json";
import { ru as coach } from "./coach";
import { ru as common } from "./common";
import { ru as doge } from "./doge";
import { ru as explorer } from "./explorer";
import { ru as lessons } from "./lessons";
import { ru as life } from "./life";
import { ru as people } from "./people";
import { ru as prove } from "./prove";
import { ru as puzzles } from "./puzzles";
import { ru as reasons } from "./reasons";
import { ru as rooms } from "./rooms";
import { ru as rules } from "./rules";
import { ru as study } from "./study";
import { ru as thinking } from "./thinking";
import { ru as tokens } from "./tokens";

export default {
	catalogue,
	coach,
	common,
	doge,
	explorer,
	lessons,
	life,
	people,
	prove,
	puzzles,
	reasons,
	rooms,
	rules,
	study,
	thinking,
	tokens,
} satisfies Tables;

import type { Tables } from "../tables";
import catalogue from "./catalogue.json";
import { zhHant as coach } from "./coach";
import { zhHant as common } from "./common";
import { zhHant as doge } from "./doge";
import { zhHant as explorer } from "./explorer";
import { zhHant as lessons } from "./lessons";
import { zhHant as life } from "./life";
import { zhHant as people } from "./people";
import { zhHant as prove } from "./prove";
import { zhHant as puzzles } from "./puzzles";
import { zhHant as reasons } from "./reasons";
import { zhHant as rooms } from "./rooms";
import { zhHant as rules } from "./rules";
import { zhHant as study } from "./study";
import { zhHant as thinking } from "./thinking";
import { zhHant as tokens } from "./tokens";

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

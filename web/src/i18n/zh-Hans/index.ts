import type { Tables } from "../tables";
import catalogue from "./catalogue.json";
import { zhHans as coach } from "./coach";
import { zhHans as common } from "./common";
import { zhHans as doge } from "./doge";
import { zhHans as explorer } from "./explorer";
import { zhHans as lessons } from "./lessons";
import { zhHans as life } from "./life";
import { zhHans as people } from "./people";
import { zhHans as prove } from "./prove";
import { zhHans as puzzles } from "./puzzles";
import { zhHans as reasons } from "./reasons";
import { zhHans as rooms } from "./rooms";
import { zhHans as rules } from "./rules";
import { zhHans as study } from "./study";
import { zhHans as thinking } from "./thinking";
import { zhHans as tokens } from "./tokens";

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

import type { Tables } from "../tables";
import catalogue from "./catalogue.json";
import { cs as coach } from "./coach";
import { cs as common } from "./common";
import { cs as doge } from "./doge";
import { cs as explorer } from "./explorer";
import { cs as lessons } from "./lessons";
import { cs as life } from "./life";
import { cs as people } from "./people";
import { cs as prove } from "./prove";
import { cs as puzzles } from "./puzzles";
import { cs as reasons } from "./reasons";
import { cs as rooms } from "./rooms";
import { cs as rules } from "./rules";
import { cs as study } from "./study";
import { cs as thinking } from "./thinking";
import { cs as tokens } from "./tokens";

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

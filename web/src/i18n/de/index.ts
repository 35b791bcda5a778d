import type { Tables } from "../tables";
import catalogue from "./catalogue.json";
import { de as coach } from "./coach";
import { de as common } from "./common";
import { de as doge } from "./doge";
import { de as explorer } from "./explorer";
import { de as lessons } from "./lessons";
import { de as life } from "./life";
import { de as people } from "./people";
import { de as prove } from "./prove";
import { de as puzzles } from "./puzzles";
import { de as reasons } from "./reasons";
import { de as rooms } from "./rooms";
import { de as rules } from "./rules";
import { de as study } from "./study";
import { de as thinking } from "./thinking";
import { de as tokens } from "./tokens";

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

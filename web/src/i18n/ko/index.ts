import type { Tables } from "../tables";
import catalogue from "./catalogue.json";
import { ko as coach } from "./coach";
import { ko as common } from "./common";
import { ko as doge } from "./doge";
import { ko as explorer } from "./explorer";
import { ko as lessons } from "./lessons";
import { ko as life } from "./life";
import { ko as people } from "./people";
import { ko as prove } from "./prove";
import { ko as puzzles } from "./puzzles";
import { ko as reasons } from "./reasons";
import { ko as rooms } from "./rooms";
import { ko as rules } from "./rules";
import { ko as study } from "./study";
import { ko as thinking } from "./thinking";
import { ko as tokens } from "./tokens";

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

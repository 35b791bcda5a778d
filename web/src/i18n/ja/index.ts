import type { Tables } from "../tables";
import catalogue from "./catalogue.json";
import { ja as coach } from "./coach";
import { ja as common } from "./common";
import { ja as doge } from "./doge";
import { ja as explorer } from "./explorer";
import { ja as lessons } from "./lessons";
import { ja as life } from "./life";
import { ja as people } from "./people";
import { ja as prove } from "./prove";
import { ja as puzzles } from "./puzzles";
import { ja as reasons } from "./reasons";
import { ja as rooms } from "./rooms";
import { ja as rules } from "./rules";
import { ja as study } from "./study";
import { ja as thinking } from "./thinking";
import { ja as tokens } from "./tokens";

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

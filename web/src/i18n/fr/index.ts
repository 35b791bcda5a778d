import type { Tables } from "../tables";
import { fr as coach } from "./coach";
import { fr as common } from "./common";
import { fr as doge } from "./doge";
import { fr as explorer } from "./explorer";
import { fr as lessons } from "./lessons";
import { fr as life } from "./life";
import { fr as people } from "./people";
import { fr as prove } from "./prove";
import { fr as puzzles } from "./puzzles";
import { fr as reasons } from "./reasons";
import { fr as rooms } from "./rooms";
import { fr as rules } from "./rules";
import { fr as study } from "./study";
import { fr as thinking } from "./thinking";
import { fr as tokens } from "./tokens";

export default {
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

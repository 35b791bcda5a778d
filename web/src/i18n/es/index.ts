import type { Tables } from "../tables";
import catalogue from "./catalogue.json";
import { es as coach } from "./coach";
import { es as common } from "./common";
import { es as doge } from "./doge";
import { es as explorer } from "./explorer";
import { es as lessons } from "./lessons";
import { es as life } from "./life";
import { es as people } from "./people";
import { es as prove } from "./prove";
import { es as puzzles } from "./puzzles";
import { es as reasons } from "./reasons";
import { es as rooms } from "./rooms";
import { es as rules } from "./rules";
import { es as study } from "./study";
import { es as thinking } from "./thinking";
import { es as tokens } from "./tokens";

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

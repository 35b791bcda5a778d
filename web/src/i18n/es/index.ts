import type { Tables } from "../tables";
import { es as advice } from "./advice";
import catalogue from "./catalogue.json";
import { es as coach } from "./coach";
import { es as collection } from "./collection";
import { es as common } from "./common";
import { es as doge } from "./doge";
import { es as explorer } from "./explorer";
import { es as figure } from "./figure";
import { es as lessons } from "./lessons";
import { es as life } from "./life";
import { es as minute } from "./minute";
import { es as moderate } from "./moderate";
import { es as ownClock } from "./ownClock";
import { es as people } from "./people";
import { es as profile } from "./profile";
import { es as prove } from "./prove";
import { es as puzzles } from "./puzzles";
import { es as reasons } from "./reasons";
import { es as rooms } from "./rooms";
import { es as rules } from "./rules";
import { es as seeks } from "./seeks";
import { es as slow } from "./slow";
import { es as study } from "./study";
import { es as thinking } from "./thinking";
import { es as tokens } from "./tokens";
import { es as tournaments } from "./tournaments";
import { es as watch } from "./watch";

export default {
	advice,
	catalogue,
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

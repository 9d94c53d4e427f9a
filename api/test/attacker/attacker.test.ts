import { testExperiment } from "./expected";
import { runExperiment } from "./experiment";

// An hour of the busiest traffic: where mixing can hide anything at all. Three of them: attacker.long.ts.
testExperiment({ ...runExperiment({ perHour: 700, hours: 1 }, "attacker 3"), ordersMin: 700 });

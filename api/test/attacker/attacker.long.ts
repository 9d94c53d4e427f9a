import { testExperiment } from "./expected";
import { runExperiment } from "./experiment";

testExperiment({ ...runExperiment({ perHour: 700, hours: 3 }, "attacker test"), ordersMin: 2_000 });

import { afterAll, afterEach, beforeAll } from "vitest";
import { commandTests } from "./suites/commands";
import { decisionTests } from "./suites/decisions";
import { flowTests } from "./suites/flow";
import { processTests } from "./suites/process";
import { robustnessTests } from "./suites/robustness";
import { transcriptTests } from "./suites/transcript";
import { startWorld, type World } from "./world";

/** One server for all: starting it is what takes time. */
let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterEach(() => {
  world.gate.instead = undefined;
  world.telegram.instead = undefined;
  world.telegram.deliveries = 1;
});

afterAll(async () => {
  await world?.stop();
});

flowTests(() => world);
decisionTests(() => world);
commandTests(() => world);
robustnessTests(() => world);
processTests(() => world);
transcriptTests(() => world);

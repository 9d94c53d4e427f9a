import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { commandTests } from "./suites/commands";
import { decisionTests } from "./suites/decisions";
import { flowTests } from "./suites/flow";
import { mishapTests } from "./suites/mishaps";
import { processTests } from "./suites/process";
import { robustnessTests } from "./suites/robustness";
import { transcriptTests } from "./suites/transcript";
import { startWorld, type World } from "./world";

// A test is a dialogue of many steps, perhaps on a machine with much else to do.
vi.setConfig({ testTimeout: 120_000 });

/** One server for all: starting it is what takes time. */
let world: World;
const starting = startWorld();

beforeAll(async () => {
  world = await starting;
}, 180_000);

afterEach(() => {
  world.gate.instead = undefined;
  world.gate.after = undefined;
  world.telegram.instead = undefined;
});

afterAll(async () => {
  // Also what came up too late for the tests.
  await (await starting).stop();
});

flowTests(() => world);
decisionTests(() => world);
commandTests(() => world);
robustnessTests(() => world);
mishapTests(() => world);
processTests(() => world);
transcriptTests(() => world);

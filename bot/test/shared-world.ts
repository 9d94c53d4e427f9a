import { afterAll, afterEach, beforeAll } from "vitest";
import { startWorld, type World } from "./world";

/** One world for all suites of a test file: starting the server is what takes time. */
const starting = startWorld();
let running: World | undefined;

beforeAll(async () => {
  running = await starting;
}, 180_000);

afterEach(() => {
  const { gate, telegram } = world();
  gate.instead = undefined;
  gate.after = undefined;
  telegram.instead = undefined;
});

afterAll(async () => {
  // A world that came up too late for the tests is stopped too.
  await (await starting).stop();
});

/** The running world; for use in tests alone. */
export function world(): World {
  if (running === undefined) throw new Error("the world is not running yet");
  return running;
}

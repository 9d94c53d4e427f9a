import { setup } from "../postgres/setup";
import { SCENARIOS } from "./scenarios";
import { openBench, type Run } from "./sweep";

/**
 * `tsx test/crash/main.ts [--full] [--scenario N] [--at N]`: kills the server at points of each scenario, starts it
 * again, and demands that exactly what is due landed and that the books are sound. Without --full, every eighth point.
 */
const SPREAD = 8;
/** Timing moves some points past the end of the measured run. */
const BEYOND = 2;
/** Runs at once: each mostly waits, for blocks and for the lease of the process that died. */
const LANES = 4;

const option = (name: string): number | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : Number(process.argv[at + 1]);
};

const report = (name: string, run: Run): void => {
  const verdict = run.troubles.length > 0 ? `WRONG: ${run.troubles.join("; ")}` : "ok";
  process.stdout.write(`${name}: ${run.died ? run.point : `${run.crashAt} was not reached`}: ${verdict}\n`);
};

const stopPostgres = await setup();
const bench = await openBench();
let wrong = 0;
let died = 0;
try {
  const only = option("--scenario");
  for (const scenario of SCENARIOS.filter((_, index) => only === undefined || index === only)) {
    const calm = await bench.run(scenario, 0);
    report(scenario.name, calm);
    const last = calm.points.length + BEYOND;
    const every = process.argv.includes("--full") ? 1 : SPREAD;
    const at = option("--at");
    let next = at ?? 1;
    const lane = async (): Promise<void> => {
      while (next <= (at ?? last)) {
        const crashAt = next;
        next += every;
        const run = await bench.run(scenario, crashAt);
        report(scenario.name, run);
        if (run.troubles.length > 0) wrong += 1;
        if (run.died) died += 1;
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }
} finally {
  await stopPostgres?.();
}
process.stdout.write(`${died} crashes, ${wrong} with a wrong end\n`);
if (wrong > 0 || died === 0) process.exitCode = 1;

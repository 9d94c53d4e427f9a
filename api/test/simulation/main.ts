import { parseArgs } from "node:util";
import { runSeedsOnCores } from "./cores";
import { FAULT_KINDS, type FaultKind } from "./faulty-chain";
import { stepsOfText } from "./history";
import { intoPage, picture } from "./picture";
import { reportLines } from "./report";
import { type Progress, type RunRequest, runSeeds } from "./run-seeds";

const SEARCH_MS_MAX = 240_000;
const PROGRESS_EVERY_MS = 60_000;

/**
 * `pnpm sim --seeds 200 --orders 20`, or `--seed X` to replay one, with `--steps` and `--without` to replay a part of it.
 * Says each minute how far it is. Reports each violation with the shortest history that fails, which it looks for in at
 * most `--replays` replays, and ends after `--failures` of them.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "200" },
      orders: { type: "string", default: "6" },
      seed: { type: "string" },
      from: { type: "string", default: "0" },
      failures: { type: "string", default: "5" },
      replays: { type: "string", default: "200" },
      steps: { type: "string" },
      without: { type: "string" },
      journal: { type: "boolean", default: false },
      picture: { type: "string" },
    },
  });
  const from = Number(values.from);
  const seeds =
    values.seed === undefined
      ? Array.from({ length: Number(values.seeds) }, (_, n) => String(from + n))
      : [values.seed];
  const orders = Number(values.orders);
  const request = {
    seeds,
    orders,
    stopAtFailures: Number(values.failures),
    limits: { replays: Number(values.replays), ms: SEARCH_MS_MAX },
    onWorld: progressLines(seeds.length),
  };
  const part = partOf(values);
  const isPart = part.part !== undefined;
  const result =
    isPart || seeds.length === 1 ? await runSeeds({ ...request, ...part }) : await runSeedsOnCores(request);
  const ran = result.worlds === seeds.length ? "" : `${result.worlds} of `;
  const summary = `${ran}${seeds.length} seeds, ${result.orders} orders, ${result.steps} steps`;
  const pictures = [
    "States reached, each with the number of worlds:",
    ...picture(result.reached),
    "",
    "Faults met:",
    ...picture(result.met),
  ];
  const lines = [`${summary} in ${(result.elapsedMs / 1_000).toFixed(1)} s`, "", ...pictures];
  for (const violation of result.failures)
    lines.push("", ...reportLines(violation, { orders, wholeJournal: values.journal }));
  process.stdout.write(`${lines.join("\n")}\n`);
  if (values.picture !== undefined) intoPage(values.picture, [`${summary}.`, "", ...pictures]);
  process.exitCode = result.failures.length > 0 ? 1 : 0;
}

/** Writes a line a minute, beside the result. */
function progressLines(seeds: number): (sofar: Progress) => void {
  let saidAt = performance.now();
  return ({ worlds, orders, violations }) => {
    if (performance.now() - saidAt < PROGRESS_EVERY_MS) return;
    saidAt = performance.now();
    process.stderr.write(`${worlds} of ${seeds} worlds, ${orders} orders; violations: ${violations}\n`);
  };
}

/** The part of a history that is asked for, if one is. */
function partOf(asked: { steps?: string; without?: string }): Pick<RunRequest, "part"> {
  if (asked.steps === undefined && asked.without === undefined) return {};
  const steps = asked.steps === undefined ? null : new Set(stepsOfText(asked.steps));
  const names = asked.without?.split(",") ?? [];
  const unknown = names.filter((name) => !FAULT_KINDS.some((kind) => kind === name));
  if (unknown.length > 0)
    throw new RangeError(`unknown faults: ${unknown.join(", ")}; there are ${FAULT_KINDS.join(", ")}`);
  return { part: { steps, without: new Set(names as FaultKind[]) } };
}

await main();

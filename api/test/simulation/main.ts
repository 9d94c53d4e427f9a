import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { runSeeds } from "./run-seeds";

/** `pnpm sim --seeds 200 --orders 20`, or `--seed X` to replay one; prints seed and commit when it fails. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "200" },
      orders: { type: "string", default: "6" },
      seed: { type: "string" },
      from: { type: "string", default: "0" },
      failures: { type: "string", default: "5" },
      journal: { type: "boolean", default: false },
    },
  });
  const from = Number(values.from);
  const seeds =
    values.seed === undefined
      ? Array.from({ length: Number(values.seeds) }, (_, n) => String(from + n))
      : [values.seed];
  const result = await runSeeds({
    seeds,
    orders: Number(values.orders),
    stopAtFailures: Number(values.failures),
  });
  const { steps, orders, failures, elapsedMs } = result;
  const lines = [
    `${seeds.length} seeds, ${orders} orders, ${steps} steps in ${(elapsedMs / 1_000).toFixed(1)} s`,
    `reached: ${[...result.reached].sort().join(", ")}`,
  ];
  for (const { failure, seed } of failures) {
    lines.push(
      "",
      `FAILED ${failure.message}`,
      ...failure.journal.slice(values.journal ? 0 : -40).map((line) => `    ${line}`),
    );
    const cause = failure.cause instanceof Error ? failure.cause.stack : undefined;
    if (cause !== undefined) lines.push(cause);
    lines.push(`Replay at commit ${commit()}: pnpm sim --seed ${seed} --orders ${values.orders}`);
  }
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

function commit(): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty"], {
      cwd: import.meta.dirname,
      encoding: "utf8",
    }).trim();
  } catch {
    return "unknown";
  }
}

await main();

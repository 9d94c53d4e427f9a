import { runExperiment } from "./experiment";
import { caseTable, claimTable, hitTable, type Result } from "./table";

/** Low traffic is repeated with other seeds, so that its rows hold enough orders. */
const TRAFFICS = [
  { name: "low: 10 an hour", perHour: 10, hours: 72, worlds: 4 },
  { name: "medium: 60 an hour", perHour: 60, hours: 72, worlds: 1 },
  { name: "high: 600 an hour", perHour: 600, hours: 12, worlds: 1 },
] as const;

/** `pnpm --filter @sotto/api attacker`: the tables of docs/mixer.md, the same at every run. */
function main(): void {
  const results = TRAFFICS.map(({ name, perHour, hours, worlds }): Result => {
    const runs = Array.from({ length: worlds }, (_, n) => runExperiment({ perHour, hours }, `${name} ${n}`));
    return {
      traffic: name,
      plain: runs.flatMap(({ plain }) => plain),
      mixed: runs.flatMap(({ mixed }) => mixed),
      strategy: runs[0]?.strategy ?? "alone",
    };
  });
  const chosen = results.map(({ traffic, strategy }) => `${traffic}: ${strategy}`).join("; ");
  process.stdout.write(
    `${[hitTable(results), caseTable(results), claimTable(results), `Strategy: ${chosen}.`].join("\n\n")}\n`,
  );
}

main();

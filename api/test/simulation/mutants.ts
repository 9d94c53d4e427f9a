import { runMutants, tableOf } from "./run-mutants";

/** `pnpm sim:mutants [name …]`: plants each bug in a copy of the sources; every one must be noticed. */
const only = process.argv.slice(2);
const outcomes = runMutants({
  short: process.env.MUTANTS_SHORT !== undefined,
  only,
  report: (outcome) => process.stdout.write(`${tableOf([outcome])}\n`),
});
const noticed = outcomes.filter(({ caughtBy }) => caughtBy !== null).length;
process.stdout.write(`${noticed} of ${outcomes.length} planted bugs noticed\n`);
process.exitCode = noticed === outcomes.length ? 0 : 1;

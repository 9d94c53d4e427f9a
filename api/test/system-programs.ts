/**
 * Says why tests cannot run that need a program that is not ours; undefined where they can. Prints the reason. Throws in CI,
 * where every program is there.
 */
export function whyNotRun(what: string, isThere: boolean, howToGet: string): string | undefined {
  if (isThere) return undefined;
  const why = `${what} did NOT run: not installed (${howToGet})`;
  if (process.env.CI === "true") throw new Error(why);
  console.log(`\n!!! ${why}.\n`);
  return why;
}

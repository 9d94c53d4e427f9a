/**
 * Says why tests cannot run that need a program of the operating system's; undefined where they can. Prints the reason. Throws in CI, where every program is installed.
 */
export function whyNotRun(what: string, isThere: boolean, debianPackage: string): string | undefined {
  if (isThere) return undefined;
  const why = `${what} did NOT run: not installed (Debian: apt-get install ${debianPackage})`;
  if (process.env.CI === "true") throw new Error(why);
  console.log(`\n!!! ${why}.\n`);
  return why;
}

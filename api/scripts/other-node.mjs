import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root, run } from "./workspace.mjs";

/**
 * Calls `work` with an environment in which `node` is the given version, which npm's package `node` brings.
 *
 * Installs it once, into `.cache/node-VERSION`.
 */
export async function withNode(version, work) {
  const folder = join(root, `.cache/node-${version}`);
  const programs = join(folder, "node_modules/node/bin");
  if (!existsSync(join(programs, "node"))) {
    mkdirSync(folder, { recursive: true });
    await run("npm", ["install", "--prefix", folder, "--no-save", "--no-audit", `node@${version}`]);
  }
  return await work({ ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` });
}

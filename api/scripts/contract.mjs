import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bin, inOrder, root } from "./workspace.mjs";

/** Generates the contract and its types anew and compares them with those in the tree, which stay as they were. */
export async function contractDrift() {
  const files = ["openapi/openapi.json", "openapi/schema.d.ts"].map((name) => {
    const path = join(root, name);
    return { name, path, before: existsSync(path) ? readFileSync(path, "utf8") : undefined };
  });
  const absent = files.filter((file) => file.before === undefined);
  if (absent.length > 0) {
    console.error(`${absent.map((file) => file.name).join(", ")}: absent. Run pnpm generate.`);
    return 1;
  }
  try {
    const code = await inOrder([
      () => bin("tsx", ["src/generate.ts"], "api"),
      () => bin("openapi-typescript", ["openapi.json", "-o", "schema.d.ts"], "openapi"),
    ]);
    if (code !== 0) return code;
    const drifted = files.filter((file) => readFileSync(file.path, "utf8") !== file.before);
    for (const file of drifted) console.error(`${file.name} is not what the server says. Run pnpm generate.`);
    return drifted.length === 0 ? 0 : 1;
  } finally {
    for (const file of files)
      if (readFileSync(file.path, "utf8") !== file.before) writeFileSync(file.path, file.before);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = await contractDrift();

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildStale, install, root } from "./workspace.mjs";

/** `npm start`: installs and builds what is stale, then becomes the server. */
process.chdir(root);
try {
  await install({ tools: false });
  await buildStale();
} catch (error) {
  console.error(`Sotto did not start: ${error.message}`);
  process.exit(1);
}
await import(pathToFileURL(join(root, "api/dist/main.js")).href);

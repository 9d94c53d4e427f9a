import { spawn } from "node:child_process";
import { join } from "node:path";
import { buildStale, install, root } from "./workspace.mjs";

/** `pnpm dev`: runs the server from its sources and starts it anew when one of them changes. */
await install();
await buildStale();
const child = spawn(process.execPath, [join(root, "node_modules/tsx/dist/cli.mjs"), "watch", "src/main.ts"], {
  cwd: join(root, "api"),
  stdio: "inherit",
  env: { DATA_DIR: join(root, ".data"), ...process.env },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("close", (code) => {
  process.exitCode = code ?? 1;
});

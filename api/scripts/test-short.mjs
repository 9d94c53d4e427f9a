import { close, runBrowser, runUnit } from "./suites.mjs";
import { buildStale, install } from "./workspace.mjs";

/**
 * `npm run test:short [vitest's arguments]`: a short form of the long suites (simulation, planted bugs, crashes, odd requests, every
 * page in the browser), and the tests that start whole services or many nodes; with arguments, those of vitest only.
 */
const args = process.argv.slice(2);
await install();
await buildStale();
const unit = runUnit(["--project=short", ...args]);
// Beside it: these tests wait for nodes and blocks half of their time.
close(args.length > 0 ? [await unit] : await Promise.all([unit, runBrowser(["--pages", "--beside"])]));

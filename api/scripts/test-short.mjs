import { close, runBrowser, runUnit } from "./suites.mjs";
import { buildStale, install } from "./workspace.mjs";

/**
 * `npm run test:short`: a short form of the long suites (simulation, planted bugs, crashes, every page in the browser), and the
 * tests that start whole services or many nodes.
 */
await install();
await buildStale();
close([await runUnit(["--project=short"]), await runBrowser(["--pages"])]);

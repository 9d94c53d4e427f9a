import { cachedGet } from "./rows/cached-get";
import { cliStart } from "./rows/cli-start";
import { create } from "./rows/create";
import { homePage } from "./rows/home-page";
import { idle } from "./rows/idle";
import { mixes } from "./rows/mixes";
import { oldOrders } from "./rows/old-orders";
import { scan } from "./rows/scan";
import { settlement } from "./rows/settlement";
import { start } from "./rows/start";
import { streams } from "./rows/streams";
import { tracking } from "./rows/tracking";
import { wholeOrder } from "./rows/whole-order";
import { runBench } from "./run";

/** `pnpm bench`, in this order. docs/benchmarks.md says how to run it. */
const ROWS = [
  cachedGet,
  create,
  tracking,
  homePage,
  streams,
  settlement,
  wholeOrder,
  mixes,
  oldOrders,
  scan,
  idle,
  start,
  cliStart,
];

process.exitCode = await runBench(ROWS, process.env);

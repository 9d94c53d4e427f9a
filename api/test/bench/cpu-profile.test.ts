import { expect, test } from "vitest";
import { type CpuProfile, linesOf, treeOf } from "../../bench/cpu-profile";

const frame = (functionName: string, url: string) => ({
  functionName,
  scriptId: "0",
  url,
  lineNumber: 0,
  columnNumber: 0,
});
const ENGINE = "file:///sotto/api/src/orders/engine/apply.ts";
const PACKAGE = "file:///sotto/node_modules/.pnpm/@noble+curves@2/node_modules/@noble/curves/secp256k1.js";

/** A turn of the event loop calls the engine, which calls itself, and a package; then nothing happens, and memory is collected. */
const PROFILE: CpuProfile = {
  startTime: 0,
  endTime: 1_000,
  nodes: [
    { id: 1, callFrame: frame("(root)", ""), children: [2, 6, 7, 8] },
    { id: 2, callFrame: frame("process", "node:internal/process/task_queues"), children: [3] },
    { id: 3, callFrame: frame("applyTogether", ENGINE), children: [4] },
    { id: 4, callFrame: frame("applyIn", ENGINE), children: [5] },
    { id: 5, callFrame: frame("multiply", PACKAGE) },
    { id: 6, callFrame: frame("(idle)", "") },
    { id: 7, callFrame: frame("(garbage collector)", "") },
    { id: 8, callFrame: frame("post", "node:inspector") },
  ],
  samples: [3, 4, 5, 6, 7, 8],
  timeDeltas: [100, 100, 600, 5_000, 200, 900],
};

test("calls within one place are one frame, and waiting and the profiler do not count", () => {
  const root = treeOf(PROFILE);
  expect(root.totalUs).toBe(1_000);
  expect(linesOf(root, 2)).toEqual([
    "  80.0  20.0  orders/engine/apply.ts",
    "  60.0  60.0    @noble/curves",
    "  20.0  20.0  garbage collection",
  ]);
});

test("frames below the least share are left out, with what they call", () => {
  expect(linesOf(treeOf(PROFILE), 30)).toEqual([
    "  80.0  20.0  orders/engine/apply.ts",
    "  60.0  60.0    @noble/curves",
  ]);
});

import { existsSync, readFileSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { SourceMap } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A CPU profile as V8 writes it: https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#type-Profile */
export type CpuProfile = Profiler.Profile;
type CallFrame = Profiler.ProfileNode["callFrame"];

/** Samples of a place with all that it calls, in microseconds. */
export type Frame = { place: string; ownUs: number; totalUs: number; callees: Frame[] };

/** What V8 calls waiting: not processor time. */
const WAITING = "(idle)";
/** What takes a profile of its own process. */
const PROFILER = "node:inspector";
/** Of V8 itself, which calls nothing. */
const OF_V8 = new Map([
  ["(garbage collector)", "garbage collection"],
  ["(program)", "V8 and the system"],
]);
/** From where Node calls whatever waited: no place that anything was called from. */
const QUEUES = new Set(["node:internal/process/task_queues", "node:internal/timers"]);
/** Where the built server lies; a copy of it runs, without these maps. */
const BUILT = join(import.meta.dirname, "../dist");

/**
 * Reduces a profile to a tree of places: a file of ours, or a package. Calls within one place are one frame of the tree, so
 * that each line of it is a step from one place into another.
 */
export function treeOf({ nodes, samples = [], timeDeltas = [] }: CpuProfile): Frame {
  const ownUs = new Map<number, number>();
  for (const [at, id] of samples.entries()) ownUs.set(id, (ownUs.get(id) ?? 0) + (timeDeltas[at] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const placeOf = placesOf();
  const root: Frame = { place: "all", ownUs: 0, totalUs: 0, callees: [] };
  const add = (id: number, caller: Frame): void => {
    const node = byId.get(id);
    if (node === undefined || node.callFrame.functionName === WAITING) return;
    if (node.callFrame.url === PROFILER) return;
    const frame = frameIn(caller, placeOf(node.callFrame));
    frame.ownUs += ownUs.get(id) ?? 0;
    for (const child of node.children ?? []) add(child, frame);
  };
  for (const child of nodes[0]?.children ?? []) add(child, root);
  total(root);
  return root;
}

/** The lines of a tree, the longest calls first, each with its share of all; those below a share are left out. */
export function linesOf(root: Frame, leastPercent: number): string[] {
  const percent = (us: number): number => (100 * us) / root.totalUs;
  const lines: string[] = [];
  const print = (frame: Frame, depth: number): void => {
    if (percent(frame.totalUs) < leastPercent) return;
    const figures = [frame.totalUs, frame.ownUs].map((us) => percent(us).toFixed(1).padStart(6));
    lines.push(`${figures.join("")}  ${"  ".repeat(depth)}${frame.place}`);
    for (const callee of frame.callees) print(callee, depth + 1);
  };
  for (const callee of root.callees) print(callee, 0);
  return lines;
}

/** The frame of a place below a caller: the caller itself where it is the same place or has none of its own. */
function frameIn(caller: Frame, place: string | undefined): Frame {
  if (place === undefined || place === caller.place) return caller;
  const known = caller.callees.find((callee) => callee.place === place);
  if (known !== undefined) return known;
  const frame: Frame = { place, ownUs: 0, totalUs: 0, callees: [] };
  caller.callees.push(frame);
  return frame;
}

function total(frame: Frame): number {
  frame.totalUs = frame.ownUs + frame.callees.reduce((us, callee) => us + total(callee), 0);
  frame.callees.sort((a, b) => b.totalUs - a.totalUs);
  return frame.totalUs;
}

/** The place of a call, by the source map where its file was built; undefined for what the language itself does. */
function placesOf(): (frame: CallFrame) => string | undefined {
  const maps = new Map<string, SourceMap | undefined>();
  return ({ functionName, url, lineNumber, columnNumber }) => {
    if (url === "") return OF_V8.get(functionName);
    if (url.startsWith("node:")) return QUEUES.has(url) ? undefined : "node";
    if (!maps.has(url)) maps.set(url, mapOf(url));
    const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
    const source = entry && "originalSource" in entry ? entry.originalSource : url;
    return placeOfSource(source);
  };
}

function mapOf(url: string): SourceMap | undefined {
  if (!url.startsWith("file:")) return undefined;
  const path = join(BUILT, `${basename(fileURLToPath(url))}.map`);
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8"))) : undefined;
}

/** `orders/machine/transition.ts` for a file of ours, `drizzle-orm` for a file of a package. */
function placeOfSource(source: string): string {
  const packaged = source.split("node_modules/").at(-1);
  if (packaged !== undefined && packaged !== source)
    return packaged
      .split("/")
      .slice(0, packaged.startsWith("@") ? 2 : 1)
      .join("/");
  return source.replace(/^.*\/?(?:api\/src|src|\.\.\/src)\//, "");
}

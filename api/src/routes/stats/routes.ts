import { mountCached } from "../../http/cached";
import type { Edge } from "../../http/edge";
import type { StatsReader } from "../../stats/stats";
import { readStats } from "./operations";
import { statsWire } from "./view";

/** Serves the published figures. */
export function mountStatsRoutes(edge: Edge, stats: StatsReader): void {
  // Ahead of the cached answer, which is written from memory without waiting for anything.
  edge.app.get(readStats.path, async (_, next) => {
    await stats.refresh();
    await next();
  });
  mountCached(edge, readStats, { version: () => stats.version(), read: () => statsWire(stats.read()) });
}

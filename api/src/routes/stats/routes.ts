import { mountRefreshed } from "../../http/cached";
import type { Edge } from "../../http/edge";
import type { StatsReader } from "../../stats/stats";
import { readStats } from "./operations";
import { statsWire } from "./view";

/** Serves the published figures. */
export function mountStatsRoutes(edge: Edge, stats: StatsReader): void {
  mountRefreshed(edge, readStats, { ...stats, read: () => statsWire(stats.read()) });
}

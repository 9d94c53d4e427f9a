import type { Clock } from "../../core/ports";
import { ok } from "../../core/result";
import type { HealthReader } from "../../health/reader";
import type { Edge } from "../../http/edge";
import { jsonResponse, mount, mountRaw } from "../../http/mount";
import { readHealth, readLiveness, readReadiness } from "./operations";
import { type Described, healthWire, readinessWire } from "./view";

/** Serves what load balancers, watchers and the web app ask about the service. */
export function mountHealthRoutes(
  edge: Edge,
  { health, described, clock }: { health: HealthReader; described: Described; clock: Clock },
): void {
  mountRaw(edge, readHealth, async () => {
    const read = await health.read();
    const status = read.status === "unavailable" ? 503 : 200;
    return ok(jsonResponse(edge, healthWire(read, described, clock.now()), status));
  });
  mount(edge, readLiveness, () => ok({ status: "live" as const }));
  mountRaw(edge, readReadiness, async () => {
    const read = await health.ready();
    return ok(jsonResponse(edge, readinessWire(read), read.isReady ? 200 : 503));
  });
}

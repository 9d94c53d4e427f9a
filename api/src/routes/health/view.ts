import { ASSETS, type Asset } from "../../core/assets";
import { isoOf } from "../../core/instant";
import type { TimeMs } from "../../core/ports";
import type { Health, Readiness } from "../../health/reader";
import type { HealthWire, ReadinessWire } from "./schema";

/** What goes with the health of every moment. */
export type Described = {
  version: string;
  network: HealthWire["network"];
  assets: ReadonlySet<Asset["code"]>;
};

/** The service's health as the contract has it. */
export function healthWire(health: Health, { version, network, assets }: Described, now: TimeMs): HealthWire {
  const { status, problems, isDatabaseThere, chains, workers, lastBeatAgoMs, pricesAt } = health;
  return {
    status,
    version,
    network,
    database: isDatabaseThere ? "ok" : "unavailable",
    chains: chains.map(({ chain, cursor, status: state }) => ({
      chain,
      status: state,
      height: cursor === undefined || cursor.height < 0 ? null : cursor.height,
      updatedAt: cursor === undefined ? null : isoOf(cursor.answeredAt),
      assets: ASSETS.filter((asset) => asset.chain === chain && assets.has(asset.code)).map(
        ({ code }) => code,
      ),
    })),
    workers: { alive: workers, lastBeatAt: lastBeatAgoMs === null ? null : isoOf(now - lastBeatAgoMs) },
    prices: { updatedAt: pricesAt === null ? null : isoOf(pricesAt) },
    problems,
  };
}

export const readinessWire = ({ isReady, problems }: Readiness): ReadinessWire => ({
  status: isReady ? "ready" : "unavailable",
  problems,
});

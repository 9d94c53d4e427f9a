import { composeAdmin } from "./compose-admin";
import type { Config } from "./config";
import type { PeerCall } from "./peers/peer";
import { composed, openMarket, openProcess, type ProcessParts, type Running } from "./process-parts";

/** Builds the administrators' process. */
export function startAdmin(
  config: Config,
  parts: ProcessParts,
): Promise<Running & { administration: PeerCall }> {
  return composed(parts.log, async (closers) => {
    const own = await openProcess(config, "admin", parts, closers);
    const market = await openMarket(own, closers);
    await own.beat();
    await market.followPrices();
    return { administration: await composeAdmin({ ...own, ...market }) };
  });
}

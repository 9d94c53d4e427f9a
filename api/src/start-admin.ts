import { isTrialNetwork } from "./chains/policy";
import { composeAdmin } from "./compose-admin";
import type { Config } from "./config";
import type { PeerCall } from "./peers/peer";
import { composed, openMarket, openProcess, type ProcessParts, type Running } from "./process-parts";

/** Builds the administrators' process. One-time codes are required for what moves money wherever coins have value. */
export function startAdmin(
  config: Config,
  parts: ProcessParts & { /** For tests. */ codesRequired?: boolean },
): Promise<Running & { administration: PeerCall }> {
  return composed(parts.log, async (closers) => {
    const codesRequired = parts.codesRequired ?? !isTrialNetwork(config.network);
    const own = await openProcess(config, "admin", parts, closers);
    const market = await openMarket(own, closers);
    await own.beat();
    await market.followPrices();
    return { administration: await composeAdmin({ ...own, ...market, codesRequired }) };
  });
}

import { connectSimnet } from "./chains/connect-simnet";
import { createSimnetService } from "./chains/simnet/service";
import { composeHttp, loadBuiltWeb } from "./compose-http";
import type { Config } from "./config";
import type { PeerCall } from "./peers/peer";
import { composed, openMarket, openProcess, type ProcessParts, type Running } from "./process-parts";
import type { App } from "./routes/app";

/** Loads what `startHttp` needs beside this program: the pages. */
export const preloadHttp = async (): Promise<void> => void (await loadBuiltWeb());

/** Builds the public process: pages, and the operations of everybody. */
export function startHttp(
  config: Config,
  parts: ProcessParts & { administration: PeerCall },
): Promise<Running & { app: App }> {
  return composed(parts.log, async (closers) => {
    const own = await openProcess(config, "http", parts, closers);
    const market = await openMarket(own, closers);
    await own.beat();
    await market.followPrices();
    const simnet = await simulatedNetworks(config);
    if (simnet !== null) closers.closing(simnet, () => simnet.close());
    const sharedLimits = await openShared(config);
    if (sharedLimits !== undefined) closers.closing(sharedLimits, async () => sharedLimits.close());
    const app = await composeHttp({
      ...own,
      ...market,
      version: parts.version,
      administration: parts.administration,
      sharedLimits,
      simnet: simnet === null ? null : createSimnetService(simnet.simnet),
    });
    return { app };

    async function openShared({ redisUrl, limitsLifted }: Config) {
      if (redisUrl === undefined || limitsLifted) return undefined;
      const { openSharedLimits } = await import("./http/shared-limits");
      return openSharedLimits(redisUrl, own);
    }

    async function simulatedNetworks({ network, simnetUrl, simnetBlockMs }: Config) {
      if (network !== "simnet" || simnetUrl === undefined) return null;
      return connectSimnet({ simnetUrl, simnetBlockMs }, { clock: own.clock, mines: false });
    }
  });
}

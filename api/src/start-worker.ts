import { connectChains } from "./chains/connect";
import { firstHeightOf } from "./chains/cursor-store";
import type { SignerVerbs } from "./chains/signer-process";
import { premineFloat } from "./chains/simnet/premine";
import { loadPublicWallets } from "./chains/wallet-store";
import { composeWorker } from "./compose-worker";
import type { Config } from "./config";
import { type AssetCode, assetOf, type ChainId } from "./core/assets";
import { seededRandom } from "./core/seeded-random";
import { openInstallation } from "./db/installation";
import { faultText, readServerFaults } from "./db/server-settings";
import { returnLease, takeLease } from "./health/lease-store";
import { PRICE_SCALE } from "./market/price";
import { referencePrice, simulatedRates } from "./market/rates";
import { composed, openMarket, openProcess, type ProcessParts, type Running } from "./process-parts";
import { newNoteKey } from "./retention/note";
import { keepNoteKey } from "./retention/store";

/** Prices are read every 5 s: a worker that ends without a word is followed by another after so long. */
const PRICE_LEASE_MS = 15_000;

/** Builds the worker, lets it catch up with the chains, and starts its loops. */
export function startWorker(config: Config, parts: ProcessParts & { signer: SignerVerbs }): Promise<Running> {
  return composed(parts.log, async (closers) => {
    const { closing } = closers;
    const own = await openProcess(config, "worker", parts, closers);
    const { database, clock, random } = own;
    const market = await openMarket(own, closers);
    const firstHeight = (chain: ChainId) => firstHeightOf(database, chain);
    const connected = await connectChains(config, { clock, random, signer: parts.signer, firstHeight });
    closing(connected, () => connected.close());
    const { ledgerSecret } = await openInstallation(database, { network: config.network, random });
    await keepNoteKey(database, newNoteKey());
    for (const fault of await readServerFaults(database)) parts.log.warn(faultText(fault));
    if (connected.simnet !== null) {
      const wallets = await loadPublicWallets(database);
      await premineFloat(
        connected.simnet,
        new Map([...wallets].map(([chain, { hotAddress }]) => [chain, hotAddress])),
        referenceUnits,
      );
    }
    const seed = config.ratesSeed ?? Buffer.from(random.bytes(8)).toString("hex");
    const holder = Buffer.from(random.bytes(8)).toString("hex");
    const lease = { name: "prices", holder, ms: PRICE_LEASE_MS };
    closing(lease, () => returnLease(database, lease));
    const worker = await composeWorker({
      ...own,
      ...market,
      connected,
      writesPrices: () => takeLease(database, lease),
      signer: parts.signer,
      mixKeys: parts.signer,
      ledgerSecret,
      rates: simulatedRates(seededRandom(seed)),
    });
    await worker.catchUp();
    worker.start();
    closing(worker, () => worker.stop());
    await own.beat();
    await market.followPrices();
    return {};
  });
}

/** What whole USDT buy of an asset at the simulated market's reference price, in units. */
const referenceUnits = (asset: AssetCode, usdt: bigint): bigint =>
  (usdt * PRICE_SCALE * 10n ** BigInt(assetOf(asset).decimals)) / referencePrice(asset);

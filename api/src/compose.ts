import { join } from "node:path";
import { connectChains, connectSimnet, signingChains } from "./chains/connect";
import type { SigningChain, SigningLog } from "./chains/local-signer";
import type { Signer } from "./chains/signer";
import { premineFloat } from "./chains/simnet/premine";
import { createSimnetService } from "./chains/simnet/service";
import { openSigner } from "./chains/wallet-open";
import { loadPublicWallets } from "./chains/wallet-store";
import { composeAdmin } from "./compose-admin";
import { composeHttp } from "./compose-http";
import { composeWorker } from "./compose-worker";
import type { Config } from "./config";
import { type AssetCode, assetOf } from "./core/assets";
import { seededRandom } from "./core/seeded-random";
import { closeDatabase, openDatabase } from "./db/client";
import { openInstallation } from "./db/installation";
import { returnLease, takeLease } from "./health/lease-store";
import { PRICE_SCALE } from "./market/price";
import { referencePrice, simulatedRates } from "./market/rates";
import { keyringUrl, openKeyring } from "./mixing/keyring-store";
import { legRecord } from "./payouts/leg-record";
import { hasUnplannedSpend } from "./payouts/unplanned-store";
import type { PeerCall } from "./peers/peer";
import { type Closers, composed, openMarket, openProcess, type ProcessParts } from "./process-parts";
import { newNoteKey } from "./retention/note";
import { keepNoteKey } from "./retention/store";
import type { App } from "./routes/app";
import { hasCaps } from "./signing/caps";
import { openDetailKeys } from "./signing/detail-keys";
import { createSigningLog } from "./signing/log";
import { openLogCopy, watchForgotten } from "./signing/log-copy";
import { openLogFiles } from "./signing/log-files";
import { logKeys } from "./signing/log-keys";
import { watchReleases } from "./signing/releases";

/** Opens the signer's log and its copy in files, and begins what the signer does beside signing. */
async function openSigningLog(
  { signerDir, signerCaps: caps }: Config,
  { database, clock, random, log }: Awaited<ReturnType<typeof openProcess>>,
  { closers, seed }: { closers: Closers; seed: Uint8Array },
): Promise<SigningLog> {
  const files = await openLogFiles(join(signerDir, "log"));
  const details = await openDetailKeys(join(signerDir, "keys"), random);
  const { copy, restored } = await openLogCopy({ database, files });
  if (restored > 0) log.error({ restored }, "the database had lost payments that the signer's files have");
  let awaitedUntil = hasCaps(caps) ? Number.POSITIVE_INFINITY : 0;
  const onAwaited = (): void => {
    awaitedUntil = Math.max(awaitedUntil, clock.now() + AWAITED_MS);
  };
  const isAwaited = (): boolean => clock.now() < awaitedUntil;
  const logged = { database, clock, keys: logKeys(seed, random), details, caps, copy, onAwaited };
  const begin = (stop: () => Promise<void>): void => void closers.closing(stop, stop);
  begin(watchForgotten({ database, keys: details, log }, FORGOTTEN_EVERY_MS));
  begin(watchReleases({ ...logged, log, isAwaited }, RELEASES_EVERY_MS));
  return createSigningLog(logged);
}

type Stoppable = { stop(): Promise<void> };

/** Prices are read every 5 s: a worker that ends without a word is followed by another after so long. */
const PRICE_LEASE_MS = 15_000;

/** How soon the signer looks at a one-time code. */
const RELEASES_EVERY_MS = 2_000;

/** How long the signer looks for codes after a payment had to wait for one: it is tried again meanwhile. */
const AWAITED_MS = 86_400_000;

/** How soon after a deletion the signer destroys the keys of what it signed for the order. */
const FORGOTTEN_EVERY_MS = 600_000;

/** Builds the signer: the one process that opens the seed. It calls no node and answers no visitor. */
export function composeSigner(config: Config, parts: ProcessParts): Promise<Stoppable & { signer: Signer }> {
  return composed(parts.log, async (closers) => {
    const own = await openProcess(config, "signer", parts, closers);
    const { database, log } = own;
    const openLog = (seed: Uint8Array): Promise<SigningLog> => openSigningLog(config, own, { closers, seed });
    const signing: Partial<Record<string, SigningChain>> = signingChains(config);
    const signer = await openSigner({
      ...{ database, log, signing, openLog, legRecord },
      network: config.network,
      seedFile: config.seedFile,
      passphrase: config.seedPassphrase,
      isChainStopped: hasUnplannedSpend,
    });
    await own.beat();
    return { signer };
  });
}

/** Builds the worker, lets it catch up with the chains, and starts its loops. */
export function startWorker(config: Config, parts: ProcessParts & { signer: Signer }): Promise<Stoppable> {
  return composed(parts.log, async (closers) => {
    const { closing } = closers;
    const own = await openProcess(config, "worker", parts, closers);
    const { database, clock, random } = own;
    const market = await openMarket(own, closers);
    const connected = await connectChains(config, { clock, random });
    closing(connected, () => connected.close());
    const { ledgerSecret } = await openInstallation(database, { network: config.network, random });
    await keepNoteKey(database, newNoteKey());
    const keys = openDatabase({
      url: keyringUrl(config.databaseUrl ?? ""),
      role: "worker",
      connectionsMax: 2,
    });
    closing(keys, () => closeDatabase(keys));
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
      keyring: openKeyring(keys),
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

/** Builds the administrators' process. */
export function startAdmin(
  config: Config,
  parts: ProcessParts,
): Promise<Stoppable & { administration: PeerCall }> {
  return composed(parts.log, async (closers) => {
    const own = await openProcess(config, "admin", parts, closers);
    const market = await openMarket(own, closers);
    await own.beat();
    await market.followPrices();
    return { administration: await composeAdmin({ ...own, ...market }) };
  });
}

/** Builds the public process: pages, and the operations of everybody. */
export function startHttp(
  config: Config,
  parts: ProcessParts & { administration: PeerCall },
): Promise<Stoppable & { app: App }> {
  return composed(parts.log, async (closers) => {
    const own = await openProcess(config, "http", parts, closers);
    const market = await openMarket(own, closers);
    await own.beat();
    await market.followPrices();
    const simnet = await simulatedNetworks(config);
    if (simnet !== null) closers.closing(simnet, () => simnet.close());
    const app = await composeHttp({
      ...own,
      ...market,
      version: parts.version,
      administration: parts.administration,
      simnet: simnet === null ? null : createSimnetService(simnet.simnet),
    });
    return { app };

    async function simulatedNetworks({ network, simnetUrl, simnetBlockMs }: Config) {
      if (network !== "simnet" || simnetUrl === undefined) return null;
      return connectSimnet({ simnetUrl, simnetBlockMs }, { clock: own.clock, mines: false });
    }
  });
}

import { join } from "node:path";
import type { SigningChain, SigningLog } from "./chains/local-signer";
import type { MixKeys } from "./chains/signer";
import type { SignerVerbs } from "./chains/signer-process";
import { signingChains } from "./chains/signing-chains";
import { openSigner } from "./chains/wallet-open";
import type { Config } from "./config";
import { daysInUse } from "./mixing/rounds-store";
import { legRecord } from "./payouts/leg-record";
import { hasUnplannedSpend } from "./payouts/unplanned-store";
import { type Closers, composed, openProcess, type ProcessParts, type Running } from "./process-parts";
import { hasCaps } from "./signing/caps";
import { openDailyKeys } from "./signing/daily-keys";
import { openDetailKeys } from "./signing/detail-keys";
import { createSigningLog } from "./signing/log";
import { openLogCopy, watchForgotten } from "./signing/log-copy";
import { openLogFiles } from "./signing/log-files";
import { logKeys } from "./signing/log-keys";
import { createMixKeys, watchPastKeys } from "./signing/mix-keys";
import { watchReleases } from "./signing/releases";
import { checkWhileTrusted, countWhileTrusted } from "./signing/trusted-time";

/** How soon the signer looks at a one-time code. */
const RELEASES_EVERY_MS = 2_000;

/** How long the signer looks for codes after a payment had to wait for one: it is tried again meanwhile. */
const AWAITED_MS = 86_400_000;

/** How soon after a deletion the signer destroys the keys of what it signed for the order. */
const FORGOTTEN_EVERY_MS = 600_000;

/** How soon the signer destroys the key of a past day that no mix needs any more. */
const PAST_KEYS_EVERY_MS = 600_000;

/** Builds the signer: the one process that opens the seed. It calls no node and answers no visitor. */
export function startSigner(config: Config, parts: ProcessParts): Promise<Running & { signer: SignerVerbs }> {
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
    const mixKeys = await openMixKeys(config, own, closers);
    await own.beat();
    return { signer: { ...signer, ...mixKeys } };
  });
}

/** Opens the keys that seal the seeds of mixes, and begins to destroy those of past days. */
async function openMixKeys(
  { signerDir }: Config,
  own: Awaited<ReturnType<typeof openProcess>>,
  closers: Closers,
): Promise<MixKeys> {
  const { database, random } = own;
  const keys = await openDailyKeys(join(signerDir, "mixes"), random);
  const stop = watchPastKeys({ ...own, keys, daysInUse: () => daysInUse(database) }, PAST_KEYS_EVERY_MS);
  closers.closing(stop, stop);
  return createMixKeys({ ...own, keys });
}

/** Opens the signer's log and its copy in files, and begins what the signer does beside signing. */
async function openSigningLog(
  { signerDir, signerCaps: caps }: Config,
  { database, clock, random, log, time }: Awaited<ReturnType<typeof openProcess>>,
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
  const logged = { database, clock, log, keys: logKeys(seed, random), details, caps, copy, onAwaited };
  const begin = (stop: () => Promise<void>): void => void closers.closing(stop, stop);
  begin(watchForgotten({ database, keys: details, log }, FORGOTTEN_EVERY_MS));
  begin(watchReleases({ ...checkWhileTrusted(logged, time), isAwaited }, RELEASES_EVERY_MS));
  const signingLog = createSigningLog(logged);
  return hasCaps(caps) ? countWhileTrusted(signingLog, time) : signingLog;
}

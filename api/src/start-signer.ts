import { join } from "node:path";
import type { SigningChain, SigningLog } from "./chains/local-signer";
import type { Signer } from "./chains/signer";
import { signingChains } from "./chains/signing-chains";
import { openSigner } from "./chains/wallet-open";
import type { Config } from "./config";
import { legRecord } from "./payouts/leg-record";
import { hasUnplannedSpend } from "./payouts/unplanned-store";
import { type Closers, composed, openProcess, type ProcessParts, type Running } from "./process-parts";
import { hasCaps } from "./signing/caps";
import { openDetailKeys } from "./signing/detail-keys";
import { createSigningLog } from "./signing/log";
import { openLogCopy, watchForgotten } from "./signing/log-copy";
import { openLogFiles } from "./signing/log-files";
import { logKeys } from "./signing/log-keys";
import { watchReleases } from "./signing/releases";
import { checkWhileTrusted, countWhileTrusted } from "./signing/trusted-time";

/** How soon the signer looks at a one-time code. */
const RELEASES_EVERY_MS = 2_000;

/** How long the signer looks for codes after a payment had to wait for one: it is tried again meanwhile. */
const AWAITED_MS = 86_400_000;

/** How soon after a deletion the signer destroys the keys of what it signed for the order. */
const FORGOTTEN_EVERY_MS = 600_000;

/** Builds the signer: the one process that opens the seed. It calls no node and answers no visitor. */
export function startSigner(config: Config, parts: ProcessParts): Promise<Running & { signer: Signer }> {
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

import type { Logger } from "pino";
import { stepOfCode } from "../admin/totp";
import { createWrongCodes } from "../admin/wrong-codes";
import { failureFacts } from "../db/failure";
import { transaction } from "../db/transaction";
import type { LogParts } from "./log";
import { type AskedRelease, insertVerdict, openReleases } from "./log-store";
import { settlementFact } from "./payment";

/** How long after it was typed a code is looked at. */
const FRESH_MS = 120_000;

type ReleaseParts = Pick<LogParts, "database" | "clock" | "keys">;

/**
 * Returns the check of the one-time codes by which approvers release settlements: each against its account's secret and once.
 * The step of a code that counted never counts again.
 */
export function createReleaseCheck(parts: ReleaseParts): () => Promise<void> {
  const { database, clock } = parts;
  const wrong = createWrongCodes();
  return async () => {
    const now = clock.now();
    for (const asked of await openReleases(database, now - FRESH_MS)) {
      const account = asked.adminId ?? "";
      const isLookedAt = wrong.waitMs(account, now) === 0;
      const step = isLookedAt ? stepOf(asked, now) : null;
      await decide(parts, asked, step);
      // A right code that was used before is no guess, and what was not looked at is none either.
      if (isLookedAt && step === null) wrong.note(account, now);
    }
  };
}

/** Keeps what was found of a code: it releases where neither a release nor a login has used it up. */
const decide = ({ database, keys }: ReleaseParts, asked: AskedRelease, step: number | null): Promise<void> =>
  transaction(database, async (tx) => {
    const { id: releaseId, legId, adminId, lastStep } = asked;
    const settlement = keys.hashOf(settlementFact(legId));
    const released = { releaseId, outcome: "released", settlement, adminId, step } as const;
    if (step !== null && step > lastStep && (await insertVerdict(tx, released))) return;
    await insertVerdict(tx, { releaseId, outcome: "refused" });
  });

const stepOf = ({ secret, code }: AskedRelease, now: number): number | null =>
  secret === null ? null : stepOfCode(secret, code, now);

/** Checks codes for as long as the signer runs. Returns what ends that. */
export function watchReleases(
  parts: ReleaseParts & {
    log: Pick<Logger, "error">;
    /** Whether a payment may wait for one. */
    isAwaited(): boolean;
  },
  everyMs: number,
): () => Promise<void> {
  const check = createReleaseCheck(parts);
  let look: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    if (!parts.isAwaited()) return;
    look = look
      .then(check)
      .catch((error: unknown) => parts.log.error(failureFacts(error), "no release could be checked"));
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await look;
  };
}

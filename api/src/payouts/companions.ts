import { SignerRefusal } from "../chains/signer";
import type { LegId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import { sharingLegs } from "./companions-store";
import type { PayoutParts } from "./parts";
import { signLegs } from "./sign-legs";

/** How long a payout waits for others to share its transaction. */
const WAIT_MS = 2_000;
/** Legs that are older have been tried, and wait for something: they hold up no others. */
const FRESH_MS = 10_000;
/** An output takes 43 vbytes: far below the 100,000 that nodes relay. */
const LEGS_MAX = 100;

/** Until when a leg waits for others; or the legs that go out with it now, itself included, none twice of one owner. */
export type Companions = { until: TimeMs } | { legIds: readonly LegId[] };

/**
 * The legs that one transaction of many outputs can pay, where the chain's transactions have outputs: what was planned in
 * the last seconds and never signed. A mix's legs, and what goes through Tor, go out by themselves.
 */
export async function companionsOf(parts: PayoutParts, legId: LegId): Promise<Companions> {
  const now = parts.clock.now();
  const shared = [...parts.chains.values()].filter(({ model }) => model === "utxo");
  const limits = new Map(shared.map(({ id, recipientsMax = LEGS_MAX }) => [id, recipientsMax]));
  const legs = await sharingLegs(parts.database, { legId, limits, since: now - FRESH_MS });
  const own = legs.find(({ id }) => id === legId);
  if (own === undefined) return { legIds: [legId] };
  const until = own.plannedAt + WAIT_MS;
  return until > now ? { until } : { legIds: legs.map(({ id }) => id) };
}

/**
 * Signs legs in one transaction, and says whether it could; where the signer refuses it, or it has to wait, each leg is tried by
 * itself. Throws what else goes wrong: a signature may have been handed out by then, beside which none of these legs may be signed
 * with other coins. They are asked for again, and each by itself once they are not fresh any more.
 */
export async function signTogether(parts: PayoutParts, legIds: readonly LegId[]): Promise<boolean> {
  const outcome = await signLegs(parts, legIds).catch((error: unknown) => {
    if (error instanceof SignerRefusal) return null;
    throw error;
  });
  return outcome?.kind === "signed";
}

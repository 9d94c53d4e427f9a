import { SignerRefusal } from "../chains/signer";
import type { LegRecord } from "../chains/signing-rules";
import type { Database } from "../db/client";
import type { LogKeys } from "./log-keys";
import { finalTransactions, type KeptRow, readRestored, releasedAmong, transactionsAfter } from "./log-store";
import { hashesOf, type Payment, type Signed, settlementsOf, transactionHash } from "./payment";

type LookParts = { database: Database; keys: LogKeys };

/** Why an approver has to look at a payment first; `row` is the signature that it could land beside. */
type Reason = { payment: Payment; why: string; row: KeptRow | null };

const LOST = "it was paid before a backup of the database was restored";
const STRAY = "it was signed before, and that was never recorded";

/**
 * Throws SignerRefusal where an approver has to look at a payment first, and has not: its order or loan was paid by what the
 * database had lost; it was signed before (`rows`), and that was never recorded; or its own record is in doubt. An earlier
 * signature that this one takes the place of, or that another final payment has taken the place of, is no reason.
 */
export async function requireLooked(
  parts: LookParts,
  signed: Signed,
  { payments, rows }: { payments: readonly Payment[]; rows: readonly KeptRow[] },
): Promise<void> {
  const owners = payments.map(({ owner }) => owner);
  const lost = await readRestored(parts.database, owners);
  const isBeside = besideOf(parts, signed);
  const reasons = payments.flatMap((payment): Reason[] => [
    ...(payment.leg.doubt === null ? [] : [{ payment, why: payment.leg.doubt, row: null }]),
    ...lost
      .filter((row) => row.owner === payment.owner && isBeside(payment.leg, row))
      .map((row) => ({ payment, why: LOST, row })),
    ...rows
      .filter((row) => row.settlement === payment.settlement && isBeside(payment.leg, row))
      .map((row) => ({ payment, why: STRAY, row })),
  ]);
  if (reasons.length === 0) return;
  const released = await releasedAmong(parts.database, settlementsOf(payments));
  for (const { payment, why, row } of reasons) {
    const after = released.get(payment.settlement);
    // What was signed by the time of a release is excused by it.
    if (after !== undefined && (row === null || row.id <= after)) continue;
    if (row !== null && (await isReplaced(parts, signed, row))) continue;
    throw new SignerRefusal(why, "release");
  }
}

/** Whether a signature is not recorded, and could land beside this transaction. What is recorded was compared before. */
function besideOf({ keys }: LookParts, signed: Signed): (leg: LegRecord, row: KeptRow) => boolean {
  const { spends } = hashesOf(keys, signed);
  return (leg, row) =>
    !leg.recorded.some((txId) => transactionHash(keys, { chain: leg.chain, txId }) === row.transaction) &&
    !row.spends.some((one) => spends.includes(one));
}

/** Whether a later payment that is final has used up a coin or the nonce of a signature, which can land no more. */
async function isReplaced({ database, keys }: LookParts, { chain }: Signed, row: KeptRow): Promise<boolean> {
  const others = new Set(await transactionsAfter(database, row));
  if (others.size === 0) return false;
  const final = await finalTransactions(database, chain);
  return final.some((txId) => others.has(transactionHash(keys, { chain, txId })));
}

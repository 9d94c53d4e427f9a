import { type AddressChecks, checkAddress } from "../address/checks";
import { type AssetCode, assetOf, type ChainId } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import type { Clock, Random } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database, Tx } from "../db/client";
import { isKeyTaken, transaction } from "../db/transaction";
import { type DepositRow, loadDeposit } from "../deposits/store";
import type { PriceReader } from "../market/price-reader";
import { worthRefunding } from "../market/worth-refunding";
import { openClaim } from "../orders/verbs/open-claim";
import { readNote } from "./note";
import { type Claim, claimable, claimOf, noteKey } from "./store";

export type ClaimParts = {
  database: Database;
  clock: Clock;
  random: Random;
  prices: PriceReader;
  checks: AddressChecks;
};

type Claimable = {
  deposit: DepositRow;
  /** What an earlier claim opened for it. */
  order: Claim | null;
  refundAddress: string;
};

/** The order that sends a deposit back, and what the deposit brought. */
export type Claimed = Claim & { asset: AssetCode; units: bigint };

/**
 * Opens a separate order for each deposit that came later to the addresses of a deletion note. Asking again returns
 * the same orders, which send the money where the first claim said. Errors: `claim/note` for a note that is not ours,
 * `claim/nothing` while nothing worth its network fee has come, `rate/unavailable` while there is no price to tell what
 * is worth it, `address/*` for the refund address.
 */
export async function claimByNote(
  parts: ClaimParts,
  claim: { payload: string; signature: string; refundAddress: string },
): Promise<Result<Claimed[], Problem>> {
  const { database, clock } = parts;
  const key = await noteKey(database);
  if (key === undefined) return err(problem("service/unavailable", { retryAfterS: 5 }));
  const note = readNote(key, claim);
  if (note === null) return err(problem("claim/note", { pointer: "/payload" }));
  const worth = worthRefunding(await parts.prices.refresh(), clock.now());
  const found: Claimable[] = [];
  for (const { depositId, order } of await claimable(
    database,
    depositAddressesOf(note.addresses),
    worth.unitsMin,
  )) {
    const deposit = await loadDeposit(database, depositId);
    if (deposit === undefined) continue;
    if (order === null && worth.unknown.has(deposit.asset))
      return err(problem("rate/unavailable", { retryAfterS: 5 }));
    // Every address is checked before the first order is created: a refusal leaves nothing behind that it does not name.
    const refund = await checkAddress(parts.checks, {
      asset: deposit.asset,
      address: claim.refundAddress,
      pointer: "/refundAddress",
    });
    if (!refund.ok) return refund;
    found.push({ deposit, order, refundAddress: refund.value });
  }
  const claims: Claimed[] = [];
  for (const { deposit, order, refundAddress } of found) {
    const opened = order ?? (await open(parts, deposit, refundAddress));
    claims.push({ ...opened, asset: deposit.asset, units: deposit.units });
  }
  return claims.length === 0 ? err(problem("claim/nothing")) : ok(claims);
}

const depositAddressesOf = (
  addresses: readonly { currency: Parameters<typeof assetOf>[0]; address: string }[],
): { chain: ChainId; address: string }[] =>
  addresses.map(({ currency, address }) => ({ chain: assetOf(currency).chain, address }));

/** The order of a deposit; where two ask at once, the first one's. */
async function open(parts: ClaimParts, deposit: DepositRow, refundAddress: string): Promise<Claim> {
  const { database } = parts;
  try {
    return await transaction(database, async (tx: Tx) => {
      const { id, trackingCode } = await openClaim(parts, tx, { deposit, refundAddress });
      return { id, trackingCode, refundAddress };
    });
  } catch (error) {
    const known = isKeyTaken(error) ? await claimOf(database, deposit.id) : undefined;
    if (known !== undefined) return known;
    throw error;
  }
}

import { assetOf, type ChainId } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import type { Clock, Random, TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database, Tx } from "../db/client";
import { sqlState, transaction } from "../db/transaction";
import { type DepositRow, loadDeposit } from "../deposits/store";
import { type AddressChecks, checkAddress } from "../orders/checks";
import { claimedOrder } from "../orders/claim";
import { newBookId, newOrderId, newTrackingCode } from "../orders/ids";
import { insertOrder } from "../orders/store";
import type { BoardReader } from "../quotes/board";
import { amountText, type Board, marketFor } from "../quotes/market";
import { readNote } from "./note";
import type { ClaimBody, ClaimedWire } from "./schema";
import { claimable, noteKey } from "./store";

export type ClaimParts = {
  database: Database;
  clock: Clock;
  random: Random;
  board: BoardReader;
  checks: AddressChecks;
};

type Claimable = {
  deposit: DepositRow;
  /** What an earlier claim opened for it. */
  order: Birth | null;
  refundAddress: string;
};
type Birth = { id: string; trackingCode: string };

/**
 * Opens an order of its own for each deposit that came to the addresses of a deletion note since; asking again gives
 * the same orders. Errors: `claim/note` for a note that is not ours, `claim/nothing` while nothing worth its network
 * fee has come, `address/*` for the refund address.
 */
export async function claimByNote(
  parts: ClaimParts,
  body: ClaimBody,
): Promise<Result<ClaimedWire[], Problem>> {
  const { database, clock } = parts;
  const key = await noteKey(database);
  if (key === undefined) return err(problem("service/unavailable", { retryAfterS: 5 }));
  const note = readNote(key, body);
  if (note === null) return err(problem("claim/note", { pointer: "/payload" }));
  const board = await parts.board.refresh();
  const now = clock.now();
  const found: Claimable[] = [];
  for (const { depositId, order } of await claimable(database, placesOf(note.addresses))) {
    const deposit = await loadDeposit(database, depositId);
    if (deposit === undefined || (order === null && !isWorthIt(board, deposit, now))) continue;
    // Every address is checked before the first order is born: a refusal leaves nothing behind that it does not name.
    const refund = await checkAddress(parts.checks, {
      asset: deposit.asset,
      address: body.refundAddress,
      pointer: "/refundAddress",
    });
    if (!refund.ok) return refund;
    found.push({ deposit, order, refundAddress: refund.value });
  }
  const claims: ClaimedWire[] = [];
  for (const { deposit, order, refundAddress } of found) {
    const birth = order ?? (await open(parts, deposit, refundAddress));
    claims.push({ ...birth, currency: deposit.asset, amount: amountText(deposit.asset, deposit.units) });
  }
  return claims.length === 0 ? err(problem("claim/nothing")) : ok(claims);
}

const placesOf = (
  addresses: readonly { currency: Parameters<typeof assetOf>[0]; address: string }[],
): { chain: ChainId; address: string }[] =>
  addresses.map(({ currency, address }) => ({ chain: assetOf(currency).chain, address }));

/** Whether a refund would leave more than dust after its network fee. */
function isWorthIt(board: Board, { asset, units }: DepositRow, now: TimeMs): boolean {
  const market = marketFor(board, { send: asset, receive: asset, refundAsset: asset, heldUnits: 0n }, now);
  return market !== null && units - market.refundFeeUnits >= market.refundUnitsMin;
}

/** The order of a deposit; where two ask at once, the first one's. */
async function open(parts: ClaimParts, deposit: DepositRow, refundAddress: string): Promise<Birth> {
  const { database, clock, random } = parts;
  const order = claimedOrder(deposit, {
    id: newOrderId(random),
    trackingCode: newTrackingCode(random),
    book: newBookId(random),
    refundAddress,
    at: clock.now(),
  });
  try {
    await transaction(database, (tx: Tx) =>
      insertOrder(
        tx,
        order,
        { source: "claim", externalId: deposit.id, type: "claim_born", at: clock.now() },
        [{ kind: "claim", depositId: deposit.id }],
      ),
    );
    return { id: order.id, trackingCode: order.trackingCode };
  } catch (error) {
    const place = { chain: deposit.chain, address: deposit.address };
    const known = (await claimable(database, [place])).find(({ depositId }) => depositId === deposit.id);
    if (sqlState(error) === "23505" && known?.order) return known.order;
    throw error;
  }
}

import { depositKey } from "../chains/addresses/address-type";
import type { Chain, WalletKey } from "../chains/chain";
import { assert } from "../core/assert";
import type { Clock } from "../core/ports";
import type { Tx } from "../db/client";
import { Conflict, transaction } from "../db/transaction";
import { creditEntry, floatEntry } from "../ledger/entry";
import { addHolding } from "../payouts/holdings-store";
import { holdingOf, ownHoldingOf } from "./credit";
import { isOfOrder, type OrderDeposit } from "./listener";
import { storedOrigin } from "./origin";
import { ownersOf } from "./owners-store";
import { type DepositRow, moveDeposit } from "./store";
import type { WatchParts } from "./watch-parts";

/**
 * Books a deposit that has reached its policy depth, with the order's event in one transaction. It is booked once,
 * even if several workers try.
 */
export async function creditDeposit(parts: WatchParts, row: DepositRow): Promise<void> {
  if (row.kind === "order" && isOfOrder(row)) await creditOrder(parts, row);
  else await creditOwn(parts, row);
}

async function creditOrder(parts: WatchParts, row: OrderDeposit): Promise<void> {
  const { chain, clock, listener } = parts;
  const { blockAt } = row;
  assert(blockAt !== null, "a final deposit without a block", { id: row.id });
  await listener.final(
    { ...row, blockAt },
    {
      holding: holdingOf(chain.model),
      async settle(tx, isCredited) {
        if (isCredited) await settleDeposit(parts, tx, row);
        else if (!(await moveDeposit(tx, row, { state: "confirmed" }, clock.now())))
          throw new Conflict("moved on");
      },
    },
  );
}

const creditOwn = (parts: WatchParts, row: DepositRow): Promise<void> =>
  transaction(parts.database, (tx) => bookOwn(parts, tx, row));

/**
 * Credits money of no order in one transaction: a hot wallet that is filled comes as many coins of one block. False where
 * that failed: then none is credited, and each is to be tried by itself, so that one takes no other with it.
 */
export async function creditOwnTogether(parts: WatchParts, rows: readonly DepositRow[]): Promise<boolean> {
  if (rows.length < 2) return false;
  const credited = transaction(parts.database, async (tx) => {
    for (const row of rows) await bookOwn(parts, tx, row);
  });
  return credited.then(
    () => true,
    () => false,
  );
}

/** Credits money of no order: the operator's own, or unallocated. Nothing happens where it has moved on. */
export async function bookOwn(parts: WatchParts, tx: Tx, row: DepositRow): Promise<void> {
  const { chain, clock, ledger } = parts;
  if (!(await moveDeposit(tx, row, { state: "credited" }, clock.now()))) return;
  const holding = ownHoldingOf(parts, row);
  const booking =
    row.kind === "float" ? floatEntry(row) : creditEntry({ ...row, holding, owedTo: "unallocated" });
  await ledger.append(tx, booking, clock.now());
  await addToWallet(tx, chain, row);
}

/** The wallet's side of a credit: the row is credited, and its coins can be spent or swept. Once, by compare. */
export async function settleDeposit(
  parts: { chain: Chain; clock: Clock },
  tx: Tx,
  row: DepositRow,
): Promise<void> {
  if (!(await moveDeposit(tx, row, { state: "credited" }, parts.clock.now())))
    throw new Conflict("deposit moved on");
  await addToWallet(tx, parts.chain, row);
}

/** Adds a credited deposit's coins to what the wallet holds. */
export async function addToWallet(tx: Tx, chain: Chain, row: DepositRow): Promise<void> {
  const { height } = row;
  assert(height !== null, "a credited deposit without a block", { id: row.id });
  await addHolding(tx, chain.model, { ...row, ...storedOrigin(row), height, key: await keyOf(tx, row) });
}

/** The key that can spend a deposit. */
async function keyOf(tx: Tx, row: DepositRow): Promise<WalletKey> {
  const { home, homeIndex } = row;
  if (home !== null && homeIndex !== null) return depositKey({ ...row, index: homeIndex, home });
  const owner = (await ownersOf(tx, row.chain, [row.address])).get(row.address);
  // No order's money comes to the hot wallet.
  if (owner === undefined && row.kind !== "order") return { branch: "hot", index: 0 };
  assert(owner !== undefined, "a deposit on an address of nobody", { id: row.id });
  return depositKey({ ...row, index: owner.index });
}

import type { WalletKey } from "../chains/chain";
import { assert } from "../core/assert";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { Conflict, transaction } from "../db/transaction";
import { creditEntry, floatEntry, type Holding, reorgEntry } from "../ledger/entry";
import { addHolding, dropHolding } from "../payouts/holdings-store";
import { holdingOf } from "./credit";
import { type DepositRow, moveDeposit, ownersOf } from "./store";
import type { WatchParts } from "./watcher";

export type Crediting = {
  /** Books a deposit that has reached its policy depth: once, whoever tries. */
  credit(row: DepositRow): Promise<void>;
};

/** Turns final deposits into ledger entries, each in one transaction with the order's event. */
export function createCrediting(parts: WatchParts): Crediting {
  const { chain, engine, ledger, clock, database } = parts;
  const holding = holdingOf(chain.model);

  async function creditOrder(row: DepositRow, orderId: string): Promise<void> {
    assert(row.blockAt !== null, "a final deposit without a block", { id: row.id });
    const market = await parts.marketFor(orderId);
    const applied = await engine.apply({
      orderId,
      source: "deposit",
      externalId: `${row.id}:${row.sighting}:final`,
      event: {
        type: "deposit_final",
        at: clock.now(),
        depositId: row.id,
        blockAt: row.blockAt,
        holding,
        market,
      },
      also: async (tx, effects) => {
        // Where the order is decided already, the child that is opened next books the money.
        const isBooked = effects.ledger.some((booking) => booking.kind === "credit");
        if (isBooked) await settleDeposit(parts, tx, row);
        else if (!(await moveDeposit(tx, row, { state: "confirmed" }, clock.now())))
          throw new Conflict("moved on");
      },
    });
    assert(applied.ok, "a deposit event is never refused", { error: applied.ok ? null : applied.error });
  }

  return {
    async credit(row) {
      if (row.kind === "order" && row.orderId !== null) {
        await creditOrder(row, row.orderId);
        return;
      }
      await transaction(database, async (tx) => {
        if (!(await moveDeposit(tx, row, { state: "credited" }, clock.now()))) return;
        const isFloat = row.kind === "float";
        const booking = isFloat ? floatEntry(row) : creditEntry({ ...row, holding, owedTo: "unallocated" });
        await ledger.append(tx, booking, clock.now());
        await addHolding(tx, chain.model, { ...row, key: await keyOf(tx, row) });
      });
    },
  };
}

/** The wallet's side of a credit: the row is credited, and its coins can be spent or swept. Once, by compare. */
export async function settleDeposit(
  parts: Pick<WatchParts, "chain" | "clock">,
  tx: Tx,
  row: DepositRow,
): Promise<void> {
  const { chain, clock } = parts;
  if (!(await moveDeposit(tx, row, { state: "credited" }, clock.now())))
    throw new Conflict("deposit moved on");
  await addHolding(tx, chain.model, { ...row, key: await keyOf(tx, row) });
}

/** The key that can spend a deposit. */
async function keyOf(tx: Tx, row: DepositRow): Promise<WalletKey> {
  if (row.kind === "float") return { branch: "hot", index: 0 };
  const owner = (await ownersOf(tx, row.chain, [row.address])).get(row.address);
  assert(owner !== undefined, "a deposit on an address of nobody", { id: row.id });
  return { branch: "deposit", index: owner.index };
}

type Place = Pick<DepositRow, "height" | "blockHash" | "blockAt">;
const holdingNow = async (parts: WatchParts, tx: Tx, row: DepositRow): Promise<Holding> =>
  parts.chain.model === "account" && row.kind !== "float" && (await dropHolding(tx, row))
    ? "unswept"
    : "chain";

/** A credited deposit left the best chain below the policy depth: the loss is ours, what we owe stays owed. */
export async function bookLoss(parts: WatchParts, tx: Tx, row: DepositRow, at: TimeMs): Promise<void> {
  const lost = { state: "lost" as const, height: null, blockHash: null, blockAt: null };
  if (!(await moveDeposit(tx, row, lost, at))) throw new Conflict("deposit moved on");
  if (parts.chain.model === "utxo") await dropHolding(tx, row);
  const holding = await holdingNow(parts, tx, row);
  await parts.ledger.append(
    tx,
    reorgEntry({ ...row, kind: "reorg_loss", key: `${row.id}:${row.sighting}:${holding}`, holding }),
    at,
  );
}

/** The deposit is in the best chain again: the loss is taken back. */
export async function restoreCredit(parts: WatchParts, tx: Tx, row: DepositRow, place: Place): Promise<void> {
  const at = parts.clock.now();
  const back = { ...place, state: "credited" as const, sighting: row.sighting + 1 };
  if (!(await moveDeposit(tx, row, back, at))) throw new Conflict("deposit moved on");
  const isFloat = row.kind === "float";
  const holding = isFloat ? "chain" : holdingOf(parts.chain.model);
  await parts.ledger.append(
    tx,
    reorgEntry({ ...row, kind: "reorg_restored", key: `${row.id}:${row.sighting}`, holding }),
    at,
  );
  await addHolding(tx, parts.chain.model, { ...row, key: await keyOf(tx, row) });
}

import type { BlockRef, Tip, Transfer } from "../chains/chain";
import { assert } from "../core/assert";
import { registryUnits } from "../core/asset-amount";
import type { Tx } from "../db/client";
import { Conflict, transaction } from "../db/transaction";
import { type Recipient, verdictOn } from "./credit";
import { restoreCredit } from "./crediting";
import { nextDepositState } from "./deposit";
import {
  type DepositRow,
  depositId,
  insertDeposit,
  isForgottenCredit,
  loadDeposit,
  moveDeposit,
  type Owner,
  ourTransactions,
  ownersOf,
} from "./store";
import type { WatchParts } from "./watcher";

/** The block that holds a transfer; with the transaction to look up, where the transfer was told from a balance. */
export type Sighted = BlockRef & { txHash?: string | null };

export type Sightings = {
  /** Takes note of transfers in a block, or (null) in the mempool; gives the orders that changed. */
  noteTransfers(tx: Tx, transfers: readonly Transfer[], block: Sighted | null): Promise<Set<string>>;
  /** An open deposit that is gone from the chain and the mempool. */
  forget(row: DepositRow, how: "replaced" | "orphaned"): Promise<void>;
  /** The hot wallet's balances when we begin to watch a chain: the operator's own money. */
  noteOpeningBalances(tx: Tx, tip: Tip): Promise<void>;
};

/** Where a transfer to one of our addresses belongs. */
function recipientOf(owner: Owner | undefined): Recipient {
  if (owner === undefined) return { kind: "hot" };
  const { orderId, index } = owner;
  return orderId === null ? { kind: "forgotten", index } : { kind: "order", orderId, index };
}

/** Writes deposit rows for what the chain shows, and tells the orders. */
export function createSightings(parts: WatchParts): Sightings {
  const { chain, engine, clock } = parts;

  async function note(
    tx: Tx,
    transfer: Transfer,
    recipient: Recipient,
    ours: boolean,
    block: Sighted | null,
  ) {
    const verdict = verdictOn(transfer, recipient, {
      isOurTransaction: ours,
      dustUnits: (asset) => registryUnits(asset, "dustAmount"),
    });
    if (verdict.kind === "ignored") return null;
    const id = depositId(chain.id, transfer);
    const known = await loadDeposit(tx, id);
    if (known === undefined && recipient.kind === "forgotten" && (await isForgottenCredit(tx, id)))
      return null;
    const place = {
      height: block?.height ?? null,
      blockHash: block?.hash ?? null,
      blockAt: block?.timeMs ?? null,
    };
    if (known === undefined) {
      const row: DepositRow = {
        id,
        chain: chain.id,
        txId: transfer.txId,
        ordinal: transfer.ordinal,
        txHash: block?.txHash ?? (transfer.txId.includes(":") ? null : transfer.txId),
        asset: transfer.asset,
        address: transfer.to,
        units: transfer.units,
        kind: verdict.kind,
        orderId: verdict.kind === "order" ? verdict.orderId : null,
        state: "seen",
        sources: [...transfer.from],
        ...place,
        required: parts.policyFor(transfer.asset, transfer.units).confirmations,
        firstSeenAt: clock.now(),
        sighting: 1,
      };
      await insertDeposit(tx, row);
      return tellSeen(tx, row);
    }
    return noteAgain(tx, known, place, block === null);
  }

  async function noteAgain(
    tx: Tx,
    known: DepositRow,
    place: Pick<DepositRow, "height" | "blockHash" | "blockAt">,
    isMempool: boolean,
  ) {
    if (known.state === "lost" && !isMempool) {
      await restoreCredit(parts, tx, known, place);
      return known.orderId;
    }
    if (known.state === "replaced" || known.state === "orphaned") {
      const back: DepositRow = { ...known, ...place, state: "seen", sighting: known.sighting + 1 };
      if (!(await moveDeposit(tx, known, back, clock.now()))) throw new Conflict("the deposit has moved on");
      return tellSeen(tx, back);
    }
    if (isMempool || known.state !== "seen" || known.blockHash === place.blockHash) return null;
    if (!(await moveDeposit(tx, known, place, clock.now()))) throw new Conflict("the deposit has moved on");
    return known.orderId;
  }

  async function tellSeen(tx: Tx, row: DepositRow): Promise<string | null> {
    if (row.orderId === null) return null;
    const { id, txHash, asset, units, blockAt } = row;
    const told = await engine.applyIn(tx, {
      orderId: row.orderId,
      source: "deposit",
      externalId: `${id}:${row.sighting}:seen`,
      event: { type: "deposit_seen", at: row.firstSeenAt, deposit: { id, txHash, asset, units, blockAt } },
    });
    assert(told.ok, "a deposit event is never refused", { error: told.ok ? null : told.error });
    return row.orderId;
  }

  return {
    async noteTransfers(tx, transfers, block) {
      const touched = new Set<string>();
      if (transfers.length === 0) return touched;
      const owners = await ownersOf(tx, chain.id, [...new Set(transfers.map((transfer) => transfer.to))]);
      const relevant = transfers.filter(
        (transfer) => owners.has(transfer.to) || transfer.to === parts.hotAddress,
      );
      const ours = await ourTransactions(tx, chain.id, [
        ...new Set(relevant.map((transfer) => transfer.txId)),
      ]);
      for (const transfer of relevant) {
        const owner = owners.get(transfer.to);
        const recipient = recipientOf(owner);
        const orderId = await note(tx, transfer, recipient, ours.has(transfer.txId), block);
        if (orderId !== null) touched.add(orderId);
      }
      return touched;
    },
    async forget(row, how) {
      const outcome = nextDepositState(row.state, how);
      if (!outcome.ok) return;
      const done = await transaction(parts.database, async (tx) => {
        const gone = { state: outcome.value, height: null, blockHash: null, blockAt: null };
        if (!(await moveDeposit(tx, row, gone, clock.now()))) return false;
        if (row.orderId === null) return true;
        const told = await engine.applyIn(tx, {
          orderId: row.orderId,
          source: "deposit",
          externalId: `${row.id}:${row.sighting}:gone`,
          event: { type: "deposit_gone", at: clock.now(), depositId: row.id, replaced: how === "replaced" },
        });
        assert(told.ok, "a deposit event is never refused", { error: told.ok ? null : told.error });
        return true;
      });
      if (done && row.orderId !== null) parts.notifier.orderChanged(row.orderId);
    },
    async noteOpeningBalances(tx, tip) {
      for (const asset of chain.assets) {
        const isCumulative = chain.nativeDeposits === "cumulative" && asset === chain.assets[0];
        if (isCumulative) continue;
        const units = await chain.balance({ address: parts.hotAddress, asset, height: tip.height });
        const transfer = {
          txId: `opening:${asset}`,
          ordinal: 0,
          asset,
          to: parts.hotAddress,
          units,
          from: [],
        };
        await note(tx, transfer, { kind: "hot" }, false, tip);
      }
    },
  };
}

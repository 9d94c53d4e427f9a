import type { Chain } from "../../chains/chain";
import { assert } from "../../core/assert";
import { registryUnits } from "../../core/asset-amount";
import type { ChainId } from "../../core/assets";
import type { DepositId, OrderId } from "../../core/ids";
import type { Clock, Random } from "../../core/ports";
import type { Database, Tx } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import { Conflict, isKeyTaken, transaction } from "../../db/transaction";
import { holdingOf } from "../../deposits/credit";
import { settleDeposit } from "../../deposits/crediting";
import { type DepositRow, loadDeposit } from "../../deposits/store";
import type { LedgerStore } from "../../ledger/store";
import { type Market, ONE_PAYOUT } from "../../market/market";
import type { CommandOutcome } from "../../outbox/dispatcher";
import { moneyRows, writeMoney } from "../../payouts/money-store";
import { newBookId, newOrderId, newTrackingCode } from "../ids";
import { isWorthless } from "../machine/aside";
import type { OrderEvent } from "../machine/events";
import { childOf, create } from "../machine/on-created";
import type { DepositRef, Order } from "../machine/order";
import { isForReview } from "../machine/review";
import { isMinor } from "../machine/share";
import { insertOrder, loadOrder } from "../store/store";
import { type Engine, moneyOfOrder } from "./apply";
import type { MarketForOrder } from "./market-for-order";
import { sourceOf } from "./source";

/** What opening a child order needs. */
export type ChildParts = {
  database: Database;
  engine: Engine;
  ledger: LedgerStore;
  notifier: Notifier;
  clock: Clock;
  random: Random;
  chains: ReadonlyMap<ChainId, Chain>;
  /** Whether any of these sources is on a list now. */
  isListed(addresses: readonly string[]): boolean;
  marketFor: MarketForOrder;
};

/** A deposit that its order could not take, with the order, the row and the market of what may become of it. */
type Found = { parent: Order; row: DepositRow; deposit: DepositRef; market: Market | null };

/**
 * Opens the child order of a deposit: the child, its ledger entry and the parent's event in one transaction. What is too
 * little to be exchanged or sent back is credited to no owner instead, and so is a minor deposit from a source that a person would have to look at:
 * no order is kept open by what anybody can send.
 */
export async function openChildOrder(
  parts: ChildParts,
  parentId: OrderId,
  depositId: DepositId,
): Promise<CommandOutcome> {
  const market = await parts.marketFor(parentId, {
    moves: ONE_PAYOUT,
    as: (parent) => asChild(parent, depositId),
  });
  const taken = { done: false, why: "taken", soon: true } as const;
  try {
    const outcome = await transaction(parts.database, async (tx): Promise<CommandOutcome> => {
      const found = await find(tx, { parentId, depositId, market });
      // One that left its block again asks for its child once more when it is final.
      if (found.deposit.status !== "pending" || found.row.state !== "confirmed") return { done: true };
      const { asset, units } = found.deposit;
      if (isForNoOrder(parts, found)) await creditToNoOwner(parts, tx, found);
      else if (market === null && units < registryUnits(asset, "minAmount"))
        return { done: false, why: "rate_unavailable", soon: false };
      else await open(parts, tx, found);
      return { done: true };
    });
    if (!outcome.done) return outcome;
  } catch (error) {
    if (isKeyTaken(error)) return taken;
    throw error;
  }
  parts.notifier.orderChanged(parentId);
  return { done: true };
}

/** What the order would be with this deposit as a child order; itself where it has no such deposit. */
function asChild(parent: Order, depositId: DepositId): Order {
  const deposit = parent.deposits.find(({ id }) => id === depositId);
  return deposit === undefined ? parent : childOf(parent, deposit);
}

async function find(
  tx: Tx,
  { parentId, depositId, market }: { parentId: OrderId; depositId: DepositId; market: Market | null },
): Promise<Found> {
  const parent = await loadOrder(tx, parentId);
  const row = await loadDeposit(tx, depositId);
  const known = parent?.deposits.find((candidate) => candidate.id === depositId);
  const isOurs = row?.orderId === parentId || (known?.status === "aside" && row?.orderId === null);
  assert(parent && row && known && isOurs, "a child of nothing", { depositId });
  // Asset and amount as they came: the order's own words book nothing.
  return {
    parent,
    row,
    deposit: { ...known, asset: row.asset, units: row.units, txHash: row.txHash },
    market,
  };
}

function isForNoOrder(parts: ChildParts, { parent, row, deposit, market }: Found): boolean {
  const child = childOf(parent, deposit);
  // Such a source is reviewed where it sent more than a little, whatever sending that back would cost.
  return isForReview(sourceOf(parts, row))
    ? isMinor(parent, deposit) || isWorthless(child, null)
    : isWorthless(child, market);
}

async function creditToNoOwner(parts: ChildParts, tx: Tx, { parent, row }: Found): Promise<void> {
  const chain = chainOf(parts, row);
  await settleDeposit({ chain, clock: parts.clock }, tx, row);
  const event = {
    type: "deposit_aside",
    at: parts.clock.now(),
    depositId: row.id,
    asset: row.asset,
    units: row.units,
    holding: holdingOf(chain.model),
  } as const;
  await report(parts, tx, { parent, row, event, as: "aside" });
}

async function open(parts: ChildParts, tx: Tx, { parent, row, deposit, market }: Found): Promise<void> {
  const { clock, random, ledger } = parts;
  const chain = chainOf(parts, row);
  const child = create({
    type: "child_created",
    parent,
    id: newOrderId(random),
    trackingCode: newTrackingCode(random),
    book: newBookId(random),
    deposit,
    source: sourceOf(parts, row),
    holding: holdingOf(chain.model),
    market,
    at: clock.now(),
  });
  await insertOrder(tx, child, { source: "child", externalId: row.id, type: "child_created" });
  await writeMoney(tx, moneyRows(ledger, moneyOfOrder(child), child.order.terms.createdAt));
  await settleDeposit({ chain, clock }, tx, row);
  const event = {
    type: "child_opened",
    at: clock.now(),
    depositId: row.id,
    childId: child.order.id,
  } as const;
  await report(parts, tx, { parent, row, event, as: "opened" });
}

function chainOf({ chains }: ChildParts, { chain: id }: DepositRow): Chain {
  const chain = chains.get(id);
  assert(chain !== undefined, "a deposit of a chain that is not connected", { chain: id });
  return chain;
}

async function report(
  { engine }: ChildParts,
  tx: Tx,
  { parent, row, event, as }: { parent: Order; row: DepositRow; event: OrderEvent; as: "opened" | "aside" },
): Promise<void> {
  const externalId = `${row.id}:${as}`;
  const applied = await engine.applyIn(tx, { orderId: parent.id, source: "child", externalId, event });
  if (!applied.ok) throw new Conflict(applied.error);
}

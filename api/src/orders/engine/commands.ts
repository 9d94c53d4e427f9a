import type { Chain } from "../../chains/chain";
import { assert } from "../../core/assert";
import type { ChainId } from "../../core/assets";
import type { DepositId, OrderId } from "../../core/ids";
import type { Clock, Random } from "../../core/ports";
import type { Database, Tx } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import { Conflict, sqlState, transaction } from "../../db/transaction";
import { holdingOf } from "../../deposits/credit";
import { settleDeposit } from "../../deposits/crediting";
import { claimDeposit, loadDeposit } from "../../deposits/store";
import type { LedgerStore } from "../../ledger/store";
import { ONE_PAYOUT } from "../../market/market";
import type { CommandHandlers, CommandOutcome, Handler } from "../../outbox/dispatcher";
import type { OutboxRow } from "../../outbox/store";
import { moneyRows, writeMoney } from "../../payouts/money-store";
import { newBookId, newLegId, newOrderId, newTrackingCode } from "../ids";
import type { Command, OrderEvent } from "../machine/events";
import { create } from "../machine/on-created";
import { insertOrder, loadOrder } from "../store/store";
import { type Engine, moneyOfOrder } from "./apply";
import type { MarketForOrder } from "./market-for-order";
import type { ReleasedCap } from "./released-cap";

export type CommandParts = {
  database: Database;
  engine: Engine;
  ledger: LedgerStore;
  notifier: Notifier;
  clock: Clock;
  random: Random;
  chains: ReadonlyMap<ChainId, Chain>;
  /** The seed of a mix's plan: `keep` writes it with the order's own change. */
  newMixSeed(orderId: OrderId): Promise<{ keep(tx: Tx): Promise<void> }>;
  /** Whether any of these sources is on a list now. */
  isListed(addresses: readonly string[]): boolean;
  marketFor: MarketForOrder;
  releasedCap: ReleasedCap;
};

const DONE: CommandOutcome = { done: true };
const later = (why: string, soon = false): CommandOutcome => ({ done: false, why, soon });

/** A command with the order whose event planned it. */
export type OrderWork = OutboxRow & { orderId: OrderId };

/** Handles a command for its order. */
export const forOrder =
  <Work extends Command>(handle: (command: Work, row: OrderWork) => Promise<CommandOutcome>): Handler<Work> =>
  (command, row) => {
    const { orderId } = row;
    assert(orderId !== null, "a command without an order", { id: row.id });
    return handle(command, { ...row, orderId });
  };

/** Commands that orders plan and handle themselves; legs and mixes have rooms of their own. */
type OwnCommand = Exclude<Command, { kind: "send_leg" | "mix" }>;

/**
 * Commands that need not keep their turn among those of other orders: what they write is compared with the order's version,
 * and what they promise with the reserves. Payments are signed in their turn.
 */
export const FREE_COMMANDS: ReadonlySet<string> = new Set<OwnCommand["kind"]>([
  ...(["screen", "claim", "settle"] as const),
  ...(["plan_refund", "replan_leg", "open_child"] as const),
]);

/** The dispatcher's work for orders: looks at the world, and applies what was found to the order. */
export function createCommandHandlers(parts: CommandParts): CommandHandlers<OwnCommand> {
  const { engine, clock } = parts;
  const apply = (orderId: OrderId, externalId: string, event: OrderEvent) =>
    engine.apply({ orderId, source: "command", externalId, event });

  return {
    screen: forOrder(async (command, row) => {
      const deposit = await loadDeposit(parts.database, command.depositId);
      assert(deposit !== undefined, "screening an unknown deposit", { id: command.depositId });
      const listed = parts.isListed(deposit.sources);
      const market = await parts.marketFor(row.orderId);
      const { depositId } = command;
      const event: OrderEvent = { type: "deposit_screened", at: clock.now(), depositId, listed, market };
      const applied = await apply(row.orderId, `${row.id}:screened`, event);
      return applied.ok ? DONE : later(applied.error);
    }),
    claim: forOrder(({ depositId }, row) => bookClaim(parts, row, depositId)),
    settle: forOrder(async (_command, row) => {
      const market = await parts.marketFor(row.orderId, { payee: "payout" });
      if (market === null) return later("rate_unavailable");
      const event: OrderEvent = { type: "settle", at: clock.now(), market, legId: newLegId(parts.random) };
      const order = await loadOrder(parts.database, row.orderId);
      const seed = order?.terms.mixer && (await parts.newMixSeed(row.orderId));
      const applied = await engine.apply({
        orderId: row.orderId,
        source: "command",
        externalId: `${row.id}:settle`,
        event,
        covered: true,
        // The plan's seed is kept with the settlement: once, and never without it.
        ...(seed && {
          also: async (tx, effects) => {
            if (effects.order.phase.state === "mixing") await seed.keep(tx);
          },
        }),
      });
      // not_due: another deposit is under way, and settling is asked for again after it.
      if (applied.ok || applied.error === "already_done" || applied.error === "not_due") return DONE;
      return later(applied.error, applied.error === "reserve_insufficient");
    }),
    plan_refund: forOrder(async (_command, row) => {
      const market = await parts.marketFor(row.orderId, { payee: "refund" });
      if (market === null) return later("rate_unavailable");
      const event: OrderEvent = {
        type: "plan_refund",
        at: clock.now(),
        market,
        legId: newLegId(parts.random),
      };
      const applied = await apply(row.orderId, `${row.id}:plan_refund`, event);
      if (applied.ok || applied.error === "already_done") return DONE;
      return later(applied.error, applied.error === "not_due");
    }),
    replan_leg: forOrder(async ({ legId }, row) => {
      const feeUnitsMax = await parts.releasedCap(legId);
      const event = { type: "leg_replanned", at: clock.now(), legId, feeUnitsMax } as const;
      const applied = await apply(row.orderId, `${row.id}:replan_leg`, event);
      return applied.ok || applied.error === "already_done" ? DONE : later(applied.error);
    }),
    open_child: forOrder((command, row) => openChildOrder(parts, row.orderId, command.depositId)),
  };
}

/** Books a claimed deposit to its order: what came, which must be what the order says of it. */
async function bookClaim(
  { engine, clock }: CommandParts,
  { id, orderId }: OrderWork,
  depositId: DepositId,
): Promise<CommandOutcome> {
  const applied = await engine.apply({
    orderId,
    source: "command",
    externalId: `${id}:claimed`,
    event: { type: "deposit_claimed", at: clock.now(), depositId },
    also: async (tx, { order }) => {
      const claimed = order.deposits.find((deposit) => deposit.id === depositId);
      const row = await loadDeposit(tx, depositId);
      assert(claimed && row, "a claim of nothing", { depositId });
      const isSame = claimed.asset === row.asset && claimed.units === row.units;
      assert(isSame && order.terms.depositAddress === row.address, "a claim of what did not come", {
        depositId,
      });
      if (!(await claimDeposit(tx, { depositId, orderId }))) throw new Conflict("not to be claimed now");
    },
  });
  return applied.ok ? DONE : later(applied.error);
}

/** Opens the child order of a deposit: the child, its ledger entry and the parent's event in one transaction. */
async function openChildOrder(
  parts: CommandParts,
  parentId: OrderId,
  depositId: DepositId,
): Promise<CommandOutcome> {
  const { database, clock, random, ledger, engine } = parts;
  const market = await parts.marketFor(parentId, { moves: ONE_PAYOUT });
  try {
    await transaction(database, async (tx) => {
      const parent = await loadOrder(tx, parentId);
      const row = await loadDeposit(tx, depositId);
      const known = parent?.deposits.find((candidate) => candidate.id === depositId);
      assert(parent && row && known && row.orderId === parentId, "a child of nothing", { depositId });
      // Asset and amount as they came: the order's own words book nothing.
      const deposit = { ...known, asset: row.asset, units: row.units, txHash: row.txHash };
      // One that left its block again asks for its child once more when it is final.
      if (deposit.childId !== null || row.state !== "confirmed") return;
      const chain = parts.chains.get(row.chain);
      assert(chain !== undefined, "a deposit of a chain that is not connected", { chain: row.chain });
      const child = create({
        type: "child_created",
        parent,
        id: newOrderId(random),
        trackingCode: newTrackingCode(random),
        book: newBookId(random),
        deposit,
        listed: parts.isListed(row.sources),
        holding: holdingOf(chain.model),
        // The parent's figures are for the parent's assets: a child in another asset is asked again when it is read.
        market: deposit.asset === parent.terms.sendAsset ? market : null,
        at: clock.now(),
      });
      await insertOrder(tx, child, { source: "child", externalId: depositId, type: "child_created" });
      await writeMoney(tx, moneyRows(ledger, moneyOfOrder(child), child.order.terms.createdAt));
      await settleDeposit({ chain, clock }, tx, row);
      const applied = await engine.applyIn(tx, {
        orderId: parentId,
        source: "child",
        externalId: `${depositId}:opened`,
        event: { type: "child_opened", at: clock.now(), depositId, childId: child.order.id },
      });
      if (!applied.ok) throw new Conflict(applied.error);
    });
  } catch (error) {
    if (sqlState(error) === "23505") return later("taken", true);
    throw error;
  }
  parts.notifier.orderChanged(parentId);
  return DONE;
}

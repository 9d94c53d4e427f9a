import { assert } from "../../core/assert";
import type { DepositId, OrderId } from "../../core/ids";
import type { Tx } from "../../db/client";
import { Conflict } from "../../db/transaction";
import { claimDeposit, loadDeposit } from "../../deposits/store";
import type { CommandHandlers, CommandOutcome, Handler } from "../../outbox/dispatcher";
import type { OutboxRow } from "../../outbox/store";
import { newLegId } from "../ids";
import type { Command, OrderEvent } from "../machine/events";
import { loadOrder } from "../store/store";
import { type ChildParts, openChildOrder } from "./open-child";
import type { ReleasedCap } from "./released-cap";
import { sourceOf } from "./source";

export type CommandParts = ChildParts & {
  /** The seed of a mix's plan: `keep` writes it with the order's own change. */
  newMixSeed(orderId: OrderId): Promise<{ keep(tx: Tx): Promise<void> }>;
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
      const source = sourceOf(parts, deposit);
      const market = await parts.marketFor(row.orderId);
      const { depositId } = command;
      const event: OrderEvent = { type: "deposit_screened", at: clock.now(), depositId, source, market };
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

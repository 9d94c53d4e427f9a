import { unreachable } from "../../src/core/assert";
import type { AssetCode } from "../../src/core/assets";
import {
  bookIdOf,
  type DepositId,
  depositIdOf,
  type LegId,
  legIdOf,
  orderIdOf,
  trackingCodeOf,
} from "../../src/core/ids";
import type { Market } from "../../src/market/market";
import type { Command, Effects, OrderEvent } from "../../src/orders/machine/events";
import { create } from "../../src/orders/machine/on-created";
import { nextTimerAt } from "../../src/orders/machine/on-customer";
import type { DepositRef, Order, OrderState } from "../../src/orders/machine/order";
import { sourcesForReview } from "../../src/orders/machine/review";
import { transition } from "../../src/orders/machine/transition";
import { AMOUNTS, isForNoOrder, rateNow } from "./example-amounts";
import { ExampleLedger } from "./example-ledger";
import { CREATED_AT, exampleMarket, exampleOrder, HOUR_MS, MINUTE_MS, REFUND_ADDRESS } from "./example-order";
import { ExampleReserve } from "./example-reserve";

/** Receive units: twice what the example order brings. */
const ABOVE_CAP = { type: "leg_above_cap", mayLand: false } as const;
const REPLANNED = { type: "leg_replanned", feeUnitsMax: 10n ** 8n } as const;
const RESERVE_UNITS = 6_000_000_000n;

/** One thing that the world does next: which of the things now possible, and two numbers that shape it. */
export type Move = { kind: number; a: number; b: number };

/** For tests: a chain, a dispatcher, a customer and an administrator round one order, driven by arbitrary moves. */
export class ExampleWorld {
  readonly ledger = new ExampleLedger();
  readonly events: OrderEvent[] = [];
  readonly states = new Set<OrderState>();
  readonly children: Order[] = [];
  /** Too little for the greatest deposits, and still less for those that are not in a block. */
  readonly reserve = new ExampleReserve(RESERVE_UNITS);
  order: Order;
  now = CREATED_AT;
  commands: Command[] = [];
  private count = 0;

  constructor(readonly start: Order = exampleOrder()) {
    this.order = start;
    this.states.add(start.phase.state);
    const { heldUnits: held, unpaidUnits: unpaid } = start;
    this.reserve.change({ asset: start.terms.receiveAsset, held, planned: 0n, unpaid });
  }

  /** Does the move, where it is possible now. */
  move({ kind, a, b }: Move): void {
    const act = MOVES[kind % MOVES.length];
    act?.(this, a, b);
  }

  /** Ends every fault: what is seen becomes final, held orders are released, commands are worked off, time passes. */
  heal(): void {
    for (let round = 0; round < 60; round++) {
      for (const deposit of this.pending()) this.finish(deposit);
      this.work(exampleMarket({ at: this.now }));
      for (const leg of this.openLegs()) this.landLeg(leg.id, true);
      if (this.order.phase.state === "hold") this.apply(this.release());
      const due = nextTimerAt(this.order);
      if (due !== null && this.commands.length === 0 && this.pending().length === 0) {
        this.now = Math.max(this.now, due);
        this.apply({ type: "timer", at: this.now, market: exampleMarket({ at: this.now }) });
      }
    }
  }

  /** Applies the event; a refusal changes nothing. */
  apply(event: OrderEvent): boolean {
    const outcome = transition(this.order, event);
    if (!outcome.ok) return false;
    this.events.push(event);
    this.write(outcome.value);
    this.order = outcome.value.order;
    this.states.add(this.order.phase.state);
    return true;
  }

  see(units: bigint, asset: AssetCode, inBlock: boolean): void {
    const id = depositIdOf(`d${this.count++}`);
    const blockAt = inBlock ? this.now : null;
    const deposit = { id, txHash: id, asset, units, blockAt };
    this.apply({ type: "deposit_seen", at: this.now, deposit, room: this.room() });
  }

  seeAgain(which: number): void {
    const lost = this.order.deposits.filter((deposit) => deposit.status === "gone");
    const found = lost[which % Math.max(1, lost.length)];
    if (found === undefined) return;
    const { id, txHash, asset, units } = found;
    const deposit = { id, txHash, asset, units, blockAt: this.now };
    this.apply({ type: "deposit_seen", at: this.now, deposit, room: this.room() });
  }
  private room = () => this.reserve.room(this.start.terms.receiveAsset);
  unconfirmed(): DepositRef[] {
    return this.pending().filter(({ blockAt }) => blockAt === null);
  }

  mine({ id: depositId }: DepositRef): void {
    this.apply({ type: "deposit_mined", at: this.now, depositId, blockAt: this.now, room: this.room() });
  }

  /** Deposits that may still become final or vanish. */
  pending(): DepositRef[] {
    const taken = this.commands.flatMap((c) => (c.kind === "open_child" ? [c.depositId] : []));
    return this.order.deposits.filter(({ id, status }) => status === "pending" && !taken.includes(id));
  }

  finish(deposit: DepositRef): void {
    this.apply({
      type: "deposit_final",
      at: this.now,
      depositId: deposit.id,
      blockAt: deposit.blockAt ?? this.now,
      holding: "chain",
      market: exampleMarket({ at: this.now }),
    });
  }

  openLegs() {
    return this.order.legs.filter(({ status }) => status === "sent");
  }

  landLeg(legId: LegId, succeeded: boolean): void {
    const leg = { at: this.now, legId, txId: `tx${this.count++}`, feeUnits: 20n };
    this.apply({ type: succeeded ? "leg_final" : "leg_reverted", ...leg });
  }

  /** What an administrator decides: the order goes on, or its money goes back. */
  release(type: "release" | "refund_held" = "release"): OrderEvent {
    return {
      type,
      at: this.now,
      ...{ admin: "admin", reason: "seen" },
      market: exampleMarket({ at: this.now }),
      seenSources: sourcesForReview(this.order).map(({ no }) => no),
    };
  }

  /** Works off the outbox once; what cannot be done yet stays, as the dispatcher would keep it. */
  work(market: Market | null, listed = false): void {
    const commands = this.commands;
    this.commands = [];
    for (const command of commands) if (!this.run(command, market, listed)) this.commands.push(command);
  }

  private run(command: Command, market: Market | null, listed: boolean): boolean {
    const [at, source] = [this.now, listed ? "listed" : "clear"] as const;
    switch (command.kind) {
      case "screen":
        return this.apply({ type: "deposit_screened", at, depositId: command.depositId, source, market });
      case "claim":
        return this.apply({ type: "deposit_claimed", at, depositId: command.depositId });
      case "settle":
        return (
          market !== null &&
          this.applyOrDone({ type: "settle", at, market, legId: legIdOf(`leg${this.count++}`) }, true)
        );
      case "plan_refund":
        return (
          market !== null &&
          this.applyOrDone({ type: "plan_refund", at, market, legId: legIdOf(`leg${this.count++}`) }, false)
        );
      case "open_child":
        return this.openChild(command.depositId, market, listed);
      case "send_leg":
        return this.count++ % 6 === 0
          ? this.applyOrDone({ ...ABOVE_CAP, at, legId: command.legId }, false)
          : this.apply({ type: "leg_sent", at, legId: command.legId, txId: `tx${this.count}` });
      case "replan_leg":
        return this.applyOrDone({ ...REPLANNED, at, legId: command.legId }, false);
      case "mix":
        return this.mix();
      default:
        return unreachable(command);
    }
  }

  /** As orders/commands does: `already_done` is done, and for settling so is `not_due`. */
  private applyOrDone(event: OrderEvent, notDueIsDone: boolean): boolean {
    const outcome = transition(this.order, event);
    if (outcome.ok) return this.apply(event);
    return outcome.error === "already_done" || (notDueIsDone && outcome.error === "not_due");
  }

  /** One step of a mix, as a plan would have it; the command stays until nothing is owed. */
  private mix(): boolean {
    const { mix, mixLost, terms, phase } = this.order;
    if (mix === undefined || mix.owedUnits === 0n) return true;
    if (phase.state !== "mixing" && phase.state !== "sending") return false;
    const at = this.now;
    if (this.count++ % 7 === 0 && this.apply({ type: "mix_lost", at })) return false;
    const ended = mix.roundsDone + mix.roundsSkipped;
    if (ended < (terms.mixer?.settings.rounds ?? 0)) {
      this.apply({ type: "mix_round", at, no: ended + 1, outcome: this.count++ % 5 ? "done" : "skipped" });
      return false;
    }
    const units = mix.owedUnits / (mix.legsPlanned === 0 && !mixLost && mix.owedUnits > 1n ? 2n : 1n);
    const leg = { no: mix.legsPlanned + 1, units, destination: "receive-address", shortfall: 0 };
    this.apply({ type: "mix_leg", at, legId: legIdOf(`leg${this.count++}`), ...leg });
    return false;
  }

  private openChild(depositId: DepositId, market: Market | null, listed: boolean): boolean {
    const deposit = this.order.deposits.find(({ id }) => id === depositId);
    if (deposit === undefined) throw new Error("a child of nothing");
    const { asset, units } = deposit;
    if (isForNoOrder(this.order, deposit, { market, listed }))
      return this.apply({ type: "deposit_aside", at: this.now, depositId, asset, units, holding: "chain" });
    const id = orderIdOf(`child${this.count++}`);
    const child = create({
      type: "child_created",
      parent: this.order,
      id,
      trackingCode: trackingCodeOf("1"),
      book: bookIdOf(`book-${id}`),
      deposit,
      source: listed ? "listed" : "clear",
      holding: "chain",
      market: deposit.asset === this.order.terms.sendAsset ? market : null,
      at: this.now,
    });
    this.write(child);
    this.children.push(child.order);
    return this.apply({ type: "child_opened", at: this.now, depositId, childId: id });
  }

  private write({ ledger, reserve, commands }: Effects): void {
    for (const booking of ledger) this.ledger.append(booking);
    for (const change of reserve) this.reserve.change(change);
    this.commands.push(...commands);
  }
}

const pick = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length];

const marketNow = (world: ExampleWorld, b: number): Market | null =>
  b % 11 === 0
    ? null
    : exampleMarket({
        at: world.now,
        rate: b % 13 === 0 ? null : rateNow(b),
        ...(b % 7 === 0 && { payableUnits: 1_000n }),
        ...(b % 17 === 0 && { refundFeeUnits: 6_000_000n }),
      });

const MOVES: readonly ((world: ExampleWorld, a: number, b: number) => void)[] = [
  (world, a, b) => world.see(pick(AMOUNTS, a) ?? 1n, b % 5 === 0 ? "ETH" : "BTC", b % 3 === 0),
  (world) => world.see(5_000_000n, "BTC", true),
  (world, a) => world.seeAgain(a),
  (world, a, b) => {
    const deposit = pick(world.pending(), a);
    if (deposit === undefined) return;
    if (b % 3 > 0) return world.finish(deposit);
    world.apply({ type: "deposit_gone", at: world.now, depositId: deposit.id, replaced: b % 2 === 0 });
  },
  (world, a, b) => world.work(marketNow(world, b), a % 12 === 0),
  (world, _, b) => world.work(marketNow(world, b)),
  (world, a, b) => {
    const leg = pick(world.openLegs(), a);
    if (leg !== undefined) world.landLeg(leg.id, b % 3 === 0);
  },
  (world, a, b) => {
    const refundAddress = a % 3 === 0 ? REFUND_ADDRESS : null;
    const revision = b % 4 === 0 ? world.order.revision - 1 : b % 4 === 1 ? null : world.order.revision;
    const choice = a % 2 === 0 ? "exchange" : "refund";
    const market = marketNow(world, b);
    const chosen = { choice, refundAddress, revision, receiveUnitsMin: null, market } as const;
    world.apply({ type: "decision", at: world.now, ...chosen });
  },
  (world, _, b) => {
    const market = marketNow(world, b);
    if (market !== null) world.apply({ type: "offer_refreshed", at: world.now, market });
  },
  (world, a) => {
    if (a % 4 === 0) world.apply({ type: "refund_address", at: world.now, address: REFUND_ADDRESS });
  },
  (world, a) => {
    if (a % 4 === 0) world.apply({ type: "cancel", at: world.now });
  },
  (world, a) => {
    world.apply(world.release(a % 2 === 0 ? "release" : "refund_held"));
  },
  (world, _, b) => world.apply({ type: "timer", at: world.now, market: marketNow(world, b) }),
  (world, a) => {
    const deposit = pick(world.unconfirmed(), a);
    if (deposit !== undefined) world.mine(deposit);
  },
  (world, a) => {
    world.now += (a % 40) * MINUTE_MS;
  },
  (world, a) => {
    world.now += a % 3 === 0 ? (a % 800) * HOUR_MS : 20_000;
  },
];

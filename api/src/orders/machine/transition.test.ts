import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  exampleMarket,
  exampleMixer,
  exampleOrder,
  REFUND_ADDRESS,
  ROOM,
} from "../../../test/orders/example-order";
import { ExampleWorld, type Move } from "../../../test/orders/example-world";
import { AssertionError } from "../../core/assert";
import { feeUnits } from "../../core/fees";
import { depositIdOf, legIdOf, orderIdOf } from "../../core/ids";
import { seededRandom } from "../../core/seeded-random";
import type { OrderEvent, OrderEventType } from "./events";
import { creditedUnits, type Order, type OrderState } from "./order";
import { statusOf } from "./status";
import { transition } from "./transition";

const TERMINAL: readonly OrderState[] = ["completed", "refunded", "expired", "cancelled", "failed"];
const RUNS = { numRuns: 400 };

const moves = fc.array(
  fc.record({ kind: fc.nat(), a: fc.nat({ max: 10_000 }), b: fc.nat({ max: 10_000 }) }),
  { maxLength: 80, size: "max" },
);
const choice = fc.constantFrom("exchange" as const, "refund" as const);
const orders: fc.Arbitrary<Order> = fc
  .record({
    orderType: fc.constantFrom("floating" as const, "fixed" as const),
    mismatch: fc.record({ less: choice, more: choice, late: choice }, { requiredKeys: [] }),
    refundAddress: fc.constantFrom(null, REFUND_ADDRESS),
    rounds: fc.constantFrom(0, 0, 1, 3),
  })
  .map(({ refundAddress, rounds, ...terms }) =>
    exampleOrder({
      refundAddress,
      terms: {
        ...terms,
        ...(rounds > 0 && terms.orderType === "floating" && { mixer: exampleMixer(rounds) }),
      },
    }),
  );

function played(order: Order, todo: readonly Move[]): ExampleWorld {
  const world = new ExampleWorld(order);
  for (const move of todo) world.move(move);
  return world;
}

/** Never more than floor((credited − ceil(fee)) × rate), and what lands is that less the network fee. */
function expectNoOverpayment(order: Order): void {
  if (order.settlement === null) return;
  const { rate, receiveUnits, networkFeeUnits } = order.settlement;
  const credited = creditedUnits(order);
  const most = ((credited - feeUnits(credited, order.terms.feePpm)) * rate.numerator) / rate.denominator;
  const paid = order.legs
    .filter((leg) => leg.kind === "payout" && leg.status !== "reversed")
    .reduce((sum, leg) => sum + leg.units, 0n);
  expect(paid + (order.mix?.owedUnits ?? 0n)).toBe(receiveUnits);
  expect(receiveUnits + networkFeeUnits).toBe(most);
}

describe("whatever happens to an order, in whatever sequence", () => {
  test("nothing throws, no entry is unbalanced, no book, leg or reserve goes below zero", () => {
    // ExampleLedger and ExampleWorld throw at the first of these.
    fc.assert(
      fc.property(orders, moves, (order, todo) => {
        played(order, todo);
      }),
      RUNS,
    );
  });

  test("its history gives the same order again", () => {
    fc.assert(
      fc.property(orders, moves, (order, todo) => {
        const world = played(order, todo);
        const again = world.events.reduce((current, event) => {
          const outcome = transition(current, event);
          return outcome.ok ? outcome.value.order : current;
        }, order);
        expect(again).toEqual(world.order);
        expect(again.version).toBe(order.version + world.events.length);
      }),
      RUNS,
    );
  });

  test("it is paid out at most what was credited, less the fee, at the rate", () => {
    fc.assert(
      fc.property(orders, moves, (order, todo) => expectNoOverpayment(played(order, todo).order)),
      RUNS,
    );
  });

  test("at most one leg is live (of a mix: what was split), and the reserve holds what the order says it does", () => {
    fc.assert(
      fc.property(orders, moves, (order, todo) => {
        const world = played(order, todo);
        const live = world.order.legs.filter((leg) => leg.status !== "reversed");
        expect(live.length).toBeLessThanOrEqual(world.order.mix === undefined ? 1 : 2);
        const { heldUnits: held, unpaidUnits: unpaid } = world.order;
        expect(world.reserve.of(order.terms.receiveAsset)).toMatchObject({ held, unpaid });
      }),
      RUNS,
    );
  });
});

describe("the end of an order, whatever happened before", () => {
  test("an order that is over holds no reserve and has no leg open", () => {
    fc.assert(
      fc.property(orders, moves, (order, todo) => {
        const world = played(order, todo);
        if (!TERMINAL.includes(world.order.phase.state)) return;
        expect(world.order.heldUnits).toBe(0n);
        for (const { held, planned, unpaid } of world.reserve.all())
          expect([held, planned, unpaid]).toEqual([0n, 0n, 0n]);
      }),
      RUNS,
    );
  });

  test("once completed or refunded, it stays so", () => {
    fc.assert(
      fc.property(orders, moves, (order, todo) => {
        const world = new ExampleWorld(order);
        let over: OrderState | null = null;
        for (const move of todo) {
          world.move(move);
          const { state } = world.order.phase;
          if (over !== null) expect(state).toBe(over);
          if (state === "completed" || state === "refunded") over = state;
        }
      }),
      RUNS,
    );
  });

  test("with the faults healed it ends, or waits only for its customer", () => {
    fc.assert(
      fc.property(orders, moves, (order, todo) => {
        const world = played(order, todo);
        world.heal();
        const { phase } = world.order;
        const isAsked = phase.state === "action_required" && phase.unclaimed;
        expect([...TERMINAL, ...(isAsked ? ["action_required"] : [])]).toContain(phase.state);
        if (isAsked) return;
        const { book, sendAsset, receiveAsset } = order.terms;
        for (const asset of [sendAsset, receiveAsset]) {
          expect(world.ledger.balance(`customer:${book}`, asset)).toBe(0n);
        }
      }),
      RUNS,
    );
  });
});

test("every state is reached by some history, except failed, which nothing leads to yet", () => {
  const random = seededRandom("reachability");
  const number = (): number => random.bytes(2).reduce((sum, byte) => sum * 256 + byte, 0);
  const reached = new Set<OrderState>();
  for (let run = 0; run < 1_500; run++) {
    const order = exampleOrder({
      refundAddress: run % 2 === 0 ? REFUND_ADDRESS : null,
      ...(run % 3 === 0 && { terms: { mixer: exampleMixer(2) } }),
    });
    const todo = Array.from({ length: 60 }, () => ({ kind: number(), a: number(), b: number() }));
    for (const state of played(order, todo).states) reached.add(state);
  }
  expect([...reached].sort()).toEqual([
    "action_required",
    "cancelled",
    "completed",
    "confirming",
    "exchanging",
    "expired",
    "hold",
    "mixing",
    "refunded",
    "refunding",
    "screening",
    "sending",
    "waiting",
  ]);
});

test("an event that makes no sense is refused or asserted, and never fails in another way", () => {
  const market = exampleMarket();
  const legId = legIdOf("leg0");
  const depositId = depositIdOf("d0");
  const coins = { depositId, asset: "BTC", units: 1n } as const;
  const nonsense: Record<OrderEventType, OrderEvent> = {
    deposit_seen: {
      type: "deposit_seen",
      at: 0,
      deposit: { id: depositId, txHash: null, asset: "BTC", units: 1n, blockAt: null },
      room: ROOM,
    },
    deposit_mined: { type: "deposit_mined", at: 0, depositId, blockAt: 0, room: ROOM },
    deposit_aside: { type: "deposit_aside", at: 0, ...coins, holding: "chain" },
    deposit_gone: { type: "deposit_gone", at: 0, depositId, replaced: true },
    deposit_final: {
      type: "deposit_final",
      at: 0,
      depositId,
      blockAt: 0,
      holding: "chain",
      market,
    },
    deposit_screened: { type: "deposit_screened", at: 0, depositId, source: "listed", market },
    deposit_claimed: { type: "deposit_claimed", at: 0, depositId },
    child_opened: { type: "child_opened", at: 0, depositId: depositIdOf("nobody"), childId: orderIdOf("c") },
    settle: { type: "settle", at: 0, market, legId },
    offer_refreshed: { type: "offer_refreshed", at: 0, market },
    decision: {
      type: "decision",
      at: 0,
      choice: "exchange",
      refundAddress: null,
      revision: null,
      receiveUnitsMin: null,
      market,
    },
    refund_address: { type: "refund_address", at: 0, address: "b" },
    cancel: { type: "cancel", at: 0 },
    plan_refund: { type: "plan_refund", at: 0, market, legId },
    leg_sent: { type: "leg_sent", at: 0, legId, txId: "t" },
    leg_final: { type: "leg_final", at: 0, legId, txId: "t", feeUnits: 1n },
    leg_reverted: { type: "leg_reverted", at: 0, legId, txId: "t", feeUnits: 1n },
    leg_dead: { type: "leg_dead", at: 0, legId, txId: "t" },
    leg_above_cap: { type: "leg_above_cap", at: 0, legId, mayLand: false },
    leg_cleared: { type: "leg_cleared", at: 0, legId },
    leg_replanned: { type: "leg_replanned", at: 0, legId, feeUnitsMax: 10n ** 12n },
    mix_round: { type: "mix_round", at: 0, no: 1, outcome: "done" },
    mix_leg: { type: "mix_leg", at: 0, no: 1, legId, units: 1n, destination: "a", shortfall: 0 },
    mix_lost: { type: "mix_lost", at: 0 },
    mix_delayed: { type: "mix_delayed", at: 0, delayMinutes: 120 },
    release: { type: "release", at: 0, admin: "a", reason: "r", market: null },
    refund_held: { type: "refund_held", at: 0, admin: "a", reason: "r", market: null },
    timer: { type: "timer", at: 0, market: null },
  };
  fc.assert(
    fc.property(orders, moves, fc.constantFrom(...Object.values(nonsense)), (order, todo, event) => {
      const before = played(order, todo).order;
      try {
        const outcome = transition(before, event);
        if (outcome.ok) expect(outcome.value.order.version).toBe(before.version + 1);
      } catch (error) {
        expect(error).toBeInstanceOf(AssertionError);
      }
    }),
    RUNS,
  );
});

test.each([
  ["waiting", "pending"],
  ["confirming", "pending"],
  ["screening", "processing"],
  ["exchanging", "processing"],
  ["sending", "processing"],
  ["action_required", "processing"],
  ["hold", "processing"],
  ["refunding", "processing"],
  ["completed", "completed"],
  ["refunded", "failed"],
  ["failed", "failed"],
  ["expired", "expired"],
  ["cancelled", "expired"],
] as const)("%s is shown as %s", (state, status) => {
  expect(statusOf(state)).toBe(status);
});

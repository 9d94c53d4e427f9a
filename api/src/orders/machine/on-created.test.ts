import { describe, expect, test } from "vitest";
import {
  CREATED_AT,
  decision,
  exampleDeposit,
  exampleMarket,
  exampleOrder,
  HELD_UNITS,
  planRefund,
  play,
  REFUND_ADDRESS,
  REFUND_FEE_UNITS,
  refusalOf,
  SEND_UNITS,
  screened,
  settle,
  timer,
} from "../../../test/orders/example-order";
import { registryUnits } from "../../core/asset-amount";
import type { AssetCode } from "../../core/assets";
import { bookIdOf, depositIdOf, orderIdOf, trackingCodeOf } from "../../core/ids";
import { amountsOf } from "./amounts";
import { DECISION_WINDOW_MS, UNCLAIMED_AFTER_MS } from "./offer";
import { create } from "./on-created";
import { nextTimerAt } from "./on-customer";
import { isDecided } from "./order";

const child = (asset: AssetCode = "BTC", listed = false, units = SEND_UNITS) =>
  create({
    type: "child_created",
    parent: exampleOrder({ refundAddress: REFUND_ADDRESS }),
    id: orderIdOf("child"),
    trackingCode: trackingCodeOf("111111111"),
    book: bookIdOf("child-book"),
    deposit: exampleDeposit({ asset, units }),
    source: listed ? "listed" : "clear",
    holding: "unswept",
    market: exampleMarket(),
    at: CREATED_AT,
  });
const release = {
  type: "release",
  seenSources: [1],
  at: CREATED_AT,
  admin: "a",
  reason: "r",
  market: exampleMarket(),
} as const;

describe("a child order", () => {
  test("is credited to its own book and asks: repeat", () => {
    const { order, ledger } = child();
    expect(order).toMatchObject({ id: "child", version: 1, heldUnits: 0n, refundAddress: REFUND_ADDRESS });
    expect(order.terms).toMatchObject({
      parentId: "order",
      orderType: "floating",
      book: "child-book",
      mismatch: {},
    });
    expect(order.phase).toMatchObject({ state: "action_required", reason: "repeat" });
    expect(ledger[0]?.entries).toEqual([
      { account: "unswept", asset: "BTC", units: SEND_UNITS },
      { account: "customer:child-book", asset: "BTC", units: -SEND_UNITS },
    ]);
    expect(isDecided(order)).toBe(true);
  });

  test("has ordered what its own money brings at the parent's rate", () => {
    const { order } = child("BTC", false, 2_000_000n);
    // 0.02 BTC at 60,000, less 5.4 and 0.8.
    const figures = { sendUnits: 2_000_000n, feeUnits: 5_400_000n, receiveUnits: 1_193_800_000n };
    expect(amountsOf(order)).toMatchObject({ ordered: figures, current: figures, recalculatedBy: null });
    const dust = amountsOf(child("BTC", false, 1_000n).order).ordered;
    expect(dust).toMatchObject({ receiveUnits: 0n, networkFeeUnits: 0n, feeUnits: dust.convertedUnits });
  });

  test("is not called recalculated: nothing was calculated for it before", () => {
    const at = CREATED_AT + 1;
    const market = exampleMarket({ rate: { numerator: 599n, denominator: 1n } });
    const { order } = play(child().order, decision("exchange", { at }), settle({ at, market }));
    const { ordered, exchanged, recalculatedBy } = amountsOf(order);
    expect(exchanged?.rate).not.toEqual(ordered.rate);
    expect(recalculatedBy).toBeNull();
  });

  test("can be exchanged or refunded", () => {
    const at = CREATED_AT + 1;
    expect(play(child().order, decision("exchange", { at }), settle({ at })).order.phase.state).toBe(
      "sending",
    );
    const { plannedLegs } = play(child().order, decision("refund", { at }), planRefund({ at }));
    expect(plannedLegs).toMatchObject([{ destination: REFUND_ADDRESS, asset: "BTC" }]);
  });

  test("in another asset can only be refunded", () => {
    const { order } = child("ETH");
    expect(order.phase).toMatchObject({ reason: "wrong_asset", offer: { exchange: null } });
    expect(order.terms).toMatchObject({
      sendAsset: "ETH",
      payout: { kind: "refund_only", because: "wrong_asset" },
    });
    expect(refusalOf(order, decision("exchange", { at: CREATED_AT }))).toBe("choice_unavailable");
  });

  test("from a listed source is held", () => {
    expect(child("BTC", true).order.phase).toEqual({
      state: "hold",
      reason: "listed",
      since: expect.any(Number),
    });
    expect(play(child("BTC", true).order, release).order.phase).toMatchObject({
      state: "action_required",
      reason: "repeat",
      offer: { exchange: { rate: exampleMarket().rate }, refund: {} },
    });
  });

  test("in another asset, held and released, still pays nobody by itself", () => {
    const { order } = play(child("ETH", true).order, release);
    expect(order.phase).toMatchObject({
      state: "action_required",
      reason: "wrong_asset",
      offer: { exchange: null },
    });
  });
});

test.each([
  ["floating", 0n],
  ["fixed", HELD_UNITS],
] as const)("a visitor's %s order waits for its payment, and the reserve holds %s", (orderType, held) => {
  const expected = exampleOrder({ refundAddress: REFUND_ADDRESS, terms: { orderType } });
  const { parentId: _parent, receiveMemo: _memo, book, createdAt, ...agreed } = expected.terms;
  const { id, trackingCode } = expected;
  const created = create({
    type: "created",
    at: createdAt,
    id,
    trackingCode,
    book,
    agreed,
    refundAddress: REFUND_ADDRESS,
  });
  expect(created.order).toEqual(expected);
  expect(created.reserve).toEqual([{ asset: "USDT-TRC20", held, planned: 0n, unpaid: held }]);
  expect([created.ledger, created.commands, created.plannedLegs]).toEqual([[], [], []]);
});

describe("an order for claimed money", () => {
  const claimed = (units = SEND_UNITS) =>
    create({
      type: "claimed",
      at: CREATED_AT,
      id: orderIdOf("claim"),
      trackingCode: trackingCodeOf("222222222"),
      book: bookIdOf("claim-book"),
      deposit: {
        id: depositIdOf("d1"),
        txHash: "tx-d1",
        asset: "BTC",
        units,
        address: "deposit-address",
        firstSeenAt: CREATED_AT - 1,
        blockAt: CREATED_AT,
      },
      refundAddress: REFUND_ADDRESS,
    });

  test("asks for its deposit to be booked to it", () => {
    const { order, commands, ledger, reserve } = claimed();
    expect(order).toMatchObject({ version: 1, late: true, phase: { state: "confirming" } });
    expect(order.terms.payout).toEqual({ kind: "refund_only", because: "claimed" });
    expect(commands).toEqual([{ kind: "claim", depositId: "d1" }]);
    expect([ledger, reserve]).toEqual([[], []]);
  });

  test("is refunded once its source is clean", () => {
    const booked = { type: "deposit_claimed", at: CREATED_AT, depositId: depositIdOf("d1") } as const;
    const clean = {
      type: "deposit_screened",
      at: CREATED_AT,
      depositId: depositIdOf("d1"),
      source: "clear",
      market: exampleMarket(),
    } as const;
    const { order } = play(claimed().order, booked, clean);
    expect(order.phase.state).toBe("refunding");
    expect(play(order, planRefund()).plannedLegs).toMatchObject([{ destination: REFUND_ADDRESS }]);
  });

  test.each(["when it is screened", "when its refund is planned"])(
    "never ends without a payment where the network fee has risen %s: it waits, and is refunded once the fee falls",
    (when) => {
      const units = registryUnits("BTC", "minAmount") - 1n;
      const dear = exampleMarket({ refundFeeUnits: units });
      const booked = { type: "deposit_claimed", at: CREATED_AT, depositId: depositIdOf("d1") } as const;
      const isAtOnce = when === "when it is screened";
      const clean = screened(isAtOnce ? { market: dear } : {});
      const later = isAtOnce ? [] : [planRefund({ market: dear })];
      const asked = play(claimed(units).order, booked, clean, ...later).order;
      expect(asked.phase).toMatchObject({ state: "action_required", offer: { refund: null } });
      const deadline = asked.phase.state === "action_required" ? asked.phase.deadline : 0;
      const late = deadline + UNCLAIMED_AFTER_MS;
      const waits = play(asked, timer(deadline, dear), timer(late, dear));
      expect(waits.order.phase).toMatchObject({ state: "action_required", unclaimed: false });
      expect(waits.asideDeposits).toEqual([]);
      const at = nextTimerAt(waits.order) ?? 0;
      expect(at).toBe(late + DECISION_WINDOW_MS);
      const calm = exampleMarket({ at });
      const { plannedLegs } = play(waits.order, timer(at, calm), planRefund({ at, market: calm }));
      expect(plannedLegs).toMatchObject([{ units: units - REFUND_FEE_UNITS, destination: REFUND_ADDRESS }]);
    },
  );
});

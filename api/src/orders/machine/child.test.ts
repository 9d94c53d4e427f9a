import { describe, expect, test } from "vitest";
import type { AssetCode } from "../../core/assets";
import {
  CREATED_AT,
  decision,
  exampleDeposit,
  exampleMarket,
  exampleOrder,
  planRefund,
  play,
  REFUND_ADDRESS,
  refusalOf,
  SEND_UNITS,
  settle,
} from "../example-order";
import { openChild } from "./child";
import { isDecided } from "./order";

const born = (asset: AssetCode = "BTC", listed = false) =>
  openChild(exampleOrder({ refundAddress: REFUND_ADDRESS }), {
    id: "child",
    trackingCode: "111111111",
    book: "child-book",
    deposit: exampleDeposit({ asset }),
    listed,
    holding: "unswept",
    market: exampleMarket(),
    at: CREATED_AT,
  });
const release = {
  type: "release",
  at: CREATED_AT,
  admin: "a",
  reason: "r",
  market: exampleMarket(),
} as const;

describe("a child order", () => {
  test("is credited to its own book and asks: repeat", () => {
    const { order, ledger } = born();
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

  test("can be exchanged or refunded", () => {
    const at = CREATED_AT + 1;
    expect(play(born().order, decision("exchange", { at }), settle({ at })).order.phase.state).toBe(
      "sending",
    );
    const { plannedLegs } = play(born().order, decision("refund", { at }), planRefund({ at }));
    expect(plannedLegs).toMatchObject([{ destination: REFUND_ADDRESS, asset: "BTC" }]);
  });

  test("in another asset can only be refunded", () => {
    const { order } = born("ETH");
    expect(order.phase).toMatchObject({ reason: "wrong_asset", offer: { exchange: null } });
    expect(order.terms).toMatchObject({ sendAsset: "ETH", receiveAddress: "" });
    expect(refusalOf(order, decision("exchange", { at: CREATED_AT }))).toBe("choice_unavailable");
  });

  test("from a listed source is held", () => {
    expect(born("BTC", true).order.phase).toEqual({ state: "hold", reason: "listed" });
    expect(play(born("BTC", true).order, release).order.phase.state).not.toBe("hold");
  });

  test("in another asset, held and released, still pays nobody by itself", () => {
    const { order } = play(born("ETH", true).order, release);
    expect(order.phase).toMatchObject({
      state: "action_required",
      reason: "wrong_asset",
      offer: { exchange: null },
    });
  });
});

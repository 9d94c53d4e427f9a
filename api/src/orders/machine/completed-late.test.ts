import { describe, expect, test } from "vitest";
import {
  CREATED_AT,
  EXPIRES_AT,
  exampleMarket,
  exampleOrder,
  final,
  gone,
  MINUTE_MS,
  mined,
  paid,
  play,
  RATE,
  REFUND_ADDRESS,
  SEND_UNITS,
  screened,
  seen,
  settle,
  timer,
} from "../../../test/orders/example-order";
import { isLate } from "./share";

const MINOR = SEND_UNITS / 200n;
const LATE = { at: EXPIRES_AT + 2 * MINUTE_MS, blockAt: EXPIRES_AT + MINUTE_MS };
/** A market on which the sent coin has lost as much as a fixed rate is kept for. */
const fallen = exampleMarket({ rate: { ...RATE, numerator: (RATE.numerator * 99n) / 100n } });
const fixed = () => exampleOrder({ terms: { orderType: "fixed" } });

describe("a fixed rate that is paid in full only after its quote has ended", () => {
  test("is not kept by paying in many minor payments at once", () => {
    const parts = Array.from({ length: 200 }, (_, n) => ({ id: `part ${n}` }));
    const { order } = play(
      fixed(),
      ...parts.map((part) => seen(MINOR, part)),
      ...parts.map((part) => final({ ...part, ...LATE, market: fallen })),
      ...parts.map((part) => screened({ ...part, at: LATE.at, market: fallen })),
    );
    expect(order).toMatchObject({
      late: true,
      phase: { state: "action_required", reason: "late", offer: { exchange: { rate: fallen.rate } } },
    });
  });

  test("is not kept by adding a little to almost all", () => {
    const d2 = { id: "d2", ...LATE, market: fallen };
    const { order } = play(fixed(), ...paid(SEND_UNITS - MINOR - 1n), ...paid(MINOR, d2));
    expect(order).toMatchObject({
      late: true,
      phase: { state: "action_required", offer: { exchange: { rate: fallen.rate } } },
    });
  });

  test("is kept where the little came in time", () => {
    const inTime = { id: "d2", blockAt: CREATED_AT + 6 * MINUTE_MS };
    const { order } = play(fixed(), ...paid(SEND_UNITS - MINOR - 1n), ...paid(MINOR, inTime));
    expect(order).toMatchObject({ late: false, phase: { state: "exchanging" } });
  });
});

describe("a floating order that was begun in time", () => {
  const d2 = { id: "d2", ...LATE };
  const wrong = { id: "wrong", asset: "ETH" } as const;

  test.each([
    ["a minor payment that is credited", paid(MINOR)],
    ["another asset, and a payment that is gone", [seen(SEND_UNITS), seen(10n ** 18n, wrong), gone()]],
    ["many payments that are minor together", [...paid(MINOR / 2n), ...paid(MINOR / 2n, { id: "d3" })]],
  ])("only with %s is late, and its customer's instruction counts", (_, begun) => {
    const order = exampleOrder({ refundAddress: REFUND_ADDRESS, terms: { mismatch: { late: "refund" } } });
    const { order: after } = play(order, ...begun, ...paid(SEND_UNITS, d2));
    expect(after.phase.state).toBe("refunding");
    expect(isLate(after)).toBe(true);
  });

  test.each([
    ["a part that is credited", paid(2n * MINOR)],
    ["a part in a block", [seen(2n * MINOR, { blockAt: CREATED_AT + 6 * MINUTE_MS })]],
    ["many minor payments that are more together", [...paid(MINOR), ...paid(MINOR, { id: "d3" })]],
  ])("with %s is not", (_, begun) => {
    const order = exampleOrder({ terms: { mismatch: { late: "refund" } } });
    const { order: after } = play(order, ...begun, ...paid(SEND_UNITS - 2n * MINOR, d2));
    expect(after.phase.state).toBe("exchanging");
    expect(isLate(after)).toBe(false);
  });

  test("with a part that is waited for becomes late when this is gone", () => {
    const order = exampleOrder({ refundAddress: REFUND_ADDRESS });
    const waiting = play(order, seen(SEND_UNITS / 2n), ...paid(SEND_UNITS / 2n, d2)).order;
    expect(waiting.phase.state).toBe("exchanging");
    expect(isLate(waiting)).toBe(false);
    expect(play(waiting, gone({ replaced: true }), settle()).order.phase.state).toBe("refunding");
  });

  test("and paid late from a listed source is released without a word on its lateness, which is the worker's", () => {
    const listed = screened({ id: "d2", at: LATE.at, listed: true, market: exampleMarket() });
    const held = play(
      exampleOrder({ refundAddress: REFUND_ADDRESS }),
      ...paid(MINOR),
      seen(SEND_UNITS, d2),
      final(d2),
      listed,
    ).order;
    expect(held.phase).toMatchObject({ state: "hold", reason: "listed" });
    const release = {
      type: "release",
      seenSources: [1, 2],
      at: LATE.at,
      admin: "a",
      reason: "r",
      market: exampleMarket(),
    } as const;
    const { order: after } = play(held, release);
    expect(after.phase.state).toBe("refunding");
    expect(after.late).toBe(held.late);
  });
});

describe("a floating deposit that was seen after the window", () => {
  const after = EXPIRES_AT + 1;
  const inTime = { at: after + 1, blockAt: EXPIRES_AT - 1 };
  const other = { id: "d2", ...inTime };
  test.each([
    ["comes into an older block", [mined(inTime)]],
    ["is credited in an older block", [final(inTime)]],
    ["is followed by one in an older block", [seen(SEND_UNITS, other)]],
    [
      "is followed by one that comes into an older block",
      [seen(SEND_UNITS, { id: "d2", at: after }), mined(other)],
    ],
  ])("a floating deposit that was seen too late and %s is not late after all", (_, events) => {
    for (const order of [exampleOrder(), play(exampleOrder(), timer(EXPIRES_AT)).order]) {
      const late = play(order, seen(SEND_UNITS, { at: after })).order;
      expect([late.late, play(late, ...events).order.late]).toEqual([true, false]);
    }
    const cannot = [
      exampleOrder({ terms: { orderType: "fixed" } }),
      play(exampleOrder(), { type: "cancel", at: CREATED_AT + MINUTE_MS }).order,
    ];
    for (const order of cannot)
      expect(play(order, seen(SEND_UNITS, { at: after }), ...events).order.late).toBe(true);
  });

  test("a floating deposit that was seen too late stays late with another asset in time", () => {
    const wrong = seen(10n ** 18n, { ...other, asset: "ETH" });
    expect(play(exampleOrder(), seen(SEND_UNITS, { at: after }), wrong).order.late).toBe(true);
  });
});

test("an order that had ended waits for another deposit where the first is set aside", () => {
  const dust = (id: string) => seen(600n, { id, asset: "ETH", blockAt: CREATED_AT });
  const d1 = { id: "d1", listed: true } as const;
  const events = [dust("d1"), { type: "cancel", at: CREATED_AT + MINUTE_MS } as const, final(d1), dust("d2")];
  const { order } = play(exampleOrder(), ...events, screened(d1));
  expect(order).toMatchObject({ phase: { state: "confirming" }, closedAs: "cancelled" });
  expect(play(order, gone({ id: "d2" })).order.phase.state).toBe("cancelled");
});

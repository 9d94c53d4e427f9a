import { describe, expect, test } from "vitest";
import {
  bookedOn,
  CREATED_AT,
  decision,
  EXPIRES_AT,
  exampleDeposit,
  exampleMarket,
  exampleOrder,
  final,
  gone,
  HOUR_MS,
  MINUTE_MS,
  mined,
  paid,
  play,
  RATE,
  refusalOf,
  SEND_UNITS,
  screened,
  seen,
  settle,
  timer,
} from "../../../test/orders/example-order";
import { depositIdOf } from "../../core/ids";
import { isWorthless } from "./aside";
import { childOf } from "./on-created";

/** 0.5% of what was agreed: the most that is minor. */
const MINOR = SEND_UNITS / 200n;
const SHARE = MINOR + 1n;
const PART = (SEND_UNITS * 3n) / 5n;
const d2 = { id: "d2" };
const LEAST = 20_000n;
const inBlock = { ...d2, blockAt: CREATED_AT + 6 * MINUTE_MS };
const fixed = () => exampleOrder({ terms: { orderType: "fixed" } });
/** A market on which the sent coin is worth twice as much. */
const better = exampleMarket({ rate: { ...RATE, numerator: RATE.numerator * 2n } });

describe("what strangers send does not delay a paid order", () => {
  test.each([
    ["a minor payment in a block", seen(MINOR, inBlock)],
    ["a large payment in no block", seen(SEND_UNITS, d2)],
    ["another asset", seen(10n ** 18n, { ...inBlock, asset: "ETH" })],
  ])("%s", (_, event) => {
    const { order } = play(exampleOrder(), ...paid(), event);
    expect(play(order, settle()).order.phase.state).toBe("sending");
  });

  test("what is more than minor and in a block is waited for", () => {
    const { order } = play(exampleOrder(), ...paid(), seen(SHARE, inBlock));
    expect(refusalOf(order, settle())).toBe("not_due");
  });

  test("while less than agreed came, a payment in no block is waited for until an hour after the window", () => {
    const { order } = play(exampleOrder(), ...paid(PART), seen(PART, d2));
    expect(refusalOf(order, settle())).toBe("not_due");
    const until = EXPIRES_AT + HOUR_MS;
    expect(refusalOf(order, timer(until - 1))).toBe("not_due");
    const played = play(order, timer(until));
    expect(played.commands).toEqual([{ kind: "settle" }]);
    expect(refusalOf(played.order, timer(until + 1))).toBe("not_due");
    expect(play(played.order, settle({ at: until })).order.settlement?.creditedUnits).toBe(PART);
    // Once it is in a block, it is waited for again.
    expect(refusalOf(play(played.order, mined(d2)).order, settle({ at: until }))).toBe("not_due");
    expect(play(order, seen(PART, { id: "d3", at: until })).order.deposits.at(-1)).toMatchObject({
      unawaited: true,
    });
  });
});

describe("what strangers send changes no fixed rate", () => {
  test("a minor payment that is replaced, or that comes too late", () => {
    const replaced = play(fixed(), seen(), seen(MINOR, d2), gone({ ...d2, replaced: true }));
    expect(play(replaced.order, final(), screened()).order.phase.state).toBe("exchanging");
    const tooLate = { ...d2, at: EXPIRES_AT + 2, blockAt: EXPIRES_AT + 1 };
    const { order } = play(
      fixed(),
      seen(),
      seen(MINOR, d2),
      final(),
      final(tooLate),
      screened(),
      screened(d2),
    );
    expect(order).toMatchObject({ late: false, phase: { state: "exchanging" } });
  });

  test("a large one that comes too late, beside one that paid in time, makes the order none that is late", () => {
    const tooLate = { ...d2, at: EXPIRES_AT + 2, blockAt: EXPIRES_AT + 1 };
    const played = play(
      fixed(),
      seen(),
      seen(SEND_UNITS, d2),
      final(),
      final(tooLate),
      screened(),
      screened(d2),
    );
    expect(played.order).toMatchObject({ late: false, phase: { state: "action_required", reason: "more" } });
  });

  test.each([
    ["a further payment", [...paid(), ...paid(SHARE, d2)]],
    ["a replaced one", [seen(PART), gone({ replaced: true }), ...paid(SEND_UNITS, d2)]],
  ])("by %s a customer gets no better rate than they paid for in time", (_, events) => {
    const { order } = play(
      fixed(),
      ...events.map((event) => ("market" in event ? { ...event, market: better } : event)),
    );
    const offered = order.phase.state === "action_required" ? order.phase.offer.exchange : null;
    expect(offered?.rate).toEqual(RATE);
  });

  test("nor by a standing instruction", () => {
    const order = exampleOrder({ terms: { orderType: "fixed", mismatch: { more: "exchange" } } });
    const { order: approved } = play(order, ...paid(), ...paid(SHARE, d2));
    expect(approved.approval).toBe("at_market");
    expect(play(approved, settle({ market: better })).order.settlement?.rate).toEqual(RATE);
  });
});

describe("a question", () => {
  const asked = () => play(exampleOrder({ terms: { mismatch: { less: "refund" } } }), ...paid(PART)).order;

  test("stays as it was put when something minor comes", () => {
    const order = asked();
    const { phase, revision } = order;
    if (phase.state !== "action_required") throw new Error("not asked");
    const played = play(order, ...paid(MINOR, d2));
    const { exchange, refund } = phase.offer;
    const more = { refund: { ...refund, units: (refund?.units ?? 0n) + MINOR } };
    expect(played.order).toMatchObject({
      revision,
      phase: { ...phase, offer: { ...phase.offer, exchange: {}, ...more } },
    });
    const offered = played.order.phase.state === "action_required" ? played.order.phase.offer.exchange : null;
    expect(offered).toMatchObject({ rate: exchange?.rate, networkFeeUnits: exchange?.networkFeeUnits });
    expect(offered?.receiveUnits).toBeGreaterThan(exchange?.receiveUnits ?? 0n);
    const decided = play(played.order, decision("exchange", { revision })).order;
    expect(decided.phase.state).toBe("exchanging");
    const listed = play(order, seen(MINOR, d2), final(d2), screened({ ...d2, listed: true }));
    expect(listed.order.phase).toEqual(phase);
  });

  test("that is answered while something minor is screened takes no more money", () => {
    const consented = play(asked(), seen(MINOR, d2), final(d2), decision("exchange")).order;
    expect(consented.phase.state).toBe("screening");
    const d3 = { id: "d3" };
    const played = play(consented, seen(SEND_UNITS, d3), final(d3));
    expect(played.commands).toEqual([{ kind: "open_child", depositId: "d3" }]);
    expect(play(played.order, screened(d2), settle()).order.settlement?.creditedUnits).toBe(PART + MINOR);
  });

  test("is over when what was missing comes, however little that is", () => {
    const order = play(
      exampleOrder({ terms: { mismatch: { less: "refund" } } }),
      ...paid(SEND_UNITS - MINOR - 7n),
    ).order;
    expect(order.phase.state).toBe("action_required");
    expect(play(order, ...paid(7n, d2)).order.phase.state).toBe("exchanging");
  });
});

describe("set aside", () => {
  test("a minor payment from a listed source leaves the order, and the rest is exchanged", () => {
    const played = play(
      exampleOrder(),
      seen(),
      seen(MINOR, d2),
      final(),
      final(d2),
      screened(),
      screened({ ...d2, listed: true }),
    );
    expect(played.order.phase.state).toBe("exchanging");
    expect(played.asideDeposits).toEqual(["d2"]);
    expect(bookedOn(played.ledger, "unallocated")).toBe(-MINOR);
    expect(play(played.order, settle()).order.settlement?.creditedUnits).toBe(SEND_UNITS);
  });

  test("what is more than minor holds the order", () => {
    const events = [
      seen(),
      seen(SHARE, d2),
      final(),
      final(d2),
      screened(),
      screened({ ...d2, listed: true }),
    ];
    expect(play(exampleOrder(), ...events).order.phase).toMatchObject({ state: "hold", reason: "listed" });
  });

  test("one that comes before the customer's leads back to waiting", () => {
    const played = play(exampleOrder(), seen(MINOR, d2), final(d2), screened({ ...d2, listed: true }));
    expect(played.order.phase.state).toBe("waiting");
    expect(play(played.order, ...paid()).order.phase.state).toBe("exchanging");
  });

  test("what can neither be exchanged nor sent back does not open an order again that had ended", () => {
    const cancelled = play(exampleOrder({ terms: { sendUnitsMin: LEAST } }), {
      type: "cancel",
      at: CREATED_AT,
    }).order;
    const played = play(cancelled, ...paid(1_300n, d2));
    expect(played.order.phase.state).toBe("cancelled");
    expect(played.asideDeposits).toEqual(["d2"]);
    expect(play(cancelled, ...paid(1_600n, d2)).order.phase.state).toBe("action_required");
  });

  test("an order that was paid too little for either ends when it counts as unclaimed", () => {
    const { order } = play(exampleOrder(), ...paid(1_000n));
    const overdue = play(
      order,
      timer(order.phase.state === "action_required" ? order.phase.deadline : 0),
    ).order;
    const unclaimedAt = CREATED_AT + 40 * 24 * HOUR_MS;
    const played = play(overdue, timer(unclaimedAt));
    expect(played.order.phase).toEqual({ state: "expired", at: unclaimedAt });
    expect(bookedOn(played.ledger, "unallocated")).toBe(-1_000n);
  });

  test("a deposit of a decided order is credited to no owner", () => {
    const done = play(exampleOrder(), ...paid(), settle(), seen(7n, d2), final(d2)).order;
    const event = {
      type: "deposit_aside",
      at: CREATED_AT,
      depositId: depositIdOf("d2"),
      asset: "BTC",
      units: 7n,
      holding: "chain",
    } as const;
    const played = play(done, event);
    expect(played.order.deposits.at(-1)).toMatchObject({ status: "aside", childId: null });
    expect(bookedOn(played.ledger, "unallocated")).toBe(-7n);
  });
});

const child = (units: bigint) => {
  const { order } = play(
    exampleOrder({ terms: { sendUnitsMin: LEAST } }),
    ...paid(),
    settle(),
    seen(units, d2),
  );
  const deposit = order.deposits.at(-1);
  return deposit === undefined ? order : childOf(order, deposit);
};

test("so is a twentieth of the least amount, whatever that would bring", () => {
  const cheap = exampleMarket({ refundFeeUnits: 0n, payoutFeeUnits: 0n });
  expect(isWorthless(child(LEAST / 20n), cheap)).toBe(true);
  expect(isWorthless(child(LEAST / 20n), null)).toBe(true);
  expect(isWorthless(child(LEAST / 20n + 1n), cheap)).toBe(false);
});

test("what came in many small payments is compared as a whole", () => {
  const expired = play(exampleOrder({ terms: { sendUnitsMin: LEAST } }), timer(EXPIRES_AT)).order;
  const parts = Array.from({ length: 40 }, (_, n) => ({ id: `part ${n}` }));
  const part = LEAST / 20n;
  const { order, asideDeposits } = play(
    expired,
    ...parts.map((of) => seen(part, of)),
    ...parts.map((of) => final(of)),
    ...parts.map((of) => screened(of)),
  );
  expect(order.phase.state).toBe("exchanging");
  expect(asideDeposits).toEqual([]);
  expect(isWorthless(order, exampleMarket())).toBe(false);
});

test("another asset is compared with its own least amount", () => {
  const order = exampleOrder({ terms: { sendAsset: "ETH", sendUnitsMin: 10n ** 16n } });
  const deposit = (units: bigint) => ({ ...exampleDeposit({ units }), status: "credited" as const });
  const market = exampleMarket({ refundFeeUnits: 0n });
  expect(isWorthless(childOf(order, deposit(5_000n)), market)).toBe(true);
  expect(isWorthless(childOf(order, deposit(5_001n)), market)).toBe(false);
});

describe("worthless is what can neither be exchanged nor sent back", () => {
  test.each([
    ["too little for both", 1_350n, {}, true],
    ["enough to be sent back", 1_546n, {}, false],
    ["enough to be exchanged", 1_400n, {}, false],
    ["of no known rate", 1_350n, { rate: null }, false],
    [
      "an order's least amount, however dear the network",
      LEAST,
      { refundFeeUnits: 10n ** 9n, payoutFeeUnits: 10n ** 18n },
      false,
    ],
  ])("%s", (_, units, change, worthless) => {
    expect(isWorthless(child(units), exampleMarket(change))).toBe(worthless);
  });
});

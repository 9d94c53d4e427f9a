import { expect, test } from "vitest";
import {
  BOOK,
  bookedOn,
  CREATED_AT,
  exampleMarket,
  exampleOrder,
  final,
  planRefund,
  play,
  REFUND_ADDRESS,
  REFUND_FEE_UNITS,
  refusalOf,
  SEND_UNITS,
  screened,
  seen,
} from "../../../test/orders/example-order";
import type { OrderEvent } from "./events";
import { reviewOf, sourcesForReview } from "./review";

const d2 = { id: "d2" };
const cancelled = play(exampleOrder({ refundAddress: REFUND_ADDRESS }), {
  type: "cancel",
  at: CREATED_AT,
}).order;
const verb = (type: "release" | "refund_held", seenSources?: readonly number[]): OrderEvent => ({
  ...{ type, at: screened().at, admin: "a", reason: "r", market: exampleMarket() },
  ...(seenSources && { seenSources }),
});

test.each(["release", "refund_held"] as const)(
  "%s clears no source that the administrator has not seen: one that came after they looked keeps the order held",
  (type) => {
    const both = [seen(), seen(SEND_UNITS / 10n, d2), final(), final(d2)];
    const looked = play(
      exampleOrder({ refundAddress: REFUND_ADDRESS }),
      ...both,
      screened({ source: "unknown" }),
    ).order;
    const seenThen = sourcesForReview(looked).map(({ no }) => no);
    expect(seenThen).toEqual([1]);
    expect(refusalOf(looked, verb(type, []))).toBe("sources_unseen");
    expect(play(looked, verb(type)).order.phase.state).not.toBe("hold");
    expect(refusalOf(looked, verb(type, [2]))).toBe("sources_unseen");
    const listed = play(looked, screened({ ...d2, listed: true })).order;
    expect(refusalOf(listed, verb(type, seenThen))).toBe("sources_unseen");
    const clean = play(looked, screened(d2)).order;
    for (const [order, numbers] of [
      [listed, [1, 2]],
      [clean, seenThen],
    ] as const)
      expect(play(order, verb(type, numbers)).order.phase.state).toBe(
        type === "release" ? "exchanging" : "refunding",
      );
  },
);

test("an administrator who saw a source that another has released since does not clear a later one with it", () => {
  const released = play(exampleOrder(), seen(), final(), screened({ listed: true }), verb("release", [1]));
  const again = play(
    released.order,
    seen(SEND_UNITS / 10n, d2),
    final(d2),
    screened({ ...d2, listed: true }),
  );
  expect(again.order.phase).toMatchObject({ state: "hold", reason: "listed" });
  expect(refusalOf(again.order, verb("release", [1]))).toBe("sources_unseen");
  expect(play(again.order, verb("release", [2])).order.phase.state).toBe("exchanging");
});

test("an unknown source holds the order until an administrator releases it, and a listed one beside it is named", () => {
  const both = [seen(), seen(SEND_UNITS / 10n, d2), final(), final(d2)];
  const held = play(exampleOrder(), ...both, screened({ source: "unknown" })).order;
  expect(held.phase).toEqual({ state: "hold", reason: "unknown_source", since: screened().at });
  for (const source of ["clear", "unknown", "listed"] as const) {
    const reason = source === "listed" ? "listed" : "unknown_source";
    expect(play(held, screened({ ...d2, source })).order.phase).toMatchObject({ reason });
  }
  const listed = play(held, screened({ ...d2, source: "listed" }));
  expect(play(listed.order, screened({ source: "unknown" })).order.phase).toMatchObject({
    reason: "listed",
  });
  const released = play(listed.order, verb("release", [1, 2]));
  expect(released.order.phase.state).toBe("exchanging");
  expect(released.order.deposits.map(({ screening }) => screening)).toEqual(["clear", "clear"]);
});

test("a minor payment from an unknown source leaves the order, and the rest is exchanged", () => {
  const minor = SEND_UNITS / 1_000n;
  const events = [
    seen(),
    seen(minor, d2),
    final(),
    final(d2),
    screened(),
    screened({ ...d2, source: "unknown" }),
  ];
  const played = play(exampleOrder(), ...events);
  expect(played.order.phase.state).toBe("exchanging");
  expect(played.asideDeposits).toEqual(["d2"]);
  expect(bookedOn(played.ledger, "unallocated")).toBe(-minor);
});

test.each([
  ["floating, that waits", exampleOrder({ refundAddress: REFUND_ADDRESS }), "exchanging"],
  [
    "fixed, that waits",
    exampleOrder({ refundAddress: REFUND_ADDRESS, terms: { orderType: "fixed" } }),
    "exchanging",
  ],
  ["that was cancelled", cancelled, "refunding"],
] as const)(
  "a held payment of an order %s is credited to it, and can be released or refunded",
  (_, order, after) => {
    for (const source of ["unknown", "listed"] as const) {
      const held = play(order, seen(), final(), screened({ source }));
      expect(bookedOn(held.ledger, `customer:${BOOK}`)).toBe(-SEND_UNITS);
      expect(held.order.phase).toMatchObject({ state: "hold", reason: reviewOf(held.order) });
      expect(play(held.order, verb("release", [1])).order.phase.state).toBe(after);
      const refund = play(held.order, verb("refund_held", [1]), planRefund());
      expect(refund.plannedLegs).toMatchObject([{ kind: "refund", units: SEND_UNITS - REFUND_FEE_UNITS }]);
    }
  },
);

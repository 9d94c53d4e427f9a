import { expect, test } from "vitest";
import {
  bookedOn,
  exampleMarket,
  exampleOrder,
  final,
  play,
  SEND_UNITS,
  screened,
  seen,
} from "../../../test/orders/example-order";

const d2 = { id: "d2" };

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
  const released = play(listed.order, {
    ...{ type: "release", at: screened().at, admin: "a", reason: "r" },
    market: exampleMarket(),
  });
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

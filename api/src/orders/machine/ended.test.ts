import { describe, expect, test } from "vitest";
import {
  CREATED_AT,
  EXPIRES_AT,
  exampleOrder,
  final,
  gone,
  HOUR_MS,
  paid,
  play,
  SEND_UNITS,
  screened,
  seen,
  timer,
} from "../../../test/orders/example-order";

const d2 = { id: "d2" };

describe("an order that has ended", () => {
  test("with too little is opened again by what was on its way then", () => {
    const { order } = play(exampleOrder(), ...paid(1_000n));
    const deadline = order.phase.state === "action_required" ? order.phase.deadline : 0;
    const at = CREATED_AT + 40 * 24 * HOUR_MS;
    const ended = play(order, timer(deadline), seen(SEND_UNITS, { ...d2, at }), timer(at)).order;
    expect(ended.phase.state).toBe("expired");
    const later = { ...d2, at: at + HOUR_MS };
    expect(play(ended, final(later), screened(later)).order).toMatchObject({
      late: true,
      closedAs: "expired",
      phase: { state: "action_required", reason: "late" },
    });
  });

  test("is opened again by many parts that together are an order", () => {
    const cancelled = play(exampleOrder(), { type: "cancel", at: CREATED_AT }).order;
    const ids = Array.from({ length: 20 }, (_, no) => ({ id: `part${no}` }));
    const parts = ids.map((id) => seen(cancelled.terms.sendUnitsMin / 20n, id));
    const played = play(cancelled, ...parts, ...ids.map(final), ...ids.map((id) => screened(id)));
    expect(played.asideDeposits).toEqual([]);
    expect(played.order.phase).toMatchObject({ state: "action_required", reason: "late" });
  });

  test("is not opened again by a little that waited for a payment which vanished", () => {
    const ended = play(exampleOrder({ terms: { expiresAt: CREATED_AT } }), timer(CREATED_AT)).order;
    const least = ended.terms.sendUnitsMin / 20n;
    const parts = [seen(least, d2), seen(SEND_UNITS), final(d2), screened(d2)];
    const waiting = play(ended, ...parts);
    expect(waiting.order.phase.state).toBe("confirming");
    const { order, asideDeposits } = play(waiting.order, gone({ replaced: true }));
    expect(order.phase.state).toBe("expired");
    expect(asideDeposits).toEqual(["d2"]);
    const enough = play(ended, seen(least + 1n, d2), ...parts.slice(1), gone({ replaced: true })).order;
    expect(enough.phase.state).toBe("exchanging");
  });

  test("is not held by a little of another asset from a listed source", () => {
    const ended = play(exampleOrder(), timer(EXPIRES_AT)).order;
    const listed = screened({ ...d2, listed: true });
    const played = play(ended, seen(5n, { ...d2, asset: "LTC" }), final(d2), listed);
    expect(played.order.phase.state).toBe("expired");
    expect(played.asideDeposits).toEqual(["d2"]);
    const more = play(ended, seen(10n ** 8n, { ...d2, asset: "LTC" }), final(d2), listed).order;
    expect(more.phase).toMatchObject({ state: "hold", reason: "listed" });
  });

  test("is not opened again by a little of another asset", () => {
    const ended = play(exampleOrder(), timer(EXPIRES_AT)).order;
    const played = play(ended, seen(5n, { ...d2, asset: "LTC" }), final(d2), screened(d2));
    expect(played.order.phase.state).toBe("expired");
    expect(played.asideDeposits).toEqual(["d2"]);
  });
});

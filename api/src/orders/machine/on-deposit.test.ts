import { describe, expect, test } from "vitest";
import {
  BOOK,
  bookedOn,
  CREATED_AT,
  EXPIRES_AT,
  exampleOrder,
  final,
  gone,
  HELD_UNITS,
  MINUTE_MS,
  paid,
  play,
  REFUND_ADDRESS,
  SEND_UNITS,
  screened,
  seen,
  settle,
  timer,
} from "../../../test/orders/example-order";
import { depositIdOf, legIdOf, orderIdOf } from "../../core/ids";
import { transition } from "./transition";

const expired = () => play(exampleOrder(), timer(EXPIRES_AT)).order;
const cancelled = () => play(exampleOrder(), { type: "cancel", at: CREATED_AT + MINUTE_MS }).order;

describe("waiting", () => {
  test("a deposit in the mempool makes it confirming, and books nothing", () => {
    const played = play(exampleOrder(), seen());
    expect(played.order.phase).toEqual({ state: "confirming" });
    expect(played.order.deposits).toEqual([
      expect.objectContaining({ id: "d1", units: SEND_UNITS, status: "pending", screening: "open" }),
    ]);
    expect(played.ledger).toEqual([]);
    expect(played.commands).toEqual([]);
    expect(played.order.heldUnits).toBe(HELD_UNITS);
  });

  test("a deposit in another asset leaves it waiting until that is final", () => {
    const played = play(exampleOrder(), seen(10n ** 18n, { asset: "ETH" }));
    expect(played.order.phase.state).toBe("waiting");
    expect(play(played.order, final()).order.phase.state).toBe("screening");
  });

  test.each([
    ["in time", EXPIRES_AT, false],
    ["a millisecond after the window", EXPIRES_AT + 1, true],
  ])("a deposit seen %s before the clock was looked at", (_, at, late) => {
    expect(play(exampleOrder(), seen(SEND_UNITS, { at })).order.late).toBe(late);
  });
});

describe("confirming", () => {
  test("a replaced or reorged deposit leads back to waiting, and what was held for it is released", () => {
    const { order } = play(exampleOrder(), seen(), gone());
    expect(order.phase).toEqual({ state: "waiting" });
    expect(order).toMatchObject({ heldUnits: 0n, unpaidUnits: 0n });
    expect(play(order, timer(EXPIRES_AT)).order.phase.state).toBe("expired");
  });

  test("while another deposit is under way it stays confirming", () => {
    const { order } = play(exampleOrder(), seen(), seen(7n, { id: "d2" }), gone());
    expect(order.phase.state).toBe("confirming");
    expect(play(order, gone({ id: "d2" })).order.phase.state).toBe("waiting");
  });

  test("a deposit that became a child's does not hold it there", () => {
    const { order } = play(
      exampleOrder(),
      seen(),
      seen(10n ** 18n, { id: "other", asset: "ETH" }),
      final({ id: "other" }),
      { type: "child_opened", at: CREATED_AT, depositId: depositIdOf("other"), childId: orderIdOf("child") },
      gone(),
    );
    expect(order.phase.state).toBe("waiting");
  });

  test("the same deposit may come back, and is confirming again", () => {
    const { order } = play(
      exampleOrder(),
      seen(),
      gone(),
      seen(SEND_UNITS, { at: CREATED_AT + 9 * MINUTE_MS }),
    );
    expect(order.phase.state).toBe("confirming");
    expect(order.deposits).toHaveLength(1);
    expect(order.deposits[0]).toMatchObject({ status: "pending", seenAt: CREATED_AT + MINUTE_MS });
  });

  test("final at policy depth: credited once to the order's book, and screened", () => {
    const played = play(exampleOrder(), seen(), final());
    expect(played.order.phase).toEqual({ state: "screening" });
    expect(played.order.deposits[0]).toMatchObject({
      status: "credited",
      blockAt: CREATED_AT + 5 * MINUTE_MS,
    });
    expect(played.ledger).toEqual([
      {
        kind: "credit",
        key: "credit:d1",
        entries: [
          { account: "chain", asset: "BTC", units: SEND_UNITS },
          { account: `customer:${BOOK}`, asset: "BTC", units: -SEND_UNITS },
        ],
      },
    ]);
    expect(played.commands).toEqual([{ kind: "screen", depositId: "d1" }]);
  });

  test.each([
    ["seen twice", [seen(), seen()]],
    ["final twice", [seen(), final(), final()]],
    ["gone after it was credited", [seen(), final(), gone()]],
    ["final without having been seen", [final()]],
    ["screened without having been seen", [screened()]],
  ])("a deposit %s is a bug, and throws", (_, events) => {
    expect(() => play(exampleOrder(), ...events)).toThrow();
  });
});

describe("expired and cancelled", () => {
  test("a late deposit makes an expired order confirming, marked late; gone, it is expired again", () => {
    const { order } = play(expired(), seen(SEND_UNITS, { at: EXPIRES_AT + 1 }));
    expect(order).toMatchObject({ phase: { state: "confirming" }, late: true, closedAs: "expired" });
    expect(play(order, gone({ at: EXPIRES_AT + 5 })).order.phase).toEqual({
      state: "expired",
      at: EXPIRES_AT + 5,
    });
  });

  test("a floating deposit whose block is older than the end of the window is not late", () => {
    const { order } = play(expired(), seen(SEND_UNITS, { at: EXPIRES_AT + 1, blockAt: EXPIRES_AT - 1 }));
    expect(order.late).toBe(false);
  });

  test("every deposit to a cancelled order is late", () => {
    const { order } = play(cancelled(), seen());
    expect(order).toMatchObject({ phase: { state: "confirming" }, late: true, closedAs: "cancelled" });
    expect(play(order, gone()).order.phase.state).toBe("cancelled");
  });

  test("neither holds any reserve", () => {
    for (const order of [expired(), cancelled()]) expect(order.heldUnits).toBe(0n);
  });
});

describe("a fixed rate needs its deposit in a block in time", () => {
  const fixed = () => exampleOrder({ terms: { orderType: "fixed" } });

  test("seen in time but mined too late is late", () => {
    const { order } = play(fixed(), seen(), final({ blockAt: EXPIRES_AT + 1 }));
    expect(order.late).toBe(true);
  });

  test("mined at the last moment is not", () => {
    expect(play(fixed(), seen(), final({ blockAt: EXPIRES_AT })).order.late).toBe(false);
  });

  test("a floating rate needs it only seen in time", () => {
    expect(play(exampleOrder(), seen(), final({ blockAt: EXPIRES_AT + 1 })).order.late).toBe(false);
  });
});

describe("several deposits", () => {
  const two = [seen(3_000_000n), seen(2_000_000n, { id: "d2" })] as const;

  test("before the legs are planned they are summed", () => {
    const played = play(
      exampleOrder(),
      ...two,
      final(),
      screened(),
      final({ id: "d2" }),
      screened({ id: "d2" }),
      settle(),
    );
    expect(played.order.settlement?.creditedUnits).toBe(SEND_UNITS);
    expect(bookedOn(played.ledger, `customer:${BOOK}`)).toBe(0n);
  });

  test("exchanging waits, without settling, until every deposit seen so far is final or gone", () => {
    const waiting = play(exampleOrder(), ...two, final(), screened());
    expect(waiting.order.phase.state).toBe("exchanging");
    expect(waiting.commands.map(({ kind }) => kind)).not.toContain("settle");
    const without = play(waiting.order, gone({ id: "d2" }));
    expect(without.order.phase.state).toBe("exchanging");
    expect(without.commands).toEqual([{ kind: "settle" }]);
  });

  test("one that shows up between the decision to settle and settling postpones it", () => {
    const { order } = play(exampleOrder(), ...paid(), seen(SEND_UNITS, { id: "d2", blockAt: CREATED_AT }));
    const outcome = transition(order, settle());
    expect(outcome).toEqual({ ok: false, error: "not_due" });
  });

  test("screening waits for the last of them", () => {
    const { order } = play(exampleOrder(), ...two, final(), final({ id: "d2" }), screened());
    expect(order.phase.state).toBe("screening");
  });

  test("a further one while the customer is asked is credited, and the question comes anew", () => {
    const asked = play(exampleOrder(), ...paid(50_000n)).order;
    expect(asked.phase).toMatchObject({ state: "action_required", reason: "limit" });
    const { order } = play(asked, ...paid(SEND_UNITS, { id: "d2" }));
    expect(order.phase.state).toBe("exchanging");
  });

  test.each(["sending", "completed"])("once it is %s a further one opens a child", (state) => {
    const sending = play(exampleOrder(), ...paid(), settle()).order;
    const landed = {
      type: "leg_final",
      at: CREATED_AT,
      legId: legIdOf("leg"),
      txId: "payout",
      feeUnits: 5n,
    } as const;
    const order = state === "sending" ? sending : play(sending, landed).order;
    const played = play(order, seen(7n, { id: "d2" }), final({ id: "d2" }));
    expect(played.order.phase).toEqual(order.phase);
    expect(played.ledger).toEqual([]);
    expect(played.commands).toEqual([{ kind: "open_child", depositId: "d2" }]);
    const opened = {
      type: "child_opened",
      at: CREATED_AT,
      depositId: depositIdOf("d2"),
      childId: orderIdOf("child"),
    } as const;
    const { order: parent } = play(played.order, opened);
    expect(parent.children).toEqual(["child"]);
    expect(parent.deposits[1]).toMatchObject({ status: "credited", childId: "child" });
    expect(parent.phase).toEqual(order.phase);
  });
});

describe("a deposit in another asset", () => {
  test("one in another asset beside the agreed one opens a child, and the order settles without it", () => {
    const other = { id: "other", asset: "ETH" } as const;
    const { order } = play(exampleOrder(), seen(), seen(10n ** 18n, other), final(), screened());
    const asChild = play(order, final(other));
    expect(asChild.commands).toEqual([{ kind: "open_child", depositId: "other" }]);
    const opened = {
      type: "child_opened",
      at: CREATED_AT,
      depositId: depositIdOf("other"),
      childId: orderIdOf("child"),
    } as const;
    const freed = play(asChild.order, opened);
    expect(freed.commands).toEqual([{ kind: "settle" }]);
    expect(play(freed.order, settle()).order.settlement?.creditedUnits).toBe(SEND_UNITS);
  });

  test("one in another asset alone asks, refund only, and later ones open children", () => {
    const { order } = play(exampleOrder(), seen(10n ** 18n, { asset: "ETH" }), final(), screened());
    expect(order).toMatchObject({
      phase: { state: "action_required", reason: "wrong_asset", offer: { exchange: null } },
      heldUnits: 0n,
    });
    const played = play(order, seen(SEND_UNITS, { id: "d2" }), final({ id: "d2" }));
    expect(played.commands).toEqual([{ kind: "open_child", depositId: "d2" }]);
  });
});

const SHARE = SEND_UNITS / 5n;

describe("screening", () => {
  test.each(["screening", "action_required", "refunding"])(
    "a listed source in %s holds the order",
    (state) => {
      const from = {
        screening: [seen(), seen(SHARE, { id: "d2" }), final(), final({ id: "d2" })],
        action_required: [...paid(50_000n), seen(SHARE, { id: "d2" }), final({ id: "d2" })],
        refunding: [
          ...paid(SEND_UNITS, { at: EXPIRES_AT + 9 }),
          seen(SHARE, { id: "d2" }),
          final({ id: "d2" }),
        ],
      }[state];
      const start = state === "refunding" ? { ...expired(), refundAddress: REFUND_ADDRESS } : exampleOrder();
      const before = play(start, ...(from ?? []));
      const played = play(before.order, screened({ id: "d2", listed: true }));
      expect(played.order.phase).toEqual({ state: "hold", reason: "listed", since: screened().at });
      expect(played.plannedLegs).toEqual([]);
      expect(played.commands).toEqual([]);
    },
  );

  test("a clean source leads on to exchanging, which asks to be settled", () => {
    const played = play(exampleOrder(), ...paid());
    expect(played.order.phase.state).toBe("exchanging");
    expect(played.commands.at(-1)).toEqual({ kind: "settle" });
  });
});

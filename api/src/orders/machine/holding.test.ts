import { describe, expect, test } from "vitest";
import {
  EXPIRES_AT,
  exampleOrder,
  final,
  gone,
  HELD_UNITS,
  mined,
  paid,
  play,
  ROOM,
  refusalOf,
  SEND_UNITS,
  seen,
  timer,
} from "../../../test/orders/example-order";
import { roomOf } from "../../reserves/reserve-change";
import { nextTimerAt } from "./on-customer";

/** What 0.01 BTC bring at the example's quote: a fifth of its gross amount, less the network fee. */
const FIFTH_UNITS = 596_500_000n;
const DUST_UNITS = 1_000n;
const fixed = () => exampleOrder({ terms: { orderType: "fixed" } });
const holds = (heldUnits: bigint, unpaidUnits: bigint) => ({ heldUnits, unpaidUnits });
const sum = (changes: readonly { held: bigint; unpaid?: bigint }[]) =>
  holds(
    changes.reduce((units, { held }) => units + held, 0n),
    changes.reduce((units, { unpaid = 0n }) => units + unpaid, 0n),
  );

describe("a floating order", () => {
  test("holds nothing before its deposit is seen, and then for what was seen", () => {
    expect(exampleOrder()).toMatchObject(holds(0n, 0n));
    const first = play(exampleOrder(), seen(SEND_UNITS / 5n));
    expect(first.order).toMatchObject(holds(FIFTH_UNITS, FIFTH_UNITS));
    expect(sum(first.reserve)).toEqual(holds(FIFTH_UNITS, FIFTH_UNITS));
    expect(play(exampleOrder(), seen(DUST_UNITS)).order).toMatchObject(holds(0n, 0n));
  });

  test("holds nothing again where it had ended and its deposit is gone", () => {
    const back = play(exampleOrder(), timer(EXPIRES_AT), seen(SEND_UNITS / 5n, { at: EXPIRES_AT }));
    expect(back.order).toMatchObject({ phase: { state: "confirming" }, ...holds(FIFTH_UNITS, FIFTH_UNITS) });
    const ended = play(back.order, gone({ at: EXPIRES_AT + 1 }));
    expect(ended.order).toMatchObject({ phase: { state: "expired" }, ...holds(0n, 0n) });
    expect(sum([...back.reserve, ...ended.reserve])).toEqual(holds(0n, 0n));
  });

  test("holds as unpaid until its deposit is in a block", () => {
    expect(play(exampleOrder(), seen(), mined()).order).toMatchObject(holds(HELD_UNITS, 0n));
    expect(play(exampleOrder(), seen(), final()).order).toMatchObject(holds(HELD_UNITS, 0n));
    const inBlock = seen(SEND_UNITS, { blockAt: EXPIRES_AT });
    expect(play(exampleOrder(), inBlock).order).toMatchObject(holds(HELD_UNITS, 0n));
    const more = seen(SEND_UNITS * 4n, { id: "d2" });
    const { order } = play(exampleOrder(), seen(SEND_UNITS / 5n), mined(), more);
    expect(order.heldUnits - order.unpaidUnits).toBe(FIFTH_UNITS);
    expect(order.unpaidUnits).toBeGreaterThan(0n);
    expect(play(order, gone({ id: "d2" })).order).toMatchObject(holds(FIFTH_UNITS, 0n));
  });

  test("holds at most what is left for it, of the part for unpaid orders before its first confirmation", () => {
    const room = { free: 1_000n, unpaidFree: 200n };
    const first = play(exampleOrder(), seen(SEND_UNITS, { room }));
    expect(first.order).toMatchObject(holds(200n, 200n));
    const { order } = play(first.order, mined({ room: { free: 800n, unpaidFree: 0n } }));
    expect(order).toMatchObject(holds(1_000n, 0n));
    expect(play(order, final()).order).toMatchObject(holds(1_000n, 0n));
  });

  test("holds nothing for money that is late, or that can only go back", () => {
    expect(play(exampleOrder(), seen(SEND_UNITS, { at: EXPIRES_AT + 1 })).order).toMatchObject(holds(0n, 0n));
    const other = play(exampleOrder(), seen(10n ** 18n, { asset: "ETH" }), final(), seen(1n, { id: "d2" }));
    expect(other.order).toMatchObject(holds(0n, 0n));
  });

  test("holds no more than its limit, whatever was paid", () => {
    const limited = exampleOrder({ terms: { sendUnitsMax: SEND_UNITS } });
    expect(play(limited, seen(SEND_UNITS * 100n)).order).toMatchObject(holds(HELD_UNITS, HELD_UNITS));
  });
});

describe("a fixed order", () => {
  test("holds what its quote promises until that ends, whatever is in the mempool", () => {
    const dust = play(fixed(), seen(DUST_UNITS)).order;
    expect(dust).toMatchObject(holds(HELD_UNITS, HELD_UNITS));
    expect(nextTimerAt(dust)).toBe(EXPIRES_AT);
    expect(refusalOf(dust, timer(EXPIRES_AT - 1))).toBe("not_due");
    const ended = play(dust, timer(EXPIRES_AT));
    expect(ended.order).toMatchObject({ phase: { state: "confirming" }, ...holds(0n, 0n) });
    expect(sum(ended.reserve)).toEqual(holds(-HELD_UNITS, -HELD_UNITS));
    expect(nextTimerAt(ended.order)).toBeNull();
  });

  test("paid in full has nothing to release when its quote ends", () => {
    const { order } = play(fixed(), seen(), mined());
    expect(order).toMatchObject(holds(HELD_UNITS, 0n));
    expect(nextTimerAt(order)).toBeNull();
  });

  test("whose deposit vanishes holds its quote again, until that ends", () => {
    expect(play(fixed(), seen(), gone()).order).toMatchObject(holds(HELD_UNITS, HELD_UNITS));
    const { order } = play(fixed(), seen(), gone({ at: EXPIRES_AT }));
    expect(order).toMatchObject({ phase: { state: "waiting" }, ...holds(0n, 0n) });
  });
});

test("a decided order's hold is not renewed by what comes later", () => {
  const asked = play(exampleOrder(), ...paid(50_000n), seen(SEND_UNITS, { id: "d2", room: ROOM })).order;
  expect(asked).toMatchObject({ phase: { state: "action_required" }, ...holds(0n, 0n) });
});

describe("what is left of a reserve", () => {
  test.each([
    [{ own: 1_000n, held: 0n, planned: 0n, unpaid: 0n }, 1_000n, 200n],
    [{ own: 1_000n, held: 300n, planned: 600n, unpaid: 50n }, 100n, 100n],
    [{ own: 1_000n, held: 300n, planned: 0n, unpaid: 300n }, 700n, 0n],
    [{ own: -5n, held: 0n, planned: 0n, unpaid: 0n }, 0n, 0n],
    [{ own: 100n, held: 80n, planned: 40n, unpaid: 0n }, 0n, 0n],
  ])("%o", (reserve, free, unpaidFree) => {
    expect(roomOf(reserve)).toEqual({ free, unpaidFree });
  });
});

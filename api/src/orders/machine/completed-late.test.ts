import { describe, expect, test } from "vitest";
import {
  CREATED_AT,
  EXPIRES_AT,
  exampleMarket,
  exampleOrder,
  final,
  MINUTE_MS,
  paid,
  play,
  RATE,
  SEND_UNITS,
  screened,
  seen,
} from "../../../test/orders/example-order";

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

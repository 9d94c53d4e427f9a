import { expect, test } from "vitest";
import { packRates, unpackRates } from "./past-rates";

const history = (...points: [string, string][]) => ({
  from: "BTC",
  to: "USDT-TRC20",
  range: "24h" as const,
  points: points.map(([at, rate]) => ({ at, rate })),
});

test.each([
  ["none", history()],
  ["one", history(["2026-01-01T12:00:00.000Z", "60000"])],
  [
    "three rates with a gap",
    history(
      ["2026-01-01T12:00:00.000Z", "60000"],
      ["2026-01-01T12:15:00.000Z", "60001.5"],
      ["2026-01-01T14:00:00.000Z", "0.000000000001"],
    ),
  ],
])("past rates come through a page unchanged: %s", (_, rates) => {
  expect(unpackRates({ ok: true, value: packRates(rates) })).toEqual({ ok: true, value: rates });
});

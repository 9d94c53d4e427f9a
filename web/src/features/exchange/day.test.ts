import { expect, test } from "vitest";
import { packDay } from "./day";

const day = (currency: string, ...prices: [hour: number, price: string][]) => ({
  currency,
  points: prices.map(([hour, price]) => ({ at: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(), price })),
});

test("a day is drawn over its time, from its lowest price at the bottom to its highest at the top", () => {
  const packed = packDay([day("BTC", [0, "60000"], [6, "62000"], [12, "61000"], [24, "60600"])]);
  expect(packed).toEqual({
    at: "2026-01-02T00:00:00.000Z",
    courses: { BTC: { price: "60600", change: 100, line: "0 24 24 0 48 12 96 17" } },
  });
});

test("a price that hardly moves is a flat line", () => {
  const { courses } =
    packDay([day("ETH", [0, "3000"], [1, "3000.3"]), day("SOL", [0, "150"], [1, "150"])]) ?? {};
  expect(courses?.ETH).toEqual({ price: "3000.3", change: 1, line: "0 12 96 12" });
  expect(courses?.SOL).toEqual({ price: "150", change: 0, line: "0 12 96 12" });
});

test("a fall is a negative change, and a price is carried with six digits", () => {
  const { courses } = packDay([day("XMR", [0, "160"], [1, "158.24567891"])]) ?? {};
  expect(courses?.XMR).toMatchObject({ price: "158.24", change: -109 });
});

test("coins that are not shown, and those with one price, are left out", () => {
  expect(packDay([day("ADA", [0, "1"], [1, "2"]), day("BTC", [0, "60000"])])).toBeNull();
});

test("a coin whose price stopped keeps its time, and its line ends there", () => {
  const { at, courses } =
    packDay([day("BTC", [0, "60000"], [24, "60600"]), day("ETH", [0, "3000"], [12, "3100"])]) ?? {};
  expect(at).toBe("2026-01-02T00:00:00.000Z");
  expect(courses?.BTC).not.toHaveProperty("at");
  expect(courses?.ETH).toMatchObject({ at: "2026-01-01T12:00:00.000Z", line: "0 24 48 0" });
});

import { describe, expect, test } from "vitest";
import { orderQuery } from "./orders/filter";
import { readAdminSearch } from "./search";

describe("the console's address", () => {
  test("keeps what it understands", () => {
    const search = {
      tab: "orders",
      order: "482915037",
      status: "pending",
      state: "hold",
      currency: "USDT-TRC20",
      since: "2026-01-01",
      until: "2026-01-31",
      find: "9f2c0c1a",
    };
    expect(readAdminSearch(search)).toEqual(search);
  });

  test("bears no order's secret, and nothing else that it does not understand", () => {
    expect(
      readAdminSearch({
        tab: "secrets",
        order: "5q0Zt1VZ3mQ2o7h1v0y6Kg",
        state: "broken",
        since: "yesterday",
        currency: "btc;",
        find: "two words",
        id: "5q0Zt1VZ3mQ2o7h1v0y6Kg",
      }),
    ).toEqual({});
  });
});

describe("a filter as the contract's query", () => {
  test("nine digits are a code, anything else is a hash", () => {
    expect(orderQuery({ find: "482915037" })).toEqual({ code: "482915037" });
    expect(orderQuery({ find: "9f2c0c1a" })).toEqual({ txHash: "9f2c0c1a" });
  });

  test("the last day is in it whole", () => {
    const { since, until } = orderQuery({ since: "2026-01-31", until: "2026-01-31" });
    expect(Date.parse(until ?? "") - Date.parse(since ?? "")).toBe(86_400_000);
  });
});

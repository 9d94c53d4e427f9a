import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { callAccounts, callSwitchesAndKeys } from "./contract/administration";
import { ANSWERS } from "./contract/answers";
import { callMissingCoins, callOverrides } from "./contract/books";
import { contract, operations } from "./contract/check";
import { callLoansAndOrders } from "./contract/loans";
import { callMarket, callStats } from "./contract/market";
import { callMixes } from "./contract/mixes";
import { callNetworks } from "./contract/networks";
import { callAddressTypes, callExchanges, callOtherEnds } from "./contract/orders";
import { callRecoveries } from "./contract/recoveries";
import { callCalculations, callOthersOrders, callThirdParty } from "./contract/third-party";
import { type ContractWorld, openContractWorld } from "./contract/world";
import { insertPast } from "./plans/large-set";
import { sentTo } from "./plans/recording";
import { scansOf } from "./plans/scans";

// The files of one process share its modules, and only new ones see the mock.
vi.hoisted(() => vi.resetModules());
vi.mock("postgres", async (original) => {
  const { recording } = await import("./plans/recording");
  return { default: recording((await original<{ default: typeof import("postgres") }>()).default) };
});

let world: ContractWorld;

beforeAll(async () => {
  world = await openContractWorld();
});
afterAll(async () => {
  vi.doUnmock("postgres");
  vi.resetModules();
  await world.stop();
});

// Every call goes through the generated client, which checks each answer against the contract; in this order, since
// the figures count the orders before them.
describe("every operation answers as its contract says", () => {
  for (const [operationId, expected, params = {}, body] of ANSWERS) {
    it(`${operationId} ${JSON.stringify(body ?? params)}`, async () => {
      expect(await world.ok(operationId, params, body as never)).toMatchObject(expected);
    });
  }

  for (const call of [
    callExchanges,
    callStats,
    callMarket,
    callOtherEnds,
    callAddressTypes,
    callMixes,
    callNetworks,
    callThirdParty,
    callCalculations,
    callOthersOrders,
  ]) {
    call(() => world);
  }
  for (const call of [
    callAccounts,
    callLoansAndOrders,
    callSwitchesAndKeys,
    callOverrides,
    callMissingCoins,
    callRecoveries,
  ])
    call(() => world);

  it("and none was left out", () => {
    const answered = new Set(
      world.seen.filter(({ status }) => status < 300).map(({ operationId }) => operationId),
    );
    expect(operations.filter(({ operationId }) => !answered.has(operationId))).toEqual([]);
    expect(operations.length).toBe(Object.values(contract.paths).flatMap((path) => Object.keys(path)).length);
  });
});

/** Every invariant is a question about all rows, asked by a person or a check. */
const IS_INVARIANT = / AS violations$/;
/** Loans are made by administrators and never forgotten: they are counted by their index, in no hurry. */
const COUNTS_LOANS = /^select "status", count\(\*\) from "loans"/;
/** Each way to list orders, apart from those that other tests take. */
const LISTS = [
  {},
  { currency: "XMR" },
  { status: "failed" },
  { state: "hold" },
  { currency: "XMR", status: "processing", since: "2026-01-01T00:00:00Z", until: "2036-01-01T00:00:00Z" },
  { cursor: `${Date.UTC(2036, 0)}.000000000` },
];
/** As many as a planner needs to prefer any fitting index. */
const PAST_ORDERS = 20_000;

it("no statement of an operation or a loop reads a whole table of the past", {
  timeout: 240_000,
}, async () => {
  const { sql, databaseUrl } = world.sotto;
  const { ok } = await world.admin();
  for (const filter of LISTS) await ok("listExchanges", filter);
  await insertPast(sql, PAST_ORDERS);
  const statements = sentTo(databaseUrl).filter(
    (text) => !IS_INVARIANT.test(text) && !COUNTS_LOANS.test(text),
  );
  expect(statements.length).toBeGreaterThan(200);
  expect(await scansOf(sql, statements)).toEqual([]);
});

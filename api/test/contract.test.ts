import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAccounts, callSwitchesAndKeys } from "./contract/administration";
import { ANSWERS } from "./contract/answers";
import { callMissingCoins, callOverrides } from "./contract/books";
import { contract, operations } from "./contract/check";
import { callLoansAndOrders } from "./contract/loans";
import { callMarket, callStats } from "./contract/market";
import { callMixes } from "./contract/mixes";
import { callNetworks } from "./contract/networks";
import { callExchanges, callOtherEnds } from "./contract/orders";
import { type ContractWorld, openContractWorld } from "./contract/world";

let world: ContractWorld;

beforeAll(async () => {
  world = await openContractWorld();
});
afterAll(() => world.stop());

// Every call goes through the generated client, which checks each answer against the contract; in this order, since
// the figures count the orders before them.
describe("every operation answers as its contract says", () => {
  for (const [operationId, expected, params = {}, body] of ANSWERS) {
    it(`${operationId} ${JSON.stringify(body ?? params)}`, async () => {
      expect(await world.ok(operationId, params, body as never)).toMatchObject(expected);
    });
  }

  for (const call of [callExchanges, callStats, callMarket, callOtherEnds, callMixes, callNetworks]) {
    call(() => world);
  }
  for (const call of [callAccounts, callLoansAndOrders, callSwitchesAndKeys, callOverrides, callMissingCoins])
    call(() => world);

  it("and none was left out", () => {
    const answered = new Set(
      world.seen.filter(({ status }) => status < 300).map(({ operationId }) => operationId),
    );
    expect(operations.filter(({ operationId }) => !answered.has(operationId))).toEqual([]);
    expect(operations.length).toBe(Object.values(contract.paths).flatMap((path) => Object.keys(path)).length);
  });
});

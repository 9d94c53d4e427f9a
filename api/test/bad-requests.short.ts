import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "./contract/check";
import { type ContractWorld, openContractWorld } from "./contract/world";
import type { Targets } from "./requests/odd-requests";
import { openTargets, sendOddRequests } from "./requests/send";

/** The long suite sends fifty times as many: `npm run test:long -- requests`. */
const COUNT = 2_000;

let world: ContractWorld;
let targets: Targets;

beforeAll(async () => {
  world = await openContractWorld();
  targets = await openTargets(world);
});
afterAll(() => world.stop());

it(`${COUNT} odd requests to every operation: each refused by a documented problem, none written`, {
  timeout: 240_000,
}, async () => {
  const seen = await sendOddRequests(world, targets, { count: COUNT });
  expect(seen.length).toBeGreaterThanOrEqual(COUNT);
  const reached = new Set(seen.map(({ operationId }) => operationId));
  expect([...reached].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  // Whatever is drawn, it has to get past the door as well as be turned away at it.
  expect(new Set(seen.map(({ status }) => status))).toEqual(
    new Set([400, 401, 403, 404, 405, 409, 413, 415, 422]),
  );
  const unknown = seen.filter(({ code }) => code === "field/unknown");
  expect(new Set(unknown.map(({ operationId }) => operationId)).size).toBeGreaterThan(70);
});

import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BadRequest, badRequestsFor, postOperations, type Targets } from "./bad-requests";
import { answerFaults, type Seen } from "./contract/check";
import { type ContractWorld, openContractWorld, RECEIVE } from "./contract/world";
import { written } from "./written";

const REQUESTS_MIN = 10_000;
/** Sent at once, so that requests meet each other as they do on a busy server. */
const AT_ONCE = 20;

let world: ContractWorld;
let targets: Targets;

beforeAll(async () => {
  world = await openContractWorld();
  const order = await world.create({ ...ETH_TO_BTC });
  const { token } = await world.ok("adminLogin", {}, world.sotto.admin);
  const admin = await world.admin();
  const { secret } = await admin.ok("createApiKey", {}, { name: "bad requests" });
  targets = { orderId: order.id, token, apiKey: secret };
});
afterAll(() => world.stop());

const ETH_TO_BTC = {
  sendCurrency: "ETH",
  receiveCurrency: "BTC",
  sendAmount: "1",
  receiveAddress: RECEIVE.BTC,
};

it(`${REQUESTS_MIN} bad requests to every POST: each refused by a documented problem, none written`, {
  timeout: 240_000,
}, async () => {
  const before = await written(world.sotto);
  const seen: Seen[] = [];
  const each = Math.ceil(REQUESTS_MIN / postOperations.length / AT_ONCE);
  for (const operation of postOperations) {
    const batch = fc.array(badRequestsFor(operation, targets), { minLength: AT_ONCE, maxLength: AT_ONCE });
    await fc.assert(
      fc.asyncProperty(batch, async (requests) => {
        const faults = await Promise.all(requests.map((request) => send(request, (one) => seen.push(one))));
        expect(faults.flat()).toEqual([]);
      }),
      { numRuns: each, ...(process.env.FC_SEED ? { seed: Number(process.env.FC_SEED) } : {}) },
    );
  }
  expect(await written(world.sotto)).toEqual(before);
  expect(seen.length).toBeGreaterThanOrEqual(REQUESTS_MIN);
  const reached = new Set(seen.map(({ operationId }) => operationId));
  expect([...reached].sort()).toEqual(postOperations.map(({ operationId }) => operationId).sort());
  // Whatever the generator draws, it has to get past the door as well as be turned away at it.
  expect(new Set(seen.map(({ status }) => status))).toEqual(
    new Set([400, 401, 403, 404, 409, 413, 415, 422]),
  );
});

/** Sends a request; gives what its answer does that it may not. */
async function send(request: BadRequest, onSeen: (seen: Seen) => void): Promise<string[]> {
  const { path, headers, body } = request;
  const init = { method: "POST", headers, ...(body === undefined ? {} : { body }) };
  const response = await world.sotto.fetch(new Request(`${world.sotto.base}${path}`, init));
  const text = await response.text();
  const mediaType = response.headers.get("content-type");
  const { status } = response;
  const shown = `${request.operationId} ${status}: ${path} ${JSON.stringify(headers)} ${String(body).slice(0, 300)}`;
  if (status < 400 || status >= 500) return [`${shown} was answered ${text.slice(0, 200)}`];
  const answer = {
    method: "POST",
    path: new URL(response.url || `${world.sotto.base}${path}`).pathname,
    status,
    mediaType,
    text,
  };
  return answerFaults(answer, onSeen).map((fault) => `${shown}: ${fault}`);
}

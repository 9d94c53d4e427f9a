import type { Order } from "@sotto/openapi";
import { expect, test } from "vitest";
import { example } from "../../testing/contract";
import { runSotto, startFakeApi } from "../../testing/fake-api";

const ID = "5q0Zt1VZ3mQ2o7h1v0y6Kg";
const order = example<Order>("GET", "/api/exchanges/{id}");
const [choice] = order.choices;

test("a refund with no address known asks for one, and decides nothing", async () => {
  const refund = { ...choice, choice: "refund", currency: "BTC", sendsAmount: "0.02", networkFee: "0.0001" };
  const api = await startFakeApi({
    [`GET /api/exchanges/${ID}`]: { body: { ...order, refundAddress: null, choices: [refund] } },
  });
  const ended = await runSotto(["swap", "decide", ID, "refund", "--yes"], { apiUrl: api.url });
  await api.close();
  expect(ended.exitCode).toBe(2);
  expect(ended.notes.join("\n")).toContain(`sotto swap decide ${ID} refund --refund-address ADDRESS`);
  expect(api.requests.filter(({ method }) => method === "POST")).toEqual([]);
});

test.each([
  ["exchange", "--refund-address"],
  ["refund", "--min-receive"],
])("%s has no use for %s: nothing is asked", async (choice, option) => {
  const api = await startFakeApi({});
  const ended = await runSotto(["swap", "decide", ID, choice, option, "1", "--yes"], { apiUrl: api.url });
  await api.close();
  expect(ended.exitCode).toBe(2);
  expect(ended.notes.join("\n")).toContain(`${option} has no effect on this choice: ${choice}.`);
  expect(api.requests).toEqual([]);
});

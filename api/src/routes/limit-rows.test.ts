import { expect, it, vi } from "vitest";
import { API_KEY, world } from "../../test/http/app-world";
import { problem } from "../core/errors";
import { err } from "../core/result";
import { contractDocument, OPERATIONS } from "./contract";
import { rateLimitsOf } from "./limit-rows";
import { LIMITS, STATED_LIMITS } from "./limits";
import { CREATE_ORDER_EXAMPLE } from "./orders/examples";

const rows = rateLimitsOf(OPERATIONS);
const rowOf = (operationId: string, counts: string) => {
  const row = rows.find((one) => one.operationIds.includes(operationId) && one.counts === counts);
  if (row === undefined) throw new Error(`no row of ${operationId}`);
  return row;
};

it("every limit that the code counts is a row of the contract's table, with its own figures", () => {
  const counted = [...Object.values(LIMITS), ...Object.values(STATED_LIMITS)];
  const figures = rows.map(({ max, windowSeconds }) => `${max} in ${windowSeconds}`);
  expect(rows.length).toBeGreaterThanOrEqual(counted.length - 3);
  for (const { requests, windowMs } of counted)
    expect(figures).toContain(`${requests} in ${windowMs === null ? null : windowMs / 1_000}`);
  const { description = "" } = contractDocument("0").info;
  const lines = description.split("\n").filter((line) => line.startsWith("| ")).length;
  expect(lines).toBe(rows.length + 1);
  expect(description).toContain("| 6 requests that succeed a minute | each client | `createExchange` |");
});

it("one request more than a row says is refused with the header that the table names", async () => {
  const { app } = world();
  const { max, windowSeconds } = rowOf("trackExchange", "requests");
  for (let asked = 0; asked < max; asked++)
    expect((await app.request("http://sotto.test/api/track/482915037")).status).toBe(200);
  const refused = await app.request("http://sotto.test/api/track/482915037");
  expect(refused.status).toBe(429);
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(windowSeconds ?? 0);
});

it("a key's orders count by their row beside its requests, and what made no order does not", async () => {
  const { app, orders, wait } = world();
  const perMinute = rowOf("v1CreateExchange", "requests").max;
  const perDay = rowOf("v1CreateExchange", "successes").max;
  orders.countUnpaid = async () => 0;
  const answers = { made: 0, refused: 0 };
  const create = async (): Promise<number> => {
    const { status } = await app.request("http://sotto.test/api/v1/exchanges", {
      method: "POST",
      headers: { "x-api-key": API_KEY, "content-type": "application/json" },
      body: JSON.stringify(CREATE_ORDER_EXAMPLE),
    });
    answers[status === 200 ? "made" : "refused"]++;
    return status;
  };
  vi.mocked(orders.create).mockResolvedValueOnce(err(problem("amount/min")));
  for (let asked = 0; asked < perMinute; asked++) await create();
  expect(await create()).toBe(429);
  wait(60_000);
  while (answers.made < perDay && answers.refused < 3) {
    wait(1_100);
    await create();
  }
  expect(answers).toEqual({ made: perDay, refused: 2 });
  wait(60_000);
  expect(await create()).toBe(429);
});

import { createConnection, createServer } from "node:net";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { closeDatabase, openDatabase, type Tx } from "../../src/db/client";
import { transaction } from "../../src/db/transaction";
import { isDatabaseUnavailable } from "../../src/db/unavailable";
import type { Order } from "../../src/orders/machine/order";
import { createOrders } from "../../src/orders/verbs/create";
import { loginUrl } from "../postgres/logins";
import { answer, claim, floating, http, idsOf, openCreation, parts, place, written } from "./creation-world";

openCreation();

it("one that fails late leaves nothing of the others, which are made again", async () => {
  const create = createOrders<string>(parts());
  const input = floating();
  const slow = async (order: Order, tx: Tx): Promise<string> => {
    await tx.execute(sql`SELECT 1`);
    for (let turn = 0; turn < 20; turn++) await null;
    return order.id;
  };
  const failing = async (_id: unknown, tx: Tx): Promise<never> => {
    await tx.execute(sql`SELECT 1`);
    throw new Error("no answer");
  };
  const outcomes = await Promise.allSettled([
    create(input, { answer: slow, idempotency: claim(input) }),
    create(floating(), { answer: (order, tx) => failing(order, tx) }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  const [first] = outcomes;
  const ids = first?.status === "fulfilled" ? idsOf([first.value]) : [];
  expect(await written(ids)).toEqual({ transactions: 1, whole: 1 });
  const kept = await place.owner.$client`
    SELECT 1 FROM idempotency_keys k WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = k.order_id)`;
  expect(kept).toHaveLength(0);
});

it("a statement that comes after its transaction is refused", async () => {
  let late: Promise<unknown> | undefined;
  await transaction(http, async (tx) => {
    late = new Promise((resolve) => setTimeout(resolve, 50)).then(() => tx.execute(sql`SELECT 1`));
    late.catch(() => undefined);
  });
  await expect(late).rejects.toThrow();
});

it("none is made twice where the answer to the commit was lost", async () => {
  const { port, close } = await losingCommit(loginUrl(place.url, "http"));
  const url = new URL(loginUrl(place.url, "http"));
  url.search = "";
  url.host = `127.0.0.1:${port}`;
  const lossy = openDatabase({ url: url.href, role: "http", connectionsMax: 2 });
  const count = async () => (await place.owner.$client`SELECT 1 FROM orders`).length;
  const before = await count();
  const create = createOrders<string>({ ...parts(), database: lossy });
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => create(floating(), { answer })));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  for (const outcome of outcomes)
    expect(outcome.status === "rejected" && isDatabaseUnavailable(outcome.reason)).toBe(true);
  await expect.poll(count).toBe(before + 3);
  await closeDatabase(lossy);
  await close();
});

/** Passes a connection on to the server, and drops it once when a commit is answered. */
async function losingCommit(login: string): Promise<{ port: number; close(): Promise<void> }> {
  const { searchParams, port } = new URL(login);
  let isArmed = true;
  const door = createServer((client) => {
    const server = createConnection(`${searchParams.get("host")}/.s.PGSQL.${port}`);
    let isDropping = false;
    client.on("data", (bytes) => {
      if (isArmed && /commit/i.test(bytes.toString("latin1"))) [isArmed, isDropping] = [false, true];
      server.write(bytes);
    });
    server.on("data", (bytes) => {
      if (!isDropping) return void client.write(bytes);
      client.destroy();
      server.end();
    });
    client.on("close", () => setTimeout(() => server.destroy(), 50));
    for (const socket of [client, server]) socket.on("error", () => undefined);
  });
  await new Promise<void>((listening) => door.listen(0, "127.0.0.1", listening));
  const address = door.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    close: () => new Promise((closed) => void door.close(() => closed())),
  };
}

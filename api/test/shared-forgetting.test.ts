// Two orders that one transaction pays, of which one is deleted before the other.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiClient, apiClient, waitFor } from "./api-client";
import { type RunningSotto, startSotto } from "./running-sotto";
import { addressOf } from "./simulation/people";

const WAIT_MS = 120_000;
let sotto: RunningSotto;
let api: ApiClient;
beforeAll(async () => {
  sotto = await startSotto();
  api = apiClient(sotto.base);
}, 240_000);
afterAll(() => sotto.stop());

async function swap(amount: string, to: string) {
  const order = await api.create({
    ...{ sendCurrency: "ETH", receiveCurrency: "BTC", sendAmount: amount, receiveAddress: to },
  });
  await api.pay({ currency: "ETH", address: order.depositAddress, amount });
  return api.untilState(order.id, ["completed"], WAIT_MS);
}

/** Two orders that one transaction paid; on a machine under load, one of them may miss the two seconds in which it waits. */
async function swapTogether() {
  for (let tries = 0; tries < 6; tries++) {
    const [first, second] = await Promise.all([
      swap("0.5", addressOf("bitcoin", `first ${tries}`)),
      swap("0.4", addressOf("bitcoin", `second ${tries}`)),
    ]);
    if (first.txHash !== null && first.txHash === second.txHash) return [first, second] as const;
  }
  throw new Error("no two payouts went out together");
}

/** The rows of all tables that contain a text; coins that are not spent yet stay, under their own transaction. */
async function rowsWith(text: string): Promise<string[]> {
  const tables = await sotto.sql<{ name: string }[]>`
    SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'wallet_outputs'`;
  const found: string[] = [];
  for (const { name } of tables)
    for (const row of await sotto.sql.unsafe(`SELECT t::text AS line FROM ${name} t`))
      if (row.line.includes(text)) found.push(`${name}: ${row.line}`);
  return found;
}

async function troubles(): Promise<string[]> {
  const login = await fetch(`${sotto.base}/api/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(sotto.admin),
  });
  const { token } = (await login.json()) as { token: string };
  return (await api.invariants(token)).filter(({ violations }) => violations > 0).map(({ name }) => name);
}

it("nothing of the one that is deleted is left, and the other keeps its payment", async () => {
  const [first, second] = await swapTogether();
  await waitFor("the sweeps", WAIT_MS, async () => {
    const open =
      await sotto.sql`SELECT 1 FROM payout_attempts WHERE state NOT IN ('final', 'reverted', 'dead')
      UNION ALL SELECT 1 FROM unswept WHERE units > 10^17`;
    return open.length === 0;
  });
  expect(await troubles()).toEqual([]);
  await fetch(`${sotto.base}/api/exchanges/${first.id}`, { method: "DELETE" });
  for (const text of [first.id, first.trackingCode, first.receiveAddress])
    expect(await rowsWith(text)).toEqual([]);
  expect((await api.read(second.id)).payouts).toEqual(second.payouts);
  expect(await troubles()).toEqual([]);
  await fetch(`${sotto.base}/api/exchanges/${second.id}`, { method: "DELETE" });
  expect(await rowsWith(second.txHash ?? "")).toEqual([]);
  expect(await troubles()).toEqual([]);
}, 240_000);

import { createPublicKey, verify } from "node:crypto";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { legIdOf } from "../src/core/ids";
import { closeDatabase, type Database, openDatabase } from "../src/db/client";
import { createNotifier } from "../src/db/notifications";
import { legRecord } from "../src/payouts/leg-record";
import { forgetEndedOrders } from "../src/retention/service";
import { deletionNoteSchema } from "../src/routes/retention/schema";
import { type ApiClient, apiClient, waitFor } from "./api-client";
import { loginUrl } from "./postgres/logins";
import { type RunningSotto, startSotto } from "./running-sotto";

const WAIT_MS = 120_000;
const RECEIVER = {
  BTC: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  "USDT-TRC20": "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  ETH: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
  LTC: "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh",
};

let sotto: RunningSotto;
let api: ApiClient;

beforeAll(async () => {
  sotto = await startSotto();
  api = apiClient(sotto.base);
}, 240_000);
afterAll(() => sotto.stop());

const drop = (id: string): Promise<Response> =>
  fetch(`${sotto.base}/api/exchanges/${id}`, { method: "DELETE" });

async function swap(pair: { send: string; receive: keyof typeof RECEIVER; amount: string }) {
  const order = await api.create({
    sendCurrency: pair.send,
    receiveCurrency: pair.receive,
    sendAmount: pair.amount,
    receiveAddress: RECEIVER[pair.receive],
  });
  await api.pay({ currency: pair.send, address: order.depositAddress, amount: pair.amount });
  return api.untilState(order.id, ["completed"], WAIT_MS);
}

async function post(path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${sotto.base}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Every text of every table, as a dump would hold it. */
async function dump(): Promise<string> {
  const tables = await sotto.sql<{ name: string }[]>`
    SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`;
  const parts: string[] = [];
  for (const { name } of tables) {
    for (const row of await sotto.sql.unsafe(`SELECT t::text AS line FROM ${name} t`))
      parts.push(`${name}: ${row.line}`);
  }
  return parts.join("\n");
}

const balances = () =>
  sotto.sql`SELECT account, asset, balance::text FROM ledger_accounts WHERE account NOT LIKE '%:%' ORDER BY 1, 2`;

async function troubles(): Promise<string[]> {
  const login = await fetch(`${sotto.base}/api/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(sotto.admin),
  });
  const { token } = (await login.json()) as { token: string };
  return (await api.invariants(token)).filter(({ violations }) => violations > 0).map(({ name }) => name);
}

const openWorker = (connectionsMax: number) =>
  openDatabase({ url: loginUrl(sotto.databaseUrl, "worker"), role: "worker", connectionsMax });
const bothBefore = (at: number) => ({ before: at, mixedBefore: at, now: at });

/** As a signer sees it whose keys derive each address that is said to be ours. */
const recordOf = (by: Database, leg: string) => legRecord(by, legIdOf(leg), () => true);

describe("deletion at once", () => {
  it("leaves the books as they were, and nothing of the order, its addresses, its transactions or its amounts", async () => {
    const first = await swap({ send: "BTC", receive: "USDT-TRC20", amount: "0.0712345" });
    const second = await swap({ send: "ETH", receive: "LTC", amount: "1.2345678" });
    await waitFor("the sweep", WAIT_MS, async () => {
      const open =
        await sotto.sql`SELECT 1 FROM payout_attempts WHERE state NOT IN ('final', 'reverted', 'dead')
        UNION ALL SELECT 1 FROM unswept WHERE units > 10^17`;
      return open.length === 0;
    });
    const before = await balances();
    expect(await troubles()).toEqual([]);
    for (const order of [first, second]) {
      const answer = await drop(order.id);
      expect(answer.status).toBe(200);
      const note = deletionNoteSchema.parse(await answer.json());
      expect(note.addresses).toEqual([{ currency: order.sendCurrency, address: order.depositAddress }]);
      const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: note.publicKey }, format: "jwk" });
      const signature = Buffer.from(note.signature, "base64url");
      expect(verify(null, Buffer.from(note.payload), key, signature)).toBe(true);
      expect(verify(null, Buffer.from(`${note.payload} `), key, signature)).toBe(false);
    }
    expect(await balances()).toEqual(before);
    expect(await troubles()).toEqual([]);
    const lines = (await dump()).split("\n");
    const linesWith = (text: string) => lines.filter((line) => line.includes(text));
    for (const order of [first, second]) {
      for (const text of [order.id, order.trackingCode, order.receiveAddress])
        expect(linesWith(text)).toEqual([]);
      // Coins that are not spent yet stay in the wallet, under their own transaction and address alone.
      const coins = [order.depositAddress, order.deposits[0]?.txHash ?? "?", order.txHash ?? "?"].flatMap(
        linesWith,
      );
      expect(coins.filter((line) => !/^(wallet_outputs|unswept|leftovers): /.test(line))).toEqual([]);
    }
    for (const account of ["customer:", "payable:"]) expect(linesWith(account)).toEqual([]);
  }, 240_000);

  it("gives no address of it to be paid at again, nor signs for one", async () => {
    const order = await api.create({
      sendCurrency: "BTC",
      receiveCurrency: "LTC",
      sendAmount: "0.05",
      receiveAddress: RECEIVER.LTC,
    });
    expect((await post(`/exchanges/${order.id}/cancel`)).status).toBe(200);
    expect((await drop(order.id)).status).toBe(200);
    const ours = { status: 422, body: { code: "address/ours" } };
    const swapTo = { sendCurrency: "LTC", receiveCurrency: "BTC", sendAmount: "40" };
    expect(await post("/exchanges", { ...swapTo, receiveAddress: order.depositAddress })).toMatchObject(ours);
    const back = { ...swapTo, sendCurrency: "BTC", receiveCurrency: "LTC", sendAmount: "0.05" };
    expect(
      await post("/exchanges", {
        ...back,
        receiveAddress: RECEIVER.LTC,
        refundAddress: order.depositAddress,
      }),
    ).toMatchObject(ours);
    // Were it asked for all the same, the signer finds it too.
    const paid = await api.create({ ...swapTo, receiveAddress: RECEIVER.BTC });
    await sotto.sql`INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
      SELECT 'to-' || who, id, no, 'payout', 'bitcoin', 'BTC', address, 1, 1, 'planned', now() FROM orders,
        (VALUES ('them', 1, ${RECEIVER.BTC}), ('us', 2, ${order.depositAddress})) AS leg (who, no, address) WHERE id = ${paid.id}`;
    await sotto.sql`ALTER TABLE orders DISABLE TRIGGER orders_guard`;
    await sotto.sql`UPDATE orders SET terms = jsonb_set(terms, '{mixer}', ${sotto.sql.json({ receiveAddresses: [order.depositAddress] })}) WHERE id = ${paid.id}`;
    const worker = openWorker(1);
    try {
      expect(await recordOf(worker, "to-them")).toMatchObject({ error: "the leg has no settlement" });
      expect(await recordOf(worker, "to-us")).toMatchObject({ error: "the recipient's address was ours" });
    } finally {
      await closeDatabase(worker);
      await sotto.sql`DELETE FROM payout_legs WHERE order_id = ${paid.id}`;
      await sotto.sql`UPDATE orders SET terms = terms - 'mixer' WHERE id = ${paid.id}`;
      await sotto.sql`ALTER TABLE orders ENABLE TRIGGER orders_guard`;
    }
  }, 60_000);
});

describe("a deletion that is asked for again or too early", () => {
  it("is the identical 404 afterwards, and for whoever asks twice", async () => {
    const order = await swap({ send: "LTC", receive: "ETH", amount: "2" });
    const unknown = await (await drop("AAAAAAAAAAAAAAAAAAAAAA")).text();
    expect((await drop(order.id)).status).toBe(200);
    const again = await drop(order.id);
    expect(again.status).toBe(404);
    const bare = (text: string) => text.replace(/"instance":"[^"]*"/, "");
    expect(bare(await again.text())).toBe(bare(unknown));
    expect((await fetch(`${sotto.base}/api/exchanges/${order.id}`)).status).toBe(404);
    expect((await fetch(`${sotto.base}/api/track/${order.trackingCode}`)).status).toBe(404);
  }, 240_000);

  it("is refused while an order runs", async () => {
    const order = await api.create({
      sendCurrency: "BTC",
      receiveCurrency: "ETH",
      sendAmount: "0.05",
      receiveAddress: RECEIVER.ETH,
    });
    const answer = await drop(order.id);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: "order/not-ended" });
    expect((await api.read(order.id)).state).toBe("waiting");
  });
});

describe("money that comes after the deletion", () => {
  it("books later money to nobody, once, and can still move it", async () => {
    const order = await swap({ send: "BTC", receive: "ETH", amount: "0.05" });
    expect((await drop(order.id)).status).toBe(200);
    await api.pay({ currency: "BTC", address: order.depositAddress, amount: "0.031" });
    await waitFor("the later money", WAIT_MS, async () => {
      const rows =
        await sotto.sql`SELECT 1 FROM deposits WHERE kind = 'unallocated' AND state = 'credited' AND units = 3100000`;
      return rows.length === 1;
    });
    const [owed] =
      await sotto.sql`SELECT balance::text FROM ledger_accounts WHERE account = 'unallocated' AND asset = 'BTC'`;
    expect(owed?.balance).toBe("3100000");
    const [coin] = await sotto.sql`SELECT state FROM wallet_outputs WHERE units = 3100000`;
    expect(coin?.state).toBe("available");
    expect(await troubles()).toEqual([]);
  }, 240_000);

  it("sends later money back to whoever holds the note, once", async () => {
    const order = await swap({ send: "BTC", receive: "ETH", amount: "0.05" });
    const note = deletionNoteSchema.parse(await (await drop(order.id)).json());
    const refundAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const claim = (change: object = {}) =>
      fetch(`${sotto.base}/api/claims`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ payload: note.payload, signature: note.signature, refundAddress, ...change }),
      });
    const answer = async (change?: object) => {
      const response = await claim(change);
      return { status: response.status, body: (await response.json()) as unknown };
    };
    expect(await answer()).toMatchObject({ status: 404, body: { code: "claim/nothing" } });
    await api.pay({ currency: "BTC", address: order.depositAddress, amount: "0.0271828" });
    await waitFor("the later money", WAIT_MS, async () => (await claim()).status === 201);
    expect(await answer({ payload: `${note.payload} ` })).toMatchObject({ body: { code: "claim/note" } });
    expect(await answer({ signature: "x" })).toMatchObject({ status: 422, body: { code: "claim/note" } });
    expect(await answer({ refundAddress: RECEIVER.ETH })).toMatchObject({
      body: { code: "address/network" },
    });
    const both = await Promise.all([answer(), answer()]);
    expect(both[0]).toEqual(both[1]);
    const [claimed, ...more] = both[0].body as { id: string; currency: string; amount: string }[];
    expect(more).toEqual([]);
    expect(claimed).toMatchObject({ currency: "BTC", amount: "0.0271828", refundAddress });
    expect(await answer({ refundAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" })).toEqual(both[0]);
    const refunded = await api.untilState(claimed?.id ?? "", ["refunded"], WAIT_MS);
    const landed = await fetch(`${sotto.base}/api/simnet/balance/BTC/${refundAddress}`);
    expect(await landed.json()).toMatchObject({ balance: refunded.payouts[0]?.amount });
    expect(await answer()).toEqual(both[0]);
    expect(await troubles()).toEqual([]);
    await waitFor("its end", WAIT_MS, async () => (await drop(claimed?.id ?? "")).status === 200);
    expect(await answer()).toMatchObject({ status: 404, body: { code: "claim/nothing" } });
    expect(await troubles()).toEqual([]);
  }, 240_000);
});

describe("a rescan after the deletion", () => {
  it("does not credit again what a rescan sees again", async () => {
    const order = await swap({ send: "BTC", receive: "ETH", amount: "0.0456789" });
    // Its payout's change comes back to the hot wallet, in blocks of the same chain.
    const paid = await swap({ send: "LTC", receive: "BTC", amount: "40" });
    expect((await drop(paid.id)).status).toBe(200);
    expect((await drop(order.id)).status).toBe(200);
    const floats = async () => (await sotto.sql`SELECT 1 FROM deposits WHERE kind = 'float'`).length;
    const before = await floats();
    // The watcher looks at every block once more.
    const [cursor] = await sotto.sql`SELECT height, hash FROM chain_cursors WHERE chain = 'bitcoin'`;
    const [older] =
      await sotto.sql`SELECT height, hash FROM chain_blocks WHERE chain = 'bitcoin' ORDER BY height LIMIT 1`;
    expect(Number(older?.height)).toBeLessThan(Number(cursor?.height));
    await sotto.sql`UPDATE chain_cursors SET height = ${older?.height}, hash = ${older?.hash} WHERE chain = 'bitcoin'`;
    await api.pay({ currency: "BTC", address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", amount: "0.01" });
    await waitFor("the second look", WAIT_MS, async () => {
      const [now] = await sotto.sql`SELECT height FROM chain_cursors WHERE chain = 'bitcoin'`;
      return Number(now?.height) > Number(cursor?.height);
    });
    expect(await sotto.sql`SELECT 1 FROM deposits WHERE units = 4567890`).toHaveLength(0);
    expect(await floats()).toBe(before);
    // While it looked again, the ledger knew more than blocks it had read: the next comparison finds them equal.
    await waitFor("sound books", WAIT_MS, async () => (await troubles()).length === 0, 1_000);
  }, 240_000);
});

describe("the retention clock", () => {
  it("forgets what ended before, and nothing else", async () => {
    const ended = await swap({ send: "LTC", receive: "ETH", amount: "3" });
    const open = await api.create({
      sendCurrency: "BTC",
      receiveCurrency: "ETH",
      sendAmount: "0.05",
      receiveAddress: RECEIVER.ETH,
    });
    const worker = openWorker(2);
    const notifier = await createNotifier(worker.$client);
    const clock = { database: worker, notifier, log: pino({ level: "silent" }) };
    const stream = await fetch(`${sotto.base}/api/exchanges/${ended.id}/events`);
    expect(stream.status).toBe(200);
    try {
      expect(await forgetEndedOrders(clock, bothBefore(Date.now() - 3_600_000))).toBe(0);
      expect((await api.read(ended.id)).state).toBe("completed");
      expect(await forgetEndedOrders(clock, bothBefore(Date.now() + 1))).toBeGreaterThan(0);
      // Whoever watches it live is notified by the end of it.
      expect(await stream.text()).toContain(ended.id);
    } finally {
      await notifier.close();
      await closeDatabase(worker);
    }
    await expect(api.read(ended.id)).rejects.toThrow("order/unknown");
    expect((await api.read(open.id)).state).toBe("waiting");
    expect(await troubles()).toEqual([]);
  }, 240_000);
});

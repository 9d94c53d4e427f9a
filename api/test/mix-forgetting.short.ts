import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDatabase, openDatabase } from "../src/db/client";
import { silentNotifier } from "../src/db/notifications";
import { forgetEndedOrders } from "../src/retention/service";
import type { CreateOrderBody, OrderWire } from "../src/routes/orders/schema";
import { type ApiClient, apiClient, waitFor } from "./api-client";
import { dump, holding, type Secrets, secretsOf } from "./mix-secrets";
import { loginUrl } from "./postgres/logins";
import { type RunningSotto, startSotto } from "./running-sotto";

const WAIT_MS = 120_000;
const TEST_MS = 240_000;
const SECOND_MS = 1_000;
/** The next look at a mix may be written down, and is never further away than this. */
const NEXT_LOOK_MS = 31_000;

const BTC_ONE = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const BTC_TWO = "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g";
const BTC_THREE = "bc1qp59yckz4ae5c4efgw2s5wfyvrz0ala7rgvuz8z";
const ETH_ONE = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";

let sotto: RunningSotto;
let api: ApiClient;
const logged: string[] = [];
const searched: (string | bigint)[] = [];

beforeAll(async () => {
  sotto = await startSotto({}, (line) => logged.push(line));
  api = apiClient(sotto.base);
}, 240_000);
afterAll(() => sotto.stop());

const drop = (id: string): Promise<Response> =>
  fetch(`${sotto.base}/api/exchanges/${id}`, { method: "DELETE" });

const mixOf = (change: Partial<CreateOrderBody>, settings: object): CreateOrderBody => ({
  sendCurrency: "BTC",
  receiveCurrency: "BTC",
  sendAmount: "0.05",
  receiveAddress: BTC_ONE,
  privacySettings: {
    mixingRounds: 2,
    delayMinutes: 0,
    useRandomAmounts: true,
    privacyLevel: "basic",
    ...settings,
  },
  ...change,
});

async function paid(body: CreateOrderBody): Promise<OrderWire> {
  const order = await api.create(body);
  await api.pay({ currency: body.sendCurrency, address: order.depositAddress, amount: body.sendAmount });
  return order;
}

/** What must be nowhere once the order is forgotten; `coins` may stay as unspent coins of the wallet, by themselves. */
type Canaries = { secret: (string | bigint)[]; deposit: (string | bigint)[]; payout: (string | bigint)[] };

async function canariesOf(id: string, secrets: Secrets | null): Promise<Canaries> {
  const order = await api.read(id);
  const [row] = await sotto.sql<{ book: string; owed: string; credited: string }[]>`
    SELECT book, body #>> '{settlement,receiveUnits,$bigint}' AS owed, body #>> '{settlement,creditedUnits,$bigint}' AS credited
    FROM orders WHERE id = ${id}`;
  const rounds = await sotto.sql<{ txId: string }[]>`
    SELECT DISTINCT a.tx_id AS "txId" FROM mix_rounds r JOIN payout_attempts a ON a.id = r.attempt_id WHERE r.order_id = ${id}`;
  const pool = await sotto.sql<
    { address: string }[]
  >`SELECT address FROM addresses WHERE order_id = ${id} AND pool`;
  const legs = await sotto.sql<{ id: string; units: bigint }[]>`
    SELECT id, units::text AS units FROM payout_legs WHERE order_id = ${id}`;
  if (row === undefined || order.privacySettings === null) throw new Error("not a settled mix");
  return {
    secret: [
      order.id,
      order.trackingCode,
      row.book,
      ...order.privacySettings.receiveAddresses,
      ...legs.map((leg) => leg.id),
      ...(secrets === null
        ? []
        : [
            secrets.sealed.toString("hex"),
            ...[secrets.seed, secrets.key].flatMap((bytes) => [
              Buffer.from(bytes).toString("hex"),
              Buffer.from(bytes).toString("base64").replaceAll("=", ""),
            ]),
          ]),
    ],
    deposit: [order.depositAddress, ...order.deposits.map(({ txHash }) => txHash), BigInt(row.credited)],
    payout: [
      ...order.payouts.flatMap(({ txHash }) => (txHash === null ? [] : [txHash])),
      ...rounds.map(({ txId }) => txId),
      ...pool.map(({ address }) => address),
      ...legs.map(({ units }) => BigInt(units)),
      BigInt(row.owed),
    ],
  };
}

/** Coins that are not spent yet, and the hot account's own movements, stay in the wallet: each by itself. */
const MAY_STAY = /^(wallet_outputs|unswept|leftovers): |^payout_attempts: \(\d+,forgotten,/;

async function expectForgotten({ secret, deposit, payout }: Canaries): Promise<void> {
  const lines = await dump(sotto);
  expect(holding(lines, secret)).toEqual([]);
  expect(holding(lines, [...deposit, ...payout]).filter((line) => !MAY_STAY.test(line))).toEqual([]);
  // No line holds both ends, and what the account's movements keep is neither address nor transaction.
  expect(holding(holding(lines, deposit), payout)).toEqual([]);
  const texts = [...deposit, ...payout].filter((canary) => typeof canary === "string");
  expect(holding(lines, texts).filter((line) => line.startsWith("payout_attempts"))).toEqual([]);
  searched.push(...secret, ...deposit, ...payout);
}

/** A transaction of ours may still be on its way: a sweep, or the last confirmations. */
async function dropped(id: string): Promise<void> {
  await waitFor("the deletion", WAIT_MS, async () => (await drop(id)).status === 200);
}

const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${sotto.base}/api/admin/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

async function adminToken(): Promise<string> {
  const { token } = (await (await post("login", sotto.admin)).json()) as { token: string };
  return token;
}

async function troubles(): Promise<string[]> {
  const found = await api.invariants(await adminToken());
  return found.filter(({ violations }) => violations > 0).map(({ name }) => name);
}

async function decided({ trackingCode }: OrderWire, verb: "release" | "refund"): Promise<void> {
  const headers = {
    authorization: `Bearer ${await adminToken()}`,
    "idempotency-key": `mix-${trackingCode}-${verb}`,
  };
  const { sourcesForReview } = await api.inspect(await adminToken(), trackingCode);
  const seenSources = sourcesForReview.map(({ no }) => no);
  const answer = await post(
    `exchanges/${trackingCode}/${verb}`,
    { reason: "agreed with the customer", seenSources },
    headers,
  );
  expect(answer.status, await answer.text()).toBe(200);
}

/** As when the folder was not restored, or the keys were destroyed too soon. */
function loseKeys(): void {
  for (const name of readdirSync(join(sotto.signerDir, "mixes")))
    rmSync(join(sotto.signerDir, "mixes", name));
}

describe("a mix that ended and was forgotten", () => {
  it("leaves nothing of its deposit, payout, plan or seed, when its customer deletes it", {
    timeout: TEST_MS,
  }, async () => {
    const neighbour = await paid(mixOf({ sendAmount: "0.0398761", receiveAddress: BTC_THREE }, {}));
    const order = await paid(
      mixOf({ sendAmount: "0.0712345", receiveAddresses: [BTC_ONE, BTC_TWO] }, { delayMinutes: 0 }),
    );
    let secrets: Secrets | null = null;
    await waitFor("the plan", WAIT_MS, async () => {
      secrets = await secretsOf(sotto, order.id).catch(() => null);
      return secrets !== null;
    });
    await api.untilState(order.id, ["completed"], WAIT_MS);
    await api.untilState(neighbour.id, ["completed"], WAIT_MS);
    const canaries = await canariesOf(order.id, secrets);
    // The search would find them: they are there before.
    const before = await dump(sotto);
    for (const canary of [order.id, ...canaries.deposit, ...canaries.payout])
      expect(holding(before, [canary]).length, String(canary)).toBeGreaterThan(0);
    await dropped(order.id);
    await expectForgotten(canaries);
    expect((await api.read(neighbour.id)).state).toBe("completed");
    expect(await troubles()).toEqual([]);
  });

  it("leaves nothing after the retention of mixes, on account chains too, and plain orders stay", {
    timeout: TEST_MS,
  }, async () => {
    const plain = await paid({
      sendCurrency: "LTC",
      receiveCurrency: "ETH",
      sendAmount: "3.1234567",
      receiveAddress: ETH_ONE,
    });
    const inEther = { sendCurrency: "ETH", receiveCurrency: "ETH", receiveAddress: ETH_ONE } as const;
    // Sums stay of what is forgotten, of all together: a single order's would be its own amounts.
    const other = await paid(mixOf({ ...inEther, sendAmount: "0.9876543" }, {}));
    const order = await paid(mixOf({ ...inEther, sendAmount: "1.2345678" }, {}));
    for (const { id } of [plain, other, order]) await api.untilState(id, ["completed"], WAIT_MS);
    const canaries = await canariesOf(order.id, null);
    // The plain order was paid to the same address.
    canaries.secret = canaries.secret.filter((canary) => canary !== ETH_ONE);
    const worker = openDatabase({
      url: loginUrl(sotto.databaseUrl, "worker"),
      role: "worker",
      connectionsMax: 1,
    });
    try {
      const clock = { database: worker, notifier: silentNotifier, log: pino({ level: "silent" }) };
      const long = { before: Date.now() - 14 * 86_400_000, now: Date.now() };
      expect(await forgetEndedOrders(clock, { ...long, mixedBefore: Date.now() - 3_600_000 })).toBe(0);
      await waitFor("the retention clock", WAIT_MS, async () => {
        await forgetEndedOrders(clock, { ...long, mixedBefore: Date.now() + 1 });
        return (await sotto.sql`SELECT 1 FROM orders WHERE id IN (${order.id}, ${other.id})`).length === 0;
      });
    } finally {
      await closeDatabase(worker);
    }
    await expectForgotten(canaries);
    expect((await api.read(plain.id)).state).toBe("completed");
    expect(await troubles()).toEqual([]);
  });

  it("leaves no seal", async () => {
    expect(await sotto.sql`SELECT 1 FROM mixes`).toHaveLength(0);
  });
});

describe("a mix under way", () => {
  it("shows nothing of its plan to one who has the database alone; without its key an approver decides", {
    timeout: TEST_MS + 2 * SECOND_MS,
  }, async () => {
    const body = mixOf(
      { sendAmount: "0.0654321", receiveAddresses: [BTC_ONE, BTC_TWO, BTC_THREE] },
      { mixingRounds: 1, delayMinutes: 120 },
    );
    const order = await paid(body);
    const back = await paid(
      mixOf({ sendAmount: "0.0412345", refundAddress: BTC_TWO }, { delayMinutes: 120 }),
    );
    for (const { id } of [order, back]) await api.untilState(id, ["mixing"], WAIT_MS);
    const { plan, seed } = await secretsOf(sotto, order.id);
    expect(plan.legs.length).toBeGreaterThanOrEqual(3);
    await waitFor("the first look at the plan", WAIT_MS, async () => {
      const [work] =
        await sotto.sql`SELECT attempts FROM outbox WHERE order_id = ${order.id} AND kind = 'mix'`;
      return Number(work?.attempts) > 0;
    });
    const lines = await dump(sotto);
    const times = [...plan.rounds, ...plan.legs, { dueAt: plan.waitsUntil }]
      .map(({ dueAt }) => dueAt)
      .filter((at) => at > Date.now() + NEXT_LOOK_MS)
      .flatMap((at) => [
        // As milliseconds, and to the second.
        BigInt(at),
        new Date(at).toISOString().slice(0, 19).replace("T", " "),
        new Date(at).toISOString().slice(0, 19),
      ]);
    expect(times.length).toBeGreaterThan(0);
    expect(holding(lines, [order.id]).length).toBeGreaterThan(0);
    expect(holding(lines, [...plan.legs.map(({ units }) => units), ...times])).toEqual([]);
    expect(holding(lines, [Buffer.from(seed).toString("hex")])).toEqual([]);
    // Nor does any time of its work lie further ahead than the next look.
    const ahead = await sotto.sql`
      SELECT 1 FROM outbox WHERE order_id = ${order.id} AND done_at IS NULL AND next_attempt_at > ${new Date(Date.now() + NEXT_LOOK_MS).toISOString()}`;
    expect(ahead).toHaveLength(0);

    loseKeys();
    const held = await api.untilState(order.id, ["hold"], WAIT_MS);
    expect(held).toMatchObject({ reason: "mix_key_lost", awaits: { what: "administrator" }, payouts: [] });
    expect(await troubles()).toEqual([]);
    await api.untilState(back.id, ["hold"], WAIT_MS);
    await decided(back, "refund");
    await decided(order, "release");
    const ended = await api.untilState(order.id, ["completed"], 2 * WAIT_MS);
    expect(ended.payouts.map(({ amount }) => amount)).toEqual([ended.receiveAmount]);
    const [leg] = await sotto.sql`SELECT destination FROM payout_legs WHERE order_id = ${order.id}`;
    expect(leg?.destination).toBe(BTC_ONE);
    await api.untilState(back.id, ["refunded"], WAIT_MS);
    const refund = await sotto.sql`SELECT destination, kind FROM payout_legs WHERE order_id = ${back.id}`;
    expect(refund).toEqual([{ destination: BTC_TWO, kind: "refund" }]);
    expect(await troubles()).toEqual([]);
    for (const { id } of [order, back]) await dropped(id);
    expect(await sotto.sql`SELECT 1 FROM mixes`).toHaveLength(0);
    expect(await troubles()).toEqual([]);
    const [reserve] = await sotto.sql`SELECT planned::text FROM reserves WHERE asset = 'BTC'`;
    expect(reserve?.planned).toBe("0");
  });
});

it("logs nothing of any of them", async () => {
  // Something was logged to search in: that a plan could not be read.
  expect(holding(logged, ["plan cannot be read"]).length).toBeGreaterThan(0);
  expect(searched.length).toBeGreaterThan(0);
  expect(holding(logged, searched)).toEqual([]);
});

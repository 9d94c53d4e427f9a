import { afterAll, beforeAll, expect, it } from "vitest";
import { replaceFaucetPayment } from "../src/chains/simnet/faucet";
import { insertUnconfirmed, removeUnconfirmed } from "../src/chains/simnet/mempool";
import { type ApiClient, apiClient, waitFor } from "./api-client";
import { type RunningSotto, startSotto } from "./running-sotto";
import { expectSoundBooks } from "./sound-books";

const WAIT_MS = 60_000;
const RECEIVER = {
  ETH: "0x52908400098527886E0F7030069857D2E4169EE7",
  BTC: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  LTC: "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh",
};
const CHAIN = { BTC: "bitcoin", LTC: "litecoin" } as const;
type Coin = keyof typeof CHAIN;

let sotto: RunningSotto;
let api: ApiClient;

beforeAll(async () => {
  // Blocks come only when they are asked for.
  sotto = await startSotto({ SIMNET_BLOCK_MS: "3600000" });
  api = apiClient(sotto.base);
}, 120_000);
afterAll(() => sotto?.stop());

const post = async (path: string, body: object, token?: string): Promise<{ status: number }> =>
  fetch(`${sotto.base}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
const mine = async (currency: string, blocks: number) =>
  expect((await post("/simnet/mine", { currency, blocks })).status).toBe(200);

/** A swap that is paid for and credited; the transaction that pays it in, and the order. */
async function paidOrder(
  sendCurrency: string,
  sendAmount: string,
  receiveCurrency: keyof typeof RECEIVER,
  receiveAddress = RECEIVER[receiveCurrency],
) {
  const order = await api.create({ sendCurrency, sendAmount, receiveCurrency, receiveAddress });
  const { txHash } = await api.pay({
    currency: sendCurrency,
    address: order.depositAddress,
    amount: sendAmount,
  });
  await mine(sendCurrency, 3);
  await api.untilState(order.id, ["sending"], WAIT_MS);
  return { order, txHash };
}

async function completed(id: string, receiveCurrency: string) {
  await waitFor("the payout", WAIT_MS, async () => {
    const { state } = await api.read(id);
    if (state !== "completed") await mine(receiveCurrency, 1);
    return state === "completed";
  });
  return api.read(id);
}

const attemptsOf = (orderId: string) => sotto.sql<{ state: string; txId: string; proof: string | null }[]>`
  SELECT a.state, a.tx_id AS "txId", a.proof FROM payout_attempts a JOIN attempt_legs p ON p.attempt_id = a.id JOIN payout_legs l ON l.id = p.leg_id
  WHERE l.order_id = ${orderId} ORDER BY a.id`;
/** Waits until the order's payment is in the mempool. */
const untilSent = (orderId: string) =>
  waitFor("the payment", WAIT_MS, async () => (await statesOf(orderId)).includes("sent"));
const statesOf = async (orderId: string) => (await attemptsOf(orderId)).map(({ state }) => state);

/** A block rouses the comparison of each chain with the books, which rests for a minute while nothing moves. */
async function soundBooks(): Promise<void> {
  for (const coin of ["BTC", "LTC", "ETH"]) await mine(coin, 1);
  await expectSoundBooks(api, { as: sotto.admin });
}

/** The hot wallet's own coins, out of reach or back: what customers paid in must do meanwhile. */
const setHotCoins = (chain: string, from: string, to: string) =>
  sotto.sql`UPDATE wallet_outputs SET state = ${to} WHERE chain = ${chain} AND branch = 'hot' AND state = ${from}`;

/** A reorg takes the deposit that a payout on its way spends; the chain halts, and an administrator resumes it. */
async function loseFunding(coin: Coin, txHash: string, how: "replaced" | "dropped"): Promise<void> {
  const chain = CHAIN[coin];
  expect((await post("/simnet/reorg", { currency: coin, depth: 3 })).status).toBe(200);
  if (how === "dropped") expect((await post("/simnet/drop", { txHash })).status).toBe(200);
  else await sotto.simnetSql.begin((tx) => replaceFaucetPayment(tx, chain, { txHash }));
  await mine(coin, 3);
  await waitFor("the loss", WAIT_MS, async () => {
    const rows =
      await sotto.sql`SELECT 1 FROM deposits WHERE chain = ${chain} AND tx_id = ${txHash} AND state = 'lost'`;
    return rows.length === 1;
  });
  const token = await api.login(sotto.admin);
  await post(`/admin/chains/${chain}/resume`, { reason: "A test's reorg." }, token);
}

const payTo = async (coin: Coin, amount: string) => {
  const { order } = await paidOrder("ETH", amount, coin);
  await untilSent(order.id);
  return order;
};

it("pays an innocent order another way, once, when a double spend took the only coin that paid it", async () => {
  const funding = await paidOrder("BTC", "1", "ETH");
  await completed(funding.order.id, "ETH");
  await setHotCoins("bitcoin", "available", "pending");
  const order = await payTo("BTC", "3");
  await loseFunding("BTC", funding.txHash, "replaced");
  await waitFor("the proof", WAIT_MS, async () => (await statesOf(order.id))[0] === "dead");
  const [dead] = await attemptsOf(order.id);
  expect(JSON.parse(String(dead?.proof))).toMatchObject({
    by: expect.any(String),
    height: expect.any(Number),
  });
  await setHotCoins("bitcoin", "pending", "available");
  const done = await completed(order.id, "BTC");
  expect(await statesOf(order.id)).toEqual(["dead", "final"]);
  expect(await api.simnetBalance("BTC", RECEIVER.BTC)).toBe(done.receiveAmount);
  await soundBooks();
}, 240_000);

it("replaces a payment whose coin vanished by one that spends what is left of it, and both cannot land", async () => {
  const deep = await paidOrder("LTC", "20", "ETH");
  const funding = await paidOrder("LTC", "20", "ETH");
  await completed(deep.order.id, "ETH");
  await completed(funding.order.id, "ETH");
  await setHotCoins("litecoin", "available", "pending");
  const order = await payTo("LTC", "0.9");
  await loseFunding("LTC", funding.txHash, "dropped");
  await waitFor("another in its place", WAIT_MS, async () => (await statesOf(order.id))[0] === "superseded");
  await setHotCoins("litecoin", "pending", "available");
  const done = await completed(order.id, "LTC");
  await mine("LTC", 2);
  await waitFor("the proof", WAIT_MS, async () => (await statesOf(order.id))[0] === "dead");
  const [dead, paid] = await attemptsOf(order.id);
  expect(paid?.state).toBe("final");
  expect(JSON.parse(String(dead?.proof))).toMatchObject({ by: paid?.txId });
  expect(await api.simnetBalance("LTC", RECEIVER.LTC)).toBe(done.receiveAmount);
  await soundBooks();
}, 240_000);

it("pays with the next nonce, once, when another transaction of our account has used the payment's", async () => {
  const receiver = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
  const { order } = await paidOrder("BTC", "0.1", "ETH", receiver);
  await untilSent(order.id);
  const [first] = await sotto.sql<{ txId: string; sender: string; nonce: string }[]>`
    SELECT a.tx_id AS "txId", a.sender, a.nonce FROM payout_attempts a JOIN attempt_legs p ON p.attempt_id = a.id JOIN payout_legs l ON l.id = p.leg_id
    WHERE l.order_id = ${order.id}`;
  if (first === undefined) throw new Error("nothing was signed");
  const { txId, sender } = first;
  const rival = "rival of our own account";
  await sotto.simnetSql.begin(async (tx) => {
    await removeUnconfirmed(tx, "ethereum", [txId]);
    await insertUnconfirmed(tx, "ethereum", {
      model: "account",
      txId: rival,
      raw: null,
      feeUnits: 0n,
      feeUnitsMax: 0n,
      replaceable: false,
      sender,
      nonce: Number(first.nonce),
      transfers: [{ asset: "ETH", to: sender, units: 1n, from: [sender] }],
    });
  });
  await mine("ETH", 1);
  // In one block it is no proof yet: a reorg could let the payment land after all.
  expect(await statesOf(order.id)).not.toContain("dead");
  await mine("ETH", 2);
  await waitFor("the proof", WAIT_MS, async () => (await statesOf(order.id))[0] === "dead");
  // Somebody else has signed with our key: nothing more is, until an approver says that it is known.
  const token = await api.login(sotto.admin);
  await mine("ETH", 2);
  expect(await statesOf(order.id)).toEqual(["dead"]);
  const [spend] = await sotto.sql<{ id: string; tx_id: string }[]>`
    SELECT id, tx_id FROM unplanned_spends WHERE state = 'open'`;
  expect(spend?.tx_id).toBe(rival);
  const adoption = `/admin/spends/${spend?.id}/adopt`;
  expect((await post(adoption, { reason: "A test's own." }, token)).status).toBe(200);
  const done = await completed(order.id, "ETH");
  const [dead, paid] = await attemptsOf(order.id);
  expect(JSON.parse(String(dead?.proof))).toMatchObject({ by: rival });
  expect(paid?.state).toBe("final");
  expect(await statesOf(order.id)).toHaveLength(2);
  expect(await api.simnetBalance("ETH", receiver)).toBe(done.receiveAmount);
  // It sent a coin from our account to our account, which is no income.
  expect(await sotto.sql`SELECT id FROM deposits WHERE tx_id = ${rival}`).toEqual([]);
  await soundBooks();
}, 240_000);

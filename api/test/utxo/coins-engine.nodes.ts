import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatUnits, parseUnits } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { prefixesOf } from "../../src/chains/addresses/bitcoin-networks";
import { scriptOfAddress } from "../../src/chains/utxo/script";
import type { OrderWire } from "../../src/routes/orders/schema";
import { hotAddressOf, waitFor } from "../api-client";
import { bundleServer } from "../bundle";
import { pacedMining } from "../paced-mining";
import { openTestDatabase } from "../postgres/database";
import { keepLogins } from "../postgres/logins";
import { type ServerProcess, startServer } from "../server";
import { expectSoundBooks } from "../sound-books";
import { type DashNode, startDash } from "./dash";
import { CREDIT_DEPTH, NUMBERS } from "./engine-world";
import { whyNoNodes } from "./node";
import { withOtherForm } from "./other-form";
import { SWAP_MS_MAX } from "./swaps";
import { startZcash, type ZcashNode } from "./zcash-node";

const why = whyNoNodes("swaps between Dash and Zcash");
const BLOCK_MS = 300;
/** From the block after the one at which it is signed on. */
const EXPIRY_BLOCKS = 40;

type Coin = "DASH" | "ZEC";
let nodes: { DASH: DashNode; ZEC: ZcashNode };
let server: ServerProcess;
let mining: { DASH: (on: boolean) => Promise<void>; ZEC: (on: boolean) => Promise<void> };
const closers: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  if (why !== undefined) return;
  const dataDir = mkdtempSync(join(tmpdir(), "sotto-coins-"));
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const DASH = await startDash();
  closers.push(DASH.close);
  const ZEC = await startZcash();
  closers.push(ZEC.close);
  nodes = { DASH, ZEC };
  mining = { DASH: pacedMining([DASH], BLOCK_MS), ZEC: pacedMining([ZEC], BLOCK_MS) };
  closers.push(async () => {
    await mining.DASH(false);
    await mining.ZEC(false);
  });
  const database = await openTestDatabase("whole");
  closers.push(() => database.drop());
  keepLogins(dataDir, database);
  server = await startServer({
    dataDir,
    bundle: await bundleServer({ numbers: NUMBERS }),
    env: {
      DATABASE_URL: database.url,
      SOTTO_NETWORK: "regtest",
      SOTTO_DASH_RPC_URL: DASH.url,
      SOTTO_ZEC_RPC_URL: ZEC.url,
      SOTTO_CONFIRMATIONS: `dash=${CREDIT_DEPTH},zcash=${CREDIT_DEPTH}`,
      SOTTO_RATES_SEED: "dash and zcash",
    },
  });
  closers.push(() => server.stop());
}, 300_000);
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
}, 240_000);

const create = async (send: Coin, amount: string, receive: Coin): Promise<OrderWire> =>
  server.api.create({
    sendCurrency: send,
    receiveCurrency: receive,
    sendAmount: amount,
    receiveAddress: await nodes[receive].newAddress(),
    refundAddress: await nodes[send].newAddress(),
  });
const pay = (order: OrderWire): Promise<{ txId: string }> =>
  nodes[order.sendCurrency as Coin].pay({
    address: order.depositAddress,
    units: parseUnits(order.sendAmount, 8),
  });
const completed = (order: OrderWire): Promise<OrderWire> =>
  server.api.untilState(order.id, ["completed"], SWAP_MS_MAX);

const scanned = z.object({ total_amount: z.number() });

/** What lies at an address, confirmed. */
async function landedAt(coin: Coin, address: string): Promise<bigint> {
  if (coin === "ZEC") {
    const script = scriptOfAddress(address, prefixesOf("zcash", "regtest"));
    const coins = [...nodes.ZEC.ledger.coins({ withMempool: false }).values()];
    return coins.reduce((sum, one) => (one.script === script ? sum + one.units : sum), 0n);
  }
  const descriptor = `raw(${scriptOfAddress(address, prefixesOf("dash", "regtest"))})`;
  const found = scanned.parse(await nodes.DASH.rpc("scantxoutset", ["start", [descriptor]]));
  return BigInt(found.total_amount.toFixed(8).replace(".", ""));
}

/** What landed is what was said, to the last unit, and nothing else ever reached that address. */
async function expectPaid(order: OrderWire): Promise<void> {
  const landed = await landedAt(order.receiveCurrency as Coin, order.receiveAddress);
  expect(formatUnits(landed, 8)).toBe(order.receiveAmount);
  expect(order.payouts).toHaveLength(1);
}

describe.skipIf(why !== undefined)("the engine on Dash and Zcash", () => {
  it("takes the operator's funds as its float", async () => {
    for (const coin of ["DASH", "ZEC"] as const) {
      const address = await hotAddressOf(server.api, coin);
      for (let count = 0; count < 3; count += 1)
        await nodes[coin].pay({ address, units: parseUnits("60", 8) });
      await mining[coin](true);
    }
    await waitFor("reserves", SWAP_MS_MAX, async () => {
      const held = new Map((await server.api.reserves()).map((one) => [one.currency, Number(one.available)]));
      return (["DASH", "ZEC"] as const).every((coin) => (held.get(coin) ?? 0) > 0);
    });
    await expectSoundBooks(server.api);
  }, 300_000);

  it("swaps DASH to ZEC, and ZEC to DASH", async () => {
    const orders = [await create("DASH", "1.5", "ZEC"), await create("ZEC", "0.8", "DASH")];
    expect(orders.map(({ depositAddress }) => depositAddress.slice(0, 1))).toEqual(["y", "t"]);
    for (const order of orders) await pay(order);
    for (const order of orders) await expectPaid(await completed(order));
    await expectSoundBooks(server.api);
  }, 300_000);

  it("signs a payout of ZEC once more after it has expired, and pays once", async () => {
    const order = await create("DASH", "1.5", "ZEC");
    await mining.ZEC(false);
    await pay(order);
    const payoutOf = async () => (await server.api.read(order.id)).payouts[0]?.txHash ?? null;
    await waitFor("a payout", SWAP_MS_MAX, async () => {
      const txId = await payoutOf();
      return txId !== null && nodes.ZEC.ledger.mempool.has(txId);
    });
    const first = await payoutOf();
    for (let block = 0; block <= EXPIRY_BLOCKS + CREDIT_DEPTH; block += 1) await nodes.ZEC.mineOnly([]);
    await waitFor("another payout", SWAP_MS_MAX, async () => {
      const txId = await payoutOf();
      return txId !== null && txId !== first && nodes.ZEC.ledger.mempool.has(txId);
    });
    await mining.ZEC(true);
    const done = await completed(order);
    expect(done.payouts.map(({ txHash }) => txHash)).not.toContain(first);
    await expectPaid(done);
    await expectSoundBooks(server.api);
  }, 300_000);

  it("stops, and pays no second time, where a miner mines a payout of DASH under another id", async () => {
    const { DASH } = nodes;
    const order = await create("ZEC", "0.8", "DASH");
    await mining.DASH(false);
    await pay(order);
    const payoutOf = async () => (await server.api.read(order.id)).payouts[0]?.txHash ?? null;
    const rawOf = (txId: string) => DASH.rpc("getrawtransaction", [txId]).catch(() => null);
    await waitFor("a payout", SWAP_MS_MAX, async () => {
      const txId = await payoutOf();
      return txId !== null && (await rawOf(txId)) !== null;
    });
    const first = (await payoutOf()) ?? "";
    const twin = withOtherForm(z.string().parse(await rawOf(first)));
    await DASH.rpc("generateblock", [await DASH.bitcoin.newAddress(), [twin]]);
    await mining.DASH(true);
    const token = await server.api.login();
    await waitFor("a spend that was not signed", SWAP_MS_MAX, async () => {
      const found = await server.api.unplannedSpends(token);
      return found.length === 1 && found[0]?.chain === "dash" && found[0].txHash !== first;
    });
    const height = await DASH.height();
    // As many blocks as would prove it dead, and some looks of the worker after them.
    await waitFor("blocks", SWAP_MS_MAX, async () => (await DASH.height()) >= height + 30);
    const { state, payouts, receiveAmount } = await server.api.read(order.id);
    expect({ state, payouts: payouts.map(({ txHash }) => txHash) }).toEqual({
      state: "sending",
      payouts: [first],
    });
    expect(formatUnits(await landedAt("DASH", order.receiveAddress), 8)).toBe(receiveAmount);
  }, 300_000);
});

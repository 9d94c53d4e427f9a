import { setTimeout as sleep } from "node:timers/promises";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import {
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  getAddress,
  type Hex,
  hexToBytes,
  parseUnits,
} from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { addressFromPublicKey } from "../src/chains/addresses/encode";
import type { EvmChainId } from "../src/chains/evm/evm-chain-id";
import { assetOf, type ChainId, NATIVE_ASSET } from "../src/core/assets";
import { closeDatabase, openDatabase } from "../src/db/client";
import type { OrderWire } from "../src/routes/orders/schema";
import { waitFor } from "./api-client";
import { testKey } from "./evm/anvil";
import { everyOtherNode, openMoneroWorld } from "./monero/engine-world";
import { whyNoMonero } from "./monero/node";
import { expectSoundBooks } from "./sound-books";
import { type TestNode, whyNoNodes } from "./utxo/node";

const what = "orders between all coins of real nodes";
const why = whyNoMonero(what) ?? whyNoNodes(what);

/** As many as `EVERY_COIN_ORDERS` says, for a short run. */
const ORDERS = Number(process.env.EVERY_COIN_ORDERS ?? 2_000);
const AT_A_TIME = 48;
const SWAP_MS_MAX = 900_000;
const QUIET_MS_MAX = 300_000;
const RUN_MS_MAX = 4 * 3_600_000;

/** What an order sends about, and what the service begins with: in so many payments. */
const COINS = {
  BTC: { decimals: 8, amount: "0.002", float: "5", payments: 4 },
  LTC: { decimals: 8, amount: "1.2", float: "500", payments: 4 },
  BCH: { decimals: 8, amount: "0.3", float: "100", payments: 4 },
  ETH: { decimals: 18, amount: "0.05", float: "50", payments: 1 },
  BNB: { decimals: 18, amount: "0.25", float: "250", payments: 1 },
  POL: { decimals: 18, amount: "350", float: "400000", payments: 1 },
  "USDT-ERC20": { decimals: 6, amount: "140", float: "100000", payments: 1 },
  "USDC-ERC20": { decimals: 6, amount: "150", float: "100000", payments: 1 },
  "USDT-BEP20": { decimals: 18, amount: "145", float: "100000", payments: 1 },
  "USDC-BEP20": { decimals: 18, amount: "155", float: "100000", payments: 1 },
  "USDT-POLYGON": { decimals: 6, amount: "142", float: "100000", payments: 1 },
  "USDC-POLYGON": { decimals: 6, amount: "152", float: "100000", payments: 1 },
  XMR: { decimals: 12, amount: "0.8", float: "30", payments: 12 },
} as const;
type Coin = keyof typeof COINS;
const coins = Object.keys(COINS) as Coin[];
/** Each coin to each other one. */
const pairs = coins.flatMap((send) =>
  coins.filter((receive) => receive !== send).map((receive) => ({ send, receive })),
);

/** Shares no divisor with their number: so all have their turn, and a few orders are of many coins. */
const PAIRS_STEP = 37;

const open = () => openMoneroWorld(everyOtherNode);
let world: Awaited<ReturnType<typeof open>>;
/** Everything that was ever paid to an address of the service. */
const paidIn = new Map<Coin, bigint>();

const chainOf = (coin: Coin): ChainId => assetOf(coin).chain;
const nodeOf = (coin: Coin): TestNode | undefined =>
  ({ BTC: world.bitcoin, LTC: world.litecoin, BCH: world.bcash })[coin as "BTC"];
const evmOf = (coin: Coin) => world.evm[chainOf(coin) as EvmChainId];
/** The contract of a token; undefined for a chain's own coin. */
const tokenOf = (coin: Coin): Hex | undefined => {
  if (NATIVE_ASSET[chainOf(coin)] === coin) return undefined;
  const { tether, standard } = evmOf(coin).tokens;
  return coin.startsWith("USDT") ? tether : standard;
};

const turns = new Map<ChainId, Promise<unknown>>();

/** One payment on a chain after the other: wallets choose the same coins, or the same nonce, for two at once. */
async function pay(coin: Coin, address: string, units: bigint): Promise<Hex | null> {
  const chain = chainOf(coin);
  const turn = (turns.get(chain) ?? Promise.resolve()).then(() => payNow(coin, address, units));
  turns.set(
    chain,
    turn.catch(() => undefined),
  );
  const txId = await turn;
  paidIn.set(coin, (paidIn.get(coin) ?? 0n) + units);
  return txId;
}

/** Returns the transaction's id on an EVM chain. */
async function payNow(coin: Coin, address: string, units: bigint): Promise<Hex | null> {
  const node = nodeOf(coin);
  const token = tokenOf(coin);
  if (node !== undefined) await node.pay({ address, units });
  else if (coin === "XMR") await world.monero.pay({ address, units });
  else if (token === undefined) return (await evmOf(coin).anvil.pay({ to: address, units })).txId;
  else return (await evmOf(coin).tokens.transfer({ token, address, units })).txId;
  return null;
}

const LOOK_MS = 500;
/** A transaction that is on its way from the pool into a block can be in neither for a moment. */
const LOOKS_WITHOUT_IT = 10;

/** Whether a payment came into a block; false where its node knows it no longer. */
async function isMined(coin: Coin, txId: Hex): Promise<boolean> {
  const { rpc } = evmOf(coin).anvil;
  for (let without = 0; without < LOOKS_WITHOUT_IT; await sleep(LOOK_MS)) {
    if ((await rpc("eth_getTransactionReceipt", [txId])) !== null) return true;
    without = (await rpc("eth_getTransactionByHash", [txId])) === null ? without + 1 : 0;
  }
  return false;
}

/** Pays until it is in a block: of some 4,000 payments, anvil took one and dropped it without a word. */
async function payForSure(coin: Coin, address: string, units: bigint): Promise<void> {
  const txId = await pay(coin, address, units);
  if (txId === null || (await isMined(coin, txId))) return;
  console.warn(`the node of ${chainOf(coin)} dropped a payment of ${coin}: it is made again`);
  paidIn.set(coin, (paidIn.get(coin) ?? 0n) - units);
  await payForSure(coin, address, units);
}

let moneroReceivers = 0;

/** An address whose coins no wallet of the test spends; on Monero one of the customer's wallet. */
async function receiverOf(coin: Coin, order: number): Promise<string> {
  if (coin === "XMR") {
    moneroReceivers += 1;
    return world.monero.customerAddress(moneroReceivers);
  }
  const publicKey = secp256k1.getPublicKey(hexToBytes(testKey(`customer of order ${order}`)));
  return addressFromPublicKey(chainOf(coin), publicKey, "regtest");
}

/** A customer's order from beginning to end. */
async function swap(order: number): Promise<OrderWire> {
  const { send, receive } = pairs[(order * PAIRS_STEP) % pairs.length] ?? { send: "BTC", receive: "LTC" };
  const { amount, decimals } = COINS[send];
  // No two payments are alike.
  const units = parseUnits(amount, decimals) + BigInt(order);
  const made = await world.server.api.create({
    sendCurrency: send,
    receiveCurrency: receive,
    sendAmount: formatUnits(units, decimals),
    receiveAddress: await receiverOf(receive, order),
  });
  await payForSure(send, made.depositAddress, units);
  return world.server.api.untilState(made.id, ["completed"], SWAP_MS_MAX);
}

const scanned = z.object({ total_amount: z.number() });

/** What lies at addresses in all, as the nodes say; of Monero the service's own wallet would have to say it. */
async function heldAt(coin: Exclude<Coin, "XMR">, addresses: readonly string[]): Promise<bigint> {
  const node = nodeOf(coin);
  if (node !== undefined) {
    const wanted = addresses.map((address) => `addr(${address})`);
    const found = scanned.parse(await node.rpc("scantxoutset", ["start", wanted]));
    return parseUnits(found.total_amount.toFixed(8), 8);
  }
  let sum = 0n;
  for (const address of addresses) {
    const args = [getAddress(address)] as const;
    const to = tokenOf(coin);
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args });
    const { rpc } = evmOf(coin).anvil;
    const held =
      to === undefined
        ? await rpc("eth_getBalance", [address, "latest"])
        : await rpc("eth_call", [{ to, data }, "latest"]);
    sum += BigInt(String(held));
  }
  return sum;
}

const incoming = z.object({ in: z.array(z.object({ address: z.string(), amount: z.bigint() })) });

/** What came to each of a customer's addresses of Monero. */
async function receivedMonero(): Promise<Map<string, bigint>> {
  await world.monero.customer.call("refresh", {}, z.object({}));
  const asked = { in: true, account_index: 0 };
  const received = new Map<string, bigint>();
  for (const { address, amount } of (await world.monero.customer.call("get_transfers", asked, incoming)).in)
    received.set(address, (received.get(address) ?? 0n) + amount);
  return received;
}

const withFee = z.object({ rct_signatures: z.object({ txnFee: z.number() }) });
const transactions = z.object({
  txs: z.array(z.object({ as_json: z.string(), in_pool: z.boolean() })).default([]),
});

/** What the service's transactions of Monero paid to miners, as the node has them. */
async function moneroFees(txIds: readonly string[]): Promise<bigint> {
  let fees = 0n;
  for (const txId of txIds) {
    const asked = { txs_hashes: [txId], decode_as_json: true };
    const { txs } = await world.monero.node.post("/get_transactions", asked, transactions);
    for (const { as_json, in_pool } of txs)
      if (!in_pool) fees += BigInt(withFee.parse(JSON.parse(as_json)).rct_signatures.txnFee);
  }
  return fees;
}

/** What the books say that we hold, and what the nodes say, of each coin. */
async function compared(moneroPaidOut: bigint): Promise<{ coin: Coin; books: bigint; nodes: bigint }[]> {
  const database = openDatabase({ url: world.database.url, connectionsMax: 1 });
  const { $client: sql } = database;
  const books = await sql<{ asset: Coin; units: string }[]>`
    SELECT asset, sum(balance)::text AS units FROM ledger_accounts WHERE account IN ('chain', 'unswept') GROUP BY asset`;
  const owned = await sql<{ chain: string; address: string }[]>`
    SELECT chain, address FROM addresses UNION ALL SELECT chain, hot_address FROM public_wallets`;
  const sent = await sql<{ txId: string }[]>`
    SELECT tx_id AS "txId" FROM payout_attempts WHERE chain = 'monero'`;
  await closeDatabase(database);
  const booked = new Map(books.map(({ asset, units }) => [asset, BigInt(units)]));
  const lines: { coin: Coin; books: bigint; nodes: bigint }[] = [];
  for (const coin of coins) {
    const ours = owned.filter(({ chain }) => chain === chainOf(coin)).map(({ address }) => address);
    const nodes =
      coin === "XMR"
        ? (paidIn.get(coin) ?? 0n) - moneroPaidOut - (await moneroFees(sent.map(({ txId }) => txId)))
        : await heldAt(coin, ours);
    lines.push({ coin, books: booked.get(coin) ?? 0n, nodes });
  }
  return lines;
}

beforeAll(async () => {
  if (why !== undefined) return;
  world = await open();
  for (const coin of coins) {
    const { float, decimals, payments } = COINS[coin];
    const address = await world.hotAddress(coin);
    for (let at = 0; at < payments; at += 1) await pay(coin, address, parseUnits(float, decimals));
  }
  // Made before the orders come, which ask for them beside each other.
  for (let at = 1; at <= ORDERS / coins.length + 1; at += 1) await world.monero.customerAddress(at);
  await world.mining(true);
  await waitFor("reserves of every coin", SWAP_MS_MAX, async () => {
    const held = new Map((await world.server.api.reserves()).map((one) => [one.currency, one.available]));
    return coins.every((coin) => Number(held.get(coin) ?? 0) > 0);
  });
}, 900_000);
afterAll(() => world?.close(), 240_000);

describe.skipIf(why !== undefined)("all coins of real nodes", () => {
  it(
    `completes ${ORDERS} orders between them, each paid to the unit, with the books equal to what the nodes have`,
    async () => {
      const done: OrderWire[] = [];
      let next = 0;
      const customer = async (): Promise<void> => {
        while (next < ORDERS) {
          const order = next;
          next += 1;
          done.push(await swap(order));
        }
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, customer));
      expect(done).toHaveLength(ORDERS);

      const received = await receivedMonero();
      for (const order of done) {
        const coin = order.receiveCurrency as Coin;
        const landed =
          coin === "XMR"
            ? (received.get(order.receiveAddress) ?? 0n)
            : await heldAt(coin, [order.receiveAddress]);
        expect(formatUnits(landed, COINS[coin].decimals), `${order.sendCurrency} to ${coin}`).toBe(
          order.receiveAmount,
        );
      }
      await expectSoundBooks(world.server.api, { withinMs: QUIET_MS_MAX });

      const moneroPaidOut = done.reduce((sum, order) => sum + (received.get(order.receiveAddress) ?? 0n), 0n);
      await world.mining(false);
      let lines: Awaited<ReturnType<typeof compared>> = [];
      // Until what has just been mined is booked.
      await waitFor("books that equal the nodes", QUIET_MS_MAX, async () => {
        lines = await compared(moneroPaidOut);
        return lines.every(({ books, nodes }) => books === nodes);
      }).catch(() => undefined);
      expect(lines.map(({ coin, books }) => [coin, books])).toEqual(
        lines.map(({ coin, nodes }) => [coin, nodes]),
      );
    },
    RUN_MS_MAX,
  );
});

import { parseUnits } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { OrderWire } from "../../src/routes/orders/schema";
import { waitFor } from "../api-client";
import { expectSoundBooks } from "../sound-books";
import { openUtxoWorld, type UtxoWorld } from "./engine-world";
import { whyNoNodes } from "./node";

const why = whyNoNodes("the transaction graph of mixes of Bitcoin");
const MIX_MS_MAX = 300_000;
const WHOLE = 100_000_000n;
/** The pool, in coins of which one is not enough for all mixes. */
const POOL_COINS = 24;
const AMOUNTS = ["0.06", "0.06", "0.05", "0.06", "0.04", "0.05", "0.06", "0.05", "0.04", "0.06"];
const WALKED_MAX = 2_000;

let world: UtxoWorld;
const funds: string[] = [];

const parents = z.object({ vin: z.array(z.object({ txid: z.string().optional() })) });

/** All transactions that these coins come from, back to where `stops` says, as an observer reads them in the chain. */
async function ancestorsOf(txId: string, stops: readonly string[]): Promise<Set<string>> {
  const seen = new Set<string>();
  const open = [txId];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (stops.includes(next)) continue;
    const { vin } = parents.parse(await world.nodes.BTC.rpc("getrawtransaction", [next, true]));
    const fresh = vin.flatMap(({ txid }) => (txid === undefined || seen.has(txid) ? [] : txid));
    for (const parent of fresh) seen.add(parent);
    open.push(...fresh);
    if (seen.size > WALKED_MAX) throw new Error("the walk has left our coins");
  }
  return seen;
}

async function mix(sendAmount: string): Promise<OrderWire> {
  const node = world.nodes.BTC;
  const receiveAddresses = [await node.newAddress(), await node.newAddress()];
  return world.server.api.create({
    ...{ sendCurrency: "BTC", receiveCurrency: "BTC", sendAmount, receiveAddresses },
    receiveAddress: receiveAddresses[0] ?? "",
    privacySettings: { mixingRounds: 2, delayMinutes: 0, useRandomAmounts: true, privacyLevel: "basic" },
  });
}

beforeAll(async () => {
  if (why !== undefined) return;
  world = await openUtxoWorld();
  const address = await world.hotAddress("BTC");
  for (let at = 0; at < POOL_COINS; at += 1)
    funds.push((await world.nodes.BTC.pay({ address, units: WHOLE / 4n })).txId);
  await world.mining(true);
  await waitFor("reserves", MIX_MS_MAX, async () =>
    (await world.server.api.reserves()).some((one) => one.currency === "BTC" && Number(one.available) > 0.2),
  );
}, 300_000);
afterAll(() => world?.close(), 240_000);

it.skipIf(why !== undefined)(
  "mixes that share the pool are each paid with coins that do not descend from their own deposit",
  async () => {
    const { api } = world.server;
    const orders: OrderWire[] = [];
    for (const amount of AMOUNTS) orders.push(await mix(amount));
    for (const { depositAddress: address, sendAmount } of orders)
      await world.nodes.BTC.pay({ address, units: parseUnits(sendAmount, 8) });
    const done = await Promise.all(orders.map(({ id }) => api.untilState(id, ["completed"], MIX_MS_MAX)));
    const rounds: string[] = [];
    for (const { payouts, deposits } of done) {
      const own = deposits.map(({ txHash }) => txHash ?? "");
      expect([own.length, own.includes("")]).toEqual([1, false]);
      expect(payouts.length).toBeGreaterThan(1);
      for (const { txHash } of payouts) {
        const ancestors = await ancestorsOf(txHash ?? "", [...funds, ...own]);
        expect(funds.some((fund) => ancestors.has(fund))).toBe(true);
        rounds.push(...[...ancestors].filter((txId) => !funds.includes(txId)));
        expect(own.filter((deposit) => ancestors.has(deposit))).toEqual([]);
      }
    }
    // Coins of rounds go first, as long as those that are deep enough suffice: not each payout has one behind it.
    expect(rounds.length).toBeGreaterThan(0);
    await expectSoundBooks(api);
  },
  400_000,
);

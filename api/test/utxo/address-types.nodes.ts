import { formatUnits, parseUnits } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ADDRESS_TYPES } from "../../src/core/address-types";
import type { OrderWire } from "../../src/routes/orders/schema";
import { waitFor } from "../api-client";
import { expectSoundBooks } from "../sound-books";
import { openUtxoWorld, type UtxoWorld } from "./engine-world";
import { whyNoNodes } from "./node";

const why = whyNoNodes("deposits at each type of Bitcoin address");
const SWAP_MS_MAX = 180_000;
const DEPOSIT = "0.02";
/** More than three of the deposits hold together. */
const PAID = 0.07;
/** What is offered for 1,000 virtual bytes where a trial network has no estimate. */
const RATE = 5_000;

const FORMS = {
  taproot: /^bcrt1p/,
  "native-segwit": /^bcrt1q/,
  p2sh: /^2/,
  legacy: /^[mn]/,
} as const;

const shown = z.object({
  vsize: z.number(),
  vin: z.array(
    z.object({
      prevout: z.object({ value: z.number(), scriptPubKey: z.object({ address: z.string() }) }),
    }),
  ),
  vout: z.array(z.object({ value: z.number(), scriptPubKey: z.object({ address: z.string() }) })),
  fee: z.number(),
});

let world: UtxoWorld;
const orders: OrderWire[] = [];

beforeAll(async () => {
  if (why !== undefined) return;
  world = await openUtxoWorld();
}, 300_000);
afterAll(() => world?.close(), 240_000);

describe.skipIf(why !== undefined)("deposits at each type of address, on a node of Bitcoin", () => {
  it("are credited", async () => {
    const { api } = world.server;
    await world.nodes.LTC.pay({ address: await world.hotAddress("LTC"), units: 100_000_000_000n });
    await world.mining(true);
    await waitFor("the reserve of LTC", SWAP_MS_MAX, async () =>
      (await api.reserves()).some((one) => one.currency === "LTC" && Number(one.available) > 0),
    );
    for (const depositAddressType of ADDRESS_TYPES) {
      const order = await api.create({
        sendCurrency: "BTC",
        receiveCurrency: "LTC",
        sendAmount: DEPOSIT,
        receiveAddress: await world.nodes.LTC.newAddress(),
        depositAddressType,
      });
      expect(order.depositAddressType).toBe(depositAddressType);
      expect(order.depositAddress).toMatch(FORMS[depositAddressType]);
      await world.nodes.BTC.pay({ address: order.depositAddress, units: parseUnits(DEPOSIT, 8) });
      orders.push(order);
    }
    for (const { id } of orders) await api.untilState(id, ["completed"], SWAP_MS_MAX);
  }, 600_000);

  it("are spent together, at the fee that their sizes ask for", async () => {
    const { api } = world.server;
    const receiveAddress = await world.nodes.BTC.newAddress();
    const order = await api.create({
      sendCurrency: "LTC",
      receiveCurrency: "BTC",
      sendAmount: (PAID * Number(orders[0]?.exchangeRate)).toFixed(4),
      receiveAddress,
    });
    await world.nodes.LTC.pay({ address: order.depositAddress, units: parseUnits(order.sendAmount, 8) });
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    const landed = await world.balance("BTC", receiveAddress);
    expect(formatUnits(landed, 8)).toBe(done.receiveAmount);
    const { vin, vsize, fee } = shown.parse(
      await world.nodes.BTC.rpc("getrawtransaction", [done.payouts[0]?.txHash, 2]),
    );
    const spent = vin.map(({ prevout }) => prevout.scriptPubKey.address);
    expect(spent.sort()).toEqual(orders.map(({ depositAddress }) => depositAddress).sort());
    const rate = (fee * 1e8 * 1_000) / vsize;
    expect(rate).toBeGreaterThanOrEqual(RATE);
    expect(rate).toBeLessThan(RATE * 1.1);
    await expectSoundBooks(api);
  }, 600_000);
});

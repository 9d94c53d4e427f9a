import { formatUnits, parseUnits } from "viem";
import { expect } from "vitest";
import type { OrderWire } from "../../src/routes/orders/schema";
import { waitFor } from "../api-client";
import type { Coin, UtxoWorld } from "./engine-world";

export const SWAP_MS_MAX = 180_000;
export const WHOLE = 100_000_000n;

/** What a customer does on these nodes, and what has to come of it. */
export function swapsOn(world: UtxoWorld) {
  const { api } = world.server;
  return {
    /** Pays the operator's funds in, and waits until they can be promised. */
    async fund(): Promise<void> {
      const float = { BTC: 20n, LTC: 1_000n, BCH: 40n } as const;
      for (const coin of ["BTC", "LTC", "BCH"] as const)
        await world.nodes[coin].pay({ address: await world.hotAddress(coin), units: float[coin] * WHOLE });
      await world.mining(true);
      await waitFor("reserves", SWAP_MS_MAX, async () => {
        const held = new Map((await api.reserves()).map((one) => [one.currency, Number(one.available)]));
        return ["BTC", "LTC", "BCH"].every((coin) => (held.get(coin) ?? 0) > 0);
      });
    },
    create: async (send: Coin, amount: string, receive: Coin): Promise<OrderWire> =>
      api.create({
        sendCurrency: send,
        receiveCurrency: receive,
        sendAmount: amount,
        receiveAddress: await world.nodes[receive].newAddress(),
        refundAddress: await world.nodes[send].newAddress(),
      }),
    pay: (order: OrderWire): Promise<{ txId: string }> =>
      world.nodes[order.sendCurrency as Coin].pay({
        address: order.depositAddress,
        units: parseUnits(order.sendAmount, 8),
      }),
    /** What landed is what was said, to the last unit, and nothing else ever reached that address. */
    async expectPaid(order: OrderWire): Promise<void> {
      const landed = await world.balance(order.receiveCurrency as Coin, order.receiveAddress);
      expect(formatUnits(landed, 8)).toBe(order.receiveAmount);
      expect(order.payouts).toHaveLength(1);
    },
  };
}

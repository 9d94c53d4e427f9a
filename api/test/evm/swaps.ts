import { formatUnits } from "viem";
import { expect } from "vitest";
import type { CreateOrderBody, OrderWire } from "../../src/routes/orders/schema";
import { waitFor } from "../api-client";
import { type Coin, CREDIT_DEPTH, type EngineWorld } from "./engine-world";

export const DECIMALS: Readonly<Record<Coin, number>> = { ETH: 18, "USDT-ERC20": 6, "USDC-ERC20": 6 };
export const ETHER = 10n ** 18n;
export const USDT = 10n ** 6n;
export const SWAP_MS_MAX = 120_000;

/** What a customer does on the node of Ethereum, and what has to come of it. */
export function swapsOn(world: EngineWorld) {
  const { api } = world.server;
  const fresh = async (): Promise<string> => (await world.newCustomer({})).account.address;
  return {
    fresh,
    /** Pays the operator's funds in, and waits until they can be promised. */
    async fund(): Promise<void> {
      const hot = await world.hotAddress();
      await world.mining(false);
      await world.anvil.pay({ to: hot, units: 200n * ETHER });
      for (const token of [world.tokens.tether, world.tokens.standard])
        await world.tokens.transfer({ token, address: hot, units: 500_000n * USDT });
      await world.anvil.mine(CREDIT_DEPTH);
      await waitFor("reserves", SWAP_MS_MAX, async () => {
        const reserves = new Map(
          (await api.reserves()).map(({ currency, available }) => [currency, Number(available)]),
        );
        return ["ETH", "USDT-ERC20", "USDC-ERC20"].every((coin) => (reserves.get(coin) ?? 0) > 0);
      });
      await world.mining(true);
    },
    create: async (
      send: Coin,
      amount: string,
      receive: Coin,
      more: Partial<CreateOrderBody> = {},
    ): Promise<OrderWire> =>
      api.create({
        sendCurrency: send,
        receiveCurrency: receive,
        sendAmount: amount,
        receiveAddress: await fresh(),
        ...more,
      }),
    /** What landed is what was said, to the last unit, and nothing else ever reached that address. */
    async expectPaid(order: OrderWire, times = 1): Promise<void> {
      const coin = order.receiveCurrency as Coin;
      const landed = await world.balance(coin, order.receiveAddress);
      expect(formatUnits(landed, DECIMALS[coin])).toBe(order.receiveAmount);
      expect(order.payouts).toHaveLength(times);
    },
  };
}

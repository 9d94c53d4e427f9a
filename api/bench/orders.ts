import type { Load } from "./load";
import type { Served } from "./processes";

/** How many clients make orders at a time. */
export const CLIENTS = 8;

export const RECEIVERS = {
  ETH: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
  BNB: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
  "USDT-TRC20": "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  "USDC-ERC20": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
  SOL: "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
  LTC: "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh",
} as const;
/** Small orders of every kind in turn, so that no reserve runs out in the whole run. */
const bodies = (more: object): string[] =>
  Object.entries(RECEIVERS).map(([receiveCurrency, receiveAddress]) =>
    JSON.stringify({ sendCurrency: "BTC", receiveCurrency, sendAmount: "0.001", receiveAddress, ...more }),
  );
export const ORDERS = bodies({});
export const MIXED = bodies({
  privacySettings: { mixingRounds: 3, delayMinutes: 0, useRandomAmounts: true, privacyLevel: "basic" },
});

export const CREATE: Load = { paths: ["/api/exchanges"], bodies: ORDERS, status: 201 };

export type Made = {
  id: string;
  trackingCode: string;
  depositAddress: string;
  sendCurrency: string;
  sendAmount: string;
};

/** Makes orders that wait for their payment. */
export async function createOrders(
  server: Served,
  count: number,
  wanted: readonly string[],
): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) {
    const batch = Array.from({ length: Math.min(CLIENTS, count - made.length) }, async (_, i) => {
      const response = await fetch(`${server.base}/api/exchanges`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: wanted[(made.length + i) % wanted.length] ?? "",
      });
      if (response.status !== 201) throw new Error(`an order was refused: ${await response.text()}`);
      return (await response.json()) as Made;
    });
    made.push(...(await Promise.all(batch)));
  }
  return made;
}

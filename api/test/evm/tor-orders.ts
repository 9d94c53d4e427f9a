import type { OrderWire } from "../../src/routes/orders/schema";
import type { SocksProxy } from "../conformance/socks";
import type { EngineWorld } from "./engine-world";
import { ETHER, swapsOn } from "./swaps";

const SEND = "eth_sendRawTransaction";

/** Orders that ask for Tor and orders that do not, and which way the node heard of them. Overhears the node from now on. */
export function torOrders(world: EngineWorld, socks: SocksProxy) {
  const heard: { fromPort: number; body: string }[] = [];
  world.network.overhear = (request) => heard.push(request);
  const { create } = swapsOn(world);
  const portsOfTor = () => new Set(socks.connections.map(({ fromPort }) => fromPort));
  return {
    heardSoFar: () => heard.length,
    /** Ether for USDT, paid at once: a plain exchange, or a mix of one round and one leg that asks for Tor. */
    async pay(kind: "plain" | "tor"): Promise<OrderWire> {
      const customer = await world.newCustomer({ ETH: ETHER });
      const order = await create("ETH", "0.2", "USDT-ERC20", kind === "tor" ? MIX_OVER_TOR : {});
      await customer.pay("ETH", order.depositAddress, ETHER / 5n);
      return order;
    },
    /** The requests that name any of these: addresses or transaction ids. */
    naming(...names: readonly string[]) {
      const words = names.map((name) => name.slice(2).toLowerCase());
      const ports = portsOfTor();
      const found = heard.filter(({ body }) => words.some((word) => body.toLowerCase().includes(word)));
      return {
        overTor: found.filter(({ fromPort }) => ports.has(fromPort)).map(({ body }) => body),
        direct: found.filter(({ fromPort }) => !ports.has(fromPort)).map(({ body }) => body),
      };
    },
    /** The transactions that were sent over Tor since. */
    sentSince(start: number): Set<string> {
      const ports = portsOfTor();
      const sent = heard.slice(start).filter(({ body }) => body.includes(SEND));
      return new Set(sent.filter(({ fromPort }) => ports.has(fromPort)).map(({ body }) => body));
    },
  };
}

const MIX_OVER_TOR = {
  privacySettings: {
    mixingRounds: 1,
    delayMinutes: 0,
    useRandomAmounts: false,
    privacyLevel: "basic",
    enableTorIntegration: true,
  },
} as const;

export const broadcasts = (bodies: readonly string[]): number =>
  new Set(bodies.filter((body) => body.includes(SEND))).size;
export const txIdsOf = (order: OrderWire): string[] => order.payouts.map(({ txHash }) => String(txHash));

import type { SimnetService } from "../../chains/simnet/service";
import type { Edge } from "../../http/edge";
import { mount } from "../../http/mount";
import { simnetBalance, simnetDrop, simnetMine, simnetPay, simnetReorg } from "./operations";

/** Serves the faucet and the clockwork of the simulated networks; mounted on simnet only. */
export function mountSimnetRoutes(edge: Edge, simnet: SimnetService): void {
  mount(edge, simnetPay, ({ body }) => simnet.pay(body));
  mount(edge, simnetMine, ({ body }) => simnet.mine(body));
  mount(edge, simnetReorg, ({ body }) => simnet.reorg(body));
  mount(edge, simnetDrop, ({ body }) => simnet.drop(body));
  mount(edge, simnetBalance, ({ params }) => simnet.balance(params));
}

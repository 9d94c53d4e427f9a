import type { SimnetService } from "../../chains/simnet/service";
import type { Edge } from "../../http/edge";
import { mount } from "../../http/mount";
import {
  simnetAddress,
  simnetBlock,
  simnetBlocks,
  simnetChains,
  simnetTransaction,
} from "./explorer-operations";
import { simnetBalance, simnetDrop, simnetMine, simnetPay, simnetReorg } from "./operations";

/** Serves the faucet, the clockwork and the explorer of the simulated networks; mounted on simnet only. */
export function mountSimnetRoutes(edge: Edge, simnet: SimnetService): void {
  mount(edge, simnetPay, ({ body }) => simnet.pay(body));
  mount(edge, simnetMine, ({ body }) => simnet.mine(body));
  mount(edge, simnetReorg, ({ body }) => simnet.reorg(body));
  mount(edge, simnetDrop, ({ body }) => simnet.drop(body));
  mount(edge, simnetBalance, ({ params }) => simnet.balance(params));
  mount(edge, simnetChains, () => simnet.explorer.tips());
  mount(edge, simnetBlocks, ({ params, query }) => simnet.explorer.blocks({ ...params, ...query }));
  mount(edge, simnetBlock, ({ params, query }) => simnet.explorer.block({ ...params, ...query }));
  mount(edge, simnetTransaction, ({ params }) => simnet.explorer.transaction(params));
  mount(edge, simnetAddress, ({ params, query }) => simnet.explorer.address({ ...params, ...query }));
}

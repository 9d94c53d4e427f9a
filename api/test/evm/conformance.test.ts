import { chainConformance } from "../conformance/suite";
import { EVM_CHAINS, makeEvmHarness } from "./harness";

const TOKENS = { standard: "an OpenZeppelin token", tether: "a token that returns nothing" } as const;

for (const token of ["standard", "tether"] as const) {
  chainConformance({
    name: `ethereum on anvil, with ${TOKENS[token]}`,
    makeHarness: () => makeEvmHarness({ id: "ethereum", token }),
  });
}

for (const id of ["bsc", "polygon"] as const) {
  chainConformance({
    name: `${id} on anvil with chain id ${EVM_CHAINS[id].chainId}`,
    makeHarness: () => makeEvmHarness({ id, token: "tether" }),
  });
}

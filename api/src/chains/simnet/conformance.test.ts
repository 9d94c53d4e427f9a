import { afterAll } from "vitest";
import { chainConformance } from "../conformance/suite";
import { SIMNET_CHAIN_IDS } from "./params";
import { simnetHarness, startSimnets } from "./test-harness";

const simnets = await startSimnets();
afterAll(simnets.stop);

for (const chain of SIMNET_CHAIN_IDS) {
  chainConformance({
    name: `simnet ${chain}`,
    makeHarness: async () => simnetHarness(await simnets.freshSimnet(), chain),
  });
}

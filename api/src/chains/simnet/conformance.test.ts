import { afterAll } from "vitest";
import { simnetHarness, startSimnets } from "../../../test/conformance/simnet-harness";
import { chainConformance } from "../../../test/conformance/suite";
import { SIMNET_CHAIN_IDS } from "./params";

const simnets = startSimnets();
afterAll(simnets.stop);

for (const chain of SIMNET_CHAIN_IDS) {
  chainConformance({
    name: `simnet ${chain}`,
    makeHarness: async () => {
      const sql = await simnets.freshDatabase();
      return simnetHarness(await simnets.reopen(sql), sql, chain);
    },
  });
}

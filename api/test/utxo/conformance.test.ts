import { describe, it } from "vitest";
import { UTXO_CHAIN_IDS } from "../../src/chains/utxo/params";
import { chainConformance } from "../conformance/suite";
import { makeUtxoHarness } from "./harness";
import { whyNoNodes } from "./node";

const why = whyNoNodes("the conformance of Bitcoin and Litecoin");
const NODES = { bitcoin: "Bitcoin Knots", litecoin: "Litecoin Core" } as const;

for (const id of UTXO_CHAIN_IDS) {
  if (why === undefined)
    chainConformance({ name: `${id} on ${NODES[id]}`, makeHarness: () => makeUtxoHarness(id) });
  else describe(`chain conformance: ${id}`, () => it.skip(why, () => {}));
}

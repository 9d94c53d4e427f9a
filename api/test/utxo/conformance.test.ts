import { describe, it } from "vitest";
import { chainConformance } from "../conformance/suite";
import { makeCashHarness, makeUtxoHarness } from "./harness";
import { whyNoNodes } from "./node";

const why = whyNoNodes("the conformance of Bitcoin and Litecoin");
const NODES = { bitcoin: "Bitcoin Knots", litecoin: "Litecoin Core" } as const;

for (const id of ["bitcoin", "litecoin"] as const) {
  if (why === undefined)
    chainConformance({ name: `${id} on ${NODES[id]}`, makeHarness: () => makeUtxoHarness(id) });
  else describe(`chain conformance: ${id}`, () => it.skip(why, () => {}));
}

chainConformance({ name: "bitcoincash on bcash", makeHarness: makeCashHarness });

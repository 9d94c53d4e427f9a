import { describe, it } from "vitest";
import { chainConformance } from "../conformance/suite";
import { makeCashHarness, makeDashHarness, makeUtxoHarness, makeZcashHarness } from "./harness";
import { whyNoNodes } from "./node";

const why = whyNoNodes("the conformance of Bitcoin, Litecoin and Dash");
const NODES = { bitcoin: "Bitcoin Knots", litecoin: "Litecoin Core" } as const;

for (const id of ["bitcoin", "litecoin"] as const) {
  if (why === undefined)
    chainConformance({ name: `${id} on ${NODES[id]}`, makeHarness: () => makeUtxoHarness(id) });
  else describe(`chain conformance: ${id}`, () => it.skip(why, () => {}));
}

if (why === undefined)
  chainConformance({
    name: "dash on Bitcoin Knots that says it is Dash Core",
    makeHarness: makeDashHarness,
  });
else describe("chain conformance: dash", () => it.skip(why, () => {}));

chainConformance({ name: "bitcoincash on bcash", makeHarness: makeCashHarness });

chainConformance({ name: "zcash on a stand-in for its node", makeHarness: makeZcashHarness });

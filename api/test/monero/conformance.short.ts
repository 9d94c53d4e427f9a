import { describe, it } from "vitest";
import { chainConformance } from "../conformance/suite";
import { makeMoneroHarness } from "./harness";
import { whyNoMonero } from "./node";

const why = whyNoMonero("the conformance of Monero");
if (why === undefined) chainConformance({ name: "monero on monerod", makeHarness: makeMoneroHarness });
else describe("chain conformance: monero", () => it.skip(why, () => {}));

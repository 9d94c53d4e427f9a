import { describe, expect, it } from "vitest";
import {
  accountSweep,
  ask,
  BTC_HOT,
  DEPOSITED,
  KEPT,
  OTHER_BTC,
  type UtxoRequest,
} from "../../test/chains/signer";
import type { BuildRequest } from "./chain";
import { SignerRefusal, type SigningPurpose } from "./signer";

const JOIN: SigningPurpose = { kind: "consolidation" };
const total = DEPOSITED.units + KEPT.units;
const joined: UtxoRequest = {
  model: "utxo",
  inputs: [DEPOSITED, KEPT],
  outputs: [{ address: BTC_HOT, units: total - 1_000n }],
};

it("signs two coins of ours that become one of the hot wallet", async () => {
  expect((await ask(joined, JOIN)).txId).toBe("t1");
});

describe("what the signer refuses of joined coins", () => {
  it.each<[string, RegExp, BuildRequest]>([
    [
      "to elsewhere",
      /one of the hot/,
      { ...joined, outputs: [{ address: OTHER_BTC, units: total - 1_000n }] },
    ],
    [
      "partly to elsewhere",
      /one of the hot/,
      { ...joined, outputs: [...joined.outputs, { address: OTHER_BTC, units: 1n }] },
    ],
    ["into fees", /fee above/, { ...joined, outputs: [{ address: BTC_HOT, units: total - 1_001n }] }],
    ["one coin", /not joined/, { ...joined, inputs: [DEPOSITED] }],
    ["on an account chain", /no coins/, accountSweep],
  ])("%s", async (_, reason, request) => {
    const failure = await ask(request, JOIN).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SignerRefusal);
    expect((failure as SignerRefusal).message).toMatch(reason);
  });
});

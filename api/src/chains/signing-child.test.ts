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

const CHILD: SigningPurpose = { kind: "child" };
const child: UtxoRequest = {
  model: "utxo",
  inputs: [KEPT],
  outputs: [{ address: BTC_HOT, units: KEPT.units - 1_000n }],
};

it("signs the change of a payment that becomes another coin of the hot wallet", async () => {
  expect((await ask(child, CHILD)).txId).toBe("t1");
});

describe("what the signer refuses of one that pays for a payment", () => {
  it.each<[string, RegExp, BuildRequest]>([
    ["to elsewhere", /stays in/, { ...child, outputs: [{ address: OTHER_BTC, units: KEPT.units - 1_000n }] }],
    [
      "partly to elsewhere",
      /stays in/,
      { ...child, outputs: [...child.outputs, { address: OTHER_BTC, units: 1n }] },
    ],
    ["into fees", /fee above/, { ...child, outputs: [{ address: BTC_HOT, units: KEPT.units - 1_001n }] }],
    [
      "of a deposit",
      /one coin of the hot/,
      { ...child, inputs: [DEPOSITED], outputs: [{ address: BTC_HOT, units: DEPOSITED.units - 1_000n }] },
    ],
    ["of two coins", /one coin of the hot/, { ...child, inputs: [KEPT, DEPOSITED] }],
    ["on an account chain", /no change/, accountSweep],
  ])("%s", async (_, reason, request) => {
    const failure = await ask(request, CHILD).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SignerRefusal);
    expect((failure as SignerRefusal).message).toMatch(reason);
  });
});

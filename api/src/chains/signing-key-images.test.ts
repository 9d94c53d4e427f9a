import { expect, it } from "vitest";
import type { BuildRequest } from "./chain";
import { type LegRecord, requireInPlace, spendsOf } from "./signing-rules";

const input = (keyImages: readonly string[]) => ({
  txId: "a",
  ordinal: 5,
  units: 1n,
  address: "8",
  key: { branch: "deposit", index: 4 } as const,
  keyImages,
});
const paying = (keyImages: readonly string[]): BuildRequest => ({
  model: "utxo",
  inputs: [input(keyImages)],
  outputs: [{ address: "4", units: 1n }],
});
const leg: LegRecord = {
  id: "1" as LegRecord["id"],
  chain: "monero",
  asset: "XMR",
  owner: "o",
  destination: "4",
  units: 1n,
  feeUnitsMax: 1n,
  isRefund: false,
  valueUsdt: 1n,
  doubt: null,
  recorded: [],
  earlier: [{ raw: "earlier", nonce: null }],
};

it("counts the key images of its bytes as what a payment uses up, not what the worker chose", () => {
  const decoded = { inputs: [{ txId: "a", ordinal: 5, keyImages: ["k1", "k2"] }] };
  expect(spendsOf("monero", paying(["k3"]), decoded)).toEqual(["coin:monero:k1", "coin:monero:k2"]);
});

it("lets a payment take the place of an earlier one by a key image of it only, whatever its coins are called", () => {
  const earlier = () => ({ inputs: [{ txId: "a", ordinal: 5, keyImages: ["k1"] }] });
  expect(() => requireInPlace(paying(["k1", "k2"]), [leg], earlier)).not.toThrow();
  expect(() => requireInPlace(paying(["k2"]), [leg], earlier)).toThrow("may still land");
  const unnamed = () => ({ inputs: [{ txId: "a", ordinal: 5 }] });
  expect(() => requireInPlace(paying(["k2"]), [leg], unnamed)).toThrow("may still land");
});

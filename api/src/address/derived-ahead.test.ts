import { expect, it } from "vitest";
import { chainKeys } from "../chains/derivation";
import type { PublicWallet } from "../chains/signer";
import { depositAddress } from "../chains/wallet";
import type { ChainId } from "../core/assets";
import { createDerivedAhead } from "./derived-ahead";

const walletOf = (chain: ChainId, seed: number): Extract<PublicWallet, { kind: "xpub" }> => {
  const wallet = chainKeys({ seed: new Uint8Array(64).fill(seed), chain }).publicWallet();
  if (wallet.kind !== "xpub") throw new Error("an xpub wallet was expected");
  return wallet;
};

it("has for each index its own address, in order, with gaps, backwards, and for another wallet", () => {
  const addressAt = createDerivedAhead();
  const [bitcoin, other, litecoin] = [
    walletOf("bitcoin", 1),
    walletOf("bitcoin", 2),
    walletOf("litecoin", 1),
  ];
  const asked = [
    ...Array.from({ length: 70 }, (_, index) => [bitcoin, index] as const),
    ...[0, 1, 5, 9, 200, 201, 3].map((index) => [litecoin, index] as const),
    ...[90, 71, 72, 2 ** 31 - 1, 2 ** 31 - 2].map((index) => [bitcoin, index] as const),
    ...[72, 73].map((index) => [other, index] as const),
  ];
  for (const [wallet, index] of asked)
    expect(addressAt(wallet, index)).toBe(depositAddress({ wallet, index }));
});

it("refuses an index out of range", () => {
  for (const index of [-1, 0.5, 2 ** 31])
    expect(() => createDerivedAhead()(walletOf("litecoin", 1), index)).toThrow();
});

import { expect, test } from "vitest";
import type { NetworkMode } from "./policy";
import { isHeldBack, UNPROVEN_CHAIN_IDS } from "./unproven";
import { createUtxoChain } from "./utxo/chain";

const on = (network: NetworkMode, named = false) => ({
  network,
  unprovenChains: named ? UNPROVEN_CHAIN_IDS : [],
});

test.each(UNPROVEN_CHAIN_IDS)(
  "%s is held back beyond trial networks, unless the operator names it",
  (chain) => {
    expect((["simnet", "regtest"] as const).map((network) => isHeldBack(on(network), chain))).toEqual([
      false,
      false,
    ]);
    expect((["testnet", "mainnet"] as const).map((network) => isHeldBack(on(network), chain))).toEqual([
      true,
      true,
    ]);
    expect(isHeldBack(on("mainnet", true), chain)).toBe(false);
  },
);

test("a chain whose adapter has run against its node is not held back", () => {
  expect(isHeldBack(on("mainnet"), "bitcoin")).toBe(false);
});

test("an adapter that is held back asks its node nothing", async () => {
  let asked = 0;
  const post = async () => {
    asked += 1;
    throw new Error("asked");
  };
  const chain = createUtxoChain({
    ...{ id: "dash", network: "main", rpcUrls: ["http://127.0.0.1:1"], timeoutMs: 100, isHeldBack: true },
    via: { post, breaker: { run: (call: () => unknown) => call() } as never },
  });
  await expect(chain.tip()).rejects.toThrow("SOTTO_UNPROVEN_CHAINS");
  await expect(chain.feeQuote({ model: "utxo", inputs: 1, outputs: 1 })).rejects.toThrow(
    "SOTTO_UNPROVEN_CHAINS",
  );
  expect(asked).toBe(0);
});

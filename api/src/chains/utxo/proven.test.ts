import { expect, it } from "vitest";
import type { UtxoNode } from "./node";
import { utxoParamsOf } from "./params";
import { readProvenCoinbase } from "./proven";

const HASH = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
const TX_ID = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
/** What a node answers about Bitcoin's first block. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  getblock: { tx: [TX_ID] },
  getblockheader:
    "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a" +
    "9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c",
  getrawtransaction:
    "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d657320" +
    "30332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ff" +
    "ffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51e" +
    "c112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000",
};

const nodeOf = (network: UtxoNode["network"]) =>
  ({
    ...{ chain: "bitcoin", network },
    read: async (method: string, _params: unknown, schema: { parse(value: unknown): unknown }) =>
      schema.parse(ANSWERS[method]),
  }) as unknown as UtxoNode;

it("reads new coins from their block's bytes, on the main network only where it has work behind it", async () => {
  expect(await readProvenCoinbase(nodeOf("regtest"), HASH)).toMatchObject({
    txid: TX_ID,
    vout: [{ n: 0, value: 5_000_000_000n }],
  });
  await expect(readProvenCoinbase(nodeOf("main"), HASH)).rejects.toThrow("too little work is behind it");
});

/** What an honest block of late 2026 has behind it, as a power of two. */
it.each([
  ["bitcoin", 79],
  ["bitcoincash", 71],
  ["litecoin", 58.5],
] as const)("wants a good part of the work of an honest block of %s, and leaves room for fewer miners", (id, bits) => {
  const part = 2 ** (bits - (utxoParamsOf(id).work?.bitsMin ?? 0));
  expect(part).toBeGreaterThanOrEqual(16);
  expect(part).toBeLessThan(24);
});

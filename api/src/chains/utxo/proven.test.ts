import { hash } from "node:crypto";
import { expect, it } from "vitest";
import type { UtxoNode } from "./node";
import { utxoParamsOf } from "./params";
import { readProvenCoinbase } from "./proven";

/** Bitcoin's first block. */
const HEAD =
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a" +
  "9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c";
const COINBASE =
  "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d657320" +
  "30332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ff" +
  "ffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51e" +
  "c112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000";

const doubleHash = (hex: string): Buffer =>
  hash("sha256", hash("sha256", Buffer.from(hex, "hex"), "buffer"), "buffer");
const written = (bytes: Buffer): string => Buffer.from(bytes).reverse().toString("hex");

/** The same block, whose new coins say that they are of a height. */
function answersAt(script: string) {
  const coinbase = COINBASE.replace(
    "4d04ffff001d",
    `${(0x4d - 5 + script.length / 2).toString(16)}${script}`,
  );
  const root = doubleHash(coinbase);
  const head = `${HEAD.slice(0, 72)}${root.toString("hex")}${HEAD.slice(136)}`;
  return {
    hash: written(doubleHash(head)),
    answers: {
      getblock: { tx: [written(root)] },
      getblockheader: head,
      getrawtransaction: coinbase,
    } as Readonly<Record<string, unknown>>,
  };
}

const nodeOf = (network: UtxoNode["network"], answers: Readonly<Record<string, unknown>>) =>
  ({
    ...{ chain: "bitcoin", network },
    read: async (method: string, _params: unknown, schema: { parse(value: unknown): unknown }) =>
      schema.parse(answers[method]),
  }) as unknown as UtxoNode;

it("reads new coins from their block's bytes, on the main network only where it has work behind it", async () => {
  const { hash: id, answers } = answersAt("03c0920c");
  const asked = { hash: id, height: 824_000 };
  expect(await readProvenCoinbase(nodeOf("regtest", answers), asked)).toMatchObject({
    vout: [{ n: 0, value: 5_000_000_000n }],
  });
  await expect(readProvenCoinbase(nodeOf("main", answers), asked)).rejects.toThrow(
    "too little work is behind it",
  );
});

it("reads no new coins of another height than was asked for", async () => {
  const { hash: id, answers } = answersAt("03c0920c");
  for (const height of [823_999, 824_001, 1]) {
    await expect(readProvenCoinbase(nodeOf("regtest", answers), { hash: id, height })).rejects.toThrow(
      "new coins of another height",
    );
  }
});

/** What an honest block of late 2026 has behind it, as a power of two. */
it.each([
  ["bitcoin", 79],
  ["bitcoincash", 71],
  ["litecoin", 58.5],
] as const)(
  "wants a good part of the work of an honest block of %s, and leaves room for fewer miners",
  (id, bits) => {
    const part = 2 ** (bits - (utxoParamsOf(id).work?.bitsMin ?? 0));
    expect(part).toBeGreaterThanOrEqual(16);
    expect(part).toBeLessThan(24);
  },
);

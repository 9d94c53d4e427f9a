import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { madeTransaction } from "../../../test/chains/made-transaction";
import { block, ours, parents, waiting } from "../../../test/utxo/mweb-block.json";
import { prefixesOf } from "../addresses/bitcoin-networks";
import type { WalletOutput } from "../chain";
import { transfersOf } from "./blocks";
import { createMempoolView } from "./mempool";
import { movementsOf, spendsOf } from "./movements";
import type { UtxoNode } from "./node";
import { requirePrevious, withPrevious } from "./previous";
import { scriptOfAddress } from "./script";
import { wireBlock } from "./wire";

/** `block` and the others were written by record-mweb.ts, from a node on regtest. */
const CODEC = { chain: "litecoin", prefixes: prefixesOf("litecoin", "regtest") } as const;
const known = new Map([...waiting, ...parents, ...block.tx].map((one) => [one.txid, one]));
const [, pegIn, ordinary, hogEx] = block.tx.map(({ txid }) => txid);
const [inside] = waiting.map(({ txid }) => txid);
const idOf = (raw: string): string => bytesToHex(sha256(sha256(hexToBytes(raw))).reverse());

/** The node that was recorded. */
const node = {
  chain: "litecoin",
  read: async () => waiting.map(({ txid }) => txid),
  readBatch: async (calls: readonly { params: readonly unknown[] }[]) =>
    calls.map(({ params: [txId, isShown] }) => {
      const one = known.get(String(txId));
      return { ok: true, value: isShown === true ? one : one?.hex };
    }),
  parse: (answer: { value: unknown }, schema: z.ZodType) => schema.parse(answer.value),
  parseKnown: (answer: { value: unknown }, schema: z.ZodType) => schema.parse(answer.value),
} as unknown as UtxoNode;

const movements = () => movementsOf(node, CODEC.prefixes, wireBlock.parse(block).tx);

describe("a block of Litecoin with MWEB", () => {
  test("pays our address once from outside and once from inside, there from an unknown source", async () => {
    const transfers = (await movements()).flatMap((movement) => transfersOf(node, movement));
    const from = [expect.stringMatching(/^rltc1q/)];
    expect(transfers.filter(({ to }) => to === ours)).toEqual([
      { txId: ordinary, ordinal: 1, asset: "LTC", to: ours, units: 100_000_000n, from },
      { txId: hogEx, ordinal: 1, asset: "LTC", to: ours, units: 300_000_000n, from: [] },
    ]);
  });

  test("pays no address with what goes inside, nor with what stays there", async () => {
    const paid = (await movements()).map(({ txId, received }) => [
      txId,
      received.map(({ ordinal }) => ordinal),
    ]);
    expect(new Map(paid as [string, number[]][])).toEqual(
      new Map([
        [block.tx[0]?.txid, [0]],
        [pegIn, []],
        [ordinary, [0, 1]],
        [hogEx, [1]],
      ]),
    );
  });

  test("spends what it says, and nothing of ours", async () => {
    const hogExSpends = (await movements()).flatMap(spendsOf).filter(({ txId }) => txId === hogEx);
    const last = wireBlock
      .parse(block)
      .tx.at(-1)
      ?.vin.map(({ txid: txId, vout: ordinal }) => ({ txId, ordinal }));
    expect(last).toHaveLength(2);
    expect(hogExSpends).toEqual(last?.map((output) => ({ kind: "output", txId: hogEx, output })));
    const spent = (await movements()).find(({ txId }) => txId === hogEx)?.spent;
    expect(spent?.map(({ from }) => from)).toEqual([null, null]);
  });

  test("shows nothing of a payment from inside while it waits", async () => {
    const waits = await createMempoolView(node, CODEC.prefixes).look();
    expect(waits.map(({ txId, received, spent }) => [txId, received.length, spent.length])).toEqual([
      [inside, 0, 0],
      [pegIn, 0, 1],
      [ordinary, 2, 1],
    ]);
  });
});

describe("what the signer is shown of Litecoin's transactions", () => {
  const output: WalletOutput = {
    ...{ txId: String(hogEx), ordinal: 1, units: 300_000_000n, address: ours },
    key: { branch: "deposit", index: 1 },
  };

  test("is the HogEx that made an output, by the bytes of its id", async () => {
    const [shown] = await withPrevious(node, [output]);
    expect(() => requirePrevious(CODEC, [shown ?? output])).not.toThrow();
    expect(() => requirePrevious(CODEC, [{ ...(shown ?? output), units: 300_000_001n }])).toThrow(
      "not what the transaction says",
    );
  });

  test("has neither a witness nor what is inside, where nodes still add both", async () => {
    const raw = waiting.find(({ txid }) => txid === pegIn)?.hex;
    expect(raw?.slice(8, 12)).toBe("0009");
    const hidden = { ...node, readBatch: async () => [{ ok: true, value: raw }] } as unknown as UtxoNode;
    const [shown] = await withPrevious(hidden, [{ ...output, txId: String(pegIn), ordinal: 0 }]);
    expect(idOf(shown?.previous ?? "")).toBe(pegIn);
  });

  test("is all of a transaction that has neither", async () => {
    const { txId, previous } = madeTransaction([scriptOfAddress(ours, CODEC.prefixes)], 1n);
    const plain = { ...node, readBatch: async () => [{ ok: true, value: previous }] } as unknown as UtxoNode;
    const [shown] = await withPrevious(plain, [{ ...output, txId, ordinal: 0 }]);
    expect(shown?.previous).toBe(previous);
  });

  test("is asked for, because a signature commits to its own input's amount only", () => {
    expect(() => requirePrevious(CODEC, [output])).toThrow("is not shown");
  });
});

import { expect, test } from "vitest";
import { ok } from "../../core/result";
import { prefixesOf } from "../addresses/bitcoin-networks";
import { BATCH_CALLS_MAX } from "../rpc";
import { createMempoolView } from "./mempool";
import type { UtxoNode } from "./node";

const TRANSACTIONS = 80;
const INPUTS = 300;
const idOf = (number: number): string => number.toString(16).padStart(64, "0");

/** A node whose mempool has transactions with very many inputs, each of another parent; refuses batches as ours do. */
function crowdedNode(): { node: UtxoNode; batches: number[] } {
  const batches: number[] = [];
  const children = Array.from({ length: TRANSACTIONS }, (_, at) => idOf(at + 1));
  const places = new Map(children.map((txid, at) => [txid, at]));
  const inputOf = (at: number, input: number) => ({ txid: idOf(1_000_000 + at * INPUTS + input), vout: 0 });
  const transactionOf = (txid: string) => {
    const at = places.get(txid);
    const vin = at === undefined ? [] : Array.from({ length: INPUTS }, (_, input) => inputOf(at, input));
    return { txid, vin, vout: [{ n: 0, value: 0.001, scriptPubKey: { hex: `0014${"00".repeat(20)}` } }] };
  };
  const node = {
    chain: "bitcoin",
    read: async () => children,
    readBatch: async (calls: readonly { params?: readonly unknown[] }[]) => {
      if (calls.length > BATCH_CALLS_MAX) throw new RangeError("too many calls at once");
      batches.push(calls.length);
      return calls.map(({ params = [] }) => ok(transactionOf(String(params[0]))));
    },
    parseKnown: (answer: { value: unknown }, schema: { parse(value: unknown): unknown }) =>
      schema.parse(answer.value),
  } as unknown as UtxoNode;
  return { node, batches };
}

test("transactions with very many inputs are read by and by, and none is left out", async () => {
  const { node, batches } = crowdedNode();
  const view = createMempoolView(node, prefixesOf("bitcoin", "regtest"));
  expect((await view.look()).length).toBe(33);
  for (let look = 2; look <= 3; look++) await view.look();
  expect(await view.look()).toHaveLength(TRANSACTIONS);
  expect(Math.max(...batches)).toBeLessThanOrEqual(10_000);
});

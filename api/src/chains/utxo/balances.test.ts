import { expect, it } from "vitest";
import { ok } from "../../core/result";
import { prefixesOf } from "../addresses/bitcoin-networks";
import { BATCH_CALLS_MAX, type RpcCall } from "../rpc";
import { createBalances } from "./balances";
import type { BlockReader } from "./blocks";
import type { UtxoNode } from "./node";
import { scriptOfAddress } from "./script";

const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const PREFIXES = prefixesOf("bitcoin", "regtest");
const TIP = { height: 500, hash: "aa".repeat(32) };

/** A node with so many young coins at the address, each of a transaction of its own; refuses batches as ours do. */
function nodeWith(coins: number): UtxoNode {
  const scriptPubKey = scriptOfAddress(ADDRESS, PREFIXES);
  const unspents = Array.from({ length: coins }, (_, at) => ({
    ...{ txid: at.toString(16).padStart(64, "0"), vout: 0, scriptPubKey, amount: 0.00001, height: 499 },
  }));
  const answers: Record<string, unknown> = {
    getbestblockhash: TIP.hash,
    scantxoutset: { success: true, bestblock: TIP.hash, unspents },
    getblockheader: { ...TIP, time: 0, confirmations: 1 },
  };
  const node: Partial<UtxoNode> = {
    chain: "bitcoin",
    network: "regtest",
    read: async (method, _, schema) => schema.parse(answers[method]),
    async readBatch(calls: readonly RpcCall[]) {
      if (calls.length > BATCH_CALLS_MAX) throw new RangeError("too many calls at once");
      return calls.map(({ params: [txid] }) => ok({ txid, vin: [{ txid, vout: 0 }], vout: [] }));
    },
    parse: (answer, schema) => schema.parse(answer?.ok === true ? answer.value : null),
  };
  return node as UtxoNode;
}

it("counts the young coins at an address, however many strangers have sent", async () => {
  const blocks = { at: async () => ({ ...TIP, movements: [], matured: null }) } as unknown as BlockReader;
  const count = BATCH_CALLS_MAX + 1;
  const balances = createBalances(nodeWith(count), PREFIXES, blocks);
  expect(await balances.at([ADDRESS], TIP.height)).toEqual([BigInt(count) * 1_000n]);
});

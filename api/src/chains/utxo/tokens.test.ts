import { expect, test } from "vitest";
import { prefixesOf } from "../addresses/bitcoin-networks";
import { createBalances } from "./balances";
import type { UtxoBlock } from "./blocks";
import { knownMovementsOf } from "./movements";
import type { UtxoNode } from "./node";
import { addressOfScript } from "./script";
import { wireTransaction } from "./wire";

const PREFIXES = prefixesOf("bitcoincash", "regtest");
const SCRIPT = `76a914${"12".repeat(20)}88ac`;
const ADDRESS = addressOfScript(SCRIPT, PREFIXES) ?? "";
const TOKEN = { category: "ab".repeat(32), amount: "1" };
const idOf = (number: number): string => String(number).padStart(64, "0");

/** Spends an output with a token and one of coins only, and pays one of coins, two with a token, in both ways to show them. */
const transaction = wireTransaction.parse({
  txid: idOf(1),
  vin: [
    {
      ...{ txid: idOf(2), vout: 0 },
      prevout: { value: 0.00001, scriptPubKey: { hex: SCRIPT }, tokenData: TOKEN },
    },
    { ...{ txid: idOf(2), vout: 1 }, prevout: { value: 0.0001, scriptPubKey: { hex: SCRIPT } } },
  ],
  vout: [
    { n: 0, value: 0.00003, scriptPubKey: { hex: SCRIPT } },
    { n: 1, value: 0.00001, scriptPubKey: { hex: SCRIPT }, tokenData: TOKEN },
    { n: 2, value: 0.00001, scriptPubKey: { hex: `ef${TOKEN.category}1001${SCRIPT}` } },
  ],
});
const neverAsked = { readBatch: async () => [] } as unknown as UtxoNode;

test("an output that carries a token is not received, and is known for one when it is spent", async () => {
  const [movement] = await knownMovementsOf(neverAsked, PREFIXES, [transaction]);
  expect(movement?.received).toEqual([{ txId: idOf(1), ordinal: 0, to: ADDRESS, units: 3_000n }]);
  // Its sender is screened like any other, and its coins are a part of the fee.
  expect(movement?.spent.map(({ from, units, isCoins }) => [from, units, isCoins])).toEqual([
    [ADDRESS, 1_000n, false],
    [ADDRESS, 10_000n, true],
  ]);
  expect(movement?.paidUnits).toBe(5_000n);
});

test("a balance that is carried over a block leaves such outputs out on both sides", async () => {
  const blockOf = (height: number, movements: UtxoBlock["movements"]): UtxoBlock => ({
    ...{ height, hash: idOf(height), parentHash: idOf(height - 1), timeMs: 0 },
    ...{ movements, matured: null, maturedIn: null },
  });
  const blocks = [
    blockOf(200, []),
    blockOf(201, await knownMovementsOf(neverAsked, PREFIXES, [transaction])),
  ];
  const answers: Record<string, unknown> = {
    getbestblockhash: idOf(200),
    getblockheader: { hash: idOf(200), height: 200, confirmations: 1, time: 0 },
    scantxoutset: {
      success: true,
      unspents: [
        { txid: idOf(2), vout: 0, scriptPubKey: SCRIPT, amount: 0.00001, height: 50, tokenData: TOKEN },
        { txid: idOf(2), vout: 1, scriptPubKey: SCRIPT, amount: 0.0001, height: 50 },
      ],
    },
  };
  const node = {
    chain: "bitcoincash",
    read: async (method: string, _params: unknown, schema: { parse(value: unknown): unknown }) =>
      schema.parse(answers[method]),
    readBatch: async () => [],
  } as unknown as UtxoNode;
  const balances = createBalances(node, PREFIXES, {
    at: async (height) => blocks.find((block) => block.height === height),
  });
  expect(await balances.at([ADDRESS], 200)).toEqual([10_000n]);
  expect(await balances.at([ADDRESS], 201)).toEqual([3_000n]);
});

import { afterAll, beforeAll, expect, it } from "vitest";
import type { AccountSnapshot, Chain } from "../../src/chains/chain";
import { watchReceipts } from "../../src/deposits/receipts";
import { openPlace, type Place } from "./place";
import { block, receiptParts } from "./receipt-parts";

let place: Place;
beforeAll(async () => {
  place = await openPlace();
  await place.owner.$client`
    INSERT INTO installation (network, ledger_secret) VALUES ('simnet', decode(repeat('01', 32), 'hex'))`;
});
afterAll(() => place.close());

const held = { balanceUnits: 5_000n, nonce: 0 };
const nothing = { balanceUnits: 0n, nonce: 0 };
/** At the hot wallet lie 5,000 units since block 11, in every branch. */
const ethereum = {
  id: "ethereum",
  model: "account",
  assets: ["ETH"],
  nativeDeposits: "cumulative",
  nativeTransfers: async () => [],
  balance: async () => held.balanceUnits,
  accounts: async ({ finalHeight }): Promise<AccountSnapshot> => ({
    latest: block(finalHeight + 1),
    final: block(finalHeight),
    accounts: new Map([["hot", { latest: held, final: finalHeight >= 11 ? held : nothing }]]),
  }),
} satisfies Partial<Chain> as Partial<Chain> as Chain;

const look = (tip: number) =>
  watchReceipts(receiptParts(place, ethereum), { ...block(tip), finalizedHeight: null });
const rows = () => place.owner.$client`SELECT state, height::int FROM deposits ORDER BY height`;

it("puts a receipt that a reorg left in place into a block again, before it is credited", async () => {
  await look(11);
  expect(await rows()).toEqual([{ state: "seen", height: 11 }]);
  // What handling a reorg does to it, when the new branch holds the payment too.
  await place.owner.$client`UPDATE deposits SET height = NULL, block_hash = NULL, block_at = NULL`;
  await look(11);
  expect(await rows()).toEqual([{ state: "seen", height: 11 }]);
  await look(12);
  expect(await rows()).toEqual([{ state: "credited", height: 11 }]);
});

it("credits a receipt in the deep block that has it, although it was noticed in the one above", async () => {
  held.balanceUnits = 9_000n;
  await look(15);
  expect(await rows()).toEqual([
    { state: "credited", height: 11 },
    { state: "credited", height: 14 },
  ]);
});

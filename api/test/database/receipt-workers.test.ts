import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AccountSnapshot, Chain } from "../../src/chains/chain";
import { watchReceipts } from "../../src/deposits/receipts";
import { openPlace, type Place } from "./place";
import { block, receiptParts } from "./receipt-parts";

let place: Place;
let top = 10;
beforeEach(async () => {
  place = await openPlace();
  await place.owner.$client`
    INSERT INTO installation (network, ledger_secret) VALUES ('simnet', decode(repeat('01', 32), 'hex'))`;
});
afterEach(() => place.close());

/** A worker's look at a node that has `latest` thousandths at the hot wallet, and `final` of them deep; meanwhile, others do what they do. */
async function look(latest: bigint, final = 0n, meanwhile: () => Promise<void> = async () => {}, ahead = 0) {
  const height = ++top;
  const at = (milli: bigint) => ({ balanceUnits: milli * 10n ** 15n, nonce: 0 });
  const chain = {
    id: "ethereum",
    model: "account",
    assets: ["ETH"],
    nativeDeposits: "cumulative",
    // It is asked between the comparison and what is written.
    nativeTransfers: async () => {
      await meanwhile();
      return [];
    },
    balance: async () => at(latest).balanceUnits,
    accounts: async (): Promise<AccountSnapshot> => ({
      latest: block(height + ahead),
      final: block(height - 1),
      accounts: new Map([["hot", { latest: at(latest), final: at(final) }]]),
    }),
  } satisfies Partial<Chain> as Partial<Chain> as Chain;
  return watchReceipts(receiptParts(place, chain), { ...block(height), finalizedHeight: null });
}

/** The receipts that count, lowest first: each begins where the one below it ends. */
const live = async (): Promise<string[]> => {
  const rows = await place.owner.$client`
    SELECT (units / 1e15)::int::text AS units FROM deposits WHERE state IN ('seen', 'credited') ORDER BY length(tx_id), tx_id`;
  return rows.map(({ units }) => String(units));
};

/** What another worker does once. */
function once(work: () => Promise<unknown>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await work();
  };
}

describe("a worker whose comparison is out of date writes nothing", () => {
  it("where another has taken the receipt below away", async () => {
    await look(5_000n, 5_000n);
    await look(7_000n, 5_000n);
    const meanwhile = once(() => look(5_000n, 5_000n));
    expect(await look(10_000n, 5_000n, meanwhile)).toBe(false);
    expect(await live()).toEqual(["5000"]);
    await look(10_000n, 5_000n);
    expect(await live()).toEqual(["5000", "5000"]);
  });

  it("where another has noted a receipt on top of one that it takes away", async () => {
    await look(5_000n);
    const meanwhile = once(() => look(8_000n));
    expect(await look(4_000n, 0n, meanwhile)).toBe(false);
    expect(await live()).toEqual(["5000", "3000"]);
    await look(8_000n);
    expect(await live()).toEqual(["5000", "3000"]);
  });

  it("where another has noted the first receipt, of another total", async () => {
    const meanwhile = once(() => look(8_000n));
    expect(await look(5_000n, 0n, meanwhile)).toBe(false);
    expect(await live()).toEqual(["8000"]);
    await look(9_000n, 9_000n);
    expect(await live()).toEqual(["8000", "1000"]);
  });
});

it("waits where the balances are those of a node that has not come as far as the tip", async () => {
  await look(7_000n, 5_000n);
  expect(await look(0n, 0n, async () => {}, -1)).toBe(false);
  expect(await live()).toEqual(["7000"]);
});

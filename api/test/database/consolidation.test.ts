import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { depositIdOf } from "../../src/core/ids";
import { openInstallation } from "../../src/db/installation";
import { floatEntry } from "../../src/ledger/entry";
import { createLedgerStore } from "../../src/ledger/store";
import { saveNetworkFees } from "../../src/market/store";
import {
  AT_DEPTH,
  attempts,
  bitcoin,
  follow,
  inputsOf,
  join,
  known,
  last,
  node,
  output,
  outputs,
  paymentHooks,
  place,
  states,
} from "./payment-world";

paymentHooks();

const SMALL = 2_000n;
const chain = "bitcoin";

/** So many coins of 2,000 and more at the hot address, six blocks deep. */
const small = (count: number) => place.owner.$client`
  INSERT INTO wallet_outputs (chain, tx_id, ordinal, asset, address, branch, index, units, height, state)
  SELECT ${chain}, 'small-' || n, 0, 'BTC', 'hot', 'hot', 0, 2000 + n, 1, 'available' FROM generate_series(1, ${count}::int) AS n`;
/** The usual fee in millionths; a payment costs 1 now. */
const usual = (scaled: number) => place.owner.$client`UPDATE network_fees SET usual_scaled = ${scaled}`;

beforeAll(async () => {
  const random = { bytes: (count: number) => new Uint8Array(count).fill(7) };
  await openInstallation(place.worker, { network: "simnet", random });
});
let funded = 0;
beforeEach(async () => {
  await place.owner.$client.unsafe(
    "DELETE FROM network_fees; DELETE FROM admin_switches; DELETE FROM chain_checks",
  );
  await place.owner
    .$client`INSERT INTO network_fees (asset, payout_units, sweep_units, usual_scaled, at) VALUES ('BTC', 1, 0, 1000000, now())`;
  await place.owner.$client`UPDATE reserves SET held = 0, planned = 0`;
  const coins = floatEntry({ id: depositIdOf(`float-${funded++}`), asset: "BTC", units: 10n ** 9n });
  await createLedgerStore(new Uint8Array(32)).append(place.worker, coins, 0);
});

describe("a wallet of many small coins", () => {
  it("joins the 50 smallest into one of the hot wallet, one transaction at a time", async () => {
    await small(120);
    await output("large", 10n ** 8n);
    expect(await join()).toBe(true);
    const signed = await last();
    expect(inputsOf(signed)).toHaveLength(50);
    expect(inputsOf(signed)).toContain("small-50");
    expect(inputsOf(signed)).not.toContain("small-51");
    const { request } = JSON.parse(signed.raw);
    const total = 50n * SMALL + (50n * 51n) / 2n;
    expect(request.outputs).toEqual([{ address: "hot", units: String(total - 1n) }]);
    expect(await join()).toBe(false);
  });

  it("has one more coin once that is final, and only the network fee is booked", async () => {
    await small(120);
    await join();
    node.isRefusing = false;
    const { txId } = await last();
    known.set(txId, AT_DEPTH);
    await follow(bitcoin, 3);
    expect(await states()).toEqual(["final"]);
    expect(await outputs()).toMatchObject({
      [txId]: "available",
      "small-1": "spent",
      "small-51": "available",
    });
    const booked = await place.owner.$client`
      SELECT e.account, e.units FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id WHERE t.kind = 'network_fee' ORDER BY 1`;
    expect(booked.map(({ account, units }) => [account, Number(units)])).toEqual([
      ["chain", -100],
      ["network_fees", 100],
    ]);
    // 71 are left, which are not many.
    expect(await join()).toBe(false);
    const forget = (before: string) => place.worker.$client`SELECT forget_leftovers('{}'::jsonb, ${before})`;
    await forget("2026-03-10T09:30:00.000Z");
    expect((await last()).txId).toBe(txId);
    expect(await outputs()).toHaveProperty("small-1");
    await forget("2026-03-11T09:30:00.000Z");
    expect(await outputs()).not.toHaveProperty("small-1");
    expect(await last()).toMatchObject({ raw: "-", txId: expect.stringMatching(/^forgotten:/) });
  });
});

describe("small coins stay where they are", () => {
  it.each([
    ["they are not small", () => place.owner.$client`UPDATE wallet_outputs SET units = 1000000`],
    [
      "100 coins are not many",
      async () => void (await place.owner.$client`DELETE FROM wallet_outputs WHERE units > 2100`),
    ],
    ["fees are above what they were", () => usual(999_999)],
    [
      "payouts are paused",
      () =>
        place.owner
          .$client`INSERT INTO admin_switches (name, paused, reason, turned_at) VALUES ('payouts', true, 'r', now())`,
    ],
    [
      "coins are missing on the chain",
      () =>
        place.owner
          .$client`INSERT INTO chain_checks (asset, height, chain_units, ledger_units, in_flight_units, deficits) VALUES ('BTC', 1, 0, 1, 0, 3)`,
    ],
    [
      "the chain is halted",
      () => place.owner.$client`UPDATE chain_cursors SET status = 'halted' WHERE chain = ${chain}`,
    ],
    [
      "they are promised",
      () => place.owner.$client`UPDATE reserves SET planned = hot - 1000 WHERE asset = 'BTC'`,
    ],
    ["they are too young", () => place.owner.$client`UPDATE wallet_outputs SET height = 5`],
    [
      "they came out of rounds",
      () => place.owner.$client`
      INSERT INTO payout_attempts (kind, chain, asset, destination, units, fee_units_max, state, raw, tx_id, height, next_check_at, created_at)
      SELECT 'round', chain, 'BTC', '', 1, 1, 'final', 'r', tx_id, 1, now(), now() FROM wallet_outputs`,
    ],
    [
      "they are at addresses of the pool, or of unknown owners",
      () => place.owner.$client`UPDATE wallet_outputs SET branch = 'deposit', address = 'fresh'`,
    ],
  ])("while %s", async (_, given) => {
    await small(120);
    await given();
    try {
      expect(await join()).toBe(false);
    } finally {
      await place.owner.$client`UPDATE chain_cursors SET status = 'ok'`;
    }
    expect((await attempts()).filter(({ raw }) => raw !== "r")).toEqual([]);
  });
});

it("follows what payments usually cost, and gets there from both sides", async () => {
  const save = (payoutUnits: bigint) =>
    saveNetworkFees(place.worker, [
      { asset: "BTC", payoutUnits, sweepUnits: 1n, beyondUnits: [5n, 0n], at: 0 },
    ]);
  const scaled = async () =>
    Number(
      (await place.owner.$client`SELECT usual_scaled FROM network_fees WHERE asset = 'BTC'`)[0]?.usual_scaled,
    );
  await save(1n);
  expect(await scaled()).toBe(1_000_000);
  await save(5_761n);
  expect(await scaled()).toBe(2_000_000);
  await usual(999_999);
  await save(1n);
  expect(await scaled()).toBe(1_000_000);
});

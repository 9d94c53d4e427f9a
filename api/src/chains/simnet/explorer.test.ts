import type postgres from "postgres";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { startSimnets, testKey } from "../../../test/conformance/simnet-harness";
import { scansOf } from "../../../test/plans/scans";
import { parseUnits } from "../../core/amount";
import type { Result } from "../../core/result";
import type { WalletKey } from "../chain";
import type { SimnetChainId } from "./params";
import { addressOfPrivateKey } from "./signing";
import type { Simnet } from "./simnet";
import { migrateSimnet } from "./tables";

// Files of one process share its modules: what other files have loaded has the driver without the note.
const { sent } = vi.hoisted(() => {
  vi.resetModules();
  return { sent: new Set<string>() };
});
/** The driver as it is, which also notes every statement. */
vi.mock("postgres", async (original) => {
  const { default: driver } = await original<{ default: typeof postgres }>();
  const noting = (url: string, options: postgres.Options<never>) =>
    driver(url, { ...options, debug: (_connection, text) => sent.add(text) });
  return { default: Object.assign(noting, driver) };
});

const simnets = startSimnets();
afterAll(async () => {
  await simnets.stop();
  vi.doUnmock("postgres");
  vi.resetModules();
});

const key: WalletKey = { branch: "deposit", index: 1 };
const ownKey = () => testKey("the explorer's own key");
const addressOf = (chain: SimnetChainId, words: string) => addressOfPrivateKey(chain, testKey(words));
const UNKNOWN = { ok: false, error: { code: "simnet/unknown" } };
const shown = <Value>(result: Result<Value, unknown>): Value => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

let sql: Sql;
let simnet: Simnet;
beforeAll(async () => {
  sql = await simnets.freshDatabase();
  simnet = await simnets.reopen(sql);
});

/** Pays an address of ours, passes the coins on to `to`, and returns both hashes. */
async function payAndPassOn(to: string): Promise<{ paid: string; passed: string }> {
  const chain = simnet.chain("bitcoin");
  const from = addressOfPrivateKey("bitcoin", ownKey());
  const { txHash: paid } = await simnet.pay({ asset: "BTC", address: from, units: 1_000_000n });
  await simnet.mine({ asset: "BTC", blocks: 1 });
  const inputs = [{ txId: paid, ordinal: 0, units: 1_000_000n, address: from, key }];
  const outputs = [{ address: to, units: 900_000n }];
  const signed = await simnet.sign(chain.build({ model: "utxo", inputs, outputs }), ownKey);
  expect(await chain.broadcast(signed.raw)).toEqual({ outcome: "accepted" });
  return { paid, passed: signed.txId };
}

describe("a transaction", () => {
  it("is shown with what it spends, what it makes and its fee, before and after it is mined", async () => {
    const from = addressOfPrivateKey("bitcoin", ownKey());
    const to = addressOf("bitcoin", "receives the rest");
    const { paid, passed } = await payAndPassOn(to);
    const unconfirmed = shown(await simnet.explorer.transaction({ hash: passed }));
    expect(unconfirmed).toEqual({
      ...{ hash: passed, chain: "bitcoin", network: "Bitcoin", hidden: false, succeeded: true },
      ...{ height: null, at: null, blockHash: null, confirmations: 0 },
      fee: { currency: "BTC", amount: "0.001" },
      inputs: [{ address: from, currency: "BTC", amount: "0.01", txHash: paid }],
      outputs: [{ address: to, currency: "BTC", amount: "0.009", spentBy: null }],
    });
    await simnet.mine({ asset: "BTC", blocks: 3 });
    const mined = shown(await simnet.explorer.transaction({ hash: passed }));
    expect(mined).toMatchObject({ confirmations: 3, blockHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const before = shown(await simnet.explorer.transaction({ hash: paid }));
    expect(before.outputs).toMatchObject([{ address: from, spentBy: passed }]);
    // From the faucet: as much as it pays, and the fee.
    const units = (amount = "") => shown(parseUnits(amount, 8));
    expect(units(before.fee.amount)).toBeGreaterThan(0n);
    expect(units(before.inputs[0]?.amount)).toBe(1_000_000n + units(before.fee.amount));
  });

  it("of Monero shows neither addresses nor amounts", async () => {
    const address = addressOf("monero", "a private one");
    const { txHash } = await simnet.pay({ asset: "XMR", address, units: 10n ** 12n });
    await simnet.mine({ asset: "XMR", blocks: 1 });
    const transaction = shown(await simnet.explorer.transaction({ hash: txHash }));
    expect(transaction).toMatchObject({ hidden: true, confirmations: 1, inputs: [], outputs: [] });
    const block = shown(await simnet.explorer.block({ hash: transaction.blockHash ?? "" }));
    expect(block.items).toMatchObject([{ hash: txHash, amounts: [] }]);
    const history = shown(await simnet.explorer.address({ address }));
    expect(history).toMatchObject({ hidden: true, networks: ["Monero"], balances: [], items: [] });
    expect(JSON.stringify([transaction, block])).not.toContain(address);
  });
});

describe("an address", () => {
  it("is shown with its balances and what it received and sent, newest first", async () => {
    const from = addressOfPrivateKey("bitcoin", ownKey());
    const { paid, passed } = await payAndPassOn(addressOf("bitcoin", "another one"));
    await simnet.mine({ asset: "BTC", blocks: 1 });
    const { items, ...address } = shown(await simnet.explorer.address({ address: from }));
    const half = { currency: "BTC", amount: "0.01" };
    expect(address).toMatchObject({ address: from, networks: ["Bitcoin"], nextCursor: null, hidden: false });
    expect(address.balances).toEqual([{ currency: "BTC", amount: "0" }]);
    expect(items.slice(0, 2)).toMatchObject([
      { hash: passed, received: [], sent: [half] },
      { hash: paid, received: [half], sent: [] },
    ]);
  });

  it("received and sent nothing by a transaction that failed", async () => {
    const chain = simnet.chain("ethereum");
    const [from, to] = [addressOfPrivateKey("ethereum", ownKey()), addressOf("ethereum", "a reverting one")];
    const token = { asset: "USDT-ERC20", units: 5_000_000n } as const;
    await simnet.pay({ asset: "ETH", address: from, units: 10n ** 18n });
    await simnet.pay({ ...token, address: from });
    await simnet.mine({ asset: "ETH", blocks: 1 });
    const fee = await chain.feeQuote({ model: "account", asset: token.asset, from, to });
    const nonce = await chain.nonce(from);
    const payment = { model: "account", from, key, to, ...token, nonce, fee } as const;
    const { raw, txId } = await simnet.sign(chain.build(payment), ownKey);
    await simnet.setReverting({ address: to, on: true });
    expect(await chain.broadcast(raw)).toEqual({ outcome: "accepted" });
    await simnet.mine({ asset: "ETH", blocks: 1 });
    const { blockHash, succeeded } = shown(await simnet.explorer.transaction({ hash: txId }));
    expect(succeeded).toBe(false);
    for (const address of [from, to]) {
      const { items } = shown(await simnet.explorer.address({ address }));
      expect(items[0]).toMatchObject({ hash: txId, received: [], sent: [] });
    }
    const block = shown(await simnet.explorer.block({ hash: blockHash ?? "" }));
    expect(block.items).toMatchObject([{ hash: txId, amounts: [] }]);
  });

  it("of an EVM chain is shown for all of them, in any spelling, and empty where nothing ever came", async () => {
    const address = addressOf("ethereum", "an account");
    await simnet.pay({ asset: "USDT-BEP20", address, units: 5n * 10n ** 18n });
    const found = shown(await simnet.explorer.address({ address: address.toLowerCase() }));
    expect(found.networks).toEqual(["Ethereum", "BNB Smart Chain", "Polygon PoS"]);
    expect(found.items).toMatchObject([
      { chain: "bsc", confirmations: 0, received: [{ currency: "USDT-BEP20", amount: "5" }] },
    ]);
    const fresh = shown(await simnet.explorer.address({ address: addressOf("tron", "a fresh one") }));
    expect(fresh).toMatchObject({ balances: [], items: [], nextCursor: null });
  });

  it("loses a transaction that vanishes", async () => {
    const address = addressOf("litecoin", "is never paid");
    const { txHash } = await simnet.pay({ asset: "LTC", address, units: 10n ** 8n });
    expect((await simnet.drop({ txHash })).ok).toBe(true);
    expect(shown(await simnet.explorer.address({ address })).items).toEqual([]);
    expect(await simnet.explorer.transaction({ hash: txHash })).toMatchObject(UNKNOWN);
  });
});

describe("many of them", () => {
  it("come in pages", async () => {
    const address = addressOf("bitcoincash", "is paid often");
    for (let n = 0; n < 101; n += 1) await simnet.pay({ asset: "BCH", address, units: 1_000_000n });
    await simnet.mine({ asset: "BCH", blocks: 101 });
    const first = shown(await simnet.explorer.address({ address }));
    expect(first.items).toHaveLength(100);
    const rest = shown(await simnet.explorer.address({ address, cursor: first.nextCursor ?? "" }));
    expect(rest).toMatchObject({ items: { length: 1 }, nextCursor: null });
    expect(new Set([...first.items, ...rest.items].map(({ hash }) => hash)).size).toBe(101);

    const newest = shown(await simnet.explorer.blocks({ chain: "bitcoincash" }));
    expect(newest.items.map(({ height }) => height)).toEqual(Array.from({ length: 100 }, (_, n) => 101 - n));
    const oldest = shown(await simnet.explorer.blocks({ chain: "bitcoincash", cursor: "2" }));
    expect(oldest.items).toMatchObject([{ height: 1, transactions: 101 }, { height: 0 }]);
    const hash = oldest.items[0]?.hash ?? "";
    const page = shown(await simnet.explorer.block({ hash }));
    expect(page.items).toHaveLength(100);
    const last = shown(await simnet.explorer.block({ hash, cursor: page.nextCursor ?? "" }));
    expect(last).toMatchObject({ items: { length: 1 }, nextCursor: null });
    const { chains } = shown(await simnet.explorer.tips());
    expect(chains).toHaveLength(12);
    expect(chains.find(({ chain }) => chain === "bitcoincash")).toMatchObject({
      height: 101,
      unconfirmed: 0,
    });
  });

  it.each([
    ["blocks", (cursor: string) => simnet.explorer.blocks({ chain: "bitcoin", cursor })],
    ["block", (cursor: string) => simnet.explorer.block({ hash: "", cursor })],
    ["address", (cursor: string) => simnet.explorer.address({ address: "", cursor })],
  ])("%s refuses a cursor that no page ended with", async (_, read) => {
    for (const cursor of ["", "x", "-1", "9".repeat(40)]) {
      expect(await read(cursor)).toMatchObject({ ok: false, error: { code: "request/invalid" } });
    }
  });
});

it("knows nothing that is not there", async () => {
  for (const hash of ["0".repeat(64), "x", "\u0000"]) {
    expect(await simnet.explorer.transaction({ hash })).toMatchObject(UNKNOWN);
    expect(await simnet.explorer.block({ hash })).toMatchObject(UNKNOWN);
  }
  expect(await simnet.explorer.address({ address: "\u0000" })).toMatchObject(UNKNOWN);
});

test("an older simnet gets the index of its addresses, except Monero's", async () => {
  const rows = () => sql`select address, seq, chain, tx_id from involved order by address, seq`;
  const written = await rows();
  await sql`drop table involved`;
  await migrateSimnet(sql);
  expect(await rows()).toEqual(written);
});

/** As many as a planner needs to prefer any fitting index. */
const MANY = 20_000;

test("no statement reads a whole table", { timeout: 60_000 }, async () => {
  const recorded = await simnets.freshDatabase();
  const large = await simnets.reopen(recorded);
  const address = addressOf("bitcoin", "is one of many");
  const { txHash: hash } = await large.pay({ asset: "BTC", address, units: 1_000_000n });
  await recorded`insert into block (chain, height, hash, parent_hash, time_ms)
    select 'bitcoin', n, 'hash ' || n, 'hash', n from generate_series(1, ${MANY}::integer) as n`;
  await recorded`insert into transaction (chain, tx_id, model, replaceable, ready, fee_units, fee_units_max, height, position, succeeded)
    select 'bitcoin', 'tx ' || n, 'faucet', false, true, 0, 0, n, 0, true from generate_series(1, ${MANY}::integer) as n`;
  await recorded`insert into transfer (chain, tx_id, ordinal, asset, recipient, units, sources)
    select 'bitcoin', 'tx ' || n, 0, 'BTC', 'address ' || n, 1, '{}' from generate_series(1, ${MANY}::integer) as n`;
  await recorded`insert into spend (chain, spent_tx_id, spent_ordinal, tx_id)
    select 'bitcoin', 'tx ' || n, 0, 'tx ' || (n + 1) from generate_series(1, ${MANY}::integer - 1) as n`;
  await recorded`insert into involved (address, seq, chain, tx_id)
    select 'address ' || tx_id, seq, chain, tx_id from transaction on conflict do nothing`;
  await recorded`insert into balance (chain, asset, address, height, units)
    select 'bitcoin', 'BTC', 'address ' || n, n, 1 from generate_series(1, ${MANY}::integer) as n`;
  await recorded`vacuum analyze`;
  sent.clear();
  const { explorer } = large;
  const genesis = shown(await explorer.tips()).chains[0]?.hash ?? "";
  shown(await explorer.blocks({ chain: "bitcoin" }));
  shown(await explorer.block({ hash: genesis }));
  shown(await explorer.transaction({ hash }));
  shown(await explorer.address({ address }));
  expect(sent.size).toBe(7);
  expect(await scansOf(recorded, [...sent])).toEqual([]);
});

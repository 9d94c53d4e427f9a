import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createOwnAddresses, nextIndexes } from "../../src/address/store";
import { ASSET_CODES, type AssetCode, CHAIN_IDS } from "../../src/core/assets";
import { figuresOf } from "../../src/core/exchange-figures";
import { exchangeFeePpm } from "../../src/core/fees";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { newClaim } from "../../src/idempotency/idempotency";
import { type CurrentPrices, networkFeeOf, rateOf } from "../../src/market/market";
import { referencePrice } from "../../src/market/rates";
import { insertQuote } from "../../src/market/store";
import type { Order } from "../../src/orders/machine/order";
import { type CreateParts, createOrders } from "../../src/orders/verbs/create";
import type { OrderInput } from "../../src/orders/verbs/order-input";
import { loginUrl } from "../postgres/logins";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const EVM = `0x${"5a".repeat(20)}`;
const SEND_UNITS = 10_000_000n;

const all = <Value>(value: (code: AssetCode) => Value) =>
  new Map(ASSET_CODES.map((code) => [code, value(code)]));
const prices: CurrentPrices = {
  at: NOW,
  prices: all((code) => ({ price: referencePrice(code), at: NOW, paused: false })),
  networkFees: all(() => ({ payoutUnits: 1_000n, sweepUnits: 500n })),
  reserves: all(() => ({ own: 10n ** 25n, held: 0n, planned: 0n, unpaid: 0n })),
  chains: new Set(CHAIN_IDS),
  assets: new Set(ASSET_CODES),
  paused: new Set(),
};

let place: Place;
let http: Database;
let made = 0;
/** Chains of which there is no room, and the bytes of which the next tracking codes are made. */
let full = new Set<string>();
let random: (count: number) => Uint8Array = randomBytes;

beforeAll(async () => {
  place = await openPlace();
  for (const asset of ["ETH", "USDT-ERC20"])
    await place.owner.$client`INSERT INTO reserves (asset, hot) VALUES (${asset}, ${String(10n ** 25n)})`;
  http = openDatabase({ url: loginUrl(place.url, "http"), role: "http" });
});
afterAll(async () => {
  await closeDatabase(http);
  await place.close();
});
beforeEach(async () => {
  full = new Set();
  random = randomBytes;
  await place.owner.$client`DELETE FROM admin_switches`;
  await place.owner
    .$client`UPDATE orders SET state = 'expired', version = version + 1 WHERE ended_as IS NULL`;
});

const parts = (): CreateParts => ({
  database: http,
  prices: { current: () => prices, refresh: async () => prices, fresh: async () => prices },
  clock: { now: () => NOW },
  random: { bytes: (count) => random(count) },
  checks: { isOurs: createOwnAddresses(http), network: "main", isListed: () => false, contracts: new Map() },
  mixer: { offered: false, torAvailable: false },
  addresses: {
    next: async () => null,
    nextForOrders: async (tx, wanted) =>
      Promise.all(
        wanted.map(async ({ chain }) => {
          const [index = 0] = await nextIndexes(tx, chain, 1);
          return full.has(chain) ? "full" : { address: `deposit-${made++}`, index };
        }),
      ),
  },
  paymentWindowMs: 1_800_000,
});

const answer = async (order: Order): Promise<string> => order.id;
const floating = (more: Partial<OrderInput> = {}): OrderInput => ({
  sendCurrency: "BTC",
  receiveCurrency: "ETH",
  sendAmount: "0.1",
  receiveAddress: EVM,
  ...more,
});
async function fixed(): Promise<OrderInput> {
  const pair = { send: "BTC", receive: "ETH" } as const;
  const [rate, networkFeeUnits] = [rateOf(prices, pair, NOW), networkFeeOf(prices, pair, NOW)];
  if (rate === null || networkFeeUnits === null) throw new Error("no market");
  const given = { sendUnits: SEND_UNITS, rate, networkFeeUnits };
  const { receiveUnits } = figuresOf({ ...given, feePpm: exchangeFeePpm("fixed") });
  const id = randomBytes(16).toString("base64url");
  await insertQuote(place.owner, { ...pair, ...given, id, receiveUnits, expiresAt: NOW + 600_000 });
  return floating({ orderType: "fixed", quoteId: id });
}
const claim = (body: object) => {
  const key = { key: "0123456789abcdef", route: "POST /", caller: randomBytes(8).toString("hex") };
  const claimed = newClaim({ ...key, body, atMs: NOW });
  if (!claimed.ok) throw new Error(claimed.error.code);
  return claimed.value;
};

/** In how many transactions these orders were written, and of how many of them all is there. */
async function written(ids: readonly string[]): Promise<{ transactions: number; whole: number }> {
  const [row] = await place.owner.$client<{ transactions: number; whole: number }[]>`
    SELECT count(DISTINCT o.xmin::text)::int AS transactions, count(*)::int AS whole
    FROM orders o JOIN order_events e ON e.order_id = o.id AND e.xmin = o.xmin JOIN addresses a ON a.order_id = o.id AND a.xmin = o.xmin
    WHERE o.id = ANY(${[...ids]}::text[]) AND a.address = o.terms ->> 'depositAddress'`;
  return row ?? { transactions: 0, whole: 0 };
}
const codeOf = (outcome: { ok: true } | { ok: false; error: { code: string } }): string =>
  outcome.ok ? "made" : outcome.error.code;
const idsOf = (outcomes: readonly ({ ok: true; value: string } | { ok: false })[]): string[] =>
  outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));

it("orders that are made at the same time are written in one transaction, each whole and its own", async () => {
  const create = createOrders<string>(parts());
  const records: string[] = [];
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      create(floating({ receiveCurrency: n % 2 === 0 ? "ETH" : "USDT-ERC20", sendAmount: `0.${n + 10}` }), {
        answer,
        record: async (_tx, id) => void records.push(id),
      }),
    ),
  );
  const ids = idsOf(outcomes);
  expect(await written(ids)).toEqual({ transactions: 1, whole: 12 });
  expect(records).toEqual(ids);
  const rows = await place.owner.$client<{ id: string; units: string; asset: string }[]>`
    SELECT id, terms #>> '{sendUnits,$bigint}' AS units, terms ->> 'receiveAsset' AS asset FROM orders WHERE id = ANY(${ids}::text[])`;
  for (const [n, id] of ids.entries())
    expect(rows.find((row) => row.id === id)).toEqual({
      id,
      units: String(BigInt(n + 10) * 1_000_000n),
      asset: n % 2 === 0 ? "ETH" : "USDT-ERC20",
    });
});

it("an order that is refused leaves the others in their transaction", async () => {
  await place.owner.$client`
    INSERT INTO admin_switches (name, paused, reason, turned_at) VALUES ('asset:USDT-ERC20', true, 'test', now())`;
  full.add("litecoin");
  const create = createOrders<string>(parts());
  const outcomes = await Promise.all([
    create(floating(), { answer }),
    create(floating({ receiveCurrency: "USDT-ERC20" }), { answer }),
    create(floating({ sendCurrency: "LTC", sendAmount: "10" }), { answer }),
    create(floating(), { answer }),
  ]);
  expect(outcomes.map(codeOf)).toEqual(["made", "currency/paused", "chain/full", "made"]);
  expect(await written(idsOf(outcomes))).toEqual({ transactions: 1, whole: 2 });
});

it("one that cannot be written is no other's fault", async () => {
  const create = createOrders<string>(parts());
  const failing = async (): Promise<void> => {
    throw new Error("not recorded");
  };
  const outcomes = await Promise.allSettled([
    create(floating(), { answer }),
    create(floating(), { answer, record: failing }),
    create(floating(), { answer }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const ids = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? idsOf([outcome.value]) : []));
  expect(await written(ids)).toEqual({ transactions: 2, whole: 2 });
});

it("orders that draw one tracking code draw again", async () => {
  const draws = [1, 1, 2, 3];
  // A tracking code is made of a few bytes; nothing else of an order is.
  random = (count) =>
    count < 12 && draws.length > 0 ? Buffer.alloc(count, draws.shift()) : randomBytes(count);
  const create = createOrders<string>(parts());
  const outcomes = await Promise.all([1, 2].map(() => create(floating(), { answer })));
  expect(await written(idsOf(outcomes))).toEqual({ transactions: 1, whole: 2 });
  expect(draws).toEqual([]);
});

it("of two requests under one idempotency key, one is made, and both have its answer", async () => {
  const create = createOrders<string>(parts());
  const input = floating();
  const idempotency = claim(input);
  const outcomes = await Promise.all(
    [idempotency, undefined, idempotency, undefined].map((key) =>
      create(input, { answer, idempotency: key }),
    ),
  );
  const [first, second, third, fourth] = idsOf(outcomes);
  expect(third).toBe(first);
  expect(new Set([first, second, fourth]).size).toBe(3);
  expect(await written([first ?? "", second ?? "", fourth ?? ""])).toEqual({ transactions: 1, whole: 3 });
});

it("of two orders of one quote, one is made", async () => {
  const create = createOrders<string>(parts());
  const [once, other] = [await fixed(), await fixed()];
  const outcomes = await Promise.all([once, once, other].map((input) => create(input, { answer })));
  expect(outcomes.map(codeOf).sort()).toEqual(["made", "made", "quote/used"]);
  expect(await written(idsOf(outcomes))).toMatchObject({ whole: 2 });
});

it("holds of one reserve add up, and are refused only to those that do not fit", async () => {
  const held = async () => {
    const [row] = await place.owner
      .$client`SELECT held::text, unpaid::text FROM reserves WHERE asset = 'ETH'`;
    return row;
  };
  await place.owner.$client`UPDATE reserves SET held = 0, unpaid = 0 WHERE asset = 'ETH'`;
  const create = createOrders<string>(parts());
  const inputs = [await fixed(), await fixed(), await fixed()];
  const two = await Promise.all(inputs.slice(0, 2).map((input) => create(input, { answer })));
  expect(await written(idsOf(two))).toMatchObject({ whole: 2 });
  const [quote] = await place.owner.$client<{ units: string }[]>`
    SELECT receive_units::text AS units FROM quotes WHERE id = ${inputs[0]?.quoteId ?? ""}`;
  const each = BigInt(quote?.units ?? 0);
  expect(await held()).toEqual({ held: String(2n * each), unpaid: String(2n * each) });
  // Room for one more: of two together the one that comes first has it.
  await place.owner.$client`UPDATE reserves SET hot = ${String(5n * 3n * each)} WHERE asset = 'ETH'`;
  const [third = floating()] = inputs.slice(2);
  const outcomes = await Promise.all([third, await fixed()].map((input) => create(input, { answer })));
  expect(outcomes.map(codeOf).sort()).toEqual(["made", "reserve/insufficient"]);
  expect(await held()).toEqual({ held: String(3n * each), unpaid: String(3n * each) });
  await place.owner.$client`UPDATE reserves SET hot = ${String(10n ** 25n)} WHERE asset = 'ETH'`;
});

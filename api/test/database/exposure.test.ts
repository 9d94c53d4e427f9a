import { randomBytes } from "node:crypto";
import { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createOwnAddresses, nextIndexes } from "../../src/address/store";
import { amountText } from "../../src/core/asset-amount";
import type { ChainId } from "../../src/core/assets";
import { figuresOf } from "../../src/core/exchange-figures";
import { exchangeFeePpm } from "../../src/core/fees";
import type { OrderId } from "../../src/core/ids";
import { closeDatabase, type Database, openDatabase, type Tx } from "../../src/db/client";
import { silentNotifier } from "../../src/db/notifications";
import { transaction } from "../../src/db/transaction";
import { networkFeeOf, rateOf } from "../../src/market/market";
import { insertQuote } from "../../src/market/quote-store";
import { createEngine } from "../../src/orders/engine/apply";
import { newBookId, newOrderId, newTrackingCode } from "../../src/orders/ids";
import type { OrderEvent } from "../../src/orders/machine/events";
import type { Order } from "../../src/orders/machine/order";
import { insertOrder } from "../../src/orders/store/store";
import { type CreateParts, createOrders } from "../../src/orders/verbs/create";
import { decideOrder } from "../../src/orders/verbs/decide";
import { exceedExposure } from "../../src/orders/verbs/exposure";
import { exampleOrder, final, gone, mined, play, screened, seen, timer } from "../orders/example-order";
import { loginUrl } from "../postgres/logins";
import { currentPrices } from "./current-prices";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const TRON = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC";
const EVM = `0x${"5a".repeat(20)}`;
/** What is received, each from a reserve of its own: no row that all of them lock makes them wait for each other. */
const PAYEES = [
  ["USDT-TRC20", TRON],
  ["USDT-ERC20", EVM],
  ["TRX", TRON],
  ["ETH", EVM],
] as const;
const AT_ONCE = 14;
/** 4 BTC at 60,000 USDT. */
const SEND_UNITS = 400_000_000n;

const prices = currentPrices(NOW, { payoutUnits: 1_000n, sweepUnits: 500n });

let place: Place;
let http: Database;
let addresses = 0;

beforeAll(async () => {
  place = await openPlace();
  for (const [asset] of PAYEES)
    await place.owner.$client`INSERT INTO reserves (asset, hot) VALUES (${asset}, ${String(10n ** 25n)})`;
  http = openDatabase({ url: loginUrl(place.url, "http"), role: "http", connectionsMax: AT_ONCE });
});
afterAll(async () => {
  await closeDatabase(http);
  await place.close();
});
/** What earlier tests promised ends, so that each begins with nothing promised. */
beforeEach(() => place.owner.$client`UPDATE orders SET state = 'expired', version = version + 1`);

const clock = { now: () => NOW };
const nextAddress = async (tx: Tx, chain: ChainId) => ({
  address: `deposit-${addresses++}`,
  index: (await nextIndexes(tx, chain, 1))[0] ?? 0,
});

const parts = (): CreateParts => ({
  database: http,
  prices: {
    current: () => prices,
    refresh: async () => prices,
    fresh: async () => prices,
  },
  clock,
  random: { bytes: (count) => randomBytes(count) },
  checks: { isOurs: createOwnAddresses(http), network: "main", isListed: () => false, contracts: new Map() },
  mixer: { offered: false, torAvailable: false },
  addresses: {
    next: nextAddress,
    nextForOrders: (tx, wanted) => Promise.all(wanted.map(({ chain }) => nextAddress(tx, chain))),
  },
  paymentWindowMs: 1_800_000,
});

const answer = async (order: Order): Promise<Order> => order;

/** Makes ready to create an order at a fixed rate, of so much of 4 BTC. */
async function createFixed(index: number, { part = 1n, others = [] as readonly string[] } = {}) {
  const sendUnits = SEND_UNITS / part;
  const [receive, receiveAddress] = PAYEES[index % PAYEES.length] ?? PAYEES[0];
  const pair = { send: "BTC", receive } as const;
  const rate = rateOf(prices, pair, NOW);
  const networkFeeUnits = networkFeeOf(prices, pair, NOW);
  if (rate === null || networkFeeUnits === null) throw new Error("no market");
  const figures = figuresOf({
    sendUnits,
    rate,
    networkFeeUnits,
    feePpm: exchangeFeePpm("fixed"),
  });
  const id = randomBytes(16).toString("base64url");
  const { receiveUnits } = figures;
  const expiresAt = NOW + 600_000;
  await insertQuote(place.owner, {
    ...pair,
    id,
    sendUnits,
    receiveUnits,
    networkFeeUnits,
    rate,
    expiresAt,
  });
  const input = {
    sendCurrency: pair.send,
    receiveCurrency: receive,
    sendAmount: amountText(pair.send, sendUnits),
    receiveAddress,
    orderType: "fixed",
    quoteId: id,
  } as const;
  return () => createOrders<Order>(parts())(input, { answer, others, idempotency: undefined });
}

/** An order of which 4 BTC were credited, more than agreed: its customer is asked, with figures of this moment. */
async function insertAsked(): Promise<Order> {
  const given = { at: NOW, blockAt: NOW };
  const terms = { sendUnitsMax: SEND_UNITS - 1n, expiresAt: NOW + 1, book: newBookId(parts().random) };
  const order = exampleOrder({
    id: newOrderId(parts().random),
    trackingCode: newTrackingCode(parts().random),
    terms,
  });
  const asked = play(order, seen(SEND_UNITS, given), final(given), screened(given));
  const creation = { source: "test", externalId: order.id, type: "created" } as const;
  await transaction(place.owner, (tx) => insertOrder(tx, { order: asked.order, commands: [] }, creation));
  return asked.order;
}

/** The decision to exchange such an order: null where it is taken, else the code of its refusal. */
async function decide(): Promise<string | null> {
  const engine = createEngine({ database: http, ledger: null, notifier: silentNotifier });
  const { id } = await insertAsked();
  const deciding = { ...parts(), engine, notifier: silentNotifier };
  const outcome = await decideOrder(deciding, id, { choice: "exchange" }, { answer, idempotency: undefined });
  return outcome.ok ? null : outcome.error.code;
}

const codesOf = (outcomes: readonly { ok: boolean; error?: { code: string } }[]): string[] =>
  outcomes.flatMap((outcome) => (outcome.error ? [outcome.error.code] : []));

describe("the exposure to promised rates", () => {
  it("stays under its cap, however many fixed orders are made at once", async () => {
    const calls = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => createFixed(index)));
    const outcomes = await Promise.all(calls.map((call) => call()));
    // One promises 0.24 million USDT of the half million that may be promised before anything is paid; half of the rest is less.
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(codesOf(outcomes)).toEqual(Array(AT_ONCE - 1).fill("pair/paused"));
    const [sums] = await place.owner.$client`
      SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM quotes WHERE order_id IS NOT NULL) AS used`;
    expect(sums).toEqual({ orders: "1", used: "1" });
  });

  it("leaves room for those who have paid, however many fixed orders are not paid", async () => {
    const calls = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => createFixed(index)));
    await Promise.all(calls.map((call) => call()));
    const decided = [await decide(), await decide(), await decide(), await decide()];
    expect(decided).toEqual([null, null, null, "rate/unavailable"]);
  });

  it("leaves others half of what there is, whatever one client promises itself", async () => {
    /** How many orders of 1 BTC, 60,000 USDT, a client can make. */
    const made = async (): Promise<number> => {
      const others: string[] = [];
      for (;;) {
        const outcome = await (await createFixed(0, { part: 4n, others }))();
        if (!outcome.ok) return others.length / 2;
        // Named twice, an order still counts once.
        others.push(outcome.value.id, outcome.value.id);
      }
    };
    // 240,000 of 500,000; 120,000 of the 260,000 that are left; 60,000 of 140,000; and then 80,000 are left.
    expect([await made(), await made(), await made(), await made()]).toEqual([4, 2, 1, 0]);
    expect(await (await createFixed(0, { part: 8n }))()).toMatchObject({ ok: true });
  });

  it("takes an order for paid when its amount is in a block, not for a little of it or for what can be replaced", async () => {
    const engine = createEngine({ database: place.worker, ledger: null, notifier: silentNotifier });
    const room = async () => {
      const outcome = await (await createFixed(0))();
      return outcome.ok;
    };
    expect([await room(), await room()]).toEqual([true, false]);
    const orders = await place.owner.$client<
      { id: OrderId }[]
    >`SELECT id FROM orders WHERE state = 'waiting'`;
    const apply = async (name: string, event: OrderEvent) => {
      for (const { id } of orders)
        await engine.apply({ orderId: id, source: "test", externalId: `${name} ${id}`, event });
    };
    const given = { at: NOW };
    await apply("little", seen(1_000n, { ...given, id: "little" }));
    expect(await room()).toBe(false);
    await apply("little mined", mined({ ...given, id: "little" }));
    expect(await room()).toBe(false);
    await apply("rest", seen(SEND_UNITS - 1_000n, { ...given, id: "rest" }));
    expect(await room()).toBe(false);
    await apply("rest mined", mined({ ...given, id: "rest" }));
    expect(await room()).toBe(true);
  });

  it("counts a customer's consent until it is settled, and refuses one too many", async () => {
    const decided = await Promise.all(Array.from({ length: 6 }, decide));
    expect(decided.filter((code) => code === null)).toHaveLength(4);
    expect(decided.filter((code) => code !== null)).toEqual(["rate/unavailable", "rate/unavailable"]);
    const fixed = await createFixed(0);
    expect(await fixed()).toMatchObject({ error: { code: "pair/paused" } });
  });
});

it("asks for each order of a client once, of however many of its promises", async () => {
  const asked: unknown[] = [];
  const noting = (tx: Tx): Tx => {
    const execute: Tx["execute"] = (query) => {
      if (query instanceof SQL) asked.push(...new PgDialect().sqlToQuery(query).params);
      return tx.execute(query);
    };
    return Object.assign(Object.create(tx), { execute });
  };
  const pair = { send: "BTC", receive: "ETH" } as const;
  const promised = ["third", "fourth", "fifth"].map((id) => ({ pair, unpaidOf: ["first", "second", id] }));
  await transaction(http, (tx) => exceedExposure(noting(tx), promised, { current: prices, now: NOW }));
  expect(asked).toContain('{"first","second","third","fourth","fifth"}');
});

it("counts no order at a fixed rate whose quote ended before its amount was in a block", async () => {
  const engine = createEngine({ database: place.worker, ledger: null, notifier: silentNotifier });
  const made = await (await createFixed(0))();
  if (!made.ok) throw new Error(made.error.code);
  const { id } = made.value;
  const apply = (name: string, event: OrderEvent) =>
    engine.apply({ orderId: id, source: "test", externalId: `${name} ${id}`, event });
  // Too little to hold anything for, in no block: it may wait there for days, and costs nothing.
  await apply("dust", seen(1_000n, { at: NOW, id: "dust" }));
  await apply("end", timer(NOW + 600_000));
  await place.owner
    .$client`UPDATE quotes SET expires_at = ${new Date(NOW).toISOString()} WHERE order_id = ${id}`;
  expect([await decide(), await decide(), await decide()]).toEqual([null, null, null]);
  // What was in a block in time is promised still.
  await apply("rest", seen(SEND_UNITS, { at: NOW, id: "rest", blockAt: NOW }));
  expect(await decide()).toBe("rate/unavailable");
  await apply("gone", gone({ at: NOW, id: "rest" }));
  expect(await decide()).toBe(null);
});

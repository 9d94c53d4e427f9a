import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createOwnAddresses, nextIndexes } from "../../src/address/store";
import { amountText } from "../../src/core/asset-amount";
import type { AssetCode } from "../../src/core/assets";
import { figuresOf } from "../../src/core/exchange-figures";
import { exchangeFeePpm } from "../../src/core/fees";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { newClaim } from "../../src/idempotency/idempotency";
import { networkFeeOf, rateOf } from "../../src/market/market";
import { insertQuote } from "../../src/market/quote-store";
import type { Order } from "../../src/orders/machine/order";
import type { CreateParts } from "../../src/orders/verbs/create";
import type { OrderInput } from "../../src/orders/verbs/order-input";
import { loginUrl } from "../postgres/logins";
import { currentPrices } from "./current-prices";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const EVM = `0x${"5a".repeat(20)}`;
const SEND_UNITS = 10_000_000n;

const prices = currentPrices(NOW, { payoutUnits: 1_000n, sweepUnits: 500n });

export let place: Place;
export let http: Database;
let made = 0;
/** Chains of which there is no room, and the bytes of which the next tracking codes are made. */
export const given: { full: Set<string>; random: (count: number) => Uint8Array } = {
  full: new Set(),
  random: randomBytes,
};

/** A database in which orders are created, for all tests of a file. */
export function openCreation(): void {
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
    given.full = new Set();
    given.random = randomBytes;
    await place.owner.$client`DELETE FROM admin_switches`;
    await place.owner
      .$client`UPDATE orders SET state = 'expired', version = version + 1 WHERE ended_as IS NULL`;
  });
}

export const parts = (): CreateParts => ({
  database: http,
  prices: { current: () => prices, refresh: async () => prices, fresh: async () => prices },
  clock: { now: () => NOW },
  random: { bytes: (count) => given.random(count) },
  checks: { isOurs: createOwnAddresses(http), network: "main", isListed: () => false, contracts: new Map() },
  mixer: { offered: false, torAvailable: false },
  addresses: {
    next: async () => null,
    nextForOrders: async (tx, wanted) =>
      Promise.all(
        wanted.map(async ({ chain }) => {
          const [index = 0] = await nextIndexes(tx, chain, 1);
          return given.full.has(chain) ? "full" : { address: `deposit-${made++}`, index };
        }),
      ),
  },
  paymentWindowMs: 1_800_000,
});

export const answer = async (order: Order): Promise<string> => order.id;
export const floating = (more: Partial<OrderInput> = {}): OrderInput => ({
  sendCurrency: "BTC",
  receiveCurrency: "ETH",
  sendAmount: "0.1",
  receiveAddress: EVM,
  ...more,
});
/** An order at a fixed rate, with its quote. */
export async function fixed({
  sendUnits = SEND_UNITS,
  receive = "ETH" as AssetCode,
} = {}): Promise<OrderInput> {
  const pair = { send: "BTC", receive } as const;
  const [rate, networkFeeUnits] = [rateOf(prices, pair, NOW), networkFeeOf(prices, pair, NOW)];
  if (rate === null || networkFeeUnits === null) throw new Error("no market");
  const figures = { sendUnits, rate, networkFeeUnits };
  const { receiveUnits } = figuresOf({ ...figures, feePpm: exchangeFeePpm("fixed") });
  const id = randomBytes(16).toString("base64url");
  await insertQuote(place.owner, { ...pair, ...figures, id, receiveUnits, expiresAt: NOW + 600_000 });
  const sendAmount = amountText(pair.send, sendUnits);
  return floating({ orderType: "fixed", quoteId: id, receiveCurrency: receive, sendAmount });
}
export const claim = (body: object) => {
  const key = { key: "0123456789abcdef", route: "POST /", caller: randomBytes(8).toString("hex") };
  const claimed = newClaim({ ...key, body, atMs: NOW });
  if (!claimed.ok) throw new Error(claimed.error.code);
  return claimed.value;
};

/** In how many transactions these orders were written, and of how many of them all is there. */
export async function written(ids: readonly string[]): Promise<{ transactions: number; whole: number }> {
  const [row] = await place.owner.$client<{ transactions: number; whole: number }[]>`
    SELECT count(DISTINCT o.xmin::text)::int AS transactions, count(*)::int AS whole
    FROM orders o JOIN order_events e ON e.order_id = o.id AND e.xmin = o.xmin JOIN addresses a ON a.order_id = o.id AND a.xmin = o.xmin
    WHERE o.id = ANY(${[...ids]}::text[]) AND a.address = o.terms ->> 'depositAddress'`;
  return row ?? { transactions: 0, whole: 0 };
}
export const codeOf = (outcome: { ok: true } | { ok: false; error: { code: string } }): string =>
  outcome.ok ? "made" : outcome.error.code;
export const idsOf = (outcomes: readonly ({ ok: true; value: string } | { ok: false })[]): string[] =>
  outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));

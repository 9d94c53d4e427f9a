import { sql } from "drizzle-orm";
import type { Rate } from "../core/amount";
import { type AssetCode, type ChainId, isAssetCode } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { pausedAssets } from "../switches/switches";
import type { CurrentPrices } from "./market";
import type { PriceScaled } from "./price";

const iso = (at: TimeMs): string => new Date(at).toISOString();

/** Reads all current prices in one round trip per table; the tables have one row per asset or chain. */
export async function readCurrentPrices(
  tx: Tx,
  assets: ReadonlySet<AssetCode>,
  now: TimeMs,
): Promise<CurrentPrices> {
  const [prices, fees, reserves, chains, paused] = await Promise.all([
    tx.execute<{ asset: string; price_scaled: string; at: string; paused_reason: string | null }>(
      sql`SELECT asset, price_scaled, at, paused_reason FROM current_prices`,
    ),
    tx.execute<{ asset: string; payout_units: string; sweep_units: string }>(
      sql`SELECT asset, payout_units, sweep_units FROM network_fees`,
    ),
    tx.execute<{ asset: string; hot: string; held: string; planned: string }>(
      sql`SELECT asset, hot, held, planned FROM reserves`,
    ),
    tx.execute<{ chain: ChainId }>(sql`SELECT chain FROM chain_cursors WHERE status = 'ok'`),
    pausedAssets(tx),
  ]);
  return {
    at: now,
    prices: byAsset(prices, (row) => ({
      price: BigInt(row.price_scaled),
      at: new Date(row.at).getTime(),
      paused: row.paused_reason !== null,
    })),
    networkFees: byAsset(fees, (row) => ({
      payoutUnits: BigInt(row.payout_units),
      sweepUnits: BigInt(row.sweep_units),
    })),
    reserves: byAsset(reserves, (row) => ({
      hot: BigInt(row.hot),
      held: BigInt(row.held),
      planned: BigInt(row.planned),
    })),
    chains: new Set(chains.map((row) => row.chain)),
    assets,
    paused,
  };
}

function byAsset<Row extends { asset: string }, Value>(
  rows: readonly Row[],
  read: (row: Row) => Value,
): Map<AssetCode, Value> {
  const map = new Map<AssetCode, Value>();
  for (const row of rows) if (isAssetCode(row.asset)) map.set(row.asset, read(row));
  return map;
}

export async function savePrice(
  tx: Tx,
  price: { asset: AssetCode; priceScaled: bigint; at: TimeMs; pausedReason: string | null },
): Promise<void> {
  const at = iso(price.at);
  await tx.execute(sql`
    INSERT INTO current_prices (asset, price_scaled, at, paused_reason)
    VALUES (${price.asset}, ${price.priceScaled.toString()}, ${at}, ${price.pausedReason})
    ON CONFLICT (asset) DO UPDATE SET price_scaled = EXCLUDED.price_scaled, at = EXCLUDED.at, paused_reason = EXCLUDED.paused_reason`);
  await tx.execute(sql`
    INSERT INTO price_history (asset, minute, price_scaled)
    VALUES (${price.asset}, date_trunc('minute', ${at}::timestamptz), ${price.priceScaled.toString()}) ON CONFLICT DO NOTHING`);
}

export async function saveNetworkFee(
  tx: Tx,
  fee: { asset: AssetCode; payoutUnits: bigint; sweepUnits: bigint; at: TimeMs },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO network_fees (asset, payout_units, sweep_units, at)
    VALUES (${fee.asset}, ${fee.payoutUnits.toString()}, ${fee.sweepUnits.toString()}, ${iso(fee.at)})
    ON CONFLICT (asset) DO UPDATE SET payout_units = EXCLUDED.payout_units, sweep_units = EXCLUDED.sweep_units, at = EXCLUDED.at`);
}

/** A fixed rate's quote: single-use, bound to pair and amount. */
export type FixedQuote = {
  id: string;
  send: AssetCode;
  receive: AssetCode;
  sendUnits: bigint;
  receiveUnits: bigint;
  networkFeeUnits: bigint;
  rate: Rate;
  expiresAt: TimeMs;
};

/** 128 bits, base64url: anything else is nobody's quote, and never reaches the database. */
const QUOTE_ID_PATTERN = /^[A-Za-z0-9_-]{22}$/;

export async function insertQuote(tx: Tx, quote: FixedQuote): Promise<void> {
  await tx.execute(sql`
    INSERT INTO quotes (id, send_asset, receive_asset, send_units, receive_units, network_fee_units, rate_numerator, rate_denominator, expires_at)
    VALUES (${quote.id}, ${quote.send}, ${quote.receive}, ${quote.sendUnits.toString()}, ${quote.receiveUnits.toString()},
      ${quote.networkFeeUnits.toString()}, ${quote.rate.numerator.toString()}, ${quote.rate.denominator.toString()}, ${iso(quote.expiresAt)})`);
}

export async function loadQuote(tx: Tx, id: string): Promise<(FixedQuote & { used: boolean }) | undefined> {
  if (!QUOTE_ID_PATTERN.test(id)) return undefined;
  const rows = await tx.execute<Record<string, string | null>>(sql`SELECT * FROM quotes WHERE id = ${id}`);
  const row = rows[0];
  if (row === undefined || !isAssetCode(String(row.send_asset)) || !isAssetCode(String(row.receive_asset)))
    return undefined;
  return {
    id,
    send: row.send_asset as AssetCode,
    receive: row.receive_asset as AssetCode,
    sendUnits: BigInt(String(row.send_units)),
    receiveUnits: BigInt(String(row.receive_units)),
    networkFeeUnits: BigInt(String(row.network_fee_units)),
    rate: {
      numerator: BigInt(String(row.rate_numerator)),
      denominator: BigInt(String(row.rate_denominator)),
    },
    expiresAt: new Date(String(row.expires_at)).getTime(),
    used: row.order_id !== null,
  };
}

/** Marks the quote as this order's; false when it was another's already. */
export async function useQuote(tx: Tx, id: string, orderId: string): Promise<boolean> {
  const rows = await tx.execute(
    sql`UPDATE quotes SET order_id = ${orderId} WHERE id = ${id} AND order_id IS NULL RETURNING id`,
  );
  return rows.length === 1;
}

/** Quotes that ran out before the given time and became no order. */
export async function deleteOldQuotes(tx: Tx, before: TimeMs): Promise<void> {
  await tx.execute(sql`DELETE FROM quotes WHERE expires_at < ${iso(before)} AND order_id IS NULL`);
}

/** Prices of minutes before the given time. */
export async function deleteOldPrices(tx: Tx, before: TimeMs): Promise<void> {
  await tx.execute(sql`DELETE FROM price_history WHERE minute < ${iso(before)}`);
}

/**
 * The last prices that both assets had in the same minute, one pair for each stretch of `lengthMs` from `from` to
 * `lastFrom`, oldest first. Each stretch is a look-up from its end in the index (asset, minute), so that this costs the
 * stretches and not the minutes.
 */
export async function pricesTogether(
  tx: Tx,
  pair: { send: AssetCode; receive: AssetCode },
  stretches: { from: TimeMs; lastFrom: TimeMs; lengthMs: number },
): Promise<{ at: TimeMs; sendPrice: PriceScaled; receivePrice: PriceScaled }[]> {
  const length = sql`make_interval(secs => ${stretches.lengthMs / 1000}::double precision)`;
  const rows = await tx.execute<{ minute: string; send: string; receive: string }>(sql`
    SELECT last.minute, last.send, last.receive
    FROM generate_series(${iso(stretches.from)}::timestamptz, ${iso(stretches.lastFrom)}::timestamptz, ${length}) AS stretch (start),
    LATERAL (
      SELECT s.minute, s.price_scaled AS send, r.price_scaled AS receive
      FROM price_history s JOIN price_history r ON r.asset = ${pair.receive} AND r.minute = s.minute
      WHERE s.asset = ${pair.send} AND s.minute >= stretch.start AND s.minute < stretch.start + ${length}
      ORDER BY s.minute DESC LIMIT 1
    ) AS last
    ORDER BY last.minute`);
  return rows.map((row) => ({
    at: new Date(row.minute).getTime(),
    sendPrice: BigInt(row.send),
    receivePrice: BigInt(row.receive),
  }));
}

/** Units of each asset that fixed-rate orders not yet settled promise to pay, and expect to be paid. */
export async function fixedExposure(
  tx: Tx,
): Promise<{ asset: string; promised: bigint; expected: bigint }[]> {
  const rows = await tx.execute<{ asset: string; promised: string; expected: string }>(sql`
    WITH open AS (
      SELECT q.send_asset, q.receive_asset, q.send_units, q.receive_units FROM quotes q JOIN orders o ON o.id = q.order_id
      WHERE o.state IN ('waiting', 'confirming', 'screening', 'exchanging'))
    SELECT asset, sum(promised) AS promised, sum(expected) AS expected FROM (
      SELECT receive_asset AS asset, receive_units AS promised, 0 AS expected FROM open
      UNION ALL SELECT send_asset, 0, send_units FROM open) sides GROUP BY asset`);
  return rows.map((row) => ({
    asset: row.asset,
    promised: BigInt(row.promised),
    expected: BigInt(row.expected),
  }));
}

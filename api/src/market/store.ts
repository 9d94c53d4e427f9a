import { and, eq, lt, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { assert } from "../core/assert";
import { ASSET_CODES, type AssetCode, type ChainId, isAssetCode, NATIVE_ASSET } from "../core/assets";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs, units, unitsList } from "../db/columns";
import { inPortions } from "../db/in-portions";
import { textArray } from "../db/text-array";
import { assetsOf } from "../switches/switches";
import type { CurrentPrices } from "./market";
import type { PriceScaled } from "./price";

const currentPrices = pgTable("current_prices", {
  asset: text("asset").$type<AssetCode>().primaryKey(),
  priceScaled: units("price_scaled").notNull(),
  at: timeMs("at").notNull(),
  pausedReason: text("paused_reason"),
});

const priceHistory = pgTable("price_history", {
  asset: text("asset").$type<AssetCode>().notNull(),
  minute: timeMs("minute").notNull(),
  priceScaled: units("price_scaled").notNull(),
});

const networkFees = pgTable("network_fees", {
  asset: text("asset").$type<AssetCode>().primaryKey(),
  payoutUnits: units("payout_units").notNull(),
  sweepUnits: units("sweep_units").notNull(),
  beyondUnits: unitsList("beyond_units"),
  usualScaled: units("usual_scaled").notNull(),
  at: timeMs("at").notNull(),
});

const MINUTE_MS = 60_000;

/** Units are written out as text: a number of JSON has no room for them. */
type CurrentRow = {
  prices: { asset: string; price: string; at_ms: number; is_paused: boolean }[];
  fees: { asset: string; payout: string; sweep: string; beyond: string[] | null }[];
  reserves: { asset: string; own: string; held: string; planned: string; unpaid: string }[];
  chains: ChainId[];
  /** Those that are followed, while native coins on them are not: see `waitingOn`. */
  waiting: ChainId[];
  /** Names of switches. */
  paused: string[];
};

/** Reads all current prices in one statement: what it says is of one moment. Its tables have one row an asset, chain or switch. */
export async function readCurrentPrices(
  tx: Tx,
  assets: ReadonlySet<AssetCode>,
  now: TimeMs,
): Promise<CurrentPrices> {
  const [row] = await tx.execute<CurrentRow>(sql`SELECT
    (SELECT coalesce(json_agg(json_build_object('asset', asset, 'price', price_scaled::text,
      'at_ms', round(extract(epoch FROM at) * 1000), 'is_paused', paused_reason IS NOT NULL)), '[]') FROM current_prices) AS prices,
    (SELECT coalesce(json_agg(json_build_object('asset', asset, 'payout', payout_units::text, 'sweep', sweep_units::text,
      'beyond', beyond_units)), '[]') FROM network_fees) AS fees,
    (SELECT coalesce(json_agg(json_build_object('asset', asset, 'own', own::text, 'held', held::text,
      'planned', planned::text, 'unpaid', unpaid::text)), '[]') FROM reserves) AS reserves,
    (SELECT coalesce(json_agg(chain), '[]') FROM chain_cursors WHERE status = 'ok') AS chains,
    (SELECT coalesce(json_agg(chain), '[]') FROM chain_cursors WHERE status = 'ok' AND reason IS NOT NULL) AS waiting,
    (SELECT coalesce(json_agg(name), '[]') FROM admin_switches WHERE paused) AS paused`);
  assert(row !== undefined, "a statement without FROM has one row");
  return {
    at: now,
    prices: byAsset(row.prices, ({ price, at_ms, is_paused }) => ({
      price: BigInt(price),
      at: at_ms,
      paused: is_paused,
    })),
    networkFees: byAsset(row.fees, ({ payout, sweep, beyond }) => ({
      payoutUnits: BigInt(payout),
      sweepUnits: BigInt(sweep),
      ...(beyond !== null && { beyondUnits: beyond.map(BigInt) }),
    })),
    reserves: byAsset(row.reserves, ({ own, held, planned, unpaid }) => ({
      own: BigInt(own),
      held: BigInt(held),
      planned: BigInt(planned),
      unpaid: BigInt(unpaid),
    })),
    chains: new Set(row.chains),
    assets,
    paused: new Set([...assetsOf(row.paused), ...row.waiting.map((chain) => NATIVE_ASSET[chain])]),
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

/** A price that did not move is written again after so long: a price counts for a minute. */
const WRITTEN_AGAIN_MS = 10_000;

/**
 * Writes prices of different assets where every process reads them, as far as they moved, and the first of each minute
 * into the history.
 */
export async function savePrices(
  tx: Tx,
  { prices, at }: { prices: readonly Omit<typeof currentPrices.$inferSelect, "at">[]; at: TimeMs },
): Promise<void> {
  if (prices.length === 0) return;
  const given = prices.map(({ asset, priceScaled, pausedReason }) => ({
    asset,
    price_scaled: priceScaled.toString(),
    paused_reason: pausedReason,
  }));
  await tx.execute(sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) AS price (asset text, price_scaled units, paused_reason text)
    ), noted AS (
      INSERT INTO price_history (asset, minute, price_scaled)
      SELECT asset, ${isoOf(at - (at % MINUTE_MS))}::timestamptz, price_scaled FROM given ON CONFLICT DO NOTHING
    ), moved AS (
      UPDATE current_prices known
      SET price_scaled = given.price_scaled, at = ${isoOf(at)}::timestamptz, paused_reason = given.paused_reason
      FROM given WHERE known.asset = given.asset AND NOT (known.price_scaled = given.price_scaled
        AND known.paused_reason IS NOT DISTINCT FROM given.paused_reason
        AND known.at BETWEEN ${isoOf(at - WRITTEN_AGAIN_MS + 1)}::timestamptz AND ${isoOf(at)}::timestamptz)
    )
    INSERT INTO current_prices (asset, price_scaled, at, paused_reason)
    SELECT asset, price_scaled, ${isoOf(at)}::timestamptz, paused_reason FROM given
    WHERE NOT EXISTS (SELECT 1 FROM current_prices known WHERE known.asset = given.asset)
    ON CONFLICT (asset) DO NOTHING`);
}

/** Whether the history has a price from before the given time. */
export async function hasPricesBefore(tx: Tx, before: TimeMs): Promise<boolean> {
  const rows = await tx
    .select({ asset: priceHistory.asset })
    .from(priceHistory)
    .where(and(eq(priceHistory.asset, "BTC"), lt(priceHistory.minute, before)))
    .limit(1);
  return rows.length > 0;
}

/** Writes prices of the past into the history; minutes that are known stay as they are. */
export async function savePast(
  tx: Tx,
  prices: readonly { asset: AssetCode; minute: TimeMs; price: PriceScaled }[],
): Promise<void> {
  const given = prices.map(({ asset, minute, price }) => ({
    asset,
    minute: isoOf(minute),
    price_scaled: price.toString(),
  }));
  await tx.execute(sql`
    INSERT INTO price_history (asset, minute, price_scaled)
    SELECT asset, minute, price_scaled
    FROM jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) AS past (asset text, minute timestamptz, price_scaled units)
    ON CONFLICT DO NOTHING`);
}

/** A usual fee is kept in millionths of a unit, and a new one weighs so little: one every 15 seconds makes a day. */
const USUAL_SCALE = 1_000_000n;
const USUAL_WEIGHT = 5_760n;

/** What payments of an asset cost now. */
export type NetworkFee = Omit<typeof networkFees.$inferSelect, "usualScaled">;

/**
 * Saves what payments cost now, and follows with what they usually cost; rounded up, so that it gets there. Nothing is
 * written of an asset whose fees stand still. True where something was.
 */
export async function saveNetworkFees(tx: Tx, fees: readonly NetworkFee[]): Promise<boolean> {
  if (fees.length === 0) return false;
  const known = new Map((await tx.select().from(networkFees)).map((fee) => [fee.asset, fee]));
  const changed = fees.flatMap((fee) => {
    const before = known.get(fee.asset);
    const usualScaled =
      before === undefined ? fee.payoutUnits * USUAL_SCALE : followed(before.usualScaled, fee);
    return before !== undefined && isSameFee(before, { ...fee, usualScaled })
      ? []
      : [{ ...fee, usualScaled }];
  });
  for (const fee of changed) {
    const { asset: target } = networkFees;
    await tx.insert(networkFees).values(fee).onConflictDoUpdate({ target, set: fee });
  }
  return changed.length > 0;
}

const followed = (usualScaled: bigint, { payoutUnits }: NetworkFee): bigint =>
  (usualScaled * (USUAL_WEIGHT - 1n) + payoutUnits * USUAL_SCALE + USUAL_WEIGHT - 1n) / USUAL_WEIGHT;

const isSameFee = (one: typeof networkFees.$inferSelect, other: typeof networkFees.$inferSelect): boolean =>
  one.payoutUnits === other.payoutUnits &&
  one.sweepUnits === other.sweepUnits &&
  one.usualScaled === other.usualScaled &&
  String(one.beyondUnits) === String(other.beyondUnits);

/** Whether a payment of the asset costs no more now than it usually does. */
export async function isFeeLow(tx: Tx, asset: AssetCode): Promise<boolean> {
  const { payoutUnits, usualScaled } = networkFees;
  const isLow = sql`${payoutUnits} * ${USUAL_SCALE.toString()}::numeric <= ${usualScaled}`;
  const rows = await tx
    .select({ asset: networkFees.asset })
    .from(networkFees)
    .where(and(eq(networkFees.asset, asset), isLow));
  return rows.length > 0;
}

/** Prices of minutes before the given time, of every asset that is known: the table's key begins with the asset. */
export const deleteOldPrices = (database: Tx, before: TimeMs): Promise<void> =>
  inPortions((limit) =>
    database.execute(sql`
      DELETE FROM price_history WHERE ctid = ANY (ARRAY(
        SELECT old.ctid FROM unnest(${textArray(ASSET_CODES)}::text[]) AS known (asset) CROSS JOIN LATERAL (
          SELECT p.ctid FROM price_history p WHERE p.asset = known.asset AND p.minute < ${isoOf(before)}
          ORDER BY p.minute LIMIT ${limit}) AS old
        LIMIT ${limit}))`),
  );

/** Stretches of time of one length; the last one begins at `lastFrom`. */
export type Stretches = { from: TimeMs; lastFrom: TimeMs; lengthMs: number };

function stretchesSql({ from, lastFrom, lengthMs }: Stretches) {
  const length = sql`make_interval(secs => ${lengthMs / 1000}::double precision)`;
  const starts = sql`generate_series(${isoOf(from)}::timestamptz, ${isoOf(lastFrom)}::timestamptz, ${length}) AS stretch (start)`;
  return { length, starts };
}

/** Prices of all given assets at the last minute of each stretch that has one of `counted`, oldest first. */
export async function pricesOfAll(
  tx: Tx,
  { assets, counted }: { assets: readonly AssetCode[]; counted: AssetCode },
  stretches: Stretches,
): Promise<{ asset: AssetCode; at: TimeMs; price: PriceScaled; countedPrice: PriceScaled }[]> {
  const { length, starts } = stretchesSql(stretches);
  const rows = await tx.execute<{ asset: AssetCode; minute: string; price: string; counted: string }>(sql`
    SELECT past.asset, last.minute, past.price_scaled AS price, last.price_scaled AS counted
    FROM ${starts}, LATERAL (
      SELECT minute, price_scaled FROM price_history
      WHERE asset = ${counted} AND minute >= stretch.start AND minute < stretch.start + ${length}
      ORDER BY minute DESC LIMIT 1
    ) AS last
    JOIN price_history past ON past.minute = last.minute AND past.asset = ANY(${textArray(assets)}::text[])
    ORDER BY last.minute`);
  return rows.map((row) => ({
    asset: row.asset,
    at: new Date(row.minute).getTime(),
    price: BigInt(row.price),
    countedPrice: BigInt(row.counted),
  }));
}

/**
 * The last prices that both assets had in the same minute, one pair for each stretch of `lengthMs` from `from` to
 * `lastFrom`, oldest first. Each stretch is a look-up from its end in the index (asset, minute), so that this costs the
 * stretches and not the minutes.
 */
export async function pricesTogether(
  tx: Tx,
  pair: { send: AssetCode; receive: AssetCode },
  stretches: Stretches,
): Promise<{ at: TimeMs; sendPrice: PriceScaled; receivePrice: PriceScaled }[]> {
  const { length, starts } = stretchesSql(stretches);
  const rows = await tx.execute<{ minute: string; send: string; receive: string }>(sql`
    SELECT last.minute, last.send, last.receive
    FROM ${starts}, LATERAL (
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

import { type SQL, sql } from "drizzle-orm";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { type AssetPrices, LOAN_SUM_MS, type LoanSums, weightDivisor } from "./approval";
import { LOAN_ASSETS } from "./loan";

/** Any number: the lock that a transaction holds from reading the sums until its loan counts in them. */
const LOAN_SUMS_LOCK = 7_205_011;

/** How many creators, and how many addresses, a list of sums has. */
export const SUMS_LISTED_MAX = 20;

/** Held until the transaction ends. A loan's row is locked before it, reserves after it. */
export async function lockLoanSums(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOAN_SUMS_LOCK})`);
}

/**
 * The loans of the last 24 hours that count, each with its weight: those to an address, as far as they may be paid
 * (pending ones only where they need no approval or have it), are being paid or were paid. `created` and `asked` say
 * whether they were created, and whether the reserve was asked to pay them, in that time.
 */
const counted = (prices: AssetPrices, now: TimeMs): SQL => {
  const from = sql`${isoOf(now - LOAN_SUM_MS)}::timestamptz`;
  const rows = LOAN_ASSETS.map(
    (asset) =>
      sql`(${asset}::text, ${prices[asset]?.toString() ?? null}::numeric, ${weightDivisor(asset).toString()}::numeric)`,
  );
  return sql`SELECT created_by, receive_address, created_at > ${from} AS created, coalesce(asked_at > ${from}, false) AS asked,
      greatest(value_scaled, div(units * price + divisor - 1, divisor)) AS weight, price IS NULL AS unpriced
    FROM loans JOIN (VALUES ${sql.join(rows, sql`, `)}) AS p (asset, price, divisor) USING (asset)
    WHERE receive_address IS NOT NULL AND (created_at > ${from} OR asked_at > ${from})
      AND (status IN ('processing', 'completed') OR status = 'pending' AND (NOT approval_required OR approved_by IS NOT NULL))`;
};

/**
 * What counts beside a loan of this creator to this address: of the loans created in the last 24 hours, or of those that
 * the reserve was asked to pay. Null where a price is missing. The caller holds `lockLoanSums`.
 */
export async function sumLoans(
  tx: Tx,
  loan: { createdBy: string; receiveAddress: string },
  { by, prices, now }: { by: "created" | "asked"; prices: AssetPrices; now: TimeMs },
): Promise<LoanSums | null> {
  const [row] = await tx.execute<{ creator: string; address: string; total: string; unpriced: boolean }>(sql`
    SELECT coalesce(sum(weight) FILTER (WHERE created_by = ${loan.createdBy}), 0)::text AS creator,
      coalesce(sum(weight) FILTER (WHERE receive_address = ${loan.receiveAddress}), 0)::text AS address,
      coalesce(sum(weight), 0)::text AS total, coalesce(bool_or(unpriced), false) AS unpriced
    FROM (${counted(prices, now)}) AS c WHERE ${by === "created" ? sql`created` : sql`asked`}`);
  if (row === undefined || row.unpriced) return null;
  return {
    creatorScaled: BigInt(row.creator),
    addressScaled: BigInt(row.address),
    totalScaled: BigInt(row.total),
  };
}

/** A creator's name or an address, or null for all loans; what they come to, in USDT times 10^8. */
export type LoanSum = { of: string | null; createdScaled: bigint; askedScaled: bigint };

/** The sums of the last 24 hours, highest first; `isPriced` is false where a price is missing and a sum may be too low. */
export async function listLoanSums(
  tx: Tx,
  { prices, now }: { prices: AssetPrices; now: TimeMs },
): Promise<{ total: LoanSum; creators: LoanSum[]; addresses: LoanSum[]; isPriced: boolean }> {
  const rows = await tx.execute<{
    scope: number;
    of: string | null;
    created: string;
    asked: string;
    unpriced: boolean;
  }>(sql`
    SELECT * FROM (
      SELECT grouping(created_by, receive_address) AS scope, coalesce(created_by, receive_address) AS of,
        coalesce(sum(weight) FILTER (WHERE created), 0)::text AS created,
        coalesce(sum(weight) FILTER (WHERE asked), 0)::text AS asked, coalesce(bool_or(unpriced), false) AS unpriced,
        row_number() OVER (PARTITION BY grouping(created_by, receive_address)
          ORDER BY sum(weight) DESC, coalesce(created_by, receive_address)) AS place
      FROM (${counted(prices, now)}) AS c GROUP BY GROUPING SETS ((created_by), (receive_address), ())) AS s
    WHERE place <= ${SUMS_LISTED_MAX} ORDER BY place`);
  // PostgreSQL sets a bit for each column that a group does not have: the address is 1, the creator 2.
  const sumsOf = (scope: number): LoanSum[] =>
    rows
      .filter((row) => row.scope === scope)
      .map(({ of, created, asked }) => ({
        of,
        createdScaled: BigInt(created),
        askedScaled: BigInt(asked),
      }));
  const [total = { of: null, createdScaled: 0n, askedScaled: 0n }] = sumsOf(3);
  return {
    total,
    creators: sumsOf(1),
    addresses: sumsOf(2),
    isPriced: rows.every(({ unpriced }) => !unpriced),
  };
}

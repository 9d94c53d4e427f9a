import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AssetCode, ChainId } from "../core/assets";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import { SWEEP_REVERTS_MAX } from "../ledger/stuck";
import { IS_DROPPED } from "./dropped-store";
import { unswept } from "./holdings-store";

/** Credited coins of one asset on a deposit address, of a key of `home` where that is a sister chain. */
export type Lot = { address: string; index: number; home: ChainId | null; asset: AssetCode; units: bigint };

/** A sweep that nodes refuse, because its address has less native coin than it needs. */
export type ShortSweep = Omit<Lot, "units"> & {
  txId: string;
  nonce: number;
  /** The native units that are missing. */
  shortUnits: bigint;
};

/** What nodes say of transactions that they have not refused. */
const NOT_REFUSED = sql.raw("'{mempool,mined,unknown}'::text[]");

/** Whether an attempt `a` may still move coins. */
const IS_UNDER_WAY = sql`(a.state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded') OR ${IS_DROPPED})`;

/** Whether an attempt `a` sends from this deposit address, or brings coins to it; not its sweeps with `paidNonce` and later ones. */
const isAt = (address: SQL, paidNonce: SQL = sql`NULL`): SQL => sql`(
  (a.sender = ${address} AND (a.kind = 'sweep' AND a.nonce >= ${paidNonce}) IS NOT TRUE)
  OR (a.kind IN ('top_up', 'round') AND a.destination = ${address}))`;

/** How long refused lots are tried in one order. */
const TURN_MS = 60_000;

/**
 * Credited coins on deposit addresses that nobody is moving yet and that are worth moving (`unitsMin` by asset). Tokens
 * come before native coins, because what is left of a token's gas must not be taken for its sweep. Addresses whose tokens wait
 * for native coins come after all others, which may bring these, and then those that the signer refused when they were last tried: in
 * each minute in another order, so that every one of them has its turn. None that are set aside, because their sweeps failed, unless the
 * last one ended at `revertedBefore` or earlier.
 */
export async function sweepable(
  tx: Tx,
  chain: ChainId,
  choice: {
    unitsMin: ReadonlyMap<AssetCode, bigint>;
    native: AssetCode;
    revertedBefore: TimeMs;
    now: TimeMs;
    limit: number;
  },
): Promise<Lot[]> {
  const turn = String(Math.floor(choice.now / TURN_MS));
  const revertedBefore = isoOf(choice.revertedBefore);
  const assets = [...choice.unitsMin.keys()];
  const minima = [...choice.unitsMin.values()].map(String);
  const rows = await tx.execute<Omit<Lot, "units"> & { units: string }>(sql`
    SELECT u.address, u.index, u.home, u.asset, u.units FROM unswept u
    JOIN unnest(${textArray(assets)}::text[], ${textArray(minima)}::numeric[]) AS worth (asset, units) ON worth.asset = u.asset
    CROSS JOIN LATERAL (SELECT bool_or(s.short_since IS NOT NULL) AS is_short, bool_or(s.refused_since IS NOT NULL) AS is_refused
      FROM unswept s WHERE s.chain = u.chain AND s.address = u.address) AS address
    WHERE u.chain = ${chain} AND u.units > 0 AND u.units >= worth.units
      AND (u.reverts < ${SWEEP_REVERTS_MAX} OR u.reverted_at <= ${revertedBefore})
      AND NOT EXISTS (SELECT 1 FROM quarantined q WHERE q.chain = COALESCE(u.home, u.chain) AND q.address = u.address)
      AND NOT EXISTS (SELECT 1 FROM payout_attempts a WHERE a.chain = u.chain AND ${IS_UNDER_WAY} AND ${isAt(sql`u.address`)})
    ORDER BY is_refused, CASE WHEN is_refused THEN md5(u.address || ${turn}) END, is_short, (u.asset = ${choice.native}), u.units DESC
    LIMIT ${choice.limit}`);
  return rows.map(({ units, ...lot }) => ({ ...lot, units: BigInt(units) }));
}

/**
 * Sweeps that nodes have refused since `refusedSince` or before, and whose address has less native coin by the books than
 * they need: a reorg below the policy depth took a deposit of it, or put an earlier sweep in a block where its fee is
 * higher. Sweeps that had ended, and that a reorg took out of their blocks, are among them: the books have the address
 * without what these took, so that is added. None where anything else is under way at the address but for later sweeps,
 * and none that lacks more than `unitsMax`, in native units.
 */
export async function shortSweeps(
  tx: Tx,
  chain: ChainId,
  choice: { native: AssetCode; unitsMax: bigint; refusedSince: TimeMs; limit: number },
): Promise<ShortSweep[]> {
  const since = isoOf(choice.refusedSince);
  const rows = await tx.execute<Omit<ShortSweep, "txId" | "nonce" | "shortUnits"> & ShortRow>(sql`
    WITH refused AS (
      SELECT a.id FROM payout_attempts a JOIN attempt_looks k ON k.attempt_id = a.id
      WHERE a.chain = ${chain} AND a.kind = 'sweep' AND a.state IN ('broadcasting', 'sent') AND k.said <> ALL (${NOT_REFUSED}) AND k.since <= ${since}
      UNION ALL SELECT a.id FROM dropped_attempts d JOIN payout_attempts a ON a.id = d.attempt_id
      WHERE a.chain = ${chain} AND a.kind = 'sweep' AND d.trouble IS NULL AND d.said <> ALL (${NOT_REFUSED}) AND d.since <= ${since}
    )
    SELECT s.tx_id, s.nonce, s.sender AS address, s.deposit_index AS index, s.asset, needs.units AS short,
      (SELECT h.home FROM unswept h WHERE h.chain = s.chain AND h.address = s.sender LIMIT 1) AS home
    FROM refused JOIN payout_attempts s ON s.id = refused.id CROSS JOIN LATERAL (
      SELECT s.fee_units_max + CASE WHEN s.asset = ${choice.native} THEN s.units ELSE 0 END
        - COALESCE((SELECT n.units FROM unswept n WHERE n.chain = s.chain AND n.address = s.sender AND n.asset = ${choice.native}), 0)
        - (SELECT COALESCE(sum(a.fee_units + CASE WHEN a.asset = ${choice.native} AND a.state = 'final' THEN a.units ELSE 0 END), 0)
          FROM payout_attempts a WHERE a.chain = s.chain AND a.sender = s.sender AND a.kind = 'sweep' AND ${IS_DROPPED}) AS units
    ) needs
    WHERE needs.units > 0 AND needs.units <= ${choice.unitsMax.toString()}::numeric
      AND NOT EXISTS (SELECT 1 FROM payout_attempts a WHERE a.chain = s.chain AND ${IS_UNDER_WAY} AND ${isAt(sql`s.sender`, sql`s.nonce`)})
    ORDER BY s.id LIMIT ${choice.limit}`);
  return rows.map(({ tx_id, nonce, short, ...at }) => ({
    ...at,
    txId: tx_id,
    nonce: Number(nonce),
    shortUnits: BigInt(short),
  }));
}

type ShortRow = { tx_id: string; nonce: string; short: string };

/**
 * Locks a deposit address for one movement; false when another worker is at it, or a transaction is under way other than
 * the sweep with `paidNonce`, which the movement pays for, and those that come after it.
 */
export async function lockIdleAddress(
  tx: Tx,
  chain: ChainId,
  address: string,
  paidNonce: number | null,
): Promise<boolean> {
  const locked = await tx
    .select({ asset: unswept.asset })
    .from(unswept)
    .where(and(eq(unswept.chain, chain), eq(unswept.address, address)))
    .for("update", { skipLocked: true });
  if (locked.length === 0) return false;
  const open = await tx.execute(sql`
    SELECT 1 FROM payout_attempts a WHERE a.chain = ${chain} AND ${IS_UNDER_WAY} AND ${isAt(sql`${address}`, sql`${paidNonce}::bigint`)}`);
  return open.length === 0;
}

/** What the ledger knows to lie on an address. */
export async function unsweptUnits(
  tx: Tx,
  chain: ChainId,
  address: string,
  asset: AssetCode,
): Promise<bigint> {
  const [row] = await tx
    .select({ units: unswept.units })
    .from(unswept)
    .where(and(eq(unswept.chain, chain), eq(unswept.address, address), eq(unswept.asset, asset)));
  return row?.units ?? 0n;
}

/** Whether a reorg took a sweep of an asset from an address out of its block, which is not as deep again. */
export async function hasDroppedSweep(
  tx: Tx,
  { chain, address, asset }: { chain: ChainId; address: string; asset: AssetCode },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    SELECT 1 FROM payout_attempts a
    WHERE kind = 'sweep' AND state = 'final' AND chain = ${chain} AND sender = ${address} AND asset = ${asset} AND ${IS_DROPPED} LIMIT 1`);
  return rows.length > 0;
}

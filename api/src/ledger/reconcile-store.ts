import { and, eq, gte, sql } from "drizzle-orm";
import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { Chain } from "../chains/chain";
import { loadCursor } from "../chains/cursor-store";
import type { AssetCode, ChainId } from "../core/assets";
import { isoOf } from "../core/instant";
import type { Tx } from "../db/client";
import { timeMs, units } from "../db/columns";
import { textArray } from "../db/text-array";
import type { Unexplained } from "./surplus-store";

const chainChecks = pgTable("chain_checks", {
  asset: text("asset").$type<AssetCode>().primaryKey(),
  height: bigint("height", { mode: "number" }).notNull(),
  chainUnits: units("chain_units").notNull(),
  ledgerUnits: units("ledger_units").notNull(),
  inFlightUnits: units("in_flight_units").notNull(),
  mismatches: integer("mismatches").notNull(),
  deficits: integer("deficits").notNull(),
  surplusUnits: units("surplus_units").notNull().default(0n),
  surplusSince: timeMs("surplus_since"),
  unexplainedUnits: units("unexplained_units").notNull().default(0n),
  compared: integer("compared").notNull(),
  addresses: integer("addresses").notNull(),
  at: timeMs("at"),
});

/** Deficits in a row that freeze an asset. */
const DEFICITS_MAX = 3;

/** A transaction of ours that the chain and the ledger may not both have counted. */
export type OwnTransaction = {
  kind: string;
  asset: AssetCode;
  units: bigint;
  txId: string;
  state: string;
  height: number | null;
  feeUnits: bigint;
  /** It had ended, and a reorg took it out of its block. */
  isDropped: boolean;
  overTor: boolean;
  /** Of its calls through Tor. */
  stream: string;
};

/** Reads our transactions of a chain that are under way, out of their blocks, or mined above a height. */
export type ReadOwnTransactions = (tx: Tx, chain: ChainId, height: number) => Promise<OwnTransaction[]>;

/** What our books say about one asset at the height of the chain's cursor. */
export type Snapshot = {
  height: number;
  hash: string;
  addresses: string[];
  ledgerUnits: bigint;
  depositUnits: bigint;
  attempts: OwnTransaction[];
  unexplained: Unexplained;
};

type SumsRow = {
  asset: AssetCode;
  ledger: string;
  deposits: string;
  /** Null before the first comparison. */
  unexplained: string | null;
  bookings: number | null;
  surplus: string | null;
  since: string | null;
};

/** Reads the books of some of a chain's assets, all of one moment; none while the chain is not watched or is halted. */
export async function readBooks(
  tx: Tx,
  chain: Chain,
  assets: readonly AssetCode[],
  { hotAddress, ownTransactions }: { hotAddress: string; ownTransactions: ReadOwnTransactions },
): Promise<Map<AssetCode, Snapshot>> {
  const cursor = await loadCursor(tx, chain.id);
  if (cursor === undefined || cursor.status !== "ok" || cursor.height < 0) return new Map();
  const { height, hash } = cursor;
  const wanted = sql`${textArray(assets)}::text[]`;
  // A destination without an asset may hold any of them.
  const holding = await tx.execute<{ asset: AssetCode | null; address: string }>(sql`
    SELECT asset, address FROM wallet_outputs WHERE chain = ${chain.id} AND asset = ANY(${wanted}) AND state IN ('available', 'locked')
    UNION SELECT asset, address FROM unswept WHERE chain = ${chain.id} AND asset = ANY(${wanted}) AND units > 0
    UNION SELECT asset, address FROM deposits WHERE chain = ${chain.id} AND asset = ANY(${wanted}) AND state IN ('seen', 'confirmed')
    UNION SELECT NULL, destination FROM payout_attempts WHERE chain = ${chain.id} AND kind = 'top_up' AND state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded')
    UNION SELECT NULL, a.sender FROM dropped_attempts d JOIN payout_attempts a ON a.id = d.attempt_id WHERE a.chain = ${chain.id} AND a.sender IS NOT NULL
    UNION SELECT NULL, a.destination FROM dropped_attempts d JOIN payout_attempts a ON a.id = d.attempt_id
      WHERE a.chain = ${chain.id} AND a.kind IN ('top_up', 'round') AND a.sender IS NOT NULL
    UNION SELECT w.asset, w.address FROM dropped_attempts d JOIN wallet_outputs w ON w.attempt_id = d.attempt_id WHERE w.chain = ${chain.id}
    UNION SELECT NULL, a.address FROM mix_rounds r JOIN addresses a ON a.order_id = r.order_id AND a.chain = r.chain AND a.pool
      WHERE r.chain = ${chain.id} AND r.state = 'signed'
    ORDER BY address`);
  const sums = await tx.execute<SumsRow>(sql`
    SELECT given.asset, c.unexplained_units AS unexplained, c.bookings, c.surplus_units AS surplus, c.surplus_since AS since,
      (SELECT COALESCE(sum(balance), 0) FROM ledger_accounts l WHERE l.asset = given.asset AND account IN ('chain', 'unswept')) AS ledger,
      (SELECT COALESCE(sum(units), 0) FROM deposits d WHERE d.chain = ${chain.id} AND d.asset = given.asset AND state IN ('seen', 'confirmed')
        AND d.height <= ${height}) AS deposits
    FROM unnest(${wanted}) AS given (asset) LEFT JOIN chain_checks c ON c.asset = given.asset`);
  const attempts = await ownTransactions(tx, chain.id, height);
  return new Map(
    sums.map(({ asset, ledger, deposits, ...row }) => {
      const held = holding.filter((row) => row.asset === asset || row.asset === null);
      const addresses = [...new Set([hotAddress, ...held.map(({ address }) => address)])];
      const units = { ledgerUnits: BigInt(ledger), depositUnits: BigInt(deposits) };
      const unexplained = {
        units: BigInt(row.unexplained ?? 0),
        bookings: row.bookings ?? 0,
        surplusUnits: BigInt(row.surplus ?? 0),
        surplusSince: row.since === null ? null : new Date(row.since).getTime(),
      };
      return [asset, { height, hash, addresses, ...units, attempts, unexplained }];
    }),
  );
}

/** Keeps how many of the addresses of a comparison that is under way are compared. */
export async function saveProgress(
  tx: Tx,
  asset: AssetCode,
  progress: { height: number; compared: number; addresses: number },
): Promise<void> {
  const nothing = { chainUnits: 0n, ledgerUnits: 0n, inFlightUnits: 0n, mismatches: 0, deficits: 0 };
  const { compared, addresses } = progress;
  await tx
    .insert(chainChecks)
    .values({ asset, ...nothing, ...progress, at: null })
    .onConflictDoUpdate({ target: chainChecks.asset, set: { compared, addresses } });
}

/** Keeps the outcome of a comparison; mismatches in a row are counted, and among them deficits in a row. Of a surplus: the least of all since it began. */
export async function saveCheck(
  tx: Tx,
  check: {
    asset: AssetCode;
    height: number;
    chainUnits: bigint;
    ledgerUnits: bigint;
    inFlight: bigint;
    addresses: number;
    at: number;
    /** A surplus, or a part of one, was booked: what is left counts from now. */
    isRestarted: boolean;
  },
): Promise<void> {
  const { inFlight: inFlightUnits, isRestarted, ...seen } = check;
  const figures = { ...seen, inFlightUnits, compared: check.addresses };
  const expectedUnits = check.ledgerUnits + inFlightUnits;
  const isMismatch = check.chainUnits !== expectedUnits;
  const isDeficit = check.chainUnits < expectedUnits;
  const surplus = check.chainUnits > expectedUnits ? check.chainUnits - expectedUnits : 0n;
  const since = surplus > 0n ? isoOf(check.at) : null;
  const { mismatches, deficits, surplusUnits, surplusSince } = chainChecks;
  const lasts = sql`${surplusSince} IS NOT NULL AND ${since}::timestamptz IS NOT NULL AND ${!isRestarted}::boolean`;
  const found = sql`${surplus.toString()}::numeric`;
  await tx
    .insert(chainChecks)
    .values({
      ...figures,
      mismatches: isMismatch ? 1 : 0,
      deficits: isDeficit ? 1 : 0,
      surplusUnits: surplus,
      surplusSince: surplus > 0n ? check.at : null,
    })
    .onConflictDoUpdate({
      target: chainChecks.asset,
      set: {
        ...figures,
        mismatches: isMismatch ? sql`${mismatches} + 1` : 0,
        deficits: isDeficit ? sql`${deficits} + 1` : 0,
        surplusUnits: sql`CASE WHEN ${lasts} THEN least(${surplusUnits}, ${found}) ELSE ${found} END`,
        surplusSince: sql`CASE WHEN ${lasts} THEN ${surplusSince} ELSE ${since}::timestamptz END`,
      },
    });
}

/**
 * Whether coins of an asset are missing on the chain: its payouts wait until a person has looked. Coins that the books
 * do not know of freeze nothing, because anybody can send coins.
 */
export async function isFrozen(tx: Tx, asset: AssetCode): Promise<boolean> {
  const rows = await tx
    .select({ asset: chainChecks.asset })
    .from(chainChecks)
    .where(and(eq(chainChecks.asset, asset), gte(chainChecks.deficits, DEFICITS_MAX)));
  return rows.length > 0;
}

/** The last comparison of an asset with its chain, and how far the one under way is. */
export type Comparison = {
  asset: AssetCode;
  /** Null while the first comparison is under way. */
  at: number | null;
  compared: number;
  addresses: number;
  /** What the chain has above the books; below zero where coins are missing. */
  surplusUnits: bigint;
  /** Coins of no known cause that are booked: unallocated. */
  unexplainedUnits: bigint;
  isFrozen: boolean;
};

/** Reads the comparisons of all assets. */
export async function comparisons(tx: Tx): Promise<Comparison[]> {
  const rows = await tx.select().from(chainChecks).orderBy(chainChecks.asset);
  return rows.map(({ chainUnits, ledgerUnits, inFlightUnits, deficits, ...row }) => ({
    asset: row.asset,
    at: row.at,
    compared: row.compared,
    addresses: row.addresses,
    surplusUnits: chainUnits - ledgerUnits - inFlightUnits,
    unexplainedUnits: row.unexplainedUnits,
    isFrozen: deficits >= DEFICITS_MAX,
  }));
}

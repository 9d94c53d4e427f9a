import { sql } from "drizzle-orm";
import type { Chain } from "../chains/chain";
import { type AssetCode, NATIVE_ASSET } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database, Tx } from "../db/client";

/** An asset whose addresses are more than this is not compared address by address. */
const ADDRESSES_MAX = 500;

type Snapshot = {
  height: number;
  addresses: string[];
  ledgerUnits: bigint;
  depositUnits: bigint;
  attempts: {
    kind: string;
    asset: AssetCode;
    units: bigint;
    txId: string;
    state: string;
    height: number | null;
    feeUnits: bigint;
  }[];
};

/**
 * Invariant 12: at the cursor's height, what the chain says our addresses hold equals the ledger, plus deposits not yet
 * credited, less payouts mined but not yet booked. Three mismatches in a row freeze the asset's payouts.
 */
export async function reconcile(
  parts: { database: Database; clock: Clock; hotAddress: string },
  chain: Chain,
): Promise<void> {
  for (const asset of chain.assets) {
    const snapshot = await parts.database.transaction((tx) => read(tx, chain, asset, parts.hotAddress), {
      isolationLevel: "repeatable read",
      accessMode: "read only",
    });
    if (snapshot === null) continue;
    const { height, addresses } = snapshot;
    let chainUnits = 0n;
    for (const address of addresses) chainUnits += await chain.balance({ address, asset, height });
    const inFlight = snapshot.depositUnits + (await unbooked(chain, asset, snapshot));
    const { ledgerUnits } = snapshot;
    await save(parts.database, { asset, height, chainUnits, ledgerUnits, inFlight, at: parts.clock.now() });
  }
}

async function read(tx: Tx, chain: Chain, asset: AssetCode, hotAddress: string): Promise<Snapshot | null> {
  const cursors = await tx.execute<{ height: string; status: string }>(
    sql`SELECT height, status FROM chain_cursors WHERE chain = ${chain.id}`,
  );
  const cursor = cursors[0];
  if (cursor === undefined || cursor.status !== "ok" || Number(cursor.height) < 0) return null;
  const places = await tx.execute<{ address: string }>(sql`
    SELECT address FROM wallet_outputs WHERE chain = ${chain.id} AND asset = ${asset} AND state IN ('available', 'locked')
    UNION SELECT address FROM unswept WHERE chain = ${chain.id} AND asset = ${asset} AND units > 0
    UNION SELECT address FROM deposits WHERE chain = ${chain.id} AND asset = ${asset} AND state IN ('seen', 'confirmed')
    UNION SELECT destination FROM payout_attempts WHERE chain = ${chain.id} AND kind = 'top_up' AND state IN ('signed', 'broadcasting', 'sent', 'mined')
    LIMIT ${ADDRESSES_MAX + 1}`);
  if (places.length > ADDRESSES_MAX) return null;
  const sums = await tx.execute<{ ledger: string | null; deposits: string | null }>(sql`
    SELECT (SELECT sum(balance) FROM ledger_accounts WHERE asset = ${asset} AND account IN ('chain', 'unswept')) AS ledger,
      (SELECT sum(units) FROM deposits WHERE chain = ${chain.id} AND asset = ${asset} AND state IN ('seen', 'confirmed')
        AND height <= ${cursor.height}) AS deposits`);
  const attempts = await tx.execute<Record<string, string | null>>(sql`
    SELECT kind, asset, units, tx_id, state, height, fee_units FROM payout_attempts WHERE chain = ${chain.id}
      AND (state IN ('signed', 'broadcasting', 'sent', 'mined') OR height > ${cursor.height})`);
  return {
    height: Number(cursor.height),
    addresses: [...new Set([hotAddress, ...places.map((row) => row.address)])],
    ledgerUnits: BigInt(sums[0]?.ledger ?? "0"),
    depositUnits: BigInt(sums[0]?.deposits ?? "0"),
    attempts: attempts.map((row) => ({
      kind: String(row.kind),
      asset: row.asset as AssetCode,
      units: BigInt(String(row.units)),
      txId: String(row.tx_id),
      state: String(row.state),
      height: row.height === null ? null : Number(row.height),
      feeUnits: BigInt(row.fee_units ?? "0"),
    })),
  };
}

/** What our own transactions changed on the chain but not in the ledger (negative), or the other way round. */
async function unbooked(chain: Chain, asset: AssetCode, snapshot: Snapshot): Promise<bigint> {
  let units = 0n;
  const spent = (attempt: Snapshot["attempts"][number], feeUnits: bigint, succeeded: boolean): bigint =>
    (attempt.kind === "leg" && attempt.asset === asset && succeeded ? attempt.units : 0n) +
    (NATIVE_ASSET[chain.id] === asset ? feeUnits : 0n);
  for (const attempt of snapshot.attempts) {
    if (attempt.state === "final" || attempt.state === "reverted") {
      units += spent(attempt, attempt.feeUnits, attempt.state === "final");
      continue;
    }
    const status = await chain.transaction(attempt.txId);
    if (status.status !== "mined" || status.height > snapshot.height) continue;
    units -= spent(attempt, status.feeUnits, status.succeeded);
  }
  return units;
}

async function save(
  tx: Tx,
  check: {
    asset: AssetCode;
    height: number;
    chainUnits: bigint;
    ledgerUnits: bigint;
    inFlight: bigint;
    at: number;
  },
): Promise<void> {
  const mismatch = check.chainUnits === check.ledgerUnits + check.inFlight ? 0 : 1;
  await tx.execute(sql`
    INSERT INTO chain_checks (asset, height, chain_units, ledger_units, in_flight_units, mismatches, at)
    VALUES (${check.asset}, ${check.height}, ${check.chainUnits.toString()}, ${check.ledgerUnits.toString()}, ${check.inFlight.toString()},
      ${mismatch}, ${new Date(check.at).toISOString()})
    ON CONFLICT (asset) DO UPDATE SET height = EXCLUDED.height, chain_units = EXCLUDED.chain_units, ledger_units = EXCLUDED.ledger_units,
      in_flight_units = EXCLUDED.in_flight_units, at = EXCLUDED.at,
      mismatches = CASE WHEN EXCLUDED.mismatches = 0 THEN 0 ELSE chain_checks.mismatches + 1 END`);
}

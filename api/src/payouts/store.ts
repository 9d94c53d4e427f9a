import { sql } from "drizzle-orm";
import type { WalletKey, WalletOutput } from "../chains/chain";
import type { AssetCode, ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import { WANTS_TOR } from "./attempt-store";

export type Leg = {
  id: string;
  kind: "payout" | "refund" | "loan";
  /** Whose it is: an order's or a loan's. */
  orderId: string | null;
  loanId: string | null;
  chain: ChainId;
  asset: AssetCode;
  destination: string;
  units: bigint;
  feeUnitsMax: bigint;
  state: "planned" | "final" | "reversed";
  /** Of a mix. */
  isMixed: boolean;
  /** Its order asks that what is done for it goes through Tor. */
  overTor: boolean;
};

export async function loadLeg(tx: Tx, id: string): Promise<Leg | undefined> {
  const rows = await tx.execute<Record<string, string | null>>(sql`
    SELECT l.*, (l.kind = 'payout' AND o.terms ->> 'mixer' IS NOT NULL)::text AS is_mixed,
      COALESCE(${WANTS_TOR}, false)::text AS over_tor
    FROM payout_legs l LEFT JOIN orders o ON o.id = l.order_id WHERE l.id = ${id}`);
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    id,
    kind: row.kind as Leg["kind"],
    orderId: row.order_id ?? null,
    loanId: row.loan_id ?? null,
    chain: row.chain as ChainId,
    asset: row.asset as AssetCode,
    destination: String(row.destination),
    units: BigInt(String(row.units)),
    feeUnitsMax: BigInt(String(row.fee_units_max)),
    state: row.state as Leg["state"],
    isMixed: row.is_mixed === "true",
    overTor: row.over_tor === "true",
  };
}

/** Locks the leg's row, so that two workers cannot both build for it; gives its state as it is then. */
export async function lockLeg(tx: Tx, id: string): Promise<Leg["state"] | undefined> {
  const rows = await tx.execute<{ state: Leg["state"] }>(
    sql`SELECT state FROM payout_legs WHERE id = ${id} FOR UPDATE`,
  );
  return rows[0]?.state;
}

/** Whether an administrator is to decide on the leg's order. */
export async function isHeld(tx: Tx, leg: Leg): Promise<boolean> {
  const rows = await tx.execute(sql`SELECT 1 FROM orders WHERE id = ${leg.orderId} AND state = 'hold'`);
  return rows.length > 0;
}

/**
 * Why this leg's money may not move now: a halted chain below it, or a deposit that is no longer canonical. A loan is
 * paid with coins of its own chain's hot wallet.
 */
export async function fundingTrouble(tx: Tx, leg: Leg): Promise<string | null> {
  if (leg.loanId !== null) {
    const halted = await tx.execute(
      sql`SELECT 1 FROM chain_cursors WHERE chain = ${leg.chain} AND status = 'halted'`,
    );
    return halted.length > 0 ? "the chain is halted" : null;
  }
  const rows = await tx.execute<{ state: string; status: string | null }>(sql`
    SELECT d.state, c.status FROM deposits d LEFT JOIN chain_cursors c ON c.chain = d.chain
    WHERE d.order_id = (SELECT COALESCE(parent_id, id) FROM orders WHERE id = ${leg.orderId})
      AND d.state IN ('confirmed', 'credited', 'lost')`);
  if (rows.some((row) => row.state === "lost")) return "a deposit is no longer in the best chain";
  if (rows.some((row) => row.status === "halted")) return "the deposit's chain is halted";
  return null;
}

/**
 * Outputs that may be spent now, locked against other builders for the rest of the transaction; never a deposit of a mix
 * that has not ended. With `onlyMixed`, those alone that came out of rounds.
 */
export async function spendableOutputs(
  tx: Tx,
  chain: ChainId,
  limit: number,
  { onlyMixed = false }: { onlyMixed?: boolean } = {},
): Promise<WalletOutput[]> {
  const mixed = onlyMixed
    ? sql`AND EXISTS (SELECT 1 FROM addresses a WHERE a.chain = w.chain AND a.address = w.address AND a.pool)`
    : sql``;
  const rows = await tx.execute<Record<string, string>>(sql`
    SELECT tx_id, ordinal, units, address, branch, index FROM wallet_outputs w
    WHERE chain = ${chain} AND state = 'available'
      AND NOT EXISTS (SELECT 1 FROM quarantined q WHERE q.chain = w.chain AND q.address = w.address) ${mixed}
    ORDER BY units DESC LIMIT ${limit} FOR UPDATE OF w SKIP LOCKED`);
  return rows.map((row) => ({
    txId: String(row.tx_id),
    ordinal: Number(row.ordinal),
    units: BigInt(String(row.units)),
    address: String(row.address),
    key: { branch: row.branch as WalletKey["branch"], index: Number(row.index) },
  }));
}

export async function lockOutputs(
  tx: Tx,
  chain: ChainId,
  outputs: readonly { txId: string; ordinal: number }[],
  attemptId: string,
): Promise<boolean> {
  for (const { txId, ordinal } of outputs) {
    const rows = await tx.execute(sql`
      UPDATE wallet_outputs SET state = 'locked', attempt_id = ${attemptId}
      WHERE chain = ${chain} AND tx_id = ${txId} AND ordinal = ${ordinal} AND state = 'available' RETURNING tx_id`);
    if (rows.length !== 1) return false;
  }
  return true;
}

/** The inputs of a final transaction are spent for good. */
export async function spendOutputs(tx: Tx, attemptId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE wallet_outputs SET state = 'spent' WHERE attempt_id = ${attemptId} AND state = 'locked'`,
  );
}

/** An output of a final transaction of ours that comes back to us can be spent. */
export async function addChange(
  tx: Tx,
  change: {
    chain: ChainId;
    txId: string;
    ordinal: number;
    asset: AssetCode;
    address: string;
    key: WalletKey;
    units: bigint;
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO wallet_outputs (chain, tx_id, ordinal, asset, address, branch, index, units, state)
    VALUES (${change.chain}, ${change.txId}, ${change.ordinal}, ${change.asset}, ${change.address}, ${change.key.branch}, ${change.key.index},
      ${change.units.toString()}, 'available') ON CONFLICT DO NOTHING`);
}

/** Takes the sender's next nonce, its row locked until the attempt that uses it is committed. */
export async function takeNonce(tx: Tx, chain: ChainId, sender: string, atLeast: number): Promise<number> {
  await tx.execute(sql`
    INSERT INTO wallet_nonces (chain, sender, next_nonce) VALUES (${chain}, ${sender}, ${atLeast}) ON CONFLICT DO NOTHING`);
  const rows = await tx.execute<{ nonce: string }>(sql`
    UPDATE wallet_nonces SET next_nonce = next_nonce + 1 WHERE chain = ${chain} AND sender = ${sender}
    RETURNING next_nonce - 1 AS nonce`);
  return Number(rows[0]?.nonce);
}

export async function nonceKnown(tx: Tx, chain: ChainId, sender: string): Promise<boolean> {
  const rows = await tx.execute(
    sql`SELECT 1 FROM wallet_nonces WHERE chain = ${chain} AND sender = ${sender}`,
  );
  return rows.length > 0;
}

/** Assets whose ledger does not match the chain: their payouts wait until a person has looked. */
export async function isFrozen(tx: Tx, asset: AssetCode): Promise<boolean> {
  const rows = await tx.execute(sql`SELECT 1 FROM chain_checks WHERE asset = ${asset} AND mismatches >= 3`);
  return rows.length > 0;
}

/**
 * What the signer compares a leg with: the leg's row, which the http role cannot write, and what the order or the loan
 * itself says. None for an address that was ours: the coins would leave the books and come back to nobody.
 */
export async function legRecord(tx: Tx, legId: string) {
  const rows = await tx.execute<{
    chain: ChainId;
    asset: AssetCode;
    units: string;
    fee_units_max: string;
    destination: string;
    wanted: boolean;
  }>(sql`
    SELECT l.chain, l.asset, l.units, l.fee_units_max, l.destination,
      CASE l.kind WHEN 'payout' THEN l.destination = o.terms ->> 'receiveAddress' OR o.terms #> '{mixer,receiveAddresses}' ? l.destination
        WHEN 'refund' THEN l.destination = o.refund_address
        ELSE l.destination = n.receive_address AND l.asset = n.asset AND l.units = n.units AND l.fee_units_max = n.fee_units_max
          AND n.status = 'processing' AND n.leg_id = l.id
          AND (NOT n.approval_required OR n.approved_by <> n.created_by) END AS wanted
    FROM payout_legs l LEFT JOIN orders o ON o.id = l.order_id LEFT JOIN loans n ON n.id = l.loan_id
    WHERE l.id = ${legId} AND l.state = 'planned' AND NOT is_forgotten_address(l.chain, l.destination)`);
  const row = rows[0];
  if (row === undefined || row.wanted !== true) return undefined;
  const { chain, asset, destination } = row;
  return { chain, asset, destination, units: BigInt(row.units), feeUnitsMax: BigInt(row.fee_units_max) };
}

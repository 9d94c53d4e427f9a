import { sql } from "drizzle-orm";
import type { WalletKey, WalletOutput } from "../chains/chain";
import type { AssetCode, ChainId } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import type { AttemptState } from "./attempt";

export type Leg = {
  id: string;
  orderId: string;
  kind: "payout" | "refund";
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

export type Attempt = {
  id: string;
  kind: "leg" | "sweep" | "top_up" | "round";
  legId: string | null;
  orderId: string | null;
  chain: ChainId;
  asset: AssetCode;
  sender: string | null;
  nonce: number | null;
  destination: string;
  units: bigint;
  feeUnitsMax: bigint;
  depositIndex: number | null;
  state: AttemptState;
  raw: string;
  txId: string;
  height: number | null;
  blockHash: string | null;
  fence: string;
  createdAt: TimeMs;
  /** Its order, or one of the orders that share it, asks for Tor. */
  overTor: boolean;
};

export type NewAttempt = Omit<
  Attempt,
  "id" | "orderId" | "height" | "blockHash" | "fence" | "state" | "overTor"
>;

type AttemptRow = {
  id: string;
  kind: Attempt["kind"];
  leg_id: string | null;
  order_id: string | null;
  chain: ChainId;
  asset: AssetCode;
  sender: string | null;
  nonce: string | null;
  destination: string;
  units: string;
  fee_units_max: string;
  deposit_index: number | null;
  state: AttemptState;
  raw: string;
  tx_id: string;
  height: string | null;
  block_hash: string | null;
  fence: string;
  created_at: string;
  over_tor: boolean;
};

const iso = (at: TimeMs): string => new Date(at).toISOString();
const number = (text: string | null): number | null => (text === null ? null : Number(text));

const attemptOf = (row: AttemptRow): Attempt => ({
  id: row.id,
  kind: row.kind,
  legId: row.leg_id,
  orderId: row.order_id,
  chain: row.chain,
  asset: row.asset,
  sender: row.sender,
  nonce: number(row.nonce),
  destination: row.destination,
  units: BigInt(row.units),
  feeUnitsMax: BigInt(row.fee_units_max),
  depositIndex: row.deposit_index,
  state: row.state,
  raw: row.raw,
  txId: row.tx_id,
  height: number(row.height),
  blockHash: row.block_hash,
  fence: row.fence,
  createdAt: new Date(row.created_at).getTime(),
  overTor: row.over_tor,
});

/** Of an order `o`; NULL where it is no mix. */
const WANTS_TOR = sql.raw("o.terms #> '{mixer,settings,tor}' = 'true'::jsonb");

/** Whether an attempt `a` goes through Tor: its leg's order asks for it, or one of the orders of its round. */
export const OVER_TOR = sql`COALESCE(
  (SELECT ${WANTS_TOR} FROM payout_legs l JOIN orders o ON o.id = l.order_id WHERE l.id = a.leg_id),
  (SELECT bool_or(${WANTS_TOR}) FROM mix_rounds r JOIN orders o ON o.id = r.order_id WHERE r.attempt_id = a.id),
  false)`;

/** Whether rounds wait for their transaction of which one is for an order that asks for Tor. */
export async function hasRoundsOverTor(tx: Tx, chain: ChainId): Promise<boolean> {
  const rows = await tx.execute(sql`
    SELECT 1 FROM mix_rounds r JOIN orders o ON o.id = r.order_id
    WHERE r.chain = ${chain} AND r.state = 'planned' AND ${WANTS_TOR} LIMIT 1`);
  return rows.length > 0;
}

/** Which attempts to take: those of orders that ask for Tor, the others, or all. */
export type AttemptWay = "direct" | "tor" | "any";

export async function loadLeg(tx: Tx, id: string): Promise<Leg | undefined> {
  const rows = await tx.execute<Record<string, string>>(sql`
    SELECT l.*, (l.kind = 'payout' AND o.terms ->> 'mixer' IS NOT NULL)::text AS is_mixed,
      COALESCE(${WANTS_TOR}, false)::text AS over_tor
    FROM payout_legs l JOIN orders o ON o.id = l.order_id WHERE l.id = ${id}`);
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    id,
    orderId: String(row.order_id),
    kind: row.kind as Leg["kind"],
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

/** Locks the leg's row, so that two workers cannot both build for it. */
export async function lockLeg(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`SELECT id FROM payout_legs WHERE id = ${id} FOR UPDATE`);
}

/** Whether some attempt of the leg may still land, or has landed. */
export async function hasLiveAttempt(tx: Tx, legId: string): Promise<boolean> {
  const rows = await tx.execute(
    sql`SELECT 1 FROM payout_attempts WHERE leg_id = ${legId} AND state NOT IN ('reverted', 'dead')`,
  );
  return rows.length > 0;
}

/** Why this order's money may not move now: a halted chain below it, or a deposit that is no longer canonical. */
export async function fundingTrouble(tx: Tx, orderId: string): Promise<string | null> {
  const rows = await tx.execute<{ state: string; status: string | null }>(sql`
    SELECT d.state, c.status FROM deposits d LEFT JOIN chain_cursors c ON c.chain = d.chain
    WHERE d.order_id = (SELECT COALESCE(parent_id, id) FROM orders WHERE id = ${orderId})
      AND d.state IN ('confirmed', 'credited', 'lost')`);
  if (rows.some((row) => row.state === "lost")) return "a deposit is no longer in the best chain";
  if (rows.some((row) => row.status === "halted")) return "the deposit's chain is halted";
  return null;
}

export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<{ id: string }> {
  const at = iso(attempt.createdAt);
  const rows = await tx.execute<{ id: string }>(sql`
    INSERT INTO payout_attempts (kind, leg_id, chain, asset, sender, nonce, destination, units, fee_units_max, deposit_index, state, raw,
      tx_id, next_check_at, created_at)
    VALUES (${attempt.kind}, ${attempt.legId}, ${attempt.chain}, ${attempt.asset}, ${attempt.sender}, ${attempt.nonce},
      ${attempt.destination}, ${attempt.units.toString()}, ${attempt.feeUnitsMax.toString()}, ${attempt.depositIndex}, 'signed',
      ${attempt.raw}, ${attempt.txId}, ${at}, ${at}) RETURNING id`);
  return { id: String(rows[0]?.id) };
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

const ATTEMPT_COLUMNS = sql.raw(
  "a.id, a.kind, a.leg_id, l.order_id, a.chain, a.asset, a.sender, a.nonce, a.destination, a.units, a.fee_units_max, a.deposit_index, a.state, a.raw, a.tx_id, a.height, a.block_hash, a.fence, a.created_at, due.over_tor",
);

/** Leases attempts that are due for a look: later looks of others wait until the lease ends, and writes compare the fence. */
export async function leaseAttempts(
  tx: Tx,
  chain: ChainId,
  now: TimeMs,
  lease: { forMs: number; limit: number; way: AttemptWay },
): Promise<Attempt[]> {
  const ofWay = lease.way === "any" ? sql`` : sql`AND ${OVER_TOR} = ${lease.way === "tor"}`;
  const rows = await tx.execute<AttemptRow>(sql`
    WITH due AS (
      SELECT a.id, ${OVER_TOR} AS over_tor FROM payout_attempts a
      WHERE a.chain = ${chain} AND a.state IN ('signed', 'broadcasting', 'sent', 'mined') AND a.next_check_at <= ${iso(now)} ${ofWay}
      ORDER BY a.next_check_at, a.id LIMIT ${lease.limit} FOR UPDATE OF a SKIP LOCKED
    ), a AS (
      UPDATE payout_attempts SET fence = fence + 1, next_check_at = ${iso(now + lease.forMs)}
      WHERE id IN (SELECT id FROM due) RETURNING *
    ) SELECT ${ATTEMPT_COLUMNS} FROM a JOIN due ON due.id = a.id LEFT JOIN payout_legs l ON l.id = a.leg_id ORDER BY a.id`);
  return rows.map(attemptOf);
}

/** Writes what was learned about an attempt, if nobody else leased it since; false means that this look is stale. */
export async function moveAttempt(
  tx: Tx,
  attempt: Attempt,
  to: {
    state: AttemptState;
    height?: number | null;
    blockHash?: string | null;
    feeUnits?: bigint | null;
    proof?: string;
    nextCheckAt: TimeMs;
  },
): Promise<boolean> {
  // The books count what a mined transaction paid, also while nobody can be asked again.
  const isStillMined = to.feeUnits === undefined && typeof to.height === "number";
  const rows = await tx.execute(sql`
    UPDATE payout_attempts SET state = ${to.state}, height = ${to.height ?? null}, block_hash = ${to.blockHash ?? null},
      fee_units = ${isStillMined ? sql`fee_units` : (to.feeUnits?.toString() ?? null)},
      proof = ${to.proof ?? null}, next_check_at = ${iso(to.nextCheckAt)}
    WHERE id = ${attempt.id} AND fence = ${attempt.fence} AND state NOT IN ('final', 'reverted', 'dead') RETURNING id`);
  return rows.length === 1;
}

/**
 * Credited coins on deposit addresses that nobody is moving yet and that are worth moving (`unitsMin` by asset). Tokens
 * come before native coins, because what is left of a token's gas must not be taken for its sweep.
 */
export async function sweepable(
  tx: Tx,
  chain: ChainId,
  choice: { unitsMin: ReadonlyMap<AssetCode, bigint>; native: AssetCode; limit: number },
): Promise<{ address: string; index: number; asset: AssetCode; units: bigint }[]> {
  const assets = [...choice.unitsMin.keys()];
  const minima = [...choice.unitsMin.values()].map(String);
  const rows = await tx.execute<Record<string, string>>(sql`
    SELECT u.address, u.index, u.asset, u.units FROM unswept u
    JOIN unnest(${`{${assets.join(",")}}`}::text[], ${`{${minima.join(",")}}`}::numeric[]) AS worth (asset, units) ON worth.asset = u.asset
    WHERE u.chain = ${chain} AND u.units > 0 AND u.units >= worth.units
      AND NOT EXISTS (SELECT 1 FROM quarantined q WHERE q.chain = u.chain AND q.address = u.address)
      AND NOT EXISTS (SELECT 1 FROM payout_attempts a WHERE a.chain = u.chain AND (a.sender = u.address OR (a.kind = 'top_up' AND a.destination = u.address))
        AND a.state IN ('signed', 'broadcasting', 'sent', 'mined'))
    ORDER BY (u.asset = ${choice.native}), u.units DESC LIMIT ${choice.limit}`);
  return rows.map((row) => ({
    address: String(row.address),
    index: Number(row.index),
    asset: row.asset as AssetCode,
    units: BigInt(String(row.units)),
  }));
}

/** Locks a deposit address for one movement; false when another worker is at it, or a transaction is under way. */
export async function lockIdleAddress(tx: Tx, chain: ChainId, address: string): Promise<boolean> {
  const locked = await tx.execute(
    sql`SELECT asset FROM unswept WHERE chain = ${chain} AND address = ${address} FOR UPDATE SKIP LOCKED`,
  );
  if (locked.length === 0) return false;
  const open = await tx.execute(sql`
    SELECT 1 FROM payout_attempts WHERE chain = ${chain} AND state IN ('signed', 'broadcasting', 'sent', 'mined')
      AND (sender = ${address} OR (kind = 'top_up' AND destination = ${address}))`);
  return open.length === 0;
}

/** What the ledger knows to lie on an address. */
export async function unsweptUnits(
  tx: Tx,
  chain: ChainId,
  address: string,
  asset: AssetCode,
): Promise<bigint> {
  const rows = await tx.execute<{ units: string }>(
    sql`SELECT units FROM unswept WHERE chain = ${chain} AND address = ${address} AND asset = ${asset}`,
  );
  return BigInt(rows[0]?.units ?? "0");
}

/** Assets whose ledger does not match the chain: their payouts wait until a person has looked. */
export async function isFrozen(tx: Tx, asset: AssetCode): Promise<boolean> {
  const rows = await tx.execute(sql`SELECT 1 FROM chain_checks WHERE asset = ${asset} AND mismatches >= 3`);
  return rows.length > 0;
}

/**
 * What the signer compares a leg with: the leg's row, which the http role cannot write, and the destination as the
 * order itself has it.
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
        ELSE l.destination = o.refund_address END AS wanted
    FROM payout_legs l JOIN orders o ON o.id = l.order_id WHERE l.id = ${legId} AND l.state = 'planned'`);
  const row = rows[0];
  if (row === undefined || row.wanted !== true) return undefined;
  const { chain, asset, destination } = row;
  return { chain, asset, destination, units: BigInt(row.units), feeUnitsMax: BigInt(row.fee_units_max) };
}

import { sql } from "drizzle-orm";
import { z } from "zod";
import { type OrderId, orderIdOf } from "../core/ids";
import { isoOf } from "../core/instant";
import { decodeJson, encodeJson } from "../core/json";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { inPortions } from "../db/in-portions";
import { rowsJson } from "../db/rows-json";
import { textArray } from "../db/text-array";

/** A command as the room that planned it wrote it: its kind chooses the handler. */
export type AnyCommand = { kind: string };

export type OutboxRow = {
  id: string;
  /** The order whose event planned the work; null for work of another room. */
  orderId: OrderId | null;
  command: AnyCommand;
  attempts: number;
  fence: string;
};

/** A row as it was leased, before it is known to hold a command. */
export type LeasedRow = Omit<OutboxRow, "command"> & { command: AnyCommand | null };

/** Commands that are due at once. Each one's key is `keyPrefix` and its number from 1, and unique for ever. */
export type Work = {
  keyPrefix: string;
  /** The order that the work is about. */
  orderId: OrderId | null;
  commands: readonly AnyCommand[];
  at: TimeMs;
};

/** Work as the function queue_commands takes it. */
export const workRows = ({ keyPrefix, orderId, commands, at }: Work) =>
  commands.map((command, index) => ({
    key: `${keyPrefix}${index + 1}`,
    order_id: orderId,
    command: encodeJson(command),
    at: isoOf(at),
  }));

export async function queueCommands(tx: Tx, work: Work): Promise<void> {
  await tx.execute(sql`SELECT queue_commands(${rowsJson(workRows(work))}::text::jsonb)`);
}

/** No leg is taken up while an administrator has paused payouts or stopped the signer; it is due at once afterwards. */
const NOT_PAUSED = sql.raw(
  "NOT (kind = 'send_leg' AND EXISTS (SELECT 1 FROM admin_switches WHERE paused AND name IN ('payouts', 'signer')))",
);

const LEASED = z.object({
  id: z.string(),
  order_id: z.string().transform(orderIdOf).nullable(),
  payload: z.unknown(),
  attempts: z.number(),
  fence: z.string(),
});
const COMMAND = z.looseObject({ kind: z.string() });

function readLeased(row: unknown): LeasedRow {
  const { order_id: orderId, payload, ...rest } = LEASED.parse(row);
  const command = readCommand(payload);
  return { ...rest, orderId, command };
}

/** Null for what is no command, whatever it is instead: one such row must not stop the others. */
function readCommand(payload: unknown): AnyCommand | null {
  try {
    return COMMAND.parse(decodeJson(payload));
  } catch {
    return null;
  }
}

/**
 * Leases due work: nobody else sees it until the lease ends, and every later write compares the fence. The command is null
 * in a row that cannot be read.
 */
export async function leaseCommands(
  tx: Tx,
  now: TimeMs,
  lease: { forMs: number; limit: number },
): Promise<LeasedRow[]> {
  const rows = await tx.execute(sql`
    UPDATE outbox SET lease_until = ${isoOf(now + lease.forMs)}, next_attempt_at = ${isoOf(now + lease.forMs)}, fence = fence + 1,
      attempts = attempts + 1
    WHERE id IN (SELECT id FROM outbox WHERE done_at IS NULL AND next_attempt_at <= ${isoOf(now)} AND ${NOT_PAUSED}
      ORDER BY next_attempt_at, id LIMIT ${lease.limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, order_id, payload, attempts, fence`);
  return rows.map(readLeased).sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
}

/** When the next command is due that may be taken up, were nothing queued until then; null while there is none. */
export async function nextCommandAt(tx: Tx): Promise<TimeMs | null> {
  const [row] = await tx.execute<{ at: string }>(sql`
    SELECT next_attempt_at AS at FROM outbox WHERE done_at IS NULL AND ${NOT_PAUSED} ORDER BY next_attempt_at LIMIT 1`);
  return row === undefined ? null : new Date(row.at).getTime();
}

/** Work is done, of which nothing is written where the lease was lost to somebody else. */
export async function finishCommands(tx: Tx, rows: readonly LeasedRow[], now: TimeMs): Promise<void> {
  const listOf = (column: "id" | "fence") => sql`${textArray(rows.map((row) => row[column]))}::bigint[]`;
  await tx.execute(sql`
    UPDATE outbox SET done_at = ${isoOf(now)}, last_error = NULL FROM unnest(${listOf("id")}, ${listOf("fence")}) AS leased (id, fence)
    WHERE outbox.id = leased.id AND outbox.fence = leased.fence`);
}

/** The work must be tried again later, and why. */
export async function postponeCommand(tx: Tx, row: LeasedRow, until: TimeMs, why: string): Promise<boolean> {
  const rows = await tx.execute(sql`
    UPDATE outbox SET next_attempt_at = ${isoOf(until)}, lease_until = NULL, last_error = ${why.slice(0, 300)}
    WHERE id = ${row.id} AND fence = ${row.fence} RETURNING id`);
  return rows.length === 1;
}

/** Work that was done before the given time; its event in the order's history stays. */
export const deleteFinishedCommands = (database: Tx, before: TimeMs): Promise<void> =>
  inPortions((limit) =>
    database.execute(sql`
      DELETE FROM outbox WHERE ctid = ANY (ARRAY(SELECT ctid FROM outbox WHERE done_at < ${isoOf(before)} LIMIT ${limit}))`),
  );

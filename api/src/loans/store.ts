import { type SQL, sql } from "drizzle-orm";
import { assert } from "../core/assert";
import type { LegId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { queueCommands } from "../outbox/store";
import type { Loan, LoanAsset, LoanEffects, LoanPhase, LoanStatus } from "./loan";

type LoanRow = {
  id: string;
  version: number;
  reference: string | null;
  status: LoanStatus;
  asset: LoanAsset;
  units: string;
  rate_scaled: string;
  value_scaled: string;
  fee_scaled: string;
  receive_address: string | null;
  approval_required: boolean;
  fee_units_max: string | null;
  leg_id: LegId | null;
  reverts: number;
  tx_hash: string | null;
  created_by: string;
  approved_by: string | null;
  paid_by: string | null;
  created_at: string;
  completed_at: string | null;
};

const iso = (at: TimeMs): string => new Date(at).toISOString();

const fromRow = (row: LoanRow): Loan => ({
  id: row.id,
  version: row.version,
  reference: row.reference,
  asset: row.asset,
  units: BigInt(row.units),
  rateScaled: BigInt(row.rate_scaled),
  figures: { valueScaled: BigInt(row.value_scaled), feeScaled: BigInt(row.fee_scaled) },
  receiveAddress: row.receive_address,
  approvalRequired: row.approval_required,
  createdBy: row.created_by,
  approvedBy: row.approved_by,
  createdAt: new Date(row.created_at).getTime(),
  phase: phaseOf(row),
});

function phaseOf(row: LoanRow): LoanPhase {
  const { id, status, paid_by: paidBy, tx_hash: txHash } = row;
  if (status === "pending") return { status };
  assert(paidBy !== null, "a loan that nobody paid", { id });
  const leg = row.leg_id === null ? null : { id: row.leg_id, reverts: row.reverts, txHash };
  const feeUnitsMax = BigInt(row.fee_units_max ?? "0");
  if (status === "processing") return { status, paidBy, feeUnitsMax, leg };
  assert(row.completed_at !== null, "a loan without its end", { id });
  const at = new Date(row.completed_at).getTime();
  if (status === "paid") return { status, paidBy, txHash, at };
  assert(leg !== null, "a loan that the reserve paid without a leg", { id });
  return { status, paidBy, feeUnitsMax, leg, at };
}

/** Inserts a pending loan; undefined when its reference is taken, now or ever. */
export async function insertLoan(
  tx: Tx,
  loan: Omit<Loan, "id" | "version" | "approvedBy" | "phase">,
): Promise<Loan | undefined> {
  const rows = await tx.execute<LoanRow>(sql`
    INSERT INTO loans (reference, version, status, asset, units, rate_scaled, value_scaled, fee_scaled, receive_address, approval_required,
      created_by, created_at)
    VALUES (${loan.reference}, 1, 'pending', ${loan.asset}, ${loan.units.toString()}, ${loan.rateScaled.toString()},
      ${loan.figures.valueScaled.toString()}, ${loan.figures.feeScaled.toString()}, ${loan.receiveAddress}, ${loan.approvalRequired},
      ${loan.createdBy}, ${iso(loan.createdAt)})
    ON CONFLICT (reference) DO NOTHING RETURNING *`);
  return rows[0] && fromRow(rows[0]);
}

/** The loan, its row locked before anything else of it: whoever acts on a loan at the same time waits here. */
export async function lockLoan(tx: Tx, id: string): Promise<Loan | undefined> {
  const rows = await tx.execute<LoanRow>(sql`SELECT * FROM loans WHERE id = ${id} FOR UPDATE`);
  return rows[0] && fromRow(rows[0]);
}

export async function loadLoanByReference(tx: Tx, reference: string): Promise<Loan | undefined> {
  const rows = await tx.execute<LoanRow>(sql`SELECT * FROM loans WHERE reference = ${reference}`);
  return rows[0] && fromRow(rows[0]);
}

/** Loans with a lower number than `before`, highest first. */
export async function listLoans(
  tx: Tx,
  page: { status?: LoanStatus; reference?: string; before?: string; limit: number },
): Promise<Loan[]> {
  const conditions: SQL[] = [sql`true`];
  if (page.status !== undefined) conditions.push(sql`status = ${page.status}`);
  if (page.reference !== undefined) conditions.push(sql`reference = ${page.reference}`);
  if (page.before !== undefined) conditions.push(sql`id < ${page.before}`);
  const rows = await tx.execute<LoanRow>(sql`
    SELECT * FROM loans WHERE ${sql.join(conditions, sql` AND `)} ORDER BY id DESC LIMIT ${page.limit}`);
  return rows.map(fromRow);
}

/** Moves the loan on with the work that follows from it, if it is still at the version before. False is a conflict. */
export async function advanceLoan(tx: Tx, effects: LoanEffects, at: TimeMs): Promise<boolean> {
  const { loan, commands } = effects;
  const { phase } = loan;
  const leg = "leg" in phase ? phase.leg : null;
  const columns: [string, string | number | boolean | null][] = [
    ["version", loan.version],
    ["status", phase.status],
    ["tx_hash", phase.status === "paid" ? phase.txHash : (leg?.txHash ?? null)],
    ["completed_at", "at" in phase ? iso(phase.at) : null],
  ];
  // Each role may write its own columns alone: who asks, and what became of it.
  if (leg === null) {
    columns.push(["approval_required", loan.approvalRequired], ["approved_by", loan.approvedBy]);
    columns.push(["paid_by", "paidBy" in phase ? phase.paidBy : null]);
    columns.push(["fee_units_max", "feeUnitsMax" in phase ? phase.feeUnitsMax.toString() : null]);
  } else columns.push(["leg_id", leg.id], ["reverts", leg.reverts]);
  const changes = columns.map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
  const rows = await tx.execute(sql`
    UPDATE loans SET ${sql.join(changes, sql`, `)} WHERE id = ${loan.id} AND version = ${loan.version - 1} RETURNING id`);
  if (rows.length !== 1) return false;
  if (commands.length > 0) {
    const keyPrefix = `loan:${loan.id}:${loan.version}:`;
    await tx.execute(queueCommands({ keyPrefix, orderId: null, commands, at }));
  }
  return true;
}

import { and, desc, eq, lt } from "drizzle-orm";
import { bigint, boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { assert } from "../core/assert";
import { type LegId, type LoanId, loanIdOf } from "../core/ids";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs, units } from "../db/columns";
import { queueCommands } from "../outbox/store";
import type { Loan, LoanAsset, LoanEffects, LoanPhase, LoanStatus } from "./loan";

export const loans = pgTable("loans", {
  id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
  reference: text("reference"),
  version: integer("version").notNull(),
  status: text("status").$type<LoanStatus>().notNull(),
  asset: text("asset").$type<LoanAsset>().notNull(),
  units: units("units").notNull(),
  rateScaled: units("rate_scaled").notNull(),
  valueScaled: units("value_scaled").notNull(),
  feeScaled: units("fee_scaled").notNull(),
  receiveAddress: text("receive_address"),
  approvalRequired: boolean("approval_required").notNull(),
  feeUnitsMax: units("fee_units_max"),
  askedAt: timeMs("asked_at"),
  legId: text("leg_id").$type<LegId>(),
  reverts: integer("reverts").notNull().default(0),
  txHash: text("tx_hash"),
  createdBy: text("created_by").notNull(),
  approvedBy: text("approved_by"),
  paidBy: text("paid_by"),
  createdAt: timeMs("created_at").notNull(),
  completedAt: timeMs("completed_at"),
});
type LoanRow = typeof loans.$inferSelect;

const isLoan = (id: LoanId) => eq(loans.id, BigInt(id));

const fromRow = (row: LoanRow): Loan => ({
  id: loanIdOf(row.id.toString()),
  version: row.version,
  reference: row.reference,
  asset: row.asset,
  units: row.units,
  rateScaled: row.rateScaled,
  figures: { valueScaled: row.valueScaled, feeScaled: row.feeScaled },
  receiveAddress: row.receiveAddress,
  approvalRequired: row.approvalRequired,
  createdBy: row.createdBy,
  approvedBy: row.approvedBy,
  createdAt: row.createdAt,
  phase: phaseOf(row),
});

function phaseOf(row: LoanRow): LoanPhase {
  const { id, status, paidBy, txHash, completedAt: at } = row;
  if (status === "pending") return { status };
  assert(paidBy !== null, "a loan that nobody paid", { id });
  const leg = row.legId === null ? null : { id: row.legId, reverts: row.reverts, txHash };
  const feeUnitsMax = row.feeUnitsMax ?? 0n;
  if (status === "processing") return { status, paidBy, feeUnitsMax, leg };
  assert(at !== null, "a loan without its end", { id });
  if (status === "paid") return { status, paidBy, txHash, at };
  assert(leg !== null, "a loan that the reserve paid without a leg", { id });
  return { status, paidBy, feeUnitsMax, leg, at };
}

/** Inserts a pending loan; undefined when its reference is taken, now or ever. */
export async function insertLoan(
  tx: Tx,
  { figures, ...loan }: Omit<Loan, "id" | "version" | "approvedBy" | "phase">,
): Promise<Loan | undefined> {
  const [row] = await tx
    .insert(loans)
    .values({ ...loan, ...figures, version: 1, status: "pending" })
    .onConflictDoNothing({ target: loans.reference })
    .returning();
  return row && fromRow(row);
}

/** The loan, its row locked before anything else of it: whoever acts on a loan at the same time waits here. */
export async function lockLoan(tx: Tx, id: LoanId): Promise<Loan | undefined> {
  const [row] = await tx.select().from(loans).where(isLoan(id)).for("update");
  return row && fromRow(row);
}

export async function loadLoan(tx: Tx, id: LoanId): Promise<Loan | undefined> {
  const [row] = await tx.select().from(loans).where(isLoan(id));
  return row && fromRow(row);
}

export async function loadLoanByReference(tx: Tx, reference: string): Promise<Loan | undefined> {
  const [row] = await tx.select().from(loans).where(eq(loans.reference, reference));
  return row && fromRow(row);
}

/** Loans with a lower number than `before`, highest first. */
export async function listLoans(
  tx: Tx,
  page: { status?: LoanStatus; reference?: string; before?: LoanId; limit: number },
): Promise<Loan[]> {
  const rows = await tx
    .select()
    .from(loans)
    .where(
      and(
        page.status === undefined ? undefined : eq(loans.status, page.status),
        page.reference === undefined ? undefined : eq(loans.reference, page.reference),
        page.before === undefined ? undefined : lt(loans.id, BigInt(page.before)),
      ),
    )
    .orderBy(desc(loans.id))
    .limit(page.limit);
  return rows.map(fromRow);
}

/** Moves the loan on with the work that follows from it, if it is still at the version before. False is a conflict. */
export async function advanceLoan(tx: Tx, effects: LoanEffects, at: TimeMs): Promise<boolean> {
  const { loan, commands } = effects;
  const { phase } = loan;
  const leg = "leg" in phase ? phase.leg : null;
  const rows = await tx
    .update(loans)
    .set({
      version: loan.version,
      status: phase.status,
      txHash: phase.status === "paid" ? phase.txHash : (leg?.txHash ?? null),
      completedAt: "at" in phase ? phase.at : null,
      // Each role may write its own columns alone: who asks, and what became of it.
      ...(leg === null ? askedOf(loan, at) : { legId: leg.id, reverts: leg.reverts }),
    })
    .where(and(isLoan(loan.id), eq(loans.version, loan.version - 1)))
    .returning({ id: loans.id });
  if (rows.length !== 1) return false;
  if (commands.length > 0) {
    const keyPrefix = `loan:${loan.id}:${loan.version}:`;
    await queueCommands(tx, { keyPrefix, orderId: null, commands, at });
  }
  return true;
}

/** Without a leg, a loan has a cap on its fee from the moment when the reserve is asked to pay it: the time of this event. */
const askedOf = ({ approvalRequired, approvedBy, phase }: Loan, at: TimeMs) => ({
  approvalRequired,
  approvedBy,
  paidBy: "paidBy" in phase ? phase.paidBy : null,
  feeUnitsMax: "feeUnitsMax" in phase ? phase.feeUnitsMax : null,
  askedAt: "feeUnitsMax" in phase ? at : null,
});

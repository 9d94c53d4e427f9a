import { assert } from "../core/assert";
import { type AssetCode, assetOf, NATIVE_ASSET } from "../core/assets";
import type { LegId, LoanId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import {
  type LedgerTransaction,
  legFinalEntry,
  loanPlannedEntry,
  loanReversedEntry,
  networkFeeEntry,
} from "../ledger/entry";
import { legReserve } from "../orders/machine/effects";
import { LEG_REVERTS_MAX } from "../orders/machine/on-leg";
import type { ReserveChange } from "../reserves/reserve-change";
import type { LoanFigures } from "./figures";

/** Loans are paid in these. */
export const LOAN_ASSETS = ["BTC", "ETH", "USDT-TRC20"] as const satisfies readonly AssetCode[];
export type LoanAsset = (typeof LOAN_ASSETS)[number];
export const isLoanAsset = (asset: AssetCode): asset is LoanAsset =>
  (LOAN_ASSETS as readonly AssetCode[]).includes(asset);

export const LOAN_STATUSES = ["pending", "processing", "completed", "failed", "paid"] as const;
export type LoanStatus = (typeof LOAN_STATUSES)[number];

/** The form of a LoanId. */
export const LOAN_ID_PATTERN = /^[1-9]\d{0,15}$/;

/** The leg that pays a loan from the reserve; null until the worker has planned it. */
export type LoanLeg = { id: LegId; reverts: number; txHash: string | null };

export type LoanPhase =
  | { status: "pending" }
  /** Somebody says that it was paid elsewhere. */
  | { status: "paid"; paidBy: string; txHash: string | null; at: TimeMs }
  /** The reserve pays it: held until the leg is planned, then set aside for the leg. */
  | { status: "processing"; paidBy: string; feeUnitsMax: bigint; leg: LoanLeg | null }
  | { status: "completed" | "failed"; paidBy: string; feeUnitsMax: bigint; leg: LoanLeg; at: TimeMs };

/** A payout (loan) order: money that the operator pays out of the reserve, or says to have paid. */
export type Loan = {
  id: LoanId;
  version: number;
  reference: string | null;
  asset: LoanAsset;
  units: bigint;
  rateScaled: bigint;
  figures: LoanFigures;
  receiveAddress: string | null;
  approvalRequired: boolean;
  /** Names of administrators. */
  createdBy: string;
  approvedBy: string | null;
  createdAt: TimeMs;
  phase: LoanPhase;
};

export type LoanEvent =
  | { type: "approve"; by: string }
  | { type: "need_approval" }
  | { type: "mark_paid"; by: string; txHash: string | null; at: TimeMs }
  | { type: "pay"; by: string; feeUnitsMax: bigint }
  | { type: "leg_planned"; legId: LegId }
  | { type: "leg_sent"; legId: LegId; txId: string }
  | { type: "leg_final"; legId: LegId; txId: string; feeUnits: bigint; at: TimeMs }
  | { type: "leg_reverted"; legId: LegId; txId: string; feeUnits: bigint; at: TimeMs }
  | { type: "leg_dead"; legId: LegId }
  /** Its network fee stayed above its cap for too long, and nothing of it can land. */
  | { type: "leg_above_cap"; legId: LegId; at: TimeMs };

/** Why an event does not apply. `already_done` is for what a worker reports twice. */
export type LoanError =
  | "not_pending"
  | "own_approval"
  | "approval_needless"
  | "approval_required"
  | "no_address"
  | "already_done";

/** Work for the dispatcher. */
export type LoanCommand = { kind: "plan_loan"; loanId: LoanId };
type LegCommand = { kind: "send_leg"; legId: LegId };

/** What one event changes, all of it in one database transaction. */
export type LoanEffects = {
  loan: Loan;
  /** What paying sets aside, which the reserve may refuse. */
  hold: ReserveChange[];
  reserve: ReserveChange[];
  ledger: LedgerTransaction[];
  plannedLegId: LegId | null;
  closedLeg: { id: LegId; state: "final" | "reversed" } | null;
  commands: (LoanCommand | LegCommand)[];
};

/** The loan after the event, and what goes with it; its version grows by one. */
export function transitionLoan(loan: Loan, event: LoanEvent): Result<LoanEffects, LoanError> {
  switch (event.type) {
    case "approve":
      return onApprove(loan, event.by);
    case "need_approval":
      return onNeedApproval(loan);
    case "mark_paid":
      return onMarkPaid(loan, event);
    case "pay":
      return onPay(loan, event);
    case "leg_planned":
      return onLegPlanned(loan, event.legId);
    case "leg_sent":
      return onLegSent(loan, event);
    case "leg_final":
      return ok(onLegFinal(loan, event));
    case "leg_reverted":
      return ok(onLegReverted(loan, event));
    case "leg_dead":
      return ok(onLegDead(loan, event.legId));
    case "leg_above_cap": {
      const { leg } = openLeg(loan, event.legId);
      return ok(failed(loan, leg, { at: event.at, ledger: [] }));
    }
  }
}

const effects = (loan: Loan, more: Partial<Omit<LoanEffects, "loan">> = {}): LoanEffects => ({
  loan: { ...loan, version: loan.version + 1 },
  hold: [],
  reserve: [],
  ledger: [],
  plannedLegId: null,
  closedLeg: null,
  commands: [],
  ...more,
});

function onApprove(loan: Loan, by: string): Result<LoanEffects, LoanError> {
  if (loan.phase.status !== "pending") return err("not_pending");
  if (!loan.approvalRequired || loan.approvedBy !== null) return err("approval_needless");
  if (by === loan.createdBy) return err("own_approval");
  return ok(effects({ ...loan, approvedBy: by }));
}

/** It has come to be worth more than one person may have paid. */
function onNeedApproval(loan: Loan): Result<LoanEffects, LoanError> {
  if (loan.phase.status !== "pending") return err("not_pending");
  if (loan.receiveAddress === null) return err("no_address");
  return loan.approvalRequired ? err("already_done") : ok(effects({ ...loan, approvalRequired: true }));
}

function onMarkPaid(
  loan: Loan,
  { by, txHash, at }: Extract<LoanEvent, { type: "mark_paid" }>,
): Result<LoanEffects, LoanError> {
  if (loan.phase.status !== "pending") return err("not_pending");
  return ok(effects({ ...loan, phase: { status: "paid", paidBy: by, txHash, at } }));
}

function onPay(
  loan: Loan,
  { by, feeUnitsMax }: Extract<LoanEvent, { type: "pay" }>,
): Result<LoanEffects, LoanError> {
  if (loan.phase.status !== "pending") return err("not_pending");
  if (loan.receiveAddress === null) return err("no_address");
  if (loan.approvalRequired && loan.approvedBy === null) return err("approval_required");
  const paying: Loan = { ...loan, phase: { status: "processing", paidBy: by, feeUnitsMax, leg: null } };
  return ok(
    effects(paying, {
      hold: legReserve({ ...loan, feeUnitsMax }, 1n).map(asHeld),
      commands: [{ kind: "plan_loan", loanId: loan.id }],
    }),
  );
}

/** What is set aside for a leg, as what is held before there is one. */
const asHeld = ({ asset, planned }: ReserveChange): ReserveChange => ({ asset, held: planned, planned: 0n });

function onLegPlanned(loan: Loan, legId: LegId): Result<LoanEffects, LoanError> {
  const { phase, asset, units } = loan;
  if (phase.status !== "processing" || phase.leg !== null) return err("already_done");
  const aside = legReserve({ asset, units, feeUnitsMax: phase.feeUnitsMax }, 1n);
  return ok(
    effects(
      { ...loan, phase: { ...phase, leg: { id: legId, reverts: 0, txHash: null } } },
      {
        // From held to planned: the sum stays the same, so nothing else can take it in between.
        reserve: aside.map(({ asset: of, planned }) => ({ asset: of, held: -planned, planned })),
        ledger: [loanPlannedEntry({ legId, asset, units })],
        plannedLegId: legId,
        commands: [{ kind: "send_leg", legId }],
      },
    ),
  );
}

/** The loan while its leg is open. Money events are never refused: a leg that is not this loan's is a bug. */
function openLeg(loan: Loan, legId: LegId) {
  const { phase } = loan;
  const leg = phase.status === "processing" && phase.leg?.id === legId ? phase.leg : null;
  assert(phase.status === "processing" && leg !== null, "a loan's leg that is not open", { legId });
  return { phase, leg };
}

function onLegSent(
  loan: Loan,
  { legId, txId }: Extract<LoanEvent, { type: "leg_sent" }>,
): Result<LoanEffects, LoanError> {
  const { phase } = loan;
  // A later report must not reverse a landed leg.
  if (phase.status !== "processing" || phase.leg?.id !== legId || phase.leg.txHash === txId)
    return err("already_done");
  return ok(effects({ ...loan, phase: { ...phase, leg: { ...phase.leg, txHash: txId } } }));
}

function onLegFinal(loan: Loan, event: Extract<LoanEvent, { type: "leg_final" }>): LoanEffects {
  const { phase, leg } = openLeg(loan, event.legId);
  const { paidBy, feeUnitsMax } = phase;
  const { asset, units } = loan;
  return effects(
    {
      ...loan,
      phase: {
        status: "completed",
        paidBy,
        feeUnitsMax,
        leg: { ...leg, txHash: event.txId },
        at: event.at,
      },
    },
    {
      ledger: [
        legFinalEntry({
          legId: leg.id,
          asset,
          units,
          nativeAsset: NATIVE_ASSET[assetOf(asset).chain],
          feeUnits: event.feeUnits,
        }),
      ],
      reserve: legReserve({ asset, units, feeUnitsMax }, -1n),
      closedLeg: { id: leg.id, state: "final" },
    },
  );
}

/** Never to be mined, or to be replaced: the leg is signed once more, and nothing else changes. */
function onLegDead(loan: Loan, legId: LegId): LoanEffects {
  const { phase, leg } = openLeg(loan, legId);
  return effects(
    { ...loan, phase: { ...phase, leg: { ...leg, txHash: null } } },
    { commands: [{ kind: "send_leg", legId }] },
  );
}

/** Mined and reverted: its fee is gone, the money is not. Once more, then the loan has failed and nothing is set aside. */
function onLegReverted(loan: Loan, event: Extract<LoanEvent, { type: "leg_reverted" }>): LoanEffects {
  const { phase, leg } = openLeg(loan, event.legId);
  const { asset } = loan;
  const reverted: LoanLeg = { ...leg, reverts: leg.reverts + 1, txHash: null };
  const { txId, feeUnits } = event;
  const nativeAsset = NATIVE_ASSET[assetOf(asset).chain];
  // The share of one of several legs may round to nothing.
  const fee =
    feeUnits === 0n
      ? []
      : [networkFeeEntry({ legId: leg.id, txId, nativeAsset, feeUnits, holding: "chain" })];
  if (reverted.reverts < LEG_REVERTS_MAX) {
    const again: Loan = { ...loan, phase: { ...phase, leg: reverted } };
    return effects(again, { ledger: fee, commands: [{ kind: "send_leg", legId: leg.id }] });
  }
  return failed(loan, reverted, { at: event.at, ledger: fee });
}

/** It was not paid, and will not be: what was set aside is free again. */
function failed(loan: Loan, leg: LoanLeg, also: { at: TimeMs; ledger: LedgerTransaction[] }): LoanEffects {
  const { asset, units } = loan;
  const { paidBy, feeUnitsMax } = openLeg(loan, leg.id).phase;
  const end: Loan = { ...loan, phase: { status: "failed", paidBy, feeUnitsMax, leg, at: also.at } };
  return effects(end, {
    ledger: [...also.ledger, loanReversedEntry({ legId: leg.id, asset, units })],
    reserve: legReserve({ asset, units, feeUnitsMax }, -1n),
    closedLeg: { id: leg.id, state: "reversed" },
  });
}

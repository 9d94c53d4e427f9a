import type { Overview } from "../../admin/overview";
import type { AuditCheck } from "../../audit/audit";
import type { AuditRow } from "../../audit/store";
import { amountText } from "../../core/asset-amount";
import { NATIVE_ASSET } from "../../core/assets";
import { isoOf } from "../../core/instant";
import type { HotWallet, TrialBalance } from "../../ledger/reports";
import type { Recovery } from "../../orders/store/recovery-store";
import type { Recovered } from "../../orders/verbs/recover";
import type { NamedPayout } from "../../payouts/named-payout-store";
import type { StuckPayout, StuckTransaction } from "../../payouts/stuck-payouts-store";
import type { UnplannedSpend } from "../../payouts/unplanned-store";
import type { SwitchState } from "../../switches/switches";
import type { PayoutWire, StuckPayoutWire } from "./payout-schema";
import type { RecoveredWire, RecoveryWire } from "./recovery-schema";
import type {
  AuditCheckWire,
  AuditEntryWire,
  OverviewWire,
  SwitchWire,
  TrialBalanceWire,
  WalletWire,
} from "./schema";
import type { UnplannedSpendWire } from "./spend-schema";

export const auditEntryWire = (row: AuditRow): AuditEntryWire => ({ ...row, at: isoOf(row.at) });

export const auditCheckWire = ({ signerGap, ...check }: AuditCheck): AuditCheckWire => ({
  ...check,
  signerGap: signerGap && { ...signerGap, hour: isoOf(signerGap.hour) },
});

export const switchWire = ({ name, paused, reason, turnedAt }: SwitchState): SwitchWire => ({
  name,
  paused,
  reason,
  since: turnedAt === null ? null : isoOf(turnedAt),
});

export const trialBalanceWire = ({ asset, sumUnits, accounts }: TrialBalance): TrialBalanceWire => ({
  asset,
  sum: amountText(asset, sumUnits),
  accounts: accounts.map(({ account, units }) => ({ account, balance: amountText(asset, units) })),
});

export const walletWire = ({ address, ...wallet }: HotWallet): WalletWire => ({
  address,
  ...holdings(wallet),
});

export function overviewWire(overview: Overview): OverviewWire {
  const { books, rates } = overview;
  return {
    at: isoOf(overview.at),
    reserves: overview.reserves.map(({ unsweptUnits, ...reserve }) => ({
      unswept: amountText(reserve.asset, unsweptUnits),
      ...holdings(reserve),
    })),
    chains: overview.chains,
    rates: { ...rates, updatedAt: rates.updatedAt === null ? null : isoOf(rates.updatedAt) },
    orders: overview.orders,
    completion: overview.completion,
    daily: overview.daily,
    failures: overview.failures,
    loans: overview.loans,
    invariants: {
      checked: books.checked,
      checkedAt: books.checkedAt === null ? null : isoOf(books.checkedAt),
      violated: books.violated,
    },
    stuck: {
      count: books.stuck.count,
      first: books.stuck.first.map(({ since, ...one }) => ({ ...one, since: isoOf(since) })),
    },
    trialBalance: { balanced: books.unbalanced.length === 0, unbalanced: books.unbalanced },
    comparisons: overview.comparisons.map(
      ({ asset, at, surplusUnits, unexplainedUnits, isFrozen, ...rest }) => ({
        ...rest,
        currency: asset,
        at: at === null ? null : isoOf(at),
        difference: amountText(asset, surplusUnits),
        unexplained: amountText(asset, unexplainedUnits),
        frozen: isFrozen,
      }),
    ),
    unplannedSpends: overview.unplannedSpends.map(unplannedSpendWire),
    recoveries: overview.recoveries.map(recoveryWire),
    switches: overview.switches.map(switchWire),
    loginFailures: overview.loginFailures.map(({ hour, count }) => ({ hour: isoOf(hour), count })),
  };
}

export const unplannedSpendWire = (spend: UnplannedSpend): UnplannedSpendWire => ({
  id: spend.id,
  chain: spend.chain,
  txHash: spend.txId,
  nonce: spend.nonce,
  state: spend.state,
  since: isoOf(spend.seenAt),
  reason: spend.reason,
});

const recoveryWire = ({ asset, units, since, order, ...recovery }: Recovery): RecoveryWire => ({
  ...recovery,
  currency: asset,
  amount: amountText(asset, units),
  since: isoOf(since),
  order: order?.trackingCode ?? null,
  refundAddress: order?.refundAddress ?? null,
});

/** The order that sends coins back, as its approver is answered. */
export const recoveredWire = ({ order, deposit, refundAddress }: Recovered): RecoveredWire => ({
  trackingCode: order.trackingCode,
  refundAddress,
  currency: deposit.asset,
  amount: amountText(deposit.asset, deposit.units),
});

export function payoutWire(payout: NamedPayout): PayoutWire {
  const networkFeeCurrency = NATIVE_ASSET[payout.chain];
  return {
    leg: payout.id,
    kind: payout.kind,
    name: payout.name,
    state: payout.state,
    currency: payout.asset,
    amount: amountText(payout.asset, payout.units),
    address: payout.destination,
    networkFeeMax: amountText(networkFeeCurrency, payout.feeUnitsMax),
    networkFeeCurrency,
  };
}

export const stuckPayoutWire = ({ legId, asset, units, ...payout }: StuckPayout): StuckPayoutWire => ({
  ...payout,
  leg: legId,
  currency: asset,
  amount: amountText(asset, units),
  transactions: payout.transactions.map(({ txId, createdAt, since, ...one }) => ({
    ...one,
    txHash: txId,
    createdAt: isoOf(createdAt),
    since: since === null ? null : isoOf(since),
    missing: isProved(one) ? null : one.nonce === null ? "input" : "nonce",
  })),
});

const isProved = ({ state }: Pick<StuckTransaction, "state">): boolean =>
  state === "dead" || state === "final" || state === "reverted" || state === "doubled";

const holdings = ({ asset, hotUnits, owedUnits, availableUnits }: Omit<HotWallet, "address">) => ({
  currency: asset,
  balance: amountText(asset, hotUnits),
  owed: amountText(asset, owedUnits),
  available: amountText(asset, availableUnits),
});

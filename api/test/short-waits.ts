import type { Numbers } from "./bundle";

/** Leases that a test can wait out: those of a process that died or sleeps are taken over after some seconds. */
export const SHORT_LEASES = {
  "outbox/dispatcher": { LEASE_MS: 4_000 },
  "payouts/send": { LEASE_MS: 4_000 },
} as const satisfies Numbers;

/** The longest of the short leases. */
export const SHORT_LEASE_MS_MAX = 4_000;

/** The worker compares the chains with the books more often, also where neither has moved. */
export const QUICK_RECONCILIATION = {
  worker: { RECONCILE_EVERY_MS: 1_000, RECONCILE_REST_MS: 1_000 },
  "ledger/reconcile": { COMPARE_AGAIN_MS: 500 },
} as const satisfies Numbers;

import { z } from "@hono/zod-openapi";
import {
  amountInput,
  chainId,
  currencyCode,
  cursorQuery,
  decimal,
  instant,
  pageOf,
  reasonBody,
} from "../../http/wire";
import { STUCK_AWAITS, STUCK_KINDS } from "../../ledger/stuck";
import { comparisonSchema } from "./comparison-schema";
import { recoverySchema } from "./recovery-schema";
import { unplannedSpendSchema } from "./spend-schema";

export const auditEntrySchema = z
  .object({
    seq: z.int().openapi({ description: "Without gaps, from 1.", example: 42 }),
    at: instant("When."),
    admin: z
      .string()
      .nullable()
      .openapi({ description: "The name of the account; null where none was known.", example: "admin" }),
    action: z.string().openapi({ description: "What was done or tried.", example: "exchange.release" }),
    outcome: z.enum(["done", "refused"]),
    subject: z
      .string()
      .nullable()
      .openapi({ description: "What it was done to; an order by its tracking code.", example: "482915037" }),
    reason: z.string().nullable().openapi({
      description: "The administrator's words, or the code of a refusal.",
      example: "Source cleared.",
    }),
    previousHash: z.string().openapi({ description: "Of the entry before; zeros for the first." }),
    hash: z.string().openapi({
      description:
        "SHA-256 of the canonical JSON of [previousHash, seq, at, admin, action, outcome, subject, reason].",
    }),
  })
  .openapi("AuditEntry");
export type AuditEntryWire = z.infer<typeof auditEntrySchema>;
export const auditPageSchema = pageOf(auditEntrySchema).openapi("AuditPage");
export const auditQuery = z.strictObject({ cursor: cursorQuery });

export const auditCheckSchema = z
  .object({
    valid: z.boolean(),
    entries: z.int().openapi({ description: "How many were checked.", example: 42 }),
    brokenAt: z
      .int()
      .nullable()
      .openapi({ description: "The first entry that is missing or not as it was written.", example: null }),
    head: z.string().openapi({ description: "The hash of the last entry, to be kept elsewhere." }),
    signerGap: z
      .object({
        entry: z.int().openapi({ description: "In the signer's log.", example: 12 }),
        hour: instant("The hour in which the payment was signed."),
        missing: z.enum(["audit", "settlement"]).openapi({
          description:
            "`audit`: the audit log does not have the head that it had then, so it was rewritten since. `settlement`: what was signed has no settlement, and its order was not deleted.",
        }),
      })
      .nullable()
      .openapi({ description: "The first entry of the signer's log that the database does not match." }),
  })
  .openapi("AuditCheck");
export type AuditCheckWire = z.infer<typeof auditCheckSchema>;

export const switchSchema = z
  .object({
    name: z
      .string()
      .openapi({ description: "`payouts`, `signer`, or `asset:` and a currency.", example: "payouts" }),
    paused: z.boolean(),
    reason: z.string().nullable().openapi({ example: "Node upgrade." }),
    since: instant("When it was last turned; null when never.").nullable(),
  })
  .openapi("Switch");
export type SwitchWire = z.infer<typeof switchSchema>;

export const currencyParams = z.object({
  currency: z
    .string()
    .max(20)
    .openapi({ param: { name: "currency", in: "path" }, example: "BTC" }),
});

const assetAmount = z.object({
  currency: currencyCode("BTC"),
  balance: decimal("Of the hot wallet, confirmed.", "166.6"),
  unswept: decimal("On deposit addresses.", "0.3"),
  owed: decimal("Promised to orders, or customers' coins that wait for a decision.", "0.5"),
  available: decimal("What can be promised.", "166.1"),
});

const stuckSchema = z.object({
  count: z.int(),
  first: z.array(
    z.object({
      kind: z.enum(STUCK_KINDS),
      name: z.string().openapi({
        description:
          "An order's tracking code, a leg's id, a loan's number, the currency of what is to be swept, or a transaction's id; for a deposit the id of the transaction that paid it, or where none is known its order's tracking code or its currency.",
      }),
      awaits: z.enum(STUCK_AWAITS).openapi({
        description:
          "`nothing`: no work of ours is left. `timer`: its time has passed. `work`: work that is put off again and again. `transaction`: one that is not final. `native_coins`: coins for the network fee, because all are promised. `credit`: a deposit that is deep enough, and that is not credited. `transfer`: the transfer of what is to be swept, which failed on the chain again and again. `signer`: the signer, which refuses to sign for the sweep; `detail` is its reason.",
      }),
      since: instant("Since when it has not moved."),
      detail: z.string().nullable().openapi({
        description:
          "Why work was put off the last time, or what is known of the transaction; for `transfer` the id of the last one that failed.",
      }),
    }),
  ),
});

export const missingBody = z
  .strictObject({
    reason: reasonBody.shape.reason,
    amount: amountInput("The missing amount, as the overview shows it without its sign.", "0.5"),
  })
  .openapi("MissingBody");
export const missingSchema = z
  .object({
    currency: currencyCode("ETH"),
    amount: decimal("Booked if the next comparison misses as much.", "0.5"),
  })
  .openapi("MissingAsked");

export const overviewSchema = z
  .object({
    at: instant("When it was computed."),
    reserves: z.array(assetAmount),
    chains: z.array(
      z.object({
        chain: chainId,
        status: z.enum(["ok", "unavailable", "halted"]),
        height: z.int().openapi({ description: "Of our cursor.", example: 812 }),
        lagSeconds: z.int().openapi({ description: "Since the chain was last heard from.", example: 2 }),
      }),
    ),
    rates: z.object({
      source: z.string().openapi({ example: "simulated" }),
      updatedAt: instant("Of the oldest price in use; null without any.").nullable(),
      paused: z.array(z.string()).openapi({ description: "Currencies without a usable price." }),
    }),
    orders: z.array(z.object({ state: z.string(), count: z.int() })).openapi({
      description: "Open orders now, and those that ended in the last 30 days.",
      example: [{ state: "waiting", count: 3 }],
    }),
    completion: z.object({
      median: z.int().nullable().openapi({
        description: "Seconds from the first sight of the deposit to the end, last 30 days.",
        example: 380,
      }),
      p95: z.int().nullable().openapi({ example: 1500 }),
    }),
    daily: z
      .array(z.object({ day: z.string(), completed: z.int(), refunded: z.int(), failed: z.int() }))
      .openapi({
        description: "Of the last 30 days, oldest first.",
        example: [{ day: "2026-01-01", completed: 41, refunded: 2, failed: 0 }],
      }),
    failures: z.array(z.object({ reason: z.string(), count: z.int() })).openapi({
      description: "Orders on hold or waiting for a decision, by reason.",
      example: [{ reason: "listed", count: 1 }],
    }),
    loans: z.array(z.object({ status: z.string(), count: z.int() })),
    invariants: z
      .object({
        checked: z.int(),
        checkedAt: instant("When it began; null, with none checked, until the first has ended.").nullable(),
        violated: z.array(z.int()),
      })
      .openapi({ description: "As the last check found them." }),
    stuck: stuckSchema.openapi({
      description:
        "Orders, legs, loans and sweeps that have not moved in their time, sweeps that are set aside, and final transactions that a reorg took and that are not back; the 20 that wait longest.",
    }),
    trialBalance: z.object({ balanced: z.boolean(), unbalanced: z.array(z.string()) }),
    comparisons: z.array(comparisonSchema),
    unplannedSpends: z.array(unplannedSpendSchema).openapi({
      description:
        "Transactions that spend our coins and that we did not sign: nothing is signed on their networks until an approver adopts them.",
    }),
    recoveries: z.array(recoverySchema).openapi({
      description:
        "Coins at addresses that another network handed out, which wait for an approver who sends them back, or whose order is stopped; the 100 that are worth most.",
    }),
    switches: z.array(switchSchema),
    loginFailures: z.array(z.object({ hour: instant("When the hour began."), count: z.int() })).openapi({
      description:
        "Failed logins under names that no account has, in the last 24 hours; those of accounts are in the audit log.",
      example: [{ hour: "2026-01-01T12:00:00.000Z", count: 3 }],
    }),
  })
  .openapi("Overview");
export type OverviewWire = z.infer<typeof overviewSchema>;

export const invariantSchema = z
  .object({
    id: z.int().openapi({ example: 1 }),
    name: z.string().openapi({ example: "a transaction balances per asset" }),
    violations: z.int().openapi({ example: 0 }),
  })
  .openapi("Invariant");

export const trialBalanceSchema = z
  .object({
    asset: currencyCode("BTC"),
    sum: decimal("Of all accounts; zero in sound books.", "0"),
    accounts: z.array(
      z.object({
        account: z.string().openapi({ example: "chain:BTC" }),
        balance: decimal("Signed.", "166.6"),
      }),
    ),
  })
  .openapi("TrialBalance");
export type TrialBalanceWire = z.infer<typeof trialBalanceSchema>;

export const walletSchema = z
  .object({
    currency: currencyCode("BTC"),
    address: z.string().openapi({
      description: "The hot wallet, to be funded.",
      example: "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
    }),
    balance: decimal("Confirmed.", "166.6"),
    owed: decimal("Promised to orders, or customers' coins that wait for a decision.", "0.5"),
    available: decimal("What can be promised.", "166.1"),
  })
  .openapi("Wallet");
export type WalletWire = z.infer<typeof walletSchema>;

export const chainParams = z.object({ chain: chainId.openapi({ param: { name: "chain", in: "path" } }) });
export const chainResumedSchema = z
  .object({ chain: chainId, status: z.enum(["ok", "unavailable", "halted"]) })
  .openapi("ChainState");
